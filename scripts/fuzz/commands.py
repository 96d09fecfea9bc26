"""Made-up command lines over damaged treebanks."""

from __future__ import annotations

import random

from judge import Case

SAMPLES = ["sample:dutch-2", "sample:shape", "sample:no-such", "no/such/file", "-", "", ".", "\x9b", "a\tb"]
NUMBERS = ["0", "1", "2", "-1", "1.5", "nan", "x", "", "99999999999999999999", "9" * 5000, "٣", "1e9"]
NAMES = ["projective", "2-planar", "99-planar", "1ec", "arc-eager", "swap+lba", "all", "", "\x1b[1m", "é"]
COMMANDS = {
    "analyze": "--explain NAME;--json;--csv;--table;--markdown;--latex;--limit N;--systems;--deps;--html OUT",
    "show": "--sentence N;--width N;--format svg;--format html;--format tikz;--no-planes;--text;--deps;-o OUT",
    "trace": "--system NAME;--sentence N;--json;--whole;--no-labels;--best-effort;--svg OUT;--html OUT",
    "parse": "--text;--from text;--from horizontal;--from vertical;--to json;--ranges;--overwrite tags;"
    "--overwrite NAME;--beam N;--trees CLASS;--transitions;-m english-fast;-m FILE;-o OUT;--workers N",
    "convert": "--to conllx;--to sdp;--to json;--to NAME;--unannotated;-o OUT",
    "eval": "FILE;--by label;--by NAME;--markdown;--latex;--shuffles N;--raw;--deps;--json",
    "sample": "--size 1;--class NAME;--length N;--seed N;--crossing-rate N;--uniform;--language N;-o OUT",
    "systems": "NAME;--json",
    "features": "NAME;FILE;--malt",
    "train": "--train FILE;-o OUT;--model arc-factored;--system NAME;--trees CLASS;--epochs N;--features FILE",
}
COMMON = ["--skip-bad", "--from conllx", "--from NAME", "-q", "--no-root-arcs", "--deps", "--nonsense"]
PIECES = [*b"\t,\n,\n\n,_,0,1-2,1.1,#,\xff,\0,\x1b[2J,\xc3\xa9".split(b","), b"9" * 5000]
TEXT = (
    "# sent_id = a\n1-2\tzum\t_\t_\t_\t_\t_\t_\t_\t_\n1\tzu\t_\tADP\t_\t_\t3\tcase\t3:case\t_\n"
    "2\tdem\t_\tDET\t_\t_\t3\tdet\t3:det\t_\n3\tHaus\t_\tNOUN\t_\t_\t0\troot\t0:root\t_\n\n"
)


def damaged(chance: random.Random, whole: bytes, pieces: list[bytes]) -> bytes:
    """Bytes with a few places changed."""
    data = bytearray(whole)
    for _ in range(chance.randrange(4)):
        place = chance.randrange(len(data) + 1)
        data[place : place + chance.choice([0, 1, 5])] = chance.choice(pieces)
    return bytes(data)


def attack(chance: random.Random, case: Case) -> None:
    treebank = case.write("in.conllu", damaged(chance, TEXT.encode() * chance.choice([1, 2]), PIECES))
    command = chance.choice(list(COMMANDS))
    options = chance.sample(COMMANDS[command].split(";") + COMMON, chance.choice([0, 1, 1, 2, 3]))
    words = [command] + ([] if command in ("sample", "systems", "features", "train") else [treebank])
    choices = {"N": NUMBERS, "NAME": NAMES, "FILE": [treebank, *SAMPLES], "OUT": ["out", "no/out"]}
    for word in " ".join(options).split():
        words.append(chance.choice(choices[word]) if word in choices else word)
    if "--skip-bad" in words:
        words.append("-q")
    case.run(*words, stdin=damaged(chance, TEXT.encode(), PIECES))
