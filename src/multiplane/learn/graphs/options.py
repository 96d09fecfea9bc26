"""The options of parsers that build graphs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from multiplane.learn.options import InEpochs, check_features, option
from multiplane.learn.transition.options import CLUSTERS, FEATURES, LISTS, SYSTEM

if TYPE_CHECKING:
    from multiplane.learn.features.clusters import Clusters
    from multiplane.learn.features.configurations import FeatureModel
    from multiplane.learn.graphs.trainer import GraphsTrainer
    from multiplane.transition import System
    from multiplane.treebank.treebank import Treebank


@dataclass(frozen=True, kw_only=True)
class Graphs(InEpochs):
    """Transition-based, for the graphs in DEPS, where words have several heads.

    >>> Graphs().system
    '2-planar-graph'
    """

    kind: ClassVar[str] = "graphs"
    models: ClassVar[Mapping[str, str]] = {"graphs": "multiplane.learn.graphs.model:GraphsModel"}
    builds_graphs: ClassVar[bool] = True

    system: str | System = option("2-planar-graph", help="Transition system for graphs (2-planar-graph).", **SYSTEM)
    features: FeatureModel | str | Path | None = option(None, **FEATURES)
    clusters: Clusters | str | Path | None = option(None, **CLUSTERS)

    def check(self) -> None:
        """Raise if the features are not for transitions."""
        check_features(self.kind, self.features, LISTS)

    def new_trainer(self, train: Treebank) -> GraphsTrainer:
        """The trainer before its first sentence."""
        from multiplane.learn.graphs.trainer import GraphsTrainer

        features, clusters = self.features, self.clusters
        return GraphsTrainer(train, system=self.system, features=features, clusters=clusters)  # type: ignore[arg-type]
