"""What systems can build of a treebank agrees with the classes of its trees."""

from __future__ import annotations

from pathlib import Path

import multiplane
from multiplane.structure import classify_all
from multiplane.transition.oracles import all_systems, coverage


def test_coverage_of_the_sample_agrees_with_the_classes() -> None:
    treebank = multiplane.read("sample:czech")
    trees = classify_all(treebank.heads, treebank.offsets)
    words_only = classify_all(treebank.heads, treebank.offsets, root_arcs=False)
    expected = {
        "arc-eager": int(trees.projective.sum()),
        "planar": int((words_only.planes == 1).sum()),
        "2-planar": int((words_only.planes <= 2).sum()),
        "undirected-planar+naive": int((trees.planes == 1).sum()),
        "swap": len(treebank),
    }
    for found in coverage(treebank, expected):
        assert found.derived_sentences == expected[found.system]
        assert found.sentence_share <= found.arc_share <= 1
        assert found.arcs == treebank.word_count
    lifted = coverage(treebank, ["arc-eager+pp:head", "arc-eager+pp:head+path"])
    assert expected["arc-eager"] < lifted[0].derived_sentences <= lifted[1].derived_sentences <= len(treebank)


def test_every_system_has_a_coverage() -> None:
    treebank = multiplane.read("sample:dutch")[:40]
    found = {covered.system: covered.derived_sentences for covered in coverage(treebank)}
    assert list(found) == list(all_systems())
    assert found["arc-eager"] <= found["arc-eager+rnba"] <= found["arc-eager+lnba+rnba"] <= len(treebank)
    assert found["attardi-2"] <= found["attardi-3"]


def test_real_coverage_agrees_with_the_classes(treebanks: Path) -> None:
    """A few hundred sentences of every treebank."""
    for path in sorted(treebanks.glob("*/train.conll*")):
        treebank = multiplane.read(path)[:300]
        trees = classify_all(treebank.heads, treebank.offsets)
        words_only = classify_all(treebank.heads, treebank.offsets, root_arcs=False)
        found = {
            covered.system: covered for covered in coverage(treebank, ["arc-hybrid", "planar", "2-planar", "swap"])
        }
        assert found["arc-hybrid"].derived_sentences == int(trees.projective.sum())
        assert found["planar"].derived_sentences == int((words_only.planes == 1).sum())
        assert found["2-planar"].derived_sentences == int((words_only.planes <= 2).sum())
        assert found["swap"].derived_arcs == treebank.word_count
