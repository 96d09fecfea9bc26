"""Which rule makes the lemma of a word: a list of decisions, from the whole form with its tag to the tag alone.

A context is a word's form or its last letters, with its tag (UPOS, XPOS, FEATS) or its UPOS. The most special context
that has a decision has the last word. Training goes the other way, from the most general context to the most special,
and makes a decision only where it changes the rule of some word: so there are few of them.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from multiplane.kernels.arrays import Bool, Float64, Int32, Int64, UInt8, UInt16
from multiplane.kernels.jit import inlined, kernel
from multiplane.learn.features.attributes import letters_from_end
from multiplane.text.keys import find_key
from multiplane.text.letters import MAX_BYTES, change_case
from multiplane.treebank.strings import hash_bytes

MAX_ENDING_LENGTH = 6
FORMS = 4
CONTEXTS = FORMS + 3 * MAX_ENDING_LENGTH + 3
PRIOR_OF_FORMS = 0.5

_FORM, _UPOS, _XPOS, _FEATS = 1, 3, 4, 5


class RuleDecisions(NamedTuple):
    """The contexts that have a rule, by key; ``slots`` has, at the hash of a key or after it, its place and one."""

    keys: Int32
    rules: UInt16
    slots: Int32


@inlined
def mixed(one: int, other: int) -> int:
    """Hash two numbers into 31 bits."""
    value = ((one ^ other * 0x297A2D39) * 0x2C1B3C6D) & 0xFFFFFFFF
    value = ((value ^ (value >> 15)) * 0x297A2D39) & 0xFFFFFFFF
    return (value ^ (value >> 15)) & 0x7FFFFFFF


@inlined
def find_contexts(data: UInt8, base: int, columns: Int32, word: int, lower: UInt16, scratch: UInt8, out: Int32) -> None:
    """Write the keys of all contexts of a word, the most special first."""
    start, end = base + columns[word, _FORM], base + columns[word, _FORM + 1] - 1
    upos = int(hash_bytes(data, base + columns[word, _UPOS], base + columns[word, _UPOS + 1] - 1))
    tag = int(hash_bytes(data, base + columns[word, _XPOS], base + columns[word, _FEATS + 1] - 1))
    tag = mixed(mixed(upos, tag), 1)
    length = change_case(data, start, end, lower, scratch, 0)
    exact, form = int(hash_bytes(data, start, end)), int(hash_bytes(scratch, 0, length))
    out[0], out[1] = mixed(exact, tag), mixed(mixed(form, 2), tag)
    out[2], out[3] = mixed(mixed(exact, 3), upos), mixed(mixed(form, 4), upos)
    capital = 5 if length > 0 and scratch[0] == data[start] else 6
    if length > 1 and scratch[1] != data[start + 1]:
        capital = 7 if capital == 6 or scratch[0] >= 0x80 else 8
    place = FORMS
    for shorter in range(MAX_ENDING_LENGTH):
        letters = MAX_ENDING_LENGTH - shorter
        ending = int(hash_bytes(scratch, letters_from_end(scratch, 0, length, letters), length))
        ending = mixed(ending, letters)
        out[place] = mixed(mixed(ending, capital), tag)
        out[place + 1], out[place + 2] = mixed(mixed(ending, 9), tag), mixed(mixed(ending, 10), upos)
        place += 3
    out[place], out[place + 1] = mixed(capital, tag), mixed(mixed(capital, 9), upos)
    out[place + 2] = capital


@kernel
def all_contexts(data: UInt8, spans: Int64, offsets: Int64, columns: Int32, lower: UInt16, out: Int32) -> None:
    """The contexts of all words, a row a word."""
    scratch = np.empty(MAX_BYTES, np.uint8)
    for sentence in range(len(offsets) - 1):
        for word in range(offsets[sentence], offsets[sentence + 1]):
            find_contexts(data, spans[sentence], columns, word, lower, scratch, out[word])


@inlined
def find_decision(decisions: RuleDecisions, key: int) -> int:
    """The rule of a context, or −1."""
    place = find_key(decisions.keys, decisions.slots, key)
    return int(decisions.rules[place]) if place >= 0 else -1


def learn_decisions(contexts: Int32, rules: Int32, counts: Int64, is_whole: Bool, prior: float) -> tuple[Int32, Int32]:
    """The keys of contexts that get a decision, ascending, and their rules.

    Item i has the contexts ``contexts[i]`` and the rule ``rules[i]``, and occurs ``counts[i]`` times. Rules that
    take away the whole form (``is_whole``) are for forms alone. ``prior`` is how many forms the rule
    of a more general context counts for, among the endings.
    """
    current = np.full(len(rules), -1, np.int64)
    decided: dict[int, int] = {}
    for level in range(CONTEXTS - 1, -1, -1):
        of_forms = level < FORMS
        chosen = np.arange(len(rules)) if of_forms else np.flatnonzero(~is_whole[rules])
        if not len(chosen):
            continue
        weights = counts[chosen].astype(np.float64) if of_forms else np.ones(len(chosen))
        keys, group = np.unique(contexts[chosen, level], return_inverse=True)
        best = _best_of_groups(group, rules[chosen], current[chosen], weights, PRIOR_OF_FORMS if of_forms else prior)
        differs = np.bincount(group, weights=best[group] != current[chosen], minlength=len(keys)) > 0
        decided.update(zip(keys[differs].tolist(), best[differs].tolist(), strict=True))
        places = np.searchsorted(keys, contexts[:, level])
        known = keys[np.minimum(places, len(keys) - 1)] == contexts[:, level]
        places = np.minimum(places, len(keys) - 1)
        changed = known & differs[places]
        current[changed] = best[places[changed]]
    order = sorted(decided)
    return np.array(order, np.int32), np.array([decided[key] for key in order], np.int32)


def _best_of_groups(group: Int64, rules: Int32, current: Int64, weights: Float64, prior: float) -> Int64:
    """For each group of items the rule with the most weight, that of more general contexts having a prior."""
    groups = int(group.max()) + 1
    sizes = np.bincount(group, minlength=groups)
    known = current >= 0
    owner = np.concatenate([group, group[known]])
    rule = np.concatenate([rules.astype(np.int64), current[known]])
    weight = np.concatenate([weights, prior / sizes[group[known]]])
    width = int(rule.max()) + 1
    pairs, place = np.unique(owner * width + rule, return_inverse=True)
    total = np.bincount(place, weights=weight)
    order = np.lexsort((pairs % width, -np.round(total, 9), pairs // width))
    first = np.unique(pairs[order] // width, return_index=True)[1]
    best: Int64 = pairs[order][first] % width
    return best
