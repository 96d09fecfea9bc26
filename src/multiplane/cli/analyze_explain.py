"""``multiplane analyze --explain``: the trees or graphs outside a class, each with the reason, a drawing, a repair."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from itertools import islice
from typing import TYPE_CHECKING

from multiplane.cli.shared.command import WrongUsage
from multiplane.cli.shared.pictures import PictureFolder
from multiplane.cli.shared.reading import stream_graphs, stream_treebank
from multiplane.cli.shared.tables import console, print_json
from multiplane.errors import MultiplaneError

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
        self.name = name
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

    def show(self, as_json: bool, pictures: str | None, width: int | None) -> None:
        """Print them as they are found, or as a JSON list at the end; draw them into a folder."""
        from multiplane.structure.classes import outside

        folder = PictureFolder(pictures) if pictures is not None else None
        objects, explained = [], 0
        for one in self:
            explained += 1
            if folder is not None:
                draw_into(folder, one)
            if as_json:
                place = {"file": one.file, "line": one.sentence.line, "sent_id": one.sentence.sent_id}
                objects.append({**place, **one.why.as_data()})
            else:
                print_explanation(one, width)
        if as_json:
            print_json(objects)
        elif self.limit is not None and explained == self.limit:
            print(f"stopped after {explained:,} {self.things} that are {outside(self.wanted.name)}")
        else:
            print(f"{explained:,} of {self.count:,} {self.things} are {outside(self.wanted.name)}")

    def write_page(self, output: str) -> None:
        """Write a page with all of them, the most suspicious first."""
        from multiplane.draw.explanations import explanations_page
        from multiplane.notices import show_progress
        from multiplane.output import write_text
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
            raise MultiplaneError(f"all {self.things} are {self.wanted.name}: there is nothing to draw")
        if len(some) > 1:
            raise WrongUsage(f"--output {output} is a picture of one sentence: give a folder for all with --pictures")
        some[0].why.save(output)


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
    from multiplane.output import write_text

    file = folder.file_for(one.sentence.sent_id or f"line-{one.sentence.line}")
    write_text(file, str(svg(diagram_of(one), caption=one.why.text)))
