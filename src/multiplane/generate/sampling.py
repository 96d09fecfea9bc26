"""Samples of a class of trees: sentences of the invented language, and uniform random trees.

`sentences` and `random_trees` make the trees; here they meet the class tests. Projective and planar trees are drawn
directly, trees of the other classes by rejection.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random

import numpy as np

from multiplane.errors import MultiplaneError
from multiplane.generate.grammar import RATES
from multiplane.generate.random_trees import (
    TRIES,
    Accept,
    random_any_tree,
    random_planar_tree,
    random_projective_tree,
    random_tree_where,
)
from multiplane.generate.randomness import below
from multiplane.generate.sentences import generate_sentences, placeholder_words, to_conllu
from multiplane.structure.classes import ALL, PLANAR, TreeClass, tree_class
from multiplane.treebank.treebank import Treebank

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


def acceptance(trees: str | TreeClass, *, exactly: bool = False, root_arcs: bool = True) -> Accept:
    """The test whether trees are in a class, and with ``exactly`` not in the next smaller one.

    >>> acceptance("2-planar", exactly=True)([[3, 4, 0, 3], [2, 0]])
    [True, False]
    """
    inside = tree_class(trees)
    if exactly and not inside.smaller:
        raise MultiplaneError(f"found exactly {inside.name}; expected a class with a smaller one in it")
    if exactly and root_arcs and inside.family is PLANAR:
        raise MultiplaneError(
            "found exactly planar with root arcs; expected no root arcs, for such trees are projective"
        )
    outside = inside.smaller[0] if exactly else None

    def accepts(tree: list[int]) -> bool:
        heads = np.array(tree, np.int32)
        return inside.is_member(heads, root_arcs) and (outside is None or not outside.is_member(heads, root_arcs))

    return lambda drawn: [accepts(tree) for tree in drawn]


def random_tree(
    n: int,
    trees: str | TreeClass,
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
    wanted = tree_class(trees)
    propose: Callable[[int, Random], list[int]] = random_any_tree
    if wanted.family is PLANAR and not root_arcs:
        propose = random_planar_tree
    elif wanted.family is PLANAR or wanted.only_projective:
        propose = random_projective_tree
    if not exactly and (propose is not random_any_tree or wanted.family is ALL):
        return propose(n, rng)
    accept = acceptance(trees, exactly=exactly, root_arcs=root_arcs)
    return random_tree_where(n, accept, rng, propose=propose, name=wanted.name, tries=tries)


def random_tree_sentences(
    size: int,
    trees: str | TreeClass = "all",
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
    for number in range(1, size + 1):
        rng = Random(f"{seed} {number}")
        n = shortest + below(rng, longest - shortest + 1)
        heads = random_tree(n, trees, rng, exactly=exactly, root_arcs=root_arcs)
        words = placeholder_words(n)
        for word, head in zip(words, heads, strict=True):
            word.deprel = "dep" if head else "root"
        yield to_conllu(words, heads, {"sent_id": f"tree-{seed}-{number}", "seed": str(seed)})


def class_sentences(
    size: int,
    trees: str | TreeClass = "all",
    seed: int = 0,
    *,
    exactly: bool = False,
    root_arcs: bool = True,
    crossing_rate: float | None = None,
) -> Iterator[str]:
    """CoNLL-U sentences of the invented language whose trees are in a class.

    Without a rate, three in ten are non-projective; none where the class has no such trees, all with ``exactly``.
    Planar sentences have no full stop: on the root, it would cross whatever covers the root.

    >>> sum("# constructions" in text for text in class_sentences(100, "gap-minding", crossing_rate=0.2))
    22
    """
    wanted = tree_class(trees)
    only_projective = wanted.only_projective or (wanted.family is PLANAR and root_arcs)
    if crossing_rate is None:
        crossing_rate = 0.0 if only_projective else 1.0 if exactly else 0.3
    if not 0 <= crossing_rate <= (0 if only_projective else 1):
        expected = "0" if only_projective else "0 to 1"
        raise MultiplaneError(f"found crossing rate {crossing_rate} for {wanted.name} trees; expected {expected}")
    everything = wanted.family is ALL and not exactly
    return generate_sentences(
        size,
        seed,
        accept=None if everything else acceptance(trees, exactly=exactly, root_arcs=root_arcs),
        crossing_rate=crossing_rate,
        typical=_TYPICAL.get(wanted.name, ()) if exactly else (),
        rates={**RATES, "full stop": 0.0} if wanted.family is PLANAR else RATES,
        name=wanted.name,
    )


def treebank(
    size: int,
    trees: str | TreeClass = "all",
    seed: int = 0,
    *,
    exactly: bool = False,
    root_arcs: bool = True,
    crossing_rate: float | None = None,
) -> Treebank:
    """A treebank of generated sentences, see `class_sentences`.

    >>> treebank(3, "2-planar", seed=1, exactly=True)
    <Treebank generated: 3 sentences, 44 words>
    """
    sentences = class_sentences(size, trees, seed, exactly=exactly, root_arcs=root_arcs, crossing_rate=crossing_rate)
    return Treebank.from_text("".join(sentences), "conllu", source="generated")
