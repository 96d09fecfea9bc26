"""The folders are the path that data takes: each imports only from those above it."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

SOURCE = Path(__file__).parents[1] / "src" / "multiplane"
GROUND = ("errors", "notices", "output", "parallel", "kernels")
ORDER = (
    "treebank",
    "structure",
    "generate",
    "deduce",
    "decode",
    "evaluate",
    "transition",
    "learn",
    "text",
    "draw",
    "serve",
    "cli",
)
MODULES = sorted(SOURCE.rglob("*.py"))


def room_of(module: str) -> str:
    """The second name of a dotted module: the folder, or the ground file."""
    return module.split(".")[1] if "." in module else ""


def imported_modules(source: str, package: str) -> set[str]:
    """Every multiplane module that a file names in an import, at any depth of nesting."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            if node.level:
                base = package.split(".")[: len(package.split(".")) - node.level + 1]
                found.add(".".join([*base, *([node.module] if node.module else [])]))
            elif node.module == "multiplane":
                found |= {f"multiplane.{alias.name}" for alias in node.names}
            elif node.module:
                found.add(node.module)
    return {name for name in found if name.split(".")[0] == "multiplane"}


def violations(room: str, imports: set[str]) -> set[str]:
    """The imports that a file of this room may not have."""
    if room in GROUND:
        allowed: tuple[str, ...] = GROUND
    else:
        allowed = (*GROUND, *ORDER[: ORDER.index(room) + 1])
    rooms = {name: room_of(name) for name in imports}
    return {name for name, target in rooms.items() if target in (*GROUND, *ORDER) and target not in allowed}


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(SOURCE)))
def test_imports_point_upwards(path: Path) -> None:
    relative = path.relative_to(SOURCE)
    room = relative.parts[0].removesuffix(".py")
    if room == "__init__":
        return
    assert room in (*GROUND, *ORDER), f"{relative} is in no room of the design"
    package = ".".join(["multiplane", *relative.parts[:-1]])
    assert not violations(room, imported_modules(path.read_text("utf-8"), package))


def test_the_check_itself_catches_a_wrong_import() -> None:
    source = """
def f():
    from multiplane.draw import svg
    import multiplane.cli.main
    from ..structure import classify
"""
    imports = imported_modules(source, "multiplane.treebank")
    assert violations("treebank", imports) == {
        "multiplane.draw",
        "multiplane.cli.main",
        "multiplane.structure",
    }
    assert not violations("cli", imports)
