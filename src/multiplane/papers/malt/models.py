"""The default feature models of MaltParser by the name of its algorithm (Nivre, Hall & Nilsson 2006; version 1.9).

MaltParser has two for each algorithm. That for LIBSVM looks at every item alone, since the kernel makes combinations;
that for LIBLINEAR has some combinations more. MaltParser chooses a transition and its label at once, so labels are
chosen by the same templates. POSTAG is the fifth column, ``xpos``.

Two things are not quite the same. OutputArc(HEAD, A, B) is ``distance(A.head,B) distance(B.head,A)``, which says more:
a distance of 0 is an arc. LeftContext[0] and RightContext[0] are the words after A and before B, whether or not
they have a head between A and B.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from multiplane.errors import MultiplaneError
from multiplane.learn.features.configurations import FeatureModel

BETWEEN_STACK_AND_BUFFER = (
    *("S0.xpos", "B0.xpos", "B1.xpos", "B2.xpos", "B3.xpos", "S1.xpos"),
    *("S0.form", "B0.form", "B1.form", "S0.head.form"),
)
BUFFER_PAIRS = (
    *("S0.xpos B0.xpos", "S1.xpos S0.xpos B0.xpos", "S0.xpos B0.xpos B1.xpos"),
    *("B0.xpos B1.xpos B2.xpos", "B1.xpos B2.xpos B3.xpos"),
)
EAGER_LABELS = ("S0.deprel", "S0.left1.deprel", "S0.right1.deprel", "B0.left1.deprel")
EAGER_LABEL_PAIRS = (*("S0.xpos S0.left1.deprel S0.right1.deprel", "S0.xpos S0.deprel", "B0.xpos B0.left1.deprel"),)
PLANAR = ("B0.head.xpos", "distance(S0.head,B0) distance(B0.head,S0)")


@dataclass(frozen=True, slots=True)
class MaltModel:
    """The templates for both learners, and those that only LIBLINEAR has; ``system`` is the one that they are for."""

    system: str
    single: tuple[str, ...]
    merged: tuple[str, ...]

    def features(self, model: str) -> FeatureModel:
        """The feature model for a kind of model: libsvm has a kernel, which makes the combinations."""
        templates = self.single if model == "libsvm" else self.single + self.merged
        return FeatureModel(templates, templates)


MALT_MODELS: Mapping[str, MaltModel] = {
    "nivreeager": MaltModel("arc-eager", BETWEEN_STACK_AND_BUFFER + EAGER_LABELS, BUFFER_PAIRS + EAGER_LABEL_PAIRS),
    "nivrestandard": MaltModel(
        "arc-standard",
        (*BETWEEN_STACK_AND_BUFFER, "S0.left1.deprel", "S0.right1.deprel", "B0.left1.deprel", "B0.right1.deprel"),
        (*BUFFER_PAIRS, "S0.xpos S0.left1.deprel S0.right1.deprel", "B0.xpos B0.left1.deprel B0.right1.deprel"),
    ),
    "stackproj": MaltModel(
        "arc-standard-stack",
        (
            *("S0.xpos", "S1.xpos", "S2.xpos", "B0.xpos", "B1.xpos", "B2.xpos", "S0.form", "S1.form", "B0.form"),
            *("S0.left1.deprel", "S0.right1.deprel", "S1.left1.deprel", "S1.right1.deprel"),
        ),
        (
            *("S1.xpos S0.xpos", "S2.xpos S1.xpos S0.xpos", "S1.xpos S0.xpos B0.xpos"),
            *("S0.xpos B0.xpos B1.xpos", "B0.xpos B1.xpos B2.xpos"),
            *("S0.xpos S0.left1.deprel S0.right1.deprel", "S1.xpos S1.left1.deprel S1.right1.deprel"),
        ),
    ),
    "planar": MaltModel("planar", BETWEEN_STACK_AND_BUFFER + EAGER_LABELS + PLANAR, BUFFER_PAIRS + EAGER_LABEL_PAIRS),
    "2planar": MaltModel(
        "2-planar",
        (*BETWEEN_STACK_AND_BUFFER, *EAGER_LABELS, *PLANAR, "O0.xpos", "O1.xpos"),
        (*BUFFER_PAIRS, *EAGER_LABEL_PAIRS, "O0.xpos O1.xpos"),
    ),
    "covproj": MaltModel(
        "covington-projective", BETWEEN_STACK_AND_BUFFER + EAGER_LABELS, BUFFER_PAIRS + EAGER_LABEL_PAIRS
    ),
    "covnonproj": MaltModel(
        "covington",
        (*BETWEEN_STACK_AND_BUFFER, *EAGER_LABELS, "B0.deprel", "S0.after.xpos", "B0.before.xpos"),
        (*BUFFER_PAIRS, *EAGER_LABEL_PAIRS, "B0.xpos B0.deprel"),
    ),
}


def malt_features(name: str, model: str = "transition") -> FeatureModel:
    """The default feature model of an algorithm of MaltParser, for a kind of model.

    >>> malt_features("nivreeager", "libsvm").transition[:2], len(malt_features("nivreeager").transition)
    (('S0.xpos', 'B0.xpos'), 22)
    >>> malt_features("nivreager")
    Traceback (most recent call last):
      ...
    multiplane.errors.MultiplaneError: found feature model 'nivreager'; expected nivreeager, ..., 2planar, ...
    """
    if name not in MALT_MODELS:
        raise MultiplaneError(f"found feature model {name!r}; expected {', '.join(MALT_MODELS)}")
    return MALT_MODELS[name].features(model)
