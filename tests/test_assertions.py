"""Every assertion in the tests can fail: none has its comparison in the message, none is a tuple or a constant."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

TESTS = Path(__file__).parent


def idle_assertions(source: str) -> Iterator[int]:
    """The lines of assertions that cannot fail, whatever the code does.

    >>> list(idle_assertions("assert str(one), str(two) == (3, 4)"))
    [1]
    """
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Assert) and (is_always_true(node.test) or isinstance(node.msg, ast.Compare)):
            yield node.lineno


def is_always_true(test: ast.expr) -> bool:
    """Whether an expression is true in any case: a tuple, a list with something in it, a thing equal to itself."""
    if isinstance(test, ast.List | ast.Dict | ast.Set):
        return ast.unparse(test) not in ("[]", "{}")
    if isinstance(test, ast.Compare) and isinstance(test.left, ast.Name | ast.Attribute | ast.Constant):
        return all(isinstance(op, ast.Eq | ast.Is) for op in test.ops) and all(
            ast.dump(other) == ast.dump(test.left) for other in test.comparators
        )
    return isinstance(test, ast.Tuple | ast.Constant | ast.Lambda | ast.GeneratorExp | ast.JoinedStr)


def test_assertions_that_cannot_fail_are_found() -> None:
    for source in ("assert f(x), g(x) == 3", "assert (f(x) == 3, 'why')", "assert x == x", "assert (a for a in b)"):
        assert list(idle_assertions(source)) == [1], source
    for source in ("assert f(x) == 3, g(x)", "assert f(x) == f(x)", "assert not x", "assert x in (1, 2)"):
        assert list(idle_assertions(source)) == [], source


def test_every_assertion_can_fail() -> None:
    places = [
        f"{path.relative_to(TESTS)}:{line}"
        for path in sorted(TESTS.rglob("*.py"))
        for line in idle_assertions(path.read_text("utf-8"))
    ]
    assert not places
