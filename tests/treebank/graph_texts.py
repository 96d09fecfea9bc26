"""Small treebanks with graphs in DEPS, drawn at random."""

from __future__ import annotations

from random import Random

LABELS = ("nsubj", "nsubj:pass", "conj:and", "conj", "obl:in", "obl")


def random_field(words: int, empty: list[str], own: str, rng: Random) -> str:
    """A DEPS field of up to three arcs, sorted by head; none from the node itself."""
    nodes = [*map(str, range(words + 1)), *empty]
    heads = sorted({rng.choice(nodes) for _ in range(rng.randrange(4))} - {own}, key=float)
    return "|".join(f"{head}:{rng.choice(LABELS)}" for head in heads) or "_"


def random_text(rng: Random, sentences: int = 6, empty_nodes: bool = True) -> str:
    """CoNLL-U of a few sentences; their trees are chains."""
    lines: list[str] = []
    for _ in range(sentences):
        words = rng.randrange(1, 7)
        empty = [f"{after}.1" for after in range(words + 1) if empty_nodes and rng.random() < 0.3]
        for place in range(words + 1):
            if place:
                deps = random_field(words, empty, str(place), rng)
                lines.append(f"{place}\tw{place}\t_\t_\t_\t_\t{place - 1}\tdep\t{deps}\t_")
            if f"{place}.1" in empty:
                deps = random_field(words, empty, f"{place}.1", rng)
                lines.append(f"{place}.1\te\t_\t_\t_\t_\t_\t_\t{deps}\t_")
        lines.append("")
    return "\n".join(lines) + "\n"
