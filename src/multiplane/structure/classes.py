"""The classes by the names that commands and reports use, each as a test on classifications.

A name with a number stands for a family: ``2-planar``, ``gap-degree-1``, ``well-nested-gap-1``,
``mildly-ill-nested-1`` take any number.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any

from multiplane.errors import MultiplaneError
from multiplane.structure.classify import Classification, Classifications


@dataclass(frozen=True, slots=True)
class TreeClass:
    """A named class of trees; ``holds`` takes one classification (a bool) or many (an array of them)."""

    name: str
    meaning: str
    holds: Callable[[Any], Any]

    def __contains__(self, tree: Classification) -> bool:
        return bool(self.holds(tree))

    def count(self, trees: Classifications) -> int:
        """How many of the trees are in the class."""
        return int(self.holds(trees).sum())


WORDS = {"one": "1", "two": "2", "three": "3", "four": "4"}


def _family(name: str) -> TreeClass | None:
    fixed: dict[str, tuple[str, Callable[[Any], Any]]] = {
        "all": ("any tree", lambda c: c.gap_degree >= 0),
        "projective": ("every yield is an interval", lambda c: c.projective),
        "planar": ("no two arcs cross", lambda c: c.planar),
        "well-nested": ("no two disjoint subtrees interleave", lambda c: c.well_nested),
        "gap-minding": (
            "well-nested, gap degree at most 1, no child in two blocks of its parent",
            lambda c: c.gap_minding,
        ),
        "one-endpoint-crossing": (
            "all arcs that cross an arc share an end",
            lambda c: c.one_endpoint_crossing,
        ),
    }
    if name in fixed:
        return TreeClass(name, *fixed[name])
    if match := re.fullmatch(r"([1-9]\d*)-planar", name):
        k = int(match[1])
        return TreeClass(name, f"{k} planes without crossings", lambda c: c.planes <= k)
    if match := re.fullmatch(r"gap-degree-(\d+)", name):
        k = int(match[1])
        return TreeClass(name, f"at most {k} gaps in a yield", lambda c: c.gap_degree <= k)
    if match := re.fullmatch(r"well-nested-gap-(\d+)", name):
        k = int(match[1])
        return TreeClass(name, f"well-nested, gap degree at most {k}", lambda c: c.well_nested & (c.gap_degree <= k))
    if match := re.fullmatch(r"mildly-ill-nested-(\d+)", name):
        k = int(match[1])
        return TreeClass(name, f"a binarization of gap degree at most {k}", lambda c: c.mildly_ill_nested_gap <= k)
    return None


NAMES = (
    "projective",
    "planar",
    "2-planar",
    "3-planar",
    "well-nested",
    "gap-degree-0",
    "gap-degree-1",
    "gap-degree-2",
    "well-nested-gap-1",
    "gap-minding",
    "one-endpoint-crossing",
    "mildly-ill-nested-1",
)


def tree_class(name: str) -> TreeClass:
    """The class of a name; numbers may be spelt out.

    >>> from multiplane.structure import classify
    >>> classify([3, 4, 0, 3]) in tree_class("two-planar")
    True
    >>> tree_class("well-nestet")
    Traceback (most recent call last):
      ...
    multiplane.errors.MultiplaneError: found class 'well-nestet'; expected well-nested or another class of trees
    """
    wanted = str(name).strip().lower().replace("_", "-").replace(" ", "-")
    spelt = re.sub(r"^(one|two|three|four)(?=-planar)", lambda match: WORDS[match[1]], wanted)
    found = _family({"1ec": "one-endpoint-crossing", "1-endpoint-crossing": "one-endpoint-crossing"}.get(spelt, spelt))
    if found is None:
        nearest = get_close_matches(spelt, NAMES, 1, 0.0)[0]
        raise MultiplaneError(f"found class {name!r}; expected {nearest} or another class of trees")
    return found


CLASSES: dict[str, TreeClass] = {name: tree_class(name) for name in NAMES}
