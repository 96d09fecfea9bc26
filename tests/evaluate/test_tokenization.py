"""Words of two analyses matched, beside a brute-force judge."""

from __future__ import annotations

from itertools import combinations, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.evaluate.retokenized import retokenized

import multiplane
from multiplane import MultiplaneError
from multiplane.evaluate.tokenization import check_same_text, common_subsequence, matched_words, tokenized
from multiplane.treebank import Treebank

LETTERS = st.lists(st.sampled_from("abc"), max_size=7)


def longest_common(one: list[str], other: list[str]) -> int:
    """The length of the longest common subsequence, by trying all."""
    parts = {part for size in range(len(other) + 1) for part in combinations(other, size)}
    return max(len(part) for size in range(len(one) + 1) for part in combinations(one, size) if part in parts)


@given(LETTERS, LETTERS)
def test_common_subsequences_are_longest(one: list[str], other: list[str]) -> None:
    pairs = common_subsequence(one, other)
    assert len(pairs) == longest_common(one, other)
    assert all(one[here] == other[there] for here, there in pairs)
    assert all(a < c and b < d for (a, b), (c, d) in pairwise(pairs))


def analysis(*rows: str) -> Treebank:
    return Treebank.from_text("\n".join(rows).replace(" ", "\t"), heads_required=False)


def test_words_of_multiword_tokens_match_by_their_forms() -> None:
    gold = analysis(
        "1-2 Vamos-nos _ _ _ _ _ _ _ _", "1 vamos _ _ _ _ _ _ _ _", "2 nos _ _ _ _ _ _ _ _", "3 ao _ _ _ _ _ _ _ _"
    )
    system = analysis(
        "1 Vamos _ _ _ _ _ _ _ _",
        "2 - _ _ _ _ _ _ _ _",
        "3 nos _ _ _ _ _ _ _ _",
        "4-5 ao _ _ _ _ _ _ _ _",
        "4 a _ _ _ _ _ _ _ _",
        "5 o _ _ _ _ _ _ _ _",
    )
    assert matched_words(tokenized(gold).words, tokenized(system).words) == {0: 0, 2: 1}


def test_multiword_tokens_that_overlap_are_taken_together() -> None:
    gold = analysis("1 ab _ _ _ _ _ _ _ _", "2-3 cdef _ _ _ _ _ _ _ _", "2 cd _ _ _ _ _ _ _ _", "3 ef _ _ _ _ _ _ _ _")
    system = analysis(
        "1-2 abcd _ _ _ _ _ _ _ _", "1 ab _ _ _ _ _ _ _ _", "2 cd _ _ _ _ _ _ _ _", "3 ef _ _ _ _ _ _ _ _"
    )
    assert matched_words(tokenized(gold).words, tokenized(system).words) == {0: 0, 1: 1, 2: 2}


def tokens(text: str) -> Treebank:
    """Words by their forms, multiword tokens as ``token=word+word``."""
    rows: list[str] = []
    count = 0
    for token in text.split():
        form, _, parts = token.partition("=")
        words = parts.split("+") if parts else [form]
        if parts:
            rows.append(f"{count + 1}-{count + len(words)} {form}" + " _" * 8)
        rows += [f"{count + place} {word}" + " _" * 8 for place, word in enumerate(words, 1)]
        count += len(words)
    return analysis(*rows)


@pytest.mark.parametrize(
    ("gold", "system", "matched"),
    [
        ("a b=b+ab", "ab", {}),
        ("a bc", "ab c=c+c+bc", {}),
        ("ab=b+D", "a=a+a b", {2: 0}),
        ("a bc d=d+d", "ab=D+b+D c=bc+D+c d", {6: 2}),
        ("a=D+a b", "ab=a+ab", {0: 1}),
        ("ab c=c+D", "a=a+d b=b+ab+d c", {4: 2}),
        ("ab=b+b", "a b", {1: 1}),
        ("ab=b+b", "ab=B", {0: 0}),
    ],
)
def test_what_overlaps_a_multiword_token(gold: str, system: str, matched: dict[int, int]) -> None:
    """A word that begins before the token is passed; tokens are added as long as they overlap what is there."""
    assert matched_words(tokenized(tokens(gold)).words, tokenized(tokens(system)).words) == matched


def test_an_underscore_of_conllx_is_a_form_of_its_own() -> None:
    rows = ["1\t_" + "\t_" * 4 + "\t0\troot\t_\t_", "2\tad_hoc" + "\t_" * 4 + "\t1\tx\t_\t_"]
    found = tokenized(Treebank.from_text("\n".join(rows) + "\n\n", "conllx"))
    assert (found.characters, found.tokens) == ("_adhoc", [(0, 1), (1, 6)])


@pytest.mark.parametrize("seed", range(10))
def test_matches_are_one_to_one_and_in_order(seed: int) -> None:
    gold = multiplane.read("sample:")
    one, other = tokenized(retokenized(gold, seed, 0.4)), tokenized(retokenized(gold, seed + 50, 0.4))
    pairs = sorted(matched_words(one.words, other.words).items())
    assert pairs and all(a < c and b < d for (a, b), (c, d) in pairwise(pairs))
    for there, here in pairs:
        word, found = one.words[here], other.words[there]
        if word.multiword or found.multiword:
            assert word.form.lower() == found.form.lower()
        else:
            assert word.place == found.place


def test_a_text_matches_itself() -> None:
    text = tokenized(retokenized(multiplane.read("sample:"), 3, 0.5))
    assert matched_words(text.words, text.words) == {number: number for number in range(len(text.words))}


def test_other_characters_are_named() -> None:
    one, other = (tokenized(analysis(f"1 {form} _ _ _ _ _ _ _ _")) for form in ("hens", "hen"))
    with pytest.raises(
        MultiplaneError, match=r"found '' after 3 characters, where <text> has 's'; expected the same text"
    ):
        check_same_text(one, other)


def test_spaces_in_forms_do_not_count() -> None:
    one = tokenized(Treebank.from_text("1\t10\u00a0000 x" + "\t_" * 8, heads_required=False))
    assert one.characters == "10000x" and one.tokens == [(0, 6)]
