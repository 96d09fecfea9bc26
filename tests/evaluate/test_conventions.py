"""Relations of Universal Dependencies, punctuation, and the convention of a format."""

from __future__ import annotations

from math import isnan

import pytest
from tests.evaluate.by_hand import BY_HAND
from tests.evaluate.judge import (
    FUNCTION_WORDS,
    Word,
    treebank_of,
)

from multiplane.errors import MultiplaneError
from multiplane.evaluate import evaluate, is_punctuation
from multiplane.evaluate.conventions import CONTENT_RELATIONS, UNIVERSAL_RELATIONS


def test_the_default_convention_is_by_the_format_of_the_gold_treebank() -> None:
    for format, name in (("conllu", "conll-2018"), ("conllx", "conll-x")):
        gold = treebank_of(BY_HAND, "gold", format)
        for other in ("conllu", "conllx"):
            assert evaluate(gold, treebank_of(BY_HAND, "predicted", other)).convention.name == name
    with pytest.raises(MultiplaneError, match="found convention 'conll-2009'; expected one of conll-x, conll-2018"):
        evaluate(gold, gold, "conll-2009")


def test_clas_is_for_the_relations_of_universal_dependencies() -> None:
    words = [[Word("a", (0, "ROOT"), (0, "ROOT")), Word("b", (1, "obj"), (1, "obj"))]]
    gold = treebank_of(words, "gold", "conllx")
    assert isnan(evaluate(gold, gold).clas)
    assert evaluate(gold, gold, "conll-2018").clas == 100
    universal = treebank_of(BY_HAND, "gold", "conllx")
    assert evaluate(universal, universal).clas == 100


def test_the_relations_of_universal_dependencies() -> None:
    assert len(UNIVERSAL_RELATIONS) == 37 and len(CONTENT_RELATIONS) == 29
    assert UNIVERSAL_RELATIONS - CONTENT_RELATIONS == FUNCTION_WORDS


def test_punctuation_is_what_unicode_says() -> None:
    assert all(map(is_punctuation, [".", "--", "»", "„", "¿", "。", "…", "_", "'s"[:1]]))
    assert not any(map(is_punctuation, ["$", "+", "a.", "=", "`", "😀", "1", "'s"]))
