"""Linear scores of arcs and labels: sums of 16-bit weights of hashed features."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

from multiplane.kernels.arrays import Float64, Int16, Int32
from multiplane.learn.arc_factored.linear.arcs import score_arcs, sides_of
from multiplane.learn.arc_factored.linear.labels import label_features, score_all_labels
from multiplane.learn.features.arcs import ArcFeatureModel, CompiledArcTemplates
from multiplane.learn.features.attributes import word_attributes
from multiplane.treebank.conll.layout import Layout


@dataclass(frozen=True, eq=False)
class LinearArcScorer:
    """``arc_weights[f]`` times ``scale`` is what feature f adds to the score of an arc, ``label_weights[f, l]`` what it
    adds to that of label l.
    """

    features: ArcFeatureModel
    arc_weights: Int16
    label_weights: Int16
    scale: float

    @cached_property
    def compiled(self) -> CompiledArcTemplates:
        return self.features.compile()

    def in_context(self, layout: Layout) -> list[Int32]:
        """The attributes of each sentence's words: features are made of them when arcs or labels are scored."""
        words = word_attributes(layout, self.compiled.attributes)
        return [words[first:last] for first, last in pairwise(layout.offsets.tolist())]

    def arc_scores(self, words: Int32) -> Float64:
        """The scores of all arcs of a sentence."""
        sides = sides_of(words, self.compiled.pairs, self.compiled.between)
        return score_arcs(sides, self.arc_weights, self.scale)

    def label_scores(self, words: Int32, heads: Int32) -> Int32:
        """The scores of all labels of the arcs of a tree, comparable for one arc only."""
        features = label_features(words, heads, self.compiled.labels, len(self.label_weights) - 1)
        return score_all_labels(features, self.label_weights)
