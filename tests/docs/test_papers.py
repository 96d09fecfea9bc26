"""The pages on the papers and the errata: whatever they name in code exists."""

from __future__ import annotations

import ast
import re
import shlex
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import typer.main

import multiplane
from multiplane import decode, deduce, draw, evaluate, structure, transition
from multiplane.cli.main import app
from multiplane.deduce import check, link, relations
from multiplane.deduce import parse as deduce_parse
from multiplane.deduce.link.schemata import LINK_SCHEMATA
from multiplane.deduce.schemata import entry
from multiplane.errors import MultiplaneError
from multiplane.learn.kinds import KINDS
from multiplane.papers.printed import PAPERS
from multiplane.treebank import find_cycle

ROOT = Path(__file__).parents[2]
PAGES = [*sorted((ROOT / "docs" / "papers").glob("*.md")), ROOT / "docs" / "errata.md"]
FENCE = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)
PYTHON = {
    "multiplane": multiplane,
    "decode": decode,
    "deduce": deduce,
    "deduce.check": check,
    "deduce.link": link,
    "deduce.parse": deduce_parse,
    "deduce.relations": relations,
    "draw": draw,
    "evaluate": evaluate,
    "structure": structure,
    "transition": transition,
}
SECTIONS = {
    "divisible-transition-systems": (
        *("§2.1", "§2.2", "§2.3", "§3", "§3.1", "§3.2", "§3.2.1", "§3.2.2", "§3.3", "§3.3.1", "§3.3.2", "§3.3.3"),
        *("§3.4", "§4", "§4.1", "§4.2", "§5", "§5.1", "§5.1.1", "§5.1.2", "§5.1.3", "§5.2", "§6", "§7"),
        *(f"Definition {number}" for number in range(1, 15)),
        *(f"Proposition {number}" for number in range(1, 12)),
        *(f"Lemma {number}" for number in range(1, 8)),
        *(f"Example {number}" for number in range(1, 12)),
        *(f"Figure {number}" for number in range(1, 7)),
        "Table 1",
    ),
    "two-planar": (
        *("§2.1", "§2.2", "§2.3", "§2.4", "§3", "§4.1", "§4.2", "§4.3", "§5", "§5.1", "§5.2", "§6", "§7"),
        *(f"Definition {number}" for number in range(1, 8)),
        *("Figure 1", "Figure 2", "Figure 3", "Figure 4", "Table 1", "Table 2"),
    ),
    "one-endpoint-crossing": (
        *("§2", "§3", "§4", "§4.1", "§4.2", "§4.3", "§4.4", "§5.1", "§5.2", "§6", "Appendix A", "Table 1"),
        *(f"Definition {number}" for number in range(1, 10)),
        *(f"Figure {number}" for number in range(1, 9)),
        *("Lemma 1", "Lemma 2", "Lemma 3", "Theorem 1"),
    ),
    "buffer-transitions": (
        *("§2.1", "§2.2", "§2.3", "§3.1", "§3.2", "§4.1", "§4.2", "§5", "§6"),
        *(f"Table {number}" for number in range(1, 9)),
    ),
    "undirected-parsing": (
        *("§1", "§2.1", "§2.2", "§2.3", "§2.3.1", "§2.3.2", "§2.3.3", "§3", "§3.1", "§4", "§4.1", "§4.2", "§5", "§6"),
        *("Definition 1", "Definition 2", "Figure 1", "Figure 2", "Figure 3", "Figure 4"),
        *("Table 1", "Table 2", "Table 3"),
    ),
    "parsing-schemata": (
        *("§2", "§3.1", "§3.2", "§3.3", "§3.4", "§3.5", "§3.6", "§3.7", "§4", "§5", "§6.1", "§6.2", "§6.3", "§6.4"),
        *("§6.5", "§7", *(f"§7.{number}" for number in range(1, 11)), "§8", "§8.1", "§8.2", "§9"),
        *(f"Definition {number}" for number in range(1, 10)),
        *(f"Figure {number}" for number in range(1, 11)),
        *(f"Theorem {number}" for number in range(1, 9)),
        *("Lemma 1", "Lemma 2", "Proposition 1", "Table 1"),
    ),
}
"""What each paper has, from front to back: each needs a row."""


def code_spans(page: Path) -> list[str]:
    """What stands between backticks, outside of blocks; blocks are run by test_examples.py."""
    return re.findall(r"`([^`\n]+)`", FENCE.sub("", page.read_text("utf-8")))


