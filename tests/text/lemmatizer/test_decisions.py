"""Decisions: what training has settled for a word is what the list of decisions says of it."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from multiplane.text.lemmatizer.decisions import CONTEXTS, FORMS, PRIOR_OF_FORMS, learn_decisions
from multiplane.text.lemmatizer.trainer import PRIORS

ITEMS = st.lists(st.tuples(st.integers(0, 5), st.integers(0, 3), st.integers(1, 4)), min_size=1, max_size=25)


def contexts_of(forms: list[int]) -> np.ndarray:
    """Contexts that become more general from one to the next, and end in one for all."""
    rows = [
        [level * 100 + (form if level < FORMS else form % max(1, 6 - level)) for level in range(CONTEXTS)]
        for form in forms
    ]
    return np.array(rows, np.int32)


@given(ITEMS, st.sampled_from(PRIORS))
def test_a_form_that_always_has_one_rule_gets_it(items: list[tuple[int, int, int]], prior: float) -> None:
    forms, rules, counts = map(list, zip(*items, strict=True))
    contexts = contexts_of(forms)
    is_whole = np.array([False, False, False, True])
    keys, decided = learn_decisions(contexts, np.array(rules, np.int32), np.array(counts, np.int64), is_whole, prior)
    listed = dict(zip(keys.tolist(), decided.tolist(), strict=True))
    assert sorted(listed) == keys.tolist()
    for form in set(forms):
        own = {rule for other, rule in zip(forms, rules, strict=True) if other == form}
        chain = contexts[forms.index(form)].tolist()
        first = next((listed[key] for key in chain if key in listed), None)
        assert first is not None
        if len(own) == 1:
            assert first in own
        for key in chain[FORMS:]:
            assert listed.get(key) != 3, "a rule for whole forms is not for endings"


def plain_decisions(
    contexts: np.ndarray, rules: list[int], counts: list[int], is_whole: np.ndarray, prior: float
) -> dict[int, int]:
    """The same one context after the other: of equal weights the rule with the lowest number."""
    current: list[int | None] = [None] * len(rules)
    decided: dict[int, int] = {}
    for level in reversed(range(CONTEXTS)):
        of_forms = level < FORMS
        taking_part = [item for item in range(len(rules)) if of_forms or not is_whole[rules[item]]]
        changes: dict[int, int] = {}
        for key in {contexts[item, level] for item in taking_part}:
            group = [item for item in taking_part if contexts[item, level] == key]
            weight: dict[int, float] = {}
            for item in group:
                weight[rules[item]] = weight.get(rules[item], 0) + (counts[item] if of_forms else 1)
            for item in group:
                before = current[item]
                if before is not None:
                    share = (PRIOR_OF_FORMS if of_forms else prior) / len(group)
                    weight[before] = weight.get(before, 0) + share
            best = min(weight, key=lambda rule: (-round(weight[rule], 9), rule))
            if any(current[item] != best for item in group):
                changes[int(key)] = best
        decided |= changes
        current = [changes.get(int(contexts[item, level]), current[item]) for item in range(len(rules))]
    return decided


@given(ITEMS, st.sampled_from([*PRIORS, 0.0, 3.0]))
def test_decisions_are_those_of_the_plain_algorithm(items: list[tuple[int, int, int]], prior: float) -> None:
    forms, rules, counts = map(list, zip(*items, strict=True))
    contexts, is_whole = contexts_of(forms), np.array([False, False, False, True])
    found = learn_decisions(contexts, np.array(rules, np.int32), np.array(counts, np.int64), is_whole, prior)
    listed = dict(zip(*(array.tolist() for array in found), strict=True))
    assert listed == plain_decisions(contexts, rules, counts, is_whole, prior)


def test_the_general_rule_needs_no_decision_of_forms() -> None:
    forms = list(range(6))
    contexts = np.array([[level * 100 + (form if level < 10 else 0) for level in range(CONTEXTS)] for form in forms])
    rules = np.array([0, 0, 0, 0, 0, 1], np.int32)
    keys, decided = learn_decisions(contexts.astype(np.int32), rules, np.ones(6, np.int64), np.zeros(2, np.bool_), 1.5)
    assert dict(zip(keys.tolist(), decided.tolist(), strict=True)) == {5 + 100 * 3: 1, 100 * (CONTEXTS - 1): 0}
