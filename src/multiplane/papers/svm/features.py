"""Features for a polynomial kernel: each item alone, as in MaltParser, for the kernel makes the combinations itself.

The first template of each kind is the one by whose value the decisions are split, each part with a machine of its own.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from multiplane.learn.features.configurations import FeatureModel
from multiplane.learn.features.files import AnyFeatures, read_features
from multiplane.learn.transition.actions import arc_places
from multiplane.transition import System

LABEL_SPLIT = "D.upos"


def transition_split(system: System) -> str:
    """The template by which choices of transitions are split: the tag of the first word in the buffer, or of the top
    of the stack where no arc touches the buffer.

    >>> from multiplane.transition import get
    >>> transition_split(get("arc-eager")), transition_split(get("arc-standard")), transition_split(get("swap"))
    ('B0.upos', 'B0.upos', 'S0.upos')
    """
    places = arc_places(system)
    areas = places[places[:, 0] >= 0][:, (0, 2)]
    return "B0.upos" if (areas == 0).any() else "S0.upos"


def split_features(features: FeatureModel, system: System) -> FeatureModel:
    """The same templates, those that split the decisions first.

    >>> from multiplane.transition import get
    >>> split_features(FeatureModel(("S0.form", "B0.upos"), ("H.form",)), get("arc-eager"))
    FeatureModel(transition=('B0.upos', 'S0.form'), label=('D.upos', 'H.form'))
    """
    return FeatureModel(
        _distinct([transition_split(system), *features.transition]), _distinct([LABEL_SPLIT, *features.label])
    )


def single_items(features: FeatureModel) -> FeatureModel:
    """Every item of the templates as a template by itself.

    >>> single_items(FeatureModel(("S0.form B0.upos", "S0.form S1.form"), ("D.upos H.upos",)))
    FeatureModel(transition=('S0.form', 'B0.upos', 'S1.form'), label=('D.upos', 'H.upos'))
    """
    transition, label = (
        _distinct(item for line in lines for item in line.split()) for lines in (features.transition, features.label)
    )
    return FeatureModel(transition, label)


def _distinct(lines: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(lines))


def read_single_items(path: str | Path) -> AnyFeatures:
    """The features in a file as they are; of features that have a name, those for a kernel, each item alone.

    >>> read_single_items("2planar").transition[-1]
    'O1.xpos'
    """
    return read_features(path, "libsvm")
