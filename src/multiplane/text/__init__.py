"""From characters to words: tokenizer and sentence splitter, multiword tokens, and the pipeline from text to trees."""

from __future__ import annotations

from typing import TYPE_CHECKING

from multiplane.lazy import lazy_names

if TYPE_CHECKING:
    from multiplane.text.cross_tagging import jackknife
    from multiplane.text.lemmatizer import Lemmatizer, train_lemmatizer
    from multiplane.text.multiword.splitter import WordSplitter
    from multiplane.text.pipeline.model import Pipeline, load
    from multiplane.text.pipeline.train import train_pipeline
    from multiplane.text.raw_text import text_of
    from multiplane.text.tagger import Tagger, train_tagger
    from multiplane.text.tokenizer.model import Tokenizer
    from multiplane.text.tokenizer.stream import tokenize_blocks
    from multiplane.text.tokenizer.train import train_tokenizer

_HOMES = {
    "Lemmatizer": "lemmatizer",
    "Pipeline": "pipeline.model",
    "Tagger": "tagger",
    "jackknife": "cross_tagging",
    "load": "pipeline.model",
    "text_of": "raw_text",
    "train_lemmatizer": "lemmatizer",
    "train_pipeline": "pipeline.train",
    "train_tagger": "tagger",
    "Tokenizer": "tokenizer.model",
    "WordSplitter": "multiword.splitter",
    "tokenize_blocks": "tokenizer.stream",
    "train_tokenizer": "tokenizer.train",
}

__all__ = [
    "Lemmatizer",
    "Pipeline",
    "Tagger",
    "Tokenizer",
    "WordSplitter",
    "jackknife",
    "load",
    "text_of",
    "tokenize_blocks",
    "train_lemmatizer",
    "train_pipeline",
    "train_tagger",
    "train_tokenizer",
]

__getattr__, __dir__ = lazy_names(__name__, _HOMES, __all__)
