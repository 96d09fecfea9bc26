"""Sentences chosen by class, label and length, as one would by hand."""

from __future__ import annotations

import pytest
import typer

import multiplane
from multiplane.cli.shared.selection import Selection, length_limits, selection
from multiplane.structure import classify


def test_numbers_are_those_of_the_file_and_blocks_do_not_matter() -> None:
    dutch = multiplane.read("sample:dutch")
    expected = [
        number
        for number, sentence in enumerate(dutch, 1)
        if not classify(sentence.tree.heads).projective and 5 <= len(sentence) <= 12
    ]
    choice = Selection(outside=("projective",), least=5, most=12)
    assert [number for number, _ in choice.of([dutch], root_arcs=True)] == expected != []
    assert [number for number, _ in choice.of([dutch[:7], dutch[7:]], root_arcs=True)] == expected


def test_one_of_the_labels_is_enough_and_all_classes_are_needed() -> None:
    dutch = multiplane.read("sample:dutch")
    found = dict(Selection(labels=("xcomp", "ccomp")).of([dutch], True))
    assert all({"xcomp", "ccomp"} & {word.deprel for word in sentence} for sentence in found.values())
    both = selection(["2-planar"], ["planar"], None, None)
    assert all(classify(s.tree.heads).planes == 2 for _, s in both.of([dutch], root_arcs=True))


@pytest.mark.parametrize("length", ["", "-", "a", "3-x", "1-2-3", "--3", "7-5"])
def test_lengths_that_are_none(length: str) -> None:
    with pytest.raises(typer.BadParameter, match="expected N or M-N"):
        length_limits(length)
