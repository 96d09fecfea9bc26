"""What to train, and the trainer for it."""

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

EPOCHS = 20
PATIENCE = 4


@dataclass(frozen=True, slots=True)
class TrainingConfig:
    """What to train: the kind of model, the transition system or the decoder, features; and for how long."""

    model: str = "transition"
    system: str = "arc-eager"
    decoder: str = "projective"
    beam: int = 1
    features: FeatureModel | None = None
    clusters: Clusters | None = None
    seed: int = 0
    epochs: int = EPOCHS
    patience: int = PATIENCE

    def as_data(self) -> dict[str, Any]:
        """The settings for a checkpoint, each under the name of its option."""
        common = {"model": self.model, "seed": self.seed, "epochs": self.epochs, "patience": self.patience}
        if self.model == "graph":
            return {**common, "decoder": self.decoder}
        features = self.features and {"transition": list(self.features.transition), "label": list(self.features.label)}
        clusters = self.clusters and self.clusters.as_data()
        return {**common, "system": self.system, "beam": self.beam, "features": features, "clusters": clusters}


def new_trainer(config: TrainingConfig, train: Treebank) -> Trainer:
    """The trainer for a config, before its first sentence."""
    if config.model == "graph":
        from multiplane.learn.graph import GraphTrainer

        return GraphTrainer(train, decoder=config.decoder)
    if config.model == "transition":
        from multiplane.learn.transition.linear.trainer import TransitionTrainer

        return TransitionTrainer(
            train,
            system=config.system,
            features=config.features,
            beam=config.beam,
            clusters=config.clusters,
        )
    if config.model in IN_ONE_PASS:
        from multiplane.learn.svm import SvmTrainer

        if config.beam > 1 or config.clusters is not None:
            found = "a beam" if config.beam > 1 else "clusters"
            raise MultiplaneError(f"found {found} for a {config.model} model; expected it for a transition model only")
        return SvmTrainer(train, learner=config.model, system=config.system, features=config.features, seed=config.seed)
    raise MultiplaneError(f"found model {config.model!r}; expected transition, graph, liblinear or libsvm")
