"""The options of linear arc-factored parsers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from multiplane.learn.options import InEpochs, check_features, option

if TYPE_CHECKING:
    from multiplane.learn.arc_factored.linear.trainer import ArcFactoredTrainer
    from multiplane.learn.features.arcs import ArcFeatureModel
    from multiplane.treebank.treebank import Treebank

LISTS = ("arc", "label")
"""The lists of a feature file for arc-factored parsers."""


def name_of(trees: Any) -> Any:
    """The name of a class of trees that is given as an object.

    >>> name_of("projective")
    'projective'
    """
    return getattr(trees, "name", trees)


TREES: dict[str, Any] = {
    "metavar": "CLASS",
    "old": "decoder",
    "convert": name_of,
    "known": "multiplane.learn.arc_factored.search:training_search",
}


@dataclass(frozen=True, kw_only=True)
class ArcFactored(InEpochs):
    """Arc-factored: the best tree of a class by the scores of its arcs.

    >>> ArcFactored(trees="one-endpoint-crossing").as_data()["trees"]
    'one-endpoint-crossing'
    """

    kind: ClassVar[str] = "arc-factored"
    models: ClassVar[Mapping[str, str]] = {
        "arc-factored": "multiplane.learn.arc_factored.linear.model:LinearArcFactoredModel"
    }

    trees: str = option("projective", help="Class of trees, or schema:NAME, to search (projective).", **TREES)
    features: ArcFeatureModel | str | Path | None = option(
        None, help="Features: a TOML file.", metavar="FILE", reads="multiplane.learn.features.files:read_features"
    )

    def check(self) -> None:
        """Raise if the features are not for arcs."""
        check_features(self.kind, self.features, LISTS)

    def new_trainer(self, train: Treebank) -> ArcFactoredTrainer:
        """The trainer before its first sentence."""
        from multiplane.learn.arc_factored.linear.trainer import ArcFactoredTrainer

        own: dict[str, Any] = {} if self.features is None else {"features": self.features}
        return ArcFactoredTrainer(train, decoder=self.trees, **own)
