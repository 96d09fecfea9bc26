"""The cache of machine code: never out of date, mended when damaged, shared by processes that start at once."""

from __future__ import annotations

import os
import random
import shutil
import subprocess
import sys
from pathlib import Path
from textwrap import dedent
from typing import NamedTuple

import pytest

import multiplane
from multiplane.kernels.claims import LOCKS

CODE = "from multiplane.structure import gap_degree; print(gap_degree([2, 0, 2, 1]))"


def run(folder: Path, *command: str, **variables: str) -> str:
    """What a Python process in this folder prints, with a cache in a folder of its own."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("NUMBA")}
    environment |= {
        "PYTHONDONTWRITEBYTECODE": "1",
        "MULTIPLANE_KERNELS": "compiled",
        "NUMBA_CACHE_DIR": str(folder / "cache"),
        **variables,
    }
    command = (sys.executable, *command)
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=True).stdout


class Edit(NamedTuple):
    """A kernel ``upper`` that uses something of the module ``low``, and an edit there that changes its result."""

    kind: str
    lower: str
    old: str
    new: str
    upper: str
    results: tuple[int, int]


LOWER = "@{decorator}\ndef lower(x):\n    return x + 1"
PAIR = "class Pair(NamedTuple):\n    first: int\n    second: int\n"
SWAPPED = "    second: int\n    first: int\n"
FIELDS = "    first: int\n    second: int\n"
USE_LOWER = "from {low} import lower\n@kernel\ndef upper(x):\n    return lower(x)"
USE_VALUE = "from {low} import VALUE\n@kernel\ndef upper(x):\n    return x + VALUE"
PROTOCOL = (
    "@kernel_methods\nclass Adder(Protocol):\n    def add(self, x: int) -> int: ...\n"
    "{helper}class Step(NamedTuple):\n    step: int\n    @inlined\n    def add(self, x):\n        return {value}\n"
)
USE_METHOD = (
    "from {low} import Step\n@kernel\ndef call(adder, x):\n    return adder.add(x)\n"
    "def upper(x):\n    return call(Step(1), x)"
)
EDITS = [
    Edit("kernel", LOWER.format(decorator="kernel"), "x + 1", "x + 5", USE_LOWER, (2, 6)),
    Edit("inlined", LOWER.format(decorator="inlined"), "x + 1", "x + 5", USE_LOWER, (2, 6)),
    Edit("accessor", LOWER.format(decorator="accessor"), "x + 1", "x + 5", USE_LOWER, (2, 6)),
    Edit("jitable", LOWER.format(decorator="register_jitable"), "x + 1", "x + 5", USE_LOWER, (2, 6)),
    Edit(
        "function_of_function",
        "@accessor\ndef lowest(x):\n    return x + 1\n@kernel\ndef lower(x):\n    return lowest(x)",
        "x + 1",
        "x + 5",
        USE_LOWER,
        (2, 6),
    ),
    Edit("options", LOWER.format(decorator="kernel"), "@kernel\n", "@inlined\n", USE_LOWER, (2, 2)),
    Edit("int", "VALUE = 1", "1", "5", USE_VALUE, (2, 6)),
    Edit("float", "VALUE = 1.0", "1.0", "5.0", USE_VALUE, (2, 6)),
    Edit("int_to_bool", "VALUE = 1", "1", "True", USE_VALUE, (2, 2)),
    Edit("numpy_scalar", "VALUE = np.int16(1)", "1)", "5)", USE_VALUE, (2, 6)),
    Edit("constant_of_constant", "BASE = 1\nVALUE = BASE * 2", "1\n", "2\n", USE_VALUE, (3, 5)),
    Edit(
        "string",
        "VALUE = 'plus'",
        "plus",
        "minus",
        "from {low} import VALUE\n@kernel\ndef upper(x):\n    return x + 1 if VALUE == 'plus' else x - 1",
        (2, 0),
    ),
    Edit(
        "tuple",
        "VALUE = (1, 2)",
        "(1, 2)",
        "(2, 1)",
        "from {low} import VALUE\n@kernel\ndef upper(x):\n    return x + VALUE[0]",
        (2, 3),
    ),
    Edit(
        "array",
        "VALUE = np.array([1, 2])",
        "[1, 2]",
        "[2, 1]",
        "from {low} import VALUE\n@kernel\ndef upper(x):\n    return x + VALUE[0]",
        (2, 3),
    ),
    Edit(
        "enumeration",
        "class Colour(IntEnum):\n    RED = 1\n    BLUE = 2",
        "RED = 1",
        "RED = 5",
        "from {low} import Colour\n@kernel\ndef upper(x):\n    return x + Colour.RED",
        (2, 6),
    ),
    Edit(
        "record_as_argument",
        f"{PAIR}def make():\n    return Pair(first=1, second=5)",
        FIELDS,
        SWAPPED,
        "from {low} import make\n@kernel\ndef first(pair):\n    return pair[0]\n"
        "def upper(x):\n    return first(make())",
        (1, 5),
    ),
    Edit(
        "record_as_argument_by_field",
        f"{PAIR}def make():\n    return Pair(first=1, second=5)",
        FIELDS,
        SWAPPED,
        "from {low} import make\n@kernel\ndef first(pair):\n    return pair.first * 10 + pair[0]\n"
        "def upper(x):\n    return first(make())",
        (11, 15),
    ),
    Edit(
        "record_inside_arguments",
        f"{PAIR}class Outer(NamedTuple):\n    pair: Pair\ndef make():\n    return (Outer(Pair(first=1, second=5)), 3)",
        FIELDS,
        SWAPPED,
        "from {low} import make\n@kernel\ndef first(both):\n    return both[0].pair.first * 10 + both[0].pair[0]\n"
        "def upper(x):\n    return first(make())",
        (11, 15),
    ),
    Edit(
        "record_as_result",
        f"{PAIR}@kernel\ndef make(x):\n    return Pair(x, 5)",
        FIELDS,
        SWAPPED,
        "from {low} import make\n@kernel\ndef upper(x):\n    return make(x).first",
        (1, 5),
    ),
    Edit(
        "record_as_constant",
        f"{PAIR}VALUE = Pair(1, 5)",
        FIELDS,
        SWAPPED,
        "from {low} import VALUE\n@kernel\ndef upper(x):\n    return VALUE.first",
        (1, 5),
    ),
    Edit(
        "default_argument",
        "@kernel\ndef lower(x, step=1):\n    return x + step",
        "step=1",
        "step=5",
        USE_LOWER,
        (2, 6),
    ),
    Edit(
        "closure",
        "def adding(step):\n    @accessor\n    def add(x):\n        return x + step\n    return add\nlower = adding(1)",
        "adding(1)",
        "adding(5)",
        USE_LOWER,
        (2, 6),
    ),
    Edit(
        "two_of_one_name",
        "def adding(step):\n    @kernel\n    def add(x):\n        return x + step\n    return add\n"
        "plus, more = adding(1), adding(2)",
        "adding(1), adding(2)",
        "adding(2), adding(1)",
        "from {low} import plus, more\n@kernel\ndef upper(x):\n    return plus(x) * 10 + more(x)",
        (23, 32),
    ),
    Edit(
        "intrinsic",
        "@intrinsic\ndef lower(context, x):\n    def generate(context, builder, signature, arguments):\n"
        "        return builder.add(arguments[0], arguments[0].type(1))\n    return x(x), generate",
        "type(1)",
        "type(5)",
        USE_LOWER,
        (2, 6),
    ),
    Edit(
        "overload",
        "def meaning(x):\n    return x\n@overload(meaning)\ndef of_meaning(x):\n    return lambda x: x + 1",
        "x + 1",
        "x + 5",
        "from {low} import meaning as other\n@kernel\ndef upper(x):\n    return other(x)",
        (2, 6),
    ),
    Edit(
        "overloaded_method",
        "@overload_method(types.Array, 'lowest')\ndef lowest(array):\n    return lambda array: array.min() + 1",
        "+ 1",
        "+ 5",
        "import {low}\n@kernel\ndef lowest(array):\n    return array.lowest()\n"
        "def upper(x):\n    return lowest(np.array([3, 1, 2]))",
        (2, 6),
    ),
    Edit(
        "method_of_a_record",
        PROTOCOL.format(helper="", value="x + self.step"),
        "x + self.step",
        "x + 5 * self.step",
        USE_METHOD,
        (2, 6),
    ),
    Edit(
        "kernel_of_a_method",
        PROTOCOL.format(helper="@kernel\ndef more(x):\n    return x + 1\n", value="more(x)"),
        "x + 1",
        "x + 5",
        USE_METHOD,
        (2, 6),
    ),
    Edit(
        "overloaded_operator",
        "@overload(operator.matmul)\ndef joined(left, right):\n"
        "    if isinstance(left, types.Integer):\n        return lambda left, right: left + 1",
        "+ 1",
        "+ 5",
        "import {low}\n@kernel\ndef upper(x):\n    return x @ x",
        (2, 6),
    ),
    Edit(
        "function_of_module",
        LOWER.format(decorator="kernel"),
        "x + 1",
        "x + 5",
        "import {low} as low\n@kernel\ndef upper(x):\n    return low.lower(x)",
        (2, 6),
    ),
    Edit(
        "constant_of_module",
        "VALUE = 1",
        "1",
        "5",
        "import {low}\n@kernel\ndef upper(x):\n    return x + {low}.VALUE",
        (2, 6),
    ),
]
IMPORTS = """
import operator
from enum import IntEnum
from typing import NamedTuple, Protocol
import numpy as np
from numba import types
from numba.extending import intrinsic, overload, overload_method, register_jitable
from multiplane.kernels.dispatch import kernel_methods
from multiplane.kernels.jit import accessor, inlined, kernel
"""
ALL = """
import importlib, json, sys
from numba.core import event
from multiplane.kernels.jit import kernel
class Compilations(event.Listener):
    names = []
    def on_start(self, event): self.names.append(event.data["dispatcher"].py_func.__module__)
    def on_end(self, event): pass
