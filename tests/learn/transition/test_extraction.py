"""Features of configurations: two get the same row of a template just when a plain reading sees the same in both."""

from __future__ import annotations

import random

import numpy as np
import pytest
from tests.learn.features.reading_features import Reader

import multiplane
from multiplane.learn.features.attributes import compile_attributes, word_attributes
from multiplane.learn.features.configurations import DYNAMIC, STEPS, FeatureModel
from multiplane.learn.features.defaults import FAMILIES
from multiplane.learn.graphs.system import without_parallel_arcs
from multiplane.learn.transition.context import (
    LEFTWARDS,
    NO_DIRECTION,
    RIGHTWARDS,
    clear_context,
    new_context,
    update_context,
)
from multiplane.learn.transition.extraction import find_nodes, find_values, hash_templates
from multiplane.transition import get
from multiplane.transition.machine.execution import apply

STARTS = ["S0", "S1", "B0", "B1", "O0", "P0", "Q0", "R0"]
PLAIN = [name for name in DYNAMIC if name != "edge"]
ITEMS = [
    *(f"{start}.{attribute}" for start in STARTS for attribute in ("form", "upos", *PLAIN)),
    *(f"{start}.{step}.{attribute}" for start in ("S0", "B0") for step in STEPS for attribute in ("form", "deprel")),
    "S0.head.left1.form",
    "distance(S0,B0)",
    "distance(S1,B0)",
    *(f"{start}.link{number}.edge" for start in ("S0", "B0", "S0.head") for number in (1, 2, 3)),
    "linked(S0,B0)",
    "linked(S0.head,B0)",
    "plane",
    "arcs(S0,B0)",
    "arcs(S0.head,B0)",
    *(f"history{number}" for number in range(1, 5)),
]
EDGES = ["H.form", "D.upos", "H.left1.form", "D.right-labels", "distance(H,D)", "arcs(H,D)"]
DIRECTIONS = ("left", "right", "", "left", "right")
NUMBERS = np.array([{"": NO_DIRECTION, "left": LEFTWARDS, "right": RIGHTWARDS}[name] for name in DIRECTIONS], np.int32)
MASK = (1 << 40) - 1


SYSTEMS = (
    *("arc-eager", "2-planar", "5-planar", "undirected-planar", "undirected-planar+naive", "swap", "covington"),
    "2-planar-graph",
)


@pytest.mark.parametrize("name", SYSTEMS)
def test_rows_are_what_is_seen(name: str) -> None:
    """Over random walks, equal rows and equal readings go together, template by template."""
    system, choice = get(name), random.Random(1)
    if name.endswith("graph"):
        system = without_parallel_arcs(system)
    model = FeatureModel((*ITEMS, "S0.form B0.form distance(S0,B0)"), tuple(EDGES))
    names = model.attributes
    meanings: list[dict[object, int]] = [{} for _ in (*model.transition, *model.label)]
    for sentence in sorted(multiplane.read("sample:"), key=len)[-25::6]:
        treebank = multiplane.Treebank.from_text(str(sentence), "conllu")
        values = word_attributes(treebank.layout, compile_attributes(names))
        words = [{"form": word.form, "upos": word.upos} for word in sentence.words]
        walk(system, model, values, words, choice, meanings)
    for rows in meanings:
        assert len(set(rows.values())) == len(rows)


def walk(system, model, values, words, choice, meanings):  # type: ignore[no-untyped-def]
    """One random parse; the row of every template at every step, noted under what the template reads there."""
    compiled = model.compile()
    configuration, context = system.start(len(words)), new_context(len(words))
    marked = system.is_undirected and system.reconstruction != "naive"
    directions = NUMBERS if marked else np.empty(0, np.int32)
    clear_context(context, len(words))
    history: list[tuple[int, int]] = []
    program, memory = system.program(len(words)), configuration.memory
    while names := configuration.permitted():
        reader = Reader(memory, words, history, system.is_undirected, DIRECTIONS if marked else ())
        reader.ends = {"H": choice.randint(1, len(words)), "D": choice.randint(1, len(words))}
        first = 0
        for features, lines in zip(compiled, (model.transition, model.label), strict=True):
            places, items = np.empty(len(features.addresses), np.int32), np.empty(len(features.items), np.uint64)
            rows = np.empty(len(lines), np.int64)
            find_nodes(memory, context, features.addresses, reader.ends["H"], reader.ends["D"], places)
            find_values(memory, context, features.items, places, values, 0, items)
            hashes = np.empty(len(lines), np.uint64)
            hash_templates(features.templates, features.starts, items, 1, MASK, hashes, rows)
            shortest_first = sorted(lines, key=lambda line: len(line.split()))
            for number, (line, row) in enumerate(zip(shortest_first, rows.tolist(), strict=True), start=first):
                meaning = tuple(reader.value(item) for item in line.split())
                assert meanings[number].setdefault(meaning, row) == row, (line, meaning)
            first = len(lines)
        transition = choice.randrange(len(names))
        number, label = system.names(len(words)).index(names[transition]), choice.randrange(5)
        builds = bool(system.effects[number].arcs)
        apply(memory, program, number, label if builds else -1)
        update_context(memory, context, directions, number, label if builds else -1)
        history.append((number, label if builds else -1))


def test_defaults_compile() -> None:
    for model in FAMILIES.values():
        transition, label = model.compile()
        assert transition.templates.shape[1] == len(set(model.transition)) == len(model.transition)
        assert label.templates.shape[1] == len(set(model.label)) == len(model.label)
