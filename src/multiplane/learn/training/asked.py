"""What was asked for: a kind by its name, by options that only it has, by a time limit, or what suits the treebank."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Any, ClassVar, cast

from multiplane.errors import MultiplaneError
from multiplane.learn.features.files import read_features
from multiplane.learn.kinds import kinds_with, options_for, with_new_names
from multiplane.learn.options import InEpochs, OptionError, Options, option, seconds_in
from multiplane.learn.training.auto import CANDIDATES, FAST, INSTALL, about_neural, choose_model
from multiplane.learn.training.checkpoint import Checkpoint
from multiplane.treebank.treebank import Treebank

Announce = Callable[[str], None]

AUTO = "auto"

BY_OPTIONS = ("transition", "arc-factored", "neural")
"""The kinds that options can choose: the first one that has all of them."""

COMMON = ("seed", "epochs", "patience")
"""Options that choose no kind."""

MIN_PASSES, LEARNED_PER_SECOND = 4, 5_000
"""A neural model that sees every word fewer times is no better than a linear one; and the words that it learns from in
a second, by a cautious estimate."""


@dataclass(frozen=True, kw_only=True)
class Auto(InEpochs):
    """No kind was asked for: the treebank decides, or a time limit does."""

    kind: ClassVar[str] = AUTO

    budget: float | str | None = option(None, help="Time limit.", convert=seconds_in, is_setting=False)

    def of_kind(self, model: str, **own: Any) -> Options:
        """The options of a kind that was decided on."""
        return options_for(model, **{name: getattr(self, name) for name in COMMON}, **own)


def asked_for(model: str | Options | None, fast: bool, given: Mapping[str, Any], announce: Announce) -> Options:
    """The options that were asked for, of a kind that was named or that only they fit; otherwise `Auto`.

    >>> asked_for(None, False, {"beam": 4}, print)
    No trial: beam requires model transition (arc-eager)
    Transition(seed=0, epochs=None, patience=None, system='arc-eager', beam=4, ...)
    >>> asked_for(None, False, {"system": "auto", "epochs": 3}, print)
    Auto(seed=0, epochs=3, patience=None, budget=None)
    """
    given = with_new_names(given)
    if fast and (model is not None or "system" in given):
        found = f"found fast and {given.get('system', model)}; expected one of them"
        raise OptionError(found, "{fast} cannot be combined with {model} or {system}")
    if given.get("system") == AUTO:
        if model not in (None, "transition"):
            found = "found system auto and a model; expected one of them"
            raise OptionError(found, "{system} auto cannot be combined with {model}")
        model = None
        del given["system"]
    if fast:
        model = "transition"
    if model is not None:
        return options_for(model, **given)
    names = [name for name in given if name not in COMMON]
    if names in ([], ["budget"]):
        return Auto(**given)
    return by_options(names, given, announce)


def by_options(names: list[str], given: dict[str, Any], announce: Announce) -> Options:
    """The options of the first kind that has those with these names, which is announced."""
    kinds = [kind for kind in BY_OPTIONS if kind in kinds_with(names)]
    if not kinds:
        unknown = [name for name in names if not kinds_with([name])]
        if unknown:
            raise OptionError(f"found option {unknown[0]!r}, which no kind of model has")
        options = " and ".join(f"{{{name}}}" for name in names)
        message = f"found {' and '.join(names)}; expected options that one kind of model has"
        raise OptionError(message, f"{options} cannot be combined: no model takes all of them")
    if isinstance(given.get("features"), str | Path):
        given["features"] = read_features(given["features"])
    found: Options | None = None
    for kind in kinds:
        with suppress(OptionError):
            found = found or options_for(kind, **given)
    found = found or options_for(kinds[0], **given)
    if "system" not in names:
        system = f" ({name})" if (name := getattr(found, "system", None)) else ""
        announce(f"No trial: {' and '.join(names)} require{'s' * (len(names) == 1)} model {found.kind}{system}")
    return found


def decided(
    asked: Options, train: Treebank, development_words: int, begun: Checkpoint | None, announce: Announce
) -> Options:
    """The options with what was left open chosen: by the treebanks and the time limit, or as a training was begun.

    They are still `Auto` where a trial is to decide.
    """
    if isinstance(asked, Auto):
        asked = by_budget(asked, train.word_count, announce)
    settings = None if begun is None else begun.settings
    try:
        sized = asked.within_budget(train, development_words, settings, announce)
    except MultiplaneError as error:
        if begun is None:
            raise
        raise MultiplaneError(f"{begun.path}: {error}") from None
    return sized.settled(train.word_count)


def by_budget(asked: Auto, words: int, announce: Announce) -> Options:
    """A neural model for a time limit if there is PyTorch, and time enough for so many words; else the fastest model.

    >>> by_budget(Auto(), 1000, print).kind
    'auto'
    """
    if asked.budget is None:
        return asked
    if find_spec("torch") is None:
        announce(f"Ignoring the budget: it is for neural models, which need PyTorch ({INSTALL})")
        return Auto(**{name: getattr(asked, name) for name in COMMON})
    seconds = cast(float, asked.budget)
    if seconds * LEARNED_PER_SECOND < MIN_PASSES * words:
        announce(f"No trial: {seconds:g} s are too short for a neural model; training {FAST}")
        return asked.of_kind("transition", system=FAST)
    announce(f"No trial: training a neural model within {seconds:g} s")
    return asked.of_kind("neural", budget=seconds)


def chosen_for(
    plan: Options, train: Treebank, begun: Checkpoint | None, announce: Announce
) -> tuple[Options, dict[str, Any]]:
    """The options to train with, and if a trial (or the checkpoint of one) decides, the choice for the model's file."""
    if not isinstance(plan, Auto):
        return plan, {}
    choice = choose_model(train, plan.seed).as_data() if begun is None else choice_of(begun)
    announce(choice["reason"])
    announce(about_neural(train.word_count))
    own = {name: value for name, value in choice.items() if name != "reason"}
    return plan.of_kind(**own).settled(train.word_count), {"choice": choice}


def choice_of(begun: Checkpoint) -> dict[str, Any]:
    """The choice of a model that a checkpoint holds.

    >>> choice_of(Checkpoint({}, {"choice": {"model": "arc-factored"}}, {}, {}, None, "my.checkpoint"))
    Traceback (most recent call last):
      ...
    multiplane.errors.MultiplaneError: my.checkpoint: found no choice of a model; expected one, and its reason
    """
    choice = begun.metadata.get("choice")
    if isinstance(choice, dict) and isinstance(choice.get("reason"), str):
        own = {name: value for name, value in choice.items() if name != "reason"}
        if own in CANDIDATES.values():
            return choice
    raise MultiplaneError(f"{begun.path}: found no choice of a model; expected one, and its reason")
