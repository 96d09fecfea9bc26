"""``train``: from treebanks to a parser of any kind, with checkpoints from which a killed training resumes."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from multiplane.characters import plural
from multiplane.errors import MultiplaneError
from multiplane.learn.columns import filled_shares
from multiplane.learn.features.clusters import Clusters, read_clusters
from multiplane.learn.features.files import AnyFeatures, read_features
from multiplane.learn.model.parser import Parser
from multiplane.learn.neural.vectors import WordVectors, read_vectors
from multiplane.learn.training.auto import AUTO, FAST, about_neural, choose_model, config_left_open, is_left_open
from multiplane.learn.training.checkpoint import digest, load_checkpoint, size_of_checkpoint
from multiplane.learn.training.config import (
    TrainingConfig,
    check_options,
    config_within,
    new_trainer,
    trained_kind,
)
from multiplane.learn.training.development import hold_out
from multiplane.learn.training.loop import CHECKPOINT_SECONDS, ProgressCallback, TrainingLoop, TrainingStopped
from multiplane.output import remove_leftovers
from multiplane.transition import System
from multiplane.treebank.conll.read import read
from multiplane.treebank.deps import read_deps
from multiplane.treebank.sentence import Sentence
from multiplane.treebank.treebank import Treebank

Source = Treebank | str | Path | Iterable[str | Path | Sentence]


def train(
    train: Source,
    dev: Source | None = None,
    *,
    model: str | None = None,
    fast: bool = False,
    system: str | System | None = None,
    decoder: str | None = None,
    beam: int | None = None,
    features: AnyFeatures | str | Path | None = None,
    clusters: Clusters | str | Path | None = None,
    vectors: WordVectors | str | Path | None = None,
    oracle: str | None = None,
    buffer_arcs: str | None = None,
    ensemble: int | None = None,
    units: int | None = None,
    epochs: int | None = None,
    patience: int | None = None,
    budget: float | None = None,
    seed: int = 0,
    licence: str | None = None,
    source: str | None = None,
    language: str | None = None,
    progress: ProgressCallback | None = None,
    announce: Callable[[str], None] | None = None,
    output: str | Path | None = None,
    checkpoint: str | Path | None = None,
    checkpoint_every: float = CHECKPOINT_SECONDS,
    resume: bool = False,
    trial: Treebank | None = None,
) -> Parser:
    """Train a parser; the pass with the best score on ``dev``, or on a tenth held out of ``train``, is kept.

    Without a ``model`` the treebank decides, as with ``system="auto"``: arc-eager and two arc-factored models are tried
    on a part of ``train`` (or of ``trial``), and one is trained: see `multiplane.learn.training.auto`. With ``fast`` it
    is arc-eager without a trial; options that only one kind of model takes, and a ``budget``, choose that kind. Of
    models that are named, ``"graphs"`` is a parser of graphs on the DEPS column, by default with 2-planar-graph; the
    others learn trees, ``"transition"`` with arc-eager by default, ``"arc-factored"`` and ``"neural"`` (which needs
    PyTorch) with any ``decoder``; a neural model for which a ``system`` is given is a transition model, too. A system
    without a model is one for ``"transition"``; one of your own is given as an object.

    Training ends after ``epochs`` passes, or ``patience`` passes without a better score: by default 20 and 4; of a
    neural model, after as many passes as suit the size of the treebank. ``oracle`` is ``dynamic`` or ``static``; a beam
    always learns from the static oracle. LBA and RBA, in systems that have them, learn to build gold arcs of length
    one, or of any length: ``buffer_arcs`` is ``short`` or ``any``. ``features`` and word ``clusters`` are given as
    files or as objects. The parser is saved to ``output`` if given; Ctrl-C saves the best one so far and raises
    `TrainingStopped`, which holds it too. With ``checkpoint``, a path, training can be resumed after it was stopped or
    killed, with the same result; checkpoints are ``checkpoint_every`` seconds apart, and removed at the end. A neural
    model takes static word ``vectors``, as a file or as an object, a number of ``units`` in its layers, fewer for
    faster parsers, and a ``budget`` of seconds: as many units and passes as are best within it, and two networks if
    there is time for all ``epochs`` of both. An ``ensemble`` is so many neural models in one, with seeds of their own,
    whose scores are averaged; they are trained at the same time, and the pass that is kept is the best of the ensemble.
    ``progress`` is called after every slice of a pass, ``announce`` with a line of text for every decision on the way.

    >>> import multiplane
    >>> parser = multiplane.train("sample:dutch-2", "sample:dutch-3", system="arc-hybrid", epochs=1)
    >>> parser.training["words"], parser.training["development"]["words"]
    (11, 13)
    """
    from multiplane.version import __version__

    for name, value in (("epochs", epochs), ("patience", patience), ("beam", beam)):
        if value is not None and value < 1:
            raise MultiplaneError(f"found {name} {value}; expected 1 or more")
    if budget is not None and not 0 < budget < float("inf"):
        raise MultiplaneError(f"found budget {budget}; expected a number of seconds")
    if seed < 0:
        raise MultiplaneError(f"found seed {seed}; expected 0 or more")
    for path in (output, checkpoint):
        if path is not None:
            check_writable(Path(path))
            if resume:
                remove_leftovers(path)
    announce = announce or _ignore
    left_open = is_left_open(model, system, fast)
    model = trained_kind(model or "transition", system)
    read_sentences = read_graphs if model == "graphs" else read_trees
    training = read_sentences(train)
    if dev is None:
        training, development = hold_out(training, seed)
        whole = len(training) + len(development)
        announce(f"No development set given: holding out {len(development):,} of {plural(whole, 'sentence')}")
    else:
        development = read_sentences(dev)
    config = TrainingConfig(
        model,
        None if left_open else FAST if fast else system,
        decoder,
        beam,
        read_features(features, model) if isinstance(features, str | Path) else features,
        read_clusters(clusters) if isinstance(clusters, str | Path) else clusters,
        read_vectors(vectors) if isinstance(vectors, str | Path) else vectors,
        oracle,
        buffer_arcs,
        ensemble,
        units,
        seed,
        epochs,
        patience,
    )
    if left_open:
        config, budget = config_left_open(config, budget, training.word_count, announce)
    check_options(config)
    place = None if checkpoint is None else Path(checkpoint)
    if budget is not None:
        begun = size_of_checkpoint(place) if resume and place is not None and place.exists() else None
        if begun is None:
            try:
                config = config_within(budget, config, training, development.word_count)
            except KeyboardInterrupt:
                raise TrainingStopped(None) from None
        else:
            size: dict[str, Any] = {name: value for name, value in begun.items() if getattr(config, name) is None}
            config = replace(config, **{**size, "epochs": begun["epochs"]})
        network = f"{config.ensemble} networks" if (config.ensemble or 1) > 1 else "a network"
        announce(f"Within {budget:g} s: {plural(config.epochs or 0, 'epoch')} of {network} with {config.units} units")
    config = config.for_treebank(training)
    settings = {
        **config.as_data(),
        "version": __version__,
        "training digest": digest(training),
        "development digest": digest(development),
    }
    saved = load_checkpoint(place, settings) if resume and place is not None and place.exists() else None
    metadata: dict[str, Any] = {
        "held_out": dev is None,
        "licence": licence,
        "source": source,
        "language": language,
        "columns": filled_shares(training),
    }
    if config.entry.in_one_pass:
        metadata["learner"] = config.model
    if config.system == AUTO:
        sentences = training if trial is None else trial
        choice = choice_of(saved.metadata, checkpoint) if saved else choose_model(sentences, config).as_data()
        announce(choice["reason"])
        announce(about_neural(sentences.word_count))
        options = {name: value for name, value in choice.items() if name != "reason"}
        config, metadata = replace(config, **options), {**metadata, "choice": choice}
    assert config.epochs is not None and config.patience is not None
    try:
        trainer = new_trainer(config, training)
    except KeyboardInterrupt:
        raise TrainingStopped(None) from None
    loop = TrainingLoop(
        trainer,
        training,
        development,
        config.epochs,
        config.patience,
        seed,
        progress,
        place,
        checkpoint_every,
        settings,
        metadata,
        config.entry.classes if config.decoder is None else (),
    )
    if saved is not None:
        try:
            loop.resume(saved)
        except MultiplaneError as error:
            raise MultiplaneError(f"{checkpoint}: {error}") from None
        announce(f"Resuming after {plural(loop.state.epoch, 'epoch')} and {plural(loop.state.done, 'sentence')}")
    elif resume:
        announce("Nothing to resume: starting again")
    try:
        parser = loop.run()
    except TrainingStopped as stopped:
        if output is not None and stopped.parser is not None:
            stopped.parser.save(output)
        raise
    if output is not None:
        parser.save(output)
    if place is not None:
        place.unlink(missing_ok=True)
    return parser


def choice_of(metadata: Mapping[str, Any], checkpoint: str | Path | None) -> dict[str, Any]:
    """The choice of a model that a checkpoint holds.

    >>> choice_of({"choice": {"system": "swap", "reason": "it is better"}}, "my.model.checkpoint")["system"]
    'swap'
    """
    choice = metadata.get("choice")
    names = ("model", "system", "decoder", "reason")
    if not isinstance(choice, dict) or "reason" not in choice or not choice.keys() <= {*names}:
        raise MultiplaneError(f"{checkpoint}: found no choice of a model; expected {', '.join(names)}")
    if not all(isinstance(value, str | None) for value in choice.values()):
        raise MultiplaneError(f"{checkpoint}: found a choice of a model that is no text; expected names")
    return choice


def check_writable(path: Path) -> None:
    """An error now, rather than after training, if a file cannot be written."""
    if path.is_dir():
        raise MultiplaneError(f"{path}: is a directory; expected a file")
    if not path.parent.is_dir():
        raise MultiplaneError(f"{path}: no such folder")
    if not os.access(path if path.exists() else path.parent, os.W_OK):
        raise MultiplaneError(f"{path}: no permission to write it")


def _ignore(text: str) -> None:
    """Nothing is announced."""


def read_trees(source: Source) -> Treebank:
    """One treebank made of all the sources; an error where a word has no head.

    >>> read_trees(["sample:dutch-2", "sample:dutch-3"])
    <Treebank <sentences>: 2 sentences, 24 words>
    """
    treebank = _read(source, heads_required=True)
    if treebank.heads.min() < 0:
        word = int((treebank.heads < 0).argmax())
        line = treebank.layout.lines[int(treebank.offsets.searchsorted(word, side="right")) - 1]
        raise MultiplaneError(f"{treebank.source}:{line}: found a word without HEAD; expected a tree to learn from")
    return treebank


def read_graphs(source: Source) -> Treebank:
    """One treebank made of all the sources; an error where DEPS holds no graphs, or malformed ones. HEAD may be absent.

    >>> read_graphs("sample:dutch-2")
    Traceback (most recent call last):
      ...
    multiplane.errors.MultiplaneError: sample:dutch-2: found no DEPS; expected graphs in that column
    """
    treebank = _read(source, heads_required=False)
    read_deps(treebank)
    return treebank


def _read(source: Source, heads_required: bool) -> Treebank:
    """One treebank made of all the sources."""
    if isinstance(source, Treebank):
        treebank = source
    elif isinstance(source, str | Path):
        treebank = read(source, heads_required=heads_required)
    else:
        parts = [[part] if isinstance(part, Sentence) else read(part, heads_required=heads_required) for part in source]
        if len(parts) == 1 and isinstance(parts[0], Treebank):
            return _read(parts[0], heads_required)
        treebank = Treebank.from_sentences(sentence for part in parts for sentence in part)
    if treebank.word_count == 0:
        raise MultiplaneError(f"{treebank.source}: found no words; expected sentences to learn from")
    return treebank
