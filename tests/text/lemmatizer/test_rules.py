"""Edit rules: found for every pair of form and lemma, and applied alike in Python and in the kernel."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from multiplane.text.lemmatizer.rules import (
    ALL,
    CAPITALS,
    EditRule,
    apply_rule,
    compile_rules,
    find_rule,
    write_lemma,
)
from multiplane.text.letters import capital_letters, small_letters

WORDS = st.text("abcxyzABCÄäßŽžİдД東-1", min_size=1, max_size=9)
COUNTS = st.integers(0, 4)
RULES = st.builds(EditRule, st.integers(0, CAPITALS), COUNTS | st.just(ALL), st.text("aäž"), COUNTS, st.text("bA"))


@given(WORDS, WORDS)
def test_a_rule_makes_the_lemma_that_it_was_found_for(form: str, lemma: str) -> None:
    assert apply_rule(find_rule(form, lemma), form) == lemma


def written(rule: EditRule, form: str) -> str | None:
    data, out = np.frombuffer(form.encode(), np.uint8), np.zeros(400, np.uint8)
    compiled = compile_rules([EditRule(0, 0, "x", 0, "y"), rule])
    end = write_lemma(compiled, 1, data, 0, len(data), small_letters(), capital_letters(), out, 3)
    return None if end < 0 else out[3:end].tobytes().decode()


@given(RULES, WORDS)
def test_the_kernel_does_what_the_plain_function_does(rule: EditRule, form: str) -> None:
    assert written(rule, form) == (apply_rule(rule, form) or None)


def test_rules_are_general() -> None:
    assert find_rule("tries", "try") == find_rule("Flies", "fly")
    assert find_rule("Hens", "hen") == find_rule("hens", "hen")
    assert find_rule("London", "London") == find_rule("USA", "USA")
    assert find_rule("geht", "gehen").suffix == "en"
    assert find_rule("am", "be") == EditRule(0, ALL, "be", 0, "")


def test_a_very_long_word_keeps_its_form() -> None:
    assert written(EditRule(1, 0, "", 1, ""), "Ab" * 140) == "Ab" * 140
