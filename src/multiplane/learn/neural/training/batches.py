"""Batches: sentences of similar length whose nodes follow each other, without padding."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from multiplane.kernels.arrays import Bool, Int64


class Batch(NamedTuple):
    """Some ``sentences`` of the treebank, and their nodes, the root of each before its words.

    Node i of sentence s is row ``nodes[s, i]`` of the batch; ``is_word[s, i]`` says whether there is such a node and it
    is no root. ``starts`` are the rows of the roots, and the number of all. The ``words`` of the treebank that are in
    the batch have the rows ``word_rows``, and the roots of their sentences the rows ``root_rows``.
    """

    sentences: Int64
    starts: Int64
    nodes: Int64
    is_word: Bool
    words: Int64
    word_rows: Int64
    root_rows: Int64


def cut_into_batches(lengths: Int64, sentences: Int64, max_words: int) -> list[Int64]:
    """Sentences in batches of similar length, none of more than so many words with padding but for a single sentence.

    >>> [part.tolist() for part in cut_into_batches(np.array([3, 9, 4, 2]), np.array([0, 1, 2, 3]), 12)]
    [[3, 0], [2], [1]]
    """
    order = sentences[np.argsort(lengths[sentences], kind="stable")]
    batches, begin = [], 0
    for end in range(1, len(order) + 1):
        if end == len(order) or (end - begin + 1) * (int(lengths[order[end]]) + 1) > max_words:
            batches.append(order[begin:end])
            begin = end
    return batches


def batch_of(offsets: Int64, sentences: Int64) -> Batch:
    """The batch of these sentences of a treebank, the words of which begin at these offsets.

    >>> batch = batch_of(np.array([0, 2, 5]), np.array([1, 0]))
    >>> batch.starts.tolist(), batch.words.tolist(), batch.word_rows.tolist(), batch.root_rows.tolist()
    ([0, 4, 7], [2, 3, 4, 0, 1], [1, 2, 3, 5, 6], [0, 0, 0, 4, 4])
    """
    firsts = offsets[sentences]
    lengths = offsets[sentences + 1] - firsts
    starts = np.concatenate([[0], np.cumsum(lengths + 1)]).astype(np.int64)
    places = np.arange(int(lengths.max()) + 1)
    exists = places[None, :] <= lengths[:, None]
    is_word = exists & (places > 0)[None, :]
    nodes = np.where(exists, starts[:-1, None] + places[None, :], 0)
    words = (firsts[:, None] + places[None, :] - 1)[is_word]
    return Batch(sentences, starts, nodes, is_word, words, nodes[is_word], np.repeat(starts[:-1], lengths))
