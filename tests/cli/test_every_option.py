"""Every option of every command reaches what it is for: with another value, something else comes out.

And whatever comes in blocks comes out the same in smaller ones: all these calls of commands that read treebanks or
text, and some more, give the same bytes where all is one block, and where the input trickles in by a few bytes, so that
each sentence is a block.

The table holds, for each option, two calls that differ in it alone. The options are those that the commands declare,
so one that is missing in the table is an error. What comes out is standard output, every file written, and for models
the tensors, since their headers repeat what was asked for.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

import pytest
import typer
from tests.cli.running import output, run
from tests.cli.trained import made

from multiplane.cli.main import app
from multiplane.text.pipeline import inputs
from multiplane.text.tokenizer import stream as tokenizer_stream
from multiplane.text.tokenizer.model import decoded
from multiplane.treebank import conll
from multiplane.treebank.conll.blocks import Block
from multiplane.treebank.conll.source import open_source

TIMES = re.compile(r" *[0-9,.]+ words/s| *[0-9.]+ s$", re.MULTILINE)
BASES = {
    "analyze": "trees.conllu",
    "show": "sample:dutch-2",
    "convert": "trees.conllu",
    "sample": "--size 4",
    "parse": "-m arcs.model words.conllu",
    "features": "",
    "kinds": "",
    "systems": "arc-eager",
    "verify": "arc-eager --n 2",
    "trace": "sample:dutch-2 --system 2-planar",
    "eval": "dev.conllu other.conllu",
    "link": "'the cat saw the dog in the park .'",
    "replicate": "two-planar --treebanks banks/one -o out --words 60 --epochs 1",
    "warm": "trace --system arc-eager",
    "schema list": "--n 1",
    "schema show": "eisner-1996",
    "schema run": "eisner-1996 'the hen laid an egg'",
    "schema check": "eisner-1996 --n 2",
    "schema relate": "eisner-1996 eisner-satta-1999 --n 1",
    "schema figure": "-o out.svg --n 1",
    "train": "--train train.conllu --dev dev.conllu --system arc-eager --epochs 1 -o out.model",
}
PLAIN_TRAINING = "=train --train train.conllu --dev dev.conllu --epochs 1 -o out.model"
NEURAL_TRAINING = f"{PLAIN_TRAINING} --model neural --trees all"
CHANGED: dict[str, dict[str, tuple[str, str]]] = {
    "analyze": {
        "--output": ("", "-o out.json"),
        "FILE...": ("", "sample:german"),
        "--tree": ("", "=analyze --tree 'a>b:x c>b b>0'"),
        "--heads": ("", "=analyze --heads '3 0 2'"),
        "--words": (
            "=analyze --explain planar --heads '3 0 2'",
            "=analyze --explain planar --heads '3 0 2' --words 'we all go'",
        ),
        "--explain": ("", "--explain projective"),
        "--deps": ("=analyze graphs.conllu", "=analyze graphs.conllu --deps"),
        "--systems": ("", "--systems"),
        "--class": ("", "--class gap-minding"),
        "--table": ("", "--table"),
        "--markdown": ("--table", "--table --markdown"),
        "--latex": ("--table", "--table --latex"),
        "--root-arcs": ("", "--no-root-arcs"),
        "--json": ("", "--json"),
        "--csv": ("", "--csv"),
        "--html": ("", "--html out.html"),
        "--pictures": ("--explain projective", "--explain projective --pictures out"),
        "--limit": ("--explain projective", "--explain projective --limit 1"),
        "--width": ("sample:german --table", "sample:german --table --width 40"),
        "--from": ("", "!--from conllx"),
        "--skip-bad": ("bad.conllu", "bad.conllu --skip-bad"),
    },
    "show": {
        "FILE": ("", "=show sample:german-1"),
        "--tree": ("", "=show --tree 'a>b:x c>b b>0'"),
        "--heads": ("", "=show --heads '3 0 2'"),
        "--words": ("=show --heads '3 0 2'", "=show --heads '3 0 2' --words 'we all go'"),
        "--sentence": ("=show sample:dutch", "=show sample:dutch -s 2"),
        "--format": ("", "-f svg"),
        "--output": ("-f svg", "-f svg -o out.svg"),
        "--width": ("", "--width 40"),
        "--root-arcs": ("", "--no-root-arcs"),
        "--planes": ("", "--no-planes"),
        "--deps": ("=show graphs.conllu", "=show graphs.conllu --deps"),
        "--tags": ("", "--tags"),
        "--xpos": ("=show full.conllu", "=show full.conllu --xpos"),
        "--lemmas": ("", "--lemmas"),
        "--feats": ("=show full.conllu", "=show full.conllu --feats"),
        "--multiword": ("=show full.conllu", "=show full.conllu --multiword"),
        "--empty-nodes": ("=show full.conllu", "=show full.conllu --empty-nodes"),
        "--enhanced": ("=show full.conllu", "=show full.conllu --enhanced"),
        "--caption": ("", "--caption none"),
        "--theme": ("-f svg", "-f svg --theme dark"),
        "--class": ("=show sample:", "=show sample: --class planar"),
        "--outside": ("=show sample:", "=show sample: --outside planar"),
        "--label": ("=show sample:", "=show sample: --label xcomp"),
        "--length": ("=show sample:", "=show sample: --length 5-8"),
        "--page-size": ("=show sample: -f html -o out.html", "=show sample: -f html -o out.html --page-size 5"),
        "--color": ("", "--color"),
        "--from": ("=show full.conllu", "!=show full.conllu --from conllx"),
        "--text": ("=show sentence.txt", "=show sentence.txt --text"),
        "--model": ("=show doubtful.txt --text", "=show doubtful.txt --text -m english-fast"),
        "--skip-bad": ("=show bad.conllu", "=show bad.conllu --skip-bad"),
    },
    "convert": {
        "IN": ("", "=convert full.conllu"),
        "--output": ("", "-o out.conllu.gz"),
        "--to": ("", "--to json"),
        "--from": ("=convert full.conllu --to json", "!=convert full.conllu --to json --from conllx"),
        "--skip-bad": ("=convert bad.conllu", "=convert bad.conllu --skip-bad"),
        "--unannotated": ("=convert words.conllu", "=convert words.conllu --unannotated"),
    },
    "sample": {
        "--size": ("", "--size 5"),
        "--class": ("", "--class projective"),
        "--seed": ("", "--seed 1"),
        "--output": ("", "-o out.conllu"),
        "--exactly": ("--class 2-planar", "--class 2-planar --exactly"),
        "--crossing-rate": ("", "--crossing-rate 1"),
        "--uniform": ("", "--uniform"),
        "--length": ("--uniform", "--uniform --length 4"),
        "--root-arcs": ("--class planar --uniform --size 20", "--class planar --uniform --size 20 --no-root-arcs"),
    },
    "parse": {
        "FILE": ("", "dev.conllu"),
        "--model": ("", "=parse -m other.model words.conllu"),
        "--text": ("=parse sentence.txt", "=parse sentence.txt --text"),
        "--output": ("", "-o out.conllu"),
        "--to": ("", "--to json"),
        "--beam": ("", "--beam 8"),
        "--trees": ("=parse -m graph.model train.conllu", "=parse -m graph.model train.conllu --trees projective"),
        "--decoder": ("=parse -m graph.model train.conllu", "=parse -m graph.model train.conllu --decoder projective"),
        "--deps": ("=parse -m graphs.model graphs.conllu --deps", "!=parse -m arcs.model graphs.conllu --deps"),
        "--transitions": ("", "--transitions"),
        "--input": ("=parse lines.txt --text", "=parse lines.txt --from horizontal"),
        "--ranges": ("=parse sentence.txt --text", "=parse sentence.txt --text --ranges"),
        "--overwrite": ("=parse wrong.conllu", "=parse wrong.conllu --overwrite tags"),
        "--skip-bad": ("=parse -m arcs.model bad.conllu", "=parse -m arcs.model bad.conllu --skip-bad"),
    },
    "features": {
        "FAMILY|SYSTEM|FILE": ("", "arc-eager"),
        "--model": ("", "--model arc-factored"),
        "--malt": ("", "--malt planar"),
    },
    "kinds": {
        "KIND": ("", "neural"),
        "--json": ("", "--json"),
        "--markdown": ("", "--markdown"),
    },
    "systems": {"--output": ("", "-o out.json"), "NAME": ("", "=systems planar"), "--json": ("", "--json")},
    "verify": {
        "--output": ("", "-o out.json"),
        "NAME": ("", "=verify planar --n 2"),
        "--n": ("", "--n 3"),
        "--json": ("", "--json"),
        "--markdown": ("=verify --n 2", "=verify --n 2 --markdown"),
    },
    "trace": {
        "--output": ("", "-o out.tex"),
        "FILE": ("", "=trace sample:german-1 --system 2-planar"),
        "--tree": ("", "=trace --tree 'a>b:x c>b b>0'"),
        "--heads": ("", "=trace --heads '3 0 2'"),
        "--words": ("=trace --heads '3 0 2'", "=trace --heads '3 0 2' --words 'we all go'"),
        "--system": ("", "=trace sample:dutch-2 --system swap"),
        "--deps": ("=trace graphs.conllu", "=trace graphs.conllu --deps"),
        "--sentence": ("=trace sample:dutch", "=trace sample:dutch -s 2"),
        "--best-effort": ("--system arc-eager", "--system arc-eager --best-effort"),
        "--labels": ("", "--no-labels"),
        "--whole": ("=trace long.conllu", "=trace long.conllu --whole"),
        "--svg": ("", "--svg out.svg"),
        "--html": ("", "--html out.html"),
        "--json": ("", "--json"),
        "--from": ("=trace full.conllu --json", "!=trace full.conllu --json --from conllx"),
        "--skip-bad": ("=trace bad.conllu", "=trace bad.conllu --skip-bad"),
    },
    "eval": {
        "--output": ("", "-o out.json"),
        "GOLD": ("", "=eval other.conllu dev.conllu"),
        "PRED...": ("", "dev.conllu"),
        "--convention": ("", "--convention conll-x"),
        "--punctuation": ("", "--no-punctuation"),
        "--subtypes": ("", "--subtypes"),
        "--by": ("", "--by direction"),
        "--shuffles": ("third.conllu --json", "third.conllu --json --shuffles 10"),
        "--seed": ("third.conllu --json --shuffles 99", "third.conllu --json --shuffles 99 --seed 3"),
        "--deps": ("=eval graphs.conllu graphs.conllu", "=eval graphs.conllu graphs.conllu --deps"),
        "--raw": ("", "--raw"),
        "--json": ("", "--json"),
        "--markdown": ("", "--markdown"),
        "--latex": ("", "--latex"),
        "--from": ("=eval full.conllu full.conllu", "!=eval full.conllu full.conllu --from conllx"),
    },
    "link": {
        "SENTENCE": ("", "=link 'he runs'"),
        "--dictionary": ("=link 'the cat' -d tiny.dict", "=link 'the cat' -d other.dict"),
        "--count": ("", "--count"),
        "--limit": ("", "-n 1"),
        "--format": ("", "-f json"),
        "--output": ("-f svg", "-f svg -o out.svg"),
        "--cycles": ("=link 'a b c' -d cycle.dict", "=link 'a b c' -d cycle.dict --no-cycles"),
        "--width": ("", "--width 20"),
    },
    "warm": {
        "JOBS": ("", "=warm eval"),
        "--system": ("", "!=warm trace --system no-such-system"),
        "--model": ("", "!=warm parse --model no-such.model"),
        "--where": ("", "--where"),
    },
    "replicate": {
        "PAPER": ("", "=replicate schemata --treebanks banks -o out"),
        "--treebanks": ("", "=replicate two-planar --treebanks banks/other -o out --words 60 --epochs 1"),
        "--output": ("", "-o out-2"),
        "--model": ("", "--model liblinear"),
        "--features": ("", "--features malt"),
        "--words": ("", "--words 120"),
        "--oracle": ("", "--oracle static"),
        "--epochs": ("", "--epochs 2"),
        "--seed": ("", "--seed 1"),
        "--json": ("", "--json"),
        "--markdown": ("", "--markdown"),
    },
    "train": {
        "--train": ("", "=train --train dev.conllu --dev dev.conllu --system arc-eager --epochs 1 -o out.model"),
        "--output": ("", "-o other-out.model"),
        "--dev": ("", "=train --train train.conllu --system arc-eager --epochs 1 -o out.model"),
        "--pipeline": ("", "--pipeline"),
        "--gold-tags": ("--pipeline", "--pipeline --gold-tags"),
        "--model": ("", "=train --train train.conllu --dev dev.conllu --model arc-factored --epochs 1 -o out.model"),
        "--system": ("", "--system swap"),
        "--deps": (
            "=train --train graphs.conllu --dev graphs.conllu --epochs 1 -o out.model",
            "=train --train graphs.conllu --dev graphs.conllu --epochs 1 -o out.model --deps",
        ),
        "--decoder": (
            "=train --train train.conllu --model arc-factored --epochs 1 -o out.model",
            "=train --train train.conllu --model arc-factored --decoder all --epochs 1 -o out.model",
        ),
        "--trees": (
            "=train --train train.conllu --model arc-factored --trees all --epochs 1 -o out.model",
            "=train --train train.conllu --model arc-factored --trees projective --epochs 1 -o out.model",
        ),
        "--beam": ("", "--beam 4"),
        "--features": ("", "--features nivreeager"),
        "--clusters": ("", "--clusters clusters.txt"),
        "--oracle": ("", "--oracle static"),
        "--buffer-arcs": ("--system 2-planar+rba", "--system 2-planar+rba --buffer-arcs any"),
        "--epochs": ("", "--epochs 2"),
        "--patience": ("--epochs 9", "--epochs 9 --patience 1"),
        "--seed": ("", "--seed 1"),
        "--licence": ("", "--licence CC0"),
        "--language": ("", "--language Elvish"),
        "--fast": (PLAIN_TRAINING, f"{PLAIN_TRAINING} --fast"),
        "--vectors": (NEURAL_TRAINING, f"{NEURAL_TRAINING} --vectors vectors.txt"),
        "--units": (NEURAL_TRAINING, f"{NEURAL_TRAINING} --units 64"),
        "--ensemble": (NEURAL_TRAINING, f"{NEURAL_TRAINING} --ensemble 2"),
        "--source": ("", "--source 'a corpus'"),
    },
    "schema list": {"--output": ("", "-o out.json"), "--n": ("", "=schema list --n 2"), "--json": ("", "--json")},
    "schema show": {
        "NAME": ("", "=schema show mh-4"),
        "--latex": ("", "--latex"),
        "--kernels": ("", "--kernels max"),
    },
    "schema run": {
        "--output": ("", "-o out.json"),
        "NAME": ("", "=schema run collins-1996 'the hen laid an egg'"),
        "SENTENCE": ("", "=schema run eisner-1996 'the hen laid'"),
        "--heads": ("", "--heads '2 3 0 5 3'"),
        "--tree": ("=schema run eisner-1996 'a b c'", "=schema run eisner-1996 --tree 'a>b:x c>b b>0'"),
        "--words": (
            "=schema run eisner-1996 --heads '3 0 2'",
            "=schema run eisner-1996 --heads '2 0 2' --words 'we all go'",
        ),
        "--grammar": (
            "=schema run kahane-1998 'the girl saw the boy'",
            "=schema run kahane-1998 'the girl saw the boy' --grammar tiny.grammar",
        ),
        "--dictionary": (
            "=schema run link-eisner-1996 'the cat'",
            "=schema run link-eisner-1996 'the cat' --dictionary tiny.dict",
        ),
        "--trace": ("", "--trace"),
        "--html": ("", "--html out.html"),
        "--json": ("", "--json"),
    },
    "schema check": {
        "--output": ("", "-o out.json"),
        "NAME": ("", "=schema check mh-4 --n 2"),
        "--n": ("", "--n 3"),
        "--class": ("", "--class gap-degree-1"),
        "--json": ("", "--json"),
    },
    "schema relate": {
        "--output": ("", "-o out.json"),
        "NAME": ("", "=schema relate collins-1996 eisner-satta-1999 --n 1"),
        "OTHER": ("", "=schema relate eisner-1996 collins-1996 --n 1"),
        "--n": ("", "--n 2"),
        "--json": ("", "--json"),
    },
    "schema figure": {"--output": ("", "-o other.svg"), "--n": ("", "--n 2")},
}
STREAMED = {
    "analyze": (
        "more-graphs.conllu --deps --explain planar",
        "trees.conllu --explain projective --html -",
        "full.conllu more-graphs.conllu --deps",
        "graphs.sdp --deps",
        "more-graphs.conllu --deps --json",
    ),
    "convert": (
        "more-graphs.conllu",
        "more-graphs.conllu --to sdp",
        "marked.conllu --to conllu",
        "marked.conllu --to json",
        "more-graphs.conllu -o out.conllx",
        "trees.conllx --to conllu",
        "graphs.sdp --to conllu --unannotated",
        "table.csv --to conllu",
    ),
    "show": ("more-graphs.conllu --deps", "--text paragraphs.txt", "--text paragraphs.txt -s 3", "trees.conllu -s 5"),
    "parse": (
        "-m english-fast --text paragraphs.txt",
        "-m english-fast --text paragraphs.txt lines.txt paragraphs.txt",
        "-m english-fast --text paragraphs.txt --ranges --to json",
        "-m english-fast --from horizontal lines.txt paragraphs.txt",
        "-m english-fast --from horizontal lines.txt --to json",
        "-m english-fast --from vertical paragraphs.txt lines.txt",
        "-m english-fast marked.conllu trees.conllu marked.conllu",
        "-m arcs.model train.conllu dev.conllu --to json",
        "-m arcs.model trees.conllx --transitions",
    ),
    "trace": ("trees.conllu -s 5", "more-graphs.conllu --deps -s 2"),
    "eval": (
        "marked.conllu marked.conllu --by all",
        "trees.conllx trees.conllx",
        "dev.conllu other.conllu third.conllu",
    ),
}
"""Calls with several sentences in every form of input, beside those in which options differ."""

FEW_BYTES = 7
NEEDED = {
    "replicate --model": "sklearn",
    "train --vectors": "torch",
    "train --units": "torch",
    "train --ensemble": "torch",
}
EXEMPT = {
    "serve": "tests/serve/test_app.py",
    "--quiet": "tests/cli/test_main.py",
    "parse --workers": "tests/test_parallel.py",
    "link --schema": "tests/cli/test_link.py",
    "train --encoder": "tests/learn/training/test_train.py",
    "train --budget": "tests/learn/neural/training/test_budget.py",
    "train --checkpoint-every": "tests/learn/training/test_loop.py",
    "train --resume": "tests/cli/test_train.py",
}
FULL = """\
# sent_id = full
# text = vámonos
# text_en = let us go
1-2\tvámonos\t_\t_\t_\t_\t_\t_\t_\t_
1\tvamos\tir\tVERB\tV\tMood=Imp\t0\troot\t0:root\t_
1.1\tya\tya\tADV\t_\t_\t_\t_\t1:advmod\t_
2\tnos\tnosotros\tPRON\tP\tCase=Acc\t1\tobj\t1:obj|1.1:dep\t_

