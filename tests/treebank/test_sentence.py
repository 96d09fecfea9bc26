"""Sentences and words as Python users meet them."""

from __future__ import annotations

import dataclasses
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from tests.structure.trees import trees
from tests.treebank.texts import ODDITIES, PLAIN, RICH, row, text

from multiplane import MultiplaneError, Sentence, Token, Tree, Treebank, TreeError
from multiplane.treebank.words import treebank_of_trees


def rich() -> Treebank:
    return Treebank.from_text(RICH)


def test_words_by_their_id() -> None:
    first, second, _ = rich()
    assert (len(first), first[3].form, first[3].id, first[3].head_id) == (3, "Haus", 3, 0)
    assert (first["1-2"].form, first["1-2"].id, first["1-2"].head_id) == ("Zum", "1-2", None)
    assert second["0.1"].form == "[und]"
    assert second["1.2"].deps == "1.1:dep"
    for absent in (0, 5, -1, "1-3", "7.1"):
        with pytest.raises(KeyError):
            second[absent]


def test_words_and_rows() -> None:
    first, second, third = rich()
    assert [word.form for word in first] == ["zu", "dem", "Haus"] == [word.form for word in first.words]
    assert [row.id for row in second.rows] == ["0.1", 1, "1.1", "1.2", 2, 3, 4]
    assert [word.form for word in second] == ["ad hoc", "\u200fשָׁלוֹם\u200f", "🦉\u2028\x0b\x0c\x85", "#"]
    assert [row.form for row in third.rows] == ["_"]


def test_a_token_is_frozen_and_has_all_columns() -> None:
    token = rich()[0][2]
    assert tuple(token.as_data().values()) == (2, "dem", "der", "DET", "_", "Case=Dat|Gender=Neut", 3, "det", "_", "_")
    assert token.features == {"Case": "Dat", "Gender": "Neut"}
    assert rich()[0][1].features == {}
    with pytest.raises(dataclasses.FrozenInstanceError):
        token.form = "der"  # type: ignore[misc]


@given(trees())
def test_words_lead_to_those_above_and_below_them(heads: tuple[int, ...]) -> None:
    sentence = treebank_of_trees([Tree(heads)])[0]
    words = sentence.words
    for word in words:
        above = word.head_id
        assert word.head.id == above and word.sentence is sentence
        assert above == 0 or word.head == sentence[above]
        assert [other.id for other in word.children] == [other.id for other in words if other.head_id == word.id]
        assert (*word.left, *word.right) == word.children
        assert all(other.id < word.id for other in word.left) and all(other.id > word.id for other in word.right)
        assert [other.id for other in word.subtree] == [other.id for other in words if word in upwards(other)]
        for other in words:
            found = word.path_to(other)
            assert (found[0], found[-1]) == (word, other) and len(set(found)) == len(found)
            assert found[::-1] == other.path_to(word)
            jumps = [pair for pair in pairwise(found) if pair[0].head != pair[1] and pair[1].head != pair[0]]
            assert all(one.head_id == two.head_id == 0 for one, two in jumps)


def upwards(word: Token) -> list[Token]:
    """The word and all above it."""
    found = [word]
    while found[-1].head_id:
        found.append(found[-1].head)
    return found


def test_above_all_words_is_the_root() -> None:
    sentence = treebank_of_trees([Tree([0, 1, 0])])[0]
    root = sentence[1].head
    assert root is not None and (root.id, root.form, root.head, root.head_id) == (0, "root", None, None)
    assert root == sentence[3].head and root.children == (sentence[1], sentence[3]) == root.right
    assert root.subtree == sentence.words and root.path_to(sentence[2]) == (sentence[1], sentence[2])


def test_what_is_in_no_tree_leads_nowhere() -> None:
    _, second, _ = rich()
    empty = second["0.1"]
    assert (empty.head, empty.children, empty.subtree) == (None, (), (empty,))
    bare = Treebank.from_text(text(row(1, head="_"), row(2, head=1)), "conllu", heads_required=False)[0]
    assert bare[1].head is None and bare[1].children == (bare[2],)
    alone = Token(1, "Go", *["_"] * 4, 0, *["_"] * 3)
    assert (alone.head, alone.children, alone.subtree) == (None, (), (alone,))
    circle = Treebank.from_text(text(row(1, head="_"), row(2, head="_")), "conllu", heads_required=False)[0]
    circle = Sentence(circle.raw, np.array([2, 1], np.int32), "conllu", "<text>", 1)
    assert circle[1].subtree == circle[2].path_to(circle[1])[::-1] == (circle[1], circle[2])


