"""How many arcs a system can build and how long its sequences can get, as polynomials in the number of words n.

Arcs: DTS Lemma 4. Length: DTS Prop. 7, 8 and 11. Every transition uses up something there is a limited amount of: arcs,
nodes on the stacks and in the buffer, buffer length, pairs to swap. Weights are sought for which each transition lowers
the weighted sum by at least one; the sum at the start then bounds the length. SWITCHes come at most k−1 in a row, skips
at most once for each pair of words.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from multiplane.transition.algebra.composition import Composition, Opcode
from multiplane.transition.algebra.family import Family, Transitions
from multiplane.transition.algebra.symbolic import Assumptions, effect_of

FAMILY_POSITIONS = (2, 3, 4)


@dataclass(frozen=True, slots=True)
class Polynomial:
    """a n² + b n + c.

    >>> print(Polynomial(Fraction(0), Fraction(2), Fraction(-1)), Polynomial(Fraction(1, 2), Fraction(1, 2)))
    2n − 1 n²/2 + n/2
    """

    square: Fraction = Fraction(0)
    linear: Fraction = Fraction(0)
    constant: Fraction = Fraction(0)

    def __add__(self, other: Polynomial) -> Polynomial:
        return Polynomial(self.square + other.square, self.linear + other.linear, self.constant + other.constant)

    def times(self, factor: int) -> Polynomial:
        return Polynomial(self.square * factor, self.linear * factor, self.constant * factor)

    def __call__(self, words: int) -> int:
        return max(0, int(self.square * words * words + self.linear * words + self.constant))

    @property
    def order(self) -> tuple[Fraction, Fraction, Fraction]:
        """Compares as the polynomials do for large n."""
        return self.square, self.linear, self.constant

    @property
    def degree(self) -> int:
        return 2 if self.square else 1 if self.linear else 0

    def __str__(self) -> str:
        terms = ((self.square, "n²"), (self.linear, "n"), (self.constant, ""))
        text = ""
        for factor, power in terms:
            if factor:
                size = abs(factor)
                number = str(size.numerator) if size.numerator != 1 or not power else ""
                part = number + power + (f"/{size.denominator}" if size.denominator != 1 else "")
                sign = ("−" if not text else " − ") if factor < 0 else ("" if not text else " + ")
                text += sign + part
        return text or "0"


N = Polynomial(linear=Fraction(1))
PAIRS = Polynomial(Fraction(1, 2), Fraction(-1, 2))


def constant(value: int) -> Polynomial:
    return Polynomial(constant=Fraction(value))


def most_arcs(assumptions: Assumptions, planes: int | None, single_head: bool, acyclic: bool) -> Polynomial:
    """A forest on m nodes has at most m−1 arcs, a planar graph 4m−6 (DTS Lemma 4), any graph m(m−1).

    >>> print(most_arcs(Assumptions(stacks=2), planes=2, single_head=False, acyclic=False))
    8n − 12
    """
    nodes = N + constant(1) if assumptions.root else N
    if acyclic:
        return nodes + constant(-1)
    if single_head:
        return N
    if planes is not None:
        return (nodes.times(4) + constant(-6)).times(planes)
    return PAIRS.times(2) + (N.times(2) if assumptions.root else constant(0))


class Change(NamedTuple):
    """What one transition uses up: arcs added, nodes removed, buffer length lost, pairs swapped."""

    arcs: int
    nodes: int
    buffer: int
    swaps: int


def most_transitions(transitions: Transitions, assumptions: Assumptions, arcs: Polynomial) -> Polynomial | None:
    """The bound on the length of sequences that follows from what every transition uses up, or None."""
    skipping: list[Change] = []
    changes: list[Change] = []
    for transition in transitions.values():
        if isinstance(transition, Family):
            members = [transition.member(position) for position in FAMILY_POSITIONS]
        else:
            members = [transition]
        found = {_change(member, assumptions) for member in members}
        if len(found) > 1:
            return None
        opcodes = set(members[0].opcodes())
        if opcodes == {Opcode.SWITCH}:
            continue
        if Opcode.SKIP in opcodes and Opcode.RESTORE not in opcodes:
            skipping += found
        else:
            changes += found
    if any(change.buffer < 0 for change in changes + skipping) and skipping:
        return None
    nodes = (N + constant(1) if assumptions.root else N).times(assumptions.stacks)
    bound = longest(changes, arcs, nodes, N)
    if bound is None:
        return None
    if skipping:
        bound += PAIRS + (N if assumptions.root else constant(0))
    if assumptions.stacks > 1:
        bound = bound.times(assumptions.stacks) + constant(assumptions.stacks - 1)
    return bound


def _change(transition: Composition, assumptions: Assumptions) -> Change:
    effect = effect_of(transition, assumptions)
    swaps = transition.opcodes().count(Opcode.SWAP)
    return Change(len(effect.arcs), effect.removed, -effect.buffer_growth, swaps)


def longest(
    changes: Sequence[Change], most_arcs: Polynomial, nodes: Polynomial, buffer: Polynomial
) -> Polynomial | None:
    """The least bound that whole weights give, or None where no weights make every transition count.

    Only the buffer can grow, so every transition that shortens it is content with the weight 1 for its length, and a
    greater weight would only ask more of those that lengthen it.

    >>> arc_standard = [Change(0, 0, 1, 0), Change(1, 1, 0, 0)]
    >>> print(longest(arc_standard, N + constant(-1), N, N))
    2n − 1
    """
    best: Polynomial | None = None
    for buffer_weight in (0, 1):
        lacking: dict[tuple[int, int, int], int] = {}
        for change in changes:
            lack = 1 - buffer_weight * change.buffer
            if lack > 0:
                uses = (change.arcs, change.nodes, change.swaps)
                lacking[uses] = max(lack, lacking.get(uses, 0))
        choices = range(max(lacking.values(), default=0) + 1)
        for arc_weight in choices:
            for node_weight in choices:
                swap_weight = _least_swap_weight(lacking, arc_weight, node_weight)
                if swap_weight is not None:
                    total = most_arcs.times(arc_weight) + nodes.times(node_weight)
                    total += buffer.times(buffer_weight) + PAIRS.times(swap_weight)
                    best = total if best is None or total.order < best.order else best
                if swap_weight == 0:
                    break
    return best


def _least_swap_weight(lacking: dict[tuple[int, int, int], int], arc_weight: int, node_weight: int) -> int | None:
    """The least weight of swaps that makes up for what the other weights leave lacking, or None."""
    least = 0
    for (arcs, nodes, swaps), lack in lacking.items():
        rest = lack - arc_weight * arcs - node_weight * nodes
        if rest > 0 and swaps == 0:
            return None
        if rest > 0:
            least = max(least, -(-rest // swaps))
    return least
