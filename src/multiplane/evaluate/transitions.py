"""Labelled precision by the transition that built the arc (BUF Table 3)."""

from __future__ import annotations

import re
from collections.abc import Sequence

import numpy as np

from multiplane.errors import MultiplaneError
from multiplane.evaluate.alignment import Alignment, align
from multiplane.evaluate.conventions import choose_convention
from multiplane.evaluate.groups import NO_GROUP, Group, sort_into_groups
from multiplane.kernels.arrays import Int32
from multiplane.treebank import Treebank, Vocabulary
from multiplane.treebank.strings import numbered

MISC_KEY = "Transition="


def precision_by_transition(
    gold: Treebank,
    predicted: Treebank,
    transitions: Sequence[str] | Int32,
    vocabulary: Vocabulary | None = None,
    *,
    convention: str | None = None,
    punctuation: bool | None = None,
    subtypes: bool | None = None,
) -> dict[str, Group]:
    """The arcs that each transition built and how many of them are right, the most frequent transition first.

    ``transitions`` are the transitions that built the arc of each word in all sentences, as strings or as ids of
    ``vocabulary``; an empty string stands for none, as for words attached to the root at the end of parsing.

    >>> gold = Treebank.from_text("1 Go _ _ _ _ 0 root _ _\\n2 on _ _ _ _ 1 advmod _ _".replace(" ", "\\t"))
    >>> precision_by_transition(gold, gold.with_trees([0, 1], ["root", "obj"]), ["", "right"])["right"].precision
    0.0
    """
    chosen = choose_convention(gold.format, convention, punctuation, subtypes)
    return by_transition(align(gold, predicted, chosen), transitions, vocabulary)


def by_transition(
    both: Alignment, transitions: Sequence[str] | Int32, vocabulary: Vocabulary | None = None
) -> dict[str, Group]:
    """The same for treebanks that are already aligned."""
    if vocabulary is None:
        transitions, vocabulary = numbered(map(str, transitions))
    ids = np.asarray(transitions, np.int64)
    if ids.shape != both.gold_heads.shape:
        raise MultiplaneError(f"found {ids.size} transitions for {both.gold_heads.size} words; expected as many")
    if ids.size and not 0 <= ids.min() <= ids.max() < len(vocabulary):
        raise MultiplaneError(f"found transitions {ids.min()} to {ids.max()}; expected 0 to {len(vocabulary) - 1}")
    group_of = np.array([number if name else NO_GROUP for number, name in enumerate(vocabulary)], np.int64)
    groups = sort_into_groups(both, vocabulary, None, group_of[ids])
    used = [(name, group) for name, group in groups.items() if group.predicted]
    return dict(sorted(used, key=lambda item: (-item[1].predicted, item[0])))


def recorded_transitions(treebank: Treebank) -> tuple[Int32, Vocabulary]:
    """The transitions recorded in MISC or PDEPREL (``Transition=left``), as ids of a vocabulary; 0 stands for none.

    >>> treebank = Treebank.from_text("1\\tGo\\t_\\t_\\t_\\t_\\t0\\troot\\t_\\tLang=en|Transition=shift\\n", "conllu")
    >>> recorded_transitions(treebank)
    (array([1], dtype=int32), ('', 'shift'))
    """
    if not re.search(MISC_KEY.encode(), treebank.layout.data.data):
        return np.zeros(treebank.word_count, np.int32), ("",)
    encoded = treebank.encode(["misc"])
    numbers = {"": 0}
    fields = encoded.vocabularies["misc"]
    ids = np.array([numbers.setdefault(_transition(field), len(numbers)) for field in fields], np.int32)
    return ids[encoded.ids["misc"]], tuple(numbers)


def _transition(misc: str) -> str:
    """The transition in a MISC field, or an empty string."""
    if MISC_KEY not in misc:
        return ""
    return next((part.removeprefix(MISC_KEY) for part in misc.split("|") if part.startswith(MISC_KEY)), "")