"""
BAD = FULL.replace("\t0\troot", "\t7\troot") + FULL.replace("full", "good")
GRAPHS = """\
# sent_id = graph
1\tthey\tthey\tPRON\t_\t_\t2\tnsubj\t2:nsubj|4:nsubj\t_
2\tcome\tcome\tVERB\t_\t_\t0\troot\t0:root\t_
3\tand\tand\tCCONJ\t_\t_\t4\tcc\t4:cc\t_
4\tgo\tgo\tVERB\t_\t_\t2\tconj\t2:conj\t_

"""


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with files for every command."""
    folder = tmp_path_factory.mktemp("options")
    train, dev = made(folder / "train.conllu", 60, 1), made(folder / "dev.conllu", 12, 2)
    texts = {
        "full.conllu": FULL,
        "bad.conllu": BAD,
        "graphs.conllu": GRAPHS,
        "sentence.txt": "Hens lay eggs. Cats sleep.\n",
        "sentence.conllu": "Hens lay eggs.\n",
        "lines.txt": "Hens lay eggs .\nCats sleep .\n",
        "wrong.conllu": FULL.replace("VERB", "X"),
        "words.conllu": re.sub(r"\t\d+\t\w+\t_\t_\n", "\t_\t_\t_\t_\n", dev.read_text("utf-8")),
        "tiny.dict": "LEFT-WALL: W+;\nthe: D+;\ncat: D- & W-;\n",
        "other.dict": "LEFT-WALL: V+;\nthe: E+;\ncat: E- & V-;\n",
        "cycle.dict": "LEFT-WALL: W+;\na: W- & A+ & {B+};\nb: A- & C+;\nc: C- & {B-};\n",
        "tiny.grammar": "start: V\n\nV: N * N\nN: * | Det *\nDet: *\n\nDet = the\nN = girl boy saw\nV = saw\n",
        "vectors.txt": "2 3\ngo 1 0 0\nwe 0 1 0\n",
        "doubtful.txt": "Time flies like an arrow, but fruit flies like the old man the boats of whom we spoke.\n",
        "more-graphs.conllu": GRAPHS + GRAPHS.replace("graph", "other").replace("4:nsubj", "3:nsubj") + GRAPHS,
        "marked.conllu": "\ufeff" + (FULL + FULL.replace("full", "second") + FULL).replace("\n", "\r\n"),
        "paragraphs.txt": "\ufeffDr. Cox isn't here — yet.\nCome in! 海\u3000很广\n\n\n"
        + 24 * "We won\u2019t wait until she comes. ",
        "table.csv": "form,head,deprel\nthe,2,det\nhens,3,nsubj\nlay,0,root\n,,\nthey,2,nsubj\nhatch,0,root\n",
        "clusters.txt": "".join(f"{form}\t{len(form) % 4:02b}\n" for form in forms(train)),
    }
    for name, text in texts.items():
        (folder / name).write_text(text, "utf-8")
    output("convert", made(folder / "trees.conllu", 6, 5), "-o", folder / "trees.conllx")
    output("convert", folder / "more-graphs.conllu", "-o", folder / "graphs.sdp")
    output("sample", "--uniform", "--class", "planar", "--size", "1", "--length", "30", "-o", folder / "long.conllu")
    for bank, seed in (("one", 1), ("other", 3)):
        (folder / "banks" / bank).mkdir(parents=True)
        made(folder / "banks" / bank / "train.conllu", 30, seed)
        made(folder / "banks" / bank / "dev.conllu", 12, seed + 10)
    learn = ("train", "--train", train, "--dev", dev, "--epochs", "1")
    output(*learn, "--system", "arc-eager", "-o", folder / "arcs.model")
    output(*learn, "--system", "arc-eager", "--seed", "7", "-o", folder / "other.model")
    output(
        "train",
        "--deps",
        "--train",
        folder / "graphs.conllu",
        "--dev",
        folder / "graphs.conllu",
        "--epochs",
        "1",
        "-o",
        folder / "graphs.model",
    )
    output(*learn, "--model", "arc-factored", "--trees", "all", "-o", folder / "graph.model")
    output("parse", "-m", folder / "arcs.model", dev, "-o", folder / "other.conllu")
    output("parse", "-m", folder / "graph.model", dev, "-o", folder / "third.conllu")
    return folder


