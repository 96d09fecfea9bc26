"""``multiplane convert`` as it is run: files, pipes, exit codes, and what it tells on standard error."""

from __future__ import annotations

import gzip
import json
import signal
from pathlib import Path

import pytest
from tests.cli.running import output, run, started, wait_for_a_file
from tests.treebank.texts import ODDITIES, PLAIN, RICH, RICH_IN_CONLLX, row, text

BAD = Path(__file__).parents[1] / "treebank" / "conll" / "bad"
LOSSES = """\
multiplane: CoNLL-X has no comments: 5 left out
multiplane: CoNLL-X has no multiword tokens: 1 left out
multiplane: CoNLL-X has no DEPS: 1 left out
multiplane: CoNLL-X has no MISC: 2 left out
multiplane: CoNLL-X has no empty nodes: 3 left out
multiplane: CoNLL-X has no spaces inside columns: 2 written with underscores
"""


def convert(*arguments: str | Path, stdin: str | bytes = b"") -> tuple[int, str, str]:
    """The exit code, standard output and standard error."""
    found = run("convert", *arguments, stdin=stdin.encode() if isinstance(stdin, str) else stdin)
    return found.returncode, found.stdout, found.stderr


def test_a_pipe_to_the_other_format() -> None:
    assert convert("-", stdin=RICH) == (0, RICH_IN_CONLLX, LOSSES)


def test_files_by_their_names(tmp_path: Path) -> None:
    (tmp_path / "a.conllu").write_text(RICH)
    assert convert(tmp_path / "a.conllu", "-o", tmp_path / "a.conllx.gz") == (0, "", LOSSES)
    assert convert(tmp_path / "a.conllx.gz", "-o", tmp_path / "b.conllu") == (0, "", "")
    assert (tmp_path / "b.conllu").read_text() == RICH_IN_CONLLX


def test_json_holds_nothing_that_acts_on_a_terminal() -> None:
    code, found, _ = convert(
        "-", "--to", "json", stdin="# text = a\x9b2J\n" + row(1, "a\x9b2J\u2066", 0, "root\x85") + "\n"
    )
    (token,) = json.loads(found)["tokens"]
    assert code == 0 and (token["form"], token["deprel"]) == ("a\x9b2J\u2066", "root\x85")
    assert not set(found) & set("\x9b\x85\u2066")


def test_to_the_same_format_is_a_copy() -> None:
    data = ODDITIES["byte-order mark and blank lines"]
    assert convert("-", "--to", "conllu", stdin=data) == (0, data.decode(), "")


def test_from_conllx() -> None:
    plain = text(row(1, "Hens", 2, "SUBJ"), row(2, "lay", 0, "ROOT")) + text(row(1, "Go", 0, "ROOT"))
    told = "multiplane: CoNLL-U has no PHEAD: 1 left out\nmultiplane: CoNLL-U has no PDEPREL: 1 left out\n"
    assert convert("-", "--from", "conllx", "--to", "conllu", stdin=PLAIN) == (0, plain, told)


@pytest.mark.parametrize("name", ["cycle.conllu", "cut_off.conllu", "nul.conllu", "empty.conllu"])
def test_bad_input_is_one_line_and_exit_code_1(name: str, tmp_path: Path) -> None:
    code, out, told = convert(BAD / name, "-o", tmp_path / "out.conllx")
    assert (code, out) == (1, "")
    assert told.startswith(f"multiplane: {BAD / name}:")
    assert told.count("\n") == 1
    assert "; expected " in told
    assert list(tmp_path.iterdir()) == []


def test_bad_input_on_a_pipe() -> None:
    code, _, told = convert("-", stdin=(BAD / "own_head.conllu").read_bytes())
    assert (code, told) == (1, "multiplane: <stdin>:6: found word 2 as its own head; expected another word or 0\n")


def test_skip_bad_goes_on_and_reports() -> None:
    good, bad = text(row(1, "good")), text(row(1, "bad", 1))
    code, out, told = convert("-", "--skip-bad", stdin=good + bad * 12 + good)
    assert (code, out) == (0, good * 2)
    lines = told.splitlines()
    assert lines[0] == "multiplane: <stdin>:3: found word 1 as its own head; expected another word or 0"
    assert lines[10:] == ["multiplane: and 2 more bad sentences", "multiplane: skipped 12 bad sentences"]


def test_warnings() -> None:
    code, _, told = convert("-", "--to", "conllu", stdin=text("# two", row(1), row(2)))
    assert (code, told) == (0, "multiplane: <stdin>:1: found 2 roots; expected one\n")


def test_text_yet_to_be_parsed() -> None:
    bare = text(row(1, "Go", "_", "_"))
    assert convert("-", "--unannotated", stdin=bare) == (0, bare, "")
    assert convert("-", stdin=bare)[0] == 1


def test_a_directory_and_a_missing_file(tmp_path: Path) -> None:
    assert convert(tmp_path) == (1, "", f"multiplane: {tmp_path}: is a directory; expected a file\n")
    assert convert(tmp_path / "a") == (1, "", f"multiplane: {tmp_path / 'a'}: no such file\n")


def test_bad_usage_is_exit_code_2() -> None:
    assert convert("-", "--to", "conll09")[0] == 2


@pytest.mark.slow
def test_an_interrupt_leaves_nothing(tmp_path: Path) -> None:
    with started("convert", "-", "-o", tmp_path / "out.conllx") as process:
        assert process.stdin is not None
        process.stdin.write(RICH.encode() * 10_000)
        process.stdin.flush()
        wait_for_a_file(tmp_path)
        process.send_signal(signal.SIGINT)
        _, told = process.communicate(timeout=60)
    assert process.returncode == 130
    assert b"Traceback" not in told
    assert list(tmp_path.iterdir()) == []


def test_a_reader_that_stops_early_is_no_error() -> None:
    with started("convert", "-", "--to", "conllu") as process:
        assert process.stdout is not None
        process.stdout.close()
        process.stdout = None
        _, told = process.communicate(RICH.encode() * 10_000, timeout=60)
    assert told == b""


def test_the_sample() -> None:
    code, out, _ = convert("sample:dutch", "--to", "conllu")
    assert code == 0
    assert out.startswith("# ")


def test_to_json_by_option_or_name(tmp_path: Path) -> None:
    printed = output("convert", "sample:dutch", "--to", "json")
    assert [json.loads(line)["sent_id"] for line in printed.splitlines()][:3] == ["dutch-1", "dutch-2", "dutch-3"]
    assert run("convert", "sample:dutch", "-o", tmp_path / "dutch.jsonl.gz").returncode == 0
    assert gzip.decompress((tmp_path / "dutch.jsonl.gz").read_bytes()).decode() == printed
    (tmp_path / "bad.conllu").write_text("1\tGo\n", "utf-8")
    assert run("convert", "bad.conllu", "-o", "bad.json", cwd=tmp_path).returncode == 1
    assert not (tmp_path / "bad.json").exists()
