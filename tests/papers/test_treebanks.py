"""Treebanks in folders: with a development part or without, one or many."""

from __future__ import annotations

from pathlib import Path

import pytest

import multiplane
from multiplane.errors import MultiplaneError
from multiplane.papers.treebanks import TreebankFiles, find_treebanks, thinned
from multiplane.treebank import convert


def test_folders_files_and_the_sample(tmp_path: Path) -> None:
    for name, parts in (("a", ("train", "dev")), ("b", ("train",)), ("c", ("test",))):
        (tmp_path / name).mkdir()
        for part in parts:
            multiplane.write(multiplane.read("sample:german"), tmp_path / name / f"{part}.conllu")
    one, other = find_treebanks([str(tmp_path)])
    assert (one.name, other.name, other.development) == ("a", "b", None)
    assert find_treebanks([str(tmp_path / "a")]) == [one]
    learned, parsed = one.read()
    assert len(learned) == len(parsed) == 21
    assert [len(part) for part in other.read()] == [19, 2]
    single = find_treebanks([str(tmp_path / "c" / "test.conllu"), "sample:dutch"])
    assert [files.name for files in single] == ["test", "sample:dutch"]
    with pytest.raises(MultiplaneError, match=r"c: found no train.conllu or train.conll"):
        find_treebanks([str(tmp_path / "c")])


def test_the_parts_of_a_treebank_share_no_sentence_and_thinning_keeps_the_order() -> None:
    german = multiplane.read("sample:german")
    learned, parsed = TreebankFiles("german", "sample:german").read()
    assert [*learned, *parsed] == [*german]
    few = thinned(german, 100)
    places = [[*german].index(sentence) for sentence in few]
    assert places == sorted(set(places)) and places[0] == 0
    assert thinned(german, None) is german and thinned(german, 10**6) is german
    with pytest.raises(MultiplaneError, match="found 1 sentence; expected at least two"):
        TreebankFiles("one", "sample:dutch-2").read()


def test_only_danish_in_the_columns_of_conll_x_is_the_papers_treebank() -> None:
    dutch = multiplane.read("sample:dutch")
    in_conll_x, _ = convert(dutch, "conllx")
    assert TreebankFiles("danish-ddt", "x").printed_as(in_conll_x) == "danish"
    assert TreebankFiles("danish-ddt", "x").printed_as(dutch) is None
    assert TreebankFiles("dutch", "x").printed_as(in_conll_x) is None
