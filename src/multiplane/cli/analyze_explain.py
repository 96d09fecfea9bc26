"""``multiplane analyze --explain``: the sentences outside a class, each with the reason, a drawing and a repair."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict
from itertools import islice, pairwise
from typing import TYPE_CHECKING, Any

from multiplane.cli.shared.pictures import PictureFolder
from multiplane.cli.shared.reading import stream_treebank
from multiplane.cli.shared.tables import console, print_json

if TYPE_CHECKING:
    from multiplane.structure import Explanation
    from multiplane.treebank import Sentence

SENTENCES = "\tsentences"
"""The key of the number of sentences among the counts of labels; no label has a tab."""


def explain_files(
    paths: list[str],
    class_name: str,
    root_arcs: bool,
    as_json: bool,
    pictures: str | None,
    limit: int | None,
    format: str | None,
    skip_bad: bool,
    width: int | None = None,
) -> None:
    """Explain the sentences that are outside a class: text as they are found, or a JSON list at the end."""
    folder = PictureFolder(pictures) if pictures is not None else None
    objects = []
    explained = 0
    counts: Counter[str] = Counter()
    for path, sentence, why in islice(outsiders(paths, class_name, root_arcs, format, skip_bad, counts), limit):
        explained += 1
        if folder is not None:
            draw_into(folder, sentence, why, root_arcs)
        if as_json:
            objects.append(as_object(path, sentence, why))
        else:
            print_explanation(path, sentence, why, root_arcs, width)
    from multiplane.structure.classes import outside

    if as_json:
        print_json(objects)
    elif limit is not None and explained == limit:
        print(f"stopped after {explained:,} sentences that are {outside(class_name)}")
    else:
        print(f"{explained:,} of {counts[SENTENCES]:,} sentences are {outside(class_name)}")


def write_page(
    output: str,
    paths: list[str],
    class_name: str,
    root_arcs: bool,
    limit: int | None,
    format: str | None,
    skip_bad: bool,
) -> None:
    """Write a page with all sentences outside a class, the most suspicious first; with a limit only so many of them."""
    from multiplane.draw.explanations import ExplainedSentence, explanations_page
    from multiplane.notices import show_progress
    from multiplane.output import write_text
    from multiplane.structure.classes import outside

    counts: Counter[str] = Counter()
    found = outsiders(paths, class_name, root_arcs, format, skip_bad, counts)
    explained = []
    for one in islice(found, limit):
        explained.append(ExplainedSentence(*one))
        show_progress(f"{len(explained):,} sentences that are {outside(class_name)}")
    sentences = counts.pop(SENTENCES, 0)
    write_text(output, explanations_page(class_name, explained, sentences, counts, root_arcs, output))


def outsiders(
    paths: list[str], class_name: str, root_arcs: bool, format: str | None, skip_bad: bool, counts: Counter[str]
) -> Iterator[tuple[str, Sentence, Explanation]]:
    """The sentences outside a class, explained; ``counts`` gets the number of all, and of arcs with each label."""
    import numpy as np

    from multiplane.structure import explain, tree_class

    wanted = tree_class(class_name)
    for path in paths:
        for block in stream_treebank(path, format, skip_bad=skip_bad):
            counts[SENTENCES] += len(block)
            encoded = block.encode(["deprel"])
            for label, count in enumerate(np.bincount(encoded.ids["deprel"]).tolist()):
                counts[encoded.vocabularies["deprel"][label]] += count
            for number, (start, end) in enumerate(pairwise(block.offsets.tolist())):
                if not wanted.is_member(block.heads[start:end], root_arcs):
                    sentence = block[number]
                    why = explain(sentence.tree.heads, class_name, root_arcs, sentence.tree.forms)
                    assert why is not None
                    yield path, sentence, why


def as_object(path: str, sentence: Sentence, why: Explanation) -> dict[str, Any]:
    """One explanation for JSON."""
    heads = sentence.tree.heads
    return {
        "file": path,
        "line": sentence.line,
        "sent_id": sentence.sent_id,
        "class": why.tree_class,
        "arcs": [{"head": int(heads[word - 1]), "dependent": word} for word in why.arcs],
        "explanation": why.text,
        "repair": asdict(why.repair) if why.repair else None,
    }


def print_explanation(path: str, sentence: Sentence, why: Explanation, root_arcs: bool, width: int | None) -> None:
    """Print where a sentence is, why it is outside the class, a repair if there is one, and the tree."""
    from multiplane.draw import text
    from multiplane.draw.layout.diagram import words_of

    out = console(width)
    name = f"  {sentence.sent_id}" if sentence.sent_id else ""
    out.print(f"{path}:{sentence.line}", style="bold", end="")
    out.print(name)
    for line in why.text.split("\n"):
        out.print(f"  {line}")
    if why.repair:
        forms = ("root", *words_of(sentence.tree))
        word, old, new = (f"{forms[node]} ({node})" for node in (why.repair.word, why.repair.instead_of, why.repair.to))
        out.print(f"  repair: attach {word} to {new} instead of {old}")
    columns = width or (out.width if sys.stdout.isatty() else None)
    print(text(sentence.tree, width=columns, color=sys.stdout.isatty(), root_arcs=root_arcs, highlight=why.arcs))
    print()


def draw_into(folder: PictureFolder, sentence: Sentence, why: Explanation, root_arcs: bool) -> None:
    """Write an SVG named after the sent_id or the line, with the arcs responsible highlighted."""
    from multiplane.draw import svg
    from multiplane.output import write_text

    picture = svg(sentence.tree, root_arcs=root_arcs, highlight=set(why.arcs), caption=why.text)
    write_text(folder.file_for(sentence.sent_id or f"line-{sentence.line}"), str(picture))
