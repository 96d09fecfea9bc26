"""A run of a schema on a sentence: its items and inferences, derivations and trees, and one derivation."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any

from multiplane.characters import plural
from multiplane.deduce.chart import Chart
from multiplane.deduce.engine import deduce
from multiplane.deduce.grammar import example_grammar, read_grammar
from multiplane.deduce.link.dictionary import example_dictionary, read_dictionary
from multiplane.deduce.link.schemata import LINK_SCHEMATA
from multiplane.deduce.link.sentence import link_problem
from multiplane.deduce.parse import best_derivation, derived_tree
from multiplane.deduce.problem import Problem, problem
from multiplane.deduce.schemata import schema as schema_of
from multiplane.deduce.semirings import COUNTING, TREES
from multiplane.deduce.trace import derivation_text, trace_page, trace_text
from multiplane.errors import MultiplaneError
from multiplane.results import Forms, Result
from multiplane.treebank.tree import Tree

MAX_WORDS_TO_COUNT = 8


@dataclass(frozen=True)
class SchemaRun(Result):
    """What a schema derives for a sentence; ``str`` is one derivation and the counts.

    Trees are counted where they are few: for short sentences, and where a tree or a grammar licenses the arcs.

    >>> print(run_schema("eisner-1996", "she saw").summary())
    11 items, 13 inferences, 3 derivations, 3 trees
    """

    chart: Chart
    few: bool
    with_trace: bool = False

    @property
    def links(self) -> bool:
        """Whether linkages are derived, not trees."""
        return self.chart.schema.name in LINK_SCHEMATA

    @cached_property
    def derivations(self) -> int:
        """The number of derivations of final items."""
        return int(self.chart.value(COUNTING))

    @cached_property
    def trees(self) -> int | None:
        """The number of distinct trees or linkages; None where it is not counted."""
        return len(self.chart.value(TREES)) if self.few else None

    @cached_property
    def heads(self) -> list[int] | None:
        """The heads of the tree that is derived first."""
        if not self.chart.accepted or self.links:
            return None
        return list(derived_tree(best_derivation(self.chart), self.chart.problem.n))

    def __repr__(self) -> str:
        return f"<SchemaRun of {self.chart.schema.name}: {self.summary()}>"

    def summary(self) -> str:
        """All counts in words."""
        counts = {"item": len(self.chart), "inference": len(self.chart.trace), "derivation": self.derivations}
        found = [plural(count, noun) for noun, count in counts.items()]
        found += [] if self.trees is None else [plural(self.trees, "linkage" if self.links else "tree")]
        return ", ".join(found)

    def __str__(self) -> str:
        lines = [trace_text(self.chart) + "\n"] if self.with_trace else []
        if self.chart.accepted:
            lines.append(derivation_text(self.chart, best_derivation(self.chart)) + "\n")
        else:
            lines.append("no final item was derived")
        if self.heads is not None:
            lines.append("heads: " + " ".join(map(str, self.heads)))
        return "\n".join([*lines, self.summary()])

    def _repr_html_(self) -> str:
        return trace_page(self.chart)

    def as_data(self) -> dict[str, Any]:
        """The counts, the heads, and the inferences if they are wanted. The keys are stable."""
        return {
            "schema": self.chart.schema.name,
            "items": len(self.chart),
            "inferences": len(self.chart.trace),
            "derivations": self.derivations,
            "trees": self.trees,
            "heads": self.heads,
            "trace": trace_text(self.chart).splitlines() if self.with_trace else None,
        }

    def forms(self) -> Forms:
        """What the run can be saved as; .html is a page that fills the chart step by step."""
        return {**super().forms(), ".txt": lambda: f"{self}\n", ".html": lambda: trace_page(self.chart)}


def run_schema(
    name: str,
    sentence: str | None = None,
    tree: Tree | None = None,
    grammar: str | Path | None = None,
    dictionary: str | Path | None = None,
    with_trace: bool = False,
) -> SchemaRun:
    """Run a schema on a sentence with a grammar or a dictionary where it needs one, or on the arcs of a tree alone."""
    schema = schema_of(name)
    given: Problem
    if schema.name in LINK_SCHEMATA:
        if sentence is None or tree is not None or grammar is not None:
            found = "a grammar" if tree is None else "a tree"
            raise MultiplaneError(f"found {found}; expected a dictionary, as this is a schema of Link Grammar")
        given = link_problem(sentence, example_dictionary() if dictionary is None else read_dictionary(str(dictionary)))
    else:
        given = _problem(schema.grammar, sentence, tree, grammar)
    chart = deduce(schema, given, trace=True)
    return SchemaRun(chart, chart.problem.n <= MAX_WORDS_TO_COUNT or tree is not None or schema.grammar, with_trace)


def _problem(needs_grammar: bool, sentence: str | None, tree: Tree | None, grammar: str | Path | None) -> Problem:
    """The sentence with its grammar, or with the arcs that are licensed."""
    words = list(tree.forms) if tree is not None else (sentence or "").split()
    if not words:
        raise MultiplaneError("the sentence has no words")
    if needs_grammar:
        return problem(grammar=example_grammar() if grammar is None else read_grammar(grammar), sentence=words)
    if tree is None:
        return problem(sentence=words)
    return replace(problem(heads=tree.heads.tolist()), words=tuple(words))
