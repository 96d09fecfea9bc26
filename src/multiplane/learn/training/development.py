"""What training looks at besides its own trees: sentences set apart, and how well a model parses them."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from multiplane.errors import MultiplaneError
from multiplane.learn.model.predicted import Predicted
from multiplane.treebank.treebank import Treebank

if TYPE_CHECKING:
    from collections.abc import Sequence

    from multiplane.kernels.arrays import Int32

HELD_OUT = 10
"""One sentence in ten is held out."""


@dataclass(frozen=True, slots=True, order=True)
class DevelopmentScores:
    """Percentages of all words: right head and label (main relation; whole label for ``las_subtypes``), right head.

    Better scores are greater: main relations decide, then whole labels, then heads.
    """

    las: float
    las_subtypes: float
    uas: float
    words: int

    def as_data(self) -> dict[str, Any]:
        """The scores for the header of a model file."""
        return asdict(self)


def hold_out(treebank: Treebank, seed: int) -> tuple[Treebank, Treebank]:
    """A treebank without a tenth of its sentences, and that tenth; the seed decides which.

    >>> import multiplane
    >>> rest, tenth = hold_out(multiplane.read("sample:english"), seed=0)
    >>> len(rest), len(tenth)
    (21, 2)
    """
    if len(treebank) < 2:
        found = f"{len(treebank)} sentence" + "s" * (len(treebank) != 1)
        raise MultiplaneError(f"{treebank.source}: found {found} and no development set; expected at least two")
    order = np.random.default_rng([seed]).permutation(len(treebank))
    chosen = set(order[: max(1, len(treebank) // HELD_OUT)].tolist())
    parts: tuple[list[Any], list[Any]] = ([], [])
    for number, sentence in enumerate(treebank):
        parts[number in chosen].append(sentence)
    return Treebank.from_sentences(parts[0]), Treebank.from_sentences(parts[1])


def development_scores(gold: Treebank, predicted: Predicted, labels: Sequence[str]) -> DevelopmentScores:
    """How many words of a treebank a model got right; ``labels`` are the model's.

    >>> import multiplane
    >>> dutch = multiplane.read("sample:dutch-2")
    >>> encoded = dutch.encode(["deprel"])
    >>> nothing, none = np.zeros(dutch.word_count, np.float32), np.full(dutch.word_count, -1, np.int32)
    >>> gold = Predicted(dutch.heads, encoded.ids["deprel"] - 1, nothing, nothing, none)
    >>> development_scores(dutch, gold, encoded.vocabularies["deprel"][1:]).las
    100.0
    """
    encoded = gold.encode(["deprel"])
    names = encoded.vocabularies["deprel"]
    numbers: dict[str, int] = {}
    right_heads = predicted.heads == gold.heads

    def share_of_arcs(subtypes: bool) -> float:
        gold_ids = _ids(names, numbers, subtypes)[encoded.ids["deprel"]]
        found = _ids(labels, numbers, subtypes)[predicted.labels]
        return _percent(right_heads & (gold_ids == found))

    return DevelopmentScores(share_of_arcs(False), share_of_arcs(True), _percent(right_heads), gold.word_count)


def _ids(labels: Sequence[str], numbers: dict[str, int], subtypes: bool) -> Int32:
    """A number for each label, the same for the same one: the whole of it, or what comes before the first colon."""
    wanted = labels if subtypes else [label.partition(":")[0] for label in labels]
    return np.array([numbers.setdefault(label, len(numbers)) for label in wanted], np.int32)


def _percent(right: Any) -> float:
    return round(100 * float(np.count_nonzero(right)) / max(1, len(right)), 4)
