"""Connectors of a link grammar, as strings: ``@hSs*b+`` (Sleator & Temperley 1991, section 2).

An ``@`` lets a connector take several links, ``h`` or ``d`` says that its word is the head or the dependent of the
link, capitals name the type, lower-case letters and digits are subscripts, ``*`` is any subscript, and ``+`` or ``-``
is the side on which the other word stands.

>>> matches("Ss+", "S-"), matches("Ss+", "Sp-"), matches("D*u+", "Dm-"), matches("hS+", "hS-")
(True, False, True, False)
>>> label("Ss+", "S*b-")
'Ssb'
"""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import zip_longest

from multiplane.errors import MultiplaneError

CONNECTOR = re.compile(r"(@?)([hd]?)([A-Z_]+)([a-z0-9*]*)([+-])")


def is_connector(text: str) -> bool:
    """Whether a text is a connector."""
    return CONNECTOR.fullmatch(text) is not None


def is_multiple(connector: str) -> bool:
    """Whether a connector may take several links."""
    return connector.startswith("@")


def points_right(connector: str) -> bool:
    """Whether the word at the other end stands to the right."""
    return connector.endswith("+")


@lru_cache(maxsize=1 << 16)
def matches(right: str, left: str) -> bool:
    """Whether a connector to the right of one word and a connector to the left of a later word make a link.

    The types are the same, subscripts agree wherever both have one, and the words are not both heads or dependents.
    """
    _, role, kind, subscripts, sign = _parts(right)
    _, other_role, other_kind, other_subscripts, other_sign = _parts(left)
    if kind != other_kind or (role and role == other_role) or (sign, other_sign) != ("+", "-"):
        return False
    pairs = zip(subscripts, other_subscripts, strict=False)
    return all(one == other or "*" in (one, other) for one, other in pairs)


@lru_cache(maxsize=1 << 16)
def label(right: str, left: str) -> str:
    """The label of the link that two matching connectors make: the type with the subscripts of both."""
    _, _, kind, subscripts, _ = _parts(right)
    other = _parts(left)[3]
    both = (a if b == "*" else b for a, b in zip_longest(subscripts, other, fillvalue="*"))
    return (kind + "".join(both)).rstrip("*")


def head_is_left(right: str, left: str) -> bool | None:
    """Whether the left word of a link is its head; None where the connectors do not say."""
    role, other = _parts(right)[1], _parts(left)[1]
    if not role and not other:
        return None
    return role == "h" or other == "d"


@lru_cache(maxsize=1 << 16)
def _parts(connector: str) -> tuple[str, ...]:
    found = CONNECTOR.fullmatch(connector)
    if found is None:
        raise MultiplaneError(f"found {connector!r}; expected a connector such as Ss+ or @MV-")
    return found.groups()
