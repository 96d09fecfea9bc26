"""The probability of every arc, as source text: the share of each item in the sum, largest items first.

An item hands its share on to the inferences that give it, in proportion to their weights, and so to their antecedents
and arcs.
"""

from __future__ import annotations

from multiplane.deduce.compile.differences import Differences
from multiplane.deduce.compile.flatten import FlatStep
from multiplane.deduce.compile.inside import Functions, factors_of, inner_loops, kinds_in, phases
from multiplane.deduce.compile.layout import text
from multiplane.deduce.compile.loops import Enforced, loops_of_size


def write_outside(functions: Functions) -> None:
    """The function ``PREFIX_outside``: adds the probabilities of arcs to ``shares_of_arcs``."""
    analysis, source, prefix = functions.analysis, functions.source, functions.prefix
    calls: list[str] = []
    for phase in reversed(phases(analysis)):
        for step, known in phase:
            if step.antecedents or step.arcs:
                calls.append(write_step(functions, step, known, f"{prefix}_share_{len(calls)}"))
    final = [(step, known) for step, known in analysis.steps if step.gives is None]
    kinds = kinds_in([step for step, _ in final])
    parameters = f"{functions.parameters(kinds)}, {functions.parameters(kinds, 's')}"
    source.add("", "@kernel")
    with source.block(f"def {prefix}_share_goal(n, binomial, arcs, total, shares_of_arcs, {parameters}):"):
        source.add("size = n + 2")
        for step, known in final:
            write_shares(functions, step, known, Enforced.nothing([]), "1.0", "total")
    arguments = f"{functions.arguments(kinds)}, {functions.arguments(kinds, 'shares')}"
    source.add("", "", "@kernel")
    with source.block(f"def {prefix}_outside(n, binomial, arcs, total, shares_of_arcs, tables, shares):"):
        source.add(f"{prefix}_share_goal(n, binomial, arcs, total, shares_of_arcs, {arguments})")
        with source.block("for w in range(n + 1, -1, -1):"):
            source.add(*calls)
    source.add("")


def write_step(functions: Functions, step: FlatStep, known: Differences, name: str) -> str:
    """A function that hands the shares of items of size w on by one step; how it is called."""
    source = functions.source
    assert step.gives is not None
    kinds = kinds_in([step])
    parameters = f"{functions.parameters(kinds)}, {functions.parameters(kinds, 's')}"
    headers, enforced = loops_of_size(step.gives, known, functions.analysis.order.size, step.covers)
    source.add("", "@kernel")
    with source.block(f"def {name}(w, n, binomial, arcs, shares_of_arcs, {parameters}):"):
        source.add("size = n + 2")
        value = functions.table(step.gives)
        share = "s" + value[1:]
        with source.block(*headers, f"if {share} > 0.0:"):
            write_shares(functions, step, known, enforced, share, value)
    source.add("")
    arguments = f"{functions.arguments(kinds)}, {functions.arguments(kinds, 'shares')}"
    return f"{name}(w, n, binomial, arcs, shares_of_arcs, {arguments})"


def write_shares(
    functions: Functions, step: FlatStep, known: Differences, enforced: Enforced, share: str, value: str
) -> None:
    """The parts of a share that go to the antecedents and arcs of a step."""
    source = functions.source
    inner, outer = factors_of(functions, step)
    with source.block(*inner_loops(step, known, enforced, functions.analysis.invariants)):
        source.add(f"part = {share} * exp({functions.algebra.product([*inner, *outer])} - {value})")
        source.add(*(f"s{functions.table(cell)[1:]} += part" for cell in step.antecedents))
        source.add(*(f"shares_of_arcs[{text(head)}, {text(dependent)}] += part" for dependent, head in step.arcs))
