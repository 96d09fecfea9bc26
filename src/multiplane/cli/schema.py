"""``multiplane schema``: parsing schemata listed, shown, run with a trace, and checked against their classes."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from multiplane.characters import visible, visible_lines
from multiplane.cli.shared.command import WrongUsage
from multiplane.cli.shared.progress import ProgressLine
from multiplane.cli.shared.reading import TypedTree, typed_tree
from multiplane.cli.shared.tables import print_json
from multiplane.tables import columns

if TYPE_CHECKING:
    from multiplane.deduce.check import Check
    from multiplane.deduce.schema import Schema
    from multiplane.deduce.schemata import Entry

schema = typer.Typer(
    name="schema", no_args_is_help=True, help="Parsing schemata: list, show, run and check deduction systems."
)

Name = Annotated[str, typer.Argument(metavar="NAME", help="A schema, such as eisner-1996, mh-4 or wg-2.")]
CHECK_TO = "Check sentences of up to N words."
LINKAGES = "linkages"
AsJson = Annotated[bool, typer.Option("--json", help="Print the same as JSON.")]


@schema.command("list")
def list_schemata(
    words: Annotated[int, typer.Option("--n", min=1, max=5, metavar="N", help=CHECK_TO)] = 3, as_json: AsJson = False
) -> None:
    """List the schemata: class of trees, time and space, whether each tree is derived once, whether it compiles."""
    from multiplane.deduce.link.schemata import LINK_SCHEMATA
    from multiplane.deduce.schemata import FAMILIES, NAMES, entry

    with ProgressLine() as line:
        objects = [as_object(entry(name), checks_of(entry(name), words, line)) for name in (*NAMES, *LINK_SCHEMATA)]
    if as_json:
        print_json(objects)
        return
    headings = ("schema", "class", "time", "space", "unambiguous", "compiled", f"check to n = {words}", "paper")
    keys = ("name", "class", "time", "space", "unambiguous", "compiled", "verdict", "paper")
    rows = [["yes" if o[k] is True else "no" if o[k] is False else str(o[k]) for k in keys] for o in objects]
    print(columns([headings, *rows]))
    largest = ", ".join(f"{family}-{number}" for family, (*_, number) in FAMILIES.items())
    print(f"\nFamilies go on to {largest}.")


@schema.command()
def show(
    name: Name,
    latex: Annotated[bool, typer.Option("--latex", help="Print it as LaTeX.")] = False,
    kernels: Annotated[
        str | None,
        typer.Option("--kernels", metavar="SEMIRING", help="Print its kernels for max, boolean, counting or log."),
    ] = None,
) -> None:
    """Show a schema as the article writes it: hypotheses, steps, final items; its time and space."""
    from multiplane.deduce.notation import schema_latex
    from multiplane.deduce.schemata import entry

    found = entry(name)
    if kernels is not None:
        from multiplane.deduce.compile import compile_schema

        print(compile_schema(found.schema).source(kernels), end="")
        return
    if latex:
        print(schema_latex(found.schema), end="")
        return
    trees = class_of(found) + ("" if found.trees == LINKAGES else " trees")
    print(f"{found.schema.name}: {trees} ({found.schema.paper})\n{found.schema.complexity()!r}\n")
    print(repr(found.schema))


@schema.command()
def run(
    name: Name,
    sentence: Annotated[
        str | None, typer.Argument(metavar="SENTENCE", help="The words, separated by spaces.", show_default=False)
    ] = None,
    tree: Annotated[
        str | None,
        typer.Option(
            "--tree",
            metavar="ARCS",
            help="In place of SENTENCE, a tree such as 'the>hen:det hen>slept slept>0': only its arcs are licensed.",
        ),
    ] = None,
    heads: Annotated[
        str | None,
        typer.Option("--heads", metavar="HEADS", help="License the arcs of this tree alone, such as '2 0 2'."),
    ] = None,
    words: Annotated[
        str | None, typer.Option("--words", metavar="WORDS", help="The words of --heads, in place of SENTENCE.")
    ] = None,
    grammar: Annotated[
        Path | None, typer.Option("--grammar", help="A dependency grammar; by default the one in the package.")
    ] = None,
    dictionary: Annotated[
        Path | None,
        typer.Option("--dictionary", help="For Link Grammar, a dictionary; by default that of the package."),
    ] = None,
    trace: Annotated[bool, typer.Option("--trace", help="Print every inference.")] = False,
    page: Annotated[Path | None, typer.Option("--html", help="Write a page that fills the chart step by step.")] = None,
    as_json: AsJson = False,
) -> None:
    """Run a schema on a sentence: how many items, inferences, derivations and trees; one derivation."""
    from multiplane.deduce.engine import deduce
    from multiplane.deduce.link.schemata import LINK_SCHEMATA
    from multiplane.deduce.parse import best_derivation, derived_tree
    from multiplane.deduce.schemata import schema as schema_of
    from multiplane.deduce.semirings import COUNTING, TREES
    from multiplane.deduce.trace import derivation_text, trace_page, trace_text
    from multiplane.output import write_text

    parser = schema_of(name)
    links = parser.name in LINK_SCHEMATA
    if sentence is not None and (tree is not None or words is not None):
        raise WrongUsage("SENTENCE cannot be combined with --tree and --words")
    typed = typed_tree(tree, heads, words if sentence is None else sentence if heads is not None else None)
    if sentence is None and typed is None:
        raise WrongUsage("Missing argument SENTENCE: give the words, or a tree with --tree or --heads")
    if links:
        given = link_problem_of(sentence, typed, grammar, dictionary)
    else:
        given = problem_of(parser.grammar, sentence, typed, grammar)
    chart = deduce(parser, given, trace=True)
    if page is not None:
        write_text(page, trace_page(chart))
    derivations = chart.value(COUNTING)
    trees = len(chart.value(TREES)) if chart.problem.n <= 8 or typed or parser.grammar else None
    derived = list(derived_tree(best_derivation(chart), chart.problem.n)) if chart.accepted and not links else None
    if as_json:
        print_json(
            {
                "schema": parser.name,
                "items": len(chart),
                "inferences": len(chart.trace),
                "derivations": derivations,
                "trees": trees,
                "heads": derived,
                "trace": trace_text(chart).splitlines() if trace else None,
            }
        )
        return
    if trace:
        print(visible_lines(trace_text(chart)) + "\n")
    if chart.accepted:
        print(visible_lines(derivation_text(chart, best_derivation(chart))) + "\n")
        if derived is not None:
            print("heads: " + " ".join(map(str, derived)))
    else:
        print("no final item was derived")
    counted = "" if trees is None else f", {trees} {'linkages' if links else 'trees'}"
    print(f"{len(chart)} items, {len(chart.trace)} inferences, {derivations} derivations{counted}")


@schema.command()
def check(
    name: Name,
    words: Annotated[int, typer.Option("--n", min=1, max=7, metavar="N", help=CHECK_TO)] = 4,
    trees: Annotated[
        str | None, typer.Option("--class", help="Another class of trees, such as projective or gap-degree-1.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Compare the trees that a schema derives with its class, over all trees of up to N words."""
    from dataclasses import asdict, replace

    from multiplane.deduce.schemata import entry

    found = entry(name)
    if trees is not None:
        found = replace(found, trees=trees)
    with ProgressLine() as line:
        results = checks_of(found, words, line)
    if as_json:
        print_json([{**asdict(each), "verdict": each.verdict, "unambiguous": each.unambiguous} for each in results])
        return
    headings = ("n", "derived", class_of(found), "verdict", "derivations", "witness")
    rows = [[str(e.n), str(e.derived), str(e.expected), e.verdict, str(e.derivations), witness(e)] for e in results]
    print(columns([headings, *rows]))


