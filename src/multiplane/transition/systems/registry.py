"""Systems by name: ``arc-eager``, ``3-planar``, ``attardi-2``, ``2-planar+rba+lba``, ``undirected-planar+naive``.

A name is a base and modifiers, joined by ``+``. Bases: the systems of :mod:`multiplane.transition.systems.catalogue`,
``K-planar``, ``K-planar-graph``, ``attardi-D``, ``undirected-BASE``. Modifiers: buffer arcs lba, rba, lnba, rnba;
constraints single-head, acyclic, directed-acyclic, no-covered-roots; root; the reconstructions naive, label-a, label-b;
pp:head, pp:path, pp:head+path.
"""

from __future__ import annotations

import re
from functools import lru_cache

from multiplane.errors import MultiplaneError, unknown
from multiplane.transition.system import System
from multiplane.transition.systems.catalogue import SYSTEMS, attardi, planar, planar_graph
from multiplane.transition.transforms.buffer_arcs import BUFFER_ARCS
from multiplane.transition.transforms.constraints import CONSTRAINTS
from multiplane.transition.transforms.pseudo_projective import SCHEMES
from multiplane.transition.transforms.undirected import METHODS

SIDES = {short: side for side, short in BUFFER_ARCS.items()}
MODIFIERS = (*SIDES, *CONSTRAINTS, "root", *METHODS, *(f"pp:{scheme}" for scheme in SCHEMES))
MAX_NUMBER = 64
LISTING = "multiplane systems"
_REGISTERED: dict[str, System] = {}
EXAMPLES_OF_PATTERNS = (
    "2-planar",
    "3-planar",
    "2-planar-graph",
    "attardi-2",
    "attardi-3",
    "undirected-planar",
    "undirected-2-planar",
    "undirected-covington",
)


def names() -> tuple[str, ...]:
    """The names of the plain systems; ``K-planar`` and ``attardi-D`` with the usual numbers.

    >>> names()[:3]
    ('arc-standard', 'arc-standard-stack', 'arc-eager')
    """
    plain = [*SYSTEMS, *EXAMPLES_OF_PATTERNS]
    order = ("planar-graph", "2-planar-graph", "planar", "2-planar", "3-planar")
    rest = [name for name in plain if name not in order]
    at = rest.index("swap")
    return (*rest[:at], *order, *rest[at:])


def register(system: System) -> System:
    """Make a system of your own known by its name, in this process: to ``get``, and so to training and commands.

    >>> from multiplane.transition import LEFT_ARC, REDUCE, RIGHT_ARC, SHIFT, System, get
    >>> mine = System("mine", shift=SHIFT, left=LEFT_ARC >> REDUCE, right=RIGHT_ARC >> SHIFT >> REDUCE)
    >>> register(mine) is get("mine")
    True
    """
    try:
        found = _built_in(system.name)
    except MultiplaneError:
        _REGISTERED[system.name] = system
        return system
    raise MultiplaneError(f"found a system {found.name!r} of multiplane's own; expected another name for yours")


def get(name: str | System) -> System:
    """The system of this name, or the system itself; an error with the nearest names if there is none.

    >>> get("arc-eager+lba").names(5)
    ('shift', 'reduce', 'left', 'right', 'lba')
    >>> get("arc-eagre")
    Traceback (most recent call last):
      ...
    multiplane.errors.MultiplaneError: no transition system 'arc-eagre'; nearest: arc-eager, dag-arc-eager; ...
    """
    return name if isinstance(name, System) else _REGISTERED.get(name) or _built_in(name)


@lru_cache(maxsize=256)
def _built_in(name: str) -> System:
    parts = name.replace("pp:head+path", "pp:head/path").split("+")
    base, *modifiers = (part.replace("/", "+") for part in parts)
    system = _base(base, name, next((m for m in modifiers if m in METHODS), "label-b"))
    for modifier in modifiers:
        system = _modified(system, modifier, name)
    return system


def _base(base: str, name: str, method: str) -> System:
    if base.startswith("undirected-"):
        return _base(base.removeprefix("undirected-"), name, method).undirected(method)
    if base in SYSTEMS:
        return SYSTEMS[base]()
    if found := re.fullmatch(r"([1-9]\d*)-planar(-graph)?", base):
        return (planar_graph if found[2] else planar)(_number(found[1], name))
    if found := re.fullmatch(r"attardi-([1-9]\d*)", base):
        return attardi(_number(found[1], name))
    raise MultiplaneError(f"no transition system {unknown(name, names(), LISTING, like=base)}")


def _number(digits: str, name: str) -> int:
    if len(digits) > 3 or int(digits) > MAX_NUMBER:
        found = digits if len(digits) <= 20 else f"{digits[:20]}…"
        raise MultiplaneError(f"system {name!r}: found the number {found}; expected 1 to {MAX_NUMBER}")
    return int(digits)


def _modified(system: System, modifier: str, name: str) -> System:
    if modifier in SIDES:
        return system.with_buffer_arcs(SIDES[modifier])
    if modifier in CONSTRAINTS:
        return system.with_constraints(modifier)
    if modifier == "root":
        return system if system.root else system.with_root()
    if modifier in METHODS and system.is_undirected:
        return system
    if modifier.startswith("pp:") and modifier[3:] in SCHEMES:
        return system.with_pseudo_projective(modifier[3:])
    if modifier in METHODS:
        raise MultiplaneError(f"system {name!r}: {modifier} is a reconstruction; it goes with undirected systems")
    raise MultiplaneError(f"system {name!r}: no modifier {unknown(modifier, MODIFIERS, LISTING)}")
