"""Feature models that come with multiplane, chosen on development data: what a system gets depends on its arcs."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from multiplane.learn.features.configurations import STACKS, FeatureModel
from multiplane.transition import System, get
from multiplane.transition.algebra.guards import BUFFER, STACK, Place


def _lines(text: str) -> tuple[str, ...]:
    return tuple(part.strip() for line in text.splitlines() for part in line.split("|") if part.strip())


STACK_AND_BUFFER = _lines("""
S0.form | S0.upos | B0.form | B0.upos | B1.form | B1.upos | B2.form | B2.upos | S0.form S0.upos B0.upos
S0.upos B0.form B0.upos | S0.form B0.form | S0.upos B0.upos | B0.upos B1.upos | B0.upos B1.upos B2.upos
S0.upos B0.upos B1.upos | S0.head.upos S0.upos B0.upos | S0.upos S0.left1.upos B0.upos
S0.upos S0.right1.upos B0.upos | S0.upos B0.upos B0.left1.upos | S0.form distance(S0,B0) | S0.upos distance(S0,B0)
B0.form distance(S0,B0) | B0.upos distance(S0,B0) | S0.upos B0.upos distance(S0,B0) | S0.upos S0.left-valency
S0.upos S0.right-valency | B0.upos B0.left-valency | S0.head.form | S0.head.upos | S0.deprel | S0.left1.form
S0.left1.upos | S0.left1.deprel | S0.right1.form | S0.right1.upos | S0.right1.deprel | B0.left1.form | B0.left1.upos
B0.left1.deprel | S0.head.head.upos S0.head.deprel S0.head.upos | S0.upos S0.left2.upos S0.left2.deprel
S0.upos S0.right2.upos S0.right2.deprel | B0.upos B0.left2.upos B0.left2.deprel | S0.xpos B0.upos B1.xpos
S0.lemma B0.lemma | S0.xpos S0.deprel B0.xpos | S1.upos S0.upos B0.upos | S1.form S2.upos S0.upos
S0.form B0.upos B1.upos | S0.deprel S0.upos B0.upos | S0.deprel B0.form | history1 | history1 S0.upos B0.upos
history1 history2 | history1 S0.form | history1 B0.form | S0.suffix3 B0.upos | B0.suffix3 S0.upos
S0.suffix3 B0.suffix3 | B1.xpos B0.xpos | B0.xpos B1.xpos B2.xpos | S0.feats B0.feats | S0.feats | B0.feats
B1.feats B0.upos | S0.xpos | B0.xpos | B1.lemma S0.upos B0.upos | S0.lemma B0.upos B1.upos
S1.upos S0.upos B0.upos B1.upos | S0.right-labels S0.form | S0.left-labels S0.upos | S0.right-labels S0.upos B0.upos
B0.left-labels B0.upos | B0.left-labels B0.form | S1.lemma S0.upos B0.upos
S0.upos S0.right1.upos S0.right1.deprel B0.upos | B3.upos B2.upos B1.upos B0.upos | S0.head.lemma S0.upos B0.upos
S0.head.upos S0.deprel B0.upos B0.form | S0.lemma S0.right-labels B0.upos | S1.deprel S0.deprel S0.upos B0.upos
S0.shape B0.shape
""")

LABEL = _lines("""
D.form | D.upos | D.xpos | D.feats | D.lemma | H.form | H.upos | H.xpos | H.lemma | D.suffix3 | D.form H.upos
D.upos H.form | D.upos H.upos | D.lemma H.lemma | D.xpos H.xpos | D.feats H.upos | D.upos D.feats H.lemma
D.suffix3 H.upos | D.upos H.upos distance(H,D) | D.upos H.lemma distance(H,D) | D.left1.upos D.upos H.upos
D.left1.form D.upos H.upos | D.left1.deprel D.upos H.upos | D.left1.lemma H.lemma | D.left2.form D.upos H.upos
D.left-labels D.upos H.upos | D.left-labels D.upos H.lemma | H.right1.deprel D.upos H.upos
H.left-labels D.upos H.upos | H.right-labels D.upos H.upos | H.left-labels D.upos H.lemma
H.right-labels D.upos H.lemma | H.deprel D.upos H.upos | H.right-labels H.left-labels D.upos
D.before.upos D.upos H.upos | D.after.upos D.upos H.upos | D.after.upos D.upos D.before.upos
D.after.form D.upos H.upos | H.after.upos H.upos D.upos | D.after.form D.form
""")

PAIR = _lines("""
X.form Y.form | X.form Y.upos | X.upos Y.form | X.upos Y.upos | X.lemma Y.lemma | X.xpos Y.xpos | X.suffix3 Y.suffix3
X.upos Y.upos distance(X,Y) | X.upos X.right-labels Y.upos | X.upos Y.upos Y.left-labels | X.deprel X.upos Y.upos
X.form X.upos Y.form Y.upos | X.feats Y.feats | X.lemma Y.upos X.right-labels
""")

COMPLETE_TOP = _lines("""
S0.right1.upos S0.upos S1.upos | S0.right1.deprel S0.upos | S0.right-labels S0.upos S1.upos | S0.right-labels S0.form
B0.form | B0.form S0.upos S1.upos | B0.upos S0.form S1.upos
""")

HEADED_BUFFER = _lines("""
B0.deprel | B0.deprel S0.upos B0.upos | B0.deprel S0.deprel S0.upos B0.upos | B0.head.upos B0.upos S0.upos
B0.deprel distance(S0,B0) S0.upos
""")

OTHER_STACK = _lines("""
O0.form | O0.upos | O0.deprel O0.upos S0.upos B0.upos | O0.upos S0.upos B0.upos | O1.upos O0.upos B0.upos
O0.upos B0.upos history1 | distance(O0,S0) O0.upos S0.upos
""")

PLANE = _lines("""
plane S0.upos B0.upos | plane O0.upos B0.upos | plane history1 | plane O0.form B0.upos | plane S0.form B0.upos
plane O0.upos S0.upos B0.upos | plane S0.upos B0.form | plane O0.upos B0.form | plane O0.deprel S0.deprel
""")

EDGES = _lines("""
S0.link1.upos S0.upos B0.upos | S0.link2.upos S0.upos B0.upos | S0.link3.upos S0.upos B0.upos | S0.link1.form S0.upos
B0.link1.upos S0.upos B0.upos | B0.link2.upos S0.upos B0.upos | B0.link1.form B0.upos | S0.link1.link1.upos S0.upos
S0.link1.lemma S0.upos B0.upos | S0.right-labels B0.left-labels S0.upos B0.upos | linked(S0,B0)
linked(S0,B0) S0.upos B0.upos | S0.link1.edge S0.upos B0.upos | S0.link2.edge S0.upos B0.upos
S0.link3.edge S0.upos B0.upos | B0.link1.edge S0.upos B0.upos | B0.link2.edge S0.upos B0.upos
S0.link1.edge B0.link1.edge S0.upos B0.upos | S0.link1.edge S0.link1.upos S0.upos
S0.link1.link2.upos S0.link1.upos S0.upos | S0.link1.link2.edge S0.link1.edge S0.upos
""")

EASY_FIRST = _lines("""
S2.upos S1.upos S0.upos | S1.upos S0.upos B0.upos B1.upos | S1.form S0.upos B0.upos | S1.upos S0.form B0.upos
B0.upos B0.right1.upos S0.upos | B0.right1.deprel B0.upos | B0.upos B0.right-valency | B0.right-labels B0.upos S0.upos
B0.right-labels B0.form | S1.right-labels S1.upos S0.upos | B1.left-labels B1.upos B0.upos | S1.upos distance(S1,S0)
B1.upos distance(B0,B1) | S0.feats B0.feats B1.upos | S1.lemma S0.lemma | B0.lemma B1.lemma
""")

GRAPHS = _lines("""
arcs(S0,B0) | arcs(S0,B0) S0.upos B0.upos | arcs(S0,B0) S0.form B0.upos | arcs(S0,B0) S0.upos B0.form
S0.head-count | S0.head-count S0.upos B0.upos | B0.head-count S0.upos B0.upos | S0.last-deprel S0.upos B0.upos
S0.last-deprel S0.deprel S0.upos | B0.last-deprel B0.deprel B0.upos S0.upos | S0.last-head.upos S0.upos B0.upos
S0.last-head.lemma S0.upos B0.upos | B0.last-head.upos B0.upos S0.upos | S0.head.deprel S0.deprel S0.upos B0.upos
S0.right1.deprel S0.right1.upos B0.upos B0.deprel | S0.left1.deprel S0.left1.upos B0.upos
S0.head-count B0.head-count arcs(S0,B0) | history1 arcs(S0,B0) S0.upos B0.upos | S0.head.lemma S0.deprel B0.upos
S0.head-count S0.deprel S0.upos B0.lemma | arcs(S0,B0) S0.deprel B0.deprel | B0.left1.deprel S0.deprel S0.upos B0.upos
arcs(S0.head,B0) S0.deprel S0.upos B0.upos | arcs(S0,B0.head) B0.deprel S0.upos B0.upos
arcs(S0.head,B0) S0.deprel S0.head.upos | arcs(S0,B0.head) B0.deprel B0.head.upos S0.deprel
""")

GRAPH_LABELS = _lines("""
arcs(H,D) D.upos H.upos | D.deprel D.upos H.upos | D.last-deprel D.head-count H.upos | H.deprel H.upos D.deprel D.upos
D.deprel D.head.upos H.upos | D.deprel D.head.deprel H.deprel H.upos | arcs(H.head,D) H.deprel D.upos H.upos
arcs(H,D.head) D.deprel D.upos H.upos | H.deprel H.head.lemma D.upos | H.right-labels D.deprel D.upos H.upos
H.left-labels D.deprel D.upos H.upos
""")

CLUSTERS = _lines("""
S0.cluster | B0.cluster | S0.cluster B0.upos | S0.upos B0.cluster | S0.cluster B0.cluster | B1.cluster B0.upos
S0.cluster4 B0.upos | S0.upos B0.cluster4 | S0.cluster6 B0.cluster6
""")

LABEL_CLUSTERS = _lines("""
D.cluster | D.cluster H.upos | D.upos H.cluster | D.cluster H.cluster | D.cluster4 H.upos | D.cluster6 H.cluster6
""")

OTHER_END = {"H": "D", "D": "H"}
DOWN_ONE = {"S1": "S2", "S0": "S1", "B0": "S0", "B1": "B0", "B2": "B1", "B3": "B2"}
FOCUS = (Place(STACK, 1), Place(BUFFER, 1))
TOP_PAIR = (Place(STACK, 2), Place(STACK, 1))
FAMILY_EXAMPLES = {
    "eager": "arc-eager",
    "stack": "swap",
    "hybrid": "arc-hybrid",
    "planar": "planar",
    "2-planar": "2-planar",
    "attardi": "attardi-2",
    "buffer-arcs": "arc-eager+lba+rba",
    "undirected": "undirected-planar",
    "graphs": "2-planar-graph",
}


def default_features(system: System, *, with_clusters: bool = False) -> FeatureModel:
    """The feature model for a system, yours too: it follows from the places between which its transitions build arcs.

    Word clusters are looked at only where the user has given some.

    >>> from multiplane.transition import get
    >>> default_features(get("arc-eager")).transition[0], default_features(get("swap")).transition[0]
    ('S0.form', 'S1.form')
    """
    basic, labels = STACK_AND_BUFFER, LABEL
    if with_clusters:
        basic, labels = basic + CLUSTERS, labels + LABEL_CLUSTERS
    if system.has_families:
        kept = tuple(line for line in basic if not re.search(r"history|\.head\b|[SB]\d\.deprel", line))
        return FeatureModel(tuple(dict.fromkeys(kept + EASY_FIRST)), labels)
    arcs = [arc for effect in system.effects for arc in effect.arcs]
    pairs = {tuple(sorted((arc.head, arc.dependent), key=_position)) for arc in arcs}
    between = FOCUS in pairs
    if not between and TOP_PAIR in pairs:
        templates = [*(_renamed(line, DOWN_ONE) for line in basic), *COMPLETE_TOP]
        pairs.remove(TOP_PAIR)
    else:
        templates = list(basic)
        pairs.discard(FOCUS)
    for left, right in sorted(pairs):
        templates += [_renamed(line, {"X": _address(left), "Y": _address(right)}) for line in PAIR]
    if between and not system.assumptions.headless_buffer:
        templates += HEADED_BUFFER
    for letter in STACKS[1 : system.stacks]:
        names = {"O0": f"{letter}0", "O1": f"{letter}1", "X": f"{letter}0", "Y": "B0"}
        templates += [_renamed(line, names) for line in (*OTHER_STACK, *PAIR)]
    if system.stacks > 1:
        templates += PLANE
    if between and not (system.is_undirected or system.properties.single_head.holds):
        templates += GRAPHS
        labels += GRAPH_LABELS
    if system.is_undirected:
        templates += EDGES
        labels += tuple(_renamed(line, OTHER_END) for line in labels)
    return FeatureModel(tuple(dict.fromkeys(templates)), _each_once(labels))


def _each_once(templates: Sequence[str]) -> tuple[str, ...]:
    """The templates without those that say the same in another order."""
    found: dict[frozenset[str], str] = {}
    for line in templates:
        found.setdefault(frozenset(line.replace("distance(D,H)", "distance(H,D)").split()), line)
    return tuple(found.values())


def _position(place: Place) -> int:
    """Where a place is on the line from the bottom of the stack to the end of the buffer."""
    return -place.depth if place.area else place.depth


def _address(place: Place) -> str:
    return f"{'S' if place.area else 'B'}{place.depth - 1}"


def _renamed(line: str, names: Mapping[str, str]) -> str:
    """A template about other addresses."""
    return re.sub(r"\b([SOB]\d|[XYHD])\b", lambda found: names.get(found[1], found[1]), line)


FAMILIES = {name: default_features(get(example)) for name, example in FAMILY_EXAMPLES.items()}