def forms(path: Path) -> list[str]:
    """The different words of a treebank."""
    return sorted({line.split("\t")[1] for line in path.read_text("utf-8").splitlines() if "\t" in line})


def outcome(command: str, call: str, place: Path) -> tuple[int, str, dict[str, bytes]]:
    """The exit code of a call, what it printed but for times, and the files that it wrote."""
    before = set(place.rglob("*"))
    arguments = call[1:] if call.startswith("=") else f"{command} {BASES[command]} {call}"
    found = run(*shlex.split(arguments), cwd=place)
    new = sorted(set(place.rglob("*")) - before)
    written = {str(path.relative_to(place)): contents(path) for path in new if path.is_file()}
    for path in reversed(new):
        path.rmdir() if path.is_dir() else path.unlink()
    return found.returncode, TIMES.sub("", found.stdout or found.stderr), written


def contents(path: Path) -> bytes:
    """The bytes of a file; of a model those of its tensors, with what it says of its data."""
    data = path.read_bytes()
    if path.suffix != ".model":
        return data
    end = 8 + int.from_bytes(data[:8], "little")
    return b"".join(re.findall(rb"(?:licence|source|language)[^,}]*", data[8:end])) + data[end:]


def options() -> list[tuple[str, str]]:
    """The commands, each with all of its options and arguments."""
    commands = []

    def walk(command: object, path: list[str]) -> None:
        for name, child in getattr(command, "commands", {}).items():
            walk(child, [*path, name])
        for parameter in getattr(command, "params", ()):
            if path:
                commands.append((" ".join(path), shown(parameter)))

    walk(typer.main.get_command(app), [])
    return [(command, option) for command, option in commands if option != "--help"]


