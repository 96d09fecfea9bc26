"""Treebanks of generated sentences for tests."""

from __future__ import annotations

from multiplane.generate.sentences import generate_sentences
from multiplane.treebank import Treebank


def generated(size: int, seed: int = 0, **options: float) -> Treebank:
    return Treebank.from_text("".join(generate_sentences(size, seed, **options)))  # type: ignore[arg-type]
