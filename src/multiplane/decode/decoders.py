"""The decoder of every class that has one, under the class's entry in the registry (`structure.classes`).

A new decoder is a line in `DECODERS`; the name of its class is then taken wherever a decoder can be named. So is
``schema:NAME`` for a parsing schema of `multiplane.deduce`, whose compiled kernels then search.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache, partial

from numpy.typing import ArrayLike

from multiplane.decode.by_schema import (
    PREFIX,
    class_of_schema,
    is_schema,
    longest_for,
    named_schema_search,
    schema_arc_probabilities,
    schema_name,
    schema_search,
)
from multiplane.decode.endpoint.decoder import endpoint_crossing_chart, endpoint_crossing_search
from multiplane.decode.gapped.backtrace import gapped_heads
from multiplane.decode.gapped.decoder import gapped_search
from multiplane.decode.gapped.gap_minding import gap_minding_heads, gap_minding_search
from multiplane.decode.multi_headed import multi_headed_heads, multi_headed_search
from multiplane.decode.projective.eisner import projective_heads
from multiplane.decode.projective.inside_outside import projective_arc_probabilities
from multiplane.decode.pruning import Search
from multiplane.decode.scores import Decoded, arc_scores, decoded, labelled_arc_scores
from multiplane.decode.spanning.chu_liu_edmonds import spanning_heads
from multiplane.decode.spanning.matrix_tree import arc_probabilities
from multiplane.deduce.schema import Schema
from multiplane.deduce.schemata import schema as schema_of
from multiplane.errors import MultiplaneError
from multiplane.kernels.arrays import Float64
from multiplane.structure.classes import (
    ALL,
    GAP_MINDING,
    MILDLY_ILL_NESTED,
    MULTI_HEADED,
    ONE_ENDPOINT_CROSSING,
    PROJECTIVE,
    WELL_NESTED_GAP,
    ClassFamily,
    TreeClass,
    listed,
    tree_class,
)

ArcProbabilities = Callable[[Float64, bool], tuple[float, Float64]]


@dataclass(frozen=True, slots=True)
class Decoder:
    """How the best tree of a class is found.

    ``search`` gives the search for the number of the class. It is exact at any length; a parser that must not take
    seconds for a sentence searches up to ``longest`` words, and for the best tree of the smaller class ``fallback``
    beyond. ``marginals`` gives what sums over the trees of the class with a number, None where that is not known how.
    """

    search: Callable[[int], Search]
    longest: int | None = None
    fallback: ClassFamily | None = None
    marginals: Callable[[int], ArcProbabilities | None] = lambda k: None


def well_nested_marginals(gaps: int) -> ArcProbabilities | None:
    """Sums over well-nested trees: those without gaps are the projective ones; more than one gap are not known."""
    if gaps == 0:
        return projective_arc_probabilities
    return partial(schema_arc_probabilities, WELL_NESTED_GAP) if gaps == 1 else None


DECODERS: dict[ClassFamily, Decoder] = {
    ALL: Decoder(lambda k: spanning_heads, marginals=lambda k: arc_probabilities),
    PROJECTIVE: Decoder(lambda k: projective_heads, marginals=lambda k: projective_arc_probabilities),
    ONE_ENDPOINT_CROSSING: Decoder(lambda k: endpoint_crossing_search, 120, PROJECTIVE),
    GAP_MINDING: Decoder(
        lambda k: gap_minding_search, 80, PROJECTIVE, lambda k: partial(schema_arc_probabilities, GAP_MINDING)
    ),
    WELL_NESTED_GAP: Decoder(
        lambda k: partial(gapped_search, gaps=k, interleaving=False), 40, GAP_MINDING, well_nested_marginals
    ),
    MILDLY_ILL_NESTED: Decoder(lambda k: partial(gapped_search, gaps=k, interleaving=True), 40, GAP_MINDING),
    MULTI_HEADED: Decoder(lambda k: partial(multi_headed_search, k=k), 60, PROJECTIVE),
}

NAMES = tuple(family.named(family.example or 0) for family in DECODERS)
"""A class of every family that has a decoder."""


def decodable_class(class_name: str) -> TreeClass:
    """The class of a name, if it has a decoder.

    >>> decodable_class("spanning-tree").name
    'all'
    >>> decodable_class("2-planar")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
      ...
    multiplane.errors.MultiplaneError: found class '2-planar', which has no decoder; expected one-endpoint-crossing, ...
    """
    if is_schema(class_name):
        return class_of_schema(class_name)
    found = tree_class(class_name)
    if found.family in DECODERS:
        return found
    smaller = _largest_decodable(found)
    raise MultiplaneError(
        f"found class {found.name!r}, which has no decoder; expected {smaller.name}, a smaller class, "
        f"or another of {listed(tuple(DECODERS))}"
    )


def decoder_name(name: str) -> str:
    """How a decoder is called in model files: by its class, or as ``schema:NAME``.

    >>> decoder_name("spanning-tree"), decoder_name("schema:Eisner_1996")
    ('all', 'schema:eisner-1996')
    """
    return PREFIX + schema_name(name) if is_schema(name) else decodable_class(name).name


def limits_of(name: str) -> tuple[int | None, str | None]:
    """How many words a parser searches at most by a decoder, and the class that it searches beyond them.

    >>> limits_of("well-nested-gap-1"), limits_of("projective"), limits_of("schema:collins-1996")
    ((40, 'gap-minding'), (None, None), (63, 'projective'))
    """
    if is_schema(name):
        return longest_for(schema_of(schema_name(name))), PROJECTIVE.name
    decoder = DECODERS[decodable_class(name).family]
    return decoder.longest, None if decoder.fallback is None else decoder.fallback.name


def _largest_decodable(wanted: TreeClass) -> TreeClass:
    """The first class with a decoder among the next smaller ones, those below them, and so on."""
    classes = [wanted]
    for one in classes:
        if one.family in DECODERS:
            return one
        classes += one.smaller
    return TreeClass(PROJECTIVE)


@lru_cache(maxsize=256)
def search_of(class_name: str) -> Search:
    """The search for the best tree of a named class.

    >>> search_of("projective") is projective_heads
    True
    """
    if is_schema(class_name):
        return named_schema_search(class_name)
    wanted = decodable_class(class_name)
    return DECODERS[wanted.family].search(wanted.number)


def decode(
    scores: ArrayLike, class_name: str | Schema = "all", single_root: bool = True, labels: ArrayLike | None = None
) -> Decoded:
    """The best tree of a named class: one of `NAMES`, or with another number, as ``well-nested-gap-2``.

    Also the best tree that a parsing schema derives, given as it is or by name, as ``schema:eisner-1996``; what the
    schema says about roots must agree with ``single_root``. ``scores`` and ``labels`` are as in `spanning_tree`.

    >>> scores = [[0, 1, 1, 9, 1], [0, 0, 1, 1, 1], [0, 1, 0, 1, 1], [0, 9, 1, 0, 9], [0, 1, 9, 1, 0]]
    >>> decode(scores, "projective").score, decode(scores, "well-nested-gap-1").score
    (28.0, 36.0)
    """
    if isinstance(class_name, Schema):
        search, kind = schema_search(class_name), f"tree of schema {class_name.name}"
    else:
        search, kind = search_of(class_name), kind_of_tree(class_name)
    arcs, which = labelled_arc_scores(scores, labels)
    return decoded(arcs, search(arcs, single_root), which, kind, single_root)


@lru_cache(maxsize=256)
def kind_of_tree(class_name: str) -> str:
    """What a tree of a class is called in a message.

    >>> kind_of_tree("any"), kind_of_tree("gap-minding")
    ('tree', 'gap-minding tree')
    """
    wanted = decodable_class(class_name) if is_schema(class_name) else tree_class(class_name)
    return "tree" if wanted.family is ALL else f"{wanted.name} tree"


CHARTS: dict[str, Search] = {
    "projective": projective_heads,
    "one-endpoint-crossing": endpoint_crossing_chart,
    "gap-minding": gap_minding_heads,
    "well-nested-gap-1": partial(gapped_heads, interleaving=False),
    "mildly-ill-nested-1": partial(gapped_heads, interleaving=True),
    "multi-headed-4": partial(multi_headed_heads, k=4),
    "multi-headed-5": partial(multi_headed_heads, k=5),
}


def decode_by_chart(scores: ArrayLike, trees: str, single_root: bool = True) -> Decoded:
    """The best tree of a class, without a look at the best of all trees, which often is in the class.

    >>> scores = [[0, 1, 1, 9, 1], [0, 0, 1, 1, 1], [0, 1, 0, 1, 1], [0, 9, 1, 0, 9], [0, 1, 9, 1, 0]]
    >>> decode_by_chart(scores, "projective").score, decode_by_chart(scores, "gap-minding").score
    (28.0, 36.0)
    """
    if trees not in CHARTS:
        raise MultiplaneError(f"found no chart for {trees!r}; expected one of {', '.join(CHARTS)}")
    arcs = arc_scores(scores)
    return decoded(arcs, CHARTS[trees](arcs, single_root), None, f"{trees} tree", single_root)
