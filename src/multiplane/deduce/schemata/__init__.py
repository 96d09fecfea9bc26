"""The schemata by name: each with the class of trees that it derives, and its paper; families take a number."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

from multiplane.deduce.link.schemata import LINK_SCHEMATA, link_schema
from multiplane.deduce.schema import Schema
from multiplane.deduce.schemata.grammars import (
    barbero_1998,
    bottom_up_left_corner,
    de_vreught_honig,
    head_corner,
    head_corner_5,
    kahane_1998,
    lombardo_lesmo_1996,
)
from multiplane.deduce.schemata.incremental import (
    attardi_2006,
    covington_2001,
    covington_2001_projective,
    mst,
    multi_headed,
    nivre_2003,
)
from multiplane.deduce.schemata.mildly_non_projective import (
    mildly_ill_nested,
    mildly_ill_nested_1,
    well_nested,
    well_nested_1,
)
from multiplane.deduce.schemata.one_endpoint_crossing import one_endpoint_crossing
from multiplane.deduce.schemata.projective import (
    collins_1996,
    eisner_1996,
    eisner_satta_1999,
    eisner_satta_generalized,
    split_head,
    yamada_matsumoto_2003,
)
from multiplane.deduce.schemata.well_nested_unambiguous import gap_minding, one_inherit, well_nested_unambiguous
from multiplane.errors import MultiplaneError, unknown


@dataclass(frozen=True, slots=True)
class Entry:
    """A schema of the registry: the class of trees that it should derive, whether these have a single root."""

    schema: Schema
    trees: str
    single_root: bool = False


FIXED: dict[str, tuple[Callable[[], Schema], str, bool]] = {
    "collins-1996": (collins_1996, "projective", True),
    "eisner-1996": (eisner_1996, "projective", False),
    "eisner-satta-1999": (eisner_satta_1999, "projective", False),
    "eisner-satta-generalized": (eisner_satta_generalized, "projective", True),
    "yamada-matsumoto-2003": (yamada_matsumoto_2003, "projective", False),
    "split-head": (split_head, "projective", False),
    "nivre-2003": (nivre_2003, "projective", False),
    "covington-2001-projective": (covington_2001_projective, "projective", False),
    "lombardo-lesmo-1996": (lombardo_lesmo_1996, "projective", True),
    "barbero-1998": (barbero_1998, "projective", True),
    "kahane-1998": (kahane_1998, "projective", True),
    "bulc": (bottom_up_left_corner, "projective", True),
    "head-corner": (head_corner, "projective", True),
    "head-corner-5": (head_corner_5, "projective", True),
    "covington-2001": (covington_2001, "all", True),
    "mst-2005": (mst, "all", False),
    "one-endpoint-crossing-2013": (one_endpoint_crossing, "one-endpoint-crossing", False),
    "wg-1": (well_nested_1, "well-nested-gap-1", True),
    "wg-1-unambiguous": (well_nested_unambiguous, "well-nested-gap-1", True),
    "gap-minding": (gap_minding, "gap-minding", True),
    "1-inherit": (one_inherit, "1-inherit", True),
    "mg-1": (mildly_ill_nested_1, "mildly-ill-nested-1", True),
}

FAMILIES: dict[str, tuple[Callable[[int], Schema], str, bool, int]] = {
    "attardi-2006": (attardi_2006, "attardi-{}", False, 64),
    "mh": (multi_headed, "multi-headed-{}", False, 12),
    "wg": (well_nested, "well-nested-gap-{}", True, 4),
    "mg": (mildly_ill_nested, "mildly-ill-nested-{}", True, 3),
    "dvh": (de_vreught_honig, "projective", True, 3),
}
"""With the largest number: beyond it a parser would search at most four words, and spend long on compiling."""

NAMES = (
    *("collins-1996", "eisner-1996", "eisner-satta-1999", "eisner-satta-generalized", "yamada-matsumoto-2003"),
    *("split-head", "nivre-2003", "covington-2001-projective"),
    *("lombardo-lesmo-1996", "barbero-1998", "kahane-1998", "bulc"),
    *("head-corner", "head-corner-5", "dvh-1", "dvh-2", "dvh-3"),
    *("attardi-2006-1", "attardi-2006-2", "attardi-2006-3", "mh-3", "mh-4", "mh-5"),
    *("covington-2001", "mst-2005", "one-endpoint-crossing-2013"),
    *("wg-1", "wg-1-unambiguous", "gap-minding", "1-inherit", "wg-2", "mg-1", "mg-2"),
)
"""The schemata that lists show; families go on to their largest numbers."""


@cache
def entry(name: str) -> Entry:
    """A schema by its name, such as ``eisner-1996``, ``mh-4`` or ``wg-2``, with the class that it should derive.

    >>> entry("mh-4").trees
    'multi-headed-4'
    >>> entry("eisner-1969")
    Traceback (most recent call last):
      ...
    multiplane.errors.MultiplaneError: no schema 'eisner-1969'; nearest: eisner-1996, ...
    >>> entry("mh-9999")
    Traceback (most recent call last):
      ...
    multiplane.errors.MultiplaneError: found schema 'mh-9999'; expected mh-K with K at most 12
    """
    wanted = name.strip().lower().replace("_", "-")
    if wanted in FIXED:
        build, trees, single_root = FIXED[wanted]
        return Entry(build(), trees, single_root)
    if wanted in LINK_SCHEMATA:
        return Entry(link_schema(wanted), "linkages")
    match = re.fullmatch(r"(.+)-(0|[1-9][0-9]*)", wanted)
    if match and match[1] in FAMILIES:
        build_one, trees, single_root, largest = FAMILIES[match[1]]
        if len(match[2]) > 3 or int(match[2]) > largest:
            raise MultiplaneError(f"found schema {name!r}; expected {match[1]}-K with K at most {largest}")
        return Entry(build_one(int(match[2])), trees.format(match[2]), single_root)
    raise MultiplaneError(f"no schema {unknown(name, (*NAMES, *LINK_SCHEMATA), 'multiplane schema list')}")


def schema(name: str) -> Schema:
    """A schema by its name.

    >>> schema("eisner-satta-1999").complexity()
    O(n^3) time (R-LINK), O(n^2) space ([i,k,k])
    """
    return entry(name).schema
