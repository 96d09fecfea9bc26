"""What acts on a terminal is shown as an escape, and nothing else."""

from __future__ import annotations

import json
import sys
from unicodedata import bidirectional, category

from multiplane.characters import as_json_text, visible, visible_lines

DIRECTIONS = {"LRE", "RLE", "PDF", "LRO", "RLO", "LRI", "RLI", "FSI", "PDI"}
EVERY = [chr(code) for code in range(sys.maxunicode + 1) if not 0xD800 <= code < 0xE000]
ACTING = [c for c in EVERY if category(c) in ("Cc", "Zl", "Zp") or bidirectional(c) in DIRECTIONS]


def test_controls_separators_and_changes_of_direction_are_shown() -> None:
    assert {"\x1b", "\x7f", "\x9b", "\u2028", "\u202e", "\u2066", "\u2069"} <= {*ACTING}
    for character in ACTING:
        shown = visible(f"a{character}b")
        assert shown == f"a{character.encode('unicode_escape').decode()}b"
        assert visible_lines(f"a\n{character}b") == (f"a\n{visible(character)}b" if character != "\n" else "a\n\nb")
        text = as_json_text(json.dumps([f"a{character}b"], ensure_ascii=False))
        assert character not in text and json.loads(text) == [f"a{character}b"]


def test_all_other_characters_stay() -> None:
    others = "".join({*EVERY}.difference(ACTING))
    assert visible(others) == visible_lines(others) == as_json_text(others) == others
