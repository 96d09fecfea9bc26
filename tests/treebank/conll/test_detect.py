"""The format by name and by content, and through ``read``."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.treebank.texts import PLAIN, RICH, row, text

import multiplane
from multiplane.treebank.conll.detect import detect_format

NEUTRAL = text(row(1))


@pytest.mark.parametrize(
    ("name", "content", "format"),
    [
        ("a.conllu", PLAIN, "conllu"),
        ("a.CONLLU.gz", PLAIN, "conllu"),
        ("a.conllx", RICH, "conllx"),
        ("a.conllx.xz", RICH, "conllx"),
        ("a.conll", NEUTRAL, "conllx"),
        ("a.conll.bz2", NEUTRAL, "conllx"),
        ("a.conll", RICH, "conllu"),
        ("a.txt", NEUTRAL, "conllu"),
        ("-", NEUTRAL, "conllu"),
        ("-", PLAIN, "conllx"),
        ("-", text("# a comment", row(1)), "conllu"),
        ("-", "\ufeff" + text("# a comment", row(1)), "conllu"),
        ("-", text(row("1-2"), row(1), row(2, head=1, deps="1")), "conllu"),
        ("-", text(row(1), row("1.1")), "conllu"),
        ("-", text(row(1, deps="0:root")), "conllu"),
        ("-", text(row(1, deps="0:root")).replace("\n", "\r\n"), "conllu"),
        ("-", text(row(1, deps="3.1:dep|4:dep")), "conllu"),
        ("-", text(row(1), row(2, head=1, deps="1")), "conllx"),
    ],
)
def test_detection(name: str, content: str, format: str) -> None:
    assert detect_format(content.encode(), name) == format


def test_read_detects_and_obeys(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text(PLAIN)
    assert multiplane.read(path).format == "conllx"
    assert multiplane.read(path, format="conllu").format == "conllu"
    assert next(multiplane.stream(path, format="conllu")).format == "conllu"


def test_danish_is_conllx(treebanks: Path) -> None:
    assert multiplane.read(treebanks / "danish-ddt" / "train.conll").format == "conllx"
