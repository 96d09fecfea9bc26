"""A sentence whose scores are counted by hand."""

from __future__ import annotations

from tests.evaluate.judge import (
    Sentences,
    Word,
    treebank_of,
)

from multiplane.evaluate import Scores, evaluate

# The gold arc 1 -> 4 is non-projective. Predicted: two wrong heads, a wrong label, a subtype too few.
BY_HAND: Sentences = [
    [
        Word("she", (2, "nsubj:pass"), (2, "nsubj"), "left"),
        Word("was", (0, "root"), (0, "root"), ""),
        Word("seen", (2, "xcomp"), (2, "obj"), "right"),
        Word("who", (1, "acl:relcl"), (3, "acl:relcl"), "right"),
        Word("?", (2, "punct"), (3, "punct"), "right"),
    ]
]


def both(sentences: Sentences, **options: object) -> Scores:
    gold, predicted = treebank_of(sentences, "gold"), treebank_of(sentences, "predicted", misc=True)
    return evaluate(gold, predicted, **options)  # type: ignore[arg-type]
