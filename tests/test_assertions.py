"""Every assertion in the tests can fail: none has its comparison in the message, none is a tuple or a constant.

And every test has one: an assertion, an expected error or warning, or a call of a function of the tests that has one.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
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


def functions_of(sources: Iterable[str]) -> list[ast.FunctionDef]:
    """All functions in these files."""
    nodes = (node for source in sources for node in ast.walk(ast.parse(source)))
    return [node for node in nodes if isinstance(node, ast.FunctionDef)]


def can_fail(function: ast.FunctionDef, checks: set[str]) -> bool:
    """Whether a function asserts something, or calls one of these functions, which do."""
    for node in ast.walk(function):
        if isinstance(node, ast.Assert):
            return True
        if isinstance(node, ast.Call):
            name = ast.unparse(node.func).split(".")[-1]
            checked = [word for word in node.keywords if word.arg == "check" and ast.unparse(word.value) == "True"]
            if name in checks or name.startswith("assert_") or checked:
                return True
    return False


def idle_tests(sources: Iterable[str]) -> list[str]:
    """The tests in these files that assert nothing, by themselves or through functions in the same files.

    >>> idle_tests(["def seen(): assert x", "def test_one(): seen()", "def test_two(): run()"])
    ['test_two']
    """
    functions = functions_of(sources)
    checks = {"raises", "warns", "fail"}
    while found := {one.name for one in functions if one.name not in checks and can_fail(one, checks)}:
        checks |= found
    return [one.name for one in functions if one.name.startswith("test_") and one.name not in checks]


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


def test_every_test_can_fail() -> None:
    assert idle_tests(["def test_a(): f()", "def f(): pass", "def test_b():\n with raises(E): f()"]) == ["test_a"]
    assert not idle_tests(path.read_text("utf-8") for path in TESTS.rglob("*.py"))
