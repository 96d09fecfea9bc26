"""What support vector machines learn from: every decision of the static oracle, with the rows of its features.

A decision is a choice among several applicable transitions, or the choice of a label. Each template gives one row.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from multiplane.kernels.arrays import Int32, Int64
from multiplane.kernels.jit import kernel
from multiplane.kernels.views import as_number
from multiplane.learn.features.configurations import CompiledTemplates
from multiplane.learn.transition.actions import (
    NO_LABEL,
    CompiledSystem,
    builds_arc,
    find_applicable,
    new_dependent,
    new_head,
)
from multiplane.learn.transition.context import ParserState, new_context
from multiplane.learn.transition.examples import TrainingExamples, gold_label
from multiplane.learn.transition.extraction import (
    FeatureWorkspace,
    find_label_rows,
    find_transition_rows,
    new_feature_workspace,
)
from multiplane.learn.transition.scorer import begin_parse, take_transition
from multiplane.transition import System


class Decisions(NamedTuple):
    """One decision a line: the row of each template, and the class that was chosen."""

    rows: Int32
    chosen: Int32


class Extractor(NamedTuple):
    """Templates with a workspace, and the mask of their rows."""

    templates: CompiledTemplates
    workspace: FeatureWorkspace
    mask: int


@kernel
def write_decisions(
    system: CompiledSystem,
    extractor: Extractor,
    label_extractor: Extractor,
    words: Int32,
    memory: Int32,
    context: Int32,
    examples: TrainingExamples,
    transitions: Decisions,
    labels: Decisions,
) -> tuple[int, int]:
    """Follow the oracle through all sentences and write its decisions down; the number of each kind."""
    applicable = np.zeros(len(system.places), np.int32)
    found, found_labels = 0, 0
    for sentence in range(len(examples.offsets) - 1):
        first, count = examples.offsets[sentence], examples.offsets[sentence + 1] - examples.offsets[sentence]
        heads, gold_labels = examples.heads[first : first + count], examples.labels[first : first + count]
        state = ParserState(memory, context, first)
        begin_parse(system, state, count)
        for step in range(examples.starts[sentence], examples.starts[sentence + 1]):
            options = find_applicable(memory, system.program, system.places, applicable)
            if options == 0:
                break
            right = as_number(examples.transitions[step])
            if options > 1:
                find_transition_rows(extractor.templates, extractor.workspace, words, state, extractor.mask)
                transitions.rows[found] = extractor.workspace.rows
                transitions.chosen[found] = right
                found += 1
            label = as_number(NO_LABEL)
            if builds_arc(system.places, right):
                head, dependent = new_head(memory, system.places, right), new_dependent(memory, system.places, right)
                label = as_number(gold_label(heads, gold_labels, head, dependent, system.undirected))
                if label >= 0:
                    templates, workspace, mask = label_extractor
                    find_label_rows(templates, workspace, words, state, head, dependent, mask)
                    labels.rows[found_labels] = workspace.rows
                    labels.chosen[found_labels] = label
                    found_labels += 1
            take_transition(system, state, right, label)
    return found, found_labels


def decisions_of(
    system: System,
    compiled: CompiledSystem,
    templates: tuple[CompiledTemplates, CompiledTemplates],
    bits: tuple[int, int],
    words: Int32,
    examples: TrainingExamples,
) -> tuple[Decisions, Decisions]:
    """All choices of transitions and all choices of labels, in the order of the sentences; rows have ``bits`` bits."""
    longest = int(np.diff(examples.offsets).max(initial=1))
    extractors = [
        Extractor(part, new_feature_workspace(part), (1 << width) - 1)
        for part, width in zip(templates, bits, strict=True)
    ]
    transitions = _new_decisions(len(examples.transitions), extractors[0])
    labels = _new_decisions(len(examples.heads), extractors[1])
    state = (words, system.memory(longest), new_context(longest), examples)
    found, found_labels = write_decisions(compiled, extractors[0], extractors[1], *state, transitions, labels)
    return _first(transitions, found), _first(labels, found_labels)


def _new_decisions(count: int, extractor: Extractor) -> Decisions:
    return Decisions(np.empty((count, len(extractor.workspace.rows)), np.int32), np.empty(count, np.int32))


def _first(decisions: Decisions, count: int) -> Decisions:
    return Decisions(decisions.rows[:count], decisions.chosen[:count])


class DesignMatrix(NamedTuple):
    """A sparse matrix for scikit-learn, a line for each decision: a 1 in the column of each template's row; ``rows``
    has the row of each column.
    """

    matrix: Any
    rows: Int64


def design_matrix(rows: Int32, shared: bool = False) -> DesignMatrix:
    """The matrix of decisions; with ``shared``, templates whose rows are equal share a column, with their sum."""
    from scipy.sparse import csr_matrix

    decisions, templates = rows.shape
    keys = rows.astype(np.int64)
    if not shared:
        keys += np.arange(templates, dtype=np.int64) << 32
    used, columns = np.unique(keys, return_inverse=True)
    ends = np.arange(decisions + 1, dtype=np.int32) * np.int32(templates)
    values = np.ones(decisions * templates)
    matrix = csr_matrix((values, columns.ravel().astype(np.int32), ends), (decisions, len(used)))
    matrix.sum_duplicates()
    return DesignMatrix(matrix, used & 0xFFFFFFFF)
