"""Generated sentences: valid, the same again, at the given crossing rate."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from collections import defaultdict

import pytest
from tests.generate.samples import generated

from multiplane.errors import MultiplaneError
from multiplane.generate.sentences import generate_sentences
from multiplane.treebank import Sentence, Treebank


def test_sentences_are_valid() -> None:
    found = generated(300, seed=2)
    assert len(found) == 300
    assert not found.warnings
    for one in found:
        assert len(one) == len(one.tree)
        written = "".join(word.form + ("" if word.misc == "SpaceAfter=No" else " ") for word in one)
        assert written.rstrip() == one.metadata["text"]
        assert all(list(word.features) == sorted(word.features) for word in one)
        assert [word.id for word in one if word.upos == "PUNCT"] in ([], [len(one)])
        assert (one.metadata["seed"], one.sent_id) == (
            "2",
            f"2-{found.layout.lines.tolist().index(one.line) + 1}",
        )


def test_the_same_seed_gives_the_same_bytes() -> None:
    text = "".join(generate_sentences(60, seed=7))
    assert text == "".join(generate_sentences(60, seed=7))
    assert "".join(generate_sentences(900, seed=7)).startswith(text)
    assert text != "".join(generate_sentences(60, seed=8))


@pytest.mark.slow
def test_other_processes_and_hash_seeds_give_the_same_bytes() -> None:
    code = (
        "import hashlib; from multiplane.generate.sentences import generate_sentences as g;"
        "print(hashlib.sha256(''.join(g(80, 3, crossing_rate=0.6)).encode()).hexdigest())"
    )
    here = hashlib.sha256("".join(generate_sentences(80, 3, crossing_rate=0.6)).encode()).hexdigest()
    for hash_seed in ("0", "1"):
        environment = {**os.environ, "PYTHONHASHSEED": hash_seed}
        found = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, check=True)
        assert found.stdout.decode().strip() == here


def has_gap(one: Sentence) -> bool:
    below: dict[int, set[int]] = defaultdict(set)
    for word in range(1, len(one) + 1):
        above = word
        while above:
            below[above].add(word)
            above = int(one.heads[above - 1])
    return any(max(words) - min(words) + 1 != len(words) for words in below.values())


@pytest.mark.parametrize("rate", [0.0, 0.1, 0.5, 1.0])
def test_crossing_rates_are_as_set(rate: float) -> None:
    found = generated(800, seed=3, crossing_rate=rate)
    share = sum(map(has_gap, found)) / len(found)
    assert share == sum("constructions" in one.metadata for one in found) / len(found)
    assert abs(share - rate) <= 4 * (rate * (1 - rate) / len(found)) ** 0.5


def test_what_is_accepted_does_not_change_the_crossing_rate() -> None:
    short = Treebank.from_text(
        "".join(generate_sentences(400, 3, crossing_rate=0.3, accept=lambda trees: [len(t) < 14 for t in trees]))
    )
    assert max(map(len, short)) < 14
    assert {one.sent_id for one in short if has_gap(one)} == {
        one.sent_id for one in generated(400, 3, crossing_rate=0.3) if has_gap(one)
    }


def test_what_cannot_be_made_is_given_up() -> None:
    with pytest.raises(MultiplaneError, match="found no tiny sentence in 2000 attempts; expected a wider class"):
        list(generate_sentences(5, accept=lambda trees: [False] * len(trees), name="tiny"))
