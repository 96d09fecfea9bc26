"""The tagger: what is there stays, files come back as they were, and bad ones are refused in one line."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import multiplane
from multiplane.errors import MultiplaneError
from multiplane.learn.features.clusters import clusters_of
from multiplane.learn.model.file import save_model
from multiplane.text.tagger import Tagger, train_tagger
from multiplane.text.tagger.dictionary import MAX_CANDIDATES
from multiplane.text.tagger.model import longest_list, tag_parts
from multiplane.treebank import Treebank

GERMAN = multiplane.read("sample:german")
COLUMNS = ("upos", "xpos", "feats")


@cache
def tagger() -> Tagger:
    return train_tagger(GERMAN, epochs=4)


def without_tags(treebank: Treebank) -> Treebank:
    return treebank.with_columns({name: ["_"] * treebank.word_count for name in COLUMNS})


def test_it_knows_most_tags_that_it_has_seen() -> None:
    tagged = tagger().tag(without_tags(GERMAN))
    found, expected = ([word.xpos for sentence in treebank for word in sentence] for treebank in (tagged, GERMAN))
    right = sum(one == other for one, other in zip(found, expected, strict=True))
    assert right > 0.95 * len(expected)


def test_tags_that_are_there_stay() -> None:
    assert tagger().tag(GERMAN) is GERMAN
    partly = GERMAN.with_columns({name: ["_", "Odd"] + ["_"] * (GERMAN.word_count - 2) for name in COLUMNS})
    tagged = tagger().tag(partly)
    assert tagged[0][2].upos == tagged[0][2].feats == "Odd" and tagged[0][1].upos != "_"
    assert tagger().tag(partly, overwrite=True) == tagger().tag(without_tags(GERMAN))


def test_nothing_but_tags_changes() -> None:
    encoded = GERMAN.encode(COLUMNS)
    assert tagger().tag(without_tags(GERMAN)).with_columns(encoded.ids, encoded.vocabularies) == GERMAN


def test_any_number_of_workers_gives_the_same() -> None:
    bare = without_tags(GERMAN)
    assert tagger().tag(bare, 1) == tagger().tag(bare, 2) == tagger().tag(bare, 7)


def test_no_words_and_odd_words() -> None:
    assert tagger().tag(GERMAN[:0], overwrite=True) == GERMAN[:0]
    rows = ["1 7Q _ _ _ _ 0 root _ _", "2 鶏 _ _ _ _ 1 dep _ _", "3 " + "Z" * 400 + " _ _ _ _ 1 dep _ _"]
    tagged = tagger().tag(Treebank.from_text("\n".join(rows).replace(" ", "\t") + "\n"))
    assert all(word.upos != "_" for word in tagged[0])


def test_the_same_seed_gives_the_same_bytes(tmp_path: Path) -> None:
    for name, seed in (("a", 3), ("b", 3), ("c", 4)):
        train_tagger(GERMAN, epochs=2, seed=seed).save(tmp_path / name)
    first, second, third = ((tmp_path / name).read_bytes() for name in "abc")
    assert first == second != third


@pytest.mark.parametrize("clusters", [None, clusters_of([("der", "00"), ("und", "01")])])
def test_a_file_gives_the_same_tagger(tmp_path: Path, clusters: Any) -> None:
    tagger = train_tagger(GERMAN, epochs=2, clusters=clusters)
    tagger.save(tmp_path / "a")
    again = Tagger.load(tmp_path / "a")
    assert again.tag(without_tags(GERMAN)) == tagger.tag(without_tags(GERMAN))
    again.save(tmp_path / "b")
    assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes()


def test_pruning_makes_a_smaller_file(tmp_path: Path) -> None:
    tagger().save(tmp_path / "whole")
    tagger().pruned(20).save(tmp_path / "pruned")
    assert (tmp_path / "pruned").stat().st_size < (tmp_path / "whole").stat().st_size
    assert Tagger.load(tmp_path / "pruned").tag(without_tags(GERMAN)) == tagger().pruned(20).tag(without_tags(GERMAN))


def test_progress_is_told_of_every_pass() -> None:
    heard: list[int] = []
    train_tagger(GERMAN, epochs=3, progress=lambda progress: heard.append(progress.epoch))
    assert heard == [1, 2, 3]


def test_parts_of_tags_end_with_those_of_no_word_and_lists_have_room_for_one_more() -> None:
    parts = tag_parts(tagger().tagset)
    assert len(parts[3]) == len(tagger().tagset) + 1
    assert parts[3][-1] == 0 and parts[2][1:, -1].tolist() == [-1, -1]
    lists = np.diff(tagger().dictionary.words.starts)
    assert longest_list(tagger().dictionary) == max(lists.max(), MAX_CANDIDATES) + 1


def test_pruning_leaves_no_owner_to_a_row_without_weights() -> None:
    whole, less = tagger(), tagger().pruned(20)
    rows = less.weights.any(axis=1)
    assert (less.owners[rows] == whole.owners[rows]).all() and not less.owners[~rows].any()
    assert whole.owners[~rows].any()
    assert (less.weights == np.where(np.abs(whole.weights.astype(int)) < 20, 0, whole.weights)).all()


def with_first(array: Any, value: int) -> Any:
    changed = array.copy()
    changed[0] = value
    return changed


def last_row_at(gaps: Any, row: int) -> Any:
    """Gaps between rows with the last row moved; it is not far off."""
    changed = gaps.copy()
    changed[-1] += row + 1 - int(gaps.sum(dtype=np.int64))
    return changed


BAD: dict[str, tuple[str, Any]] = {
    "found keys out of order in tensor 'tagger_ending_keys'": (
        "tagger_ending_keys",
        lambda keys: with_first(keys, keys[1]),
    ),
    "in tensor 'tagger_ending_tags'; expected at most": (
        "tagger_ending_tags",
        lambda tags: with_first(tags, len(tagger().tagset)),
    ),
    "in tensor 'tagger_word_classes'; expected at least 0": (
        "tagger_word_classes",
        lambda classes: with_first(classes, -1),
    ),
    "found weights beyond row ": ("tagger_gaps", lambda gaps: last_row_at(gaps, len(tagger().weights))),
    "found '' in 'tagger.upos'": ("upos", ""),
    "found a text twice in 'tagger.xpos'": ("xpos", "ADJA"),
    "template 'form form form form form': found 5 items": ("templates", "form form form form form"),
    "template 'colour': found 'colour'": ("templates", "colour"),
    "template 'noun kind+1': found tags on both sides": ("templates", "noun kind+1"),
    "expected 256 at most, those of words counted twice": ("templates", ["form"] * 40),
    "templates; expected 1 to 256": ("templates", ["form"] * 257),
    "as 'tagger.bits' in its header; expected an integer from 0 to 21": ("bits", 60),
    "found weights beyond row": ("bits", 3),
    "found a tag beyond the list 'tagger.upos'": ("tagger_tags", lambda tags: tags + np.uint16(1000)),
    "found no tags": ("tagger_tags", lambda tags: tags[:0]),
    "found no tensor 'tagger_owners'": ("tagger_owners", None),
    "found keys out of order in tensor 'tagger_word_keys'": ("tagger_word_keys", lambda keys: keys[::-1].copy()),
    "in tensor 'tagger_word_tags'; expected at most": ("tagger_word_tags", lambda tags: tags + np.uint16(9999)),
    "in tensor 'tagger_ending_counts'; expected at least 1": ("tagger_ending_counts", lambda counts: counts * 0),
    "in tensor 'tagger_columns'; expected at most": ("tagger_columns", lambda columns: columns | np.uint8(255)),
    "found tensor 'tagger_word_classes' of int32": ("tagger_word_classes", lambda classes: classes[1:]),
}


@pytest.mark.parametrize("message", BAD)
def test_bad_files(message: str, tmp_path: Path) -> None:
    header, tensors = tagger().header(), tagger().tensors()
    key, change = BAD[message]
    if key in tensors:
        if change is None:
            del tensors[key]
        else:
            tensors[key] = change(tensors[key])
    elif isinstance(header["tagger"][key], list):
        header["tagger"][key] = [*header["tagger"][key], *([change] if isinstance(change, str) else change)]
    else:
        header["tagger"][key] = change
    save_model(tmp_path / "bad", "tagger", header, tensors)
    with pytest.raises(MultiplaneError) as raised:
        Tagger.load(tmp_path / "bad")
    assert message in str(raised.value) and "\n" not in str(raised.value)
