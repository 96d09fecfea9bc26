"""Every kind of model and every part of a pipeline, saved and loaded: each field comes back, and each parses the same.

The fields are found by walking the dataclasses, so a new one is covered by being there: what has a default must have
another value here, and every flag is saved both ways.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import MISSING, fields, is_dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tests.learn.graphs.made_graphs import made_graphs
from tests.learn.neural.heads.arcs import tiny
from tests.learn.neural.heads.transitions import tiny as tiny_transition

import multiplane
from multiplane.learn import Parser
from multiplane.learn.features.clusters import Clusters, clusters_of
from multiplane.learn.kinds import KINDS, file_kinds, kind_named
from multiplane.learn.model.file import load_model, save_model
from multiplane.learn.neural.heads.arcs.ensemble import ensemble_of
from multiplane.learn.options import options_of
from multiplane.text import Pipeline, load, train_lemmatizer, train_tagger, train_tokenizer
from multiplane.text.lemmatizer import Lemmatizer
from multiplane.text.multiword.splitter import Split, WordSplitter
from multiplane.text.tagger import Tagger
from multiplane.text.tokenizer.model import Tokenizer
from multiplane.transition import System
from multiplane.treebank import Treebank

GERMAN = multiplane.read("sample:german")
TEXT = "Im Garten (der Hund) bellt.\nDie Katze schläft nicht! Warum"
FIGURES = {"epochs": 7, "development": {"las": 12.5, "sentences": 3}, "language": "Elvish", "held_out": True}
SPLITTER = WordSplitter({"im": ("in", "dem")}, {"tz": Split(1, "", ("z",))}, {"schl": Split(1, "s", ("chl",))})
USES = {"Pipeline": ("overwrite",)}
"""Fields that say how a model is used, not what it is: no file has them."""


def clusters() -> Clusters:
    forms = sorted({word.form for sentence in GERMAN for word in sentence})
    return clusters_of([(form, f"{len(form) % 4:02b}") for form in forms])


def trained(kind: str) -> Any:
    """The model that one epoch gives, with what other than its usual settings its trainer takes."""
    taken = options_of(kind_named(kind))
    options = {"beam": 3, "clusters": clusters(), "trees": "all", "epochs": 1}
    chosen = {name: value for name, value in options.items() if name in taken}
    source = Treebank.from_text(made_graphs(30, 1)) if kind == "graphs" else GERMAN
    return multiplane.train(source, source, model=kind, **chosen).model


def tokenizer() -> Tokenizer:
    found = train_tokenizer(GERMAN, epochs=1)
    return replace(
        found,
        splits_letters=True,
        joins_words=True,
        spaces_unknown=True,
        bias=5,
        splitter=SPLITTER,
        features=found.features - 1,
    )


MADE: dict[str, Callable[[], Any]] = {
    "transition": lambda: replace(trained("transition"), joint_labels=True),
    "arc-factored": lambda: trained("arc-factored"),
    "libsvm": lambda: trained("libsvm"),
    "graphs": lambda: trained("graphs"),
    "neural": lambda: tiny.tiny_model(GERMAN),
    "neural-ensemble": lambda: ensemble_of([tiny.tiny_model(GERMAN, seed=seed) for seed in range(2)], "projective"),
    "neural-transition": lambda: tiny_transition.tiny_model(GERMAN),
    "tokenizer": tokenizer,
    "tagger": lambda: train_tagger(GERMAN, epochs=1, clusters=clusters()),
    "lemmatizer": lambda: train_lemmatizer(GERMAN),
    "pipeline": lambda: Pipeline(
        (tokenizer(), MADE["tagger"](), MADE["lemmatizer"](), Parser(MADE["transition"](), FIGURES))
    ),
}
NEEDED = {"libsvm": "sklearn"}
CLASSES = {"tokenizer": Tokenizer, "tagger": Tagger, "lemmatizer": Lemmatizer}


def test_every_kind_is_here() -> None:
    assert {*file_kinds(), *CLASSES, "pipeline"} == MADE.keys()


@pytest.fixture(scope="module", params=MADE)
def made(request: pytest.FixtureRequest) -> tuple[str, Any]:
    """A model of each kind."""
    if request.param in NEEDED:
        pytest.importorskip(NEEDED[request.param])
    return request.param, MADE[request.param]()


def through_a_file(kind: str, model: Any, place: Path) -> Any:
    """A model as it comes back."""
    if kind in file_kinds():
        Parser(model, FIGURES).save(place)
        found = Parser.load(place)
        assert found.training == FIGURES
        return found.model
    if kind == "pipeline":
        model.save(place)
        return load(place)
    save_model(place, kind, model.header(), model.tensors())
    return CLASSES[kind].from_file(load_model(place))


def at_defaults(kind: str, value: Any, path: str = "") -> Iterator[str]:
    """The fields that have their default, or nothing, as value: whether they are saved cannot be seen."""
    if is_dataclass(value) and not isinstance(value, System):
        takes = options_of(kind_named(kind)) if kind in KINDS else () if kind in file_kinds() else ("clusters",)
        for field in fields(value):
            own = getattr(value, field.name)
            if field.name in USES.get(type(value).__name__, ()) or not field.init:
                continue
            default = field.default_factory() if field.default_factory is not MISSING else field.default
            if (default is not MISSING and plain(own) == plain(default)) or (own is None and field.name in takes):
                yield f"{path}.{field.name}"
            yield from at_defaults(kind, own, f"{path}.{field.name}")
    elif isinstance(value, tuple):
        for number, item in enumerate(value):
            yield from at_defaults(kind, item, f"{path}[{number}]")


def items_of(value: Any) -> dict[str, Any]:
    """The fields of a dataclass or of a named tuple; of another tuple, its items."""
    if is_dataclass(value) and not isinstance(value, System):
        return {field.name: getattr(value, field.name) for field in fields(value) if field.init}
    if isinstance(value, tuple):
        return dict(zip(getattr(value, "_fields", map(str, range(len(value)))), value, strict=True))
    return {}


def flags_of(value: Any) -> set[str]:
    """The names of all flags of a model."""
    items = items_of(value)
    return {name for name, item in items.items() if isinstance(item, bool)}.union(*map(flags_of, items.values()))


def flipped(value: Any, flag: str) -> Any:
    """The same with the flags of this name the other way round."""
    items = {
        name: not item if name == flag and isinstance(item, bool) else flipped(item, flag)
        for name, item in items_of(value).items()
    }
    if not items:
        return value
    return type(value)(**items) if is_dataclass(value) or hasattr(value, "_fields") else tuple(items.values())


def plain(value: Any) -> Any:
    """All fields of a model as data that can be compared."""
    if isinstance(value, np.ndarray):
        return value.dtype.str, value.shape, value.tobytes()
    if isinstance(value, System):
        return repr(value)
    if is_dataclass(value):
        skipped = USES.get(type(value).__name__, ())
        return {field.name: plain(getattr(value, field.name)) for field in fields(value) if field.name not in skipped}
    if isinstance(value, Mapping):
        return {key: plain(item) for key, item in value.items()}
    return [plain(item) for item in value] if isinstance(value, tuple | list | frozenset) else value


def at_work(kind: str, model: Any) -> bytes:
    """What a model makes of sentences, or of a text."""
    if kind in file_kinds():
        source = Treebank.from_text(made_graphs(30, 2)) if kind == "graphs" else GERMAN
        return bytes(Parser(model).parse_treebank(source))
    if kind == "pipeline":
        return bytes(model(TEXT))
    bare = GERMAN.with_columns({name: ["_"] * GERMAN.word_count for name in ("upos", "xpos", "feats", "lemma")})
    works = {
        "tokenizer": lambda: model.tokenize(TEXT),
        "tagger": lambda: model.tag(bare),
        "lemmatizer": lambda: model.lemmatize(GERMAN, overwrite=True),
    }
    return bytes(works[kind]())


def test_no_field_is_at_its_default(made: tuple[str, Any]) -> None:
    assert list(at_defaults(*made)) == []


def test_every_field_comes_back_from_a_file(made: tuple[str, Any], tmp_path: Path) -> None:
    kind, model = made
    flags = flags_of(model)
    assert flags or kind in ("tagger", "lemmatizer")
    for one in (model, *(flipped(model, flag) for flag in sorted(flags))):
        found = through_a_file(kind, one, tmp_path / "a.model")
        assert plain(found) == plain(one)
        assert at_work(kind, found) == at_work(kind, one)
        through_a_file(kind, found, tmp_path / "b.model")
        assert (tmp_path / "a.model").read_bytes() == (tmp_path / "b.model").read_bytes()
    assert all(plain(flipped(model, flag)) != plain(model) for flag in flags)


@pytest.mark.parametrize("learner", KINDS)
def test_what_each_trainer_gives_comes_back(learner: str, tmp_path: Path) -> None:
    pytest.importorskip(
        {"liblinear": "sklearn", "libsvm": "sklearn"}.get(learner, "torch" if "neural" in learner else "numpy")
    )
    model = trained(learner)
    found = through_a_file(model.kind, model, tmp_path / "a.model")
    assert plain(found) == plain(model) and at_work(model.kind, found) == at_work(model.kind, model)
