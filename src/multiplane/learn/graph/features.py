"""The feature model of the arc-factored parser, compiled: attributes of words, and templates over them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from multiplane.learn.features.attributes import Attributes, compile_attributes
from multiplane.learn.graph.templates import ARC_WORDS, CIRCUMSTANCES, RELATIVES, Terms, attributes_of, compile_terms


class Features(NamedTuple):
    """Attributes of words, and templates over them: of pairs, of pairs with what is between them, of labels."""

    attributes: Attributes
    pairs: Terms
    between: Terms
    labels: Terms


def compile_features(arc_templates: Sequence[str], label_templates: Sequence[str]) -> Features:
    """Templates of arcs and labels, ready for the kernels.

    >>> features = compile_features(["h.upos d.upos", "h.upos b.upos d.upos"], ["h.form d.form direction"])
    >>> len(features.attributes.rows), len(features.pairs.counts), len(features.between.counts)
    (2, 1, 1)
    """
    names = attributes_of([*arc_templates, *label_templates])
    between = [template for template in arc_templates if any(term.startswith("b") for term in template.split())]
    pairs = [template for template in arc_templates if template not in between]
    return Features(
        compile_attributes(names),
        compile_terms(pairs, names, ARC_WORDS),
        compile_terms(between, names, ARC_WORDS),
        compile_terms(label_templates, names, tuple(RELATIVES), CIRCUMSTANCES),
    )
