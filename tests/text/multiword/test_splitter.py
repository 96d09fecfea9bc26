"""Multiword tokens: what is learnt is what was seen, endings carry over, rows are those of CoNLL-U."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from multiplane.text import WordSplitter
from multiplane.text.multiword.splitter import at_beginning, at_end, beginning_split, end_split
from multiplane.text.multiword.train import learn_splitter, usual_words
from multiplane.text.raw_text import GoldSentence, GoldToken
from multiplane.treebank import Treebank

WORDS = st.text("abcé'-", min_size=1, max_size=6)
TOKENS = st.lists(
    st.builds(
        GoldToken, WORDS, st.just(True), st.one_of(st.just(()), st.tuples(WORDS, WORDS), st.tuples(WORDS, WORDS, WORDS))
    ),
    min_size=1,
    max_size=30,
)


@given(TOKENS)
def test_tokens_that_were_seen_are_what_they_were_most_often(tokens: list[GoldToken]) -> None:
    sentence = GoldSentence(tokens, None, False)
    splitter = learn_splitter([sentence])
    for form, words in usual_words([sentence]).items():
        assert splitter.words_of(form) == words


@given(WORDS, st.lists(WORDS, min_size=2, max_size=4).map(tuple))
def test_splits_make_the_words_they_come_from(token: str, words: tuple[str, ...]) -> None:
    assert at_end(token, end_split(token, words)) == words
    assert at_beginning(token, beginning_split(token, words)) == words


def learnt(*examples: tuple[str, ...]) -> WordSplitter:
    tokens = [GoldToken(form, True, tuple(words)) for form, *words in examples]
    return learn_splitter([GoldSentence(tokens, None, False)])


def test_endings_and_beginnings_carry_over() -> None:
    splitter = learnt(("isn't", "is", "n't"), ("hasn't", "has", "n't"), ("don't", "do", "n't"), ("ant",), ("tent",))
    assert splitter.words_of("wasn't") == ("was", "n't")
    assert splitter.words_of("WASN'T") == ("WAS", "N'T")
    assert splitter.words_of("giant") == ()
    french = learnt(("l'eau", "le", "eau"), ("l'oeuf", "le", "oeuf"), ("l'ane", "le", "ane"), ("lac",))
    assert french.words_of("L'air") == ("Le", "air")


def test_an_edit_carries_over() -> None:
    splitter = learnt(("vendê-la", "vender", "la"), ("bebê-la", "beber", "la"), ("lê-la", "ler", "la"), ("vila",))
    assert splitter.words_of("comê-la") == ("comer", "la")


def test_a_longer_ending_can_forbid_the_split() -> None:
    tokens = [(f"{stem}que", stem, "que") for stem in ("omni", "mei", "tui", "homini", "regi", "duci", "eo")]
    splitter = learnt(*tokens, ("quoque",), ("utroque",), ("hoque",))
    assert splitter.words_of("soloque") == () and splitter.words_of("oculique") == ("oculi", "que")


def test_rows_and_ids() -> None:
    rows = "# text = No dia\n1 No _ _ _ _ _ _ _ SpaceAfter=No\n2 dia _ _ _ _ _ _ _ _\n\n1 dia _ _ _ _ _ _ _ _\n\n"
    treebank = Treebank.from_text(
        rows.replace(" ", "\t").replace("#\ttext\t=\tNo\tdia", "# text = No dia"), heads_required=False
    )
    split = WordSplitter({"no": ("em", "o")}).split(treebank)
    assert str(split[0]).split("\n")[:-2] == [
        "# text = No dia",
        "1-2\tNo" + "\t_" * 7 + "\tSpaceAfter=No",
        "1\tEm" + "\t_" * 8,
        "2\to" + "\t_" * 8,
        "3\tdia" + "\t_" * 8,
    ]
    assert bytes(split[1:]) == bytes(treebank[1:])
    assert WordSplitter().split(treebank) is treebank


def test_nothing_is_learnt_from_words_alone() -> None:
    assert learnt(("hen",), ("egg",)).header() == {"forms": {}, "endings": {}, "beginnings": {}}
    assert learn_splitter([]).words_of("hen") == ()
