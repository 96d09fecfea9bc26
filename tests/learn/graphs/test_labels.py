"""Labels with words in them: what is taken out is put back."""

from __future__ import annotations

from pathlib import Path

import pytest

import multiplane
from multiplane.learn.graphs.labels import MarkedWords, has_gaps, spelling_of, with_gaps, without_gaps
from multiplane.treebank import Treebank
from multiplane.treebank.deps import read_deps

ROWS = """\
1	fruit	fruit	_	_	_	0	root	0:root	_
2	including	include	_	_	_	3	case	3:case	_
3	figs	fig	_	_	_	1	nmod	1:nmod:including	_
4	,	,	_	_	_	5	punct	5:punct	_
5	dates	date	_	_	_	3	conj	1:nmod:including|3:conj:and	_
6	and	and	_	_	_	7	cc	7:cc	_
7	nuts	nut	_	_	_	3	conj	1:nmod:including|3:conj:and	_
8	in	in	_	_	_	11	case	11:case	_
9	front	front	_	_	_	8	fixed	8:fixed	_
10	of	of	_	_	_	8	fixed	8:fixed	_
11	us	we	_	_	_	1	nmod	1:nmod:in_front_of	_
"""


def lexical(treebank: Treebank) -> tuple[MarkedWords, list[tuple[int, int, str]]]:
    arcs = read_deps(treebank)
    found = [
        (int(treebank.offsets[number]) + head - 1, int(treebank.offsets[number]) + word - 1, label)
        for number in range(len(treebank))
        for head, word, label in arcs.sentence(number)
        if ":" in label and ">" not in label
    ]
    return MarkedWords(treebank, arcs), found


def test_markers_of_conjuncts_fixed_words_and_spelling() -> None:
    marked, arcs = lexical(Treebank.from_text(ROWS, "conllu"))
    spelling = spelling_of(marked, arcs)
    assert spelling["case"] == {"include": "including"}
    gapped = [with_gaps(marked, spelling, *arc) for arc in arcs]
    assert gapped == ["nmod:<case>", "nmod:<case>", "conj:<cc>", "nmod:<case>", "conj:<cc>", "nmod:<case>"]
    filled = [
        without_gaps(marked, spelling, head, word, gap) for (head, word, _), gap in zip(arcs, gapped, strict=True)
    ]
    assert filled == [label for _, _, label in arcs]


def test_a_gap_without_a_marker_is_left_out() -> None:
    marked, _ = lexical(Treebank.from_text(ROWS, "conllu"))
    assert without_gaps(marked, {}, 0, 3, "obl:<mark>") == "obl"


def test_subtypes_are_no_words() -> None:
    lines = ["1 a a _ _ _ 0 root 0:root _", "2 to to _ _ _ 3 case 3:case _", "3 b b _ _ _ 1 obl 1:obl:arg _"]
    rows = "\n".join(lines).replace(" ", "\t") + "\n\n"
    both = Treebank.from_text(rows * 3 + rows.replace("to\tto", "in\tin") * 3, "conllu")
    marked, arcs = lexical(both)
    assert spelling_of(marked, arcs)["case"] == {}
    assert with_gaps(marked, spelling_of(marked, arcs), *arcs[0]) == "obl:arg"


@pytest.mark.parametrize("name", ["english-ewt", "czech-cac"])
def test_real_labels_come_back(treebanks: Path, name: str) -> None:
    marked, arcs = lexical(multiplane.read(treebanks / name / "dev.conllu"))
    spelling = spelling_of(marked, arcs)
    for head, word, label in arcs:
        assert without_gaps(marked, spelling, head, word, with_gaps(marked, spelling, head, word, label)) == label
    if name == "english-ewt":
        gapped = {with_gaps(marked, spelling, *arc) for arc in arcs}
        assert 3 * len(gapped) < 2 * len({label for _, _, label in arcs})
        assert any(map(has_gaps, gapped))