event.register("numba:compile", Compilations())
results = {kind: int(importlib.import_module(f"up_{kind}").upper(1)) for kind in sys.argv[1:]}
print(json.dumps([results, sorted({name.partition("_")[2] for name in Compilations.names})]))
"""


def answers(folder: Path) -> tuple[dict[str, int], set[str]]:
    """The results of all edited kernels in one process, and which of them were compiled."""
    results, compiled = eval(run(folder, "all.py", *(edit.kind for edit in EDITS)))
    return results, set(compiled)


@pytest.fixture(scope="module")
def edited(tmp_path_factory: pytest.TempPathFactory) -> list[tuple[dict[str, int], set[str]]]:
    """Results and compilations: at first, again, after edits that change nothing, after all edits, and again."""
    folder = tmp_path_factory.mktemp("edited")
    (folder / "all.py").write_text(ALL)
    for edit in EDITS:
        low = f"low_{edit.kind}"
        (folder / f"{low}.py").write_text(f"{IMPORTS}{edit.lower}\n")
        (folder / f"up_{edit.kind}.py").write_text(f"{IMPORTS}{edit.upper.format(low=low)}\n")
    found = [answers(folder), answers(folder)]
    for edit in EDITS:
        (folder / f"low_{edit.kind}.py").write_text(f"UNUSED = 1\n{IMPORTS}# more\n{edit.lower}\nOTHER = 7\n")
    found.append(answers(folder))
    for edit in EDITS:
        assert edit.old in edit.lower
        (folder / f"low_{edit.kind}.py").write_text(f"{IMPORTS}{edit.lower.replace(edit.old, edit.new)}\n")
    return [*found, answers(folder), answers(folder)]


KINDS = pytest.mark.parametrize("edit", EDITS, ids=lambda edit: edit.kind)


@pytest.mark.slow
@KINDS
def test_an_edit_in_another_file_is_seen(edited: list[tuple[dict[str, int], set[str]]], edit: Edit) -> None:
    assert [results[edit.kind] for results, _ in edited] == [*[edit.results[0]] * 3, *[edit.results[1]] * 2]
    assert edit.kind in edited[3][1]


@pytest.mark.slow
@KINDS
def test_without_an_edit_nothing_is_compiled_again(edited: list[tuple[dict[str, int], set[str]]], edit: Edit) -> None:
    assert [edit.kind in compiled for _, compiled in edited] == [True, False, False, True, False]


ADD = """
import sys
from numba.core import event
from multiplane.kernels.jit import kernel
class Compilations(event.Listener):
    def on_start(self, event): print(event.data["dispatcher"].py_func.__name__)
    def on_end(self, event): pass
