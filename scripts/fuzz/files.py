"""Hostile side files: vectors in every format, clusters, feature files, grammars, dictionaries."""

from __future__ import annotations

import io
import random

import numpy as np
from commands import damaged
from judge import Case
from material import treebanks

VECTORS = b"4 3\nthe 0.1 0.2 0.3\nhen 1 2 3\nde -1 -2 -3\nkip 0 0 0\n"
CLUSTERS = b"the\t0101\nhen\t011\nde\t00\nkip\t1\n"
GRAMMAR = b"start: S\nS: N * | *\nN: * | D *\nS = sees runs\nN = hen dog\nD = the\n"
DICTIONARY = b"the: D+;\nhen dog: {@A-} & D- & (Ss+ or O-);\nsees: Ss- & {O+};\n%comment\n"
TEMPLATES = b'transition = ["S0.form", "S0.upos B0.upos", "distance(S0,B0)"]\nlabel = ["H.form D.form"]\n'
XML = (
    b'<?xml version="1.0" encoding="UTF-8"?>\n<a><feature>InputColumn(FORM, Stack[0])</feature><feature>'
    b"Merge(InputColumn(POSTAG, Input[1]), OutputColumn(DEPREL, ldep(Input[0])))</feature></a>"
)
ODD = b"""\n|\t| ||\0|\xff\xfe|\r|nan|inf|1e400|-|99999999|\xef\xbb\xbf|&b;|/a/b|<.x>: |* * |or or|"|'|\\|#"""
PIECES = [*ODD.split(b"|"), b"utf-7", b"idna", b"<!DOCTYPE a [<!ENTITY b 'c'>]>", b"9" * 5000, b"a" * 100_000]
PIECES += [piece * 10_000 for piece in (b"(", b"[", b"{", b"<a>", b"Merge(", b"head(", b"&lt;")]


def numpy_file(chance: random.Random) -> bytes:
    """A .npy file: of another type or shape, with values that are no numbers, or damaged."""
    kind = chance.choice(["f4", "f8", "f2", "i4", "c8", "?", "U3", "M8[s]", "O", [("a", "f4"), ("b", "i4")], ">f4"])
    shape = chance.choice([(4, 3), (4,), (0, 3), (4, 0), (2, 2, 3), (), (4, 5000), (3, 3)])
    out = io.BytesIO()
    np.save(out, np.zeros(shape, kind), allow_pickle=True)
    pieces = [*PIECES[:12], b"'descr'", b"(2000000000, 300)", b"(4, 3), 'x': " + b"(" * 3000, b"\x03\x00", b"True"]
    return damaged(chance, out.getvalue(), pieces)


def attack(chance: random.Random, case: Case) -> None:
    train, dev = treebanks(case)
    words = ["train", "--train", train, "--dev", dev, "--epochs", "1", "-o", "out.model"]
    neural = [*words, "--model", "neural", "--units", "32"]
    match chance.randrange(9):
        case 0:
            case.run(*neural, "--vectors", case.write("a.vec", damaged(chance, VECTORS, PIECES)))
        case 1:
            case.write("a.txt", damaged(chance, b"the\nhen\nde\nkip\n", PIECES[:12]))
            case.run(*neural, "--vectors", case.write("a.npy", numpy_file(chance)))
        case 2:
            rows = b"".join(word + b" " + np.ones(3, "<f4").tobytes() + b"\n" for word in (b"the", b"hen", b"de"))
            head = chance.choice([b"3 3\n", b"3 3\n", b"9999999999999 3\n", b"3 999999999\n", b"-1 3\n", b"3 0\n"])
            case.run(*neural, "--vectors", case.write("a.bin", damaged(chance, head + rows, PIECES)))
        case 3:
            more = chance.choice([[], ["--pipeline"], ["--model", "neural", "--units", "32"], ["--fast"]])
            case.run(*words, *more, "--clusters", case.write("a.txt", damaged(chance, CLUSTERS, PIECES)))
        case 4:
            case.run("features", case.write("a.toml", damaged(chance, TEMPLATES, PIECES)))
        case 5:
            case.run(*words, "--fast", "--features", case.write("a.xml", damaged(chance, XML, PIECES)))
        case 6:
            case.run("features", case.write("a.xml", damaged(chance, XML, PIECES)))
        case 7:
            schema = chance.choice(
                ["lombardo-lesmo-1996", "collins-1996", "head-corner", "bulc", "kahane-1998", "dvh-1"]
            )
            grammar = case.write("a.grammar", damaged(chance, GRAMMAR, PIECES))
            case.run("schema", "run", schema, "the hen sees", "--grammar", grammar)
        case _:
            case.run("link", "the hen sees the dog", "-d", case.write("a.dict", damaged(chance, DICTIONARY, PIECES)))
