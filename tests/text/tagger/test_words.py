"""The attributes of words, as plain Python finds them."""

from __future__ import annotations

from itertools import groupby

from hypothesis import given
from hypothesis import strategies as st

from multiplane.learn.features.clusters import hashes_of
from multiplane.text.lemmatizer.rules import small
from multiplane.text.tagger.words import ATTRIBUTES, word_attributes
from multiplane.treebank import Treebank

WORDS = st.text("abcxyzABCÄäßŽžдД東0189.-'@", min_size=1, max_size=20)


def kind_of(letter: str) -> str:
    if small(letter) != letter:
        return "A"
    return "a" if "a" <= letter <= "z" or ord(letter) >= 0x80 else "0" if letter in "0123456789" else letter


def twin(word: str) -> dict[str, int]:
    form, kinds = small(word), [kind_of(letter) for letter in word]
    shape = "".join("".join(list(run)[:2]) for _, run in groupby(kinds))[:16]
    texts = {"form": form, "exact": word, "shape": shape}
    texts |= {f"suffix{letters}": form[-letters:] for letters in range(1, 8)}
    texts |= {f"prefix{letters}": form[:letters] for letters in range(1, 6)}
    found = dict(zip(texts, hashes_of(list(texts.values())).tolist(), strict=True))
    letters = "A" in kinds or "a" in kinds
    signs = (kinds[0] == "A") + 2 * ("0" in kinds) + 4 * ("-" in word[1:]) + 16 * letters
    signs += 8 * (letters and "a" not in kinds and len(word.encode()) > 1)
    return {**found, "signs": signs, "length": min(15, len(form.encode())), "class": 0, "usual": 0}


@given(WORDS)
def test_attributes_are_those_that_plain_python_finds(word: str) -> None:
    treebank = Treebank.from_text(f"1\t{word}\t_\t_\t_\t_\t0\troot\t_\t_\n", "conllu")
    found = dict(zip(ATTRIBUTES, word_attributes(treebank.layout)[0].tolist(), strict=True))
    expected = twin(word)
    assert {name: found[name] for name in expected} == expected
    assert found["cluster"] == found["cluster4"] == 0
