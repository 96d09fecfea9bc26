"""What to train, and the trainer for it: the one table of the kinds of model that can be trained.

A new kind is a folder of `learn/` with a trainer, a line in `TRAINERS`, and a line in `multiplane.learn.model.parser`
for the files of its models.
"""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from typing import Any, cast

from multiplane.errors import MultiplaneError
from multiplane.learn.features.arcs import ArcFeatureModel
from multiplane.learn.features.clusters import Clusters
from multiplane.learn.features.configurations import FeatureModel
from multiplane.learn.features.files import AnyFeatures
from multiplane.learn.model.parser import OLD_KINDS
from multiplane.learn.neural.units import UNITS, check_members, widths_for
from multiplane.learn.neural.vectors import WordVectors
from multiplane.learn.training.loop import Trainer
from multiplane.notices import notice_once
from multiplane.transition import System
from multiplane.treebank.treebank import Treebank

EPOCHS = 20
PATIENCE = 4
MAX_EPOCHS = 60
COMMON = ("seed", "epochs", "patience")
USUAL: Mapping[str, Any] = {"beam": 1, "oracle": "dynamic", "buffer_arcs": "short", "units": UNITS, "ensemble": 1}


@dataclass(frozen=True, slots=True)
class TrainerEntry:
    """Where a trainer is, which options and which kind of features it takes, what else it is given, and its system.

    By default there are ``epochs`` passes, or more, until there were so many ``words``; training ends after
    ``patience`` passes without improvement, if that is a number. The module ``budget`` knows which size of a network,
    how many of them, and how many passes suit a span of time. If no decoder is given, the development set decides among
    the ``classes`` of trees, the widest first.
    """

    module: str
    name: str
    options: tuple[str, ...]
    features: type[AnyFeatures] = FeatureModel
    fixed: Mapping[str, Any] = field(default_factory=dict)
    in_one_pass: bool = False
    system: str | None = "arc-eager"
    epochs: int = EPOCHS
    words: int = 0
    patience: int | None = PATIENCE
    budget: str | None = None
    classes: tuple[str, ...] = ()


TRAINERS = {
    "transition": TrainerEntry(
        "multiplane.learn.transition.linear.trainer",
        "TransitionTrainer",
        ("system", "features", "beam", "clusters", "oracle", "buffer_arcs"),
    ),
    "arc-factored": TrainerEntry(
        "multiplane.learn.arc_factored.linear.trainer",
        "ArcFactoredTrainer",
        ("decoder", "features"),
        ArcFeatureModel,
        system=None,
    ),
    **{
        learner: TrainerEntry(
            "multiplane.papers.svm.trainer",
            "SvmTrainer",
            ("system", "features", "seed"),
            fixed={"learner": learner},
            in_one_pass=True,
        )
        for learner in ("liblinear", "libsvm")
    },
    "graphs": TrainerEntry(
        "multiplane.learn.graphs.trainer", "GraphsTrainer", ("system", "features", "clusters"), system="2-planar-graph"
    ),
    "neural": TrainerEntry(
        "multiplane.learn.neural.heads.arcs.training",
        "neural_trainer",
        ("decoder", "vectors", "ensemble", "units", "seed", "epochs"),
        system=None,
        epochs=16,
        words=1_400_000,
        patience=None,
        budget="multiplane.learn.neural.training.budget",
        classes=("all", "projective"),
    ),
    "neural-transition": TrainerEntry(
        "multiplane.learn.neural.heads.transitions.training",
        "neural_transition_trainer",
        ("system", "oracle", "buffer_arcs", "units", "seed", "epochs"),
        epochs=12,
        words=1_400_000,
        patience=None,
        budget="multiplane.learn.neural.training.budget",
    ),
}


def trained_kind(model: str, system: str | System | None) -> str:
    """The kind of model that is trained: a neural one for which a system is given is a transition model.

    >>> trained_kind("neural", None), trained_kind("neural", "swap"), trained_kind("transition", "swap")
    ('neural', 'neural-transition', 'transition')
    """
    if model in OLD_KINDS:
        notice_once(f"model {model}", f"model '{model}' is called '{OLD_KINDS[model]}' now")
        model = OLD_KINDS[model]
    return "neural-transition" if model == "neural" and system is not None else model


