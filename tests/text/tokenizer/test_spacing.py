"""Which kind of text it is, beside a twin over lists; and nothing is looked at that a stream does not have yet."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.text.texts import ends_everywhere

from multiplane.text.tokenizer.boundaries import SENTENCE_END, has_spaces_everywhere
from multiplane.text.tokenizer.characters import PARAGRAPH, SPACE, characters_of, class_of, code_points
from multiplane.text.tokenizer.stream import certain_until

COMMA, PERIOD = class_of(","), class_of(".")
LEAST, FAR = 3, 300
PIECES = st.sampled_from((" ,", " , ", " .", " . ", " ", "\n\n", ".", "x", "x" * 7, "x" * 97, "y, ", ",y", "etc. "))


def spaces_everywhere(kinds: list[int], at: int, sentence: int) -> bool:
    """Three commas or full stops near are all that is between two gaps, and no comma is the end of more."""
    first, end = max(sentence, at - FAR), min(kinds.index(PARAGRAPH, at + 1), at + FAR)
    before = [SPACE if place == sentence else kinds[place - 1] for place in range(first, end)]
    found = [
        marks for marks in zip(before, kinds[first:end], kinds[first + 1 : end + 1], strict=True) if marks[2] <= SPACE
    ]
    apart = [kind for left, kind, _ in found if left <= SPACE and kind in (COMMA, PERIOD)]
    return len(apart) >= LEAST and not any(left > SPACE and kind == COMMA for left, kind, _ in found)


@given(st.lists(PIECES, min_size=1, max_size=30).map("".join), st.data())
def test_the_kind_of_text_is_that_of_the_twin(pieces: str, data: st.DataObject) -> None:
    text = characters_of(code_points("x" + pieces + " , . , x"))
    kinds = text.classes.tolist()
    at = data.draw(st.sampled_from([place for place, kind in enumerate(kinds) if kind > SPACE]))
    sentence = data.draw(st.integers(max([0, *(place + 1 for place in range(at) if kinds[place] == PARAGRAPH)]), at))
    assert has_spaces_everywhere(text, at, sentence) == spaces_everywhere(kinds, at, sentence)


@pytest.mark.parametrize(
    "marks", [" , , ,", " . , .", " , , .x", " , ,, ,", " , ,", " , x, , ,", " , x. , ,", "\n\n, , ,"]
)
@pytest.mark.parametrize("before", ["", ", ", "z, "])
def test_kinds_of_text(marks: str, before: str) -> None:
    text = characters_of(code_points(f"{before}a-b{marks} c"))
    kinds, at = text.classes.tolist(), len(before)
    for sentence in {0, at}:
        assert has_spaces_everywhere(text, at, sentence) == spaces_everywhere(kinds, at, sentence)


@pytest.mark.parametrize("distance", [FAR - 2, FAR - 1, FAR, FAR + 1])
def test_the_look_in_both_directions_ends_where_it_should(distance: int) -> None:
    filler = "x" * (distance - len("a-b , , "))
    ahead = characters_of(code_points(f"a-b , , {filler[:-1]} , y"))
    assert has_spaces_everywhere(ahead, 0, 0) == (distance < FAR)
    back = characters_of(code_points(f"y , {'x' * (distance - 2)} , , -"))
    assert has_spaces_everywhere(back, 2 + distance, 0) == (distance <= FAR)


@pytest.mark.parametrize("distance", [FAR - 2, FAR - 1, FAR, FAR + 1])
@pytest.mark.parametrize("after", [" y", "y", "\n\ny"])
def test_no_further_text_changes_what_is_certain(distance: int, after: str) -> None:
    """A comma at a word, so far ahead that it is the last that is looked at, or one too far."""
    tokenizer = replace(ends_everywhere(SENTENCE_END), spaces_unknown=True)
    text = f"a-b , , , {'x' * (distance - len('a-b , , , '))},{after} , z"
    decisions = tokenizer.decide(characters_of(code_points(text)))
    assert (decisions[0] == SENTENCE_END) == (distance < FAR and after != "y")
    for cut in range(1, len(text)):
        entries = characters_of(code_points(text[:cut]))
        found = tokenizer.decide(entries)
        certain = certain_until(entries, found, False)
        assert found[:certain].tolist() == decisions[:certain].tolist()


def test_what_is_before_the_sentence_does_not_count() -> None:
    """A comma that the sentence begins with stands apart, since a stream may begin there."""
    text = characters_of(code_points("x, , a-b , y"))
    assert has_spaces_everywhere(text, 5, 1) and not has_spaces_everywhere(text, 5, 0)