@cache
def commands() -> dict[str, set[str]]:
    """The commands, ``schema list`` among them, with their options."""
    found: dict[str, set[str]] = {}

    def collect(group: Any, before: str) -> None:
        for name, command in group.commands.items():
            if hasattr(command, "commands"):
                collect(command, f"{before}{name} ")
            else:
                found[before + name] = {
                    option for parameter in command.params for option in (*parameter.opts, *parameter.secondary_opts)
                }

    collect(typer.main.get_command(app), "")
    return found


def is_command(text: str) -> bool:
    """``multiplane NAME`` with options that this command has, and known names of systems, schemata or classes."""
    if not text.startswith("multiplane "):
        return False
    words = shlex.split(text)[1:]
    name = " ".join(words[:2]) if words[0] == "schema" else words[0]
    options = [word for word in words if word.startswith("-") and len(word) > 1]
    names = [word for word in words[len(name.split()) :] if re.fullmatch(r"[a-z0-9]+(-[a-z0-9:+]+)+", word)]
    return name in commands() and set(options) <= commands()[name] and all(map(is_known_name, names))


def is_test(text: str) -> bool:
    """``tests/…/test_….py::test_name``."""
    path, _, name = text.partition("::")
    return bool(name) and (ROOT / path).is_file() and f"\ndef {name}(" in (ROOT / path).read_text("utf-8")


def is_path(text: str) -> bool:
    """A file or folder of the repository or the package, perhaps after ``python``."""
    path = text.removeprefix("python ").split(" ")[0]
    return "/" in path and any((base / path).exists() for base in (ROOT, ROOT / "src" / "multiplane"))


def is_python(text: str) -> bool:
    """A public name by its folder, such as ``structure.planes``, perhaps called: a call of constants is made."""
    call = re.fullmatch(r"([a-z_.]+)\.(\w+)(\.\w+)*(\(.*\))?(\.\w+)*", text)
    if call is None or call[1] not in PYTHON:
        return False
    if call[4]:
        tree = ast.parse(text, mode="eval")
        eval(compile(tree, text, "eval"), {name: module for name, module in PYTHON.items() if "." not in name})
        return True
    found: object = PYTHON[call[1]]
    for name in text[len(call[1]) + 1 :].split("."):
        found = getattr(found, name)
    return True


def is_known_name(text: str) -> bool:
    """A transition system, a schema, a class of trees, a kind of model, or a paper whose tables can be made again."""
    for find in (transition.get, entry, structure.tree_class):
        try:
            find(text)
        except MultiplaneError:
            continue
        return True
    return text in LINK_SCHEMATA or text in PAPERS or text in KINDS


def is_modifier(text: str) -> bool:
    """``+lba``: something to add to a system's name."""
    return text.startswith("+") and any(is_known_name(base + text) for base in ("planar-graph", "undirected-planar"))


def is_option(text: str) -> bool:
    return text.startswith("--") and any(text.split(" ")[0] in options for options in commands().values())


def is_tree(text: str) -> bool:
    """Heads, such as ``3 1 0 1 3 2``."""
    return bool(re.fullmatch(r"\d+( \d+)+", text)) and not find_cycle([int(head) for head in text.split(" ")])


TESTS = (is_command, is_test, is_path, is_python, is_modifier, is_option, is_tree, is_known_name)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_what_a_page_names_exists(page: Path) -> None:
    unknown = [text for text in code_spans(page) if not any(test(text) for test in TESTS)]
    assert not unknown


@pytest.mark.parametrize("paper", SECTIONS)
def test_every_part_of_a_paper_has_a_row(paper: str) -> None:
    text = (ROOT / "docs" / "papers" / f"{paper}.md").read_text("utf-8")
    rows = [line.split("|") for line in text.splitlines() if line.startswith("|") and line.count("|") == 4]
    parts = {part.strip() for row in rows for part in row[1].split(",")}
    assert not set(SECTIONS[paper]) - parts
    assert all(row[2].strip() and row[3].strip() for row in rows)


@pytest.mark.parametrize(
    "text",
    [
        "multiplane verifi arc-eager",
        "multiplane verify arc-eagr",
        "multiplane verify arc-eager --words 4",
        "tests/docs/test_papers.py::test_of_nothing",
        "structure/plains.py",
        "structure.plains",
        'transition.get("3-plane")',
        "+lbb",
        "--rooted",
        "2 1 0",
    ],
)
def test_what_does_not_exist_is_seen(text: str) -> None:
    def named(test: object) -> bool:
        try:
            return bool(test(text))  # type: ignore[operator]
        except (AttributeError, MultiplaneError):
            return False

    assert not any(map(named, TESTS))
