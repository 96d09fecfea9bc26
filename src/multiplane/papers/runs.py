"""Runs: a parser trained and scored on a treebank, kept in a folder so that nothing is done twice.

Each run has three files, named after its system and a digest of all that it depends on: the model, the parsed
sentences, and the figures, which are written last. A run without figures is done again.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from math import isnan
from pathlib import Path

import numpy as np

from multiplane.errors import MultiplaneError
from multiplane.evaluate.conventions import CONVENTIONS
from multiplane.evaluate.scores import Scores, evaluate
from multiplane.learn.kinds import kind_named, options_for
from multiplane.learn.model.parser import Parser
from multiplane.learn.options import Options, options_of
from multiplane.learn.training.checkpoint import digest
from multiplane.output import write_text
from multiplane.papers.malt.models import MALT_MODELS, malt_features
from multiplane.treebank.conll.read import read
from multiplane.treebank.conll.write import write
from multiplane.treebank.treebank import Treebank
from multiplane.version import __version__

CONVENTION = CONVENTIONS["conll-x"].name
"""The papers score without punctuation, and compare whole labels."""


@dataclass(frozen=True, slots=True)
class RunSettings:
    """How all parsers of an experiment are trained: kind of model, passes, seed, features (``default`` or ``malt``),
    words, and the oracle of a perceptron.
    """

    model: str = "transition"
    epochs: int = 10
    seed: int = 0
    features: str = "default"
    words: int | None = None
    oracle: str = "dynamic"

    def options(self, system: str) -> Options:
        """What to train for a system."""
        chosen = malt_features(malt_name(system), self.model) if self.features == "malt" else None
        given = {"system": system, "features": chosen, "seed": self.seed, "epochs": self.epochs, "oracle": self.oracle}
        own = options_of(kind_named(self.model))
        return options_for(self.model, **{name: value for name, value in given.items() if name in own})


@dataclass(frozen=True, slots=True)
class KeptRun:
    """The figures of one system on one treebank, and where its parses are."""

    system: str
    figures: Mapping[str, float]
    parsed: Path

    @property
    def las(self) -> float:
        return self.figures["las"]

    def read(self) -> Treebank:
        """The parsed sentences."""
        return read(self.parsed)


def malt_name(system: str) -> str:
    """The algorithm of MaltParser that a system resembles; undirected systems are like their directed ones.

    >>> malt_name("arc-eager+lba"), malt_name("undirected-2-planar+naive"), malt_name("covington")
    ('nivreeager', '2planar', 'covnonproj')
    """
    base = system.removeprefix("undirected-").partition("+")[0]
    for name, model in MALT_MODELS.items():
        if model.system == base:
            return name
    raise MultiplaneError(f"found system {system!r}, for which MaltParser has no features; expected the default ones")


def kept_run(folder: Path, system: str, train: Treebank, development: Treebank, settings: RunSettings) -> KeptRun:
    """The run of a system, from the folder if it is there."""
    options = settings.options(system)
    depends_on = {
        **options.as_data(),
        "version": __version__,
        "training digest": digest(train),
        "development digest": digest(development),
    }
    key = hashlib.blake2b(json.dumps(depends_on, sort_keys=True).encode(), digest_size=5).hexdigest()
    base = f"{system.replace(':', '_')}-{settings.model}-{key}"
    place = folder / f"{base}.json"
    parsed = folder / f"{base}.{'conll' if development.format == 'conllx' else 'conllu'}"
    if place.exists() and parsed.exists():
        return KeptRun(system, _kept_figures(place), parsed)
    folder.mkdir(parents=True, exist_ok=True)
    scores = _trained_and_scored(options, train, development, folder / f"{base}.model", parsed)
    figures = figures_of(scores)
    kept = {name: None if isnan(value) else value for name, value in figures.items()}
    run = {"system": system, "settings": asdict(settings), "depends_on": depends_on, "figures": kept}
    write_text(place, json.dumps(run, indent=2, ensure_ascii=False) + "\n")
    return KeptRun(system, figures, parsed)


def _trained_and_scored(options: Options, train: Treebank, development: Treebank, model: Path, parsed: Path) -> Scores:
    """Train for all passes (none is chosen by its scores), parse, and keep model and parses."""
    trainer = options.new_trainer(train)
    epochs, _ = options.settled(train.word_count).passes
    for epoch in range(epochs):
        trainer.step(np.random.default_rng([options.seed, epoch]).permutation(len(train)))
    parser = Parser(trainer.model(), {"epochs": epochs, "seed": options.seed, "words": train.word_count})
    parser.save(model)
    predicted = parser.predict(development)
    result = development.with_trees(predicted.heads, predicted.labels, parser.model.labels)
    write(result, parsed)
    names = [*getattr(parser.model, "transition_names", ()), ""]
    return evaluate(development, result, CONVENTION, transitions=[names[number] for number in predicted.transitions])


def figures_of(scores: Scores) -> dict[str, float]:
    """The figures that tables can show, by name; NaN where there is nothing to score.

    >>> import multiplane
    >>> german = multiplane.read("sample:german")
    >>> figures_of(evaluate(german, german))["las"]
    100.0
    """
    figures = {
        "las": scores.las,
        "uas": scores.uas,
        "las_with_punctuation": scores.with_punctuation.las,
        "uas_with_punctuation": scores.with_punctuation.uas,
    }
    for kind in ("projective", "non_projective"):
        group = getattr(scores, kind)
        figures |= {f"{kind}_precision": group.precision, f"{kind}_recall": group.recall}
    for name, group in scores.by_transition.items():
        figures |= {f"precision_of_{name}": group.precision, f"arcs_of_{name}": float(group.predicted)}
    return figures


def _kept_figures(place: Path) -> dict[str, float]:
    try:
        kept = json.loads(place.read_text("utf-8"))["figures"]
        return {name: float("nan") if value is None else float(value) for name, value in kept.items()}
    except (ValueError, KeyError, TypeError, AttributeError):
        raise MultiplaneError(
            f"{place}: found no figures; expected those of a run: remove it to run it again"
        ) from None
