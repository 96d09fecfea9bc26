"""``learn_splitter``: from the multiword tokens of a treebank to tables of forms, endings and beginnings.

For every ending that a multiword token has, from the letters that its split takes away to `MAX_CONTEXT` more, the
distinct tokens with this ending are counted by what becomes of them. An ending is kept if it tells something that no
shorter ending tells; a form is kept if its ending tells something else.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping

from multiplane.text.multiword.splitter import NO_SPLIT, Split, Words, WordSplitter, beginning_split, end_split
from multiplane.text.raw_text import GoldSentence

MAX_CONTEXT = 4
MIN_TYPES = 2
MIN_SHARE = 0.6
"""Of the distinct tokens with an ending, for it to tell what becomes of others."""


def learn_splitter(sentences: Iterable[GoldSentence]) -> WordSplitter:
    """The tables for the multiword tokens of sentences.

    >>> from multiplane.text.raw_text import GoldToken
    >>> tokens = [GoldToken(f"{verb}n't", True, (verb, "n't")) for verb in ("is", "has", "do")]
    >>> learn_splitter([GoldSentence(tokens, None, False)]).words_of("Didn't")
    ('Did', "n't")
    """
    seen = usual_words(sentences)
    if not any(seen.values()):
        return WordSplitter()
    at_ends = {token: end_split(token, words) for token, words in seen.items() if words}
    at_beginnings = {token: beginning_split(token, words) for token, words in seen.items() if words}
    end_counts, beginning_counts = Counter(at_ends.values()), Counter(at_beginnings.values())
    ends, starts = dict(at_ends), dict(at_beginnings)
    for token, split in at_beginnings.items():
        if beginning_counts[split] > end_counts[at_ends[token]]:
            del ends[token]
        else:
            del starts[token]
    endings = _affixes(seen, ends, lambda token, length: token[len(token) - length :])
    beginnings = _affixes(seen, starts, lambda token, length: token[:length])
    by_affix = WordSplitter({}, endings, beginnings)
    forms = {token: words for token, words in seen.items() if by_affix.words_of(token) != words}
    return WordSplitter(forms, endings, beginnings)


def usual_words(sentences: Iterable[GoldSentence]) -> dict[str, Words]:
    """The most frequent words of each token, in lower case; none if it is a word itself."""
    counts: dict[str, Counter[Words]] = defaultdict(Counter)
    for sentence in sentences:
        for token in sentence.tokens:
            counts[token.form.lower()][tuple(word.lower() for word in token.words)] += 1
    return {token: max(found, key=lambda words: found[words]) for token, found in counts.items()}


def _affixes(
    seen: Mapping[str, Words], splits: Mapping[str, Split], affix_of: Callable[[str, int], str]
) -> dict[str, Split]:
    """The endings, or the beginnings, at which tokens are split, and longer ones at which they are not."""
    counts: dict[str, Counter[Split]] = {}
    longest = 0
    for token, split in splits.items():
        for length in range(split.removed, min(len(token) - 1, split.removed + MAX_CONTEXT) + 1):
            if length > 0:
                counts.setdefault(affix_of(token, length), Counter())
                longest = max(longest, length)
    for token in seen:
        split = splits.get(token, NO_SPLIT)
        for length in range(1, min(longest, len(token) - 1) + 1):
            found = counts.get(affix_of(token, length))
            if found is not None and split.removed <= length:
                found[split] += 1
            elif found is not None:
                found[NO_SPLIT] += 1
    table: dict[str, Split] = {}
    for affix in sorted(counts, key=lambda affix: (len(affix), affix)):
        chosen = _decision(counts[affix])
        shorter = next((table[part] for part in _shorter(affix, affix_of) if part in table), NO_SPLIT)
        if chosen is not None and chosen != shorter:
            table[affix] = chosen
    return table


def _decision(found: Counter[Split]) -> Split | None:
    """The most frequent split of tokens with an ending, if it is frequent enough."""
    split, count = max(found.items(), key=lambda item: (item[1], item[0]))
    return split if count >= MIN_TYPES and count >= MIN_SHARE * found.total() else None


def _shorter(affix: str, affix_of: Callable[[str, int], str]) -> Iterable[str]:
    return (affix_of(affix, length) for length in range(len(affix) - 1, 0, -1))
