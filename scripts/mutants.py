"""Plants bugs in copies of the source, one at a time, and tells which of them the quick tests see.

    python scripts/mutants.py --size 100 --seed 1 --minutes 120

The bugs are such as people make: a number off by one, a dropped condition, two arguments swapped, a keyword that is not
passed on, a missed reset, a tie the other way. The sample is drawn from all places of `src/`, every kind of bug as
often as every other, and depends on the seed and on the source alone. The tests that mirror the file run first, with
the examples in its docstrings; then, if they are green, those that import it; then the whole quick suite. Verdicts are
kept in `.mutants/`, so that a run that was stopped goes on where it was. A bug that changes nothing anyone can observe
is marked by hand: `--equivalent 17 23`.
"""

from __future__ import annotations

import argparse
import ast
import copy
import json
import os
import random
import re
import shutil
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from time import monotonic
from typing import NamedTuple

PROJECT = Path(__file__).resolve().parents[1]
KEPT = PROJECT / ".mutants"
NEIGHBOURS = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.Add: ast.Sub, ast.Sub: ast.Add,
    ast.Mult: ast.Add, ast.BitAnd: ast.BitOr, ast.BitOr: ast.BitAnd, ast.And: ast.Or, ast.Or: ast.And,
}  # fmt: skip
OPPOSITES = {"min": "max", "max": "min", "argmin": "argmax", "argmax": "argmin", "any": "all", "all": "any"}
SWAPPED = (ast.Name, ast.Attribute, ast.Subscript, ast.Constant)
PYTEST = ("-m", "pytest", "-x", "-q", "-p", "no:cacheprovider")
VERDICTS = ("seen", "survived", "open")
QUICK = ("-m", "not long and not slow")


class Bug(NamedTuple):
    """One change of the source: a piece of a file, from one offset to another, and what stands there instead."""

    kind: str
    path: str
    line: int
    start: int
    end: int
    new: str


def bugs_in(path: str, source: str) -> Iterator[Bug]:
    """All the bugs that could be planted in a file."""
    tree = ast.parse(source)
    starts = [0]
    for line in source.encode().splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    for node in observed(tree):
        for kind, new in changes(node):
            first, last = starts[node.lineno - 1] + node.col_offset, starts[node.end_lineno - 1] + node.end_col_offset
            text = ast.unparse(new)
            yield Bug(kind, path, node.lineno, first, last, f"({text})" if isinstance(node, ast.expr) else text)


def observed(node: ast.AST) -> Iterator[ast.AST]:
    """The statements and expressions that run: no annotations, imports, docstrings, decorators or error messages."""
    for name, value in ast.iter_fields(node):
        if name in ("annotation", "returns", "decorator_list", "type_params", "bases"):
            continue
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.Import | ast.ImportFrom | ast.Raise | ast.JoinedStr) or not isinstance(
                child, ast.AST
            ):
                continue
            if isinstance(child, ast.If) and ast.unparse(child.test) == "TYPE_CHECKING":
                continue
            if isinstance(child, ast.keyword) and child.arg == "strict":
                continue
            if isinstance(child, ast.Expr) and isinstance(child.value, ast.Constant):
                continue
            if hasattr(child, "lineno") and not (isinstance(node, ast.Module) and isinstance(child, ast.Assign)):
                yield child
            yield from observed(child)


def changes(node: ast.AST) -> Iterator[tuple[str, ast.AST]]:
    """What a person might have written instead of this piece, with the kind of mistake."""
    match node:
        case ast.Compare(ops=[op]) if type(op) in NEIGHBOURS:
            yield "comparison", edited(node, ops=[NEIGHBOURS[type(op)]()])
        case ast.BinOp(op=op) if type(op) in NEIGHBOURS:
            yield "operator", edited(node, op=NEIGHBOURS[type(op)]())
        case ast.BoolOp(values=values):
            for number in range(len(values)):
                rest = values[:number] + values[number + 1 :]
                yield "dropped condition", edited(node, values=rest) if len(rest) > 1 else rest[0]
        case ast.If(orelse=[]) if isinstance(node.body[0], ast.Return | ast.Continue | ast.Assign):
            yield "skipped branch", ast.Pass()
        case ast.IfExp(body=body, orelse=orelse):
            yield "other branch", edited(node, body=orelse, orelse=body)
        case ast.Constant(value=bool(value)):
            yield "flag", ast.Constant(not value)
        case ast.Constant(value=int(value)) if abs(value) < 1_000:
            yield "off by one", ast.Constant(value + 1)
        case ast.Assign(targets=[ast.Subscript()]) | ast.AugAssign() | ast.Expr(value=ast.Call()):
            yield "missed statement", ast.Pass()
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            yield "dropped not", operand
    if isinstance(node, ast.Call):
        if isinstance(node.func, ast.Name) and node.func.id in OPPOSITES:
            yield "opposite", edited(node, func=ast.Name(OPPOSITES[node.func.id]))
        if isinstance(node.func, ast.Attribute) and node.func.attr in OPPOSITES:
            yield "opposite", edited(node, func=edited(node.func, attr=OPPOSITES[node.func.attr]))
        if len(node.args) > 1 and not any(isinstance(one, ast.Starred) for one in node.args):
            for number in range(len(node.args) - 1):
                one, two = node.args[number : number + 2]
                if isinstance(one, SWAPPED) and isinstance(two, SWAPPED) and ast.dump(one) != ast.dump(two):
                    swapped = [*node.args[:number], two, one, *node.args[number + 2 :]]
                    yield "swapped arguments", edited(node, args=swapped)
        for keyword in node.keywords:
            if keyword.arg != "strict":
                others = [one for one in node.keywords if one is not keyword]
                yield "keyword not passed on", edited(node, keywords=others)


