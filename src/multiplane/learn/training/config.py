"""What is to be trained, and the trainer for it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from multiplane.errors import MultiplaneError
from multiplane.learn.features.clusters import Clusters
from multiplane.learn.features.templates import FeatureModel
from multiplane.learn.training.loop import Trainer
from multiplane.treebank.treebank import Treebank

IN_ONE_PASS = ("liblinear", "libsvm")
"""Models that learn all sentences at once."""


@dataclass(frozen=True, slots=True)
class Recipe:
    """What is to be trained: a transition model of a system, whatever learns it, or a graph model of a decoder."""

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
        from multiplane.learn.transition.trainer import TransitionTrainer

        return TransitionTrainer(
            train,
            system=recipe.system,
            features=recipe.features,
            beam=recipe.beam,
            seed=recipe.seed,
            clusters=recipe.clusters,
        )
    if recipe.model in IN_ONE_PASS:
        from multiplane.learn.svm import SvmTrainer

        if recipe.beam > 1 or recipe.clusters is not None:
            found = "a beam" if recipe.beam > 1 else "clusters"
            raise MultiplaneError(f"found {found} for a {recipe.model} model; expected it for a transition model only")
        return SvmTrainer(train, learner=recipe.model, system=recipe.system, features=recipe.features, seed=recipe.seed)
    raise MultiplaneError(f"found model {recipe.model!r}; expected transition, graph, liblinear or libsvm")
