"""The features of arcs and labels spelled out as tuples of strings: slow, readable, the judge of the kernels."""

from __future__ import annotations

from collections.abc import Sequence

from multiplane.treebank.sentence import Sentence

Feature = tuple[object, ...]
PROPERTIES = ("direction(H,D)", "distance(H,D)", "H.valency", "D.valency")


def attribute(sentence: Sentence, node: int | None, name: str) -> str | None:
    """An attribute of a node, or what stands for the root and for places outside the sentence."""
    if node is None or node < 0:
        return "<left>"
    if node == 0:
        return "<root>"
    if node > len(sentence):
        return "<right>"
    word = sentence[node]
    if name.startswith("suffix"):
        return "".join(sign.lower() if sign.isascii() else sign for sign in word.form[-int(name[6:]) :])
    if name.startswith("feats:"):
        return word.features.get(name[6:])
    return str(getattr(word, name))


def values(sentence: Sentence, template: str, words: dict[str, int | None]) -> Feature:
    """The value of each item of a template that is about one of the given words."""
    found: list[object] = []
    for item in template.split():
        address, _, name = item.rpartition(".")
        moved = address.count(".after") - address.count(".before")
        place = address.replace(".after", "").replace(".before", "")
        if place in words and item not in PROPERTIES:
            node = words[place]
            found.append(attribute(sentence, None if node is None else node + moved, name))
    return tuple(found)


def length_class(length: int) -> str:
    for last in (1, 2, 3, 4, 7, 12):
        if length <= last:
            return f"up to {last}"
    return "more"


def arc_features(sentence: Sentence, h: int, d: int, templates: Sequence[str]) -> list[Feature]:
    """Pairs first, each with the direction and with the length; then every distinct value between the two."""
    direction = "right" if h < d else "left"
    pairs: list[Feature] = []
    inside: list[Feature] = []
    for template in templates:
        if "between" not in template:
            pair = (template, *values(sentence, template, {"H": h, "D": d}), direction)
            pairs += [pair, (*pair, length_class(abs(h - d)))]
        else:
            places = [{"H": h, "D": d, "between": k} for k in range(min(h, d) + 1, max(h, d))]
            found = dict.fromkeys(values(sentence, template, place) for place in places)
            inside += [(template, *value, direction) for value in found]
    return pairs + inside


def label_features(sentence: Sentence, heads: Sequence[int], d: int, templates: Sequence[str]) -> list[Feature]:
    """One feature a template: the words around the arc in the tree, and its properties."""
    h = heads[d - 1]

    def dependents(node: int) -> list[int]:
        return [word for word, head in enumerate(heads, 1) if head == node]

    siblings, children = dependents(h), dependents(d)
    at = siblings.index(d)
    words: dict[str, int | None] = {
        "H": h,
        "D": d,
        "H.head": heads[h - 1] if h else None,
        "D.left-sibling": siblings[at - 1] if at else None,
        "D.right-sibling": siblings[at + 1] if at + 1 < len(siblings) else None,
        "D.first": children[0] if children else None,
        "D.last": children[-1] if children else None,
        "H.first": siblings[0],
        "H.last": siblings[-1],
    }
    properties = {
        "direction(H,D)": h < d,
        "distance(H,D)": (h < d, length_class(abs(h - d))),
        "H.valency": min(len(siblings), 4),
        "D.valency": min(len(children), 4),
    }
    return [
        (
            template,
            *values(sentence, template, words),
            *(properties[item] for item in template.split() if item in properties),
        )
        for template in templates
    ]
