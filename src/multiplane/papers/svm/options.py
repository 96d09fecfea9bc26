"""The options of transition parsers that learn with support vector machines."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from multiplane.learn.options import Options, check_features, option
from multiplane.learn.transition.options import FEATURES, LISTS, SYSTEM

if TYPE_CHECKING:
    from multiplane.learn.features.configurations import FeatureModel
    from multiplane.papers.svm.trainer import SvmTrainer
    from multiplane.transition import System
    from multiplane.treebank.treebank import Treebank


@dataclass(frozen=True, kw_only=True)
class Liblinear(Options):
    """Transition-based, with the linear support vector machines of LIBLINEAR; its models are linear ones.

    >>> Liblinear(system="2-planar").as_data()
    {'model': 'liblinear', 'seed': 0, 'system': '2-planar', 'features': None}
    """

    kind: ClassVar[str] = "liblinear"

    system: str | System = option("arc-eager", help="Transition system (arc-eager).", **SYSTEM)
    features: FeatureModel | str | Path | None = option(None, **FEATURES)

    def check(self) -> None:
        """Raise if the features are not for transitions."""
        check_features(self.kind, self.features, LISTS)

    @property
    def notes(self) -> dict[str, Any]:
        """What the figures of a training say: which learner it was."""
        return {"learner": self.kind}

    def new_trainer(self, train: Treebank) -> SvmTrainer:
        """The trainer before its first sentence."""
        from multiplane.papers.svm.trainer import SvmTrainer

        features = self.features
        return SvmTrainer(train, learner=self.kind, system=self.system, features=features, seed=self.seed)  # type: ignore[arg-type]


@dataclass(frozen=True, kw_only=True)
class Libsvm(Liblinear):
    """Transition-based, with the quadratic support vector machines of LIBSVM, as in the papers; for small treebanks."""

    kind: ClassVar[str] = "libsvm"
    models: ClassVar[Mapping[str, str]] = {"libsvm": "multiplane.papers.svm.model:LibsvmModel"}

    features: FeatureModel | str | Path | None = option(
        None, **{**FEATURES, "reads": "multiplane.papers.svm.features:read_single_items"}
    )
