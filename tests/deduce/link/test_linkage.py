from __future__ import annotations

import pytest
from hypothesis import given
from tests.deduce.link.dictionaries import sentences

from multiplane.deduce.link import Disjunct, count_linkages, example_dictionary, linkages, parse_dictionary
from multiplane.deduce.link.connectors import matches
from multiplane.deduce.link.dictionary import Dictionary

EXAMPLE = example_dictionary()


@given(sentences())
def test_linkages_are_what_the_definition_says(sentence: tuple[list[str], Dictionary]) -> None:
    for linkage in linkages(*sentence):
        pairs = [(link.left, link.right) for link in linkage.links]
        assert len(set(pairs)) == len(pairs)
        assert not any(i < k < j < m for i, j in pairs for k, m in pairs)
        reached = {linkage.first}
        for _ in linkage.words:
            reached |= {end for pair in pairs if reached & set(pair) for end in pair}
        assert len(reached) == len(linkage.words)
        assert all(matches(*link.connectors) for link in linkage.links)
        for number, disjunct in enumerate(linkage.disjuncts, linkage.first):
            right = [link.connectors[0] for link in linkage.links if link.left == number]
            left = [link.connectors[1] for link in reversed(linkage.links) if link.right == number]
            assert tuple(dict.fromkeys(right)) == tuple(dict.fromkeys(disjunct.right))
            assert tuple(dict.fromkeys(left)) == tuple(dict.fromkeys(disjunct.left))
        assert linkage.cost == pytest.approx(sum(disjunct.cost for disjunct in linkage.disjuncts))


def test_a_linkage_has_words_disjuncts_links_and_a_cost() -> None:
    (linkage,) = linkages("the cat chased a snake", EXAMPLE)
    assert linkage.words == ("LEFT-WALL", "the", "cat.n", "chased.v", "a", "snake.n")
    assert linkage.disjuncts[2] == Disjunct(("Ds-",), ("Ss+",))
    links = [(link.left, link.right, link.label) for link in linkage.links]
    assert links == [(0, 3, "W"), (1, 2, "Ds"), (2, 3, "Ss"), (3, 5, "O"), (4, 5, "Ds")]
    assert (linkage.cost, linkage.length) == (0.0, 3)


def test_connectors_can_name_the_head_of_a_link() -> None:
    dictionary = parse_dictionary("LEFT-WALL: hW+; the: dD+; cat: hD- & W- & S+; ran: S-;")
    (linkage,) = linkages("the cat ran", dictionary)
    assert [(link.label, link.head) for link in linkage.links] == [("W", 0), ("D", 2), ("S", None)]


@pytest.mark.parametrize(
    ("sentence", "count", "trees"),
    [
        ("The cat chased a snake .", 1, 1),
        ("Mary saw the girl with a telescope", 2, 2),
        ("the cat that Mary saw slept", 1, 0),
        ("the can can bark", 1, 1),
        ("Mary gave the dog a bone in front of the tree", 2, 2),
        ("a cats ran", 0, 0),
        ("the cat sleep", 0, 0),
        ("they sleeps", 0, 0),
    ],
)
def test_sentences_of_the_example_dictionary(sentence: str, count: int, trees: int) -> None:
    assert count_linkages(sentence, EXAMPLE) == count
    assert count_linkages(sentence, EXAMPLE, cycles=False) == trees