event.register("numba:compile", Compilations())
@kernel
def add(x, y):
    return x + y
assert add(1, 2) == 3
"""


def truncate(path: Path) -> None:
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])


def flip(path: Path) -> None:
    content = bytearray(path.read_bytes())
    content[len(content) * 2 // 3] ^= 1
    path.write_bytes(content)


def replace_by_another(path: Path) -> None:
    path.write_bytes(next(file for file in path.parent.glob("*add-*")).read_bytes())


def make_folder(path: Path) -> None:
    path.unlink()
    (path / "inside").mkdir(parents=True)


def make_dangling_link(path: Path) -> None:
    path.unlink()
    path.symlink_to("nowhere")


def make_link_to_a_folder(path: Path) -> None:
    path.unlink()
    path.symlink_to(path.parent)


DAMAGE = {
    "truncated": truncate,
    "one_bit": flip,
    "empty": lambda path: path.write_bytes(b""),
    "random": lambda path: path.write_bytes(random.Random(1).randbytes(5000)),
    "text": lambda path: path.write_text("not a cache\n"),
    "pickle": lambda path: path.write_bytes(b"\x80\x04N."),
    "unreadable": lambda path: path.chmod(0),
    "another": replace_by_another,
    "missing": lambda path: path.unlink(),
    "folder": make_folder,
    "dangling_link": make_dangling_link,
    "link_to_a_folder": make_link_to_a_folder,
}


@pytest.fixture(scope="module")
def damaged(tmp_path_factory: pytest.TempPathFactory) -> list[list[str]]:
    """The kernels that are compiled at first, again, after each file was damaged in its own way, and again."""
    folder = tmp_path_factory.mktemp("damaged")
    kernels = [f"@kernel\ndef {damage}(x):\n    return x + 1\nassert {damage}(1) == 2\n" for damage in DAMAGE]
    (folder / "kernels.py").write_text(ADD + "".join(kernels))
    compiled = [run(folder, "kernels.py").split() for _ in range(2)]
    files = sorted((folder / "cache").rglob("*"))
    for damage, function in DAMAGE.items():
        (path,) = (folder / "cache").rglob(f"kernels.{damage}-*")
        function(path)
    compiled += [run(folder, "kernels.py").split() for _ in range(2)]
    assert sorted((folder / "cache").rglob("*")) == files
    return compiled


@pytest.mark.slow
def test_a_whole_file_is_not_compiled_again(damaged: list[list[str]]) -> None:
    assert damaged[0] == ["add", *DAMAGE]
    assert damaged[1] == []
    assert "add" not in damaged[2]


@pytest.mark.slow
@pytest.mark.parametrize("damage", DAMAGE)
def test_a_damaged_file_is_compiled_once_and_mended(damaged: list[list[str]], damage: str) -> None:
    if damage == "unreadable" and os.geteuid() == 0:
        pytest.skip("root reads everything")
    assert [damage in compiled for compiled in damaged] == [True, False, True, False]


@pytest.mark.slow
def test_other_settings_are_cached_side_by_side(tmp_path: Path) -> None:
    (tmp_path / "add.py").write_text(ADD)
    settings = [{}, {"NUMBA_BOUNDSCHECK": "1"}, {"NUMBA_CPU_NAME": "generic", "NUMBA_CPU_FEATURES": ""}]
    assert [run(tmp_path, "add.py", **setting) for setting in settings] == ["add\n"] * 3
    assert [run(tmp_path, "add.py", **setting) for setting in settings] == [""] * 3


@pytest.mark.slow
def test_a_cache_that_cannot_be_written_costs_a_compilation(tmp_path: Path) -> None:
    blocked = "import pathlib, shutil\nshutil.rmtree('cache')\npathlib.Path('cache').write_text('')\n"
    (tmp_path / "add.py").write_text(f"{ADD}{blocked}assert add(1.5, 2) == 3.5\n")
    assert run(tmp_path, "add.py") == "add\nadd\n"


@pytest.mark.slow
@pytest.mark.parametrize("as_folder", [False, True])
def test_what_an_older_version_left_is_removed(tmp_path: Path, as_folder: bool) -> None:
    for term in ("x + y", "y + x + 0"):
        (tmp_path / "add.py").write_text(ADD.replace("x + y", term))
        assert run(tmp_path, "add.py") == "add\n"
        (path,) = (tmp_path / "cache").rglob("*.nbc")
        if as_folder:
            make_folder(path)


@pytest.mark.slow
def test_processors_with_other_constants_keep_their_code_in_one_folder(tmp_path: Path) -> None:
    generic = {"NUMBA_CPU_NAME": "generic", "NUMBA_CPU_FEATURES": ""}
    for found in ("add\n", ""):
        for term, setting in (("x + y", {}), ("y + x + 0", generic)):
            (tmp_path / "add.py").write_text(ADD.replace("x + y", term))
            assert run(tmp_path, "add.py", **setting) == found


@pytest.mark.slow
def test_eight_processes_with_an_empty_cache(tmp_path: Path) -> None:
    """Each compiles for other types first, so that they meet at every file in another order."""
    code = """
        import sys
        from multiplane.kernels.jit import accessor, kernel
        @accessor
        def half(x):
            return x / 2
        @kernel
        def total(x, y):
            return half(x) + half(y)
        @kernel
        def scaled(x, y):
            return 2 * total(x, y)
        values = [1, 2.0, True]
        for number in range(9):
            place = (number + int(sys.argv[1])) % 9
            x, y = values[place // 3], values[place % 3]
            assert scaled(x, y) == x + y, (x, y, scaled(x, y))
        print("right", sum(scaled.stats.cache_misses.values()))
    """
    (tmp_path / "total.py").write_text(dedent(code))
    environment = {
        **os.environ,
        "MULTIPLANE_KERNELS": "compiled",
        "NUMBA_CACHE_DIR": str(tmp_path / "cache"),
        "PYTHONDONTWRITEBYTECODE": "1",
    }
    processes = [
        subprocess.Popen(
            [sys.executable, "total.py", str(number)], cwd=tmp_path, env=environment, stdout=subprocess.PIPE, text=True
        )
        for number in range(8)
    ]
    printed = [process.communicate()[0] for process in processes]
    assert [process.returncode for process in processes] == [0] * 8
    assert sum(int(text.removeprefix("right")) for text in printed) == 9, "nothing is compiled twice"
    files = [path.name for path in (tmp_path / "cache").rglob("*") if path.is_file() and path.name != LOCKS]
    assert len(files) == 18 and all(name.endswith(".nbc") for name in files)
    assert run(tmp_path, "total.py", "0") == "right 0\n"


def closed_copy(folder: Path) -> Path:
    """A copy of the package in which no cache can be made: a file stands where each __pycache__ would be."""
    source = Path(multiplane.__file__).parent
    copy = folder / "site" / "multiplane"
    shutil.copytree(source, copy, ignore=shutil.ignore_patterns("__pycache__"))
    for place in [copy, *(path for path in copy.rglob("*") if path.is_dir())]:
        (place / "__pycache__").write_text("")
    return copy.parent


@pytest.mark.slow
def test_a_read_only_package_is_cached_in_the_users_cache_folder(tmp_path: Path) -> None:
    home = tmp_path / "home"
    home.mkdir()
    places = {"HOME": str(home), "XDG_CACHE_HOME": str(home / ".cache"), "PYTHONPATH": str(closed_copy(tmp_path))}
    assert run(tmp_path, "-c", CODE, **places, NUMBA_CACHE_DIR="") == "1\n"
    assert list(home.rglob("*.nbc"))


@pytest.mark.slow
def test_kernels_work_where_nothing_can_be_cached(tmp_path: Path) -> None:
    nowhere = tmp_path / "file"
    nowhere.write_text("")
    places = {"HOME": str(nowhere), "XDG_CACHE_HOME": str(nowhere), "PYTHONPATH": str(closed_copy(tmp_path))}
    assert run(tmp_path, "-c", CODE, **places, NUMBA_CACHE_DIR="") == "1\n"
