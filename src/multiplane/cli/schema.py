"""``multiplane schema``: parsing schemata listed, shown, run with a trace, and checked against their classes."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from multiplane.characters import visible, visible_lines
from multiplane.cli.shared.command import WrongUsage
from multiplane.cli.shared.progress import ProgressLine
from multiplane.cli.shared.reading import typed_tree
from multiplane.cli.shared.tables import JsonOption, OutputOption, print_json, print_result

schema = typer.Typer(
    name="schema", no_args_is_help=True, help="Parsing schemata: list, show, run and check deduction systems."
)

Name = Annotated[str, typer.Argument(metavar="NAME", help="A schema, such as eisner-1996, mh-4 or wg-2.")]
CHECK_TO = "Check sentences of up to N words."


@schema.command("list")
def list_schemata(
    words: Annotated[int, typer.Option("--n", min=1, max=5, metavar="N", help=CHECK_TO)] = 3,
    output: OutputOption = None,
    as_json: JsonOption = False,
) -> None:
    """List the schemata: class of trees, time and space, whether each tree is derived once, whether it compiles."""
    from multiplane.deduce.overview import check_all

    with ProgressLine() as line:
        found = check_all(words, line.show)
    print_result(found, as_json, output=output)


@schema.command()
def show(
    name: Name,
    latex: Annotated[bool, typer.Option("--latex", help="Print LaTeX.")] = False,
    kernels: Annotated[
        str | None,
        typer.Option(
            "--kernels", metavar="SEMIRING", help="Print its kernels for this semiring: max, boolean, counting or log."
        ),
    ] = None,
) -> None:
    """Show a schema as the article writes it: hypotheses, steps, final items; its time and space."""
    from multiplane.deduce.compile import compile_schema
    from multiplane.deduce.notation import schema_latex
    from multiplane.deduce.overview import schema_text
    from multiplane.deduce.schemata import schema

    if kernels is not None:
        print(compile_schema(schema(name)).source(kernels), end="")
    elif latex:
        print(schema_latex(schema(name)), end="")
    else:
        print(schema_text(name))


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
            help="Tree in place of SENTENCE, such as 'the>hen:det hen>slept slept>0'; only its arcs are licensed.",
        ),
    ] = None,
    heads: Annotated[
        str | None,
        typer.Option("--heads", metavar="HEADS", help="License only the arcs of this tree, such as '2 0 2'."),
    ] = None,
    words: Annotated[
        str | None, typer.Option("--words", metavar="WORDS", help="The words of --heads, in place of SENTENCE.")
    ] = None,
    grammar: Annotated[
        Path | None, typer.Option("--grammar", help="Dependency grammar file (default: built in).")
    ] = None,
    dictionary: Annotated[
        Path | None,
        typer.Option("--dictionary", help="Dictionary file, for Link Grammar (default: built in)."),
    ] = None,
    trace: Annotated[bool, typer.Option("--trace", help="Print every inference.")] = False,
    page: Annotated[
        Path | None, typer.Option("--html", help="Write an HTML page that fills the chart step by step.")
    ] = None,
    output: OutputOption = None,
    as_json: JsonOption = False,
) -> None:
    """Run a schema on a sentence: how many items, inferences, derivations and trees; one derivation."""
    if sentence is not None and (tree is not None or words is not None):
        raise WrongUsage("SENTENCE cannot be combined with --tree and --words")
    typed = typed_tree(tree, heads, words if sentence is None else sentence if heads is not None else None)
    if sentence is None and typed is None:
        raise WrongUsage("Missing argument SENTENCE: give the words, or a tree with --tree or --heads")
    from multiplane.deduce.run import run_schema

    found = run_schema(name, sentence, None if typed is None else typed.tree, grammar, dictionary, trace)
    if page is not None:
        found.save(page, ".html")
    if output is not None:
        found.save(output)
    elif as_json:
        print_json(found.as_data())
    else:
        print(visible_lines(str(found)))


@schema.command()
def check(
    name: Name,
    words: Annotated[int, typer.Option("--n", min=1, max=7, metavar="N", help=CHECK_TO)] = 4,
    trees: Annotated[
        str | None,
        typer.Option(
            "--class",
            help="Class of trees to compare with, such as projective or gap-degree-1 (default: that of the schema).",
        ),
    ] = None,
    output: OutputOption = None,
    as_json: JsonOption = False,
) -> None:
    """Compare the trees that a schema derives with its class, over all trees of up to N words."""
    from multiplane.deduce.overview import check_schema

    with ProgressLine() as line:
        found = check_schema(name, words, trees, line.show)
    print_result(found, as_json, output=output)


@schema.command()
def relate(
    one: Name,
    other: Annotated[str, typer.Argument(metavar="OTHER", help="Another schema.")],
    words: Annotated[int, typer.Option("--n", min=1, max=5, metavar="N", help="Compare up to N words.")] = 3,
    output: OutputOption = None,
    as_json: JsonOption = False,
) -> None:
    """Decide on all inputs of up to N words how two schemata are related: refinements, filters, contractions.

    Schemata of Link Grammar are compared as in the article, without what keeps them from deriving a linkage twice.
    """
    from multiplane.deduce.relations import relate as related

    print_result(related(one, other, words), as_json, output=output)


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