def shown(parameter: typer.core.TyperOption | typer.core.TyperArgument) -> str:
    """What a user writes: the long name of an option, the place of an argument."""
    longest = max(parameter.opts, key=len)
    return longest if longest.startswith("-") else parameter.metavar or longest.upper()


@pytest.mark.parametrize(("command", "option"), options())
def test_another_value_changes_what_comes_out(command: str, option: str, place: Path) -> None:
    if not EXEMPT.keys().isdisjoint((command, option, f"{command} {option}")):
        return
    assert option in CHANGED[command], f"{command} {option} is in no example"
    if f"{command} {option}" in NEEDED:
        pytest.importorskip(NEEDED[f"{command} {option}"])
    first, second = CHANGED[command][option]
    one, other = outcome(command, first, place), outcome(command, second.removeprefix("!"), place)
    assert other[0] == second.startswith("!"), other[1]
    assert one != other
    if option == "--seed":
        assert outcome(command, second, place) == other


class Trickle:
    """A stream that gives a few bytes at a time, as a slow pipe does."""

    def __init__(self, stream: IO[bytes]) -> None:
        self.stream = stream

    def read(self, size: int) -> bytes:
        return self.stream.read(min(size, FEW_BYTES))

    def __iter__(self) -> Iterator[bytes]:
        return iter(self.stream)


