"""What is to be trained, and the trainer for it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from multiplane.errors import MultiplaneError
from multiplane.learn.clusters import Clusters
from multiplane.learn.course import Trainer
from multiplane.learn.feature_model import FeatureModel
from multiplane.treebank.treebank import Treebank


@dataclass(frozen=True, slots=True)
class Recipe:
    """What is to be trained: a transition model of a system, or a graph model of a decoder."""

    model: str = "transition"
    system: str = "arc-eager"
    decoder: str = "projective"
    beam: int = 1
    features: FeatureModel | None = None
    seed: int = 0
    clusters: Clusters | None = None

    def as_object(self) -> dict[str, Any]:
        """The settings for a checkpoint, each under the name of its option."""
        chosen: dict[str, Any] = {"model": self.model, "seed": self.seed}
        if self.model == "graph":
            return {**chosen, "decoder": self.decoder}
        features = self.features and {"transition": list(self.features.transition), "label": list(self.features.label)}
        clusters = self.clusters and self.clusters.as_object()
        return {**chosen, "system": self.system, "beam": self.beam, "features": features, "clusters": clusters}


def new_trainer(recipe: Recipe, train: Treebank) -> Trainer:
    """The trainer of a recipe, before its first sentence."""
    if recipe.model == "graph":
        from multiplane.learn.graph import GraphTrainer

        return GraphTrainer(train, decoder=recipe.decoder, seed=recipe.seed)
    if recipe.model == "transition":
        from multiplane.learn.transition_trainer import TransitionTrainer

        return TransitionTrainer(
            train,
            system=recipe.system,
            features=recipe.features,
            beam=recipe.beam,
            seed=recipe.seed,
            clusters=recipe.clusters,
        )
    raise MultiplaneError(f"found model {recipe.model!r}; expected transition or graph")
