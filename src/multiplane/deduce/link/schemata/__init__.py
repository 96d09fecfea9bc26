"""The four Link Grammar schemata by name."""

from __future__ import annotations

from collections.abc import Callable
from difflib import get_close_matches
from functools import cache

from multiplane.deduce.link.schemata.eisner import link_eisner
from multiplane.deduce.link.schemata.eisner_satta import link_eisner_satta
from multiplane.deduce.link.schemata.sleator_temperley import sleator_temperley
from multiplane.deduce.link.schemata.yamada_matsumoto import link_yamada_matsumoto
from multiplane.deduce.schema import Schema
from multiplane.errors import MultiplaneError

LINK_SCHEMATA: dict[str, Callable[[bool, bool], Schema]] = {
    "sleator-temperley-1991": lambda cycles, each_once: sleator_temperley(cycles),
    "link-eisner-1996": link_eisner,
    "link-eisner-satta-1999": link_eisner_satta,
    "link-yamada-matsumoto-2003": link_yamada_matsumoto,
}


@cache
def link_schema(name: str, cycles: bool = True, each_once: bool = True) -> Schema:
    """A Link Grammar schema by its name, with cycles in linkages or without.

    Each linkage is derived once, or in all ways that the steps of §8.2 allow.

    >>> link_schema("link-eisner-satta-1999").complexity()
    O(n^3) time (LINK), O(n^2) space ([i,k,δ•ρ′,η•λ′,T])
    >>> link_schema("link-eisner")
    Traceback (most recent call last):
      ...
    multiplane.errors.MultiplaneError: found schema 'link-eisner'; expected link-eisner-1996 or another for links
    """
    if name not in LINK_SCHEMATA:
        nearest = get_close_matches(name, LINK_SCHEMATA, 1, 0.0)[0]
        raise MultiplaneError(f"found schema {name!r}; expected {nearest} or another for links")
    return LINK_SCHEMATA[name](cycles, each_once)
