"""The best tree of a class, by the class's name; or of a parsing schema of `multiplane.deduce`, as ``schema:NAME``."""

from __future__ import annotations

from functools import lru_cache

from numpy.typing import ArrayLike

from multiplane.decode.by_schema import (
    PREFIX,
    class_of_schema,
    is_schema,
    longest_for,
    named_schema_search,
    schema_name,
    schema_search,
)
from multiplane.decode.registry import DECODERS, Decoder, Search, decoder_of
from multiplane.decode.scores import Decoded, arc_scores, decoded, labelled_arc_scores
from multiplane.deduce.schema import Schema
from multiplane.deduce.schemata import schema as schema_of
from multiplane.errors import MultiplaneError
from multiplane.structure.classes import ALL, PROJECTIVE, TreeClass, listed, tree_class


def decodable_class(trees: str | TreeClass) -> TreeClass:
    """The class of a name, if it has a decoder.

    >>> decodable_class("spanning-tree").name
    'all'
    >>> decodable_class("2-planar")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
      ...
    multiplane.errors.MultiplaneError: found class '2-planar', which has no decoder; expected one-endpoint-crossing, ...
    """
    if is_schema(trees):
        return class_of_schema(str(trees))
    found = tree_class(trees)
    if found.family.decoder:
        return found
    smaller = _largest_decodable(found)
    raise MultiplaneError(
        f"found class {found.name!r}, which has no decoder; expected {smaller.name}, a smaller class, "
        f"or another of {listed(DECODERS)}"
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
    decoder = _decoder(decodable_class(name))
    return decoder.longest, decoder.fallback or None


def _decoder(wanted: TreeClass) -> Decoder:
    found = decoder_of(wanted.family)
    assert found is not None
    return found


def _largest_decodable(wanted: TreeClass) -> TreeClass:
    """The first class with a decoder among the next smaller ones, those below them, and so on."""
    classes = [wanted]
    for one in classes:
        if one.family.decoder:
            return one
        classes += one.smaller
    return TreeClass(PROJECTIVE)


@lru_cache(maxsize=256)
def search_of(trees: str | TreeClass) -> Search:
    """The search for the best tree of a named class.

    >>> search_of("spanning-tree") is search_of("all")
    True
    """
    if is_schema(trees):
        return named_schema_search(str(trees))
    wanted = decodable_class(trees)
    return _decoder(wanted).search(wanted.number)


def decode(
    scores: ArrayLike,
    trees: str | TreeClass | Schema = "all",
    single_root: bool = True,
    labels: ArrayLike | None = None,
) -> Decoded:
    """The best tree of a named class: one of `NAMES`, or with another number, as ``well-nested-gap-2``.

    Also the best tree that a parsing schema derives, given as it is or by name, as ``schema:eisner-1996``; what the
    schema says about roots must agree with ``single_root``. ``scores`` and ``labels`` are as in `spanning_tree`.

    >>> scores = [[0, 1, 1, 9, 1], [0, 0, 1, 1, 1], [0, 1, 0, 1, 1], [0, 9, 1, 0, 9], [0, 1, 9, 1, 0]]
    >>> decode(scores, "projective").score, decode(scores, "well-nested-gap-1").score
    (28.0, 36.0)
    """
    if isinstance(trees, Schema):
        search, kind = schema_search(trees), f"tree of schema {trees.name}"
    else:
        search, kind = search_of(trees), kind_of_tree(trees)
    arcs, which = labelled_arc_scores(scores, labels)
    return decoded(arcs, search(arcs, single_root), which, kind, single_root)


@lru_cache(maxsize=256)
def kind_of_tree(trees: str | TreeClass) -> str:
    """What a tree of a class is called in a message.

    >>> kind_of_tree("any"), kind_of_tree("gap-minding")
    ('tree', 'gap-minding tree')
    """
    wanted = decodable_class(trees) if is_schema(trees) else tree_class(trees)
    return "tree" if wanted.family is ALL else f"{wanted.name} tree"


def decode_by_chart(scores: ArrayLike, trees: str | TreeClass, single_root: bool = True) -> Decoded:
    """The best tree of a class, without a look at the best of all trees, which often is in the class.

    >>> scores = [[0, 1, 1, 9, 1], [0, 0, 1, 1, 1], [0, 1, 0, 1, 1], [0, 9, 1, 0, 9], [0, 1, 9, 1, 0]]
    >>> decode_by_chart(scores, "projective").score, decode_by_chart(scores, "gap-minding").score
    (28.0, 36.0)
    """
    wanted = tree_class(trees)
    decoder = decoder_of(wanted.family)
    chart = None if decoder is None else decoder.chart(wanted.number)
    if chart is None:
        known = [one for one in DECODERS if _decoder(TreeClass(one)).chart(one.example or 0)]
        raise MultiplaneError(f"found no chart for {wanted.name!r}; expected one of {listed(known)}")
    arcs = arc_scores(scores)
    return decoded(arcs, chart(arcs, single_root), None, f"{wanted.name} tree", single_root)
