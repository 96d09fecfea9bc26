"""Treebanks with other words: the first differing line of both, in one line."""

from __future__ import annotations

import re
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from multiplane.errors import MultiplaneError
from multiplane.evaluate import compare, evaluate
from multiplane.treebank import Treebank


def treebank(*sentences: str, source: str, format: str = "conllu", comment: str = "") -> Treebank:
    text = ""
    for sentence in sentences:
        text += comment
        for number, form in enumerate(sentence.split(), 1):
            text += f"{number}\t{form.replace('~', ' ')}\t_\t_\t_\t_\t{number - 1}\tdep\t_\t_\n"
        text += "\n"
    return Treebank.from_text(text, format, source=source)


def complaint(gold: Sequence[str], predicted: Sequence[str], comment: str = "") -> str:
    with pytest.raises(MultiplaneError) as caught:
        evaluate(treebank(*gold, source="a", comment=comment), treebank(*predicted, source="b"))
    return str(caught.value)


def test_another_form() -> None:
    assert complaint(["the cat", "a dog sleeps"], ["the cat", "a cat sleeps"]) == (
        "a:5: found word 2 'dog', b:5: found word 2 'cat'; expected the same"
    )


def test_lines_count_comments_ranges_and_blank_lines() -> None:
    assert complaint(["the cat", "a dog"], ["the cat", "a hen"], comment="# one\n# two\n") == (
        "a:9: found word 2 'dog', b:5: found word 2 'hen'; expected the same"
    )
    rows = ["1-2 vámonos _ _ _ _ _ _ _ _", "1 vamos _ _ _ _ 0 root _ _", "2 nos _ _ _ _ 1 obj _ _"]
    gold = Treebank.from_text("\ufeff\n\n# x\n" + "\n".join(rows).replace(" ", "\t"), "conllu", source="a")
    with pytest.raises(MultiplaneError, match=r"^a:6: found word 2 'nos', b:2: found word 2 'os'; expected the same$"):
        evaluate(gold, treebank("vamos os", source="b"))


def test_a_longer_sentence() -> None:
    assert complaint(["the cat", "a dog"], ["the cat sleeps", "a dog"]) == (
        "a:3: found the end of the sentence, b:3: found word 3 'sleeps'; expected the same"
    )
    assert complaint(["the cat sleeps", "a dog"], ["the cat", "a dog"], comment="#\n") == (
        "a:4: found word 3 'sleeps', b:3: found the end of the sentence; expected the same"
    )


def test_a_missing_sentence() -> None:
    assert complaint(["the cat", "a dog"], ["the cat"]) == (
        "a:4: found word 1 'a', b:3: found the end of the file; expected the same"
    )
    assert complaint(["the cat"], ["the cat", "a dog"]) == (
        "a:3: found the end of the file, b:4: found word 1 'a'; expected the same"
    )
    assert complaint(["the cat", "a dog", "it"], ["the cat", "it"]) == (
        "a:4: found word 1 'a', b:4: found word 1 'it'; expected the same"
    )


def test_another_form_before_another_length() -> None:
    assert complaint(["a b", "c d e"], ["a x", "c d"]).startswith("a:2: found word 2 'b', b:2: found word 2 'x'")
    assert complaint(["a b", "c d e"], ["a b", "x d"]).startswith("a:4: found word 1 'c', b:4: found word 1 'x'")


def test_comparisons_check_both_predictions() -> None:
    good, bad = treebank("the cat", source="good"), treebank("the dog", source="bad")
    for predictions in ((good, bad), (bad, good)):
        with pytest.raises(MultiplaneError, match="good:2: found word 2 'cat', bad:2: found word 2 'dog'"):
            compare(good, *predictions)


def test_spaces_are_underscores_only_between_formats() -> None:
    universal, old = treebank("ad~hoc x", source="a"), treebank("ad_hoc x", source="b", format="conllx")
    assert evaluate(universal, old).las == evaluate(old, universal).las == 100
    with pytest.raises(MultiplaneError, match="found word 1 'ad hoc', b:1: found word 1 'ad_hoc'"):
        evaluate(universal, treebank("ad_hoc x", source="b"))


words = st.lists(st.sampled_from("abc"), min_size=1, max_size=3).map(" ".join)


@given(st.lists(words, min_size=1, max_size=4), st.lists(words, min_size=1, max_size=4))
def test_the_first_difference_is_found(gold: list[str], predicted: list[str]) -> None:
    """Each file as its lines: forms, nothing after a sentence, and the end in the place of the last nothing."""
    if gold == predicted:
        return
    lines = [[form for sentence in side for form in (*sentence.split(), "")] + ["END"] for side in (gold, predicted)]
    first = next(number for number, pair in enumerate(zip(*lines, strict=False)) if pair[0] != pair[1])
    places = [first if side[first] == "END" else first + 1 for side in lines]
    found = re.fullmatch("a:([0-9]+): found .*, b:([0-9]+): found .*; expected the same", complaint(gold, predicted))
    assert found is not None and [int(found[1]), int(found[2])] == places
