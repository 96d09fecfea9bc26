"""Training: the same bytes for the same seed, texts of all kinds to learn from."""

from __future__ import annotations

import numpy as np
import pytest
from tests.kernels.interpreted import interpret_kernels
from tests.text.texts import made_up_tokenizer, made_up_treebank

import multiplane
from multiplane import MultiplaneError
from multiplane.evaluate import evaluate_text
from multiplane.kernels.interpret import kernels
from multiplane.text import Tokenizer, train_tokenizer
from multiplane.text.raw_text import GoldSentence, GoldToken, gold_sentences, raw_text
from multiplane.text.tokenizer import train as train_module
from multiplane.text.tokenizer.characters import characters_of, code_points
from multiplane.text.tokenizer.features import hash_of, hashes_of_spaced
from multiplane.text.tokenizer.train import folds_of, lexicon_of, spacing_flags
from multiplane.treebank import Treebank


def same(one: Tokenizer, other: Tokenizer) -> bool:
    arrays = zip(one.tensors().values(), other.tensors().values(), strict=True)
    return one.header() == other.header() and all(np.array_equal(*both) for both in arrays)


def test_the_same_seed_gives_the_same_tokenizer() -> None:
    again = train_tokenizer(made_up_treebank(), bits=14)
    other = train_tokenizer(made_up_treebank(), bits=14, seed=1)
    assert same(again, made_up_tokenizer()) and not same(other, again)


def test_interpreted_training_is_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    small = made_up_treebank(12)
    with kernels("compiled"):
        compiled = train_tokenizer(small, bits=10, epochs=1)
        interpret_kernels(monkeypatch, train_module)
        assert same(train_tokenizer(small, bits=10, epochs=1), compiled)


def test_what_was_learnt_is_right_on_other_sentences() -> None:
    gold = made_up_treebank(200, seed=7)
    scores = evaluate_text(gold, made_up_tokenizer().tokenize(raw_text(gold_sentences(gold)).text))
    assert scores["Tokens"].f1 > 99.5 and scores["Sentences"].f1 > 99 and scores["Words"].f1 > 99.5


def test_tenths_are_held_out_until_there_are_enough_sentences() -> None:
    (sentence,) = gold_sentences(made_up_treebank(1))
    for size, folds in ((280, 0), (400, 5), (2000, 5), (8000, 3), (20_000, 1)):
        sentences = [sentence._replace(text=str(number)) for number in range(size)]
        found = list(folds_of(sentences))
        assert len(found) == folds
        for kept, held_out in found:
            assert {one.text for one in kept + held_out} == {one.text for one in sentences}
        held = [one.text for _, held_out in found for one in held_out]
        assert len({*held}) == len(held)


def test_sentences_are_ended_as_often_as_is_best_by_both_ends() -> None:
    """Where every fifth place of its kind ends a sentence, none is likely to; without bias no end would be found."""
    random = np.random.default_rng(3)
    names = ["Ann", "Zoe", "Cox", "Kim", "Lee", "Max"]
    sentences = [[names[place] for place in random.integers(0, 6, 1 + random.geometric(0.2))] for _ in range(600)]
    treebank = Treebank.from_text("\n".join(map(rows_of, sentences)) + "\n")
    assert train_tokenizer(treebank, bits=14).bias > 0


def rows_of(words: list[str]) -> str:
    return "".join(
        "\t".join([str(id), form, *"_" * 4, str(id - 1), "dep", "_", "_"]) + "\n" for id, form in enumerate(words, 1)
    )


def forms_after_training(sentences: list[list[str]], text: str, format: str = "conllu") -> list[list[str]]:
    treebank = Treebank.from_text("\n".join(map(rows_of, sentences)) + "\n", format)
    return [[word.form for word in found] for found in train_tokenizer(treebank, bits=14).tokenize(text)]


def test_typography_is_learnt_where_nothing_tells_the_spaces() -> None:
    sentences = [["Ann", "saw", "hens", ",", "eggs", "(", "two", ")", "."], ["Zoe", "fed", "hens", "."]] * 20
    assert forms_after_training(sentences, "Zoe saw eggs, hens (two). Ann fed hens .") == [
        ["Zoe", "saw", "eggs", ",", "hens", "(", "two", ")", "."],
        ["Ann", "fed", "hens", "."],
    ]


