"""Guides: mirrored sentences, trees as attributes, guides that have not seen a sentence, and models that keep them."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import multiplane
from multiplane.errors import MultiplaneError
from multiplane.learn import FeatureModel, Parser, train
from multiplane.learn.features.clusters import clusters_of
from multiplane.learn.features.configurations import compile_addresses
from multiplane.learn.features.defaults import FAMILY_EXAMPLES, default_features
from multiplane.learn.model.contents import ModelFile
from multiplane.learn.transition.easy_first import LONGEST_REACH, reach
from multiplane.learn.transition.linear.guide_training import folds_of, train_guide
from multiplane.learn.transition.linear.model import LinearModel
from multiplane.learn.transition.linear.trainer import TransitionTrainer
from multiplane.learn.transition.mirror import mirrored_heads, mirrored_order
from multiplane.transition import get
from multiplane.treebank.treebank import Treebank

SYSTEMS = (
    "arc-eager",
    "arc-standard",
    "swap",
    "2-planar",
    "easy-first",
    "covington",
    "undirected-planar",
    "arc-eager+lnba",
)


@pytest.fixture(scope="module")
def english() -> Treebank:
    return multiplane.read("sample:english")


@pytest.fixture(scope="module")
def guided(english: Treebank) -> Parser:
    return train(english, english, guided=True, epochs=3)


def from_right_to_left(treebank: Treebank) -> Treebank:
    """The treebank with every sentence written backwards: the plain twin of `mirrored`."""
    blocks = []
    for sentence in treebank:
        count = len(sentence)
        rows = []
        for place, word in enumerate(reversed(list(sentence.words)), 1):
            head = count + 1 - word.head if word.head else 0
            cells = (place, word.form, word.lemma, word.upos, word.xpos, word.feats, head, word.deprel, "_", "_")
            rows.append("\t".join(map(str, cells)))
        blocks.append("\n".join(rows) + "\n\n")
    return Treebank.from_text("".join(blocks).encode(), "conllu")


def learned(treebank: Treebank, passes: int = 3, **options: Any) -> LinearModel:
    trainer = TransitionTrainer(treebank, **options)
    for _ in range(passes):
        trainer.step(np.arange(len(treebank)))
    return trainer.model()


@given(st.lists(st.lists(st.integers(0, 5), max_size=6), max_size=4))
def test_mirrored_twice_is_what_it_was(sentences: list[list[int]]) -> None:
    offsets = np.cumsum([0, *map(len, sentences)])
    heads = np.array([min(head, len(s)) for s in sentences for head in s], np.int32)
    order = mirrored_order(offsets)
    assert order[order].tolist() == list(range(len(heads)))
    assert mirrored_heads(mirrored_heads(heads, offsets), offsets).tolist() == heads.tolist()
    plain = [[len(s) + 1 - min(head, len(s)) if min(head, len(s)) else 0 for head in s][::-1] for s in sentences]
    assert mirrored_heads(heads, offsets).tolist() == [head for s in plain for head in s]


@pytest.mark.parametrize("system", ["arc-eager", "swap"])
def test_a_mirrored_parser_is_a_parser_of_mirrored_sentences(system: str, english: Treebank) -> None:
    """With one label: the numbers of several, which features see, depend on which comes first."""
    plain = english.with_columns({"deprel": ["dep"] * english.word_count})
    backwards, offsets = from_right_to_left(plain), np.array(english.offsets)
    mirrored, twin = learned(plain, system=system, mirrored=True), learned(backwards, system=system)
    assert np.array_equal(mirrored.weights, twin.weights)
    found, expected = mirrored.parse(plain.layout), twin.parse(backwards.layout)
    assert mirrored_heads(found.heads, offsets).tolist() == expected.heads.tolist()
    assert found.margins[mirrored_order(offsets)].tolist() == expected.margins.tolist()


def test_a_mirrored_parser_learns_labels(english: Treebank) -> None:
    model = learned(english, 6, mirrored=True)
    found = model.parse(english.layout)
    names = [model.labels[number] for number in found.labels.tolist()]
    right = [name == word.deprel for name, word in zip(names, (w for s in english for w in s.words), strict=True)]
    assert np.mean(right) > 0.9


@pytest.mark.parametrize("system", SYSTEMS)
def test_every_system_can_be_guided(system: str, english: Treebank) -> None:
    model = learned(english, system=system, guided=True)
    assert model.guide is not None
    assert model.guide.mirrored
    assert not model.mirrored
    assert (model.parse(english.layout).heads == english.heads).mean() > 0.75
    assert (model.guide.parse(english.layout).heads == english.heads).mean() > 0.75


@pytest.mark.parametrize("system", FAMILY_EXAMPLES.values())
def test_default_features_look_at_the_guide(system: str) -> None:
    plain, more = default_features(get(system)), default_features(get(system), guided=True)
    assert set(plain.transition) < set(more.transition)
    assert set(plain.label) < set(more.label)
    assert not any(name.startswith("guide") for name in plain.attributes)
    assert {"guide-head", "guide-deprel", "guide-distance"} <= set(more.attributes)


def test_a_parser_that_sees_nothing_but_its_guide_follows_it(english: Treebank) -> None:
    """Training shows it wrong guides, that of the parse is right: it must be the guide's trees that are looked at."""
    templates = ("S0.guide-distance B0.guide-distance distance(S0,B0)", "distance(S0.guide-head,B0) B0.guide-distance")
    features = FeatureModel((*templates, "distance(B0.guide-head,S0) S0.guide-distance"), ("D.guide-deprel",))
    model = learned(english, 8, features=features, guided=True)
    assert model.guide is not None
    own, guide = model.parse(english.layout), model.guide.parse(english.layout)
    assert (own.heads == guide.heads).mean() > 0.8
    blind = learned(english, 1, mirrored=True, explore_after=0).pruned(128)
    other = replace(model, guide=blind)
    assert (other.parse(english.layout).heads == guide.heads).mean() < 0.7


