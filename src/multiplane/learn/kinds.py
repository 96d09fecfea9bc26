"""The kinds of models that can be trained: the one table of them, and what they were called before.

A kind is a folder with its options, its trainer and its models, and a line in `KINDS`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from difflib import get_close_matches
from typing import Any, cast

from multiplane.lazy import load
from multiplane.learn.options import About, OptionError, Options, about, options_of
from multiplane.notices import notice_once

KINDS = {
    "transition": "multiplane.learn.transition.options:Transition",
    "arc-factored": "multiplane.learn.arc_factored.options:ArcFactored",
    "neural": "multiplane.learn.neural.options:Neural",
    "graphs": "multiplane.learn.graphs.options:Graphs",
    "liblinear": "multiplane.papers.svm.options:Liblinear",
    "libsvm": "multiplane.papers.svm.options:Libsvm",
}
"""Where the options of each kind are defined."""

OLD_KINDS = {"graph": "arc-factored", "deps": "graphs"}
"""Kinds that had other names, in calls and in files."""


def kind_named(name: str) -> type[Options]:
    """The options of a kind of model.

    >>> kind_named("arc-factored").__name__
    'ArcFactored'
    >>> kind_named("arc-factord")
    Traceback (most recent call last):
      ...
    multiplane.learn.options.OptionError: found model 'arc-factord'; expected transition, ... (nearest: arc-factored)
    """
    if name in OLD_KINDS and name not in KINDS:
        notice_once(f"model {name}", f"model {name} is now called {OLD_KINDS[name]}")
        name = OLD_KINDS[name]
    if name not in KINDS:
        raise OptionError(f"found model {name!r}; expected {one_of(KINDS)}{_nearest(name, KINDS)}")
    return cast(type[Options], load(KINDS[name]))


def options_for(model: str | Options, **given: Any) -> Options:
    """The options of a kind by its name, or options with some of them changed.

    >>> options_for("transition", beam=4).as_data()["beam"]
    4
    >>> options_for("arc-factored", tree="all")
    Traceback (most recent call last):
      ...
    multiplane.learn.options.OptionError: model arc-factored has no option 'tree', but trees, ... (nearest: trees)
    """
    kind = type(model) if isinstance(model, Options) else kind_named(model)
    given = with_new_names(given)
    own = options_of(kind)
    for name in given:
        if name not in own:
            takers = kinds_with([name])
            found = f"model {kind.kind} has no option {name!r}, but {', '.join(own)}{_nearest(name, own)}"
            usage = f"{{{name}}} requires {{model}} {one_of(takers)}" if takers else found
            raise OptionError(found, usage)
    return replace(model, **given) if isinstance(model, Options) else kind(**given)


def with_new_names(given: Mapping[str, Any]) -> dict[str, Any]:
    """The same options; one under an old name gets the new one, with a notice.

    >>> with_new_names({"beam": 4})
    {'beam': 4}
    """
    names = old_options()
    for name in names.keys() & given.keys():
        notice_once(f"option {name}", f"option {name} is now called {names[name]}")
    return {names.get(name, name): value for name, value in given.items()}


def old_options() -> dict[str, str]:
    """The old names of options, with the new ones.

    >>> old_options()
    {'decoder': 'trees'}
    """
    every = [options_of(kind_named(name)) for name in KINDS]
    known = {name: about(field).old for options in every for name, field in options.items()}
    return {old: name for name, old in known.items() if old is not None}


def kinds_with(names: Iterable[str]) -> list[str]:
    """The kinds of models that have all of these options.

    >>> kinds_with(["trees"]), kinds_with(["beam", "trees"])
    (['arc-factored', 'neural'], [])
    """
    wanted = set(names)
    return [name for name in KINDS if wanted <= options_of(kind_named(name)).keys()]


def model_class(kind: str) -> Any:
    """The class of the models in files of a kind, None if there is no such kind.

    >>> model_class("graph").__name__
    'LinearArcFactoredModel'
    """
    kind = OLD_KINDS.get(kind, kind)
    first = [name for name in KINDS if name == kind]
    for name in [*first, *KINDS]:
        models = kind_named(name).models
        if kind in models:
            return load(models[kind])
    return None


def file_kinds() -> list[str]:
    """The kinds of files that hold a model.

    >>> file_kinds()
    ['transition', 'arc-factored', 'neural', 'neural-ensemble', 'neural-transition', 'graphs', 'libsvm']
    """
    return [kind for name in KINDS for kind in kind_named(name).models]


def one_of(names: Iterable[str]) -> str:
    """Alternatives in words.

    >>> one_of(["all"]), one_of(["all", "planar", "projective"])
    ('all', 'all, planar or projective')
    """
    *most, last = names
    return f"{', '.join(most)} or {last}" if most else last


def _nearest(name: str, names: Iterable[str]) -> str:
    near = get_close_matches(name, list(names), 1, 0.6)
    return f" (nearest: {near[0]})" if near else ""


def kind_as_data(kind: type[Options]) -> dict[str, Any]:
    """What a kind is, and its options, as an object that JSON can hold.

    >>> kind_as_data(kind_named("transition"))["options"][1]["help"]
    'Beam width; 1 (default) is greedy.'
    """
    lines = (kind.__doc__ or "").split("\n\n")[0].split()
    options = [option_as_data(name, field.default, about(field)) for name, field in options_of(kind).items()]
    return {"kind": kind.kind, "description": " ".join(lines), "files": list(kind.models), "options": options}


def option_as_data(name: str, default: Any, known: About) -> dict[str, Any]:
    """What an option is, as an object that JSON can hold."""
    value = "|".join(known.choices) or known.metavar or ("N" if known.minimum is not None else "VALUE")
    limits = {"choices": list(known.choices), "minimum": known.minimum, "maximum": known.maximum}
    return {"name": name, "value": value, "default": default, **limits, "help": known.help}
