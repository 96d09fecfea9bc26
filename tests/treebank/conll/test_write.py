"""Reading and writing gives the same bytes, whatever the file holds."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.treebank.texts import ODDITIES

import multiplane


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


@pytest.mark.slow
def test_every_treebank(treebanks: Path, tmp_path: Path) -> None:
    paths = sorted(treebanks.glob("*/*.conll*"))
    assert len(paths) >= 17
    for path in paths:
        assert_lossless(path.read_bytes(), path, tmp_path)
