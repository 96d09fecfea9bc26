"""A finished lemmatizer: edit rules and decisions, from a file or from training, over treebanks, back into a file."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from multiplane.kernels.arrays import Bool, Int32, Int64, UInt8, UInt16
from multiplane.kernels.jit import kernel
from multiplane.learn.columns import has_value
from multiplane.learn.model.contents import ModelFile
from multiplane.learn.model.file import load_model, save_model
from multiplane.parallel import in_threads, small_pieces
from multiplane.text.keys import keys_from_file, slots_of
from multiplane.text.lemmatizer.decisions import CONTEXTS, RuleDecisions, find_contexts, find_decision
from multiplane.text.lemmatizer.rules import CAPITALS, EditRule, EditRules, compile_rules, write_lemma
from multiplane.text.letters import MAX_BYTES, capital_letters, small_letters
from multiplane.treebank.conll.rewrite import Fields, with_fields
from multiplane.treebank.encode import extended
from multiplane.treebank.strings import copy
from multiplane.treebank.treebank import Treebank

KIND = "lemmatizer"
WORDS_PER_PIECE = 50_000

_FORM = 1


@dataclass(frozen=True, eq=False)
class Lemmatizer:
    """Gives words their lemmas, from their forms and tags.

    >>> import multiplane
    >>> from multiplane.text.lemmatizer import train_lemmatizer
    >>> german = multiplane.read("sample:german")
    >>> lemmatizer = train_lemmatizer(german)
    >>> bare = german.with_columns({"lemma": ["_"] * german.word_count})
    >>> lemmatizer.lemmatize(bare) == german
    True
    """

    name: ClassVar[str] = KIND
    kind: ClassVar[str] = KIND
    needs: ClassVar[tuple[str, ...]] = ("tokens", "tags")
    gives: ClassVar[str] = "lemmas"

    rules: tuple[EditRule, ...]
    keys: Int32
    decided: UInt16

    def __repr__(self) -> str:
        return f"<Lemmatizer: {len(self.rules):,} rules, {len(self.keys):,} decisions>"

    def lemmatize(self, treebank: Treebank, workers: int | None = None, *, overwrite: bool = False) -> Treebank:
        """The treebank with lemmas in sentences that have none; with ``overwrite``, in all. No other byte changes.

        In a sentence with lemmas, a word without one is meant to have none, as the second part of a word is that was
        split by mistake.
        """
        layout, wanted = treebank.layout, np.ones(treebank.word_count, np.bool_)
        if not overwrite:
            wanted = ~_has_lemmas(treebank)
        if not wanted.any():
            return treebank
        longest = int(np.diff(self._rules.ends[::2]).max(initial=0))

        def lemmatize_piece(piece: tuple[int, int]) -> tuple[UInt8, Int64]:
            start, stop = piece
            words = slice(layout.offsets[start], layout.offsets[stop])
            found: tuple[UInt8, Int64] = lemmatize_words(
                layout.data,
                layout.spans[start : stop + 1],
                layout.offsets[start : stop + 1] - layout.offsets[start],
                layout.columns[words],
                self._decisions,
                self._rules,
                small_letters(),
                capital_letters(),
                wanted[words],
                longest,
            )
            return found

        pieces = in_threads(lemmatize_piece, small_pieces(layout.offsets, workers, WORDS_PER_PIECE), workers)
        ends = np.zeros(treebank.word_count + 1, np.int64)
        np.cumsum(np.concatenate([np.diff(ends) for _, ends in pieces]), out=ends[1:])
        ids = np.where(np.diff(ends) > 0, np.arange(treebank.word_count), -1).astype(np.int32)
        blob = np.concatenate([blob for blob, _ in pieces])
        return Treebank(with_fields(layout, {"lemma": Fields(ids, blob, ends)}), treebank.format, treebank.source)

    annotate = lemmatize

    @cached_property
    def _rules(self) -> EditRules:
        return compile_rules(list(self.rules))

    @cached_property
    def _decisions(self) -> RuleDecisions:
        return RuleDecisions(self.keys, self.decided, slots_of(self.keys))

    def header(self) -> dict[str, Any]:
        """The texts of the rules, under the key ``lemmatizer``."""
        texts = {"prefixes": [rule.prefix for rule in self.rules], "suffixes": [rule.suffix for rule in self.rules]}
        return {KIND: texts}

    def tensors(self) -> dict[str, NDArray[Any]]:
        """The arrays, their names beginning with ``lemmatizer_``."""
        steps = np.array([(rule.case, rule.front, rule.back) for rule in self.rules], np.uint8).reshape(-1, 3)
        return {f"{KIND}_steps": steps, f"{KIND}_keys": self.keys, f"{KIND}_rules": self.decided}

    @classmethod
    def from_file(cls, file: ModelFile) -> Lemmatizer:
        """Read the lemmatizer from a file, and check that everything in it fits together."""
        prefixes, suffixes = file.strings(KIND, "prefixes"), file.strings(KIND, "suffixes")
        for text in (*prefixes, *suffixes):
            if not set(text).isdisjoint("\t\n\r\0") or any("\ud800" <= sign <= "\udfff" for sign in text):
                raise file.fault(f"{text!r} in a rule for lemmas", "text for a column")
        steps = file.tensor(f"{KIND}_steps", np.uint8, (len(prefixes), 3))
        if len(suffixes) != len(prefixes) or not prefixes:
            raise file.fault(f"{len(prefixes)} prefixes and {len(suffixes)} suffixes of rules", "as many, and some")
        if steps[:, 0].max() > CAPITALS:
            raise file.fault(f"{steps[:, 0].max()} as the case of a rule for lemmas", f"0 to {CAPITALS}")
        keys = keys_from_file(file, f"{KIND}_keys")
        decided = file.tensor(f"{KIND}_rules", np.uint16, keys.shape, high=len(prefixes) - 1)
        rows = zip(steps.tolist(), prefixes, suffixes, strict=True)
        rules = tuple(EditRule(case, front, prefix, back, suffix) for (case, front, back), prefix, suffix in rows)
        return cls(rules, keys, decided)

    def save(self, path: str | Path) -> None:
        """Write the lemmatizer to a file of its own, whole or not at all; the same lemmatizer, the same bytes."""
        save_model(path, KIND, self.header(), self.tensors())

    @staticmethod
    def load(path: str | Path) -> Lemmatizer:
        """The lemmatizer in a file."""
        return Lemmatizer.from_file(load_model(path))


def _has_lemmas(treebank: Treebank) -> Bool:
    """For every word, whether there are lemmas in its sentence."""
    lemmas_before = np.concatenate([[0], np.cumsum(has_value(treebank, "lemma"))])[treebank.offsets]
    return np.repeat(np.diff(lemmas_before) > 0, np.diff(treebank.offsets))


@kernel(steps=lambda data, spans, offsets, columns, *_: 300 * len(columns))
def lemmatize_words(
    data: UInt8,
    spans: Int64,
    offsets: Int64,
    columns: Int32,
    decisions: RuleDecisions,
    rules: EditRules,
    lower: UInt16,
    upper: UInt16,
    wanted: Bool,
    longest: int,
) -> tuple[UInt8, Int64]:
    """The lemmas of the words that want one, one after the other, and where they end."""
    out = np.empty(16 * len(columns) + 1024, np.uint8)
    ends = np.zeros(len(columns) + 1, np.int64)
    scratch, contexts = np.empty(MAX_BYTES, np.uint8), np.empty(CONTEXTS, np.int32)
    filled = 0
    for sentence in range(len(offsets) - 1):
        base = spans[sentence]
        for word in range(offsets[sentence], offsets[sentence + 1]):
            if wanted[word]:
                start, end = base + columns[word, _FORM], base + columns[word, _FORM + 1] - 1
                room = end - start + longest + 2
                if filled + room > len(out):
                    out = extended(out, len(out) + room)
                find_contexts(data, base, columns, word, lower, scratch, contexts)
                written = -1
                for context in range(CONTEXTS):
                    rule = find_decision(decisions, contexts[context])
                    if rule >= 0:
                        written = write_lemma(rules, rule, data, start, end, lower, upper, out, filled)
                        if written >= 0:
                            break
                filled = written if written >= 0 else copy(data, start, end, out, filled)
            ends[word + 1] = filled
    return out[:filled].copy(), ends
