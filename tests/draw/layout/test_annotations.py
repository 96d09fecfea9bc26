"""What is drawn beside the tree: lines under words, multiword tokens, empty nodes, enhanced arcs."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest

from multiplane import draw
from multiplane.draw.layout.annotations import SHOWN, annotated_diagram
from multiplane.errors import MultiplaneError
from multiplane.treebank import Sentence, Treebank

ROWS = """\
# sent_id = au
# text = Il va au bureau.
1 Il il PRON PP Number=Sing|Person=3 2 nsubj 2:nsubj _
2 va aller VERB V _ 0 root 0:root _
3-4 au _ _ _ _ _ _ _ _
3 à à ADP P _ 5 case 5:case _
4 le le DET D _ 5 det 5:det _
5 bureau _ NOUN N Number=Sing 2 obl 2:obl:à|5.1:obl _
5.1 va aller VERB V _ _ _ 2:conj _
"""


@pytest.fixture
def sentence() -> Sentence:
    lines = [line if line.startswith("#") else line.replace(" ", "\t") for line in ROWS.splitlines()]
    return Treebank.from_text("\n".join(lines) + "\n")[0]


def test_lines_under_the_words_stand_side_by_side(sentence: Sentence) -> None:
    drawn = annotated_diagram(sentence, show=["tags", "lemmas", "xpos", "features"])
    assert drawn.notes[0] == ("il", "PRON", "PP", "Number=Sing", "Person=3")
    assert drawn.notes[4] == ("", "NOUN", "N", "Number=Sing") and drawn.notes[1] == ("aller", "VERB", "V")
    lines = draw.text(sentence, show=["tags", "lemmas"], root_arcs=False).splitlines()
    assert lines[-3].split() == ["Il", "va", "à", "le", "bureau"]
    assert lines[-2].split() == ["il", "aller", "à", "le"] and lines[-1].split() == [
        "PRON",
        "VERB",
        "ADP",
        "DET",
        "NOUN",
    ]


def test_a_long_line_makes_its_word_wide_and_none_overlap(sentence: Sentence) -> None:
    row = draw.text(sentence, show=["features"]).splitlines()[-2]
    assert re.findall(r"\S+", row) == ["Number=Sing", "Number=Sing"]
    for width in (16, 30, 50):
        drawn = draw.text(sentence, width=width, show=SHOWN)
        assert max(map(len, drawn.splitlines())) <= width


def test_a_multiword_token_is_a_bracket_under_its_words(sentence: Sentence) -> None:
    drawn = annotated_diagram(sentence, show=["multiword"])
    assert [(token.first, token.last, token.form) for token in drawn.multiword_tokens] == [(3, 4, "au")]
    lines = draw.text(sentence, show=["multiword"]).splitlines()
    words, bracket = lines[-2], lines[-1]
    assert bracket.strip().startswith("╰") and bracket.strip().endswith("╯") and "au" in bracket
    assert bracket.index("╰") <= words.index("à") and bracket.index("╯") >= words.index("le") + 1
    picture = draw.svg(sentence, show=["multiword"])
    assert picture.count('class="token"') == 2 and ">au</text>" in picture


def test_a_token_wider_than_its_words_makes_room() -> None:
    rows = ["1-2 abcdefghijklmnop _ _ _ _ _ _ _ _", "1 a _ _ _ _ 0 root _ _", "2 b _ _ _ _ 1 dep _ _"]
    sentence = Treebank.from_text("\n".join(rows).replace(" ", "\t"))[0]
    assert "╰abcdefghijklmnop╯" in draw.text(sentence, show=["multiword"])
    for width in (16, 20):
        assert max(map(len, draw.text(sentence, show=["multiword"], width=width).splitlines())) <= width


def test_empty_nodes_stand_between_the_words(sentence: Sentence) -> None:
    drawn = annotated_diagram(sentence, show=["empty-nodes"])
    assert drawn.words == ("Il", "va", "à", "le", "bureau", "va/5.1")
    assert {arc.key for arc in drawn.arcs} == {(2, 1), (0, 2), (5, 3), (5, 4), (2, 5)}


def test_enhanced_arcs_are_below_and_only_those_that_the_tree_lacks(sentence: Sentence) -> None:
    drawn = annotated_diagram(sentence, show=["enhanced"])
    assert {(arc.key, arc.label) for arc in drawn.arcs if arc.enhanced} == {((6, 5), "obl"), ((2, 6), "conj")}
    assert all(arc.plane == arc.enhanced for arc in drawn.arcs)
    root = ElementTree.fromstring(draw.svg(sentence, show=["enhanced"]))
    assert sum("enhanced" in group.attrib.get("class", "").split() for group in root.iter()) == 2
    rows = draw.text(sentence, show=["enhanced"]).splitlines()
    word_row = next(number for number, row in enumerate(rows) if "bureau" in row)
    assert any("conj" in row for row in rows[word_row:]) and not any("conj" in row for row in rows[:word_row])


def test_sentences_without_deps_and_bare_trees_are_drawn_as_ever() -> None:
    rows = "1\tGo\t_\t_\t_\t_\t0\troot\t_\t_\n"
    sentence = Treebank.from_text(rows)[0]
    assert draw.text(sentence, show=["enhanced", "multiword", "features"]) == draw.text(sentence)
    assert draw.text([0, 1], show=["tags"]) == draw.text([0, 1])
    with pytest.raises(MultiplaneError, match="found 'tag' to be shown; expected lemmas, tags"):
        draw.svg(sentence, show=["tag"])


def test_every_format_shows_them(sentence: Sentence) -> None:
    for drawn in (draw.svg(sentence, show=SHOWN), draw.tikz(sentence, show=SHOWN), draw.html([sentence], show=SHOWN)):
        for text in ("PRON", "aller", "Person=3", "va/5.1", "au", "conj"):
            assert text in drawn
