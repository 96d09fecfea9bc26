from __future__ import annotations

import pytest
from hypothesis import given
from tests.deduce.link.dictionaries import sentences

from multiplane.deduce import deduce
from multiplane.deduce.link.dictionary import Dictionary, parse_dictionary
from multiplane.deduce.link.schemata import link_schema
from multiplane.deduce.link.sentence import END, link_problem
from multiplane.deduce.semirings import COUNTING
from multiplane.errors import MultiplaneError

DICTIONARY = parse_dictionary("the: D+; cat.n: D- & (S+ or O-); cat.v: S-; May: S+; ran.v: S- & {O+};", "small.dict")


def shown(sentence: str, prune: bool = True, text: str = "") -> list[list[str]]:
    dictionary = parse_dictionary(text) if text else DICTIONARY
    return [[f"{use.word}: {use.disjunct}" for use in uses] for uses in link_problem(sentence, dictionary, prune).uses]


def test_disjuncts_that_no_link_can_satisfy_are_left_out() -> None:
    assert shown("the cat ran") == [[], ["the: D+"], ["cat.n: D- & S+"], ["ran.v: S-"], [": ()"]]
    assert shown("the cat ran", prune=False)[2] == ["cat.n: D- & S+", "cat.n: D- & O-", "cat.v: S-"]


def test_pruning_goes_on_until_nothing_changes() -> None:
    assert shown("a b c", text="a: A+; b: A- & B+; c: C-;") == [[], [], [], [], [": ()"]]


def test_a_multi_connector_alone_does_not_save_a_disjunct_of_another_kind() -> None:
    assert shown("a b", text="a: @A+ or (A+ & B+); b: A-;")[1] == ["a: @A+"]


def test_walls_are_words_if_the_dictionary_has_them() -> None:
    walls = parse_dictionary("LEFT-WALL: W+; RIGHT-WALL: R-; a: W- & R+;")
    problem = link_problem("a", walls)
    assert [uses[0].word for uses in problem.uses[1:-1]] == ["LEFT-WALL", "a", "RIGHT-WALL"]
    assert (problem.n, problem.first) == (3, 0)
    assert link_problem("the", DICTIONARY).first == 1


def test_the_first_word_may_be_capitalized() -> None:
    assert shown("The cat ran")[1] == ["the: D+"]
    assert shown("May ran")[1] == ["May: S+"]
    with pytest.raises(MultiplaneError, match=r"found the word 'The'; expected a word of the dictionary small.dict"):
        link_problem("May ran The", DICTIONARY)


def test_unknown_words_and_empty_sentences() -> None:
    with pytest.raises(MultiplaneError, match=r"found the word 'dog'; expected a word of the dictionary small.dict"):
        link_problem("the dog ran", DICTIONARY)
    with pytest.raises(MultiplaneError, match="found no words; expected a sentence"):
        link_problem("  ", DICTIONARY)


def test_the_score_of_a_disjunct_is_minus_its_cost() -> None:
    problem = link_problem("a b", parse_dictionary("a: [A+]0.5; b: A-;"))
    assert problem.score(1, 0, "a(A+)") == -0.5
    assert problem.score(1, 2, "A+", "A-") == 0.0
    assert problem.uses[-1] == (END,)


@given(sentences())
def test_pruning_loses_no_linkage(sentence: tuple[list[str], Dictionary]) -> None:
    found = [deduce(link_schema("link-eisner-satta-1999"), link_problem(*sentence, prune)) for prune in (True, False)]
    assert found[0].value(COUNTING) == found[1].value(COUNTING)
