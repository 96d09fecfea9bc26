"""The running examples of the papers: their transition sequences, configuration by configuration."""

from __future__ import annotations

from multiplane.transition import get


def test_arc_standard_sequence_of_dts_figure_3() -> None:
    """DTS Figure 3: the arc-standard derivation of the tree of Figure 2."""
    here = get("arc-standard").start(9)
    seen = []
    sequence = [
        "shift",
        "left",
        "shift",
        "left",
        "shift",
        "shift",
        "left",
        "shift",
        "shift",
        "shift",
        "left",
        "right",
        "right",
        "right",
        "shift",
        "right",
        "shift",
    ]
    for name in sequence:
        here.apply(name)
        if name in ("left", "right"):
            seen.append((here.stack, here.buffer, here.arcs[-1]))
    assert seen == [
        ([], [2, 3, 4, 5, 6, 7, 8, 9], (2, 1)),
        ([], [3, 4, 5, 6, 7, 8, 9], (3, 2)),
        ([3], [5, 6, 7, 8, 9], (5, 4)),
        ([3, 5, 6], [8, 9], (8, 7)),
        ([3, 5], [6, 9], (6, 8)),
        ([3], [5, 9], (5, 6)),
        ([], [3, 9], (3, 5)),
        ([], [3], (3, 9)),
    ]
    assert here.is_terminal
    heads = [2, 3, 0, 5, 3, 5, 8, 6, 3]
    assert here.heads == heads
    assert get("arc-standard").run(9, get("arc-standard").derive(heads)) == heads


def test_two_planar_sequence_of_dts_figure_6() -> None:
    """DTS Figure 6: the 2-planar derivation of the Czech tree of Figure 1, whose node 1 is the root token."""
    here = get("2-planar").start(9)
    seen = []
    sequence = [
        "shift",
        "shift",
        "right",
        "shift",
        "reduce",
        "reduce",
        "right",
        "shift",
        "shift",
        "left",
        "reduce",
        "right",
        "switch",
        "reduce",
        "reduce",
        "reduce",
        "left",
        "shift",
        "switch",
        "reduce",
        "right",
        "shift",
        "right",
        "shift",
        "reduce",
        "reduce",
        "reduce",
        "right",
        "shift",
    ]
    for name in sequence:
        here.apply(name)
        if name in ("left", "right"):
            seen.append((here.stacks, here.buffer[0], here.arcs[-1]))
    assert seen == [
        ([[1, 2], [1, 2]], 3, (2, 3)),
        ([[1], [1, 2, 3]], 4, (1, 4)),
        ([[1, 4, 5], [1, 2, 3, 4, 5]], 6, (6, 5)),
        ([[1, 4], [1, 2, 3, 4, 5]], 6, (4, 6)),
        ([[1, 2], [1, 4]], 6, (6, 2)),
        ([[1, 4], [1, 2, 6]], 7, (4, 7)),
        ([[1, 4, 7], [1, 2, 6, 7]], 8, (7, 8)),
        ([[1], [1, 2, 6, 7, 8]], 9, (1, 9)),
    ]
    assert here.is_terminal
    assert here.heads == [0, 6, 2, 1, 6, 4, 4, 7, 1]


def test_two_planar_needs_both_stacks_for_that_tree() -> None:
    heads = [0, 6, 2, 1, 6, 4, 4, 7, 1]
    assert get("2-planar").run(9, get("2-planar").derive(heads)) == heads
    sequence = get("2-planar").derive(heads)
    assert "switch" in sequence


def test_buffer_arcs_of_buf_section_3() -> None:
    """BUF §3.1: two RIGHT-BUFFER-ARCs in a row reach from i to i + 2."""
    here = get("arc-eager+rba").start(3).apply("rba").apply("rba")
    assert (here.buffer, here.arcs) == ([1], [(1, 2), (1, 3)])
    here = get("arc-eager+lba").start(3).apply("lba").apply("lba")
    assert (here.buffer, here.arcs) == ([3], [(2, 1), (3, 2)])


def test_nonprojective_buffer_arcs_of_buf_section_4() -> None:
    """BUF §4.1: the arc skips the first buffer node; LNBA pops the stack, RNBA takes the dependent from the buffer."""
    here = get("arc-eager+lnba").start(3).apply("shift").apply("lnba")
    assert (here.stack, here.buffer, here.arcs) == ([], [2, 3], [(3, 1)])
    here = get("arc-eager+rnba").start(3).apply("shift").apply("rnba")
    assert (here.stack, here.buffer, here.arcs) == ([1], [2], [(1, 3)])


def test_direction_does_not_hinder_undirected_systems() -> None:
    """UND Figure 1: a planar parser that has built 1 → 2 cannot build 3 → 2; the undirected one links on."""
    directed = get("planar").start(3).apply("shift").apply("right").apply("shift")
    assert "left" not in directed.permitted()
    undirected = get("undirected-planar").start(3).apply("shift").apply("arc").apply("shift")
    assert "arc" in undirected.permitted()
    heads = [2, 3, 0]
    for name in ("undirected-planar", "undirected-planar+naive", "undirected-planar+label-a"):
        system = get(name)
        assert system.run(3, system.derive(heads)) == heads


def test_planar_systems_are_finer_than_arc_eager() -> None:
    """2P §4.2: an arc neither pops nor shifts, so the root of a tree may be covered."""
    covered_root = [3, 0, 0]
    assert get("planar").run(3, get("planar").derive(covered_root)) == covered_root


def test_cycles_of_dag_systems() -> None:
    """DTS Examples 7 and 8: the systems for graphs with several heads do not rule out cycles."""
    here = get("dag-arc-eager").start(3).apply("shift").apply("right").apply("shift").apply("right")
    here.apply("reduce").apply("left")
    assert here.arcs == [(1, 2), (2, 3), (3, 1)]
