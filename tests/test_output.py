"""Files appear whole or not at all."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from io import BytesIO, TextIOWrapper
from pathlib import Path

import pytest

from multiplane import MultiplaneError
from multiplane.output import open_output, remove_leftovers, write_text


@pytest.mark.parametrize("suffix", ["", ".gz", ".bz2", ".xz"])
@pytest.mark.parametrize("failure", [KeyboardInterrupt, OSError(28, "No space left on device"), ValueError])
def test_a_failure_leaves_nothing(tmp_path: Path, suffix: str, failure: type[BaseException] | OSError) -> None:
    with pytest.raises(BaseException), open_output(tmp_path / f"a{suffix}") as out:  # noqa: B017
        out.write(b"half")
        raise failure
    assert list(tmp_path.iterdir()) == []


def test_a_failure_leaves_the_old_file(tmp_path: Path) -> None:
    (tmp_path / "a").write_text("old")
    with pytest.raises(KeyboardInterrupt), open_output(tmp_path / "a") as out:
        out.write(b"half")
        raise KeyboardInterrupt
    assert (tmp_path / "a").read_text() == "old"
    assert len(list(tmp_path.iterdir())) == 1


def test_nothing_is_there_before_the_end(tmp_path: Path) -> None:
    with open_output(tmp_path / "a") as out:
        out.write(b"half")
        out.flush()
        assert not (tmp_path / "a").exists()
    assert (tmp_path / "a").read_bytes() == b"half"


def test_a_full_disk_is_one_line(tmp_path: Path) -> None:
    with pytest.raises(MultiplaneError, match=r"a\.txt: No space left on device"), open_output(tmp_path / "a.txt"):
        raise OSError(28, "No space left on device")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="the system has no full device")
def test_the_full_device() -> None:
    with pytest.raises(MultiplaneError, match=r"^/dev/full: No space left on device$"):
        write_text("/dev/full", "text")


def test_devices_are_written_to_and_stay() -> None:
    write_text(os.devnull, "text")
    assert not Path(os.devnull).is_file()


def test_an_old_file_keeps_its_mode_and_links_their_target(tmp_path: Path) -> None:
    (tmp_path / "a").write_text("old")
    (tmp_path / "a").chmod(0o640)
    (tmp_path / "link").symlink_to(tmp_path / "a")
    write_text(tmp_path / "link", "new")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "a").read_text() == "new"
    assert (tmp_path / "a").stat().st_mode & 0o777 == 0o640


def test_a_new_file_has_the_usual_mode(tmp_path: Path) -> None:
    write_text(tmp_path / "a", "x")
    (tmp_path / "b").write_text("x")
    assert (tmp_path / "a").stat().st_mode == (tmp_path / "b").stat().st_mode


def test_places_that_cannot_be_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(MultiplaneError, match=r": is a directory; expected a file$"):
        write_text(tmp_path, "x")
    with pytest.raises(MultiplaneError, match=r"a/b: no such folder$"):
        write_text(tmp_path / "a" / "b", "x")

    (tmp_path / "old").write_text("old")
    with monkeypatch.context() as patch, pytest.raises(MultiplaneError, match=r"old: no permission to write it$"):
        patch.setattr(os, "access", lambda path, mode: False)
        write_text(tmp_path / "old", "new")
    assert (tmp_path / "old").read_text() == "old"

    def refuse(self: Path, mode: str) -> None:
        raise PermissionError(13, "Permission denied", str(self))

    monkeypatch.setattr(Path, "open", refuse)
    with pytest.raises(MultiplaneError, match=r": no permission to write it$"):
        write_text(tmp_path / "a", "x")


def test_standard_output(monkeypatch: pytest.MonkeyPatch) -> None:
    caught = BytesIO()
    monkeypatch.setattr(sys, "stdout", TextIOWrapper(caught, encoding="ascii"))
    write_text("-", "dæg\n")
    assert caught.getvalue() == "dæg\n".encode()


def test_standard_output_has_all_as_soon_as_the_writer_is_done(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with (tmp_path / "a").open("w", encoding="utf-8") as stdout:
        monkeypatch.setattr(sys, "stdout", stdout)
        write_text("-", "text\n")
        assert (tmp_path / "a").read_text() == "text\n"


def test_compressed_bytes_do_not_depend_on_the_time_or_the_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_text(tmp_path / "a.gz", "text")
    monkeypatch.setattr(time, "time", lambda: 2_000_000_000.0)
    write_text(tmp_path / "b.gz", "text")
    assert (tmp_path / "a.gz").read_bytes() == (tmp_path / "b.gz").read_bytes()


WRITER = """
import os, signal, sys
from multiplane.output import open_output
with open_output(sys.argv[1]) as out:
    out.write(b"half")
    out.flush()
    os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="the system has no SIGKILL")
@pytest.mark.parametrize("name", ["en.model", "a" * 255, "æ" * 127, "a[b]*.model"])
def test_what_a_killed_writer_leaves_bears_the_name_of_its_target_and_can_be_removed(tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_text("old")
    killed = subprocess.run([sys.executable, "-c", WRITER, str(tmp_path / name)], check=False)
    assert killed.returncode == -signal.SIGKILL
    assert (tmp_path / name).read_text() == "old"
    (left,) = (file.name for file in tmp_path.iterdir() if file.name != name)
    assert left.startswith(f".{name[:100]}") and left.endswith(".part")
    others = {".other.model.01234567.part", f".{name[:100]}.part", f"{name[:100]}.01234567.part"}
    for other in others:
        (tmp_path / other).write_text("not ours")
    remove_leftovers(tmp_path / name)
    assert {file.name for file in tmp_path.iterdir()} == {name, *others}


def test_nothing_is_left_over(tmp_path: Path) -> None:
    remove_leftovers(tmp_path / "a")
    remove_leftovers(tmp_path / "no" / "such" / "folder")
    assert list(tmp_path.iterdir()) == []


def test_the_temporary_file_of_a_process_at_work_is_left_alone(tmp_path: Path) -> None:
    with open_output(tmp_path / "a") as out:
        out.write(b"half")
        remove_leftovers(tmp_path / "a")
        write_text(tmp_path / "a", "another one, written meanwhile")
        out.write(b" and half")
    assert (tmp_path / "a").read_bytes() == b"half and half"
    assert [file.name for file in tmp_path.iterdir()] == ["a"]


def test_of_many_writers_one_wins_and_nothing_is_left(tmp_path: Path) -> None:
    texts = [str(number) * 10_000 for number in range(9)]
    with ThreadPoolExecutor(9) as pool:
        list(pool.map(lambda text: write_text(tmp_path / "a", text), texts * 5))
    assert (tmp_path / "a").read_text() in texts
    assert [file.name for file in tmp_path.iterdir()] == ["a"]


def test_pipes_among_the_leftovers_are_not_opened(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / ".a.01234567.part")
    remove_leftovers(tmp_path / "a")
    assert (tmp_path / ".a.01234567.part").exists()
