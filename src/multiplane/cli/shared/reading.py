"""What all commands that read treebanks share: the options, and their reports on standard error."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from multiplane.characters import plural
from multiplane.cli.shared.command import WrongUsage
from multiplane.cli.shared.messages import note
from multiplane.cli.shared.progress import ProgressLine
from multiplane.errors import MultiplaneError

if TYPE_CHECKING:
    from multiplane.learn import Parser
    from multiplane.text import Pipeline
    from multiplane.treebank import Sentence, Tree, Treebank
    from multiplane.treebank.graph import Graph

FormatOption = Annotated[
    Literal["conllu", "conllx"] | None,
    typer.Option("--from", help="Input format (default: detected)."),
]
SkipBadOption = Annotated[bool, typer.Option("--skip-bad", help="Skip malformed sentences and report how many.")]

TreeOption = Annotated[
    str | None,
    typer.Option(
        "--tree",
        metavar="ARCS",
        help="In place of FILE, a tree as word>head:label for each word, 0 for the root: "
        "'the>hen:det hen>laid:nsubj laid>0'. A second hen is hen.2; \\> is a > in a word.",
    ),
]
HeadsOption = Annotated[
    str | None,
    typer.Option(
        "--heads", metavar="HEADS", help="In place of FILE, a tree as the heads of its words, 0 for the root: '2 3 0'."
    ),
]
WordsOption = Annotated[str | None, typer.Option("--words", metavar="WORDS", help="The words of --heads.")]

MAX_NAME_LENGTH = 60
_SHOWN = 10


class TypedTree(str):
    """In the place of a path: a tree that was typed on the command line, under its words."""

    tree: Tree


def typed_tree(tree: str | None, heads: str | None, words: str | None) -> TypedTree | None:
    """The tree that these options stand for, if any is given."""
    if tree is not None and heads is not None:
        raise WrongUsage("--tree cannot be combined with --heads")
    if words is not None and heads is None:
        raise WrongUsage("--words requires --heads")
    if tree is None and heads is None:
        return None
    from multiplane.treebank import Tree
    from multiplane.treebank.typed import read_heads

    if tree is not None:
        found = Tree.from_arcs(tree)
    else:
        numbers, forms = read_heads(heads or "", words)
        found = Tree(numbers, forms=forms)
    name = " ".join(found.forms) if heads is None or words is not None else " ".join(heads.split())
    typed = TypedTree(name)
    typed.tree = found
    return typed


def source_of(path: str | None, tree: str | None, heads: str | None, words: str | None) -> str:
    """The path, or a tree in its place; one of them must be given."""
    typed = typed_tree(tree, heads, words)
    if typed is not None and path is not None:
        given = "--heads" if tree is None else "--tree"
        raise WrongUsage(f"{given} cannot be combined with FILE")
    found = path if typed is None else typed
    if found is None:
        raise WrongUsage("Missing argument FILE: give a treebank, or a tree with --tree or --heads")
    return found


def stream_treebank(
    path: str | Path, format: str | None = None, *, skip_bad: bool = False, heads_required: bool = True
) -> Iterator[Treebank]:
    """Read a treebank block by block, with progress; report warnings and skipped sentences at the end."""
    from multiplane.treebank import stream_blocks

    if isinstance(path, TypedTree):
        from multiplane.treebank.words import treebank_of_trees

        yield treebank_of_trees([path.tree], source=path)
        return
    warnings: list[str] = []
    skipped: list[Exception] = []
    words = 0
    with ProgressLine() as line:
        for block in stream_blocks(path, format=format, skip_bad=skip_bad, heads_required=heads_required):
            warnings += block.warnings
            skipped += block.skipped
            yield block
            words += block.word_count
            line.show(f"{words:,} words")
    report(warnings, "warnings")
    report_skipped(skipped)


def stream_graphs(
    path: str, format: str | None = None, *, skip_bad: bool = False
) -> Iterator[list[tuple[Sentence, Graph]]]:
    """Read the sentences of a file that have a graph, some at a time; an error if none has."""
    found = False
    for block in stream_treebank(path, format, skip_bad=skip_bad, heads_required=False):
        some = []
        for sentence in block:
            if sentence.format == "conllu" and any(node.deps != "_" for node in sentence.nodes):
                some.append((sentence, sentence.graph))
        found = found or bool(some)
        yield some
    if not found:
        raise MultiplaneError(f"{path}: found no DEPS; expected graphs in the ninth column of CoNLL-U")


def as_pipeline(found: Parser | Pipeline, name: str) -> Pipeline:
    """The pipeline; an error where there is a parser alone."""
    from multiplane.text import Pipeline

    if not isinstance(found, Pipeline):
        raise MultiplaneError(f"{name}: found a parser alone; expected a pipeline, from train --pipeline")
    return found


def trees_of_text(path: str, model: str) -> Iterator[Treebank]:
    """The sentences of a file of text with their trees, block by block."""
    from multiplane.learn.model.streaming import parse_blocks
    from multiplane.text import load
    from multiplane.text.pipeline.inputs import text_blocks

    pipeline = as_pipeline(load(model), model)
    return parse_blocks(pipeline, text_blocks(pipeline.tokenizer, path))


def find_sentence(sentences: Iterable[Sentence], wanted: str, path: str) -> tuple[int, Sentence]:
    """The number and the sentence with this sent_id or, if none has it, with this number."""
    by_number: tuple[int, Sentence] | None = None
    count = 0
    for count, sentence in enumerate(sentences, 1):
        if sentence.sent_id == wanted:
            return count, sentence
        if wanted == str(count):
            by_number = count, sentence
    if by_number is None:
        name = wanted if len(wanted) <= MAX_NAME_LENGTH else wanted[:MAX_NAME_LENGTH] + "…"
        raise MultiplaneError(f"{path}: found no sentence {name}; expected a sent_id or a number from 1 to {count:,}")
    return by_number


def report(lines: Sequence[object], kind: str) -> None:
    """Print the first lines on standard error, and how many more there are."""
    for line in lines[:_SHOWN]:
        note(str(line))
    if len(lines) > _SHOWN:
        note(f"and {len(lines) - _SHOWN:,} more {kind}")


def report_skipped(skipped: Sequence[Exception]) -> None:
    """Print the errors of skipped sentences and their number."""
    report(skipped, "bad sentences")
    if skipped:
        note(f"skipped {plural(len(skipped), 'bad sentence')}")
