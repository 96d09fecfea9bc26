"""The tags of a treebank: numbered by frequency, found again, taken apart."""

from __future__ import annotations

from collections import Counter

import multiplane
from multiplane.text.tagger.tagset import MAX_WHOLE_XPOS, tagset_of
from multiplane.treebank import Treebank

GERMAN = multiplane.read("sample:german")
TAGS = [(word.upos, word.xpos, word.feats) for sentence in GERMAN for word in sentence]


def test_tags_are_numbered_by_frequency() -> None:
    tagset, ids = tagset_of(GERMAN)
    assert [tagset.strings(tag) for tag in ids.tolist()] == TAGS
    counts = Counter(TAGS)
    frequencies = [counts[tagset.strings(tag)] for tag in range(len(tagset))]
    assert frequencies == sorted(frequencies, reverse=True) and len(tagset) == len(counts)


def test_tags_are_found_again() -> None:
    tagset, ids = tagset_of(GERMAN)
    assert tagset.ids_of(GERMAN).tolist() == ids.tolist()
    upos, xpos, feats = zip(*TAGS, strict=True)
    odd = GERMAN.with_columns({"upos": ["_", "Odd", *upos[2:]], "xpos": ["_", *xpos[1:]], "feats": ["_", *feats[1:]]})
    assert tagset.ids_of(odd).tolist() == [-1, len(tagset), *ids.tolist()[2:]]


def test_the_parts_of_a_tag() -> None:
    tagset, ids = tagset_of(GERMAN)
    columns, starts, count = tagset.parts
    singles = {part for tag in TAGS for part in tag[2].split("|")}
    assert count == len({tag[0] for tag in TAGS}) + len({tag[1] for tag in TAGS}) + len(singles)
    first = int(ids[0])
    assert starts[first + 1] - starts[first] == 2 + len(TAGS[0][2].split("|"))
    assert columns.max() == count - 1


def test_many_kinds_of_xpos_are_taken_apart() -> None:
    rows = [f"1 w _ X N{number:03d} _ 0 root _ _\n" for number in range(MAX_WHOLE_XPOS + 20)]
    treebank = Treebank.from_text("\n".join(rows).replace(" ", "\t"))
    tagset, _ = tagset_of(treebank)
    assert tagset.parts[2] == 1 + 1 + (1 + 2 + 10 + 10)
    assert set(tagset.kinds.tolist()) == {0}
