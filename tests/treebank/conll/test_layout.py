"""Bad sentences that are skipped, and missing heads that are accepted."""

from __future__ import annotations

import pytest
from tests.treebank.conll.bad_files import BAD, MESSAGES
from tests.treebank.texts import row, text

import multiplane
from multiplane import FormatError, Treebank


@pytest.mark.parametrize("name", sorted(set(MESSAGES) - {"empty.conllu", "blank.conllu", "utf16.conllu"}))
def test_skipping_keeps_the_good_sentence(name: str) -> None:
    treebank = multiplane.read(BAD / name, skip_bad=True)
    assert treebank[0][1].form == "Owls"
    assert [str(error) for error in treebank.skipped] == [f"{BAD / name}:{MESSAGES[name]}"]
    assert bytes(treebank) == b"".join(sentence.raw for sentence in treebank)


def test_skipping_goes_on_after_bad_sentences() -> None:
    good = [text(f"# sent_id = {number}", row(1, f"word{number}")) for number in range(4)]
    bad = [text(row(1, head=1)), text("# nothing"), text(row(2))]
    mixed = good[0] + bad[0] + bad[1] + good[1] + good[2] + bad[2] + good[3]
    treebank = Treebank.from_text(mixed, "conllu", skip_bad=True)
    assert bytes(treebank) == "".join(good).encode()
    assert [sentence.sent_id for sentence in treebank] == ["0", "1", "2", "3"]
    assert [sentence.line for sentence in treebank] == [1, 8, 11, 16]
    assert [error.line for error in treebank.skipped] == [4, 6, 14]
    assert treebank.encode(["form"]).vocabularies["form"][1:] == ("word0", "word1", "word2", "word3")


def test_nothing_left_after_skipping() -> None:
    treebank = Treebank.from_text(text(row(1, head=1)), "conllu", skip_bad=True)
    assert (len(treebank), treebank.word_count, bytes(treebank), len(treebank.skipped)) == (0, 0, b"", 1)


def test_a_missing_head_is_accepted_where_heads_are_not_required() -> None:
    treebank = multiplane.read(BAD / "head_missing.conllu", heads_required=False)
    assert treebank.heads.tolist() == [2, 0, -1, 0]
    assert treebank[1][1].head_id is None
    with pytest.raises(FormatError) as error:
        _ = treebank[1].tree
    assert str(error.value) == f"{BAD / 'head_missing.conllu'}:5: found no HEAD of word 1; expected a tree"


def test_heads_that_are_there_are_checked_where_heads_are_not_required() -> None:
    for name in ("cycle", "own_head", "head_out_of_range", "head_no_integer"):
        with pytest.raises(FormatError):
            multiplane.read(BAD / f"{name}.conllu", heads_required=False)
