"""Claims: one process compiles a kernel, others wait; nobody waits for a process that has gone."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from multiplane.kernels import claims
from multiplane.kernels.claims import claim, claim_or_wait, is_free

HOLDING = """
import sys
from pathlib import Path
from multiplane.kernels.claims import claim
with claim(Path(sys.argv[1])) as mine:
    print(mine, flush=True)
    sys.stdin.read(1)
"""
pytestmark = pytest.mark.skipif(claims.fcntl is None, reason="files cannot be locked here")


@contextmanager
def claimed_elsewhere(place: Path) -> Iterator[subprocess.Popen[str]]:
    """Another process that has claimed a place, until it is given a letter or killed."""
    with subprocess.Popen(
        [sys.executable, "-c", HOLDING, str(place)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None and process.stdout.readline() == "True\n"
        yield process
        process.kill()


def test_what_another_process_has_claimed_is_not_free_and_anything_else_is(tmp_path: Path) -> None:
    with claimed_elsewhere(tmp_path / "one"):
        assert not is_free(tmp_path / "one")
        assert is_free(tmp_path / "two")
    assert is_free(tmp_path / "one")


def test_whoever_waits_goes_on_when_the_other_is_done_or_killed(tmp_path: Path) -> None:
    waited: list[float] = []
    for is_killed in (False, True):
        with claimed_elsewhere(tmp_path / "one") as other:

            def third(seconds: float, other: subprocess.Popen[str] = other, is_killed: bool = is_killed) -> None:
                waited.append(seconds)
                if len(waited) % 3 == 0:
                    if is_killed:
                        other.kill()
                    else:
                        other.communicate("x")
                    other.wait()

            with claim_or_wait(tmp_path / "one", third):
                assert other.poll() is not None
    assert len(waited) == 6 and waited == [*sorted(waited[:3]), *sorted(waited[3:])]


def test_nobody_waits_forever(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(claims, "MAX_WAIT", 0.1)
    with claimed_elsewhere(tmp_path / "one"):
        began = time.monotonic()
        with claim_or_wait(tmp_path / "one", lambda _: None):
            assert 0.1 < time.monotonic() - began < 10


def test_where_nothing_can_be_written_everything_is_free(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with claim(tmp_path / "file" / "one") as mine:
        assert mine
