"""Edit rules: how a lemma comes from a form. Case first, then letters off the front and the back, others instead.

``Mice → mouse`` is *small letters, three letters off the back, "ouse"*. A rule that takes away all letters writes its
own; it serves for words that share nothing with their lemma.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from multiplane.kernels.arrays import Int32, Int64, UInt8, UInt16
from multiplane.kernels.jit import inlined
from multiplane.learn.features.attributes import letters_from_end, letters_from_start
from multiplane.text.letters import MAX_BYTES, capital_letters, change_case, small_letters
from multiplane.treebank.strings import copy, pack

KEEP, SMALL, CAPITAL, CAPITALS = range(4)
ALL = 255
"""Letters off the front: all of them."""

_SMALL = {code: chr(small) for code, small in enumerate(small_letters().tolist())}
_CAPITAL = {code: chr(large) for code, large in enumerate(capital_letters().tolist())}


class EditRule(NamedTuple):
    """A change of case, letters off the front and what stands there, letters off the back and what stands there."""

    case: int
    front: int
    prefix: str
    back: int
    suffix: str


class EditRules(NamedTuple):
    """Rules as arrays: case, front and back of each; prefixes and suffixes packed, those of rule r at 2r and 2r + 1."""

    steps: Int32
    blob: UInt8
    ends: Int64


def small(text: str) -> str:
    """The text in small letters, as the kernels have it."""
    return text.translate(_SMALL)


def find_rule(form: str, lemma: str) -> EditRule:
    """The rule that makes the lemma of the form, general rather than special.

    >>> find_rule("Mice", "mouse")
    EditRule(case=1, front=0, prefix='', back=3, suffix='ouse')
    >>> find_rule("gemacht", "machen"), find_rule("is", "be").front == ALL
    (EditRule(case=1, front=2, prefix='', back=1, suffix='en'), True)
    """
    for case in _cases(form, lemma):
        base, target = (form, lemma) if case == KEEP else (small(form), small(lemma))
        start, there, length = _common(base, target)
        if not length or start >= ALL or len(base) - start - length >= ALL:
            continue
        rule = EditRule(case, start, target[:there], len(base) - start - length, target[there + length :])
        if apply_rule(rule, form) == lemma:
            return rule
    return EditRule(KEEP, ALL, lemma, 0, "")


def _cases(form: str, lemma: str) -> list[int]:
    """The changes of case that may lead to a lemma, most general first."""
    if lemma == small(lemma):
        return [SMALL]
    capitals = lemma.translate(_CAPITAL)
    found = [KEEP] if form != small(form) else []
    if lemma == capitals and len(lemma) > 1:
        return [*found, CAPITALS, KEEP]
    return [*found, CAPITAL, KEEP]


def _common(base: str, target: str) -> tuple[int, int, int]:
    """Where the longest text that both share begins in each, and its length; at the start, half of a word suffices."""
    most = min(len(base), len(target))
    length = 0
    while length < most and base[length] == target[length]:
        length += 1
    if 2 * length >= most or length >= 3:
        return 0, 0, length
    best = (0, 0, length)
    for start in range(len(base)):
        for there in range(len(target)):
            shared = 0
            while start + shared < len(base) and there + shared < len(target):
                if base[start + shared] != target[there + shared]:
                    break
                shared += 1
            if shared > max(best[2], 1):
                best = (start, there, shared)
    return best


def apply_rule(rule: EditRule, form: str) -> str:
    """The lemma that a rule makes of a form; an empty text if the form is too short for it.

    >>> apply_rule(EditRule(SMALL, 0, "", 1, "y"), "TRIEs"), apply_rule(EditRule(CAPITAL, 0, "", 1, ""), "HENS")
    ('triey', 'Hen')
    """
    if rule.front == ALL:
        return rule.prefix + rule.suffix
    base = form if rule.case == KEEP else small(form)
    if rule.front + rule.back > len(base):
        return ""
    lemma = rule.prefix + base[rule.front : len(base) - rule.back] + rule.suffix
    if rule.case == CAPITAL:
        return lemma[:1].translate(_CAPITAL) + lemma[1:]
    return lemma.translate(_CAPITAL) if rule.case == CAPITALS else lemma


def compile_rules(rules: list[EditRule]) -> EditRules:
    """Rules as arrays, for the kernels."""
    steps = np.array([(rule.case, rule.front, rule.back) for rule in rules], np.int32).reshape(-1, 3)
    return EditRules(steps, *pack([text for rule in rules for text in (rule.prefix, rule.suffix)]))


@inlined
def write_lemma(
    rules: EditRules,
    rule: int,
    data: UInt8,
    start: int,
    end: int,
    lower: UInt16,
    upper: UInt16,
    out: UInt8,
    position: int,
) -> int:
    """Write the lemma that a rule makes of a form, with room for it; the position after it, or −1 if it makes none."""
    case, front, back = rules.steps[rule, 0], rules.steps[rule, 1], rules.steps[rule, 2]
    prefix, suffix = rules.ends[2 * rule], rules.ends[2 * rule + 1]
    if end - start >= MAX_BYTES - 1:
        return copy(data, start, end, out, position)
    begin = position
    position = copy(rules.blob, prefix, suffix, out, position)
    if front != ALL:
        first = letters_from_start(data, start, end, front)
        last = letters_from_end(data, start, end, back)
        letters, wanted = 0, front + back
        for place in range(start, end):
            if data[place] & 0xC0 != 0x80:
                letters += 1
        if wanted > letters:
            return -1
        if case == KEEP:
            position = copy(data, first, last, out, position)
        else:
            position = change_case(data, first, last, lower, out, position)
    position = copy(rules.blob, suffix, rules.ends[2 * rule + 2], out, position)
    if case >= CAPITAL and front != ALL:
        stop = letters_from_start(out, begin, position, 1) if case == CAPITAL else position
        change_case(out, begin, stop, upper, out, begin)
    return position if position > begin else -1
