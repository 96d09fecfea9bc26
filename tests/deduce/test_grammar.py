"""Dependency grammars: the three parsers of the article and their relatives agree with brute force."""

from __future__ import annotations

from itertools import product

import pytest
from tests.enumeration import all_trees

from multiplane.deduce import deduce, example_grammar, parse_grammar, problem, read_grammar, schema
from multiplane.deduce.grammar import HEAD, Grammar
from multiplane.deduce.parse import trees
from multiplane.deduce.schemata import NAMES
from multiplane.deduce.semirings import COUNTING
from multiplane.errors import MultiplaneError
from multiplane.structure import is_projective

PARSERS = [name for name in NAMES if schema(name).grammar]
ONCE = ("lombardo-lesmo-1996", "barbero-1998", "kahane-1998", "bulc", "dvh-2", "dvh-3")

SENTENCES = [
    "girl saw boy",
    "the girl saw a boy",
    "saw saw saw",
    "fish fish fish",
    "girl saw boy with fish",
    "the old saw fish",
    "the old fish",
    "saw",
    "the",
    "girl boy",
    "the the saw",
    "dog barked in park",
]
RECURSIVE = parse_grammar("start: A\nA: A * | * A | B * | *\nB: A * | *\nA = a b\nB = b c")


def analyses(grammar: Grammar, words: list[str]) -> set[tuple[tuple[int, ...], tuple[str, ...]]]:
    """Every projective tree with categories in which the dependents of each word are in one of its rules."""
    found = set()
    for heads in all_trees(len(words)):
        if heads.count(0) != 1 or not is_projective(heads):
            continue
        for categories in product(*(grammar.words[word] for word in words)):
            if categories[heads.index(0)] == grammar.start and all(
                tuple(
                    HEAD if d == h else categories[d - 1]
                    for d in range(1, len(words) + 1)
                    if d == h or heads[d - 1] == h
                )
                in grammar.rules[categories[h - 1]]
                for h in range(1, len(words) + 1)
            ):
                found.add((heads, categories))
    return found


@pytest.mark.parametrize("sentence", SENTENCES)
def test_parsers_agree_with_brute_force(sentence: str) -> None:
    grammar = example_grammar()
    expected = analyses(grammar, sentence.split())
    for name in PARSERS:
        given = problem(grammar=grammar, sentence=sentence)
        assert trees(schema(name), given) == {heads for heads, _ in expected}, name
        if name in ONCE:
            assert deduce(schema(name), given).value(COUNTING) == len(expected), name


@pytest.mark.parametrize("length", [1, 2, 3, pytest.param(4, marks=pytest.mark.long)])
def test_parsers_agree_on_every_sentence_of_a_recursive_grammar(length: int) -> None:
    for words in product("abc", repeat=length):
        expected = analyses(RECURSIVE, list(words))
        given = problem(grammar=RECURSIVE, sentence=list(words))
        for name in PARSERS:
            assert trees(schema(name), given) == {heads for heads, _ in expected}, (name, words)
            if name in ONCE:
                assert deduce(schema(name), given).value(COUNTING) == len(expected), (name, words)


def test_prediction_keeps_items_out_of_the_chart() -> None:
    given = problem(grammar=example_grammar(), sentence="the girl saw the boy with the telescope")
    items = {name: len(deduce(schema(name), given)) for name in PARSERS}
    assert items["lombardo-lesmo-1996"] < items["kahane-1998"]
    assert items["barbero-1998"] < items["bulc"]
    assert items["dvh-3"] < items["dvh-2"] <= items["dvh-1"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("start: V\nV: N * N", "grammar:2: found symbol N without a rule; expected a line such as 'N: *'"),
        ("start: V\nV N *", "grammar:2: found 'V N *'"),
        ("start: V\nV: N N", "grammar:2: found 0 heads * in a rule of V; expected one"),
        ("start: V\nV: * | * *", "grammar:2: found 2 heads * in a rule of V; expected one"),
        ("start: V\nV: *\n\nV: 3 *", "grammar:4: found symbol '3' in a rule of V"),
        ("start: V\nV: *\nX = x", "grammar:3: found symbol X without a rule"),
        ("start: V\nV: *\nV =", "grammar:3: found no words of V"),
        ("V: *", "grammar: found no start category; expected a line such as 'start: V'"),
        ("start: V\nstart: V\nV: *", "grammar:2: found a second start category"),
        ("start: W", "grammar:1: found symbol W without a rule"),
        ("1: *", "grammar:1: found symbol '1'"),
    ],
)
def test_errors_name_line_and_symbol(text: str, message: str) -> None:
    with pytest.raises(MultiplaneError) as caught:
        parse_grammar(text)
    assert message in str(caught.value)


def test_an_unknown_word_is_named() -> None:
    with pytest.raises(MultiplaneError, match="found the word 'cat'; expected a word of the grammar"):
        problem(grammar=example_grammar(), sentence="the cat barked")


def test_a_missing_file_is_one_line() -> None:
    with pytest.raises(MultiplaneError, match=r"none\.grammar: No such file"):
        read_grammar("none.grammar")