@schema.command()
def relate(
    one: Name,
    other: Annotated[str, typer.Argument(metavar="OTHER", help="Another schema.")],
    words: Annotated[int, typer.Option("--n", min=1, max=5, metavar="N", help="Compare up to N words.")] = 3,
    as_json: AsJson = False,
) -> None:
    """Decide on all inputs of up to N words how two schemata are related: refinements, filters, contractions.

    Schemata of Link Grammar are compared as in the article, without what keeps them from deriving a linkage twice.
    """
    from dataclasses import asdict

    from multiplane.deduce.link.schemata import LINK_SCHEMATA, link_schema
    from multiplane.deduce.relations import relations
    from multiplane.deduce.schemata import schema as schema_of

    def printed(name: str) -> Schema:
        found = schema_of(name)
        return link_schema(found.name, each_once=False) if found.name in LINK_SCHEMATA else found

    found = relations(printed(one), printed(other), words)
    if as_json:
        print_json([asdict(each) for each in found])
        return
    rows = [[each.name, "holds" if each.holds else "fails", each.counterexample or each.witness] for each in found]
    print(columns([(f"{one} → {other}", f"to n = {words}", "counterexample, or where they differ"), *rows]))


@schema.command()
def figure(
    output: Annotated[Path, typer.Option("--output", "-o", metavar="FILE", help="The SVG file to write.")],
    words: Annotated[int, typer.Option("--n", min=1, max=4, metavar="N", help="Decide up to N words.")] = 3,
) -> None:
    """Decide every arrow between the schemata of the article's Figure 6, and draw them as a graph."""
    from multiplane.deduce.figure import decided_arrows, figure_svg
    from multiplane.output import write_text

    with ProgressLine() as line:
        arrows = decided_arrows(words, line.show)
    write_text(output, figure_svg(arrows))
    refuted = [arrow for arrow in arrows if not arrow.found.holds]
    for arrow in refuted:
        print(f"refuted: {arrow.source} → {arrow.target}, {arrow.name}: {arrow.found.counterexample}")
    print(f"{len(arrows) - len(refuted)} of {len(arrows)} arrows hold to n = {words}; drawn in {visible(str(output))}")


