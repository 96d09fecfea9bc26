"""The options of linear transition parsers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from multiplane.learn.options import InEpochs, check_features, option

if TYPE_CHECKING:
    from multiplane.learn.features.clusters import Clusters
    from multiplane.learn.features.configurations import FeatureModel
    from multiplane.learn.transition.linear.trainer import TransitionTrainer
    from multiplane.transition import System
    from multiplane.treebank.treebank import Treebank

LISTS = ("transition", "label")
"""The lists of a feature file for transition parsers."""

SYSTEM: dict[str, Any] = {"metavar": "NAME", "known": "multiplane.transition:get"}
FEATURES: dict[str, Any] = {
    "help": "Features: a TOML file, an XML file of MaltParser, or a name such as nivreeager.",
    "metavar": "FILE|NAME",
    "reads": "multiplane.learn.features.files:read_features",
}
CLUSTERS: dict[str, Any] = {
    "help": "Word clusters, in lines with a word, a tab and its cluster.",
    "metavar": "FILE",
    "reads": "multiplane.learn.features.clusters:read_clusters",
}
ORACLE: dict[str, Any] = {
    "help": "Oracle to learn from: dynamic (default), which also knows what is best after a mistake, or static.",
    "choices": ("dynamic", "static"),
}
BUFFER_ARCS: dict[str, Any] = {
    "help": "Gold arcs that LBA and RBA build: those of length one (short, the default), or any.",
    "choices": ("short", "any"),
}


@dataclass(frozen=True, kw_only=True)
class Transition(InEpochs):
    """Transition-based: fast, for any transition system, greedy or with a beam.

    >>> Transition(system="2-planar", beam=4).beam
    4
    """

    kind: ClassVar[str] = "transition"
    models: ClassVar[Mapping[str, str]] = {"transition": "multiplane.learn.transition.linear.model:LinearModel"}

    system: str | System = option("arc-eager", help="Transition system (arc-eager).", **SYSTEM)
    beam: int = option(1, help="Beam width; 1 (default) is greedy.", minimum=1, maximum=4096)
    features: FeatureModel | str | Path | None = option(None, **FEATURES)
    clusters: Clusters | str | Path | None = option(None, **CLUSTERS)
    oracle: str = option("dynamic", **ORACLE)
    buffer_arcs: str = option("short", **BUFFER_ARCS)

    def check(self) -> None:
        """Raise if the features are not for transitions."""
        check_features(self.kind, self.features, LISTS)

    def new_trainer(self, train: Treebank) -> TransitionTrainer:
        """The trainer before its first sentence."""
        from multiplane.learn.transition.linear.trainer import TransitionTrainer

        return TransitionTrainer(
            train,
            system=self.system,
            beam=self.beam,
            features=self.features,  # type: ignore[arg-type]
            clusters=self.clusters,  # type: ignore[arg-type]
            oracle=self.oracle,
            buffer_arcs=self.buffer_arcs,
        )
