"""A finished tagger: from a file or from training, over treebanks, back into a file."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from multiplane.errors import MultiplaneError
from multiplane.kernels.arrays import Int8, Int32, UInt8
from multiplane.learn.features.clusters import Clusters, clusters_from_file, hashes_of
from multiplane.learn.model.contents import ModelFile
from multiplane.learn.model.file import load_model, save_model
from multiplane.learn.transition.linear.weights import dense, max_bits, pruned, rows_of, sparse, sparse_from_file
from multiplane.parallel import in_threads, small_pieces
from multiplane.text.keys import keys_from_file
from multiplane.text.tagger.dictionary import MAX_CANDIDATES, TagDictionary, TagLists, look_up_classes, tag_lists
from multiplane.text.tagger.scoring import TagParts, new_workspace, tag_words
from multiplane.text.tagger.tagset import COLUMNS, Tagset
from multiplane.text.tagger.templates import TagTemplates, compile_templates
from multiplane.text.tagger.words import word_attributes
from multiplane.treebank.treebank import Treebank

KIND = "tagger"
WORDS_PER_PIECE = 20_000
MAX_LIST = 512
"""No more tags of a word are looked at."""


@dataclass(frozen=True, eq=False)
class Tagger:
    """Gives words their UPOS, XPOS and FEATS.

    >>> import multiplane
    >>> nlp = multiplane.load()
    >>> tagged = nlp.tagger.tag(nlp.tokenizer.tokenize("She sleeps"))
    >>> [(word.upos, word.feats.split("|")[0]) for word in tagged[0]]
    [('PRON', 'Case=Nom'), ('VERB', 'Mood=Ind')]
    """

    name: ClassVar[str] = KIND
    kind: ClassVar[str] = KIND
    needs: ClassVar[tuple[str, ...]] = ("tokens",)
    gives: ClassVar[str] = "tags"

    tagset: Tagset
    templates: tuple[str, ...]
    dictionary: TagDictionary
    weights: Int8
    owners: UInt8
    clusters: Clusters | None = None

    def __repr__(self) -> str:
        return f"<Tagger: {len(self.tagset):,} tags, {len(self.dictionary.classes):,} words>"

    def tag(self, treebank: Treebank, workers: int | None = None, *, overwrite: bool = False) -> Treebank:
        """The treebank with tags for the words that have none; with ``overwrite``, for all. No other byte changes."""
        given = np.full(treebank.word_count, -1, np.int32) if overwrite else self.tagset.ids_of(treebank)
        if not (given < 0).any():
            return treebank
        found = self.predict(treebank, given, workers)
        fields = {name: _fields_of(self.tagset.tags[:, column], found) for column, name in enumerate(COLUMNS)}
        return treebank.with_columns(fields, {name: getattr(self.tagset, name) for name in COLUMNS})

    annotate = tag

    def predict(self, treebank: Treebank, given: Int32, workers: int | None = None) -> Int32:
        """The number of each word's tag; −1 for words with a tag that is given: its number is 0 or more."""
        words = word_attributes(treebank.layout, self.clusters)
        look_up_classes(self.dictionary, words)
        out = np.empty(len(words), np.int32)
        offsets, candidates = treebank.offsets, min(longest_list(self.dictionary), MAX_LIST)

        def tag_piece(piece: tuple[int, int]) -> None:
            start, stop = piece
            first, last = offsets[start], offsets[stop]
            longest = int(np.diff(offsets[start : stop + 1]).max(initial=0))
            tag_words(
                self._compiled,
                self.owners,
                self.weights,
                self.parts,
                self.dictionary,
                words[first:last],
                offsets[start : stop + 1] - first,
                given[first:last],
                new_workspace(self._compiled, len(self.tagset), candidates, longest),
                np.zeros((longest, self.weights.shape[1]), np.int16),
                np.zeros(self.weights.shape[1], np.int16),
                out[first:last],
            )

        in_threads(tag_piece, small_pieces(offsets, workers, WORDS_PER_PIECE), workers)
        return out

    @cached_property
    def parts(self) -> TagParts:
        """The tags as the kernels see them."""
        return tag_parts(self.tagset)

    @cached_property
    def _compiled(self) -> TagTemplates:
        return compile_templates(self.templates)

    def pruned(self, least: int) -> Tagger:
        """The same tagger without weights smaller than ``least``, of at most 127: a smaller file."""
        weights = pruned(self.weights, least)
        return replace(self, weights=weights, owners=np.where(weights.any(axis=1), self.owners, 0).astype(np.uint8))

    def header(self) -> dict[str, Any]:
        """Everything but the arrays, under the key ``tagger``."""
        about = {
            **{name: list(getattr(self.tagset, name)) for name in COLUMNS},
            "templates": list(self.templates),
            "bits": len(self.weights).bit_length() - 1,
        }
        return {KIND: about, **({} if self.clusters is None else {"clusters": list(self.clusters.names)})}

    def tensors(self) -> dict[str, NDArray[Any]]:
        """The arrays, their names beginning with ``tagger_``."""
        table = sparse(self.weights)
        found = {
            "tags": self.tagset.tags,
            **_tensors_of("word", self.dictionary.words),
            "word_classes": self.dictionary.classes,
            "word_frequent": self.dictionary.frequent.astype(np.bool_),
            **_tensors_of("ending", self.dictionary.endings),
            **table._asdict(),
            "owners": self.owners[rows_of(table)],
        }
        arrays = {f"{KIND}_{name}": array for name, array in found.items()}
        return {**arrays, **({} if self.clusters is None else self.clusters.tensors())}

    @classmethod
    def from_file(cls, file: ModelFile) -> Tagger:
        """Read the tagger from a file, and check that everything in it fits together."""
        vocabularies = [file.labels(KIND, name) for name in COLUMNS]
        tags = file.tensor(f"{KIND}_tags", np.uint16, (None, 3))
        for column, name in enumerate(COLUMNS):
            if tags[:, column].max(initial=0) >= len(vocabularies[column]):
                raise file.fault(f"a tag beyond the list '{KIND}.{name}' in its header", "one of the list")
            if len(set(vocabularies[column])) < len(vocabularies[column]):
                raise file.fault(f"a text twice in '{KIND}.{name}' in its header", "each once")
        if not len(tags):
            raise file.fault("no tags", "some")
        tagset = Tagset(tuple(vocabularies[0]), tuple(vocabularies[1]), tuple(vocabularies[2]), tags)
        templates = tuple(file.strings(KIND, "templates"))
        try:
            compile_templates(templates)
        except MultiplaneError as error:
            raise MultiplaneError(f"{file.path}: {error}") from None
        words = _lists_from_file(file, "word", len(tags))
        classes = file.tensor(f"{KIND}_word_classes", np.int32, words.keys.shape, low=0)
        frequent = file.tensor(f"{KIND}_word_frequent", np.bool_, words.keys.shape).astype(np.int32)
        dictionary = TagDictionary(words, classes, frequent, _lists_from_file(file, "ending", len(tags)))
        weights, owners = _table_from_file(file, tagset.parts[2])
        return cls(tagset, templates, dictionary, weights, owners, clusters_from_file(file))

    def save(self, path: str | Path) -> None:
        """Write the tagger to a file of its own, whole or not at all; the same tagger, the same bytes."""
        save_model(path, KIND, self.header(), self.tensors())

    @staticmethod
    def load(path: str | Path) -> Tagger:
        """The tagger in a file."""
        return Tagger.from_file(load_model(path))


