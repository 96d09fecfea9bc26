from __future__ import annotations

import pytest
from hypothesis import given
from tests.deduce.link.dictionaries import CONNECTORS

from multiplane.deduce.link.connectors import head_is_left, is_connector, is_multiple, label, matches

EXAMPLES_OF_THE_1991_REPORT = [
    ("S+", "Sp-", True),
    ("S+", "Ss-", True),
    ("Sp+", "Ss-", False),
    ("D*u+", "Dmu-", True),
    ("D*u+", "Dm-", True),
    ("D*u+", "Dmc-", False),
    ("Dmu+", "Dm-", True),
    ("Dmc+", "Dm-", True),
]


@pytest.mark.parametrize(("right", "left", "expected"), EXAMPLES_OF_THE_1991_REPORT)
def test_subscripts_match_as_in_the_report(right: str, left: str, expected: bool) -> None:
    assert matches(right, left) is expected


@pytest.mark.parametrize(
    ("right", "left", "expected"),
    [
        ("A+", "B-", False),
        ("A+", "AB-", False),
        ("A+", "A+", False),
        ("A-", "A-", False),
        ("@A+", "A-", True),
        ("hA+", "dA-", True),
        ("hA+", "hA-", False),
        ("dA+", "dA-", False),
        ("hA+", "A-", True),
        ("A_B+", "A_B-", True),
    ],
)
def test_types_directions_and_heads(right: str, left: str, expected: bool) -> None:
    assert matches(right, left) is expected


def test_a_link_has_the_subscripts_of_both_connectors() -> None:
    assert label("Ss+", "S-") == "Ss"
    assert label("S*b+", "Ss-") == "Ssb"
    assert label("@MV**c+", "MVa-") == "MVa*c"
    assert label("A*+", "A-") == "A"


def test_the_head_of_a_link() -> None:
    assert head_is_left("hW+", "dW-") is True
    assert head_is_left("dD+", "hD-") is False
    assert head_is_left("hW+", "W-") is True
    assert head_is_left("W+", "hW-") is False
    assert head_is_left("W+", "W-") is None


@pytest.mark.parametrize("text", ["s+", "S", "S+-", "+", "xS+", "@@S+", "Sś+", "", "S *+", "h+"])
def test_what_is_no_connector(text: str) -> None:
    assert not is_connector(text)


@given(CONNECTORS)
def test_a_connector_matches_its_opposite(name: str) -> None:
    assert is_connector(name)
    assert is_multiple(name) == ("@" in name)
    plain = name.lstrip("@hd")[:-1]
    assert matches(plain + "+", plain + "-")
