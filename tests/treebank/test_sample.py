"""The sample treebank: well-formed Universal Dependencies, every construction and every class in it."""

from __future__ import annotations

import re

import pytest

import multiplane
from multiplane.errors import MultiplaneError
from multiplane.structure import CLASSES, classify
from multiplane.treebank.sample import sample_bytes, sample_languages

UPOS = "ADJ ADP ADV AUX CCONJ DET INTJ NOUN NUM PART PRON PROPN PUNCT SCONJ SYM VERB X"
RELATIONS = (
    "acl advcl advmod amod appos aux case cc ccomp clf compound conj cop csubj dep det discourse dislocated expl "
    "fixed flat goeswith iobj list mark nmod nsubj nummod obj obl orphan parataxis punct reparandum root vocative xcomp"
)
CONSTRUCTIONS = {
    "cross-serial verbs, two": {"dutch", "swiss-german"},
    "cross-serial verbs, three": {"dutch", "swiss-german"},
    "wh-movement": {"english", "german", "dutch", "czech", "latin", "portuguese", "hungarian", "arabic"},
    "extraposition of a relative clause": {"english", "german", "dutch", "czech", "latin", "hungarian", "arabic"},
    "extraposition of a prepositional phrase": {"english", "german", "dutch", "portuguese"},
    "scrambling": {"czech", "latin", "hungarian"},
    "long scrambling": {"german"},
    "topicalisation": {"english"},
    "topicalisation out of a clause": {"german", "dutch", "portuguese", "hungarian", "chinese"},
    "hyperbaton": {"latin"},
    "clitic climbing": {"czech", "portuguese"},
    "R-pronoun split": {"dutch"},
    "preposition stranding": {"english"},
    "right-node raising": {"english", "german", "portuguese"},
    "gapping": {"english", "german", "dutch", "czech", "latin", "portuguese", "hungarian", "arabic"},
}
"""For each construction the languages that must have it."""

SENTENCES = [text for text in sample_bytes("sample:").decode().split("\n\n") if text]


def rows(text: str) -> list[list[str]]:
    return [line.split("\t") for line in text.splitlines() if not line.startswith("#")]


def comments(text: str) -> dict[str, str]:
    return dict(line[2:].split(" = ", 1) for line in text.splitlines() if line.startswith("# "))  # type: ignore[misc]


def heads(text: str) -> list[int]:
    return [int(row[6]) for row in rows(text) if row[0].isdigit()]


def identifier(text: str) -> str:
    return comments(text)["sent_id"]


each_sentence = pytest.mark.parametrize("text", SENTENCES, ids=identifier)


def test_size() -> None:
    assert len(SENTENCES) >= 120
    assert len(sample_languages()) - 1 >= 10
    assert "shape" in sample_languages()


def test_identifiers_count_within_each_language() -> None:
    for language in sample_languages():
        found = re.findall(r"# sent_id = (.+)", sample_bytes(f"sample:{language}").decode())
        assert found == [f"{language}-{number}" for number in range(1, len(found) + 1)]


@each_sentence
def test_the_text_is_that_of_the_forms(text: str) -> None:
    written, covered = "", 0
    for row in rows(text):
        if "." in row[0] or (row[0].isdigit() and int(row[0]) <= covered):
            continue
        if "-" in row[0]:
            covered = int(row[0].split("-")[1])
        written += row[1] + ("" if "SpaceAfter=No" in row[9].split("|") else " ")
    assert written.rstrip() == comments(text)["text"]


@each_sentence
def test_columns_are_universal_dependencies(text: str) -> None:
    assert heads(text).count(0) == 1
    for row in rows(text):
        assert len(row) == 10 and all(row)
        if "-" in row[0]:
            continue
        assert row[3] in UPOS.split()
        names = [] if row[5] == "_" else [feature.split("=")[0].lower() for feature in row[5].split("|")]
        assert names == sorted(set(names))
        if row[0].isdigit():
            assert row[7].split(":")[0] in RELATIONS.split()
            assert (row[7] == "root") == (row[6] == "0")


@each_sentence
def test_enhanced_graphs_name_nodes_that_exist(text: str) -> None:
    nodes = {row[0] for row in rows(text)} | {"0"}
    with_graph = [row for row in rows(text) if row[8] != "_"]
    assert len(with_graph) in (0, sum("-" not in row[0] for row in rows(text)))
    for row in with_graph:
        assert {part.split(":")[0] for part in row[8].split("|")} <= nodes - {row[0]}


