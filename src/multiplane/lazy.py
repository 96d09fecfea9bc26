"""What is imported when first used: the names of a package, and objects that a registry names."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable, Iterable, Mapping
from typing import Any


def load(place: str) -> Any:
    """The object at a place written ``module:name``, as registries have them.

    >>> load("multiplane.lazy:load") is load
    True
    """
    module, _, name = place.partition(":")
    return getattr(importlib.import_module(module), name)


def lazy_names(
    package: str, homes: Mapping[str, str], names: Iterable[str]
) -> tuple[Callable[[str], Any], Callable[[], list[str]]]:
    """The functions ``__getattr__`` and ``__dir__`` of a package; ``homes`` are the modules in it that have the names.

    >>> find, _ = lazy_names("multiplane", {"Tree": "treebank.tree"}, ["Tree"])
    >>> find("Tree").__name__
    'Tree'
    >>> find("Bush")
    Traceback (most recent call last):
      ...
    AttributeError: module 'multiplane' has no attribute 'Bush'
    """

    def find(name: str) -> Any:
        if name not in homes:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        value = getattr(importlib.import_module(f"{package}.{homes[name]}"), name)
        setattr(sys.modules[package], name, value)
        return value

    def listed() -> list[str]:
        return sorted({*vars(sys.modules[package]), *names})

    return find, listed
