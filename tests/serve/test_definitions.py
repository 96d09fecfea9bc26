"""Definitions typed by people: all that the documentation and the package define, and nothing else."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from multiplane.deduce.schema import Schema
from multiplane.serve.definitions import DefinitionError, define, definition_of, definitions
from multiplane.transition import System, get, names

DOCS = Path(__file__).parents[2] / "docs"
MODIFIED = ("arc-eager+lba", "arc-eager+lnba+rnba", "arc-standard+pp:head", "covington+root", "planar+no-covered-roots")


@pytest.mark.parametrize("name", [*names(), *MODIFIED, "undirected-planar+naive"])
def test_every_system_of_the_package_is_defined_by_its_text(name: str) -> None:
    system = get(name)
    found = define(definition_of(system))
    assert isinstance(found, System)
    assert found.attributes() == system.attributes()
    assert [str(each) for each in found.properties] == [str(each) for each in system.properties]


def statements_that_define(block: str) -> list[str]:
    """The assignments of systems, schemata and what they are made of, prompts and results left out."""
    if ">>> " in block:
        lines = [line[4:] for line in block.splitlines() if line.startswith((">>> ", "... "))]
        block = "\n".join(lines)
    wanted = re.compile(
        r"(System|Schema|Item|Step|positions|flags|hypothesis|with_\w+|undirected)\(|^from ", re.MULTILINE
    )
    return [
        ast.unparse(each)
        for each in ast.parse(block).body
        if isinstance(each, ast.Assign | ast.ImportFrom)
        and wanted.search(ast.unparse(each))
        and not re.search(r"verify|compile_schema|train\(", ast.unparse(each).partition("import")[0])
    ]


@pytest.mark.parametrize("page", ["own-system.md", "schemata.md"])
def test_every_definition_of_the_documentation_is_accepted(page: str) -> None:
    text = (DOCS / page).read_text(encoding="utf-8")
    blocks = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
    found = "\n".join(definition for block in blocks for definition in statements_that_define(block))
    named = definitions(found)
    made: dict[str, object] = {}
    exec(found, made)
    kinds = {name: value for name, value in made.items() if isinstance(value, System | Schema)}
    assert len(kinds) >= (5 if page == "own-system.md" else 1)
    for name, value in kinds.items():
        if isinstance(value, System):
            assert named[name].attributes() == value.attributes()
            assert str(named[name].properties) == str(value.properties)
        else:
            assert str(named[name]) == str(value)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "2 + 2",
        "SHIFT",
        "System('x', shift=SHIFT",
        "open('/etc/passwd')",
        "System('x', shift=SHIFT).__class__",
        "System('x', shift=SHIFT).transitions.__class__",
        "System('x', shift=SHIFT.__rshift__(SHIFT))",
        "[x for x in SHIFT]",
        "System('x', shift=SHIFT * 10 ** 9)",
        "System('x', shift=" + "(" * 300 + "SHIFT" + ")" * 300 + ")",
        "System('x', shift=" + "~" * 90 + "SHIFT)",
        "System('x', shift=" + " >> ".join(["SHIFT"] * 5000) + ")",
        "System('x', shift=SHIFT, left=STACK_HAS_HEAD)",
        "System('x', shift=SHIFT >> STACK_HAS_HEAD)",
        "System('x', shift=SHIFT.where(3))",
        "System('x', **3)",
        "Item('Span', i=POSITION, show='{i.__class__}')[0, 1]",
        "lambda: SHIFT",
        "def f(): return SHIFT",
        "import os",
        "get('no-such-system')",
        "x = y = SHIFT",
        "\x00",
        "System(System('x', shift=SHIFT), shift=SHIFT)",
        "System('x', shift=SHIFT, stacks='two')",
        "positions(3)",
        "Schema('s', hypotheses=3, steps=[], final=[])",
    ],
)
def test_anything_else_is_one_line_of_error(text: str) -> None:
    with pytest.raises(DefinitionError) as error:
        define(text)
    assert "\n" not in str(error.value)
    assert len(str(error.value)) < 600
