"""``train_tokenizer``: from a treebank to a tokenizer, in seconds.

Where nothing in the treebank tells the spaces, there are two training texts: the words separated by spaces, as the file
has them, and with the usual spaces of typography, as texts have them; which of the two a text is, is told from it when
it is read. A first pass, over some of the sentences, is by general features only, those of classes of characters, where
no space follows. An abbreviation that was seen once does not count as known: it teaches what abbreviations look like.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from multiplane.errors import MultiplaneError
from multiplane.kernels.arrays import Bool, Int8, Int64
from multiplane.learn.transition.linear.weights import row_width
from multiplane.text.multiword.train import learn_splitter
from multiplane.text.raw_text import (
    GoldSentence,
    RawText,
    gold_sentences,
    raw_text,
    tells_spaces,
    with_typographic_spaces,
)
from multiplane.text.tokenizer.boundaries import DECISIONS, SENTENCE_END, TOKEN_END
from multiplane.text.tokenizer.characters import (
    FIRST_LETTER,
    LAST_LETTER,
    SPACE,
    Characters,
    characters_of,
    code_points,
    small_letter,
)
from multiplane.text.tokenizer.features import Lexicon, hash_of, hashes_of_spaced, sorted_hashes
from multiplane.text.tokenizer.logistic import learn, rounded
from multiplane.text.tokenizer.model import MAX_BITS, Tokenizer
from multiplane.treebank.treebank import Treebank

EPOCHS = 5
MAX_EPOCHS = 50
MIN_CHARACTERS = 400_000
"""A small text is read more often, until about so many characters have been seen."""
GENERAL_PART = 5
"""General features are learnt alone from one sentence in so many."""

BITS = 18
RARE = 1e-3
OFTEN = 2
PARTS = 10
RUN = 20
MIN_HELD_OUT = 30
ENOUGH_HELD_OUT = 2000
MAX_FOLDS = 5
BIASES = tuple(quarters / 4 for quarters in range(-6, 9))
MIN_GAIN = 0.2


class TrainingText(NamedTuple):
    """A text, the right decisions, and the entries at which its sentences start, the end of the last included."""

    characters: Characters
    gold: Int8
    starts: Int64


def train_tokenizer(treebank: Treebank, *, epochs: int = EPOCHS, bits: int = BITS, seed: int = 0) -> Tokenizer:
    """A tokenizer and sentence splitter, from the text of a treebank.

    It is trained on nine tenths first, several times if the treebank is small: the bias with the best F1 of sentences
    on the tenths that were held out is kept.

    >>> rows = ["1 Go go VERB _ _ 0 root _ SpaceAfter=No", "2 ! ! PUNCT _ _ 1 punct _ _", "", ""]
    >>> tokenizer = train_tokenizer(Treebank.from_text("\\n".join(2 * rows).replace(" ", "\\t")))
    >>> [[word.form for word in sentence] for sentence in tokenizer.tokenize("Go! Go!")]
    [['Go', '!'], ['Go', '!']]
    """
    if epochs < 1:
        raise MultiplaneError(f"found epochs {epochs}; expected 1 or more")
    if not 1 <= bits <= MAX_BITS:
        raise MultiplaneError(f"found bits {bits}; expected 1 to {MAX_BITS}")
    sentences = list(gold_sentences(treebank))
    if not sentences:
        raise MultiplaneError(f"{treebank.source}: found no sentences; expected some to learn from")
    counts = [
        counts_by_bias(*_trained(kept, epochs, bits, seed), _training_text(held_out))
        for kept, held_out in folds_of(sentences)
    ]
    bias = best_bias(np.sum(counts, axis=0)) if counts else 0.0
    tokenizer, scale = _trained(sentences, epochs, bits, seed)
    return replace(tokenizer, bias=round(bias * scale), splitter=learn_splitter(sentences))


def folds_of(sentences: list[GoldSentence]) -> Iterator[tuple[list[GoldSentence], list[GoldSentence]]]:
    """Nine tenths of the sentences, and a tenth to hold out, in runs of `RUN` sentences: as many tenths as it takes for
    `ENOUGH_HELD_OUT` sentences, at most `MAX_FOLDS`; none if a tenth is less than `MIN_HELD_OUT` sentences.
    """
    parts = [number // RUN % PARTS for number in range(len(sentences))]
    for fold in range(MAX_FOLDS):
        part = PARTS - 1 - fold
        held_out = [sentence for sentence, own in zip(sentences, parts, strict=True) if own == part]
        if len(held_out) >= MIN_HELD_OUT and fold * len(held_out) < ENOUGH_HELD_OUT:
            yield [sentence for sentence, own in zip(sentences, parts, strict=True) if own != part], held_out


def _trained(sentences: list[GoldSentence], epochs: int, bits: int, seed: int) -> tuple[Tokenizer, float]:
    """A tokenizer without bias, and the scale of its weights."""
    text, gold, starts = _training_text(sentences)
    lexicon = lexicon_of(sentences)
    splits_letters, joins_words = spacing_flags(text, gold)
    weights, squares = (np.zeros((1 << bits, row_width(DECISIONS)), np.float32) for _ in range(2))
    count, passes = len(starts) - 1, max(epochs, min(MAX_EPOCHS, MIN_CHARACTERS // len(gold)))
    random = np.random.default_rng(seed)
    general = np.random.default_rng([seed, 1]).permutation(count)[: -(-count // GENERAL_PART)]
    for number, order in enumerate([general, *(random.permutation(count) for _ in range(passes))]):
        learn(text, gold, starts, order, lexicon, splits_letters, joins_words, weights, squares, number == 0)
    table, scale = rounded(weights)
    tokenizer = Tokenizer(table, lexicon, splits_letters, joins_words, spaces_unknown=not tells_spaces(sentences))
    return tokenizer, scale


def _training_text(sentences: list[GoldSentence]) -> TrainingText:
    if not tells_spaces(sentences):
        sentences = [*sentences, *map(with_typographic_spaces, sentences)]
    raw = raw_text(sentences)
    text = characters_of(code_points(raw.text))
    gold = gold_decisions(raw, text)
    starts = np.concatenate([[0], np.flatnonzero(gold == SENTENCE_END) + 1])
    starts[-1] = len(gold)
    return TrainingText(text, gold, starts)


def counts_by_bias(tokenizer: Tokenizer, scale: float, held_out: TrainingText) -> Int64:
    """For each of `BIASES`, in units of the weights before rounding, the counts of sentences on a held-out text."""
    found = [replace(tokenizer, bias=round(bias * scale)).decide(held_out.characters) for bias in BIASES]
    return np.array([count_sentences(decisions, held_out.gold) for decisions in found], np.int64)


def count_sentences(decisions: Int8, gold: Int8) -> tuple[int, int]:
    """How many sentences are right, with both ends; how many there are in the decisions and in the right ones together.

    >>> count_sentences(np.array([1, 2, 2], np.int8), np.array([2, 2, 2], np.int8))
    (1, 5)
    """
    ends, gold_ends = (np.flatnonzero(array == SENTENCE_END) for array in (decisions, gold))
    found, expected = ({*pairwise([-1, *array.tolist()])} for array in (ends, gold_ends))
    return len(found & expected), len(found) + len(expected)


def best_bias(counts: Int64) -> float:
    """The bias with the best F1 of sentences, averaged with its neighbours on either side; 0 unless it gains.

    >>> best_bias(np.array([[50 + min(place, 12), 200] for place in range(len(BIASES))]))
    1.75
    >>> best_bias(np.array([[50, 200]] * len(BIASES)))
    0.0
    """
    scores = np.pad(200 * counts[:, 0] / np.maximum(counts[:, 1], 1), 1, mode="edge")
    smooth = (scores[:-2] + scores[1:-1] + scores[2:]) / 3
    best = int(np.argmax(smooth))
    return BIASES[best] if smooth[best] >= smooth[BIASES.index(0.0)] + MIN_GAIN else 0.0


def gold_decisions(raw: RawText, text: Characters) -> Int8:
    """The right decision for every entry of a text."""
    gold = np.zeros(len(text.classes), np.int8)
    ends = np.searchsorted(text.places, raw.ends - 1)
    gold[ends] = np.where(raw.last, SENTENCE_END, TOKEN_END)
    return gold


def spacing_flags(text: Characters, gold: Int8) -> tuple[bool, bool]:
    """Whether tokens end between letters, and whether they continue after a space, more often than by mistake."""
    letters = (text.classes >= FIRST_LETTER) & (text.classes <= LAST_LETTER)
    between = letters[:-1] & letters[1:]
    before_space = (text.classes[:-1] > SPACE) & (text.classes[1:] == SPACE)
    return _share(gold[:-1][between] > 0) > RARE, _share(gold[:-1][before_space] == 0) > RARE


def _share(values: Bool) -> float:
    return float(values.mean()) if len(values) else 0.0


def lexicon_of(sentences: Iterable[GoldSentence]) -> Lexicon:
    """The lexicon of sentences: abbreviations, lower-case words, names.

    >>> from multiplane.text.raw_text import GoldToken
    >>> tokens = [GoldToken(form, True) for form in ("Mr.", "Cox", "met", "Mr.", "Cox", ".")]
    >>> [len(words) for words in lexicon_of([GoldSentence(tokens, None, False)])]
    [1, 0, 1, 0]
    """
    inside: Counter[str] = Counter()
    final: Counter[str] = Counter()
    small: Counter[str] = Counter()
    names: Counter[str] = Counter()
    spaced: set[str] = set()
    for tokens, *_ in sentences:
        forms = [token.form for token in tokens]
        inside.update(_small(form) for form in forms[:-1] if is_abbreviated(form))
        final.update(_small(form) for form in forms[-1:] if is_abbreviated(form))
        small.update(form for form in forms if form.islower())
        names.update(_small(form) for form in forms[1:] if form[0].isupper())
        spaced.update(_small(form) for form in forms if " " in form)
    abbreviations = [form for form, count in inside.items() if count > final[form] and count >= OFTEN]
    often = [[word for word, count in counter.items() if count >= OFTEN] for counter in (small, names)]
    words = [sorted_hashes(map(hash_of, group)) for group in (abbreviations, *often)]
    words.append(sorted_hashes(found for token in spaced for found in hashes_of_spaced(token)))
    return Lexicon(*words)


def is_abbreviated(form: str) -> bool:
    """Whether a token is a word with a period as its last character.

    >>> [is_abbreviated(form) for form in ("etc.", ".", "...", "etc")]
    [True, False, False, False]
    """
    return form.endswith(".") and any(map(str.isalnum, form))


def _small(form: str) -> str:
    return "".join(chr(small_letter(character)) for character in form)