def edited(node: ast.AST, **fields: object) -> ast.AST:
    """A copy of a node with other fields."""
    new = copy.copy(node)
    for name, value in fields.items():
        setattr(new, name, value)
    return new


def sample(size: int, seed: int) -> list[Bug]:
    """So many bugs, the kinds in turn, no two on one line of a file."""
    by_kind: dict[str, list[Bug]] = {}
    for file in sorted((PROJECT / "src").rglob("*.py")):
        for bug in bugs_in(str(file.relative_to(PROJECT)), file.read_text("utf-8")):
            by_kind.setdefault(bug.kind, []).append(bug)
    draw = random.Random(seed)
    for found in by_kind.values():
        draw.shuffle(found)
    chosen: dict[tuple[str, int], Bug] = {}
    while len(chosen) < size and any(by_kind.values()):
        for found in by_kind.values():
            if found and len(chosen) < size:
                bug = found.pop()
                chosen.setdefault((bug.path, bug.line), bug)
    return list(chosen.values())


def planted(source: bytes, bug: Bug) -> bytes:
    """The source of a file with a bug in it."""
    return source[: bug.start] + bug.new.encode() + source[bug.end :]


def rounds(bug: Bug) -> list[list[str]]:
    """The tests to run one after another until one is red: of the file, of those that import it, all."""
    inside = Path(bug.path).relative_to("src/multiplane")
    module = ".".join(["multiplane", *inside.with_suffix("").parts]).removesuffix(".__init__")
    mirrored = [
        f"tests/{inside.parent}/test_{inside.stem}.py",
        f"tests/{inside.parent.parent}/test_{inside.parent.name}.py",
    ]
    own = [path for path in mirrored if (PROJECT / path).is_file()]
    named = re.compile(rf"\b{re.escape(module)}\b")
    near = {
        str(path.relative_to(PROJECT))
        for path in (PROJECT / "tests").rglob("test_*.py")
        if named.search(path.read_text("utf-8")) or path.parent == PROJECT / "tests" / inside.parent
    }
    return [
        ["--doctest-modules", bug.path, *own],
        sorted(near - set(own)),
        ["--doctest-modules", "src/multiplane", "tests"],
    ]


def run(tests: list[str], tree: Path, seconds: float, workers: int) -> tuple[str, str]:
    """``seen`` with the test that is red, ``not seen``, or ``no time``."""
    many = ("-n", str(workers), "--dist", "worksteal") if workers > 1 else ()
    skipped = ("--deselect", "tests/test_lint.py", "--deselect", "tests/test_project.py")
    command = [sys.executable, *PYTEST, *many, *QUICK, *skipped, *tests]
    environment = {**os.environ, "PYTHONPATH": str(tree / "src"), "MULTIPLANE_QUIET": "1"}
    process = subprocess.Popen(
        command, cwd=tree, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, start_new_session=True
    )
    try:
        output = process.communicate(timeout=seconds)[0].decode(errors="replace")
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        process.communicate()
        return "seen", f"no end within {seconds:.0f} s"
    if process.returncode in (0, 5):
        return "not seen", ""
    red = re.search(r"^(?:FAILED|ERROR) (.*)$", output, re.MULTILINE)
    return "seen", red[1][:200] if red else f"exit code {process.returncode}"


def judge(bug: Bug, tree: Path, suite: bool, workers: int, limits: tuple[float, float, float]) -> dict[str, str]:
    """Whether the tests see a bug, and which of them does."""
    place = tree / bug.path
    right = place.read_bytes()
    place.write_bytes(planted(right, bug))
    try:
        steps = ("own", "near", "suite")
        for step, tests, seconds in zip(steps, rounds(bug), limits, strict=True):
            if not tests or (step == "suite" and not suite):
                continue
            verdict, test = run(tests, tree, seconds, workers if step != "own" else 1)
            if verdict == "seen":
                place.write_bytes(right)
                check_control(test, tree, seconds)
                return {"verdict": "seen", "by": step, "test": test}
        return {"verdict": "survived" if suite else "open", "by": "", "test": ""}
    finally:
        place.write_bytes(right)


