"""Exhaustive checks: what every named system derives for small n, and the checker itself against plain enumeration."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from tests.transition.machine import interpreter

from multiplane.errors import MultiplaneError
from multiplane.structure import attardi_degree, is_k_planar, is_planar, is_projective
from multiplane.transition import (
    LEFT_ARC,
    REDUCE,
    SHIFT,
    UNSHIFT,
    System,
    get,
    names,
    verify,
)
from multiplane.transition.analysis.graph_classes import arcs_of, has_no_covered_roots, row_of
from multiplane.transition.analysis.verification import Verification, Verifications
from multiplane.transition.analysis.verify import feasible_words

CORRECT = {
    "arc-standard": "projective",
    "arc-standard-stack": "projective",
    "arc-eager": "projective",
    "arc-hybrid": "projective",
    "easy-first": "projective",
    "covington-projective": "projective",
    "planar": "planar",
    "2-planar": "2-planar",
    "3-planar": "3-planar",
    "swap": "all",
    "covington": "all",
    "planar+no-covered-roots": "projective",
    "planar-graph": "planar",
    "planar-graph+single-head": "planar, single-head",
    "planar-graph+acyclic": "planar, no undirected cycles",
    "planar-graph+directed-acyclic": "planar, no directed cycles",
    "planar-graph+directed-acyclic+no-covered-roots": "planar, no directed cycles, no covered roots",
    "planar-graph+single-head+directed-acyclic": "planar",
    "planar-graph+single-head+no-covered-roots": "planar, single-head, no covered roots",
    "planar-graph+acyclic+no-covered-roots": "planar, no undirected cycles, no covered roots",
    "planar-graph+no-covered-roots": "planar, no covered roots",
    "dag-arc-eager": "planar, no covered roots, one arc between two words",
    "undirected-planar": "planar, no cycles",
    "undirected-2-planar": "2-planar, no cycles",
    "undirected-covington": "2-planar, no cycles",
    "undirected-planar+naive": "planar, no cycles",
    "arc-eager+lba": "projective",
    "arc-eager+rba": "projective",
    "arc-eager+lba+rba": "projective",
    "arc-standard+lba+rba": "projective",
    "arc-hybrid+lba+rba": "projective",
    "planar+lba+rba": "planar",
    "2-planar+lba+rba": "2-planar",
    "swap+lba+rba": "all",
    "arc-eager+root": "projective",
    "planar+root": "planar",
}
PROJECTIVE_FORESTS = {1: 1, 2: 3, 3: 12, 4: 55, 5: 273, 6: 1428}
PLANAR_FORESTS = {1: 1, 2: 3, 3: 16, 4: 105, 5: 756, 6: 5738}


PAGE = Path(__file__).parents[3] / "docs" / "systems.md"


def sound_and_within_bound(found: Verification) -> bool:
    return found.within_bound and not found.stuck and not found.endless


def rows_of_the_page() -> dict[str, str]:
    lines = PAGE.read_text("utf-8").splitlines()
    return {name: line for name in names() for line in lines if line.startswith(f"| {name} | ")}


def check_the_page(systems: list[str]) -> None:
    rows = rows_of_the_page()
    for name in systems:
        found = verify(get(name), feasible_words(get(name), 6))
        assert Verifications((found,)).tables()[0].as_markdown().splitlines()[-1] == rows[name]


def test_the_page_has_every_system_and_its_quick_lines_are_right() -> None:
    assert set(rows_of_the_page()) == set(names())
    check_the_page(["arc-eager", "arc-standard", "planar", "covington-projective"])


@pytest.mark.long
def test_every_line_of_the_page_is_right() -> None:
    check_the_page(list(names()))


@pytest.mark.parametrize("words", [4, pytest.param(5, marks=pytest.mark.long)])
@pytest.mark.parametrize("name", CORRECT)
def test_correct(name: str, words: int) -> None:
    found = verify(get(name), words)
    assert CORRECT[name] in found.correct_for
    assert sound_and_within_bound(found)


@pytest.mark.long
@pytest.mark.parametrize("name", [name for name in CORRECT if "graph" not in name and name != "3-planar"])
def test_correct_on_six_words(name: str) -> None:
    found = verify(get(name), 6)
    expected = CORRECT[name]
    if name == "undirected-covington":
        expected = "3-planar, no cycles"
    assert expected in found.correct_for
    assert sound_and_within_bound(found)
    if expected in ("projective", "planar", "2-planar") and found.kind == "forests":
        assert found.correct_for == (expected,)


@pytest.mark.parametrize("words", [1, 2, 3, 4])
def test_every_named_system_on_fewer_words(words: int) -> None:
    for name in names():
        if name == "2-planar-graph" and words == 4:
            continue
        found = verify(get(name), words)
        assert sound_and_within_bound(found), name
        if name in CORRECT and words == 4:
            assert CORRECT[name] in found.correct_for


def test_counts_of_forests() -> None:
    for words in range(1, 6):
        assert len(verify(get("arc-eager"), words).graphs) == PROJECTIVE_FORESTS[words]
        assert len(verify(get("planar"), words).graphs) == PLANAR_FORESTS[words]


@pytest.mark.long
def test_two_planar_graphs_of_four_words() -> None:
    found = verify(get("2-planar-graph"), 4)
    assert found.correct_for == ("2-planar",)
    assert len(found.graphs) == 4096


@pytest.mark.parametrize(("name", "derived"), [("attardi-2", 939), ("attardi-3", 1214), ("attardi-4", 1244)])
def test_attardi_is_sound_but_not_complete_for_its_schema(name: str, derived: int) -> None:
    """Links to depth d need not be taken in the order that a left-to-right parser is bound to."""
    found = verify(get(name), 5)
    compared = found.compared(name)
    assert (len(found.graphs), compared.sound, compared.complete) == (derived, True, False)
    assert sound_and_within_bound(found)
    assert found.compared("projective").complete


def test_the_smallest_tree_that_attardi_misses() -> None:
    """1 → 2 → 4 around the root 3: once 2 → 4 is built, 2 stays on the stack and 1 → 2 is out of reach."""
    heads = [0, 1, 0, 2]
    assert attardi_degree(heads) == 2
    for degree in (2, 3, 5):
        with pytest.raises(MultiplaneError, match="no sequence of transitions builds"):
            get(f"attardi-{degree}").derive(heads)


@pytest.mark.parametrize(
    ("name", "derived", "planar"),
    [
        ("arc-eager+lnba", 518, 369),
        ("arc-eager+rnba", 481, 346),
        ("arc-eager+lnba+rnba", 793, 468),
        ("arc-hybrid+lnba+rnba", 793, 468),
        ("planar+lnba", 1056, 756),
        ("planar+rnba", 1007, 756),
    ],
)
def test_what_nonprojective_buffer_arcs_add(name: str, derived: int, planar: int) -> None:
    found = verify(get(name), 5)
    assert len(found.graphs) == derived
    assert found.compared("planar").derived == planar
    assert found.compared("projective").complete
    assert found.compared("2-planar").sound
    assert sound_and_within_bound(found)


@pytest.mark.parametrize(("words", "derived", "of", "acyclic"), [(3, 19, 19, 17), (4, 181, 189, 135)])
def test_dag_arc_standard_derives_every_acyclic_planar_graph_without_covered_roots(
    words: int, derived: int, of: int, acyclic: int
) -> None:
    """And some graphs with cycles, but never two arcs between the same words."""
    found = verify(get("dag-arc-standard"), words)
    compared = found.compared("planar, no covered roots, one arc between two words")
    assert (compared.sound, compared.derived, compared.size) == (True, derived, of)
    compared = found.compared("planar, no directed cycles, no covered roots")
    assert (compared.complete, compared.size) == (True, acyclic)
    assert sound_and_within_bound(found)


@pytest.mark.long
def test_dag_arc_standard_on_five_words() -> None:
    compared = verify(get("dag-arc-standard"), 5).compared("planar, no directed cycles, no covered roots")
    assert (compared.complete, compared.size) == (True, 1281)


@pytest.mark.parametrize(("words", "size"), [(2, 3), (3, 25), (4, 335)])
def test_planar_graphs_without_directed_cycles(words: int, size: int) -> None:
    found = verify(get("planar-graph+directed-acyclic"), words)
    assert ("planar, no directed cycles" if found.kind == "graphs" else "projective") in found.correct_for
    assert (found.kind == "graphs") == (words > 2), "of two words all such graphs are forests"
    assert len(found.graphs) == size


@pytest.mark.parametrize("name", ["planar-graph+root", "dag-arc-eager+root", "planar-graph+directed-acyclic+root"])
def test_graphs_with_arcs_from_the_root(name: str) -> None:
    """Among the planar graphs of three words and the root, these are the ones that the constraints allow."""
    assert len(verify(get(name), 3).correct_for) == 1


@pytest.mark.parametrize(
    ("words", "derived", "projective", "without_covered_roots"), [(3, 12, 12, 12), (4, 57, 55, 64)]
)
def test_no_covered_roots_on_two_stacks_excludes_too_much(
    words: int, derived: int, projective: int, without_covered_roots: int
) -> None:
    """DTS §5.1.2: a word without a head may have to leave one stack although no arc covers it."""
    found = verify(get("2-planar+no-covered-roots"), words)
    graphs = {arcs_of(np.array(row, np.uint8)) for row in found.graphs}
    assert (len(graphs), found.compared("projective").derived) == (derived, projective)
    forests = {arcs_of(np.array(row, np.uint8)) for row in verify(get("2-planar"), words).graphs}
    allowed = {arcs for arcs in forests if has_no_covered_roots(arcs, words)}
    assert graphs <= allowed
    assert len(allowed) == without_covered_roots
    assert "DTS §5.1.2" in get("2-planar+no-covered-roots").warning


def sequences_of(system: System, words: int, goes_on: bool) -> dict[frozenset[tuple[int, int]], int]:
    """Every sequence, one by one, in the plain interpreter; how many end with each graph."""
    members = system.members(words)
    counts: dict[frozenset[tuple[int, int]], int] = {}

    def follow(here: interpreter.Configuration) -> None:
        for transition in members:
            there = interpreter.step_through(here, transition)
            if there is None:
                continue
            if not there.buffer and (here.buffer or there.arcs != here.arcs):
                arcs = frozenset(tuple(sorted(a)) if here.undirected else a for a in there.arcs)
                counts[arcs] = counts.get(arcs, 0) + 1  # type: ignore[index, arg-type]
            if there.buffer or goes_on:
                follow(there)

    follow(interpreter.start(words, system.stacks, system.root, system.is_undirected))
    return counts


@pytest.mark.parametrize(
    ("name", "goes_on"),
    [
        ("arc-standard", False),
        ("arc-eager", False),
        ("arc-hybrid", True),
        ("arc-standard-stack", True),
        ("easy-first", False),
        ("dag-arc-eager", False),
        ("planar", False),
        ("planar-graph", False),
        ("planar-graph+directed-acyclic", False),
        ("swap", True),
        ("covington", False),
        ("covington-projective", False),
        ("attardi-2", False),
        ("undirected-planar", False),
        ("arc-eager+lnba+rba", False),
        ("arc-hybrid+rnba", True),
        ("dag-arc-standard", False),
    ],
)
def test_graphs_and_their_sequences_against_plain_enumeration(name: str, goes_on: bool) -> None:
    system = get(name)
    words = 3 if "graph" in name or name == "swap" else 4
    found = verify(system, words)
    counts = sequences_of(system, words, goes_on)
    graphs = {tuple(row_of(arcs, words).tolist()): count for arcs, count in counts.items()}
    assert dict(zip(found.graphs, found.sequences, strict=True)) == graphs


def test_merged_stacks_give_the_same_graphs(monkeypatch: pytest.MonkeyPatch) -> None:
    apart = verify(get("2-planar"), 4), verify(get("3-planar+rba"), 3)
    monkeypatch.setattr("multiplane.transition.analysis.verify.MERGE_STACKS_ABOVE", 0)
    merged = verify(get("2-planar"), 4), verify(get("3-planar+rba"), 3)
    for one, two in zip(apart, merged, strict=True):
        assert one.graphs == two.graphs
        assert one.configurations > two.configurations
        assert two.longest is None and not two.sequences


def test_a_system_that_never_ends_and_one_that_gets_stuck() -> None:
    endless = System("back-and-forth", shift=SHIFT, unshift=UNSHIFT, left=LEFT_ARC >> REDUCE)
    found = verify(endless, 3)
    assert found.endless and found.longest is None and not found.sequences
    assert not endless.properties.bounded.holds
    stuck = System("pairs", pair=SHIFT >> SHIFT)
    found = verify(stuck, 3)
    assert found.stuck > 0
    assert not stuck.properties.robust.holds


def test_classes_agree_with_structure() -> None:
    found = verify(get("2-planar"), 4)
    for row in found.graphs:
        heads = [mask.bit_length() - 1 if mask else 0 for mask in row]
        assert is_k_planar(heads, 2, root_arcs=False)
        if is_projective(heads):
            assert is_planar(heads, root_arcs=False)


def test_rows_are_sets_of_arcs() -> None:
    arcs = frozenset({(1, 2), (3, 2), (0, 1)})
    assert arcs_of(row_of(arcs, 3)) == arcs


@pytest.mark.parametrize("words", [0, 8])
def test_sizes_out_of_range(words: int) -> None:
    with pytest.raises(MultiplaneError, match="expected 1 to 7"):
        verify(get("arc-eager"), words)


def test_too_many_configurations(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("multiplane.transition.analysis.verify.MAX_CONFIGURATIONS", 100)
    with pytest.raises(MultiplaneError, match="more than 100 configurations at n = 5; try a smaller n"):
        verify(get("planar"), 5)


def test_a_verification_is_data_and_a_table() -> None:
    found = get("2-planar+no-covered-roots").verify(3)
    data = found.as_data()
    assert data["graphs"] == len(found.graphs) and data["correct_for"] == list(found.correct_for)
    assert str(found).splitlines()[0] == f"{found.system} on 3 words: {len(found.graphs)} forests derived"
    assert f"Warning: {data['warning']}." in str(found) and verify("arc-eager", 2).as_data()["warning"] is None
    assert found == verify(found.system, 3)