def checks_of(found: Entry, words: int, line: ProgressLine) -> list[Check]:
    """The checks for 1 to N words."""
    from multiplane.deduce.check import check as check_schema
    from multiplane.deduce.link.check import check_linkages

    results = []
    for n in range(1, words + 1):
        line.show(f"{found.schema.name}, {n} of {words} words")
        if found.trees == LINKAGES:
            results.append(check_linkages(found.schema, n))
        else:
            results.append(check_schema(found.schema, found.trees, found.single_root, n))
    return results


def class_of(found: Entry) -> str:
    """The class of a schema in words."""
    return found.trees + (", single root" if found.single_root else "")


def witness(result: Check) -> str:
    """A tree that is missing or a graph that is wrong."""
    parts = [("missing", result.missing), ("wrong", result.wrong)]
    return ", ".join(f"{kind} {' '.join(map(str, heads))}" for kind, heads in parts if heads is not None)


def as_object(found: Entry, results: list[Check]) -> dict[str, Any]:
    """A schema with all that is computed of it."""
    from multiplane.deduce.schema import order

    bounds = found.schema.complexity()
    worst = next((each for each in results if each.verdict != "correct"), results[-1])
    return {
        "name": found.schema.name,
        "class": class_of(found),
        "time": order(bounds.time),
        "time_step": bounds.step,
        "space": order(bounds.space),
        "space_item": bounds.item,
        "unambiguous": all(each.unambiguous for each in results),
        "compiled": compiles(found.schema),
        "verdict": worst.verdict,
        "checked_to": results[-1].n,
        "derived": [each.derived for each in results],
        "derivations": [each.derivations for each in results],
        "paper": found.schema.paper,
    }


def compiles(found: Schema) -> bool:
    """Whether a schema has a compiled form."""
    from multiplane.deduce.compile import CompileError, compile_schema

    try:
        compile_schema(found)
    except CompileError:
        return False
    return True


def link_problem_of(
    sentence: str | None, typed: TypedTree | None, grammar: Path | None, dictionary: Path | None
) -> Any:
    """A sentence with the disjuncts of its words."""
    from multiplane.deduce.link import example_dictionary, link_problem, read_dictionary
    from multiplane.errors import MultiplaneError

    if sentence is None or typed is not None or grammar is not None:
        found = "--grammar" if typed is None else "a tree"
        raise MultiplaneError(f"found {found}; expected --dictionary, as this is a schema of Link Grammar")
    return link_problem(sentence, example_dictionary() if dictionary is None else read_dictionary(str(dictionary)))


def problem_of(needs_grammar: bool, sentence: str | None, typed: TypedTree | None, path: Path | None) -> Any:
    """The sentence with its grammar, or with the arcs that are licensed."""
    from dataclasses import replace

    from multiplane.deduce import example_grammar, problem, read_grammar
    from multiplane.errors import MultiplaneError

    words = sentence.split() if typed is None and sentence else list(typed.tree.forms) if typed else []
    if not words:
        raise MultiplaneError("the sentence has no words")
    if needs_grammar:
        return problem(grammar=example_grammar() if path is None else read_grammar(path), sentence=words)
    if typed is None:
        return problem(sentence=words)
    return replace(problem(heads=typed.tree.heads.tolist()), words=tuple(words))
