"""``multiplane analyze --explain``: the trees or graphs outside a class, each with the reason, a drawing, a repair."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from itertools import islice
from typing import TYPE_CHECKING, Any

from multiplane.characters import plural
from multiplane.cli.shared.command import WrongUsage
from multiplane.cli.shared.reading import stream_graphs, stream_treebank
from multiplane.cli.shared.tables import console
from multiplane.draw.pictures import PictureFolder
from multiplane.errors import MultiplaneError
from multiplane.output import write_text
from multiplane.results import json_text, suffix_of

if TYPE_CHECKING:
    from multiplane.draw.explanations import ExplainedSentence


class Outsiders:
    """The sentences of some files whose trees, or with ``deps`` graphs, are outside a class."""

    def __init__(
        self,
        paths: list[str],
        name: str,
        root_arcs: bool,
        deps: bool,
        limit: int | None,
        format: str | None,
        skip_bad: bool,
    ) -> None:
        from multiplane.structure import graph_class, tree_class

        self.paths, self.root_arcs, self.deps, self.limit = paths, root_arcs, deps, limit
        self.format, self.skip_bad = format, skip_bad
        self.wanted = graph_class(name) if deps else tree_class(name)
        self.things = "graphs" if deps else "sentences"
        self.count = 0
        self.arcs: Counter[str] = Counter()

    def __iter__(self) -> Iterator[ExplainedSentence]:
        """Each with its explanation, up to the limit; counts on the way what is looked at, and arcs by label."""
        found = self._graphs() if self.deps else self._trees()
        return islice(found, self.limit)

    def _trees(self) -> Iterator[ExplainedSentence]:
        import numpy as np

        from multiplane.draw.explanations import ExplainedSentence
        from multiplane.structure import explained

        for path in self.paths:
            for block in stream_treebank(path, self.format, skip_bad=self.skip_bad):
                self.count += len(block)
                encoded = block.encode(["deprel"])
                for label, count in enumerate(np.bincount(encoded.ids["deprel"]).tolist()):
                    self.arcs[encoded.vocabularies["deprel"][label]] += count
                for sentence, why in explained(block, self.wanted, self.root_arcs):
                    yield ExplainedSentence(path, sentence, why)

    def _graphs(self) -> Iterator[ExplainedSentence]:
        from multiplane.draw.explanations import ExplainedSentence
        from multiplane.structure.explanation import explain_graph

        for path in self.paths:
            for some in stream_graphs(path, self.format, skip_bad=self.skip_bad):
                for sentence, graph in some:
                    self.count += 1
                    self.arcs.update(graph.labels)
                    forms = [node.form for node in sentence.nodes]
                    why = explain_graph(graph, self.wanted, self.root_arcs, forms)
                    if why is not None:
                        yield ExplainedSentence(path, sentence, why)

    def show(
        self, as_json: bool, html: str | None, output: str | None, pictures: str | None, width: int | None
    ) -> None:
        """Print them as they are found; or write a page, a picture of the only one, or a JSON list."""
        if html is not None:
            self.write_page(html)
        elif output is not None and suffix_of(output, (".html", ".json", ".svg", ".tex")) != ".json":
            self.draw_one(output)
        elif as_json or output is not None:
            folder = None if pictures is None else PictureFolder(pictures)
            write_text(output or "-", json_text([as_object(one) for one in self.drawn_into(folder)]))
        else:
            self.print_all(None if pictures is None else PictureFolder(pictures), width)

    def drawn_into(self, folder: PictureFolder | None) -> Iterator[ExplainedSentence]:
        """All of them, each with a picture in the folder, if there is one."""
        for one in self:
            if folder is not None:
                draw_into(folder, one)
            yield one

    def print_all(self, folder: PictureFolder | None, width: int | None) -> None:
        """Print them as they are found, and in the end how many they are."""
        from multiplane.structure.classes import outside

        explained = 0
        for one in self.drawn_into(folder):
            explained += 1
            print_explanation(one, width)
        noun, verb = self.things.removesuffix("s"), "is" if explained == 1 else "are"
        found = f"{explained:,} of {plural(self.count, noun)}"
        if explained == self.limit:
            found = f"stopped after {plural(explained, noun)} that"
        print(found, verb, outside(self.wanted.name))

    def write_page(self, output: str) -> None:
        """Write a page with all of them, the most suspicious first."""
        from multiplane.draw.explanations import explanations_page
        from multiplane.notices import show_progress
        from multiplane.structure.classes import outside

        found = []
        for one in self:
            found.append(one)
            show_progress(f"{len(found):,} {self.things} that are {outside(self.wanted.name)}")
        name = self.wanted.name
        page = explanations_page(name, found, self.count, self.arcs, self.root_arcs, output, self.things)
        write_text(output, page)

    def draw_one(self, output: str) -> None:
        """Write a picture of the only one there is."""
        some = list(islice(self, 2))
        if not some:
            raise MultiplaneError(f"found no {self.things} outside the class {self.wanted.name}; expected one to draw")
        if len(some) > 1:
            raise WrongUsage(f"--output {output} holds one picture: write one for each sentence with --pictures")
        some[0].why.save(output)


def as_object(one: ExplainedSentence) -> dict[str, Any]:
    """One explanation for JSON, with its place; the keys are part of the interface."""
    place = {"file": one.file, "line": one.sentence.line, "sent_id": one.sentence.sent_id}
    return {**place, **one.why.as_data()}


def print_explanation(one: ExplainedSentence, width: int | None) -> None:
    """Print where a sentence is, why it is outside the class, a repair if there is one, and the tree or graph."""
    from multiplane.draw import text
    from multiplane.draw.explanations import diagram_of, repair_in_words

    out, sentence = console(width), one.sentence
    out.print(f"{one.file}:{sentence.line}", style="bold", end="")
    out.print(f"  {sentence.sent_id}" if sentence.sent_id else "")
    for line in filter(None, [*one.why.text.split("\n"), repair_in_words(one.why)]):
        out.print(f"  {line}")
    columns = width or (out.width if sys.stdout.isatty() else None)
    print(text(diagram_of(one), width=columns, color=sys.stdout.isatty()))
    print()


def draw_into(folder: PictureFolder, one: ExplainedSentence) -> None:
    """Write an SVG named after the sent_id or the line, with the arcs responsible highlighted."""
    from multiplane.draw import svg
    from multiplane.draw.explanations import diagram_of

    file = folder.file_for(one.sentence.sent_id or f"line-{one.sentence.line}")
    write_text(file, str(svg(diagram_of(one), caption=one.why.text)))