def test_text_with_spaces_between_all_tokens_is_told_from_usual_typography() -> None:
    """Where commas and full stops stand apart, what has no space inside is one token; two of them may be slips."""
    sentences = [["Ann", "saw", "hens", ",", "eggs", "(", "two", ")", "."], ["Zoe", "fed", "hens", "."]] * 20
    apart = forms_after_training(sentences, "Zoe , Ann , Cox saw eggs (two) , hens . Ann fed hens .")
    assert apart == [
        ["Zoe", ",", "Ann", ",", "Cox", "saw", "eggs", "(two)", ",", "hens", "."],
        ["Ann", "fed", "hens", "."],
    ]
    usual = forms_after_training(sentences, "Zoe , Ann, Cox saw eggs (two). Ann , Zoe fed hens . Zoe fed hens.")
    assert usual == [
        ["Zoe", ",", "Ann", ",", "Cox", "saw", "eggs", "(", "two", ")", "."],
        ["Ann", ",", "Zoe", "fed", "hens", "."],
        ["Zoe", "fed", "hens", "."],
    ]
    two_slips = forms_after_training(sentences, "Zoe , Ann , Cox saw eggs (two). Zoe fed hens.")
    assert two_slips == [
        ["Zoe", ",", "Ann", ",", "Cox", "saw", "eggs", "(", "two", ")", "."],
        ["Zoe", "fed", "hens", "."],
    ]


def test_only_a_treebank_that_tells_nothing_leaves_spaces_unknown() -> None:
    assert "spaces_unknown" not in made_up_tokenizer().header()
    untold = Treebank.from_text("\n".join(map(rows_of, [["Ann", "saw", "hens", "."]] * 20)) + "\n")
    assert train_tokenizer(untold, bits=14).header()["spaces_unknown"] is True


def test_punctuation_in_an_order_never_seen_is_split_by_its_class() -> None:
    """After a hyphen tokens always go on here, and before a comma they always end."""
    sentences = [
        ["Ann", "saw", "hens", "--", "white", "ones", "--", "and", "no-one", "fed", "eggs", "."],
        ["Zoe", "fed", '"', "hens", '"', ",", "eggs", "(", "two", ")", ",", "and", "Ann", "."],
    ] * 20
    found = forms_after_training(sentences, "Zoe saw eggs --, and hens.")
    assert found == [["Zoe", "saw", "eggs", "--", ",", "and", "hens", "."]]


def test_a_tenth_is_every_tenth_run_of_twenty_sentences() -> None:
    (sentence,) = gold_sentences(made_up_treebank(1))
    numbers = range(400)
    folds = list(folds_of([sentence._replace(text=str(number)) for number in numbers]))
    assert len(folds) == 5
    for part, parts in zip((9, 8, 7, 6, 5), folds, strict=True):
        kept, held_out = ([int(str(one.text)) for one in some] for some in parts)
        assert held_out == [number for number in numbers if number // 20 % 10 == part]
        assert kept == [number for number in numbers if number // 20 % 10 != part]


def test_what_tokens_tell_about_words() -> None:
    """Abbreviations are more often inside than at the end; names are not counted where a sentence begins."""
    lines = [
        *["Mr. Cox met no. 7 etc.", "Mr. Cox met no.", "Ann saw Mr. Cox no.", "Ann met no. etc."],
        *["Zoe i·dag met hens", "Zoe Bell saw hens"],
    ]
    sentences = [
        GoldSentence([GoldToken(form.replace("·", " "), True) for form in line.split()], None, False) for line in lines
    ]
    found = lexicon_of(sentences)
    assert found.abbreviations.tolist() == [hash_of("mr.")]
    assert found.small.tolist() == sorted(map(hash_of, ["met", "no.", "etc.", "saw", "hens"]))
    assert found.names.tolist() == [hash_of("cox")], "Bell was seen once, and Ann, Mr. and Zoe as first words"
    assert found.spaced.tolist() == sorted(hashes_of_spaced("i dag"))


@pytest.mark.parametrize(
    ("text", "ends", "expected"),
    [
        ("abc de", [0, 2, 5], (True, False)),
        ("abc de", [2, 5], (False, False)),
        ("abc de", [5], (False, True)),
        ("a1. de", [0, 1, 2, 5], (False, False)),
        ("a1. de", [0, 1, 5], (False, True)),
        ("abc\n\nde", [5], (False, False)),
        ("日本", [0, 1], (True, False)),
        ("กข", [0, 1], (True, False)),
        ("a\u0301b", [1, 2], (True, False)),
    ],
)
def test_spacing_flags_are_those_of_the_text(text: str, ends: list[int], expected: tuple[bool, bool]) -> None:
    """Whether a token ends between two letters, and whether one goes on after a space."""
    characters = characters_of(code_points(text))
    gold = np.zeros(len(characters.classes), np.int8)
    gold[ends] = 1
    assert spacing_flags(characters, gold) == expected


def test_a_mistake_in_a_thousand_is_no_habit() -> None:
    characters = characters_of(code_points("a" * 1002))
    for mistakes, expected in ((1, False), (2, True)):
        gold = np.zeros(len(characters.classes), np.int8)
        gold[5 : 5 + mistakes] = 1
        assert spacing_flags(characters, gold)[0] == expected


def test_an_abbreviation_seen_once_is_not_known() -> None:
    words = [["Mr.", "Cox"], ["Dr.", "Cox"], ["Dr.", "Bell"]]
    sentences = [GoldSentence([GoldToken(form, True) for form in forms], None, False) for forms in words]
    assert lexicon_of(sentences).abbreviations.tolist() == [hash_of("dr.")]


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
