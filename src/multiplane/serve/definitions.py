"""Composition systems and schemata from text: Python's notation for them, read but never run by Python.

The text is parsed into a syntax tree, of which only what definitions need has a meaning here: names of operations,
guards and conditions, ``>>``, ``&``, ``|``, ``~``, ``+``, ``-``, ``*``, comparisons, subscripts, and calls of the few
functions and methods in `FUNCTIONS` and `METHODS`. Everything else is an error that says where. Text as it stands in
the documentation is accepted, imports and prompts included; of several definitions the last one counts.

>>> system = define('System("shifts", shift=SHIFT, left=LEFT_ARC >> REDUCE)')
>>> system.definition()
[('shift', 'SHIFT'), ('left', 'LEFT-ARC ; REDUCE')]
>>> define('System("evil", shift=__import__("os").system("ls"))')
Traceback (most recent call last):
  ...
multiplane.serve.definitions.DefinitionError: line 1: found no function __import__; ...
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import multiplane.deduce.conditions as conditions
import multiplane.deduce.items as items
import multiplane.deduce.terms as terms
import multiplane.transition as transition
from multiplane.deduce.schema import Schema, Step, final, hypothesis
from multiplane.deduce.schemata import schema
from multiplane.errors import MultiplaneError
from multiplane.transition import Composition, Guard, for_each_position, get
from multiplane.transition.algebra.composition import Opcode
from multiplane.transition.algebra.family import Family, Linear, Number, RepeatedStep, runs_of
from multiplane.transition.algebra.guards import BUFFER, STACK, Kind
from multiplane.transition.systems.data import attributes_from_data, system_as_data

MAX_LETTERS, MAX_NODES, MAX_DEPTH, MAX_NUMBER = 20_000, 4_000, 60, 64

CONDITIONS = (
    *("arc", "at_most", "between", "category", "differ", "every", "gapped"),
    *("inside", "left_corner", "not_empty", "outside", "rule", "same", "start"),
)
OPERATIONS: Mapping[str, Any] = {
    name: value
    for name in transition.__all__
    if name.isupper() and isinstance(value := getattr(transition, name), Composition | Guard)
}
TERMS: Mapping[str, Any] = {
    **{name: getattr(terms, name) for name in ("N", "T", "F", "STAR")},
    **{name: getattr(items, name) for name in ("POSITION", "FLAG", "SYMBOL")},
}


def new_system(
    name: str, transitions: Mapping[str, Composition | Family] | None = None, /, **others: Any
) -> transition.System:
    """A system from its transitions, as a dictionary or by keyword, and its other attributes."""
    attributes = {key: others.pop(key, usual) for key, usual in USUAL.items()}
    each = {**(transitions or {}), **{key.replace("_", "-"): value for key, value in others.items()}}
    for key, value in each.items():
        if not isinstance(value, Composition | Family):
            raise MultiplaneError(f"transition {key}: found {value!r}; expected operations such as LEFT_ARC >> REDUCE")
    data = {"name": name, "transitions": each, **attributes}
    return transition.System.from_attributes(attributes_from_data(system_as_data(data)))


FUNCTIONS: Mapping[str, Callable[..., Any]] = {
    "System": new_system,
    "TransitionSystem": new_system,
    "for_each_position": for_each_position,
    "get": get,
    **{name: getattr(terms, name) for name in ("positions", "flags", "symbols", "segments", "flag")},
    **{name: getattr(items, name) for name in ("Item", "list_of")},
    **{name: getattr(conditions, name) for name in CONDITIONS},
    **{function.__name__: function for function in (Schema, Step, final, hypothesis, schema)},
}
METHODS: Mapping[type, tuple[str, ...]] = {
    Composition: ("where", "at"),
    Guard: ("at",),
    transition.System: (
        "with_stacks",
        "with_constraints",
        "with_buffer_arcs",
        "with_root",
        "with_pseudo_projective",
        "undirected",
        "variant",
    ),
}
OPERATORS: Mapping[type, str] = {
    ast.RShift: "__rshift__",
    ast.BitAnd: "__and__",
    ast.BitOr: "__or__",
    ast.Add: "__add__",
    ast.Sub: "__sub__",
    ast.Mult: "__mul__",
    ast.Invert: "__invert__",
    ast.USub: "__neg__",
    ast.Lt: "__lt__",
    ast.LtE: "__le__",
    ast.Gt: "__gt__",
    ast.GtE: "__ge__",
}
OPERANDS = (int, Composition, Guard, terms.Position, terms.Flag)


USUAL: Mapping[str, Any] = {
    "stacks": 1,
    "root": False,
    "source": "",
    "graph_class": "",
    "reconstruction": None,
    "pseudo_projective": None,
}


class DefinitionError(MultiplaneError):
    """A text that defines no system and no schema."""


def define(text: str) -> transition.System | Schema:
    """The last system or schema that a text defines."""
    found = [value for value in definitions(text).values() if isinstance(value, transition.System | Schema)]
    if not found:
        raise DefinitionError('found no definition; expected one such as System("mine", shift=SHIFT, …)')
    return found[-1]


def definitions(text: str) -> dict[str, Any]:
    """Everything that a text names, in its order; what has no name of its own stands under its line.

    >>> list(definitions("i, j = positions('i j')\\nSpan = Item('Span', i=POSITION, j=POSITION)"))
    ['i', 'j', 'Span']
    """
    if len(text) > MAX_LETTERS:
        raise DefinitionError(f"found {len(text):,} letters; expected {MAX_LETTERS:,} at most")
    try:
        tree = ast.parse(_without_prompts(text))
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        line = getattr(error, "lineno", None) or 1
        raise DefinitionError(f"line {line}: this is not well-formed: {getattr(error, 'msg', 'too deep')}") from None
    _check_size(tree)
    named: dict[str, Any] = {}
    for statement in tree.body:
        try:
            named |= _statement(statement, named)
        except DefinitionError:
            raise
        except (MultiplaneError, TypeError, ValueError, KeyError, AttributeError, RecursionError) as error:
            raise DefinitionError(f"line {statement.lineno}: {error}") from None
    return named


def _without_prompts(text: str) -> str:
    """The input of a dialogue, where there are prompts; its lines stay where they are."""
    lines = text.expandtabs().splitlines()
    if not any(line.startswith(">>> ") for line in lines):
        return "\n".join(lines)
    return "\n".join(line[4:] if line.startswith((">>> ", "... ")) else "" for line in lines)


def _check_size(tree: ast.AST) -> None:
    """An error for a text whose syntax tree is very large or very deep."""
    level, depth, nodes = [tree], 0, 0
    while level:
        depth, nodes = depth + 1, nodes + len(level)
        if depth > MAX_DEPTH or nodes > MAX_NODES:
            raise DefinitionError("the definition is too large or nested too deeply")
        level = [child for node in level for child in ast.iter_child_nodes(node)]


def _statement(statement: ast.stmt, named: Mapping[str, Any]) -> Iterator[tuple[str, Any]] | dict[str, Any]:
    if isinstance(statement, ast.Import | ast.ImportFrom):
        return {}
    if isinstance(statement, ast.Expr):
        value = _value(statement.value, named)
        return {} if isinstance(statement.value, ast.Constant) else {f"line {statement.lineno}": value}
    if isinstance(statement, ast.Assign) and len(statement.targets) == 1:
        target, value = statement.targets[0], _value(statement.value, named)
        if isinstance(target, ast.Name):
            return {target.id: value}
        if isinstance(target, ast.Tuple) and all(isinstance(each, ast.Name) for each in target.elts):
            if not isinstance(value, tuple) or len(value) != len(target.elts):
                raise DefinitionError(f"line {statement.lineno}: found other numbers of names and of values")
            return {each.id: one for each, one in zip(target.elts, value, strict=True) if isinstance(each, ast.Name)}
    raise DefinitionError(f"line {statement.lineno}: found {_shown(statement)}; expected NAME = DEFINITION")


def _value(node: ast.expr, named: Mapping[str, Any]) -> Any:
    """What an expression stands for."""
    match node:
        case ast.Constant(value=bool() | str() | None):
            return node.value
        case ast.Constant(value=int(number)) if abs(number) <= MAX_NUMBER:
            return number
        case ast.Name():
            return _named(node, named)
        case ast.Tuple() | ast.List():
            values = [_value(each, named) for each in node.elts]
            return tuple(values) if isinstance(node, ast.Tuple) else values
        case ast.Dict() if all(isinstance(key, ast.Constant) for key in node.keys):
            return {
                _value(key, named): _value(value, named)
                for key, value in zip(node.keys, node.values, strict=True)
                if key is not None
            }
        case ast.BinOp():
            return _applied(node, node.op, _value(node.left, named), _value(node.right, named))
        case ast.UnaryOp():
            return _applied(node, node.op, _value(node.operand, named))
        case ast.Compare(ops=[operator], comparators=[right]):
            return _applied(node, operator, _value(node.left, named), _value(right, named))
        case ast.Subscript():
            item = _value(node.value, named)
            if isinstance(item, items.ItemType):
                return item[_value(node.slice, named)]
        case ast.Attribute(attr="transitions"):
            system = _value(node.value, named)
            if isinstance(system, transition.System):
                return system.transitions
        case ast.Call():
            return _called(node, named)
        case ast.Lambda(args=ast.arguments(args=[ast.arg(arg=name)])):
            return lambda number: _value(node.body, {**named, name: number})
    raise DefinitionError(f"line {node.lineno}: found {_shown(node)}, which has no meaning in a definition")


def _named(node: ast.Name, named: Mapping[str, Any]) -> Any:
    for known in (named, OPERATIONS, TERMS):
        if node.id in known:
            return known[node.id]
    raise DefinitionError(f"line {node.lineno}: found {node.id}; expected a name such as SHIFT, or one defined above")


def _applied(node: ast.expr, operator: ast.AST, *operands: Any) -> Any:
    """The value of an operator, for numbers, transitions, guards, positions and flags alone."""
    method = OPERATORS.get(type(operator))
    if method is None or not all(isinstance(each, OPERANDS) for each in operands):
        raise DefinitionError(f"line {node.lineno}: found {_shown(node)}, which has no meaning in a definition")
    value = getattr(type(operands[0]), method, lambda *_: NotImplemented)(*operands)
    if value is NotImplemented:
        raise DefinitionError(f"line {node.lineno}: found {_shown(node)}; its parts do not go together")
    if isinstance(value, Composition) and len(value.steps) > MAX_NODES:
        raise DefinitionError(f"line {node.lineno}: found {len(value.steps)} steps in a transition")
    return value


def _called(node: ast.Call, named: Mapping[str, Any]) -> Any:
    """The value of a function or method that a definition may call."""
    arguments = [_value(each, named) for each in node.args]
    keywords: dict[str, Any] = {}
    for keyword in node.keywords:
        value = _value(keyword.value, named)
        keywords |= {keyword.arg: value} if keyword.arg is not None else value
    if isinstance(node.func, ast.Name) and node.func.id in FUNCTIONS:
        function = FUNCTIONS[node.func.id]
    elif isinstance(node.func, ast.Name):
        expected = f"expected one of {', '.join(FUNCTIONS)}"
        raise DefinitionError(f"line {node.lineno}: found no function {node.func.id}; {expected}")
    elif isinstance(node.func, ast.Attribute):
        owner = _value(node.func.value, named)
        if node.func.attr not in next((names for type_, names in METHODS.items() if isinstance(owner, type_)), ()):
            raise DefinitionError(f"line {node.lineno}: found .{node.func.attr}, which has no meaning in a definition")
        function = getattr(owner, node.func.attr)
    else:
        raise DefinitionError(f"line {node.lineno}: found {_shown(node)}; expected the name of a function")
    return function(*arguments, **keywords)


def _shown(node: ast.AST) -> str:
    text = " ".join(ast.unparse(node).split())
    return text if len(text) <= 40 else f"{text[:40]}…"


def definition_of(system: transition.System) -> str:
    """A text that defines a system, with the same transitions and attributes.

    >>> from multiplane.transition import get
    >>> print(definition_of(get("arc-eager")))
    System(
        "arc-eager",
        shift=SHIFT,
        reduce=REDUCE.where(STACK_HAS_HEAD),
        left=LEFT_ARC.where(~STACK_HAS_HEAD) >> REDUCE,
        right=RIGHT_ARC >> SHIFT,
        source="Nivre 2003; DTS Example 4",
        graph_class="projective",
    )
    """
    written = [_argument(name, _written(each)) for name, each in system.transitions.items()]
    attributes = system.attributes()
    written += [f"{name}={_literal(attributes[name])}" for name, usual in USUAL.items() if attributes[name] != usual]
    lines = [f"    {each}," for each in (_literal(system.name), *written)]
    return "\n".join(["System(", *lines, ")"])


def _argument(name: str, value: str) -> str:
    keyword = name.replace("-", "_")
    return f"{keyword}={value}" if keyword.isidentifier() else f"**{{{_literal(name)}: {value}}}"


def _literal(value: object) -> str:
    return f'"{value}"' if isinstance(value, str) else repr(value)


def _written(each: Composition | Family) -> str:
    steps = " >> ".join(map(_run, runs_of(each)))
    return f"for_each_position(lambda i: {steps})" if isinstance(each, Family) else steps


def _run(run: RepeatedStep) -> str:
    depths = {"stack": run.stack, "buffer": run.buffer}
    guard = _disjunction(run.guard)
    step = Opcode(run.opcode).name + _at(depths) + (f".where({guard})" if guard else "")
    return step if run.times == 1 else f"{step} * {_number(run.times)}"


def _at(depths: Mapping[str, Number]) -> str:
    deeper = ", ".join(f"{name}={_number(depth).strip('()')}" for name, depth in depths.items() if depth != 1)
    return f".at({deeper})" if deeper else ""


def _number(number: Number) -> str:
    if not isinstance(number, Linear):
        return str(number)
    slope = "i" if number.slope == 1 else f"{number.slope} * i"
    if not number.constant:
        return slope if number.slope == 1 else f"({slope})"
    return f"({slope} {'+' if number.constant > 0 else '-'} {abs(number.constant)})"


def _disjunction(clauses: tuple[Any, ...]) -> str:
    texts = [" & ".join(_literals(clause)) for clause in clauses]
    texts = list(dict.fromkeys(texts))
    return texts[0] if len(texts) == 1 else " | ".join(f"({text})" for text in texts)


def _literals(clause: tuple[Any, ...]) -> Iterator[str]:
    """The conditions of a clause; one on both directions of an arc stands there once."""
    texts: dict[str, None] = {}
    for kind, wanted, places in clause:
        depths = {{STACK: "stack", BUFFER: "buffer"}[area]: depth for area, depth in places}
        name = _name_of(kind, places)
        sign = "~" if wanted == (name == "STACK_EMPTY") else ""
        texts[f"{sign}{name}{_at(depths)}"] = None
    yield from texts


def _name_of(kind: Kind, places: tuple[Any, ...]) -> str:
    first = places[0][0] if places else STACK
    names = {
        Kind.HAS_HEAD: ("BUFFER_HAS_HEAD", "STACK_HAS_HEAD"),
        Kind.PATH: ("PATH_TO_STACK", "PATH_TO_BUFFER"),
        Kind.CONNECTED: ("CONNECTED", "CONNECTED"),
        Kind.ARC: ("ARC_BETWEEN", "ARC_BETWEEN"),
        Kind.IS_ROOT: ("", "STACK_IS_ROOT"),
        Kind.EXISTS: ("", "STACK_EMPTY"),
        Kind.SKIPPED_HAVE_HEADS: ("", "SKIPPED_HAVE_HEADS"),
    }
    return names[kind][first == STACK]
