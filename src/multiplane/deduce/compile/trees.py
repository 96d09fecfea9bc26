"""From filled tables to trees, as source text: the best tree, or one drawn in proportion to its weight.

Nothing is stored on the way up. An item is taken apart again by the first inference that gives its value (for the best
tree), or by one drawn from all that give it.
"""

from __future__ import annotations

from multiplane.deduce.compile.differences import Differences, assume
from multiplane.deduce.compile.flatten import Cell, FlatStep, ItemKind
from multiplane.deduce.compile.inside import Functions, KnownStep, factors_of, inner_loops, kinds_in
from multiplane.deduce.compile.layout import text
from multiplane.deduce.compile.loops import Enforced, size_text
from multiplane.deduce.compile.order import least_growth
from multiplane.deduce.terms import Position, variables

ITEM = "item, n, binomial, arcs, target, draw, stack, top, heads"


def leaves(functions: Functions) -> set[ItemKind]:
    """Kinds that only hypotheses give: there is nothing to take apart."""
    made = {step.gives.kind for step, _ in functions.analysis.steps if step.gives and (step.antecedents or step.arcs)}
    return set(functions.analysis.kinds) - made


def take_apart(functions: Functions, step: FlatStep, known: Differences, enforced: Enforced) -> None:
    """All inferences of a step that may give the target; the one that is taken puts its antecedents on the stack."""
    source, algebra = functions.source, functions.algebra
    inner, outer = factors_of(functions, step)
    product = algebra.product([f"({algebra.product(inner)})", *outer] if inner else outer)
    loops = inner_loops(step, known, enforced, functions.analysis.invariants)
    with source.block(*loops, *smaller(functions, step, known)):
        if algebra.name == "max":
            test = f"if {product} >= target:"
        else:
            source.add(f"draw -= exp({product} - target)")
            test = "if draw < 0.0:"
        with source.block(test):
            for dependent, head in step.arcs:
                source.add(f"heads[{text(dependent)} - 1] = {text(head)}")
            for cell in step.antecedents:
                if cell.kind not in leaves(functions):
                    source.add(f"stack[top, 0] = {functions.number(cell.kind)}")
                    source.add(*(f"stack[top, {at}] = {text(term)}" for at, term in enumerate(cell.terms, 1)))
                    source.add("top += 1")
            source.add("return top")


def smaller(functions: Functions, step: FlatStep, known: Differences) -> list[str]:
    """Where items have several forms: that an antecedent is not the consequent itself in another form."""
    analysis = functions.analysis
    if step.gives is None or step.gives.kind not in analysis.same:
        return []
    own = analysis.order.size(step.gives, known)
    tests = []
    for cell in step.antecedents:
        if (least_growth(step, cell, known, analysis.order.size) or 0) <= 0:
            other = analysis.order.size(cell, known)
            assert own is not None and other is not None
            tests.append(f"if {size_text(other)} < {size_text(own)}:")
    return tests


def write_item(functions: Functions, kind: ItemKind, steps: list[KnownStep]) -> str:
    """A function that takes apart one item of a kind; how it is called."""
    source = functions.source
    kinds = [kind, *(other for other in kinds_in([step for step, _ in steps]) if other != kind)]
    name = f"{functions.prefix}_item_{functions.number(kind)}"
    source.add("", "@kernel")
    with source.block(f"def {name}({ITEM}, {functions.parameters(kinds)}):"):
        source.add("size = n + 2")
        for step, known in steps:
            assert step.gives is not None
            with source.block(*bind(step.gives)):
                outer = Differences.of(dict.fromkeys(n for term in step.gives.terms for n in variables(term)))
                assume(outer, step.gives, functions.analysis.invariants[kind])
                outer.close()
                take_apart(functions, step, known, Enforced(list(range(len(outer.names))), outer))
        source.add("return -1")
    source.add("")
    return f"{name}({ITEM}, {functions.arguments(kinds)})"


def bind(cell: Cell) -> list[str]:
    """Give the variables of a cell the values of an item, and see whether the others agree."""
    lines: list[str] = []
    tests: list[str] = []
    seen: set[str] = set()
    for at, term in enumerate(cell.terms, 1):
        names = variables(term)
        if names and names[0] not in seen:
            seen.add(names[0])
            lines.append(f"{names[0]} = {text(Position('item', -term.offset)).replace('item', f'item[{at}]')}")
        else:
            tests.append(f"item[{at}] == {text(term)}")
    return lines + ([f"if {' and '.join(tests)}:"] if tests else [])


def write_forms(functions: Functions) -> None:
    """A function that writes all other forms of an item below it."""
    source, analysis = functions.source, functions.analysis
    source.add("", "@kernel")
    with source.block(f"def {functions.prefix}_rewrite(n, forms):"):
        source.add("count, at = 1, 0")
        with source.block("while at < count:"):
            source.add("item = forms[at]")
            for step, _ in analysis.equations:
                write_rewriting(functions, step)
            source.add("at += 1")
        source.add("return count")
    source.add("")