def test_no_guide_of_training_has_seen_its_sentence(english: Treebank) -> None:
    """Nor a copy of it: sentences with the same words are on the same side."""
    both = english + english
    seen: list[set[int]] = []

    class Spy(TransitionTrainer):
        def step(self, order):  # type: ignore[no-untyped-def]
            self.seen = getattr(self, "seen", set()) | set(order.tolist())
            return super().step(order)

        def model(self):  # type: ignore[no-untyped-def]
            seen.append(self.seen)
            return super().model()

    guide, trees = train_guide(lambda sentences: Spy(both, mirrored=True, explore_after=sentences), both)
    fold = folds_of(both)
    halves = [set(np.flatnonzero(fold == side).tolist()) for side in (0, 1)]
    assert all(halves)
    assert sorted(seen, key=len) == sorted([halves[1], halves[0], halves[0] | halves[1]], key=len)
    assert not {n % len(english) for n in halves[0]} & {n % len(english) for n in halves[1]}
    same = (guide.parse(both.layout).heads == both.heads).mean()
    assert (trees.heads == both.heads).mean() < same


def test_halves_without_words(english: Treebank) -> None:
    """Treebanks whose words are not free come without them: then trees tell sentences from each other."""
    bare = english.with_columns({"form": ["_"] * english.word_count})
    fold = folds_of(bare + bare)
    assert fold[: len(english)].tolist() == fold[len(english) :].tolist()
    shares = np.bincount(fold, minlength=2) / len(fold)
    assert shares.min() > 0.2
    alike = Treebank.from_sentences([english[0]] * 6)
    assert sorted({*folds_of(alike).tolist()}) == [0, 1]


@pytest.mark.parametrize("count", [1, 2, 3])
def test_few_sentences(count: int, english: Treebank) -> None:
    model = learned(english[:count], guided=True)
    assert len(model.parse(english.layout).heads) == english.word_count


def test_workers_and_batches_change_nothing(guided: Parser, english: Treebank) -> None:
    whole = bytes(guided.parse(english, workers=1))
    assert whole == bytes(guided.parse(english, workers=3))
    assert whole == b"".join(bytes(guided.parse(english[n : n + 1])) for n in range(len(english)))


def test_with_a_beam(english: Treebank) -> None:
    parser = train(english, english, guided=True, beam=4, epochs=2)
    assert parser.training["development"]["uas"] > 60
    assert bytes(parser.parse(english)) != bytes(parser.with_beam(1).parse(english))


def test_through_a_file(guided: Parser, english: Treebank, tmp_path: Path) -> None:
    guided.save(tmp_path / "a.model")
    again = Parser.load(tmp_path / "a.model")
    again.save(tmp_path / "b.model")
    assert (tmp_path / "a.model").read_bytes() == (tmp_path / "b.model").read_bytes()
    assert bytes(again.parse(english)) == bytes(guided.parse(english))
    model = guided.model
    assert isinstance(model, LinearModel)
    small = model.pruned(20)
    assert small.guide is not None
    assert model.guide is not None
    assert np.count_nonzero(small.guide.weights) < np.count_nonzero(model.guide.weights)


def test_clusters_are_in_the_file_once(english: Treebank, tmp_path: Path) -> None:
    words = {word.form: f"0{word.upos}" for sentence in english for word in sentence.words}
    parser = train(english, english, guided=True, clusters=clusters_of(words.items()), epochs=1)
    model = parser.model
    assert isinstance(model, LinearModel)
    assert model.guide is not None
    assert "cluster" in model.guide.features.attributes
    tensors = model.tensors()
    assert [name for name in tensors if "cluster" in name] and not [n for n in tensors if n.startswith("guide.cluster")]
    parser.save(tmp_path / "a.model")
    assert bytes(Parser.load(tmp_path / "a.model").parse(english)) == bytes(parser.parse(english))


