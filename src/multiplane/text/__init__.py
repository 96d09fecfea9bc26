"""From characters to words: tokenizer and sentence splitter, multiword tokens, and the pipeline from text to trees."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from multiplane.text.multiword.splitter import WordSplitter
    from multiplane.text.pipeline import Pipeline, load
    from multiplane.text.raw_text import text_of
    from multiplane.text.tokenizer.model import Tokenizer
    from multiplane.text.tokenizer.stream import tokenize_blocks
    from multiplane.text.tokenizer.train import train_tokenizer

_HOMES = {
    "Pipeline": "pipeline",
    "Tokenizer": "tokenizer.model",
    "WordSplitter": "multiword.splitter",
    "load": "pipeline",
    "text_of": "raw_text",
    "tokenize_blocks": "tokenizer.stream",
    "train_tokenizer": "tokenizer.train",
}

__all__ = ["Pipeline", "Tokenizer", "WordSplitter", "load", "text_of", "tokenize_blocks", "train_tokenizer"]


def __getattr__(name: str) -> Any:
    """Names are imported when first used, for each needs other kernels."""
    if name not in _HOMES:
        raise AttributeError(f"module 'multiplane.text' has no attribute {name!r}")
    value = getattr(importlib.import_module(f"multiplane.text.{_HOMES[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
