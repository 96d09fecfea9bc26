"""Trees to draw: random ones with words and labels that can be told apart, and one full of special characters."""

from __future__ import annotations

from hypothesis import strategies as st

from multiplane.treebank.tree import Tree

NASTY = Tree(
    [2, 0, 2, 5, 2, 2, 6],
    ["a_b", "root", "x:y%", "$", "#", "{}", "^~\\"],
    ["50%", "a_b", "C&A", "\\textbf{x}", "--", '"q" <<>>', "~^`|é"],
)


@st.composite
def trees(draw: st.DrawFn, smallest: int = 1, largest: int = 12) -> Tree:
    """Any tree, projective or not, with one root or several."""
    n = draw(st.integers(smallest, largest))
    order = draw(st.permutations(range(1, n + 1)))
    heads = [0] * n
    for place, word in enumerate(order):
        earlier = draw(st.integers(0, place))
        heads[word - 1] = order[earlier - 1] if earlier else 0
    lengths = draw(st.lists(st.integers(0, 6), min_size=2 * n, max_size=2 * n))
    words = [f"w{word}" + "o" * lengths[word - 1] for word in range(1, n + 1)]
    labels = [f"l{word}" + "i" * lengths[n + word - 1] for word in range(1, n + 1)]
    return Tree(heads, labels, words)
