"""``train``: from treebanks to a parser of any kind, with checkpoints from which a killed training resumes."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from multiplane.learn.columns import filled_shares
from multiplane.learn.model.parser import Parser
from multiplane.learn.options import Options
from multiplane.learn.training.asked import asked_for, chosen_for, decided
from multiplane.learn.training.checkpoint import digest, load_checkpoint
from multiplane.learn.training.loop import TrainingLoop
from multiplane.learn.training.run import Run, TrainingStopped, run_of
from multiplane.learn.training.sets import Source, training_sets
from multiplane.treebank.treebank import Treebank


def train(
    train: Source,
    dev: Source | None = None,
    model: str | Options | None = None,
    *,
    fast: bool = False,
    run: Run | None = None,
    licence: str | None = None,
    source: str | None = None,
    language: str | None = None,
    trial: Treebank | None = None,
    **options: Any,
) -> Parser:
    """Train a parser; the epoch with the best score on ``dev``, or on a tenth held out of ``train``, is kept.

    ``model`` is the name of a kind, with its ``options`` as keywords, or an object that has them: ``model="neural",
    units=128`` and ``Neural(units=128)`` are the same. Without one, options that only one kind has decide, or a
    ``budget`` of time; otherwise the treebank does, in a short trial on a part of ``train`` (or of ``trial``), unless
    ``fast`` asks for arc-eager at once. ``multiplane kinds`` lists the kinds and their options. What concerns the run,
    such as the file to write, is a `Run`, or keywords with the names of its fields. ``licence``, ``source`` and
    ``language`` of the data are kept in the model.

    >>> import multiplane
    >>> parser = multiplane.train("sample:dutch-2", "sample:dutch-3", system="arc-hybrid", epochs=1)
    >>> parser.training["words"], parser.training["development"]["words"]
    (11, 13)
    """
    from multiplane.version import __version__

    run, options = run_of(run, options)
    asked = asked_for(model, fast, options, run.announce)
    run.check()
    asked = asked.loaded()
    training, development = training_sets(train, dev, asked.seed, run.announce, graphs=asked.builds_graphs)
    metadata: dict[str, Any] = {
        "held_out": dev is None,
        "licence": licence,
        "source": source,
        "language": language,
        "columns": filled_shares(training),
    }
    digests = {"training digest": digest(training), "development digest": digest(development)}
    begun = load_checkpoint(run.resumes) if run.resumes else None
    try:
        plan = decided(asked, training, development.word_count, begun, run.announce)
        settings = {**plan.as_data(), "version": __version__, **digests}
        if begun is not None:
            begun.check_settings(settings)
        chosen, choice = chosen_for(plan, training if trial is None else trial, begun, run.announce)
        trainer = chosen.new_trainer(training)
    except KeyboardInterrupt:
        raise TrainingStopped(None) from None
    metadata |= {**chosen.notes, **choice}
    loop = TrainingLoop(
        trainer, training, development, *chosen.passes, chosen.seed, run, settings, metadata, chosen.tried_trees
    )
    if begun is not None:
        loop.resume(begun)
    elif run.resume:
        run.announce("Nothing to resume: starting again")
    try:
        parser = run.keep(loop.finish())
    except TrainingStopped as stopped:
        if stopped.parser is not None:
            run.keep(stopped.parser)
        raise
    if run.checkpoint is not None:
        Path(run.checkpoint).unlink(missing_ok=True)
    return parser
