"""The options of a kind of model: a frozen dataclass, each field of which says what it is for and what it may be.

The command line, the checks, the settings in checkpoints and the tables in the docs are made from these fields. This
module imports nothing heavy, nor do those with the options of a kind: ``--help`` reads them.

>>> @dataclass(frozen=True, kw_only=True)
... class Forest(InEpochs):
...     '''A forest of decisions.'''
...     kind: ClassVar[str] = "forest"
...     depth: int = option(8, help="Depth of the trees.", minimum=1, maximum=32)
>>> Forest(depth=4, epochs=2).as_data()
{'model': 'forest', 'seed': 0, 'epochs': 2, 'patience': None, 'depth': 4}
>>> Forest(depth=0)
Traceback (most recent call last):
  ...
multiplane.learn.options.OptionError: found depth 0; expected 1 to 32
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import Field, dataclass, field, fields, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, Self

from multiplane.errors import MultiplaneError
from multiplane.lazy import load

if TYPE_CHECKING:
    from multiplane.learn.protocols import Trainer
    from multiplane.treebank.treebank import Treebank

MAIN, TRAINING = "Options", "Training"
"""Panels of ``--help``: what most people need, and what nearly all kinds have; the others are in that of their kind."""

EPOCHS = 20


class OptionError(MultiplaneError):
    """An option that a kind of model does not have, a value that it cannot have, or options that exclude each other."""

    def __init__(self, message: str, usage: str | None = None) -> None:
        super().__init__(message)
        self.usage = usage or message
        """The same for the command line, ``{name}`` standing for the option of that name."""


class About(NamedTuple):
    """What is known about an option besides its name, type and default."""

    help: str
    minimum: int | None = None
    maximum: int | None = None
    choices: tuple[str, ...] = ()
    metavar: str | None = None
    panel: str | None = None
    old: str | None = None
    """The name that it had before; it is still accepted, with a notice."""
    convert: Callable[[Any], Any] | None = None
    """What makes of a value that is given the one that is kept."""
    reads: str | None = None
    """``module:function`` that reads a file of this name."""
    known: str | None = None
    """``module:function`` that raises an error for a name it does not know."""
    is_setting: bool = True
    """Whether a training can be resumed only under the same value."""


def option(default: Any, *, help: str, **about: Any) -> Any:
    """A field of an options dataclass; see `About` for what can be said about it."""
    return field(default=default, metadata={"about": About(help, **about)})


def about(field: Field[Any]) -> About:
    """What is known about an option.

    >>> about(options_of(InEpochs)["epochs"]).minimum
    1
    """
    found: About = field.metadata["about"]
    return found


@dataclass(frozen=True, kw_only=True)
class Options:
    """The options that every kind of model has, and what every kind can do with its own.

    ``models`` says where the models are that its files may hold, by the kind that stands in the file.
    """

    kind: ClassVar[str]
    models: ClassVar[Mapping[str, str]] = {}
    builds_graphs: ClassVar[bool] = False

    seed: int = option(0, help="Random seed for shuffling.", minimum=0, panel=TRAINING)

    def __post_init__(self) -> None:
        for one in fields(self):
            known = about(one)
            value = getattr(self, one.name)
            if known.convert is not None and value is not None:
                value = known.convert(value)
                object.__setattr__(self, one.name, value)
            check_value(one.name, value, known)
        self.check()

    def check(self) -> None:
        """Raise if options exclude each other, or a value does not suit the kind."""

    def loaded(self) -> Self:
        """The same with the content of files in the place of their names; an error for a name that is not known."""
        found: dict[str, Any] = {}
        for one in fields(self):
            known, value = about(one), getattr(self, one.name)
            if known.known is not None and isinstance(value, str):
                load(known.known)(value)
            if known.reads is not None and isinstance(value, str | Path):
                found[one.name] = load(known.reads)(value)
        return replace(self, **found)

    def settled(self, words: int) -> Self:
        """The same with what was left open chosen for a treebank of so many words."""
        return self

    def within_budget(
        self,
        train: Treebank,
        development_words: int,
        begun: Mapping[str, Any] | None,
        announce: Callable[[str], None],
    ) -> Self:
        """The same with the size that suits the time limit, if there is one.

        Of a training that resumes it is the one that it was begun with, by the settings of its checkpoint.
        """
        return self

    @property
    def passes(self) -> tuple[int, int]:
        """The number of epochs, and of those without improvement after which training ends, when settled."""
        return 1, 1

    @property
    def notes(self) -> dict[str, Any]:
        """What the figures of a training say about its options."""
        return {}

    @property
    def tried_trees(self) -> tuple[str, ...]:
        """The classes of trees, widest first, of which the development set chooses one."""
        return ()

    def new_trainer(self, train: Treebank) -> Trainer:
        """The trainer before its first sentence."""
        raise NotImplementedError

    def as_data(self) -> dict[str, Any]:
        """The settings for a checkpoint, each under its name."""
        values = {one.name: getattr(self, one.name) for one in fields(self) if about(one).is_setting}
        return {"model": self.kind, **{name: _as_data(value) for name, value in values.items()}}


@dataclass(frozen=True, kw_only=True)
class InEpochs(Options):
    """The options of kinds that learn in several passes over the treebank."""

    usual_patience: ClassVar[int | None] = 4

    epochs: int | None = option(
        None, help="Maximum number of epochs (20; neural: by the treebank's size).", minimum=1, panel=TRAINING
    )
    patience: int | None = option(
        None, help="Stop after this many epochs without improvement (4; neural: never).", minimum=1, panel=TRAINING
    )

    def settled(self, words: int) -> Self:
        """The same with the number of epochs chosen.

        >>> InEpochs().settled(1000).passes
        (20, 4)
        """
        epochs = self.epochs or self.usual_epochs(words)
        return replace(self, epochs=epochs, patience=self.patience or self.usual_patience or epochs)

    def usual_epochs(self, words: int) -> int:
        """The maximum number of epochs on a treebank of so many words."""
        return EPOCHS

    @property
    def passes(self) -> tuple[int, int]:
        """The number of epochs, and of those without improvement after which training ends, when settled."""
        assert self.epochs is not None and self.patience is not None
        return self.epochs, self.patience


def options_of(kind: type[Options]) -> dict[str, Field[Any]]:
    """The options of a kind, its own ones first.

    >>> list(options_of(InEpochs))
    ['epochs', 'patience', 'seed']
    """
    common = ("epochs", "patience", "seed")
    found = {one.name: one for one in fields(kind)}
    last = {name: found.pop(name) for name in common if name in found}
    return {**found, **last}


def check_value(name: str, value: Any, known: About) -> None:
    """Raise if an option cannot have a value.

    >>> check_value("oracle", "delphic", About("", choices=("dynamic", "static")))
    Traceback (most recent call last):
      ...
    multiplane.learn.options.OptionError: found oracle 'delphic'; expected dynamic or static
    """
    if value is None:
        return
    if known.choices and value not in known.choices:
        raise OptionError(f"found {name} {value!r}; expected {' or '.join(known.choices)}")
    if known.minimum is not None:
        is_number = type(value) is int
        if not is_number or value < known.minimum or (known.maximum is not None and value > known.maximum):
            upper = " or more" if known.maximum is None else f" to {known.maximum}"
            raise OptionError(f"found {name} {value}; expected {known.minimum}{upper}")


def seconds_in(time: float | str) -> float:
    """The seconds that a time has; a text has a unit.

    >>> seconds_in(90), seconds_in("90s"), seconds_in("1.5m")
    (90, 90.0, 90.0)
    """
    if isinstance(time, str):
        match = re.fullmatch(r"([0-9]{1,6}(?:\.[0-9]{1,3})?)([smh])", time)
        if match is None or float(match[1]) == 0:
            raise OptionError(f"found budget {time!r}; expected a time such as 90s, 5m or 1h")
        return float(match[1]) * {"s": 1, "m": 60, "h": 3600}[match[2]]
    if not 0 < time < float("inf"):
        raise OptionError(f"found budget {time}; expected a number of seconds")
    return time


def check_features(kind: str, features: Any, lists: Iterable[str]) -> None:
    """Raise if features, unless they are the name of a file, have other lists than a kind of model needs."""
    found, wanted = tuple(getattr(features, "books", lists)), tuple(lists)
    if found != wanted:
        raise OptionError(f"found features {' and '.join(found)} for model {kind}; expected {' and '.join(wanted)}")


def _as_data(value: Any) -> Any:
    """A setting as JSON can hold it."""
    return value.as_data() if hasattr(value, "as_data") else str(value) if isinstance(value, Path) else value
