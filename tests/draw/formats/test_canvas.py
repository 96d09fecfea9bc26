"""A grid of cells: texts stand on lines, later texts on earlier ones, and colour adds no character."""

from __future__ import annotations

import re

import pytest

from multiplane.draw.formats.canvas import HEAVY, LIGHT, Canvas


@pytest.mark.parametrize("color", [False, True])
def test_texts_stand_on_lines_and_later_texts_on_earlier_ones(color: bool) -> None:
    canvas = Canvas(3, 12)
    canvas.arc(1, 10, row=0, foot=2, weight=LIGHT)
    canvas.put("xy", 5, 0)
    canvas.put("abcd", 3, 0, "\x1b[33m")
    canvas.leg(4, 1, 2, HEAVY)
    canvas.put("漢", 6, 1)
    canvas.put("שלום", 4, 2)
    lines = [re.sub(r"\x1b\[\d*m", "", line) for line in canvas.lines(color)]
    assert lines == [" ╭─abcd───╮", " │  ╻ 漢  │", " │  \u200eשלום\u200e  │"]


def test_nothing_is_left_of_blanks_at_the_end() -> None:
    canvas = Canvas(2, 20)
    canvas.put("end ", 2, 0)
    assert canvas.lines() == ["  end ", ""]
