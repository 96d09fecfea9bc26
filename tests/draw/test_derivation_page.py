"""The page of a derivation: whole, self-contained, one or two systems, arcs that are lost."""

from __future__ import annotations

import json
import re

import pytest
from tests.draw.markup import Tags
from tests.draw.scripts import needs_node, run_page

from multiplane.draw.derivation import appearances
from multiplane.draw.derivation_page import WIDTHS, derivation_diagram, derivation_html
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
    assert set(one["built"]) == {"3-1", "4-2", "0-3", "3-4"}  # type: ignore[call-overload]


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


STATES = """
const seen = [], ends = arcs => arcs.map(arc => `${arc.dataset.head}-${arc.dataset.dependent}`);
for (let step = 0; step <= longest; step++) {
  go(step);
  seen.push([...document.querySelectorAll("section")].map(section => {
    const rows = section.querySelectorAll("tbody tr"), table = section.querySelector(".steps");
    const now = rows.findIndex(row => row.classList.contains("now")), row = rows[now];
    const arcs = section.querySelectorAll(".arc");
    return {
      done: section.querySelector(".now-done").textContent,
      now,
      rows: rows.filter(row => !row.classList.contains("later")).length,
      above: Math.max(0, table.scrollTop) - row.offsetTop,
      below: row.offsetTop + row.offsetHeight - Math.max(0, table.scrollTop) - table.clientHeight,
      arcs: ends(arcs.filter(arc => !arc.classList.contains("later"))),
      lost: ends(arcs.filter(arc => arc.classList.contains("lost"))),
      lists: section.querySelectorAll(".list").map(list => [
        list.querySelector("b").textContent, list.querySelectorAll(".boxes span").map(box => box.textContent)]),
      next: section.querySelectorAll(".boxes .next").map(box => box.textContent),
    };
  }));
}
seen
"""


@needs_node
def test_at_every_step_the_page_shows_what_is_so_far_and_hides_the_future() -> None:
    steps = get("2-planar").trace(CROSSING)
    page = derivation_html(steps, CROSSING)
    built, forms = appearances(steps, diagram(CROSSING)), ("root", *CROSSING.forms)
    seen = [sections[0] for sections in run_page(page, STATES)]
    assert len(seen) == len(steps.steps) > 7
    for number, (state, step) in enumerate(zip(seen, steps.steps, strict=True)):
        assert state["now"] == number and state["rows"] == number + 1 and state["above"] <= 0 >= state["below"]
        assert state["done"] == f"{number}/{len(steps)}  {step.transition or 'start'}"
        assert sorted(state["arcs"]) == sorted(f"{h}-{d}" for (h, d), at in built.items() if at <= number)
        words = [[forms[node] for node in nodes] for nodes in (*step.stacks, step.buffer)]
        named = zip(("stack 1", "stack 2", "buffer"), words, strict=True)
        assert state["lists"] == [[title + " (empty)" * (not some), some] for title, some in named]
        first, second, buffer = words
        assert state["next"] == [*first[-1:], *second[-1:], *buffer[:1]]
    for rule in (".arc.later { visibility: hidden; }", "tr.later { display: none; }"):
        assert rule in page
    assert "overflow: auto" in page[page.index(".steps {") : page.index(".steps table {")], "a part that scrolls"


@needs_node
def test_two_systems_go_together_and_the_shorter_waits() -> None:
    both = [get("2-planar").trace(CROSSING), get("arc-eager").trace(CROSSING, best_effort=True)]
    seen = run_page(derivation_html(both, CROSSING), STATES)
    assert len(seen) == 1 + max(map(len, both)) > 1 + min(map(len, both))
    for number, states in enumerate(seen):
        assert [state["now"] for state in states] == [min(number, len(one)) for one in both]
        assert states[0]["lost"] == [] and states[1]["lost"] == ["4-2"]


@needs_node
def test_keys_buttons_rows_and_the_address_lead_to_a_step() -> None:
    page = derivation_html(get("arc-eager").trace(Tree([2, 0, 2])), Tree([2, 0, 2]))
    shown = """const shown_now = () => document.querySelector("output").textContent, seen = [shown_now()];
    for (const act of [
      () => document.querySelector("#on").onclick(), () => document.onkeydown({ key: "ArrowRight", target: document }),
      () => document.querySelector("#back").onclick(), () => document.querySelectorAll("tbody tr")[3].onclick(),
      () => { slider.value = "2"; slider.oninput(); }, () => document.onkeydown({ key: "ArrowLeft", target: document }),
    ]) { act(); seen.push(shown_now()); }
    seen"""
    assert run_page(page, shown) == [f"step {number} of 4" for number in (0, 1, 2, 1, 3, 2, 1)]


def test_everything_has_its_place_on_a_screen_of_1024_pixels() -> None:
    """The parts side by side, as the style of the page has them, with 16 pixels a rem; a long sentence is broken."""
    tree = Tree([0, *range(1, 60)], forms=["word"] * 60)
    steps = get("arc-eager").trace(tree)
    for count in (1, 2):
        page = derivation_html([steps] * count, tree)
        drawings = [float(width) for width in re.findall(r'<svg [^>]*?width="(\d+)"', page)]
        assert len(drawings) == count and max(drawings) <= WIDTHS[count]
        padding = re.search(r"body \{[^}]*padding: [\d.]+rem ([\d.]+)rem", page)
        beside = re.search(r"#systems.one .state { grid-template-columns: minmax\(0, max-content\) ([\d.]+)rem", page)
        between = re.search(r"#systems { display: grid; gap: ([\d.]+)rem", page)
        gap = re.search(r"\.state { display: grid; gap: ([\d.]+)rem", page)
        assert padding and beside and between and gap
        more = float(beside[1]) + float(gap[1]) if count == 1 else float(between[1])
        assert count * WIDTHS[count] + 16 * (more + 2 * float(padding[1])) <= 1024