@each_sentence
def test_classes_are_those_it_says(text: str) -> None:
    tree = classify(heads(text))
    assert comments(text)["classes"].split() == [name for name, members in CLASSES.items() if tree in members]


@each_sentence
def test_every_sentence_is_translated(text: str) -> None:
    if not identifier(text).startswith(("english", "shape")):
        assert comments(text)["text_en"]
    assert comments(text)["phenomenon"]


def test_some_sentences_have_empty_nodes_and_words_in_one_token() -> None:
    identifiers = [row[0] for text in SENTENCES for row in rows(text)]
    assert sum("." in name for name in identifiers) >= 8
    assert sum("-" in name for name in identifiers) >= 15


@pytest.mark.parametrize("construction", CONSTRUCTIONS)
def test_constructions(construction: str) -> None:
    found = {identifier(text).rpartition("-")[0] for text in SENTENCES if comments(text)["phenomenon"] == construction}
    assert found >= CONSTRUCTIONS[construction]


@pytest.mark.parametrize(
    ("inside", "outside"),
    [
        ("2-planar", "planar"),
        ("3-planar", "2-planar"),
        ("gap-minding", "projective"),
        ("gap-minding", "2-planar"),
        ("gap-minding", "one-endpoint-crossing"),
        ("well-nested-gap-1", "gap-minding"),
        ("well-nested", "gap-degree-1"),
        ("gap-degree-1", "gap-degree-0"),
        ("gap-degree-2", "gap-degree-1"),
        ("gap-degree-1", "well-nested"),
        ("gap-degree-1", "mildly-ill-nested-1"),
        ("mildly-ill-nested-1", "well-nested-gap-1"),
        ("one-endpoint-crossing", "planar"),
        ("one-endpoint-crossing", "well-nested"),
        ("one-endpoint-crossing", "gap-degree-1"),
        ("2-planar", "one-endpoint-crossing"),
        ("2-planar", "well-nested"),
    ],
)
def test_classes_are_separated(inside: str, outside: str) -> None:
    found = [classify(heads(text)) for text in SENTENCES]
    assert any(tree in CLASSES[inside] and tree not in CLASSES[outside] for tree in found)


@pytest.mark.parametrize("property_name", ["planar", "one_endpoint_crossing"])
def test_root_arcs_make_a_difference(property_name: str) -> None:
    assert any(
        getattr(classify(heads(text), root_arcs=False), property_name)
        and not getattr(classify(heads(text)), property_name)
        for text in SENTENCES
    )


@pytest.mark.parametrize(("language", "verbs", "planes"), [("dutch-2", 2, 2), ("dutch-3", 3, 3), ("dutch-4", 4, 4)])
def test_cross_serial_verbs_need_a_plane_each(language: str, verbs: int, planes: int) -> None:
    tree = classify(heads(sample_bytes(f"sample:{language}").decode()))
    assert tree.planes == planes
    assert tree.one_endpoint_crossing == (verbs == 2)


def test_the_ten_word_shape_is_strongly_ill_nested_for_its_gap_degree() -> None:
    tree = classify(next(heads(text) for text in SENTENCES if len(heads(text)) == 10 and "tree shape" in text))
    assert (tree.gap_degree, tree.mildly_ill_nested_gap) == (1, 2)


def test_reading_the_sample_or_a_part_of_it() -> None:
    whole = multiplane.read("sample:")
    assert len(whole) == len(SENTENCES)
    assert bytes(whole) == sample_bytes("sample:")
    assert not whole.warnings
    assert sum(len(multiplane.read(f"sample:{language}")) for language in sample_languages()) == len(whole)
    (sentence,) = multiplane.read("sample:dutch-3")
    assert sentence.sent_id == "dutch-3"
    assert [sentence.metadata["text"] for sentence in multiplane.stream("sample:dutch")][2] == sentence.metadata["text"]


@pytest.mark.parametrize("name", ["dutch", "swiss-german-2", "shape-1", "english-10"])
def test_a_part_is_a_piece_of_the_whole(name: str) -> None:
    assert sample_bytes(f"sample:{name}") in sample_bytes("sample:")


@pytest.mark.parametrize(("name", "nearest"), [("dutsh", "sample:dutch"), ("shape-99", "sample:shape-9")])
def test_unknown_parts_are_named_with_the_nearest(name: str, nearest: str) -> None:
    with pytest.raises(MultiplaneError, match=f"found sample:{name}; expected .*{nearest}[, ]"):
        multiplane.read(f"sample:{name}")
