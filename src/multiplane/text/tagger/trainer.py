"""The training of a tagger: a dictionary, rows for the features that occur, then passes over the sentences."""

from __future__ import annotations

import time

import numpy as np

from multiplane.errors import MultiplaneError
from multiplane.kernels.alignment import aligned
from multiplane.kernels.arrays import Int32, Int64
from multiplane.learn.features.clusters import Clusters
from multiplane.learn.training.run import Progress, ProgressCallback
from multiplane.learn.transition.linear.weights import (
    LARGEST,
    largest_average,
    round_averages,
    row_width,
)
from multiplane.text.tagger.dictionary import learn_dictionary
from multiplane.text.tagger.logistic import COUNTERS, count_features, learn_tags
from multiplane.text.tagger.model import Tagger, longest_list, tag_parts
from multiplane.text.tagger.scoring import new_workspace
from multiplane.text.tagger.tagset import tagset_of
from multiplane.text.tagger.templates import CLUSTER_TEMPLATES, DEFAULT_TEMPLATES, compile_templates
from multiplane.text.tagger.words import CLASS, FORM, KNOWN, USUAL, word_attributes
from multiplane.treebank.treebank import Treebank

EPOCHS = 6
BITS = 19
MIN_BITS = 10
LANES = 16
SENTENCES_OF_A_BLOCK = 400
MIN_BLOCKS = 10
WORD_DROPOUT = 1.0
"""In every pass a word that occurs n times is not recognised WORD_DROPOUT times of WORD_DROPOUT + n."""


def bits_for(words: int, most: int = BITS) -> int:
    """The size of the table for a training set of so many words.

    >>> bits_for(300), bits_for(1_000_000)
    (12, 19)
    """
    return max(MIN_BITS, min(most, (words * 8).bit_length()))


class TaggerTrainer:
    """Learns a tagger from the tags of a treebank.

    >>> import multiplane
    >>> dutch = multiplane.read("sample:dutch-2")
    >>> trainer = TaggerTrainer(dutch)
    >>> updates, decisions = trainer.step(np.arange(len(dutch)))
    >>> trainer.model()
    <Tagger: 9 tags, 10 words>
    """

    def __init__(
        self,
        train: Treebank,
        *,
        templates: tuple[str, ...] | None = None,
        clusters: Clusters | None = None,
        bits: int | None = None,
        seed: int = 1,
    ) -> None:
        if not train.word_count:
            raise MultiplaneError(f"{train.source}: found no words; expected tagged sentences to learn from")
        self.tagset, self._tags = tagset_of(train)
        if len(self.tagset) > 1 << 16:
            raise MultiplaneError(f"{train.source}: found {len(self.tagset):,} kinds of tag; expected at most 65,536")
        self.templates = templates or DEFAULT_TEMPLATES + (CLUSTER_TEMPLATES if clusters is not None else ())
        self.clusters = clusters
        self._offsets = train.offsets
        self._words = word_attributes(train.layout, clusters)
        size = max(1, min(SENTENCES_OF_A_BLOCK, len(train) // MIN_BLOCKS))
        blocks = np.repeat(np.arange(len(train)) // size, np.diff(train.offsets))
        self.dictionary, own = learn_dictionary(self._words, self._tags, self.tagset.kinds, blocks)
        self._words[:, [CLASS, USUAL]] = own
        _, forms, counts = np.unique(self._words[:, FORM], return_inverse=True, return_counts=True)
        self._unknown = WORD_DROPOUT / (WORD_DROPOUT + counts[forms])
        self._compiled, self._parts = compile_templates(self.templates), tag_parts(self.tagset)
        self._columns = self.tagset.parts[2]
        width = -(-self._columns // LANES) * LANES
        candidates = longest_list(self.dictionary) + 1
        longest = int(np.diff(train.offsets).max())
        self._space = new_workspace(self._compiled, len(self.tagset), candidates, longest, keeps_rows=True)
        rows = 1 << (bits or bits_for(train.word_count))
        self.owners = np.zeros(rows, np.uint8)
        counters, most = np.zeros(COUNTERS, np.uint16), np.zeros(rows, np.uint16)
        for claim in (False, True):
            count_features(
                self._compiled,
                self._words,
                self._offsets,
                self._tags,
                self._parts,
                self._space,
                counters,
                self.owners,
                most,
                claim,
            )
        self._weights, self._sums = np.zeros((rows, width), np.float32), np.zeros((rows, width), np.float32)
        self._squares = np.zeros(rows, np.float32)
        self._seed, self._passes, self._seen = seed, 0, 0

    def words_of_pass(self) -> Int32:
        """The words of the next pass, some of them treated as unknown so that it learns from their letters."""
        words = self._words.copy()
        unknown = np.random.default_rng((self._seed, self._passes)).random(len(words)) < self._unknown
        for column in KNOWN:
            words[unknown, column] = 0
        return words

    def step(self, order: Int64) -> tuple[int, int]:
        """Learn from these sentences, in this order; return the number of updates and of decisions."""
        updates, decisions = learn_tags(
            self._compiled,
            self.owners,
            self._weights,
            self._sums,
            self._squares,
            self._parts,
            self.tagset.tags,
            self.dictionary,
            self._words,
            self.words_of_pass(),
            self._offsets,
            self._tags,
            self._space,
            np.array(order, np.int64),
            self._seen,
        )
        self._space.stamps[:] = -1
        self._seen += decisions
        self._passes += 1
        return updates, decisions

    def model(self) -> Tagger:
        """The tagger with weights averaged over all decisions so far."""
        now = np.float32(self._seen + 1)
        largest = largest_average(self._weights, self._sums, now)
        scale = np.float32(LARGEST / largest if largest else 1.0)
        weights = aligned((len(self._weights), row_width(self._columns)), np.int8)
        round_averages(self._weights, self._sums, now, scale, weights)
        owners = np.where(weights.any(axis=1), self.owners, 0).astype(np.uint8)
        return Tagger(self.tagset, self.templates, self.dictionary, weights, owners, self.clusters)


def train_tagger(
    train: Treebank,
    *,
    epochs: int = EPOCHS,
    seed: int = 1,
    templates: tuple[str, ...] | None = None,
    clusters: Clusters | None = None,
    bits: int | None = None,
    progress: ProgressCallback | None = None,
) -> Tagger:
    """A tagger that has learned from a treebank in so many passes; ``progress`` is told of each.

    >>> rows = ["1 Hens hen NOUN _ _ 2 nsubj _ _", "2 lay lay VERB _ _ 0 root _ _"]
    >>> train_tagger(Treebank.from_text("\\n".join(rows).replace(" ", "\\t")), epochs=1)
    <Tagger: 2 tags, 2 words>
    """
    if epochs < 1:
        raise MultiplaneError(f"found {epochs} epochs; expected at least 1")
    trainer = TaggerTrainer(train, templates=templates, clusters=clusters, bits=bits, seed=seed)
    for epoch in range(epochs):
        order = np.random.default_rng((seed, epoch)).permutation(len(train))
        began = time.perf_counter()
        updates, decisions = trainer.step(order)
        if progress is not None:
            speed = train.word_count / max(1e-9, time.perf_counter() - began)
            progress(Progress(epoch + 1, epochs, len(train), len(train), updates, decisions, speed))
    return trainer.model()