def test_a_break_changes_nothing(english: Treebank, tmp_path: Path) -> None:
    options: dict[str, Any] = {"guided": True, "epochs": 3, "output": tmp_path / "a.model"}
    train(english, english, **options)
    whole = (tmp_path / "a.model").read_bytes()
    passes = 0

    def stop(*_: object) -> None:
        nonlocal passes
        passes += 1
        if passes == 2:
            raise ZeroDivisionError

    place = {"checkpoint": tmp_path / "checkpoint", "checkpoint_every": 0}
    with pytest.raises(ZeroDivisionError):
        train(english, english, progress=stop, **place, **options)
    train(english, english, resume=True, **place, **options)
    assert (tmp_path / "a.model").read_bytes() == whole


def test_guides_and_features_belong_together(english: Treebank) -> None:
    looks, looks_not = FeatureModel(("S0.guide-deprel",), ("D.upos",)), FeatureModel(("S0.form",), ("D.upos",))
    with pytest.raises(MultiplaneError, match=r"^found attribute 'guide-deprel' and no guide; expected a guided"):
        TransitionTrainer(english, features=looks)
    with pytest.raises(MultiplaneError, match=r"^found a guide that no feature looks at; expected a template"):
        TransitionTrainer(english, features=looks_not, guided=True)
    with pytest.raises(MultiplaneError, match=r"^found a mirrored parser with a guide; expected one of them"):
        TransitionTrainer(english, guided=True, mirrored=True)
    with pytest.raises(MultiplaneError, match=r"^found step 'guide-head' and no guide; expected a guided"):
        compile_addresses(["S0.guide-head"])
    with pytest.raises(MultiplaneError, match=r"^found guided for a graph model; expected it for transition only"):
        train(english, english, model="graph", guided=True)
    with pytest.raises(MultiplaneError, match=r"'S0.guide-head', which ends with a step; expected an attribute"):
        _ = FeatureModel(("S0.guide-head",), ("D.upos",)).attributes


def test_columns_that_the_guide_needs_are_missed(english: Treebank) -> None:
    features = FeatureModel(("S0.guide-distance B0.guide-distance",), ("D.guide-deprel",))
    parser = train(english, english, guided=True, features=features, epochs=1)
    bare = english.with_columns({"upos": ["_"] * english.word_count})
    assert "UPOS is empty" in parser.warning_about(bare)
    assert not parser.warning_about(english)


@pytest.mark.parametrize(
    ("template", "sees_all"),
    [
        ("S0.guide-head.upos", False),
        ("distance(S0.guide-head,B0)", False),
        ("S0.guide-head.left1.upos", True),
        ("S0.guide-head.right-labels", True),
        ("linked(S0,B0.guide-head)", True),
    ],
)
def test_easy_first_looks_anew_where_a_guide_may_have_pointed(template: str, sees_all: bool) -> None:
    compiled = FeatureModel((template, "S1.upos B0.upos"), ()).compile()[0]
    assert reach(compiled) == (LONGEST_REACH if sees_all else 2)


def hostile(model: LinearModel, change: Any) -> ModelFile:
    header, tensors = json.loads(json.dumps(model.header())), dict(model.tensors())
    change(header, tensors)
    return ModelFile("m.model", "transition", header, tensors)


def nested(header: dict[str, Any], tensors: dict[str, Any]) -> None:
    header["guide"]["guide"] = header["guide"].copy()


def of_another_kind(header: dict[str, Any], tensors: dict[str, Any]) -> None:
    header["guide"]["kind"] = "graph"


def missing(header: dict[str, Any], tensors: dict[str, Any]) -> None:
    del header["guide"]


def mirrored_too(header: dict[str, Any], tensors: dict[str, Any]) -> None:
    header["mirrored"] = True


def no_object(header: dict[str, Any], tensors: dict[str, Any]) -> None:
    header["guide"] = 3


def without_weights(header: dict[str, Any], tensors: dict[str, Any]) -> None:
    del tensors["guide.transition_values"]


@pytest.mark.parametrize(
    ("change", "found"),
    [
        (nested, "a guide of kind 'transition'; expected a linear transition parser without a guide"),
        (of_another_kind, "a guide of kind 'graph'; expected"),
        (missing, "and no guide; expected"),
        (mirrored_too, "a mirrored parser with a guide; expected one of them"),
        (no_object, "no 'guide.kind' in its header; expected a text"),
        (without_weights, "no tensor 'transition_values'; expected"),
    ],
)
def test_damaged_guides_are_named(change: Any, found: str, guided: Parser) -> None:
    model = guided.model
    assert isinstance(model, LinearModel)
    with pytest.raises(MultiplaneError, match=r"^m\.model: ") as error:
        LinearModel.from_file(hostile(model, change))
    assert found in str(error.value)
