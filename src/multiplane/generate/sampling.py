"""Samples of a class of trees: sentences of an invented language, and uniform random trees.

The treebank folder makes sentences and trees; here they meet the class tests. Projective and planar trees are drawn
directly, trees of the other classes by rejection.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from random import Random

import numpy as np

from multiplane.errors import MultiplaneError
from multiplane.generate.chance import below
from multiplane.generate.grammar import RATES
from multiplane.generate.random_trees import (
    TRIES,
    Accept,
    random_any_tree,
    random_planar_tree,
    random_projective_tree,
    random_tree_where,
)
from multiplane.generate.sentences import bare_words, generate_sentences, to_conllu
from multiplane.structure.classes import TreeClass, tree_class
from multiplane.structure.classify import (
    ARCS,
    COLUMNS,
    CROSSINGS,
    EDGE_DEGREE,
    ENDPOINT,
    GAP_DEGREE,
    GAP_MINDING,
    PLANES_AT_LEAST,
    WELL_NESTED,
    Array,
    Classifications,
    Offsets,
    classify_all,
    classify_range,
)
from multiplane.treebank.treebank import Treebank

_SMALLER = {
    "planar": "projective",
    "2-planar": "planar",
    "one-endpoint-crossing": "planar",
    "gap-minding": "projective",
    "well-nested-gap-1": "gap-minding",
    "well-nested": "well-nested-gap-1",
}

_TYPICAL = {
    "planar": ("topicalisation", "wh-fronting"),
    "3-planar": ("cross-serial verbs", "interlocking hyperbaton"),
    "4-planar": ("cross-serial verbs",),
    "well-nested": ("double hyperbaton", "hyperbaton", "extraposition"),
    "gap-degree-2": ("double hyperbaton", "hyperbaton", "extraposition"),
    "well-nested-gap-1": ("extraposition", "scrambling", "topicalisation"),
    "mildly-ill-nested-1": ("interlocking hyperbaton", "extraposition", "scrambling"),
}
"""The constructions that lead out of the next smaller class."""


def named_class(name: str) -> TreeClass:
    """As `tree_class`, with ``any`` for all trees.

    >>> named_class("any").name, named_class("two-planar").name
    ('all', '2-planar')
    """
    return tree_class("all" if name.strip().lower() == "any" else name)


def next_smaller(name: str) -> str:
    """The next smaller class, for samples of what a class has beyond it.

    >>> next_smaller("3-planar"), next_smaller("mildly-ill-nested-1"), next_smaller("well-nested")
    ('2-planar', 'well-nested-gap-1', 'well-nested-gap-1')
    """
    known = named_class(name).name
    if known in _SMALLER:
        return _SMALLER[known]
    if match := re.fullmatch(r"mildly-ill-nested-(\d+)", known):
        return f"well-nested-gap-{match[1]}"
    if (match := re.fullmatch(r"(\d+)(-planar)|(.+-)(\d+)", known)) and int(match[1] or match[4]) > 0:
        return f"{int(match[1]) - 1}-planar" if match[1] else f"{match[3]}{int(match[4]) - 1}"
    raise MultiplaneError(f"found exactly {name}; expected a class with a smaller one in it")


def membership(name: str, *, exactly: bool = False, root_arcs: bool = True) -> Accept:
    """The test whether trees are in a class, and with ``exactly`` not in the next smaller one.

    >>> membership("2-planar", exactly=True)([[3, 4, 0, 3], [2, 0]])
    [True, False]
    """
    inside = named_class(name)
    outside = named_class(next_smaller(name)) if exactly else None
    if exactly and root_arcs and inside.name == "planar":
        raise MultiplaneError(
            "found exactly planar with root arcs; expected no root arcs, for such trees are projective"
        )

    def accept(trees: Sequence[list[int]]) -> list[bool]:
        wanted = np.zeros(len(trees), np.bool_)
        possible = np.flatnonzero(inside.holds(_at_least(*_flat(trees), root_arcs))).tolist()
        if len(possible):
            found = classify_all(*_flat([trees[index] for index in possible]), root_arcs, workers=1)
            wanted[possible] = inside.holds(found) & ~outside.holds(found) if outside else inside.holds(found)
        return [bool(one) for one in wanted]

    return accept


def _flat(trees: Sequence[list[int]]) -> tuple[Array, Offsets]:
    heads = np.array([head for tree in trees for head in tree], np.int32)
    return heads, np.cumsum([0, *map(len, trees)], dtype=np.int64)


def _at_least(heads: Array, offsets: Offsets, root_arcs: bool) -> Classifications:
    """As `classify_all`, but lower bounds where exact values take long: planes, and gaps of a binarization.

    All classes are closed downwards in these, so that what is outside by lower bounds is outside.
    """
    table = np.empty((len(offsets) - 1, COLUMNS), np.int32)
    classify_range(heads, offsets, 0, len(table), root_arcs, 0, table)
    return Classifications(
        projective=table[:, GAP_DEGREE] == 0,
        planar=table[:, CROSSINGS] == 0,
        planes=table[:, PLANES_AT_LEAST],
        planes_at_least=table[:, PLANES_AT_LEAST],
        gap_degree=table[:, GAP_DEGREE],
        well_nested=table[:, WELL_NESTED] > 0,
        gap_minding=table[:, GAP_MINDING] > 0,
        one_endpoint_crossing=table[:, ENDPOINT] > 0,
        mildly_ill_nested_gap=table[:, GAP_DEGREE],
        mildly_ill_nested_gap_at_least=table[:, GAP_DEGREE],
        edge_degree=table[:, EDGE_DEGREE],
        crossings=table[:, CROSSINGS],
        non_projective_arcs=table[:, ARCS],
    )


def random_tree(
    n: int,
    tree_class: str,
    rng: Random,
    *,
    exactly: bool = False,
    root_arcs: bool = True,
    tries: int = TRIES,
) -> list[int]:
    """One of the trees of a class over n words with one root word, each as likely as the others.

    >>> random_tree(8, "one-endpoint-crossing", Random(1))
    [8, 3, 1, 3, 4, 7, 0, 7]
    """
    name = named_class(tree_class).name
    propose: Callable[[int, Random], list[int]] = random_any_tree
    if name in ("planar", "1-planar") and not root_arcs:
        propose = random_planar_tree
    elif name in ("projective", "planar", "1-planar", "gap-degree-0"):
        propose = random_projective_tree
    if not exactly and (propose is not random_any_tree or name == "all"):
        return propose(n, rng)
    accept = membership(name, exactly=exactly, root_arcs=root_arcs)
    return random_tree_where(n, accept, rng, propose=propose, name=name, tries=tries)


def random_tree_sentences(
    size: int,
    tree_class: str = "any",
    seed: int = 0,
    *,
    lengths: tuple[int, int] = (10, 10),
    exactly: bool = False,
    root_arcs: bool = True,
) -> Iterator[str]:
    """Uniform random trees as CoNLL-U sentences; each length between the two is as likely as the others.

    >>> print(next(random_tree_sentences(1, "projective", lengths=(2, 2))).partition("1\\t")[0])
    # sent_id = tree-0-1
    # seed = 0
    # text = Kepaf fipulon
    <BLANKLINE>
    """
    shortest, longest = lengths
    if not 1 <= shortest <= longest:
        raise MultiplaneError(f"found lengths {shortest} to {longest}; expected at least 1, the shorter one first")
    draw = partial(random_tree, exactly=exactly, root_arcs=root_arcs)
    for number in range(1, size + 1):
        rng = Random(f"{seed} {number}")
        heads = draw(shortest + below(rng, longest - shortest + 1), tree_class, rng)
        words = bare_words(len(heads))
        for word, head in zip(words, heads, strict=True):
            word.deprel = "dep" if head else "root"
        yield to_conllu(words, heads, {"sent_id": f"tree-{seed}-{number}", "seed": str(seed)})


def class_sentences(
    size: int,
    tree_class: str = "any",
    seed: int = 0,
    *,
    exactly: bool = False,
    root_arcs: bool = True,
    crossing_rate: float | None = None,
    dialect: int = 0,
) -> Iterator[str]:
    """CoNLL-U sentences of an invented language whose trees are in a class.

    Without a rate, three in ten are non-projective; none where the class has no such trees, all with ``exactly``.
    Planar sentences have no full stop: on the root, it would cross whatever covers the root.

    >>> sum("# constructions" in text for text in class_sentences(100, "gap-minding", crossing_rate=0.2))
    22
    """
    name = named_class(tree_class).name
    only_projective = name in ("projective", "gap-degree-0") or (name in ("planar", "1-planar") and root_arcs)
    if crossing_rate is None:
        crossing_rate = 0.0 if only_projective else 1.0 if exactly else 0.3
    if not 0 <= crossing_rate <= (0 if only_projective else 1):
        raise MultiplaneError(
            f"found crossing rate {crossing_rate} for {name} trees; expected 0{'' if only_projective else ' to 1'}"
        )
    accept = membership(name, exactly=exactly, root_arcs=root_arcs) if exactly or name != "all" else None
    return generate_sentences(
        size,
        seed,
        accept=accept,
        crossing_rate=crossing_rate,
        dialect=dialect,
        typical=_TYPICAL.get(name, ()) if exactly else (),
        rates={**RATES, "full stop": 0.0} if name == "planar" else RATES,
        name=name,
    )


def generate(
    size: int,
    tree_class: str = "any",
    seed: int = 0,
    *,
    exactly: bool = False,
    root_arcs: bool = True,
    crossing_rate: float | None = None,
    dialect: int = 0,
) -> Treebank:
    """A treebank of generated sentences, see `class_sentences`.

    >>> generate(3, "2-planar", seed=1, exactly=True)
    <Treebank generated: 3 sentences, 44 words>
    """
    sentences = class_sentences(
        size, tree_class, seed, exactly=exactly, root_arcs=root_arcs, crossing_rate=crossing_rate, dialect=dialect
    )
    return Treebank.from_text("".join(sentences), "conllu", source="generated")
