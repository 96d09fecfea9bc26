"""The reference of the Python interface: the public names of each folder, that is its ``__all__``.

Each name is documented where it is defined, which matters where a function has the name of its module.
"""

from __future__ import annotations

import importlib
import inspect
from collections.abc import Iterator
from types import ModuleType
from typing import NamedTuple


class Name(NamedTuple):
    """A public name: where it is defined, and which of the three kinds it is."""

    name: str
    path: str
    kind: str
    summary: str


def entries(module_name: str) -> str:
    """All that a folder offers, as directives for mkdocstrings: functions, classes, constants."""
    module = importlib.import_module(module_name)
    parts = [f"::: {module_name}\n    options:\n      members: false\n"]
    names = list(public_names(module))
    for kind in ("Functions", "Classes", "Constants"):
        of_this_kind = sorted((name for name in names if name.kind == kind), key=lambda name: name.name.lower())
        if of_this_kind:
            parts.append(f"## {kind}\n")
        for name in of_this_kind:
            parts.append(f"::: {name.path}\n    options:\n      show_root_heading: true\n      heading_level: 3\n")
    return "\n".join(parts)


def overview(module_name: str) -> str:
    """A table of what can be had from the package itself, with links into the reference."""
    module = importlib.import_module(module_name)
    rows = [f"| [`{name.name}`][{name.path}] | {name.summary} |" for name in public_names(module)]
    return "\n".join(["| name | |", "|---|---|", *rows])


def public_names(module: ModuleType) -> Iterator[Name]:
    """The names of ``__all__`` that stand for something with documentation."""
    for name in getattr(module, "__all__", None) or _defined(module):
        value = getattr(module, name)
        if isinstance(value, ModuleType) or name.startswith("_"):
            continue
        is_defined = inspect.isclass(value) or inspect.isroutine(value) or hasattr(value, "py_func")
        path = f"{value.__module__}.{value.__qualname__}" if is_defined else f"{module.__name__}.{name}"
        kind = "Classes" if inspect.isclass(value) else "Functions" if is_defined else "Constants"
        yield Name(name, path, kind, (inspect.getdoc(value) or "").partition("\n")[0] if is_defined else "")


def _defined(module: ModuleType) -> list[str]:
    """The classes and functions of a module without ``__all__``."""
    return [name for name, value in vars(module).items() if getattr(value, "__module__", None) == module.__name__]
