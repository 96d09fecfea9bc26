"""The dictionary: tags and classes of words, counted in plain Python; in training, by the other blocks."""

from __future__ import annotations

from collections import Counter, defaultdict

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from multiplane.text.tagger.dictionary import FREQUENT, find_list, learn_dictionary
from multiplane.text.tagger.words import ATTRIBUTES, FORM

WORDS = st.lists(st.tuples(st.integers(1, 6), st.integers(0, 4), st.integers(0, 2)), min_size=1, max_size=40)
KINDS = np.array([0, 0, 1, 2, 3], np.int32)


def class_of(counts: Counter[int]) -> tuple[int, frozenset[int]] | None:
    """The most frequent kind, and all that are more than noise."""
    total = sum(counts.values())
    if not total:
        return None
    return min(counts, key=lambda kind: (-counts[kind], kind)), frozenset(k for k in counts if 50 * counts[k] > total)


@given(WORDS)
def test_classes_are_those_that_plain_counting_gives(items: list[tuple[int, int, int]]) -> None:
    words = np.zeros((len(items), len(ATTRIBUTES)), np.int32)
    words[:, FORM] = [form for form, _, _ in items]
    tags, blocks = np.array([tag for _, tag, _ in items], np.int32), np.array([block for _, _, block in items])
    dictionary, own = learn_dictionary(words, tags, KINDS, blocks)
    counts: defaultdict[int, Counter[int]] = defaultdict(Counter)
    seen: defaultdict[int, Counter[int]] = defaultdict(Counter)
    here: defaultdict[tuple[int, int], Counter[int]] = defaultdict(Counter)
    tags_here: defaultdict[tuple[int, int], Counter[int]] = defaultdict(Counter)
    for form, tag, block in items:
        here[form, block][int(KINDS[tag])] += 1
        tags_here[form, block][tag] += 1
        counts[form][int(KINDS[tag])] += 1
        seen[form][tag] += 1
    expected = [class_of(counts[form] - here[form, block]) for form, _, block in items]
    wholes = [class_of(counts[form]) for form in dictionary.words.keys.tolist()]
    found_classes = [*own[:, 0].tolist(), *dictionary.classes.tolist()]
    hashes = dict(zip([*expected, *wholes], found_classes, strict=True))
    assert [hashes[found] for found in [*expected, *wholes]] == found_classes
    assert len(set(hashes.values())) == len(hashes) and hashes.get(None, 0) == 0
    elsewhere = [seen[form] - tags_here[form, block] for form, _, block in items]
    assert own[:, 1].tolist() == [min(tags, key=lambda tag: (-tags[tag], tag)) + 1 if tags else 0 for tags in elsewhere]
    for form, tags_seen in seen.items():
        entry = find_list(dictionary.words, form)
        found = dictionary.words.tags[dictionary.words.starts[entry] : dictionary.words.starts[entry + 1]].tolist()
        assert found == sorted(tags_seen, key=lambda tag: (-tags_seen[tag], tag))
        assert dictionary.frequent[entry] == (sum(tags_seen.values()) >= FREQUENT)
    assert find_list(dictionary.words, 99) == -1
