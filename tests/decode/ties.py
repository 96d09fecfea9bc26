"""Twins of the decoders in plain Python that break ties as the docstrings promise: of equals, the first one tried."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache

from tests.decode.judge import Matrix

Arcs = tuple[tuple[int, int], ...]
Best = tuple[float, Arcs]
Twin = Callable[[Matrix, bool], list[int]]

NONE: Best = (float("-inf"), ())


def first_best(candidates: Iterable[Best]) -> Best:
    return max(candidates, key=lambda found: found[0], default=NONE)


def joined(*parts: Best) -> Best:
    return sum(part[0] for part in parts), sum((part[1] for part in parts), ())


def heads_of(found: Best) -> list[int]:
    return [head for _, head in sorted((dependent, head) for head, dependent in found[1])]


def spanning(scores: Matrix, single_root: bool) -> list[int]:
    """Each word or cluster of words takes its best arc with the lowest head, the root only where nothing else is left.

    ``rows[c]`` is what every head gives the cluster, ``paid[c]`` what its choice gave it.
    """
    n = len(scores) - 1
    rows = {d: {h: float(scores[h, d]) for h in range(n + 1) if h != d} for d in range(1, n + 1)}
    members: dict[int, list[int]] = {}
    inside: dict[int, int] = {}

    def outermost(node: int) -> int:
        while node in inside:
            node = inside[node]
        return node

    def choice(cluster: int) -> int:
        row = rows[cluster]
        outside = [h for h in sorted(row) if (h > 0 or not single_root) and outermost(h) != cluster]
        return max(outside, key=row.__getitem__) if outside else 0

    chosen: dict[int, int] = {}
    paid: dict[int, float] = {}
    count = n + 1
    for start in range(1, n + 1):
        path: list[int] = []
        here = outermost(start)
        while here and here not in path:
            path.append(here)
            chosen[here] = choice(here)
            paid[here] = rows[here][chosen[here]]
            here = outermost(chosen[here])
            if here in path:
                members[count] = sorted(path[path.index(here) :])
                path = path[: path.index(here)]
                rows[count] = {
                    h: max(rows[part][h] - paid[part] for part in members[count] if h in rows[part])
                    for h in range(n + 1)
                    if any(h in rows[part] for part in members[count])
                }
                inside |= dict.fromkeys(members[count], count)
                here = count
                count += 1
    for cluster in sorted(members, reverse=True):
        head = chosen[cluster]
        entered = (m for m in members[cluster] if head in rows[m] and rows[m][head] - paid[m] == rows[cluster][head])
        chosen[next(entered)] = head
    return [chosen[d] for d in range(1, n + 1)]


def projective(scores: Matrix, single_root: bool) -> list[int]:
    """The leftmost root, dependent and split."""
    n = len(scores) - 1

    @cache
    def governed(head: int, far: int) -> Best:
        """The words between a head and the far end, that end included."""
        if head == far:
            return 0.0, ()
        places = range(head + 1, far + 1) if head < far else range(far, head)
        return first_best(joined(arc(head, d), governed(d, far)) for d in places)

    @cache
    def arc(head: int, dependent: int) -> Best:
        low, high = sorted((head, dependent))
        between = first_best(joined(governed(low, k), governed(high, k + 1)) for k in range(low, high))
        return joined((float(scores[head, dependent]), ((head, dependent),)), between)

    if not single_root:
        return heads_of(governed(0, n))
    roots = ((float(scores[0, r]), ((0, r),)) for r in range(1, n + 1))
    return heads_of(first_best(joined(root, governed(root[1][0][1], 1), governed(root[1][0][1], n)) for root in roots))


def gap_minding(scores: Matrix, single_root: bool) -> list[int]:
    """The leftmost block, child and gap; one block before two."""
    n = len(scores) - 1

    @cache
    def covers(v: int, i: int, j: int) -> Best:
        if i > j:
            return 0.0, ()
        if v == i:
            return covers(v, i + 1, j)
        return first_best(joined(child(v, i, k), covers(v, k + 1, j)) for k in range(i, j + 1))

    @cache
    def one_block(v: int, i: int, j: int) -> Best:
        if i <= v <= j:
            return NONE
        return first_best(joined(arc(v, c), covers(c, i, j)) for c in range(i, j + 1))

    @cache
    def child(v: int, i: int, j: int) -> Best:
        two_blocks = (
            joined(arc(v, c), covers(c, i, gap - 1), covers(c, r + 1, j), covers(v, gap, r))
            for c in range(i, j + 1)
            for gap in range(i + 1, j)
            for r in range(gap, j)
            if not gap <= c <= r and (gap <= v <= r or not i <= v <= j)
        )
        return first_best([one_block(v, i, j), first_best(two_blocks)])

    def arc(head: int, dependent: int) -> Best:
        return float(scores[head, dependent]), ((head, dependent),)

    return heads_of(one_block(0, 1, n) if single_root else covers(0, 1, n))


def by_sets(gaps: int, interleaving: bool) -> Twin:
    """A whole subtree before two parts, the leftmost child and cut."""

    def twin(scores: Matrix, single_root: bool) -> list[int]:
        n = len(scores) - 1

        def blocks(words: frozenset[int], left_out: int = -1) -> int:
            line = [word for word in range(1, n + 1) if word != left_out]
            return sum(word in words and (not place or line[place - 1] not in words) for place, word in enumerate(line))

        def interleave(one: frozenset[int], other: frozenset[int]) -> bool:
            return any(min(b) < word < max(b) for a, b in ((one, other), (other, one)) for word in a) and not (
                any(not any(min(b) < word < max(b) for word in a) for a, b in ((one, other), (other, one)))
            )

        def halves(words: frozenset[int]) -> Iterable[tuple[frozenset[int], frozenset[int]]]:
            first, *rest = sorted(words)
            for bits in range(2 ** len(rest) - 1):
                one = frozenset({first, *(word for place, word in enumerate(rest) if bits >> place & 1)})
                yield one, words - one

        @cache
        def best(h: int, words: frozenset[int]) -> Best:
            if not words:
                return 0.0, ()
            if h in words or blocks(words, h or -1) > gaps + 1:
                return NONE
            return first_best([whole(h, words), first_best(two_parts(h, words))])

        @cache
        def whole(h: int, words: frozenset[int]) -> Best:
            if blocks(words) > gaps + 1:
                return NONE
            return first_best(joined((float(scores[h, d]), ((h, d),)), best(d, words - {d})) for d in sorted(words))

        def two_parts(h: int, words: frozenset[int]) -> Iterable[Best]:
            for one, other in halves(words):
                if interleaving or not interleave(one, other):
                    yield joined(best(h, one), best(h, other))

        everything = frozenset(range(1, n + 1))
        return heads_of(whole(0, everything) if single_root else best(0, everything))

    return twin
