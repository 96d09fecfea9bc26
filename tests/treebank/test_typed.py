"""Trees typed as arcs or heads: what they mean, and a clear line for what means nothing."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from multiplane.errors import TreeError
from multiplane.treebank import Tree
from multiplane.treebank.typed import SPECIAL, read_heads

FORMS = st.text(st.sampled_from("ab>:.0 1\\é"), min_size=1, max_size=4)


@pytest.mark.parametrize(
    ("text", "heads", "labels", "forms"),
    [
        ("the>hen:det hen>slept:nsubj slept>0", [2, 3, 0], "det nsubj root", "the hen slept"),
        ("  hen>slept\n slept>0:top ", [2, 0], "_ top", "hen slept"),
        ("hen>saw saw>0 hen.2>saw x>hen.2", [2, 0, 2, 3], "_ root _ _", "hen saw hen x"),
        ("hen.1>saw saw>0 hen.2>hen", [2, 0, 1], "_ root _", "hen saw hen"),
        ("No.1>won won>0 3.5>points points>won", [2, 0, 4, 2], "_ root _ _", "No.1 won 3.5 points"),
        ("hen>slept:nsubj:pass slept>0", [2, 0], "nsubj:pass root", "hen slept"),
        ("at>12:30:case 12:30>0 :>at:punct", [2, 0, 1], "case root punct", "at 12:30 :"),
        (r"a\>b>0 x>a\>b:l y\ z>x", [0, 1, 2], "root l _", None),
        (r"3>won 3\.5>won won>0", [3, 3, 0], "_ _ root", "3 3.5 won"),
        (r"0>goals goals>0 x>\0", [2, 0, 1], "_ root _", "0 goals x"),
        (r"a\:b>0 a>0 x>a\:b:l y>a:b:l", [0, 0, 1, 1], "root root l l", "a:b a x y"),
        (r"y>a:\b:l a>0", [2, 0], "b:l root", "y a"),
    ],
)
def test_arcs(text: str, heads: list[int], labels: str, forms: str | None) -> None:
    tree = Tree.from_arcs(text)
    assert tree.heads.tolist() == heads and " ".join(tree.labels) == labels
    assert tree.forms == (("a>b", "x", "y z") if forms is None else tuple(forms.split()))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "found no arcs; expected some, as in the>hen:det"),
        ("the hen", "found 'the'; expected dependent>head or dependent>head:label"),
        (">hen", "found '>hen'; expected dependent>head"),
        ("hen>:det", "found no head of hen; expected one, or 0, after >"),
        ("a>b>c", r"found two > in 'a>b>c'; expected one, and \> for one in a word"),
        ("hen>laid:nsubj", "found no arc for laid, the head of hen; expected one, laid>0 if it is the root"),
        ("the>hen the>egg hen>0 egg>0", "found two heads of the, hen and egg; expected one; another the is the.2"),
        ("hen>a hen.2>a hen>b a>0 b>0", "found two heads of hen, a and b; expected one; another hen is hen.3"),
        ("hen.2>0 hen>hen.2", r"found hen.2; expected hen before it, or hen\.2 for a word with a full stop"),
        ("hen>0 hen.3>hen", r"found hen.3; expected hen.2 before it, or hen\.3 for a word with a full stop"),
        ("hen>laid laid>hen", "found a cycle through words 1 (hen), 2 (laid); expected a tree"),
        ("hen>hen", "found word 1 (hen) as its own head; expected another word or 0"),
    ],
)
def test_mistakes_name_the_word(text: str, message: str) -> None:
    with pytest.raises(TreeError, match=re.escape(message)):
        Tree.from_arcs(text)


@given(st.lists(FORMS, min_size=1, max_size=6, unique=True))
def test_with_backslashes_every_word_can_be_typed(forms: list[str]) -> None:
    def typed(form: str) -> str:
        return "".join("\\" + character if character in SPECIAL + "\\" else character for character in form)

    arcs = [f"{typed(form)}>{typed(forms[place - 1]) if place else '0'}:l" for place, form in enumerate(forms)]
    tree = Tree.from_arcs(" ".join(arcs))
    assert tree.forms == tuple(forms) and tree.heads.tolist() == list(range(len(forms)))
    assert set(tree.labels) == {"l"}


@pytest.mark.parametrize(
    ("heads", "words", "message"),
    [
        ("", None, "found no heads; expected a number for each word, 0 for the root"),
        ("2 x", "a b", "found head 'x' of word 2 (b); expected a number, 0 for the root"),
        ("2 -1", None, "found head '-1' of word 2; expected"),
        ("2 0", "a b c", "found 2 heads; expected 3, one for each of: a b c"),
    ],
)
def test_heads_that_are_none(heads: str, words: str | None, message: str) -> None:
    with pytest.raises(TreeError, match=re.escape(message)):
        read_heads(heads, words)
