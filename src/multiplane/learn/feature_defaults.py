"""Feature models that come with multiplane, chosen on development data: one for each family of systems."""

from __future__ import annotations

from multiplane.learn.feature_model import FeatureModel
from multiplane.transition import TransitionSystem


def _lines(text: str) -> tuple[str, ...]:
    return tuple(part.strip() for line in text.splitlines() for part in line.split("|") if part.strip())


STACK_AND_BUFFER = _lines("""
S0.form S0.upos | S0.form | S0.upos | B0.form B0.upos | B0.form | B0.upos | B1.form B1.upos | B1.form | B1.upos
B2.form B2.upos | B2.form | B2.upos | S0.form S0.upos B0.form B0.upos | S0.form S0.upos B0.form
S0.form B0.form B0.upos | S0.form S0.upos B0.upos | S0.upos B0.form B0.upos | S0.form B0.form | S0.upos B0.upos
B0.upos B1.upos | B0.upos B1.upos B2.upos | S0.upos B0.upos B1.upos | S0.head.upos S0.upos B0.upos
S0.upos S0.left1.upos B0.upos | S0.upos S0.right1.upos B0.upos | S0.upos B0.upos B0.left1.upos
S0.form distance(S0,B0) | S0.upos distance(S0,B0) | B0.form distance(S0,B0) | B0.upos distance(S0,B0)
S0.form B0.form distance(S0,B0) | S0.upos B0.upos distance(S0,B0) | S0.form S0.left-valency | S0.upos S0.left-valency
S0.form S0.right-valency | S0.upos S0.right-valency | B0.form B0.left-valency | B0.upos B0.left-valency | S0.head.form
S0.head.upos | S0.deprel | S0.left1.form | S0.left1.upos | S0.left1.deprel | S0.right1.form | S0.right1.upos
S0.right1.deprel | B0.left1.form | B0.left1.upos | B0.left1.deprel | S0.head.head.upos S0.head.deprel S0.head.upos
S0.upos S0.left2.upos S0.left2.deprel | S0.upos S0.right2.upos S0.right2.deprel
B0.upos B0.left2.upos B0.left2.deprel | S0.xpos S0.feats B0.xpos B0.feats | S0.xpos B0.upos B1.xpos
S0.lemma B0.lemma | S0.xpos S0.deprel B0.xpos | S1.upos S0.upos B0.upos | S1.form S2.upos S0.upos
S0.form B0.upos B1.upos | S0.upos B0.form B1.upos | S0.deprel S0.upos B0.upos | S0.deprel B0.form | history1
history1 S0.upos B0.upos | history1 history2 | history1 S0.form | history1 B0.form | S0.suffix3 B0.upos
B0.suffix3 S0.upos | S0.suffix3 B0.suffix3 | B1.xpos B0.xpos | B0.xpos B1.xpos B2.xpos | S0.feats B0.feats | S0.feats
B0.feats | B1.feats B0.upos | S0.xpos | B0.xpos | B1.lemma S0.upos B0.upos | S0.lemma B0.upos B1.upos
S0.lemma B0.lemma B1.upos | S1.upos S0.upos B0.upos B1.upos | S0.left-labels S0.form | S0.right-labels S0.form
S0.left-labels S0.upos | S0.right-labels S0.upos B0.upos | B0.left-labels B0.upos | B0.left-labels B0.form
S1.lemma S0.upos B0.upos | S0.upos S0.right1.upos S0.right1.deprel B0.upos | B3.upos B2.upos B1.upos B0.upos
S0.head.lemma S0.upos B0.upos | S0.head.upos S0.deprel B0.upos B0.form | S0.lemma S0.right1.deprel B0.upos
S0.lemma S0.right-labels B0.upos | S1.deprel S0.deprel S0.upos B0.upos | S0.shape B0.shape
""")

LABEL = _lines("""
D.form | D.upos | D.xpos | D.feats | D.lemma | H.form | H.upos | H.xpos | H.lemma | D.suffix3 | D.shape
D.form H.form | D.form H.upos | D.upos H.form | D.upos H.upos | D.lemma H.lemma | D.xpos H.xpos | D.feats H.upos
D.upos D.feats H.lemma | D.form D.upos H.form H.upos | D.suffix3 H.upos | D.upos H.suffix3
D.upos H.upos distance(H,D) | D.upos H.lemma distance(H,D) | distance(H,D) D.form | D.left1.upos D.upos H.upos
D.left1.form D.upos H.upos | D.left1.form D.upos | D.left1.deprel D.upos H.upos | D.left1.lemma H.lemma
D.left2.form D.upos H.upos | D.right1.upos D.upos H.upos | D.left-labels D.upos H.upos | D.left-labels D.form
D.left-labels D.upos H.lemma | D.right-labels D.upos H.upos | H.left1.deprel D.upos H.upos
H.right1.deprel D.upos H.upos | H.left-labels D.upos H.upos | H.right-labels D.upos H.upos
H.left-labels D.upos H.lemma | H.right-labels D.upos H.lemma | H.deprel D.upos H.upos | H.deprel H.upos D.lemma
H.head.upos H.upos D.upos | H.right-labels H.left-labels D.upos | D.before.upos D.upos H.upos
D.after.upos D.upos H.upos | D.after.upos D.upos D.before.upos | D.before.form D.upos H.upos
D.after.form D.upos H.upos | H.after.upos H.upos D.upos | H.before.upos H.upos D.upos | D.before.form D.form
D.after.form D.form | history1 D.upos H.upos | H.right1.form D.upos H.upos | D.before.upos D.upos H.upos H.after.upos
""")

FAMILIES = {"stack": FeatureModel(STACK_AND_BUFFER, LABEL)}


def default_features(system: TransitionSystem) -> FeatureModel:
    """The feature model for a system.

    >>> from multiplane.transition import get
    >>> default_features(get("arc-eager")).transition[0]
    'S0.form S0.upos'
    """
    return FAMILIES["stack"]
