"""The features of arcs and labels spelled out as tuples of strings: slow, readable, the judge of the kernels."""

from __future__ import annotations

from collections.abc import Sequence

from multiplane.treebank.sentence import Sentence

Feature = tuple[object, ...]


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
    """What each term of a template comes to, for the terms about the given words."""
    found: list[object] = []
    for term in template.split():
        place, _, name = term.partition(".")
        if place[0] in words and name:
            node = words[place[0]]
            found.append(attribute(sentence, None if node is None else node + int(place[1:] or 0), name))
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
        if "b." not in template and "b+" not in template and "b-" not in template:
            pair = (template, *values(sentence, template, {"h": h, "d": d}), direction)
            pairs += [pair, (*pair, length_class(abs(h - d)))]
        else:
            places = [{"h": h, "d": d, "b": k} for k in range(min(h, d) + 1, max(h, d))]
            found = dict.fromkeys(values(sentence, template, place) for place in places)
            inside += [(template, *value, direction) for value in found]
    return pairs + inside


def label_features(sentence: Sentence, heads: Sequence[int], d: int, templates: Sequence[str]) -> list[Feature]:
    """One feature a template: the words around the arc in the tree, and its circumstances."""
    h = heads[d - 1]

    def dependents(node: int) -> list[int]:
        return [word for word, head in enumerate(heads, 1) if head == node]

    siblings, children = dependents(h), dependents(d)
    at = siblings.index(d)
    words: dict[str, int | None] = {
        "h": h,
        "d": d,
        "g": heads[h - 1] if h else None,
        "l": siblings[at - 1] if at else None,
        "r": siblings[at + 1] if at + 1 < len(siblings) else None,
        "c": children[0] if children else None,
        "e": children[-1] if children else None,
        "f": siblings[0],
        "m": siblings[-1],
    }
    circumstances = {
        "direction": h < d,
        "distance": (h < d, length_class(abs(h - d))),
        "siblings": min(len(siblings), 4),
        "children": min(len(children), 4),
    }
    return [
        (
            template,
            *values(sentence, template, words),
            *(circumstances[term] for term in template.split() if term in circumstances),
        )
        for template in templates
    ]
