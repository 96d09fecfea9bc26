"""What the network sees of a configuration: the words at some addresses, and a few features of the arcs so far."""

from __future__ import annotations

from multiplane.learn.features.configurations import STACKS, FeatureModel
from multiplane.transition import System
from multiplane.transition.algebra.guards import BUFFER, NEVER, STACK, Place

Seen = tuple[tuple[str, ...], tuple[str, ...]]
"""Addresses and features that belong together."""

WORDS_AROUND = ("S0", "S1", "S2", "B0", "B1", "B2")
BETWEEN = ("S0.left1", "S0.right1", "B0.left1")
ON_THE_STACK = ("S0.left1", "S0.right1", "S1.left1", "S1.right1")
FEATURES_BETWEEN = (
    "S0.left1.deprel",
    "S0.right1.deprel",
    "B0.left1.deprel",
    "S0.left-valency",
    "S0.right-valency",
    "B0.left-valency",
    "distance(S0,B0)",
    "history1",
    "history2",
)
FEATURES_ON_THE_STACK = (
    "S0.left1.deprel",
    "S0.right1.deprel",
    "S1.left1.deprel",
    "S1.right1.deprel",
    "S0.left-valency",
    "S0.right-valency",
    "S1.left-valency",
    "S1.right-valency",
    "distance(S1,S0)",
    "history1",
    "history2",
)
HEADS_ON_STACK = (("S0.head",), ("S0.deprel",))
HEADS_IN_BUFFER = (("B0.head",), ("B0.deprel",))
COMPLETE_BUFFER = (("B0.right1",), ("B0.right1.deprel", "B0.right-valency"))
EDGES = ("linked(S0,B0)", "S0.link1.edge", "B0.link1.edge")


def joins_focus(system: System) -> bool:
    """Whether a system builds arcs between the top of the stack and the first word of the buffer."""
    ends = {frozenset((arc.head, arc.dependent)) for effect in system.effects for arc in effect.arcs}
    return frozenset((Place(STACK, 1), Place(BUFFER, 1))) in ends


def joins_top(system: System) -> bool:
    """Whether a system builds arcs between the two words on top of the stack."""
    ends = {frozenset((arc.head, arc.dependent)) for effect in system.effects for arc in effect.arcs}
    return frozenset((Place(STACK, 2), Place(STACK, 1))) in ends


def seen_between(system: System) -> list[Seen]:
    """What is seen at the top of the stack and in front of the buffer: addresses, and features.

    Heads of words are seen where words keep their place after they got one. Where none does, as in arc-standard, heads
    go back to the buffer with their dependents on the right.
    """
    keeps = any(effect.heads_on_stack != NEVER for effect in system.effects)
    seen: list[Seen] = [(BETWEEN, FEATURES_BETWEEN), HEADS_ON_STACK if keeps else COMPLETE_BUFFER]
    return seen if system.assumptions.headless_buffer else [*seen, HEADS_IN_BUFFER]


def addresses_for(system: System) -> tuple[str, ...]:
    """The addresses whose words the network sees: they follow from the places between which a system builds arcs.

    >>> from multiplane.transition import get
    >>> addresses_for(get("swap"))[6:], addresses_for(get("2-planar"))[-2:]
    (('S0.left1', 'S0.right1', 'S1.left1', 'S1.right1'), ('O0', 'O1'))
    """
    found = list(WORDS_AROUND)
    if joins_focus(system):
        found += [address for addresses, _ in seen_between(system) for address in addresses]
    found += ON_THE_STACK if joins_top(system) else ()
    found += [f"{letter}{depth}" for letter in STACKS[1 : system.stacks] for depth in (0, 1)]
    return tuple(dict.fromkeys(found))


def features_for(system: System) -> FeatureModel:
    """The features of arcs, history and planes that go into the hidden layer beside the words.

    >>> from multiplane.transition import get
    >>> features_for(get("2-planar")).transition[-3:]
    ('plane', 'O0.deprel', 'distance(O0,B0)')
    """
    found: list[str] = []
    if joins_focus(system):
        found += [feature for _, features in seen_between(system) for feature in features]
    found += FEATURES_ON_THE_STACK if joins_top(system) else ()
    found += EDGES if system.is_undirected else ()
    for letter in STACKS[1 : system.stacks]:
        found += ["plane", f"{letter}0.deprel", f"distance({letter}0,B0)"]
    return FeatureModel(tuple(dict.fromkeys(found)) or ("history1",), ())
