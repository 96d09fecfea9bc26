"""Learning: features, linear models, training, and parsing with any transition system or decoder."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from multiplane.learn.choice import Choice, choose_system
    from multiplane.learn.clusters import Clusters, read_clusters
    from multiplane.learn.course import Progress, TrainingStopped
    from multiplane.learn.development import DevelopmentScores
    from multiplane.learn.feature_defaults import default_features
    from multiplane.learn.feature_files import read_features
    from multiplane.learn.feature_model import FeatureModel
    from multiplane.learn.parser import Parser, embedded_model
    from multiplane.learn.predicted import Predicted
    from multiplane.learn.training import train

_HOMES = {
    "Choice": "choice",
    "Clusters": "clusters",
    "DevelopmentScores": "development",
    "FeatureModel": "feature_model",
    "Parser": "parser",
    "Predicted": "predicted",
    "Progress": "course",
    "TrainingStopped": "course",
    "choose_system": "choice",
    "default_features": "feature_defaults",
    "embedded_model": "parser",
    "read_clusters": "clusters",
    "read_features": "feature_files",
    "train": "training",
}

__all__ = [
    "Choice",
    "Clusters",
    "DevelopmentScores",
    "FeatureModel",
    "Parser",
    "Predicted",
    "Progress",
    "TrainingStopped",
    "choose_system",
    "default_features",
    "embedded_model",
    "read_clusters",
    "read_features",
    "train",
]


def __getattr__(name: str) -> Any:
    """Names are imported when first used, for each needs other kernels."""
    if name not in _HOMES:
        raise AttributeError(f"module 'multiplane.learn' has no attribute {name!r}")
    value = getattr(importlib.import_module(f"multiplane.learn.{_HOMES[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