def longest_list(dictionary: TagDictionary) -> int:
    """One more than the largest number of candidates."""
    return int(max(np.diff(dictionary.words.starts).max(initial=0), MAX_CANDIDATES)) + 1


def tag_parts(tagset: Tagset) -> TagParts:
    """The columns of each tag and the hashes of its parts, for the kernels; the last has none: no word."""
    columns, starts, _ = tagset.parts
    strings = [tagset.strings(tag) for tag in range(len(tagset))]
    names = [hashes_of(["\t".join(tag) for tag in strings] + ["\t"])]
    names.append(np.append(tagset.kinds, -1).astype(np.int32))
    names.append(np.append(tagset.tags[:, 0].astype(np.int32), -1).astype(np.int32))
    return TagParts(columns, starts, np.array(names, np.int32), np.append(tagset.roles, 0).astype(np.int32))


def _fields_of(column: NDArray[Any], found: Int32) -> Int32:
    """The ids of the strings of one column; −1 where a word keeps its own."""
    return np.where(found >= 0, column[np.maximum(found, 0)].astype(np.int32), -1).astype(np.int32)


def _tensors_of(name: str, lists: TagLists) -> dict[str, NDArray[Any]]:
    counts = np.diff(lists.starts).astype(np.uint16)
    return {f"{name}_keys": lists.keys, f"{name}_counts": counts, f"{name}_tags": lists.tags}


def _lists_from_file(file: ModelFile, name: str, tags: int) -> TagLists:
    keys = keys_from_file(file, f"{KIND}_{name}_keys")
    counts = file.tensor(f"{KIND}_{name}_counts", np.uint16, keys.shape, low=1, high=tags)
    total = int(counts.sum(dtype=np.int64))
    return tag_lists(keys, counts, file.tensor(f"{KIND}_{name}_tags", np.uint16, (total,), high=tags - 1))


def _table_from_file(file: ModelFile, columns: int) -> tuple[Int8, UInt8]:
    bits = file.integer(KIND, "bits", low=0, high=max_bits(columns))
    table = sparse_from_file(file, f"{KIND}_", bits, columns)
    owners = np.zeros(1 << bits, np.uint8)
    owners[rows_of(table)] = file.tensor(f"{KIND}_owners", np.uint8, table.gaps.shape)
    return dense(table, bits, columns), owners
