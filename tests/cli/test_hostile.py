"""Hostile input: enormous numbers, escape sequences, closed streams, links and leftovers at the place of the output."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from tests.cli.running import COMMAND, complaint, output, run
from tests.cli.test_analyze import write_trees

import multiplane
from multiplane.errors import MultiplaneError
from multiplane.learn import Parser
from multiplane.learn.arc_factored.linear.trainer import ArcFactoredTrainer
from multiplane.learn.model.file import load_model, save_model

DIGITS = "9" * 5000
ESCAPE, CSI = "\x1b[31m", "\x9b2J"
ACTING = [chr(code) for code in (*range(9), *range(11, 32), *range(127, 160))]


def is_safe(text: str) -> bool:
    return not any(character in text for character in ACTING)


@pytest.mark.parametrize(
    "arguments",
    [
        ("systems", f"{DIGITS}-planar"),
        ("systems", f"arc-eager+{DIGITS}"),
        ("analyze", "sample:", "--explain", f"{DIGITS}-planar"),
        ("analyze", "sample:", "--class", f"well-nested-gap-{DIGITS}"),
        ("sample", "--class", f"gap-degree-{DIGITS}"),
        ("schema", "show", f"mh-{DIGITS}"),
        ("schema", "run", "mh-3", "a b", "--heads", f"0 {DIGITS}"),
        ("trace", "sample:dutch", "--sentence", DIGITS),
        ("show", "sample:dutch", "--sentence", DIGITS),
    ],
    ids=lambda arguments: arguments[0],
)
def test_names_with_enormous_numbers_are_one_line(arguments: tuple[str, ...]) -> None:
    assert len(complaint(*arguments)) < 600


LONG = "a" * 100_000


@pytest.mark.parametrize(
    "arguments",
    [
        ("systems", LONG),
        ("systems", f"arc-eager+{LONG}"),
        ("analyze", "sample:", "--explain", LONG),
        ("schema", "show", LONG),
        ("schema", "run", "mh-3", "a b", "--heads", "0 " * 50_000),
        ("schema", "run", "lombardo-lesmo-1996", "a b", "--grammar", "GRAMMAR"),
        ("schema", "run", "lombardo-lesmo-1996", "a b", "--grammar", "RULE"),
        ("link", LONG),
        ("link", "--dictionary", "DICTIONARY", "a"),
        ("features", LONG),
        ("features", f"{LONG}.toml"),
        ("parse", "-m", LONG, "sample:"),
        ("show", LONG),
        ("show", "BAD"),
        ("show", "DEEP"),
    ],
    ids=lambda arguments: " ".join(arguments)[:20],
)
def test_long_values_in_messages_are_cut_short(arguments: tuple[str, ...], tmp_path: Path) -> None:
    row = "1\t{}\t_\t_\t_\t_\t{}\troot\t_\t_\n\n"
    contents = {
        "GRAMMAR": f"start: S\nS: * {LONG} {LONG}\n",
        "RULE": f"start: S\nS: * {LONG}!\n",
        "DICTIONARY": f"a: {LONG}+;\n",
        "BAD": row.format("a", LONG),
        "DEEP": row.format("b" * 100_000, 7),
    }
    for name, text in contents.items():
        (tmp_path / name).write_text(text, "utf-8")
    found = run(*(str(tmp_path / word) if word in contents else word for word in arguments), cwd=tmp_path)
    assert found.returncode == 1 and found.stderr.count("\n") == 1
    assert len(found.stderr.encode()) <= 650 and "a" * 300 not in found.stderr


def test_long_values_in_usage_errors_are_cut_short() -> None:
    for arguments in ((LONG,), ("show", f"--{LONG}"), ("convert", "sample:", "--to", LONG), ("sample", "--size", LONG)):
        found = run(*arguments)
        assert found.returncode == 2 and len(found.stderr) < 1000


def test_python_users_see_short_messages_too() -> None:
    with pytest.raises(MultiplaneError) as found:
        multiplane.decode.decode([[0, 1], [0, 0]], LONG)
    assert f"'{'a' * 60}…'" in str(found.value)


@pytest.mark.parametrize(
    ("decoder", "expected"),
    [
        ("schema:mh-40", "found schema 'mh-40'; expected mh-K with K at most 12"),
        ("schema:wg-12", "found schema 'wg-12'; expected wg-K with K at most 4"),
        ("999999999-planar", "found class '999999999-planar'; expected k-planar with k at most 999"),
    ],
)
def test_a_decoder_with_a_large_number_is_one_line_from_a_model_or_the_command_line(
    decoder: str, expected: str, tmp_path: Path
) -> None:
    treebank = multiplane.read("sample:german")
    good, bad = tmp_path / "good.model", tmp_path / "bad.model"
    Parser(ArcFactoredTrainer(treebank, arc_bits=12, label_bits=8).model(), {}).save(good)
    file = load_model(good)
    save_model(bad, file.kind, file.header | {"decoder": decoder}, file.tensors)
    assert complaint("parse", "-m", bad, "sample:german-1") == f"{bad}: {expected}"
    assert complaint("parse", "-m", good, "sample:german-1", "--trees", decoder) == expected


@pytest.mark.parametrize(
    "arguments",
    [
        ("eval", "sample:", "sample:", "--seed", DIGITS),
        ("sample", "--size", DIGITS),
        ("sample", "--uniform", "--length", DIGITS),
        ("parse", "--beam", DIGITS, "sample:"),
        ("verify", "arc-eager", "--n", DIGITS),
        ("show", "sample:", "--width", DIGITS),
        ("train", "--train", "sample:", "-o", "a.model", "--epochs", DIGITS),
    ],
    ids=lambda arguments: " ".join(arguments)[:20],
)
def test_options_with_enormous_numbers_are_bad_usage(arguments: tuple[str, ...], tmp_path: Path) -> None:
    found = run(*arguments, cwd=tmp_path)
    assert found.returncode == 2 and "Traceback" not in found.stderr, found.stderr
    assert not list(tmp_path.iterdir())


GOOGOL = "1" + "0" * 100


@pytest.mark.parametrize(
    "arguments",
    [
        ("analyze", "sample:dutch-2", "--explain", "projective", "--limit", GOOGOL),
        ("show", "sample:dutch-2", "--width", GOOGOL),
        ("show", "sample:dutch-2", "--width", "1" + "0" * 400, "--format", "svg"),
        ("convert", "sample:dutch-2", "--to", "conllx"),
        ("eval", "sample:dutch-2", "sample:dutch-2", "--seed", GOOGOL),
        ("verify", "arc-eager", "--n", GOOGOL),
        ("sample", "--size", "2", "--seed", GOOGOL),
        ("sample", "--uniform", "--size", "1", "--length", "999999999"),
        ("link", "the dog ran", "--limit", GOOGOL),
    ],
    ids=lambda arguments: " ".join(arguments)[:30],
)
def test_large_numbers_work_or_are_refused(arguments: tuple[str, ...]) -> None:
    found = run(*arguments)
    assert found.returncode in (0, 1, 2) and "Traceback" not in found.stderr, found.stderr


@pytest.fixture
def hostile(tmp_path: Path) -> Path:
    """A treebank whose forms, labels, sent_id and file name would act on a terminal."""
    path = write_trees(tmp_path / f"a{ESCAPE}{CSI}.conllu", [2, 0, 2, 1])
    text = path.read_text("utf-8")
    for old, new in (("w1", f"x{ESCAPE}{CSI}"), ("\tdep\t", f"\tdep{ESCAPE}{CSI}\t"), ("s1", f"s{CSI}")):
        text = text.replace(old, new)
    path.write_text(text, "utf-8")
    return path


@pytest.mark.parametrize(
    "arguments",
    [
        ("trace", "--system", "swap"),
        ("trace", "--system", "swap", "--whole"),
        ("trace", "--system", "swap", "--json"),
        ("trace", "--system", "swap", "--svg", "-"),
        ("trace", "--system", "swap", "--html", "-"),
        ("analyze",),
        ("analyze", "--table"),
        ("analyze", "--table", "--markdown"),
        ("analyze", "--table", "--latex"),
        ("analyze", "--csv"),
        ("analyze", "--json"),
        ("analyze", "--html", "-"),
        ("analyze", "--systems"),
        ("analyze", "--explain", "projective"),
        ("analyze", "--explain", "projective", "--json"),
        ("show",),
        ("show", "--format", "html"),
        ("show", "--format", "tikz"),
        ("show", "--format", "svg"),
    ],
    ids=" ".join,
)
def test_escape_sequences_of_treebanks_never_reach_the_terminal(hostile: Path, arguments: tuple[str, ...]) -> None:
    found = run(arguments[0], hostile, *arguments[1:])
    assert found.returncode == 0, found.stderr
    assert is_safe(found.stdout) and is_safe(found.stderr), ascii(found.stdout)


@pytest.mark.parametrize("more", [(), ("--by", "all"), ("--json",), ("--markdown", "--by", "label"), ("--latex",)])
def test_escape_sequences_in_labels_never_reach_the_terminal_from_eval(hostile: Path, more: tuple[str, ...]) -> None:
    found = run("eval", hostile, hostile, *more)
    assert found.returncode == 0 and is_safe(found.stdout), ascii(found.stdout)


def test_json_keeps_the_values_that_it_escapes(hostile: Path) -> None:
    (found,) = json.loads(output("analyze", hostile, "--json"))
    assert found["file"] == str(hostile)
    assert list(json.loads(output("eval", hostile, hostile, "--json"))[0]["by_label"]) == [f"dep{ESCAPE}{CSI}", "root"]


def test_escape_sequences_in_messages_never_reach_the_terminal(hostile: Path, tmp_path: Path) -> None:
    missing = tmp_path / f"b{ESCAPE}{CSI}.conllu"
    for arguments in (
        ["analyze", missing],
        ["analyze", hostile, "--explain", f"{CSI}-planar"],
        ["trace", hostile, "--sentence", CSI],
        ["parse", "-m", hostile, hostile],
        ["convert", hostile, "-o", tmp_path / CSI / "b.conllu"],
        ["features", f"{CSI}.toml"],
    ):
        found = run(*arguments)
        assert found.returncode == 1 and is_safe(found.stderr), ascii(found.stderr)
        assert found.stderr.count("\n") == 1
    bad = tmp_path / f"c{ESCAPE}.conllu"
    bad.write_text(hostile.read_text("utf-8") + f"1\tx{ESCAPE}\n\n", "utf-8")
    assert is_safe(run("convert", bad, "--skip-bad", "-o", os.devnull).stderr)


@pytest.mark.parametrize("arguments", [(f"--{CSI}",), (CSI,), ("show", f"--{CSI}"), ("show", "x", CSI)])
def test_escape_sequences_in_arguments_never_reach_the_terminal(arguments: tuple[str, ...]) -> None:
    found = run(*arguments)
    assert found.returncode == 2 and is_safe(found.stderr), ascii(found.stderr)


def shell(script: str, *arguments: str | Path) -> subprocess.CompletedProcess[str]:
    """A script of bash in which ``multiplane`` is the command."""
    words = " ".join(COMMAND)
    whole = f'multiplane() {{ {words} "$@"; }}; set -o pipefail; {script}'
    return subprocess.run(
        ["bash", "-c", whole, "bash", *map(str, arguments)], capture_output=True, text=True, check=False
    )


@pytest.mark.slow
def test_closed_standard_streams(tmp_path: Path) -> None:
    place = tmp_path / "out.conllu"
    found = shell('multiplane convert sample:dutch-2 --to conllu -o "$1" >&-; echo "$?"', place)
    assert (found.stdout, found.stderr) == ("0\n", "") and place.stat().st_size > 100
    found = shell('multiplane --version >&-; echo "$?"')
    expected = "multiplane: standard output is closed; expected somewhere to write to\n"
    assert (found.stdout, found.stderr) == ("1\n", expected)
    found = shell("multiplane --version 2>&-")
    assert found.returncode == 0 and found.stdout == output("--version")
    found = shell("multiplane link '' 2>&-")
    assert (found.returncode, found.stdout, found.stderr) == (1, "", "")
    found = shell('multiplane convert - -o "$1" <&- >&- 2>&-', place)
    assert (found.returncode, found.stdout, found.stderr) == (1, "", "")
    assert sorted(tmp_path.iterdir()) == [place]


@pytest.mark.slow
def test_a_closed_pipe_and_a_full_disk_end_as_with_other_tools() -> None:
    found = shell("multiplane show sample: | head -n 1")
    assert found.returncode == 128 + signal.SIGPIPE and found.stderr == ""
    if Path("/dev/full").exists():
        found = shell("multiplane analyze sample:dutch-2 > /dev/full")
        assert (found.returncode, found.stderr) == (1, "multiplane: No space left on device\n")


def test_the_package_runs_as_a_module() -> None:

    found = subprocess.run(
        [sys.executable, "-m", "multiplane", "--version"], capture_output=True, text=True, check=True
    )
    assert found.stdout == output("--version")


@pytest.mark.parametrize("header", ["{'descr': '<f4', 'shape': " + "(" * 3000, "{'descr': (", "{'descr': '<f4'}", "'"])
def test_matrices_with_damaged_headers_are_one_line(header: str, tmp_path: Path) -> None:
    content = b"\x93NUMPY\x01\x00" + len(header).to_bytes(2, "little") + header.encode()
    (tmp_path / "a.npy").write_bytes(content)
    few = ("--train", "sample:german", "--dev", "sample:german", "--model", "neural", "-o", tmp_path / "out")
    found = complaint("train", *few, "--vectors", tmp_path / "a.npy")
    assert found.startswith(f"{tmp_path / 'a.npy'}: found a file that is no NumPy matrix (")


def test_ctrl_c_while_the_package_is_imported_is_silent(tmp_path: Path) -> None:
    (tmp_path / "typer.py").write_text("import os, signal\nos.kill(os.getpid(), signal.SIGINT)\n", "utf-8")
    found = subprocess.run(
        [sys.executable, "-m", "multiplane", "--version"],
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (found.returncode, found.stdout, found.stderr) == (-signal.SIGINT, "", "")


def test_quiet_leaves_results_and_errors(tmp_path: Path) -> None:
    path = write_trees(tmp_path / "a.conllu", [2, 0, 2, 1])
    path.write_text(path.read_text("utf-8") + "1\tbad\n\n", "utf-8")
    loud, quiet = run("convert", path, "--skip-bad"), run("convert", path, "--skip-bad", "--quiet")
    assert "skipped 1 bad sentence" in loud.stderr and quiet.stderr == ""
    assert quiet.stdout == loud.stdout
    assert run("-q", "convert", path, "--skip-bad").stderr == ""
    assert "skipped" in run("convert", path, "--skip-bad").stderr, "quiet once, not for ever"
    assert run("convert", path, "-q").stderr.startswith("multiplane: ")


@pytest.mark.parametrize(
    "arguments",
    [
        ("convert", "sample:dutch-2", "--to", "conllu", "-o"),
        ("parse", "-m", "english-fast", "sample:english-1", "-o"),
        ("analyze", "sample:dutch-2", "--html"),
        ("show", "sample:dutch-2", "-f", "html", "-o"),
        ("trace", "sample:dutch-2", "--html"),
    ],
    ids=lambda arguments: arguments[0],
)
def test_what_a_killed_command_left_is_removed_by_the_next_one(tmp_path: Path, arguments: tuple[str, ...]) -> None:
    from multiplane import output as module

    module._temporary_files_at_first.cache_clear()
    place = tmp_path / "out.conllu"
    (tmp_path / ".out.conllu.0123abcd.part").write_bytes(b"half")
    (tmp_path / ".other.conllu.0123abcd.part").write_bytes(b"half")
    output(*arguments, place)
    assert sorted(file.name for file in tmp_path.iterdir()) == [".other.conllu.0123abcd.part", "out.conllu"]


def test_links_at_the_output_are_followed(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to("file.conllu")
    output("convert", "sample:dutch-2", "--to", "conllu", "-o", tmp_path / "link")
    assert (tmp_path / "link").is_symlink() and not (tmp_path / "file.conllu").is_symlink()
    (tmp_path / "round").symlink_to("round")
    assert "round: " in complaint("convert", "sample:dutch-2", "-o", tmp_path / "round")


def test_sentences_with_enormous_numbers_are_skipped(tmp_path: Path) -> None:
    good = "1\ta\t_\t_\t_\t_\t0\troot\t_\t_\n\n"
    in_range = f"{DIGITS}-2\tb\t_\t_\t_\t_\t_\t_\t_\t_\n{good}"
    as_head = good.replace("\t0\t", f"\t{DIGITS}\t")
    in_row = f"1-1\tb\t_\t_\t_\t_\t{DIGITS}\t_\t_\t_\n{good}"
    path = tmp_path / "a.conllu"
    path.write_text(good + in_range + as_head + in_row + good, "utf-8")
    found = run("convert", path, "--to", "conllu", "--skip-bad")
    assert found.returncode == 0 and found.stdout == good + good
    assert found.stderr.endswith("skipped 3 bad sentences\n") and len(found.stderr) < 700


def test_a_decoder_with_an_enormous_number_is_one_line(tmp_path: Path) -> None:
    arguments = ("--model", "arc-factored", "--trees", f"multi-headed-{DIGITS}", "-o", tmp_path / "a.model")
    assert "found class 'multi-headed-999" in complaint(
        "train", "--train", "sample:german", "--dev", "sample:german", *arguments
    )
    assert not list(tmp_path.iterdir())
