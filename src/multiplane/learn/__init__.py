"""Learning: features, models, training, and parsing with any transition system or decoder.

- `features/`: what models look at: attributes of words, the template language, defaults, files.
- `transition/`, `arc_factored/`: search with scores of transitions, or with scores of arcs. Each has a ``scorer`` that
  says what a model must implement, a ``model`` that parses with any such scorer, and in ``linear/`` one that is
  trained.
- `graphs/`: transition parsers of graphs, in which words have several heads.
- `neural/`: another scorer of arcs, by a neural network; PyTorch trains it, and is not needed for parsing.
- `model/`: `Parser`, model files, parsing in blocks.
- `training/`: `train`, what was asked for, the trial, the loop, checkpoints.

A new kind of model is a folder with its options (a dataclass: see `options`), a trainer and a model (see `protocols`;
a subclass of `TransitionModel` or `ArcFactoredModel` needs little more than a scorer), and a line in `kinds`: then
`train`, checkpoints, `Parser` and the commands know it. ``tests/learn/test_toy_kind.py`` makes one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from multiplane.lazy import lazy_names

if TYPE_CHECKING:
    from multiplane.learn.arc_factored.linear.trainer import ArcFactoredTrainer
    from multiplane.learn.arc_factored.options import ArcFactored
    from multiplane.learn.columns import EmptyColumnsWarning
    from multiplane.learn.features.arcs import ArcFeatureModel
    from multiplane.learn.features.clusters import Clusters, read_clusters
    from multiplane.learn.features.configurations import FeatureModel
    from multiplane.learn.features.defaults import default_features
    from multiplane.learn.features.files import read_features
    from multiplane.learn.graphs.options import Graphs
    from multiplane.learn.graphs.trainer import GraphsTrainer
    from multiplane.learn.model.parser import Parser, embedded_model
    from multiplane.learn.model.predicted import Predicted
    from multiplane.learn.model.streaming import parse_blocks
    from multiplane.learn.neural.options import Neural
    from multiplane.learn.options import OptionError, Options
    from multiplane.learn.training.auto import ModelChoice, choose_model
    from multiplane.learn.training.development import DevelopmentScores
    from multiplane.learn.training.run import Progress, Run, TrainingStopped
    from multiplane.learn.training.train import train
    from multiplane.learn.transition.linear.trainer import TransitionTrainer
    from multiplane.learn.transition.options import Transition

_HOMES = {
    "ArcFactored": "arc_factored.options",
    "Graphs": "graphs.options",
    "Neural": "neural.options",
    "OptionError": "options",
    "Options": "options",
    "Transition": "transition.options",
    "ArcFeatureModel": "features.arcs",
    "Clusters": "features.clusters",
    "GraphsTrainer": "graphs.trainer",
    "DevelopmentScores": "training.development",
    "EmptyColumnsWarning": "columns",
    "FeatureModel": "features.configurations",
    "ArcFactoredTrainer": "arc_factored.linear.trainer",
    "Parser": "model.parser",
    "Predicted": "model.predicted",
    "Progress": "training.run",
    "ModelChoice": "training.auto",
    "Run": "training.run",
    "TrainingStopped": "training.run",
    "TransitionTrainer": "transition.linear.trainer",
    "choose_model": "training.auto",
    "default_features": "features.defaults",
    "embedded_model": "model.parser",
    "parse_blocks": "model.streaming",
    "read_clusters": "features.clusters",
    "read_features": "features.files",
    "train": "training.train",
}

__all__ = [
    "ArcFactored",
    "ArcFactoredTrainer",
    "ArcFeatureModel",
    "Clusters",
    "DevelopmentScores",
    "EmptyColumnsWarning",
    "FeatureModel",
    "Graphs",
    "GraphsTrainer",
    "ModelChoice",
    "Neural",
    "OptionError",
    "Options",
    "Parser",
    "Predicted",
    "Progress",
    "Run",
    "TrainingStopped",
    "Transition",
    "TransitionTrainer",
    "choose_model",
    "default_features",
    "embedded_model",
    "parse_blocks",
    "read_clusters",
    "read_features",
    "train",
]

__getattr__, __dir__ = lazy_names(__name__, _HOMES, __all__)
