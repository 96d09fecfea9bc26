"""Training: the same bytes for the same seed, texts of all kinds to learn from."""

from __future__ import annotations

import numpy as np
import pytest
from tests.text.texts import made_up_tokenizer, made_up_treebank

import multiplane
from multiplane import MultiplaneError
from multiplane.evaluate import evaluate_text
from multiplane.kernels.interpret import kernels
from multiplane.text import Tokenizer, train_tokenizer
from multiplane.text.raw_text import gold_sentences, raw_text
from multiplane.treebank import Treebank


def same(one: Tokenizer, other: Tokenizer) -> bool:
    arrays = zip(one.tensors().values(), other.tensors().values(), strict=True)
    return one.header() == other.header() and all(np.array_equal(*both) for both in arrays)


def test_the_same_seed_gives_the_same_tokenizer() -> None:
    again = train_tokenizer(made_up_treebank(), bits=14)
    other = train_tokenizer(made_up_treebank(), bits=14, seed=1)
    assert same(again, made_up_tokenizer()) and not same(other, again)


def test_interpreted_training_is_the_same() -> None:
    small = made_up_treebank(12)
    with kernels("compiled"):
        compiled = train_tokenizer(small, bits=10, epochs=1)
    with kernels("interpreted"):
        assert same(train_tokenizer(small, bits=10, epochs=1), compiled)


def test_what_was_learnt_is_right_on_other_sentences() -> None:
    gold = made_up_treebank(200, seed=7)
    scores = evaluate_text(gold, made_up_tokenizer().tokenize(raw_text(gold_sentences(gold)).text))
    assert scores["Tokens"].f1 > 99.5 and scores["Sentences"].f1 > 99 and scores["Words"].f1 > 99.5


def forms_after_training(sentences: list[list[str]], text: str, format: str = "conllu") -> list[list[str]]:
    rows = [
        "".join(
            "\t".join([str(id), form, *"_" * 4, str(id - 1), "dep", "_", "_"]) + "\n"
            for id, form in enumerate(words, 1)
        )
        for words in sentences
    ]
    treebank = Treebank.from_text("\n".join(rows) + "\n", format)
    return [[word.form for word in found] for found in train_tokenizer(treebank, bits=14).tokenize(text)]


def test_typography_is_learnt_where_nothing_tells_the_spaces() -> None:
    sentences = [["Ann", "saw", "hens", ",", "eggs", "(", "two", ")", "."], ["Zoe", "fed", "hens", "."]] * 20
    assert forms_after_training(sentences, "Zoe saw eggs, hens (two). Ann fed hens .") == [
        ["Zoe", "saw", "eggs", ",", "hens", "(", "two", ")", "."],
        ["Ann", "fed", "hens", "."],
    ]


def test_tokens_with_spaces_inside_are_learnt() -> None:
    sentences = [["Ann", "saw", "hens", "i_dag", "."], ["Zoe", "saw", "i", "hens", "."]] * 30
    assert forms_after_training(sentences, "Zoe saw hens i dag.", "conllx") == [["Zoe", "saw", "hens", "i dag", "."]]


def test_scripts_without_spaces_are_learnt() -> None:
    lines = []
    for word in ("猫", "犬", "鳥"):
        for verb in ("見る", "食べる", "歩く"):
            tokens = [word, "が", verb, "。"]
            lines += [
                "\t".join([str(id), form, *"_" * 4, str(id - 1), "dep", "_", "SpaceAfter=No"])
                for id, form in enumerate(tokens, 1)
            ]
            lines.append("")
    tokenizer = train_tokenizer(Treebank.from_text("\n".join(lines) + "\n"), bits=14)
    found = tokenizer.tokenize("犬が見る。鳥が食べる。")
    assert [[word.form for word in sentence] for sentence in found] == [
        ["犬", "が", "見る", "。"],
        ["鳥", "が", "食べる", "。"],
    ]


def test_wrong_arguments_are_one_line() -> None:
    with pytest.raises(MultiplaneError, match="found no sentences; expected some to learn from"):
        train_tokenizer(Treebank.from_text(b"", "conllu"))
    german = multiplane.read("sample:german")
    with pytest.raises(MultiplaneError, match="found epochs 0; expected 1 or more"):
        train_tokenizer(german, epochs=0)
    with pytest.raises(MultiplaneError, match="found bits 40; expected 1 to 24"):
        train_tokenizer(german, bits=40)
