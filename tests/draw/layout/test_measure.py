"""Widths and directions of words."""

from __future__ import annotations

from multiplane.draw.layout.measure import columns, em, mostly_right_to_left, printable, shorten


def test_widths_of_what_is_neither_narrow_nor_latin() -> None:
    assert columns("한국어") == 6 and columns("naı\u0308ve") == 5
    assert em("日本") == 2.0 and em("👩\u200d👧\u200d👦") == em("👩") and em("किताब") < em("kitaabxx")
    assert shorten("word", 4, columns) == "word" and columns(shorten("漢字漢字漢", 4, columns)) <= 4


def test_what_cannot_be_drawn_is_replaced() -> None:
    assert printable("a\u2066b\u2069c") == "abc"
    assert printable("\x07\ud83d\uffff") == "���"
    assert printable("") == ""


def test_the_direction_is_that_of_most_words() -> None:
    assert mostly_right_to_left(("שלום", "עולם", "Python", "!"))
    assert not mostly_right_to_left(("the", "word", "كتاب"))
    assert not mostly_right_to_left(("1", "2"))
