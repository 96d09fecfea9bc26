"""The feature language with an address book of one's own, here of words: a third one takes a line."""

from __future__ import annotations

import pytest

from multiplane.errors import MultiplaneError
from multiplane.learn.features.templates import Address, AddressBook, Item, parse_template, word_attributes_of

WORDS = AddressBook(
    starts={"W": "the word"},
    steps={"before": "the word before", "after": "the word after"},
    functions={"agree": "whether two words agree"},
    names={"length": "the length of the sentence"},
    most_items=3,
    most_steps=2,
)


def test_items_are_attributes_functions_and_names() -> None:
    assert parse_template("W.before.feats:Case  agree(W,W.after) length", WORDS) == (
        Item("W.before.feats:Case", "feats:Case", (Address("W", ("before",)),)),
        Item("agree(W,W.after)", "agree", (Address("W", ()), Address("W", ("after",)))),
        Item("length", "length", ()),
    )


def test_attributes_are_named_once_in_order() -> None:
    lines = ["W.upos W.form", "agree(W,W.before) W.form W.suffix3", "length"]
    assert word_attributes_of([parse_template(line, WORDS) for line in lines], WORDS) == ("upos", "form", "suffix3")


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ("V.form", "found address 'V'; expected one that starts with W"),
        ("W0.form", "found address 'W0'; expected one that starts with W"),
        ("W.above.form", "address 'W.above': found step 'above'; `multiplane features` lists all"),
        ("W.before.after.before.form", "found 3 steps from an address; expected 2 at most"),
        ("W.form W.form W.form W.form", "found 4 items; expected 1 to 3"),
        ("differ(W,W)", "found 'differ(W,W)'; expected ADDRESS.ATTRIBUTE, agree(A,B) or length"),
        ("agree(W)", "found 'agree(W)'; expected ADDRESS.ATTRIBUTE, agree(A,B) or length"),
        ("agree(W,V)", "found address 'V'; expected one that starts with W"),
        ("W.colour", "found attribute 'colour'; `multiplane features` lists all"),
        ("W.", "found attribute ''; `multiplane features` lists all"),
        (".form", "found address ''; expected one that starts with W"),
    ],
)
def test_bad_templates(line: str, complaint: str) -> None:
    with pytest.raises(MultiplaneError) as found:
        parse_template(line, WORDS)
    assert str(found.value).startswith(f"template {line!r}: {complaint}")
