"""``train_pipeline``: from a treebank to a pipeline. The parser learns from tags as it will see them: predicted ones.

Every sentence of the training set is tagged by a tagger that has not seen it (`multiplane.text.cross_tagging`). The
parser learns from it twice, with these tags and with those of the treebank, in half as many passes: mostly better than
predicted tags alone, whichever tags it meets later (docs/research/text.md has the figures). It learns from predicted
tags alone in one pass, as support vector machines do, and where the treebank is so large that tables of weights have no
room for twice the features. Which kind of parser suits the treebank is tried with predicted tags.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from multiplane.learn.features.attributes import compile_attributes
from multiplane.learn.features.clusters import Clusters, read_clusters
from multiplane.learn.features.configurations import FeatureModel
from multiplane.learn.features.files import AnyFeatures
from multiplane.learn.kinds import options_for
from multiplane.learn.options import InEpochs, Options, options_of
from multiplane.learn.training.asked import Auto, asked_for, by_budget
from multiplane.learn.training.run import Run, TrainingStopped, run_of
from multiplane.learn.training.sets import Source, training_sets
from multiplane.learn.training.train import train as train_parser
from multiplane.text.cross_tagging import jackknife
from multiplane.text.lemmatizer import train_lemmatizer
from multiplane.text.lemmatizer.trainer import has_lemmas
from multiplane.text.pipeline.model import Pipeline
from multiplane.text.pipeline.steps import PipelineStep
from multiplane.text.tagger import train_tagger
from multiplane.text.tokenizer.train import train_tokenizer
from multiplane.treebank.treebank import Treebank

Result = TypeVar("Result")
MIN_WEIGHT = 3
"""Smaller weights of the tagger, of 127, are left out: that costs next to nothing."""

MAX_WORDS = 250_000
"""Larger treebanks are learned from with predicted tags alone."""


def train_pipeline(
    train: Source,
    dev: Source | None = None,
    model: str | Options | None = None,
    *,
    gold_tags: bool = False,
    fast: bool = False,
    clusters: Clusters | str | Path | None = None,
    run: Run | None = None,
    licence: str | None = None,
    source: str | None = None,
    language: str | None = None,
    **options: Any,
) -> Pipeline:
    """Train tokenizer, tagger, lemmatizer and parser; ``model`` and the options are those of `multiplane.train`.

    The parser learns from predicted tags and from those of the treebank, and the epoch with the best score on ``dev``,
    tagged by the tagger, is kept; with ``gold_tags``, all tags are those of the treebanks. Word ``clusters`` are for
    the tagger, and for a linear transition parser whose features look at them.

    >>> rows = ["1 Hens hen NOUN _ _ 2 nsubj _ _", "2 lay lay VERB _ _ 0 root _ _"]
    >>> hens = Treebank.from_text("\\n".join(rows).replace(" ", "\\t"))
    >>> nlp = train_pipeline(hens, hens, system="arc-eager", gold_tags=True, epochs=2)
    >>> [(word.form, word.upos, word.head_id) for word in nlp("Hens lay")[0]]
    [('Hens', 'NOUN', 2), ('lay', 'VERB', 0)]
    """
    run, options = run_of(run, options)
    say = run.announce
    run.check()
    known = read_clusters(clusters) if isinstance(clusters, str | Path) else clusters
    asked = asked_for(model, fast, options, say)
    if isinstance(asked, Auto) and asked.budget is None and known is not None:
        asked = asked_for(None, False, {**options, "clusters": known}, say)
    asked = asked.loaded()
    own = getattr(asked, "features", None)
    if isinstance(own, FeatureModel):
        compile_attributes(own.attributes, known)
    treebank, development = training_sets(train, dev, asked.seed, say)
    if isinstance(asked, Auto):
        asked = by_budget(asked, treebank.word_count, say)
    if "clusters" in options_of(type(asked)) and looks_at_clusters(own):
        asked = options_for(asked, clusters=known)
    seed = asked.seed

    steps = train_steps(treebank, seed, known, say)
    crossed = None
    if not gold_tags:
        cross_tag = partial(jackknife, treebank, seed=seed, clusters=known)
        crossed = timed("tags as the parser will see them", cross_tag, say)
        if not isinstance(asked, InEpochs) or treebank.word_count > MAX_WORDS:
            treebank = crossed
        else:
            asked = replace(asked, epochs=asked.epochs or epochs_over_both(asked, treebank))
            treebank = treebank + crossed
        for step in steps:
            development = step.annotate(development, overwrite=True)
    parser_run = replace(run, output=None)
    try:
        parser = train_parser(
            treebank,
            development,
            asked,
            run=parser_run,
            licence=licence,
            source=source,
            language=language,
            trial=crossed,
        )
    except TrainingStopped as stopped:
        if stopped.parser is not None:
            _finished([*steps, stopped.parser], run)
        raise
    return _finished([*steps, parser], run)


def train_steps(
    treebank: Treebank, seed: int, clusters: Clusters | None, say: Callable[[str], None]
) -> list[PipelineStep]:
    """Train the steps before the parser, two at a time; a lemmatizer only if there are lemmas."""
    work: dict[str, Callable[[], PipelineStep]] = {
        "tokenizer": lambda: train_tokenizer(treebank, seed=seed),
        "tagger": lambda: train_tagger(treebank, seed=seed, clusters=clusters).pruned(MIN_WEIGHT),
    }
    if has_lemmas(treebank):
        work["lemmatizer"] = lambda: train_lemmatizer(treebank)
    with ThreadPoolExecutor(2) as pool:
        trained = [pool.submit(timed, name, job, say) for name, job in work.items()]
        return [step.result() for step in trained]


def timed(name: str, work: Callable[[], Result], say: Callable[[str], None]) -> Result:
    """Do some work and announce how long it took."""
    began = time.perf_counter()
    result = work()
    say(f"{name}: {time.perf_counter() - began:.1f} s")
    return result


def looks_at_clusters(features: AnyFeatures | None) -> bool:
    """Whether a linear transition parser with these features uses clusters; by default it does.

    >>> from multiplane.learn import read_features
    >>> looks_at_clusters(None), looks_at_clusters(read_features("nivreeager"))
    (True, False)
    """
    return features is None or any(name.startswith("cluster") for name in features.attributes)


def epochs_over_both(asked: InEpochs, treebank: Treebank) -> int:
    """Half of the usual epochs: there will be twice as many sentences.

    >>> import multiplane
    >>> german = multiplane.read("sample:german")
    >>> [epochs_over_both(options_for(model), german) for model in ("arc-factored", "neural")]
    [10, 30]
    """
    return (asked.usual_epochs(treebank.word_count) + 1) // 2


def _finished(steps: list[PipelineStep], run: Run) -> Pipeline:
    pipeline = Pipeline(tuple(steps))
    if run.output is not None:
        pipeline.save(run.output)
    return pipeline
