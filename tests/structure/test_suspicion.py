"""The rarer a label is responsible, the more suspicious its sentence."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from multiplane.structure.suspicion import suspicions


def test_a_rare_label_is_more_suspicious_than_a_usual_one() -> None:
    usual, rare, nothing = suspicions([["obj"], ["obj", "det"], []], {"obj": 4, "det": 1000})
    assert rare.label == "det" and rare.responsible == 1 and rare.arcs == 1000
    assert rare.bits > usual.bits == 1.0 and nothing.bits == 0.0


@given(st.lists(st.lists(st.sampled_from("abc"), max_size=3), max_size=6), st.integers(0, 9))
def test_surprise_is_never_negative_and_the_largest_of_its_labels(labels: list[list[str]], arcs: int) -> None:
    counts = dict.fromkeys("abc", arcs)
    found = suspicions(labels, counts)
    alone = {label: one.bits for one in found for label in [one.label]}
    for own, one in zip(labels, found, strict=True):
        assert one.bits >= 0 and all(one.bits >= alone.get(label, 0) for label in own)