def check_control(test: str, tree: Path, seconds: float) -> None:
    """Stop if a test is red without a bug, too."""
    name = test.partition(" - ")[0]
    if "::" in name or name.endswith(".py"):
        verdict, _ = run(["--doctest-modules", name], tree, seconds, 1)
        if verdict == "seen":
            raise SystemExit(f"{name} is red without any bug: see `make test`, and remove {KEPT}")


def copy_of_project() -> Path:
    """The files that git knows, with the compiled kernels that lie beside them, in a folder of their own."""
    tree = KEPT / "tree"
    for path in tree.rglob("*.py"):
        path.unlink()
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=PROJECT, capture_output=True, check=True).stdout.decode()
    kernels = (str(path.relative_to(PROJECT)) for path in (PROJECT / "src").rglob("*.nbc"))
    for name in (*filter(None, listed.split("\0")), *kernels):
        if (PROJECT / name).is_file() and not (name.endswith(".nbc") and (tree / name).exists()):
            (tree / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(PROJECT / name, tree / name)
    shared, beside = PROJECT.parent / "shared", tree.parent / "shared"
    if shared.is_dir() and not beside.exists():
        beside.symlink_to(shared.resolve())
    return tree


def table(bugs: list[Bug], verdicts: dict[int, dict[str, str]]) -> str:
    """Bugs by folder and verdict; those that nobody can observe do not count."""
    counts = Counter(
        (folder, found["verdict"])
        for number, found in verdicts.items()
        for folder in ("/".join(Path(bugs[number].path).parts[2:-1][:1]) or "top", "all")
    )
    folders = [*sorted({folder for folder, _ in counts} - {"all"}), "all"]
    rows = [f"| {folder} | {' | '.join(str(counts[folder, one]) for one in VERDICTS)} |" for folder in folders]
    return "\n".join([f"| folder | {' | '.join(VERDICTS)} |", f"|{' --- |' * (len(VERDICTS) + 1)}", *rows])


def main() -> None:
    """Judge a sample, as far as the time goes."""
    parser = argparse.ArgumentParser(description="Plant bugs one at a time and tell which the quick tests see.")
    parser.add_argument("--size", type=int, default=100, help="Bugs in the sample.")
    parser.add_argument("--seed", type=int, default=1, help="Random seed of the sample.")
    parser.add_argument("--minutes", type=float, default=60, help="Begin no new bug after so many minutes.")
    parser.add_argument("--workers", type=int, default=2, help="Processes that run tests.")
    parser.add_argument("--near", action="store_true", help="Leave out the whole suite; survivors stay open.")
    parser.add_argument("--equivalent", type=int, nargs="*", default=[], help="Numbers of bugs that change nothing.")
    parser.add_argument("--list", action="store_true", help="Print the sample and what is known of it.")
    options = parser.parse_args()
    KEPT.mkdir(exist_ok=True)
    bugs = sample(options.size, options.seed)
    kept = KEPT / f"seed-{options.seed}.jsonl"
    verdicts: dict[int, dict[str, str]] = {}
    if kept.exists():
        for line in kept.read_text("utf-8").splitlines():
            found = json.loads(line)
            if found["number"] < len(bugs) and found["bug"] == list(bugs[found["number"]]):
                verdicts[found["number"]] = found

    def keep(number: int, found: dict[str, str]) -> None:
        verdicts[number] = found
        with kept.open("a", encoding="utf-8") as file:
            file.write(json.dumps({"number": number, "bug": bugs[number], **found}) + "\n")

    for number in options.equivalent:
        keep(number, {"verdict": "equivalent", "by": "hand", "test": ""})
    if not options.list:
        tree, begun = copy_of_project(), monotonic()
        for number, bug in enumerate(bugs):
            if monotonic() - begun > 60 * options.minutes:
                break
            if number in verdicts and (options.near or verdicts[number]["verdict"] != "open"):
                continue
            keep(number, judge(bug, tree, not options.near, options.workers, (180, 600, 1_800)))
            print(description(number, bug, verdicts[number]), flush=True)
    else:
        for number, bug in enumerate(bugs):
            print(description(number, bug, verdicts.get(number, {"verdict": "not judged", "test": ""})))
    print(table(bugs, verdicts))


def description(number: int, bug: Bug, found: dict[str, str]) -> str:
    """One line: the number of a bug, the verdict, the place, and what was written there."""
    old = (PROJECT / bug.path).read_bytes()[bug.start : bug.end].decode()
    change = f"{' '.join(old.split())[:60]} -> {' '.join(bug.new.split())[:60]}"
    return f"{number:3} {found['verdict']:10} {bug.path}:{bug.line} [{bug.kind}] {change}  {found['test']}"


if __name__ == "__main__":
    main()
