"""The page of a derivation: whole, self-contained, one or two systems, arcs that are lost."""

from __future__ import annotations

import json
import re

import pytest
from tests.draw.markup import Tags

from multiplane.draw.derivation_page import derivation_diagram, derivation_html
from multiplane.draw.layout.diagram import diagram
from multiplane.errors import MultiplaneError
from multiplane.transition import get
from multiplane.treebank.tree import Tree

CROSSING = Tree([3, 4, 0, 3], ["a", "b", "root", "c"], ["<w>", "x", "y", "</script>"])


def data(page: str) -> list[dict[str, object]]:
    found = re.search(r"const derivations = (.*?);\n", page)
    assert found
    return list(json.loads(found[1].replace("<\\/", "</")))


def test_a_page_holds_every_step_with_its_stacks_and_buffer() -> None:
    steps = get("2-planar").trace(CROSSING, labelled=True)
    page = derivation_html(steps, CROSSING)
    tags = Tags()
    tags.feed(page)
    assert tags.open == [] and tags.seen.count("section") == 1 and "src=" not in page and "href=" not in page
    assert page.count("<tr>") == 1 + len(steps.steps) and page.count("</script>") == 1
    (one,) = data(page)
    assert one["stacks"] == 2 and one["words"] == list(CROSSING.forms)
    assert [step["buffer"] for step in one["steps"]] == [list(step.buffer) for step in steps.steps]  # type: ignore
    assert one["built"] == {"3-1": 4, "4-2": 10, "0-3": len(steps), "3-4": 8} or set(one["built"]) == {  # type: ignore
        "3-1",
        "4-2",
        "0-3",
        "3-4",
    }


def test_two_systems_stand_side_by_side() -> None:
    both = [get("2-planar").trace(CROSSING), get("arc-eager").trace(CROSSING, best_effort=True)]
    page = derivation_html(both, CROSSING)
    assert page.count("<section>") == page.count("<h2>") == 2 and 'class="two"' in page
    assert f'max="{max(map(len, both))}"' in page
    first, second = data(page)
    assert -1 not in first["built"].values() and second["built"]["4-2"] == -1  # type: ignore[attr-defined, index]
    with pytest.raises(MultiplaneError, match="found 3 derivations; expected one or two"):
        derivation_html([*both, both[0]], CROSSING)


def test_arcs_that_a_best_effort_builds_instead_are_drawn_too() -> None:
    steps = get("arc-eager").trace(CROSSING, best_effort=True)
    drawn = derivation_diagram(steps, diagram(CROSSING))
    built = {arc[:2] for arc in steps.arcs}
    assert built <= {arc.key for arc in drawn.arcs} and set(CROSSING.arcs()) <= {arc.key for arc in drawn.arcs}
    whole = get("2-planar").trace(CROSSING)
    assert derivation_diagram(whole, diagram(CROSSING)) == diagram(CROSSING)


def test_undirected_systems_lose_nothing_by_direction() -> None:
    tree = Tree([2, 0, 2])
    steps = get("undirected-planar").trace(tree)
    assert derivation_diagram(steps, diagram(tree)) == diagram(tree) and steps.lost(tree.arcs()) == ()