def write_rewriting(functions: Functions, step: FlatStep) -> None:
    """One equation in one direction, from the form ``item``."""
    source = functions.source
    cell, gives = step.antecedents[0], step.gives
    assert gives is not None
    with source.block(f"if item[0] == {functions.number(cell.kind)}:", *bind(cell)):
        tests = [f"{text(each.left)} {_RELATIONS[each.relation]} {text(each.right)}" for each in step.bounds]
        loops = [name for name in step.variables if name not in {n for term in cell.terms for n in variables(term)}]
        assert not loops
        with source.block(f"if {' and '.join(tests)}:"):
            row = [str(functions.number(gives.kind)), *map(text, gives.terms)]
            source.add(*(f"forms[count, {at}] = {each}" for at, each in enumerate(row)))
            source.add("known = False")
            with source.block("for other in range(count):"):
                same = " and ".join(f"forms[other, {at}] == forms[count, {at}]" for at in range(len(row)))
                source.add(f"known = known or ({same})")
            source.add("count += 0 if known else 1")


_RELATIONS = {"<": "<", "≤": "<=", "=": "=="}
MAX_FORMS = 64


def write_trees(functions: Functions) -> None:
    """The function ``PREFIX_tree``: writes heads, and returns whether a derivation was found."""
    analysis, source, prefix = functions.analysis, functions.source, functions.prefix
    calls: dict[ItemKind, str] = {}
    for kind in analysis.kinds:
        if kind not in leaves(functions):
            steps = [each for each in analysis.steps if each[0].gives is not None and each[0].gives.kind == kind]
            calls[kind] = write_item(functions, kind, steps)
    final = [(step, known) for step, known in analysis.steps if step.gives is None]
    kinds = kinds_in([step for step, _ in final])
    source.add("", "@kernel")
    with source.block(f"def {prefix}_top({ITEM}, {functions.parameters(kinds)}):"):
        source.add("size = n + 2")
        for step, known in final:
            take_apart(functions, step, known, Enforced.nothing([]))
        source.add("return -1")
    source.add("", "", "@kernel")
    with source.block(f"def {prefix}_derive({ITEM}, tables):"):
        for kind, call in calls.items():
            with source.block(f"if item[0] == {functions.number(kind)}:"):
                source.add(f"return {call}")
        source.add("return -1")
    source.add("", "", "@kernel")
    with source.block(f"def {prefix}_value(item, n, binomial, tables):"):
        source.add("size = n + 2")
        for kind in calls:
            cell = Cell(kind, tuple(Position(f"item[{at}]") for at in range(1, kind.fields + 1)))
            with source.block(f"if item[0] == {functions.number(kind)}:"):
                source.add(f"return tables[{functions.number(kind)}][{functions.place(cell)}]")
        source.add(f"return {functions.algebra.zero}")
    if analysis.equations:
        write_forms(functions)
    draws = functions.algebra.name == "log"
    width = max(kind.fields for kind in analysis.kinds) + 1
    depth = (max(analysis.order.stages.values()) + 2) * max(len(step.antecedents) for step, _ in analysis.steps)
    source.add("", "", "@kernel")
    with source.block(f"def {prefix}_tree(n, binomial, arcs, tables, target, state, heads):"):
        source.add(f"stack = np.zeros(((n + 3) * {depth} + 8, {width}), np.int64)")
        source.add(f"forms = np.zeros(({MAX_FORMS}, {width}), np.int64)", "item = forms[0]", "top = 0")
        source.add("draw = next_uniform(state)" if draws else "draw = 0.0")
        top = f"{prefix}_top({ITEM}, {functions.arguments(kinds)})"
        source.add(f"found = {top}")
        if draws:
            source.add("if found < 0:", "    draw = 0.0", f"    found = {top}")
        source.add("top = found")
        with source.block("while top > 0:"):
            source.add("top -= 1", "item[:] = stack[top]")
            source.add(f"target = {prefix}_value(item, n, binomial, tables)")
            source.add("draw = next_uniform(state)" if draws else "draw = 0.0")
            derive = f"{prefix}_derive({ITEM}, tables)"
            source.add(f"found = {derive}")
            if draws:
                source.add("if found < 0:", "    draw = 0.0", f"    found = {derive}")
            if analysis.equations:
                with source.block("if found < 0:"):
                    source.add(f"count = {prefix}_rewrite(n, forms)")
                    with source.block("for at in range(1, count):"), source.block("if found < 0:"):
                        source.add(f"found = {derive.replace('item', 'forms[at]', 1)}")
            source.add("if found < 0:", "    return False", "top = found")
        source.add("return top == 0")
    source.add("")
