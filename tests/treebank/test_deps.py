"""The DEPS column as arrays and back, against a reading word by word."""

from __future__ import annotations

from pathlib import Path
from random import Random

import numpy as np
import pytest
from tests.treebank.graph_texts import random_text

import multiplane
from multiplane.errors import FormatError, MultiplaneError
from multiplane.treebank import Sentence, Treebank
from multiplane.treebank.deps import GraphArcs, read_deps, with_deps
from multiplane.treebank.empty_nodes import collapsed_paths

ROW = "{}\tw\t_\t_\t_\t_\t{}\tdep\t{}\t_\n"


def word_by_word(sentence: Sentence) -> set[tuple[int, int, str]]:
    """The arcs of a sentence by the text of its rows."""
    incoming = {
        str(row.id): [(part.partition(":")[0], part.partition(":")[2]) for part in row.deps.split("|") if part != "_"]
        for row in sentence.rows
    }
    whole = {
        (int(head), word.id, label)
        for word in sentence.words
        for head, label in incoming[str(word.id)]
        if "." not in head
    }
    return {*whole, *collapsed_paths(incoming)}  # type: ignore[arg-type]


@pytest.mark.parametrize("seed", range(25))
def test_reading_is_reading_word_by_word(seed: int) -> None:
    treebank = Treebank.from_text(random_text(Random(seed)), "conllu")
    if all(word.deps == "_" for sentence in treebank for word in sentence):
        return
    arcs = read_deps(treebank)
    for number, sentence in enumerate(treebank):
        found = arcs.sentence(number)
        assert len(found) == len(set(found))
        assert set(found) == word_by_word(sentence)
        assert [word for _, word, _ in found] == sorted(word for _, word, _ in found)


@pytest.mark.parametrize("seed", range(25))
def test_writing_changes_nothing_else(seed: int) -> None:
    rng = Random(seed)
    text = "# a comment\n" + random_text(rng, empty_nodes=False)
    treebank = Treebank.from_text(text, "conllu")
    arcs = read_deps(treebank)
    assert bytes(with_deps(treebank, arcs)) == text.encode()
    bare = Treebank.from_text(random_text(Random(seed), empty_nodes=False), "conllu")
    changed = with_deps(bare, read_deps(Treebank.from_text(bytes(bare), "conllu")))
    again = Treebank.from_text(bytes(changed), "conllu")
    for name in ("spans", "offsets", "columns", "heads", "lines"):
        assert np.array_equal(getattr(changed.layout, name), getattr(again.layout, name)), name


def test_writing_removes_what_was_there() -> None:
    treebank = Treebank.from_text(ROW.format(1, 0, "0:root") + ROW.format(2, 1, "1:a|0:b"), "conllu")
    none = GraphArcs(np.array([0, 0]), *(np.zeros(0, np.int32) for _ in range(3)), ())
    assert [word.deps for word in with_deps(treebank, none)[0]] == ["_", "_"]


def test_windows_line_ends_and_ranges_stay() -> None:
    text = "# c\r\n1-2\tab\t_\t_\t_\t_\t_\t_\t_\t_\r\n" + (ROW.format(1, 0, "_") + ROW.format(2, 1, "_")).replace(
        "\n", "\r\n"
    )
    treebank = Treebank.from_text(text, "conllu")
    one, zero = np.ones(1, np.int32), np.zeros(1, np.int32)
    changed = with_deps(treebank, GraphArcs(np.array([0, 1]), one, one + 1, zero, ("conj:and",)))
    expected = text.replace("1\tdep\t_", "1\tdep\t1:conj:and")
    assert bytes(changed).decode() == expected


@pytest.mark.parametrize(
    ("field", "message"),
    [
        ("1", "found DEPS '1' of word 2; expected HEAD:LABEL, several of them joined by |"),
        ("x:obj", "found DEPS 'x:obj' of word 2; expected HEAD:LABEL"),
        ("1:", "found DEPS '1:' of word 2; expected HEAD:LABEL"),
        ("1:a|", "found DEPS '1:a|' of word 2; expected HEAD:LABEL"),
        ("3:a", "found head 3 in DEPS of word 2; expected another word of 0 to 2"),
        ("2:a", "found head 2 in DEPS of word 2; expected another word of 0 to 2"),
        ("1.1:a", "found head 1.1 in DEPS"),
    ],
)
def test_malformed_fields(field: str, message: str) -> None:
    text = "# c\n" + ROW.format(1, 0, "0:root") + ROW.format(2, 1, field)
    with pytest.raises(FormatError) as caught:
        read_deps(Treebank.from_text(text, "conllu", source="a.conllu"))
    assert str(caught.value).startswith("a.conllu:3: ") and message in str(caught.value)


def test_an_arc_that_is_written_twice_is_read_once() -> None:
    text = ROW.format(1, 0, "0:root|0:root|2:a|0:b|2:a") + ROW.format(2, 1, "1:a|1:b|1:a")
    arcs = read_deps(Treebank.from_text(text, "conllu"))
    assert arcs.sentence(0) == [(0, 1, "root"), (2, 1, "a"), (0, 1, "b"), (1, 2, "a"), (1, 2, "b")]


def test_no_graphs_at_all() -> None:
    with pytest.raises(MultiplaneError, match="found no DEPS; expected graphs in that column"):
        read_deps(Treebank.from_text(ROW.format(1, 0, "_"), "conllu", source="a.conllu"))
    with pytest.raises(MultiplaneError, match="found CoNLL-X, which has no DEPS"):
        read_deps(Treebank.from_text(ROW.format(1, 0, "_"), "conllx"))


def test_labels_that_no_field_can_hold() -> None:
    treebank = Treebank.from_text(ROW.format(1, 0, "_"), "conllu")
    zero = np.zeros(1, np.int32)
    with pytest.raises(MultiplaneError, match="expected text without tabs, bars and line ends"):
        with_deps(treebank, GraphArcs(np.array([0, 1]), zero, zero + 1, zero, ("a|b",)))


@pytest.mark.parametrize("name", ["english-ewt", "czech-cac"])
def test_real_treebanks(treebanks: Path, name: str) -> None:
    treebank = multiplane.read(treebanks / name / "dev.conllu")
    arcs = read_deps(treebank)
    for number in range(0, len(treebank), 7):
        assert set(arcs.sentence(number)) == word_by_word(treebank[number])
    again = read_deps(with_deps(treebank, arcs))
    assert all(arcs.sentence(number) == again.sentence(number) for number in range(len(treebank)))