@contextmanager
def in_one_block(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """All of a file is one block, which no command sees otherwise: the last sentence comes alone."""

    def whole(stream: IO[bytes], size: int, **options: bool) -> Iterator[Block]:
        yield from (Block(data) for data in [stream.read()] if data)

    def whole_text(stream: IO[bytes], size: int, source: str) -> Iterator[tuple[str, bool]]:
        yield decoded(stream.read(), source), True

    with monkeypatch.context() as patch:
        patch.setattr(conll.read, "blocks", whole)
        patch.setattr(tokenizer_stream, "_texts", whole_text)
        yield


@contextmanager
def sentence_by_sentence(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Input comes in so slowly that every sentence is a block."""

    @contextmanager
    def opened(path: str | Path) -> Iterator[Trickle]:
        with open_source(path) as stream:
            yield Trickle(stream)

    with monkeypatch.context() as patch:
        for module in (conll.read, inputs):
            patch.setattr(module, "open_source", opened)
        patch.setattr(inputs, "SENTENCES_IN_BLOCK", 1)
        yield


def streamed() -> list[tuple[str, str, bool]]:
    """The calls of all commands that read files of sentences, those of both tables; must they succeed?"""
    found = []
    for command in dict.fromkeys(
        command for command, option in options() if option in ("FILE", "FILE...", "IN", "GOLD")
    ):
        calls = [call.removeprefix("!") for pair in CHANGED[command].values() for call in pair]
        found += [(command, call, False) for call in dict.fromkeys(calls)]
        found += [(command, f"={command} {call}", True) for call in STREAMED[command]]
    return found


@pytest.mark.parametrize(("command", "call", "succeeds"), streamed())
def test_blocks_of_one_sentence_change_nothing(
    command: str, call: str, succeeds: bool, place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with in_one_block(monkeypatch):
        whole = outcome(command, call, place)
    assert not (succeeds and whole[0]), whole[1]
    with sentence_by_sentence(monkeypatch):
        assert outcome(command, call, place) == whole