@dataclass(frozen=True, slots=True)
class TrainingConfig:
    """What to train: the kind of model and its options; and for how long."""

    model: str = "transition"
    system: str | System | None = None
    decoder: str | None = None
    beam: int | None = None
    features: AnyFeatures | None = None
    clusters: Clusters | None = None
    vectors: WordVectors | None = None
    oracle: str | None = None
    buffer_arcs: str | None = None
    ensemble: int | None = None
    units: int | None = None
    seed: int = 0
    epochs: int | None = None
    patience: int | None = None

    @property
    def entry(self) -> TrainerEntry:
        """The trainer of the model."""
        if self.model not in TRAINERS:
            *most, last = TRAINERS
            raise MultiplaneError(f"found model {self.model!r}; expected {', '.join(most)} or {last}")
        return TRAINERS[self.model]

    def epochs_for(self, words: int) -> int:
        """As many passes as suit a treebank of so many words, if their number was left open.

        >>> [TrainingConfig("neural").epochs_for(words) for words in (1_000, 50_000, 1_000_000)]
        [60, 28, 16]
        """
        usual = min(max(self.entry.epochs, round(self.entry.words / max(1, words))), MAX_EPOCHS)
        return 1 if self.entry.in_one_pass else self.epochs or usual

    def for_treebank(self, train: Treebank) -> TrainingConfig:
        """The same, with what was left open chosen: the number of passes by the treebank, the rest as usual.

        >>> import multiplane
        >>> TrainingConfig("neural").for_treebank(multiplane.read("sample:german")).epochs
        60
        """
        entry = self.entry
        epochs = self.epochs_for(train.word_count)
        patience = self.patience or entry.patience or epochs
        usual = {**USUAL, "system": entry.system}
        chosen = {name: usual[name] for name in usual if name in entry.options and getattr(self, name) is None}
        return replace(self, **chosen, epochs=epochs, patience=patience)

    def as_data(self) -> dict[str, Any]:
        """The settings for a checkpoint, each under the name of its option."""
        common = {"model": self.model, "seed": self.seed, "epochs": self.epochs, "patience": self.patience}
        return {**common, **{name: _as_data(getattr(self, name)) for name in self.entry.options}}


def check_options(config: TrainingConfig) -> None:
    """An error for an option that the model does not take, and for a size that no network has.

    >>> check_options(TrainingConfig("arc-factored", beam=4))
    Traceback (most recent call last):
      ...
    multiplane.errors.MultiplaneError: found beam for model arc-factored; expected it for transition only
    """
    for option in fields(TrainingConfig):
        takers = [model for model, entry in TRAINERS.items() if option.name in entry.options]
        is_given = getattr(config, option.name) != option.default
        if is_given and takers and option.name not in (*config.entry.options, *COMMON):
            expected = f"expected it for {' or '.join(takers)} only"
            raise MultiplaneError(f"found {option.name} for model {config.model}; {expected}")
    if config.units is not None:
        widths_for(config.units)
    if config.ensemble is not None:
        check_members(config.ensemble)
    wanted = config.entry.features
    if config.features is not None and not isinstance(config.features, wanted):
        lists = [" and ".join(books) for books in (config.features.books, wanted.books)]
        raise MultiplaneError(f"found features {lists[0]} for model {config.model}; expected {lists[1]}")


def config_within(seconds: float, config: TrainingConfig, train: Treebank, development_words: int) -> TrainingConfig:
    """The same with the passes, and the units and networks if they were left open, that suit so many seconds.

    >>> import multiplane
    >>> config_within(60, TrainingConfig("arc-factored"), multiplane.read("sample:dutch"), 100)
    Traceback (most recent call last):
      ...
    multiplane.errors.MultiplaneError: found a budget for model arc-factored; expected a neural one
    """
    entry = config.entry
    if entry.budget is None:
        raise MultiplaneError(f"found a budget for model {config.model}; expected a neural one")
    usual = config.for_treebank(train)

    def trainer_on_trial(units: int, networks: int) -> Trainer:
        return new_trainer(replace(usual, units=units, ensemble=networks, epochs=1), train)

    module = importlib.import_module(entry.budget)
    ensemble = config.ensemble if "ensemble" in entry.options else 1
    size = module.size_within(
        seconds, trainer_on_trial, config.units, ensemble, usual.epochs, train, development_words, config.seed
    )
    return replace(config, **size._asdict())


def new_trainer(config: TrainingConfig, train: Treebank) -> Trainer:
    """The trainer for a config, before its first sentence."""
    entry = config.entry
    options = {name: getattr(config, name) for name in entry.options if getattr(config, name) is not None}
    trainer = getattr(importlib.import_module(entry.module), entry.name)
    return cast(Trainer, trainer(train, **options, **entry.fixed))


def _as_data(value: Any) -> Any:
    """A setting as JSON can hold it."""
    return value.as_data() if hasattr(value, "as_data") else value
