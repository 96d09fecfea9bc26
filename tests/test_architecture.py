"""The shape of the package: order of folders, no import cycles, one name for a class and an array type, tests in place.

The folders are the path that data takes: each imports only from those above it. Inside a folder, neither modules nor
subfolders import each other in a circle; imports inside functions and for type checkers count.
"""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path

import pytest

TESTS = Path(__file__).parent
SOURCE = TESTS.parent / "src" / "multiplane"
GROUND = (
    *("version", "lazy", "errors", "characters", "notices", "notebook", "frames", "output", "tables", "results"),
    *("parallel", "kernels"),
)
ORDER = (
    "treebank",
    "structure",
    "generate",
    "deduce",
    "decode",
    "evaluate",
    "transition",
    "learn",
    "text",
    "draw",
    "papers",
    "serve",
    "cli",
    "__main__",
)
THEMES = {
    "test_lint.py",
    "test_mutants.py",
    "test_every_keyword.py",
    "cli/test_deps.py",
    "cli/test_evaluate_deps.py",
    "cli/test_every_option.py",
    "test_fuzz.py",
    "cli/test_hostile.py",
    "cli/test_interrupts.py",
    "cli/test_output.py",
    "cli/test_text.py",
    "cli/test_rough.py",
    "decode/test_brute_force.py",
    "decode/test_larger_sentences.py",
    "decode/test_ties.py",
    "deduce/link/test_link_parser.py",
    "docs/test_contributing.py",
    "docs/test_errata.py",
    "docs/test_examples.py",
    "docs/test_notebooks.py",
    "docs/test_papers.py",
    "docs/test_site.py",
    "draw/test_browser.py",
    "serve/test_dockerfile.py",
    "serve/test_openapi.py",
    "serve/test_page.py",
    "evaluate/test_official.py",
    "learn/model/test_edited.py",
    "learn/model/test_saved.py",
    "learn/test_toy_kind.py",
    "test_architecture.py",
    "transition/systems/test_graphs.py",
    "test_assertions.py",
    "test_both_modes.py",
    "test_project.py",
    "test_facade.py",
    "test_readme.py",
    "transition/systems/test_figures.py",
    "treebank/test_sample_page.py",
    "cli/test_graphs.py",
}

Graph = Mapping[str, Iterable[str]]