def test_a_readable_repr() -> None:
    first = rich()[0]
    assert repr(first[3]) == "<Token 3 Haus: NOUN, root>" and repr(first[2]) == "<Token 2 dem: DET, det of 3>"
    assert repr(first["1-2"]) == "<Token 1-2 Zum>"
    assert (first.id, rich()[2].id) == ("garden-1", f"line-{rich()[2].line}")


def test_comments_and_metadata() -> None:
    first, second, third = rich()
    assert first.comments[-1] == "# remark without value"
    assert first.metadata == {"newdoc id": "garden", "sent_id": "garden-1", "text": "Zum Haus"}
    assert (first.sent_id, first.text, first.line) == ("garden-1", "Zum Haus", 1)
    assert (second.sent_id, second.line) == ("garden-2", 10)
    assert (third.sent_id, third.text, third.comments) == (None, "_", ())


@pytest.mark.parametrize("name", ["carriage returns", "byte-order mark", "byte-order mark and blank lines"])
def test_line_ends_and_marks_are_no_content(name: str) -> None:
    for sentence, plain in zip(Treebank.from_text(ODDITIES[name]), rich(), strict=True):
        assert sentence.rows == plain.rows
        assert sentence.comments == plain.comments
        assert sentence.tree == plain.tree


def test_tree() -> None:
    tree = rich()[0].tree
    assert tree.heads.tolist() == [3, 3, 0]
    assert tree.labels == ("case", "det", "root")
    assert tree.forms == ("zu", "dem", "Haus")


def test_conllx_columns() -> None:
    word = Treebank.from_text(PLAIN)[0][1]
    assert (word.deps, word.misc) == ("2", "SUBJ")
    line = text(row(1, "#hens", 0, upos="N", xpos="NC"))
    sentence = Treebank.from_text(line, "conllx")[0]
    assert (sentence[1].form, sentence.comments, sentence.metadata) == ("#hens", (), {})


def test_with_tree_changes_head_and_deprel_and_nothing_else() -> None:
    first, second, _ = rich()
    changed = first.with_tree([0, 1, 2], ["root", "a", "b"])
    assert isinstance(changed, Sentence)
    expected = RICH.split("\n\n")[0] + "\n\n"
    for old, new in (("\t3\tcase\t", "\t0\troot\t"), ("\t3\tdet\t", "\t1\ta\t"), ("\t0\troot\t0:", "\t2\tb\t0:")):
        expected = expected.replace(old, new)
    assert str(changed) == expected
    assert changed.tree.labels == ("root", "a", "b")
    assert (changed.line, second.with_tree(second.heads).raw, second.with_tree(second.heads).line) == (
        1,
        second.raw,
        10,
    )


def test_with_tree_refuses_what_is_no_tree() -> None:
    sentence = rich()[0]
    with pytest.raises(TreeError, match=r"<text>:1: found a cycle through words 1, 2; expected a tree"):
        sentence.with_tree([2, 1, 0], ["a"] * 3)
    with pytest.raises(TreeError, match="found 2 heads for 3 words; expected as many"):
        sentence.with_tree([0, 1], ["a"] * 3)
    with pytest.raises(TreeError, match="found 2 labels for 3 words; expected as many"):
        sentence.with_tree([0, 1, 1], ["a"] * 2)
    with pytest.raises(TreeError, match="found head 4294967297 of word 2; expected 0 to 3"):
        sentence.with_tree([0, 2**32 + 1, 1])
    with pytest.raises(TreeError, match="found heads of type float64; expected integers"):
        sentence.with_tree([0.0, 1.0, 1.0])
    for label in ("", "a\tb", "a\nb", "a\rb", "a\0b", "a\ud800"):
        with pytest.raises(MultiplaneError, match="expected text without tabs and line ends"):
            sentence.with_tree([0, 1, 1], ["a", label, "b"])


def test_equality_and_text() -> None:
    assert rich()[0] == rich()[0] != rich()[1]
    assert len({*rich(), *rich()}) == 3
    assert "".join(str(sentence) for sentence in rich()) == RICH
    assert repr(rich()[0]) == "<Sentence garden-1: 3 words>"
    assert repr(rich()[2]) == "<Sentence at line 19: 1 word>"
