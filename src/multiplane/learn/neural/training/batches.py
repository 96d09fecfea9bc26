"""Batches: sentences of similar length whose words follow each other, without padding but in the matrices of arcs."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from multiplane.kernels.arrays import Bool, Float32, Int32, Int64
from multiplane.kernels.jit import kernel
from multiplane.learn.neural.encoders.rows import ROOT
from multiplane.learn.neural.heads.arcs.network import bucket

NEVER = np.float32(-1e9)


class Examples(NamedTuple):
    """The words of a treebank as the network sees them: rows of embeddings, tags, gold heads and labels; the root."""

    rows: Int32
    tags: Int32
    heads: Int32
    labels: Int32
    offsets: Int64
    root: Int32


class Batch(NamedTuple):
    """Nodes of several sentences, each with its root first.

    Node i of sentence s is row ``nodes[s, i]`` of the batch; ``is_word[s, i]`` says whether there is such a node and it
    is no root. Words have gold ``heads``, as nodes of their sentences, and ``labels``; ``head_rows`` and ``word_rows``
    are their rows in the batch. ``starts`` are the rows of the roots, and the number of all.
    """

    rows: Int32
    tags: Int32
    starts: Int64
    nodes: Int64
    is_word: Bool
    heads: Int64
    labels: Int64
    head_rows: Int64
    word_rows: Int64


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


def batch_of(examples: Examples, sentences: Int64) -> Batch:
    """The batch of these sentences."""
    firsts = examples.offsets[sentences]
    lengths = examples.offsets[sentences + 1] - firsts
    starts = np.concatenate([[0], np.cumsum(lengths + 1)]).astype(np.int64)
    places = np.arange(int(lengths.max()) + 1)
    exists = places[None, :] <= lengths[:, None]
    is_word = exists & (places > 0)[None, :]
    nodes = np.where(exists, starts[:-1, None] + places[None, :], 0)
    words = (firsts[:, None] + places[None, :] - 1)[is_word]
    rows = np.tile(examples.root, (int(starts[-1]), 1))
    tags = np.full(len(rows), min(ROOT, int(examples.tags.max(initial=0))), np.int32)
    word_rows = nodes[is_word]
    rows[word_rows], tags[word_rows] = examples.rows[words], examples.tags[words]
    heads = examples.heads[words].astype(np.int64)
    head_rows = np.repeat(starts[:-1], lengths) + heads
    labels = examples.labels[words].astype(np.int64)
    return Batch(rows, tags, starts, nodes, is_word, heads, labels, head_rows, word_rows)


@kernel
def arc_biases(starts: Int64, tags: Int32, distances: Float32, pairs: Float32, out: Float32) -> None:
    """``out[s, h, d]``: what distance and tags add to the score of an arc of sentence s, or `NEVER`."""
    for s in range(len(starts) - 1):
        first, nodes = starts[s], starts[s + 1] - starts[s]
        for h in range(out.shape[1]):
            for d in range(out.shape[2]):
                if h >= nodes or d >= nodes or h == d:
                    out[s, h, d] = NEVER
                else:
                    place = bucket(h, d)
                    out[s, h, d] = distances[place] + pairs[tags[first + h], tags[first + d], place]


@kernel
def arc_bias_gradients(starts: Int64, tags: Int32, gradient: Float32, distances: Float32, pairs: Float32) -> None:
    """Add the gradient of `arc_biases` to those of distances and of pairs of tags."""
    for s in range(len(starts) - 1):
        first, nodes = starts[s], starts[s + 1] - starts[s]
        for h in range(nodes):
            for d in range(1, nodes):
                if h != d:
                    place = bucket(h, d)
                    distances[place] += gradient[s, h, d]
                    pairs[tags[first + h], tags[first + d], place] += gradient[s, h, d]
