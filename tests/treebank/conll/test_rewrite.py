"""A treebank with other trees or other fields in some columns, and no other byte changed."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.treebank.conll.judge import judge
from tests.treebank.conll.test_scan import assert_same
from tests.treebank.texts import row, text, treebank_text

from multiplane import MultiplaneError, Treebank, TreeError
from multiplane.treebank.conll.columns import COLUMNS

SEVEN = Treebank.from_text("".join(text(f"# sent_id = {n}", row(1, f"word{n}"), row(2, "x", 1)) for n in range(7)))


def test_with_trees_leaves_the_given_array_alone() -> None:
    heads = np.array([2, 0] * 7, np.int32)
    changed = SEVEN.with_trees(heads)
    heads[0] = 0
    assert changed.heads[0] == 2


@given(treebank_text(), st.data())
def test_with_trees_gives_what_a_plain_rewriting_gives(data: bytes, draw: st.DataObject) -> None:
    treebank = Treebank.from_text(data, "conllu")
    labels = [f"label{draw.draw(st.integers(0, 200))}" for _ in range(treebank.word_count)]
    heads = [draw.draw(st.integers(0, word)) for sentence in treebank for word in range(len(sentence))]
    expected, word = [], 0
    for line in data.split(b"\n"):
        fields = line.split(b"\t")
        if len(fields) == 10 and fields[0].removeprefix(b"\xef\xbb\xbf").isdigit() and not line.startswith(b"#"):
            fields[6:8] = str(heads[word]).encode(), labels[word].encode()
            word += 1
        expected.append(b"\t".join(fields))
    changed = treebank.with_trees(heads, labels)
    assert bytes(changed) == b"\n".join(expected)
    assert_same(changed, judge(bytes(changed), "conllu"))


def test_heads_of_several_digits() -> None:
    treebank = Treebank.from_text(text(*(row(word, head=max(word - 1, 0)) for word in range(1, 1201))), "conllu")
    heads = [*range(2, 1201), 0]
    changed = treebank.with_trees(heads)
    assert [word.head_id for word in changed[0]] == heads
    assert bytes(changed.with_trees(treebank.heads)) == bytes(treebank)


def test_labels_as_ids_of_a_vocabulary() -> None:
    vocabulary = ("", "root", "dep", "a much longer label")
    changed = SEVEN[:2].with_trees([0, 1, 2, 0], np.array([1, 2, 3, 1], np.int32), vocabulary)
    assert [word.deprel for sentence in changed for word in sentence] == ["root", "dep", "a much longer label", "root"]
    with pytest.raises(MultiplaneError, match="found label ids 0 to 4; expected 0 to 3"):
        SEVEN[:2].with_trees([0, 1, 2, 0], [0, 1, 2, 4], vocabulary)
    with pytest.raises(MultiplaneError, match="found label ''; expected text"):
        SEVEN[:2].with_trees([0, 1, 2, 0], [0, 1, 2, 3], vocabulary)


def test_trees_for_text_without_heads() -> None:
    bare = Treebank.from_text(text(row(1, "Hens", "_", "_"), row(2, "lay", "_", "_")), "conllu", heads_required=False)
    assert bare.heads.tolist() == [-1, -1]
    parsed = bare.with_trees([2, 0], ["nsubj", "root"])
    assert str(parsed[0]) == text(row(1, "Hens", 2, "nsubj"), row(2, "lay", 0, "root"))
    with pytest.raises(TreeError, match=r"<text>:1: found head -1 of word 1; expected 0 to 2"):
        bare.with_trees([-1, 0])


REPLACEABLE = ("form", "lemma", "upos", "xpos", "feats", "deprel", "deps", "misc")


@given(treebank_text(), st.sets(st.sampled_from(REPLACEABLE)), st.data())
def test_with_columns_gives_what_a_plain_rewriting_gives(data: bytes, names: set[str], draw: st.DataObject) -> None:
    treebank = Treebank.from_text(data, "conllu")
    vocabulary = ("", "é", "field", "a|much=longer|field")
    ids = {name: [draw.draw(st.integers(-1, 3)) or 1 for _ in range(treebank.word_count)] for name in names}
    expected, word = [], 0
    for line in data.split(b"\n"):
        ending = b"\r" if line.endswith(b"\r") else b""
        fields = line.removesuffix(ending).split(b"\t")
        if len(fields) == 10 and fields[0].removeprefix(b"\xef\xbb\xbf").isdigit() and not line.startswith(b"#"):
            for name in names:
                if ids[name][word] > 0:
                    fields[COLUMNS.index(name)] = vocabulary[ids[name][word]].encode()
            word += 1
        expected.append(b"\t".join(fields) + ending)
    columns = {name: np.array(ids[name], np.int32) for name in names}
    changed = treebank.with_columns(columns, dict.fromkeys(names, vocabulary))
    assert bytes(changed) == b"\n".join(expected)
    assert_same(changed, judge(bytes(changed), "conllu"))


def test_columns_of_an_encoded_treebank_give_the_same_bytes() -> None:
    encoded = SEVEN.encode()
    assert bytes(SEVEN.with_columns(encoded.ids, encoded.vocabularies)) == bytes(SEVEN)


def test_columns_of_conll_x_with_carriage_returns() -> None:
    rows = "1 Hens _ N N _ 2 subj _ _\r\n2 lay _ V V _ 0 root _ _\r\n\r\n"
    treebank = Treebank.from_text(rows.replace(" ", "\t"), "conllx")
    changed = treebank.with_columns({"xpos": ["NN", "VB"], "misc": ["a", "b"]})
    assert bytes(changed) == b"1\tHens\t_\tN\tNN\t_\t2\tsubj\t_\ta\r\n2\tlay\t_\tV\tVB\t_\t0\troot\t_\tb\r\n\r\n"


def test_fields_that_cannot_be() -> None:
    two = SEVEN[:1]
    with pytest.raises(MultiplaneError, match="found 1 fields of upos for 2 words; expected as many"):
        two.with_columns({"upos": ["X"]})
    with pytest.raises(MultiplaneError, match="found id 2 of upos; expected at most 1"):
        two.with_columns({"upos": np.array([1, 2], np.int32)}, {"upos": ("", "X")})
    with pytest.raises(MultiplaneError, match="found column 'head'; expected one of form, lemma"):
        two.with_columns({"head": ["1", "0"]})
    for bad in ("", "a\tb", "a\n", "\ud800"):
        with pytest.raises(MultiplaneError, match="as feats; expected text without tabs"):
            two.with_columns({"feats": [bad, "_"]})
