"""Made-up command lines and damaged treebanks: every call ends with 0, 1 or 2, and never with a traceback.

A call that fails on bad input prints one line; whatever it was to write is then not there.
"""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from tests.cli.running import run

SAMPLES = ["sample:dutch-2", "sample:shape", "sample:no-such", "no/such/file", "-", "", ".", "\x9b", "a\tb"]
NUMBERS = ["0", "1", "2", "-1", "1.5", "nan", "x", "", "99999999999999999999", "9" * 5000, "٣", "1e9"]
NAMES = ["projective", "2-planar", "0-planar", "99-planar", "1ec", "arc-eager", "swap+lba", "all", "", "\x1b[1m", "é"]
COMMANDS: dict[str, list[list[str]]] = {
    "analyze": [
        ["--explain", "NAME"],
        ["--json"],
        ["--csv"],
        ["--table"],
        ["--markdown"],
        ["--latex"],
        ["--limit", "N"],
    ],
    "show": [
        ["--sentence", "N"],
        ["--width", "N"],
        ["--format", "svg"],
        ["--format", "html"],
        ["--no-planes"],
        ["--text"],
    ],
    "trace": [["--system", "NAME"], ["--sentence", "N"], ["--json"], ["--whole"], ["--no-labels"]],
    "parse": [
        ["--text"],
        ["--from", "text"],
        ["--from", "horizontal"],
        ["--from", "vertical"],
        ["--to", "json"],
        ["--ranges"],
        ["--overwrite", "tags"],
        ["--overwrite", "NAME"],
        ["--beam", "N"],
        ["--decoder", "NAME"],
        ["--transitions"],
        ["-m", "english-fast"],
        ["-m", "FILE"],
        ["-o", "OUT"],
    ],
    "convert": [
        ["--to", "conllx"],
        ["--to", "sdp"],
        ["--to", "json"],
        ["--to", "NAME"],
        ["--unannotated"],
        ["-o", "OUT"],
    ],
    "eval": [["FILE"], ["--by", "label"], ["--by", "NAME"], ["--markdown"], ["--latex"], ["--shuffles", "N"]],
    "sample": [["--size", "1"], ["--class", "NAME"], ["--length", "N"], ["--seed", "N"], ["--crossing-rate", "N"]],
    "systems": [["NAME"], ["--json"]],
    "features": [["NAME"], ["FILE"], ["--malt"]],
}
COMMON = [
    ["--skip-bad"],
    ["--from", "conllx"],
    ["--from", "NAME"],
    ["-q"],
    ["--no-root-arcs"],
    ["--deps"],
    ["--nonsense"],
]
NOTICES = ("multiplane: no model given", "multiplane: warning: ")
PIECES = [
    b"\t",
    b"\n",
    b"\n\n",
    b"_",
    b"0",
    b"1-2",
    b"1.1",
    b"9" * 5000,
    b"#",
    b"\xff",
    b"\x00",
    b"\x1b[2J",
    "é".encode(),
]
TEXT = (
    b"# sent_id = a\n1-2\tzum\t_\t_\t_\t_\t_\t_\t_\t_\n1\tzu\t_\tADP\t_\t_\t3\tcase\t3:case\t_\n"
    b"2\tdem\t_\tDET\t_\t_\t3\tdet\t3:det\t_\n3\tHaus\t_\tNOUN\t_\t_\t0\troot\t0:root\t_\n\n"
)


def damaged(chance: random.Random) -> bytes:
    """A small treebank with some bytes changed."""
    data = bytearray(TEXT * chance.choice([1, 2]))
    for _ in range(chance.randrange(4)):
        place = chance.randrange(len(data))
        data[place : place + chance.choice([0, 1, 5])] = chance.choice(PIECES)
    return bytes(data)


def arguments_of(chance: random.Random, folder: Path) -> list[str]:
    """A command line, mostly sensible."""
    command = chance.choice(list(COMMANDS))
    options = chance.sample(COMMANDS[command] + COMMON, chance.choice([0, 1, 1, 2, 3]))
    treebank = folder / "in.conllu"
    files = [] if command in ("sample", "systems", "features") else [str(treebank)]
    words = [command, *files, *(word for option in options for word in option)]
    choices = {"N": NUMBERS, "NAME": NAMES, "FILE": [str(treebank), *SAMPLES], "OUT": [str(folder / "out"), "no/out"]}
    return [chance.choice(choices[word]) if word in choices else word for word in words]


def fuzz(cases: int, seed: int, folder: Path) -> None:
    chance = random.Random(seed)
    for number in range(cases):
        (folder / "in.conllu").write_bytes(damaged(chance))
        arguments = arguments_of(chance, folder)
        found = run(*arguments, stdin=damaged(chance), cwd=folder)
        case = (number, arguments, found.returncode, found.stderr[-2000:])
        assert found.returncode in (0, 1, 2), case
        assert "Traceback" not in found.stderr and "\x1b" not in found.stderr and "\x9b" not in found.stderr, case
        if found.returncode == 1:
            lines = [line for line in found.stderr.splitlines() if not line.startswith(NOTICES)]
            assert len(lines) == 1 or "--skip-bad" in arguments, case
            assert not (folder / "out").exists(), case
        (folder / "out").unlink(missing_ok=True)
        assert {file.name for file in folder.iterdir()} == {"in.conllu"}, case


@pytest.mark.slow
def test_dozens_of_command_lines(tmp_path: Path) -> None:
    fuzz(40, 1, tmp_path)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(2, 12))
def test_thousands_of_command_lines(tmp_path: Path, seed: int) -> None:
    fuzz(1000, seed, tmp_path)
