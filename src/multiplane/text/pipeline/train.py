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
from functools import partial
from pathlib import Path
from typing import Any, TypeAlias, TypeVar

from multiplane.learn.features.attributes import compile_attributes
from multiplane.learn.features.clusters import Clusters, read_clusters
from multiplane.learn.features.configurations import FeatureModel
from multiplane.learn.features.files import AnyFeatures, read_features
from multiplane.learn.model.parser import Parser
from multiplane.learn.training.auto import FAST, config_left_open, is_left_open
from multiplane.learn.training.config import TrainingConfig, check_options, trained_kind
from multiplane.learn.training.development import hold_out
from multiplane.learn.training.loop import TrainingStopped
from multiplane.learn.training.train import Source, check_writable, read_trees, train
from multiplane.text.cross_tagging import jackknife
from multiplane.text.lemmatizer import Lemmatizer, train_lemmatizer
from multiplane.text.lemmatizer.trainer import has_lemmas
from multiplane.text.pipeline.model import Pipeline
from multiplane.text.tagger import Tagger, train_tagger
from multiplane.text.tokenizer.model import Tokenizer
from multiplane.text.tokenizer.train import train_tokenizer
from multiplane.transition import System
from multiplane.treebank.treebank import Treebank

Result = TypeVar("Result")
MIN_WEIGHT = 3
"""Smaller weights of the tagger, of 127, are left out: that costs next to nothing."""

MAX_WORDS = 250_000
"""Larger treebanks are learned from with predicted tags alone."""

OF_PARSERS = ("decoder", "beam", "vectors", "oracle", "buffer_arcs", "ensemble", "units")
"""Options that choose a kind of parser, or go with one."""

Parts: TypeAlias = tuple[Tokenizer, Tagger, Lemmatizer | None]


def train_pipeline(
    training: Source,
    dev: Source | None = None,
    *,
    gold_tags: bool = False,
    model: str | None = None,
    fast: bool = False,
    system: str | System | None = None,
    features: AnyFeatures | str | Path | None = None,
    epochs: int | None = None,
    clusters: Clusters | str | Path | None = None,
    seed: int = 0,
    output: str | Path | None = None,
    announce: Callable[[str], None] | None = None,
    **options: Any,
) -> Pipeline:
    """Train tokenizer, tagger, lemmatizer and parser; ``options`` are those of `multiplane.train`, for the parser.

    The parser learns from predicted tags and from those of the treebank, and the pass with the best score on ``dev``,
    tagged by the tagger, is kept; with ``gold_tags``, all tags are those of the treebanks. Word ``clusters`` are for
    the tagger, and for a linear transition parser whose features look at them. The pipeline is saved to ``output``.

    >>> rows = ["1 Hens hen NOUN _ _ 2 nsubj _ _", "2 lay lay VERB _ _ 0 root _ _"]
    >>> hens = Treebank.from_text("\\n".join(rows).replace(" ", "\\t"))
    >>> nlp = train_pipeline(hens, hens, system="arc-eager", gold_tags=True, epochs=2)
    >>> [(word.form, word.upos, word.head_id) for word in nlp("Hens lay")[0]]
    [('Hens', 'NOUN', 2), ('lay', 'VERB', 0)]
    """
    say = announce or (lambda text: None)
    if output is not None:
        check_writable(Path(output))
    known = read_clusters(clusters) if isinstance(clusters, str | Path) else clusters
    left_open = is_left_open(model, system, fast)
    kind = trained_kind(model or "transition", system)
    if isinstance(features, str | Path):
        features = read_features(features, kind)
    given = {name: options[name] for name in OF_PARSERS if options.get(name) is not None}
    if left_open and not given and features is None:
        given["clusters"] = known
    config = TrainingConfig(kind, None if left_open else FAST if fast else system, features=features, **given)
    if not left_open:
        check_options(config)
    if isinstance(features, FeatureModel):
        compile_attributes(features.attributes, known)
    treebank = read_trees(training)
    if dev is None:
        treebank, development = hold_out(treebank, seed)
        whole = len(treebank) + len(development)
        say(f"no development set: {len(development):,} of {whole:,} sentences are held out as one")
    else:
        development = read_trees(dev)
    if left_open:
        config, options["budget"] = config_left_open(config, options.get("budget"), treebank.word_count, say)
        check_options(config)
    if "clusters" in config.entry.options and looks_at_clusters(features):
        options["clusters"] = known

    def timed(name: str, work: Callable[[], Result]) -> Result:
        began = time.perf_counter()
        result = work()
        say(f"{name}: {time.perf_counter() - began:.1f} s")
        return result

    lemmas = has_lemmas(treebank)
    with ThreadPoolExecutor(2) as pool:
        tagger = pool.submit(
            timed, "tagger", lambda: train_tagger(treebank, seed=seed, clusters=known).pruned(MIN_WEIGHT)
        )
        tokenizer = pool.submit(timed, "tokenizer", lambda: train_tokenizer(treebank, seed=seed))
        lemmatizer = pool.submit(timed, "lemmatizer", lambda: train_lemmatizer(treebank)) if lemmas else None
        parts = tokenizer.result(), tagger.result(), lemmatizer.result() if lemmatizer else None
    if not gold_tags:
        cross_tag = partial(jackknife, treebank, seed=seed, clusters=known)
        crossed = timed("tags as the parser will see them", cross_tag)
        options["trial"] = crossed
        if config.entry.in_one_pass or treebank.word_count > MAX_WORDS:
            treebank = crossed
        else:
            if epochs is None:
                epochs = passes_over_both(config, treebank)
            treebank = treebank + crossed
        development = parts[1].tag(development, overwrite=True)
        if parts[2] is not None:
            development = parts[2].lemmatize(development, overwrite=True)
    try:
        parser = train(
            treebank,
            development,
            model=config.model,
            system=config.system,
            features=features,
            epochs=epochs,
            seed=seed,
            announce=announce,
            **options,
        )
    except TrainingStopped as stopped:
        if stopped.parser is not None:
            _finished(parts, stopped.parser, output)
        raise
    return _finished(parts, parser, output)


def looks_at_clusters(features: AnyFeatures | None) -> bool:
    """Whether a linear transition parser with these features has a use for clusters: by default it has.

    >>> looks_at_clusters(None), looks_at_clusters(read_features("nivreeager"))
    (True, False)
    """
    return features is None or any(name.startswith("cluster") for name in features.attributes)


def passes_over_both(config: TrainingConfig, treebank: Treebank) -> int:
    """Half of the passes that a training would have: there will be twice as many sentences.

    >>> import multiplane
    >>> german = multiplane.read("sample:german")
    >>> [passes_over_both(TrainingConfig(model), german) for model in ("arc-factored", "neural")]
    [10, 30]
    """
    passes = config.for_treebank(treebank).epochs
    assert passes is not None
    return (passes + 1) // 2


def _finished(parts: Parts, parser: Parser, output: str | Path | None) -> Pipeline:
    pipeline = Pipeline((*(part for part in parts if part is not None), parser))
    if output is not None:
        pipeline.save(output)
    return pipeline
