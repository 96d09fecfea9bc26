"""Reading and writing gives the same bytes, whatever the file holds."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.treebank.texts import ODDITIES

import multiplane
from multiplane import MultiplaneError, Tree


def assert_lossless(data: bytes, path: Path, folder: Path) -> None:
    treebank = multiplane.read(path)
    assert bytes(treebank) == data
    for name, sentences in (("whole", treebank), ("sentences", iter(treebank)), ("stream", multiplane.stream(path))):
        multiplane.write(sentences, folder / name)
        assert (folder / name).read_bytes() == data, name
    again = treebank.with_trees(treebank.heads, treebank.encode(["deprel"]).ids["deprel"], deprels(treebank))
    assert bytes(again) == data
    assert (again.layout.columns == treebank.layout.columns).all()
    assert (again.layout.spans == treebank.layout.spans).all()


def deprels(treebank: multiplane.Treebank) -> tuple[str, ...]:
    return treebank.encode(["deprel"]).vocabularies["deprel"]


@pytest.mark.parametrize("name", ODDITIES)
def test_oddities(name: str, tmp_path: Path) -> None:
    path = tmp_path / "a.conllu"
    path.write_bytes(ODDITIES[name])
    assert_lossless(ODDITIES[name], path, tmp_path)


@pytest.mark.parametrize("suffix", ["gz", "bz2", "xz"])
def test_compressed(suffix: str, tmp_path: Path) -> None:
    first, second = tmp_path / f"a.conllu.{suffix}", tmp_path / f"b.conllu.{suffix}"
    treebank = multiplane.Treebank.from_text(ODDITIES["as it should be"])
    multiplane.write(treebank, first)
    multiplane.write(treebank, second)
    assert first.read_bytes() == second.read_bytes() != bytes(treebank)
    assert multiplane.read(first) == treebank
    assert list(multiplane.stream(first)) == list(treebank)


def test_trees_and_sentences_made_in_python(tmp_path: Path) -> None:
    path = tmp_path / "made.conllu"
    tree = Tree([2, 0], ["nsubj", ""], ["Hens", "lay"])
    multiplane.write(tree, path)
    assert path.read_text() == "1\tHens" + "\t_" * 4 + "\t2\tnsubj\t_\t_\n2\tlay" + "\t_" * 4 + "\t0\t_\t_\t_\n\n"
    sentence = multiplane.read(path)[0].with_tree([0, 1])
    multiplane.write([tree, sentence, Tree([0])], path)
    assert [one.tree.heads.tolist() for one in multiplane.read(path)] == [[2, 0], [0, 1], [0]]


def test_sentences_are_separated_whatever_followed_them(tmp_path: Path) -> None:
    path = tmp_path / "a.conllu"
    cut = multiplane.Treebank.from_text("1\tGo\t_\t_\t_\t_\t0\troot\t_\t_")[0]
    marked = multiplane.Treebank.from_text("\ufeff1\tGo\t_\t_\t_\t_\t0\troot\t_\t_\r\n")[0]
    multiplane.write([cut, marked, cut], path)
    assert len(multiplane.read(path)) == 3


@pytest.mark.parametrize(
    ("what", "message"),
    [
        ([3, 0], "found int to be written; expected a treebank, sentences or trees"),
        (Tree([0], forms=["a\tb"]), "word 1 of sentence 1: found a tab or a line end in form"),
        (Tree([0], labels=["a\nb"]), "found label"),
        (Tree([]), "found no words; expected at least one"),
    ],
)
def test_what_cannot_be_written_leaves_the_old_file(what: object, message: str, tmp_path: Path) -> None:
    path = tmp_path / "a.conllu"
    path.write_text("old")
    with pytest.raises(MultiplaneError, match=message):
        multiplane.write(what, path)  # type: ignore[arg-type]
    assert path.read_text() == "old" and list(tmp_path.iterdir()) == [path]


@pytest.mark.slow
def test_every_treebank(treebanks: Path, tmp_path: Path) -> None:
    paths = sorted(treebanks.glob("*/*.conll*"))
    assert len(paths) >= 17
    for path in paths:
        assert_lossless(path.read_bytes(), path, tmp_path)
