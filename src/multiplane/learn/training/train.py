"""``train``: from treebanks to a parser, whatever the model, with checkpoints that a killed training goes on from."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any

from multiplane.errors import MultiplaneError
from multiplane.learn.features.clusters import Clusters, read_clusters
from multiplane.learn.features.files import read_features
from multiplane.learn.features.templates import FeatureModel
from multiplane.learn.model.parser import Parser
from multiplane.learn.training.auto import choose_system
from multiplane.learn.training.checkpoint import digest, load_checkpoint
from multiplane.learn.training.config import IN_ONE_PASS, Recipe, new_trainer
from multiplane.learn.training.development import hold_out
from multiplane.learn.training.loop import CHECKPOINT_SECONDS, Course, Listener, TrainingStopped
from multiplane.output import remove_leftovers
from multiplane.treebank.conll.read import read
from multiplane.treebank.sentence import Sentence
from multiplane.treebank.treebank import Treebank

EPOCHS = 20
PATIENCE = 4
AUTO = "auto"

Source = Treebank | str | Path | Iterable[str | Path | Sentence]


def train(
    train: Source,
    dev: Source | None = None,
    *,
    model: str = "transition",
    system: str = "arc-eager",
    decoder: str = "projective",
    beam: int = 1,
    features: FeatureModel | str | Path | None = None,
    clusters: Clusters | str | Path | None = None,
    epochs: int = EPOCHS,
    patience: int = PATIENCE,
    seed: int = 0,
    licence: str | None = None,
    source: str | None = None,
    progress: Listener | None = None,
    announce: Callable[[str], None] | None = None,
    output: str | Path | None = None,
    checkpoint: str | Path | None = None,
    checkpoint_every: float = CHECKPOINT_SECONDS,
    resume: bool = False,
) -> Parser:
    """Train a parser; the pass with the best score on ``dev``, or on a tenth held out of ``train``, is kept.

    It ends after ``epochs`` passes, or ``patience`` passes without a better score. ``system="auto"`` compares a few
    systems first. ``features`` and ``clusters`` of words are files, or read ones. The parser is saved to ``output``, a
    path, if given; Ctrl-C saves the best one so far and raises `TrainingStopped`, which has it too. With
    ``checkpoint``, another path, the training can be resumed after it was stopped or killed, with the same result; it
    is written ``checkpoint_every`` so many seconds, and removed at the end. ``progress`` hears how far it has come,
    ``announce`` what is decided on the way, in words.

    >>> import multiplane
    >>> parser = multiplane.train("sample:german", "sample:dutch", model="graph", epochs=1)
    >>> parser.training["words"], parser.training["development"]["words"]
    (205, 179)
    """
    from multiplane.version import __version__

    for name, value in (("epochs", epochs), ("patience", patience), ("beam", beam)):
        if value < 1:
            raise MultiplaneError(f"found {name} {value}; expected 1 or more")
    if seed < 0:
        raise MultiplaneError(f"found seed {seed}; expected 0 or more")
    for name, thing in (("features", features), ("clusters", clusters)):
        if model == "graph" and thing is not None:
            raise MultiplaneError(f"found {name} for a graph model; expected them with a transition model only")
    for path in (output, checkpoint):
        if path is not None:
            _check_place(Path(path))
            if resume:
                remove_leftovers(path)
    say = announce or _say_nothing
    learned = read_trees(train)
    if dev is None:
        learned, development = hold_out(learned, seed)
        whole = len(learned) + len(development)
        say(f"no development set: {len(development):,} of {whole:,} sentences are held out as one")
    else:
        development = read_trees(dev)
    given = read_features(features) if isinstance(features, str | Path) else features
    grouped = read_clusters(clusters) if isinstance(clusters, str | Path) else clusters
    epochs = 1 if model in IN_ONE_PASS else epochs
    recipe = Recipe(model, system, decoder, beam, given, seed, grouped)
    place = None if checkpoint is None else Path(checkpoint)
    settings = {
        **recipe.as_object(),
        "epochs": epochs,
        "patience": patience,
        "version": __version__,
        "training digest": digest(learned),
        "development digest": digest(development),
    }
    saved = load_checkpoint(place, settings) if resume and place is not None and place.exists() else None
    about: dict[str, Any] = {"held_out": dev is None, "licence": licence, "source": source}
    if model in IN_ONE_PASS:
        about["learner"] = model
    if model == "transition" and system == AUTO:
        choice = saved.about["choice"] if saved else choose_system(learned, development, recipe).as_object()
        say(choice["reason"])
        recipe, about = replace(recipe, system=choice["system"]), {**about, "choice": choice}
    trainer = new_trainer(recipe, learned)
    course = Course(
        trainer, learned, development, epochs, patience, seed, progress, place, checkpoint_every, settings, about
    )
    if saved is not None:
        course.resume(saved)
        say(f"resumed after {course.journal.epoch} epochs and {course.journal.done:,} sentences")
    elif resume:
        say("nothing to resume: begun anew")
    try:
        parser = course.run()
    except TrainingStopped as stopped:
        if output is not None and stopped.parser is not None:
            stopped.parser.save(output)
        raise
    if output is not None:
        parser.save(output)
    if place is not None:
        place.unlink(missing_ok=True)
    return parser


def _check_place(path: Path) -> None:
    """Better to hear now than after training that a file cannot be written."""
    if path.is_dir():
        raise MultiplaneError(f"{path}: is a directory; expected a file")
    if not path.parent.is_dir():
        raise MultiplaneError(f"{path}: no such folder")
    if not os.access(path if path.exists() else path.parent, os.W_OK):
        raise MultiplaneError(f"{path}: no permission to write it")


def _say_nothing(text: str) -> None:
    """Nobody listens."""


def read_trees(source: Source) -> Treebank:
    """One treebank of all that is given; an error where a word has no head.

    >>> read_trees(["sample:dutch-2", "sample:dutch-3"])
    <Treebank <sentences>: 2 sentences, 24 words>
    """
    if isinstance(source, Treebank):
        treebank = source
    elif isinstance(source, str | Path):
        treebank = read(source)
    else:
        parts = [[part] if isinstance(part, Sentence) else read(part) for part in source]
        treebank = Treebank.from_sentences(sentence for part in parts for sentence in part)
    if treebank.word_count == 0:
        raise MultiplaneError(f"{treebank.source}: found no words; expected sentences with trees")
    if treebank.heads.min() < 0:
        word = int((treebank.heads < 0).argmax())
        line = treebank.layout.lines[int(treebank.offsets.searchsorted(word, side="right")) - 1]
        raise MultiplaneError(f"{treebank.source}:{line}: found a word without HEAD; expected a tree to learn from")
    return treebank