def name_of(path: Path) -> str:
    """The dotted name of a module; that of its folder for an ``__init__.py``."""
    parts = path.relative_to(SOURCE.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


MODULES = {name_of(path): path for path in sorted(SOURCE.rglob("*.py"))}


@cache
def nodes_of(source: str) -> list[ast.AST]:
    """All nodes of the syntax tree of a source, which four checks look through."""
    return list(ast.walk(ast.parse(source)))


def imported_names(source: str, package: str) -> set[str]:
    """Every dotted name of multiplane that a file imports, at any depth of nesting: modules, or things in them."""
    found: set[str] = set()
    for node in nodes_of(source):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            parts = package.split(".")
            above = parts[: len(parts) - node.level + 1] if node.level else []
            module = ".".join([*above, *([node.module] if node.module else [])])
            found |= {f"{module}.{alias.name}" for alias in node.names}
    return {name for name in found if name.split(".")[0] == "multiplane"}


def imported_modules(name: str, path: Path) -> set[str]:
    """The modules that a module imports; a folder is its ``__init__.py``."""
    package = name if path.name == "__init__.py" else name.rpartition(".")[0]
    names = imported_names(path.read_text("utf-8"), package)
    return {found if found in MODULES else found.rpartition(".")[0] for found in names} & set(MODULES)


IMPORTS = {name: imported_modules(name, path) for name, path in MODULES.items()}


def top_folder(module: str) -> str:
    """The second part of a dotted name: the folder, or the ground file; empty for the package itself."""
    return module.partition(".")[2].partition(".")[0]


def misdirected(module: str, imports: Iterable[str]) -> set[str]:
    """The imports that a module may not have: those of a folder further down."""
    folder = top_folder(module)
    allowed = GROUND if folder in GROUND else (*GROUND, *ORDER[: ORDER.index(folder) + 1])
    return {name for name in imports if top_folder(name) not in allowed}


def cycles(graph: Graph) -> list[list[str]]:
    """The groups of nodes from each of which all others of the group can be reached, largest first."""
    reached: dict[str, set[str]] = {}
    for start in graph:
        found: set[str] = set()
        waiting = [*graph[start]]
        while waiting:
            node = waiting.pop()
            if node not in found:
                found.add(node)
                waiting += graph.get(node, ())
        reached[start] = found
    groups = {frozenset(other for other in reached[node] if node in reached.get(other, ())) for node in graph}
    return sorted((sorted(group) for group in groups if group), key=lambda group: (-len(group), group))


def folder_graph(imports: Graph) -> dict[str, set[str]]:
    """Which subfolder imports from which, inside each folder; a file that lies in the folder itself is in none."""
    folders = {"/".join(module.split(".")[1:3]) for module in imports if module.count(".") > 2}
    graph: dict[str, set[str]] = defaultdict(set)
    for module, targets in imports.items():
        here = "/".join(module.split(".")[1:3])
        for target in targets:
            there = "/".join(target.split(".")[1:3])
            if here != there and {here, there} <= folders and top_folder(module) == top_folder(target):
                graph[here].add(there)
    return graph


def shared_class_names(sources: Mapping[str, str]) -> dict[str, list[str]]:
    """The names that more than one class of these files has, each with the files."""
    places: dict[str, list[str]] = defaultdict(list)
    for file, source in sources.items():
        for node in nodes_of(source):
            if isinstance(node, ast.ClassDef):
                places[node.name].append(file)
    return {name: files for name, files in places.items() if len(files) > 1}


def names_in_records(sources: Iterable[str]) -> tuple[set[str], set[str]]:
    """The names of the fields of all named tuples, and of the kernel methods that some have."""
    fields: set[str] = set()
    methods: set[str] = set()
    for node in (node for source in sources for node in nodes_of(source) if isinstance(node, ast.ClassDef)):
        if any(ast.unparse(base) == "NamedTuple" for base in node.bases):
            fields |= {ast.unparse(part.target) for part in node.body if isinstance(part, ast.AnnAssign)}
            functions = (part for part in node.body if isinstance(part, ast.FunctionDef))
            methods |= {part.name for part in functions if "inlined" in map(ast.unparse, part.decorator_list)}
    return fields, methods


def misplaced(tests: Iterable[str], modules: set[str]) -> set[str]:
    """The test files that neither have a module or folder at the same place nor are about a theme."""
    places = {test: test.removesuffix(".py").replace("/test_", "/").removeprefix("test_") for test in tests}
    return {test for test, place in places.items() if place not in modules and test not in THEMES}


def array_types(source: str) -> list[str]:
    """The array types that a file spells out with the type of their elements."""
    nodes = (node for node in nodes_of(source) if isinstance(node, ast.Subscript))
    return [text for node in nodes if (text := ast.unparse(node)).startswith("NDArray[np.")]


def options_named(source: str) -> list[str]:
    """The texts of a file, other than docstrings, that name an option of the command line."""
    docstrings = {id(node.value) for node in nodes_of(source) if isinstance(node, ast.Expr)}
    texts = (node for node in nodes_of(source) if isinstance(node, ast.Constant) and isinstance(node.value, str))
    option = re.compile(r"(?<![\w!-])--(?!multiplane-)[a-z]")
    return [str(node.value) for node in texts if id(node) not in docstrings and option.search(str(node.value))]


@pytest.mark.parametrize("module", MODULES)
def test_imports_point_upwards(module: str) -> None:
    if module == "multiplane":
        return
    assert top_folder(module) in (*GROUND, *ORDER), f"{module} is in no folder of the design"
    assert not misdirected(module, IMPORTS[module])


def test_modules_do_not_import_each_other_in_circles() -> None:
    found = cycles(IMPORTS)
    assert not found, "\n".join(" ".join(group) for group in found)


def test_subfolders_do_not_import_each_other_in_circles() -> None:
    assert not cycles(folder_graph(IMPORTS))


def test_no_two_classes_have_one_name() -> None:
    assert not shared_class_names({name: path.read_text("utf-8") for name, path in MODULES.items()})


def test_no_kernel_method_has_the_name_of_a_field() -> None:
    fields, methods = names_in_records(path.read_text("utf-8") for path in MODULES.values())
    assert methods and not fields & methods, "compiled code would find the method in every record"


def test_tests_stand_where_their_modules_do() -> None:
    tests = {path.relative_to(TESTS).as_posix() for path in TESTS.rglob("test_*.py")}
    modules = {path.relative_to(SOURCE).with_suffix("").as_posix() for path in SOURCE.rglob("*")}
    assert not misplaced(tests, modules)
    assert not THEMES - tests, "themes that have no test any more"


def test_array_types_have_one_name() -> None:
    spelled_out = {name: array_types(path.read_text("utf-8")) for name, path in MODULES.items()}
    spelled_out = {name: types for name, types in spelled_out.items() if types}
    assert list(spelled_out) == ["multiplane.kernels.arrays"], "use the names of kernels/arrays.py"
    types = spelled_out["multiplane.kernels.arrays"]
    assert len(set(types)) == len(types)


def test_only_the_command_line_speaks_of_its_options() -> None:
    sources = {name: path for name, path in MODULES.items() if not name.startswith("multiplane.cli")}
    found = {name: options_named(path.read_text("utf-8")) for name, path in sources.items()}
    assert not {name: texts for name, texts in found.items() if texts}, "messages name parameters"


def test_the_check_of_options_looks_at_messages_and_not_at_docstrings() -> None:
    assert options_named('"""With --beam."""\nraise E(f"found {a}; expected --beam")\n') == ["; expected --beam"]
    assert options_named('x = "a -- b, --multiplane-plane-0:#fff, <!--, a--b"\n') == []


def test_the_check_of_folders_catches_a_wrong_import() -> None:
    source = """
if TYPE_CHECKING:
    from multiplane.draw import svg
def f():
    import multiplane.cli.main
    from ..structure import classify
    from . import tree
"""
    names = imported_names(source, "multiplane.treebank")
    assert names == {
        "multiplane.draw.svg",
        "multiplane.cli.main",
        "multiplane.structure.classify",
        "multiplane.treebank.tree",
    }
    assert misdirected("multiplane.treebank.read", names) == names - {"multiplane.treebank.tree"}
    assert not misdirected("multiplane.cli.parse", names)
    assert misdirected("multiplane.kernels.jit", {"multiplane.treebank", "multiplane.notices"}) == {
        "multiplane.treebank"
    }
    assert misdirected("multiplane.cli.parse", {"multiplane"}) == {"multiplane"}


def test_the_check_of_cycles_finds_them_all() -> None:
    graph = {"a": ["b"], "b": ["c"], "c": ["a", "d"], "d": ["e"], "e": [], "f": ["g"], "g": ["f"], "h": ["h", "gone"]}
    assert cycles(graph) == [["a", "b", "c"], ["f", "g"], ["h"]]
    assert cycles({"a": ["b", "c"], "b": ["c"], "c": []}) == []
    imports = {
        "multiplane.x.a.one": {"multiplane.x.b"},
        "multiplane.x.b.two": {"multiplane.x.a.more", "multiplane.x.c"},
    }
    assert cycles(imports) == []
    assert cycles(folder_graph(imports)) == [["x/a", "x/b"]]
    assert cycles(folder_graph({"multiplane.x.a.one": {"multiplane.y.b.two", "multiplane.x.c"}})) == []


def test_the_check_of_class_names_finds_them_inside_functions_too() -> None:
    sources = {"a.py": "class A: pass\nclass B: pass", "b.py": "def f():\n    class A: pass", "c.py": "A = B = 1"}
    assert shared_class_names(sources) == {"A": ["a.py", "b.py"]}


def test_the_check_of_records_finds_fields_and_kernel_methods() -> None:
    source = """
class A(NamedTuple):
    x: int
    @inlined
    def y(self): ...
    def z(self): ...
class B:
    w: int
"""
    assert names_in_records([source]) == ({"x"}, {"y"})


def test_the_check_of_places_finds_tests_without_a_module() -> None:
    tests = ["learn/test_tree.py", "test_tree.py", "learn/test_model.py", "test_readme.py"]
    assert misplaced(tests, {"tree", "learn/model"}) == {"learn/test_tree.py"}


def test_the_check_of_array_types_finds_them_everywhere() -> None:
    source = "Ints = NDArray[np.int32]\ndef f(x: list[NDArray[np.int8]], y: NDArray[Any], z: Int64): ..."
    assert array_types(source) == ["NDArray[np.int32]", "NDArray[np.int8]"]
