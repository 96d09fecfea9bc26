"""Training fits, repeats itself, goes on where it stopped, and says what it cannot learn from."""

from __future__ import annotations

import numpy as np
import pytest

import multiplane
from multiplane.decode.scores import sum_of_arcs
from multiplane.errors import MultiplaneError
from multiplane.learn.arc_factored.linear import mira
from multiplane.learn.arc_factored.linear.arcs import score_arcs, sides_of
from multiplane.learn.arc_factored.linear.trainer import ArcFactoredTrainer
from multiplane.learn.features.arcs import ArcFeatureModel
from multiplane.learn.features.attributes import word_attributes
from multiplane.treebank import Treebank

SMALL = {"arc_bits": 18, "label_bits": 13}
SAMPLE = multiplane.read("sample:")
SENTENCES = Treebank.from_sentences(s for s in SAMPLE if not (s.sent_id or "").startswith("shape-"))
"""The bare tree shapes have the same words under different trees: nothing can learn those."""


def trained(treebank: Treebank, epochs: int, decoder: str = "spanning-tree") -> ArcFactoredTrainer:
    trainer = ArcFactoredTrainer(treebank, decoder=decoder, **SMALL)
    for _ in range(epochs):
        trainer.step(np.arange(len(treebank)))
    return trainer


def right(treebank: Treebank, trainer: ArcFactoredTrainer) -> tuple[float, float]:
    model = trainer.model()
    predicted = model.parse(treebank.layout)
    labels = np.array([word.deprel for sentence in treebank for word in sentence])
    return (
        float((predicted.heads == treebank.heads).mean()),
        float((np.array(model.labels)[predicted.labels] == labels).mean()),
    )


@pytest.mark.parametrize(("decoder", "least"), [("spanning-tree", 0.99), ("one-endpoint-crossing", 0.98)])
def test_the_sample_is_learnt_by_heart(decoder: str, least: float) -> None:
    heads, labels = right(SENTENCES, trained(SENTENCES, 15, decoder))
    assert heads >= least
    assert labels >= least


def test_a_projective_decoder_learns_what_it_can_build() -> None:
    projective = Treebank.from_sentences(s for s in SENTENCES if multiplane.structure.is_projective(s.tree))
    assert len(projective) > 50
    heads, labels = right(projective, trained(projective, 15, "projective"))
    assert heads >= 0.99
    assert labels >= 0.99


def test_slices_of_a_permutation_are_the_permutation() -> None:
    order = np.random.default_rng(3).permutation(len(SAMPLE))
    whole, parts = ArcFactoredTrainer(SAMPLE, **SMALL), ArcFactoredTrainer(SAMPLE, **SMALL)
    counts = whole.step(order)
    sliced = [parts.step(order[:50]), parts.step(order[50:51]), parts.step(order[51:])]
    assert counts == tuple(sum(column) for column in zip(*sliced, strict=True))
    assert counts[1] == SAMPLE.word_count
    assert_same(whole, parts)


def assert_same(one: ArcFactoredTrainer, other: ArcFactoredTrainer) -> None:
    mine, yours = one.state(), other.state()
    assert mine.keys() == yours.keys()
    for name, array in mine.items():
        assert array.tobytes() == yours[name].tobytes(), name
    for name, tensor in one.model().tensors().items():
        assert tensor.tobytes() == other.model().tensors()[name].tobytes()


def test_training_goes_on_where_it_stopped() -> None:
    order = np.arange(len(SAMPLE))
    first = trained(SAMPLE, 2)
    resumed = ArcFactoredTrainer(SAMPLE, decoder="spanning-tree", **SMALL)
    resumed.restore(first.state())
    assert first.step(order) == resumed.step(order)
    assert_same(first, resumed)


def test_a_model_is_not_changed_by_later_steps() -> None:
    trainer = trained(SAMPLE, 1)
    model = trainer.model()
    before = {name: tensor.copy() for name, tensor in model.tensors().items()}
    trainer.step(np.arange(len(SAMPLE)))
    for name, tensor in model.tensors().items():
        assert (tensor == before[name]).all()
        assert (tensor != trainer.model().tensors()[name]).any()


def test_the_weights_are_averages_over_all_sentences_seen() -> None:
    few = SAMPLE[:6]
    trainer = ArcFactoredTrainer(few, **SMALL)
    states = [trainer.state()]
    for sentence in range(len(few)):
        trainer.step(np.array([sentence]))
        states.append(trainer.state())
    scorer = trainer.model().scorer
    arcs, labels = (np.mean([state[name] for state in states], axis=0) for name in ("arc_weights", "label_weights"))
    assert np.abs(arcs).max() > 0
    assert np.allclose(scorer.arc_weights * scorer.scale, arcs, atol=scorer.scale)
    label_scale = np.abs(labels).max() / np.abs(scorer.label_weights).max()
    assert np.allclose(scorer.label_weights * label_scale, labels, atol=label_scale)


def test_a_step_makes_the_gold_tree_win_by_its_errors() -> None:
    features = ArcFeatureModel(("H.form D.form", "H.upos D.upos", "D.form"), ("D.form",)).compile()
    sentence = SAMPLE[3:4]
    sides = sides_of(word_attributes(sentence.layout, features.attributes), features.pairs, features.between)
    weights, sums, change = np.zeros(1 << 16, np.float32), np.zeros(1 << 16), np.zeros(1 << 16, np.int32)
    gold = sentence.heads
    found = np.array([2, 0, *range(2, len(gold))], np.int32)
    wrong = int((gold != found).sum())
    mira.move_to_gold(sides, gold, found, float(wrong), 10.0, 1.0, weights, sums, change)
    scores = score_arcs(sides, weights, 1.0)
    assert sum_of_arcs(scores, gold) - sum_of_arcs(scores, found) == pytest.approx(wrong, abs=1e-4)
    mira.add_costs(scores, gold)
    assert mira.violation_of(scores, gold, found) == pytest.approx(0.0, abs=1e-4)
    assert not change.any()


def test_a_step_is_bounded() -> None:
    features = ArcFeatureModel(("H.form D.form",), ("D.form",)).compile()
    sentence = SAMPLE[3:4]
    sides = sides_of(word_attributes(sentence.layout, features.attributes), features.pairs, features.between)
    weights, sums, change = np.zeros(1 << 16, np.float32), np.zeros(1 << 16), np.zeros(1 << 16, np.int32)
    found = np.array([2, 0, *range(2, len(sentence.heads))], np.int32)
    mira.move_to_gold(sides, sentence.heads, found, 100.0, 0.25, 2.0, weights, sums, change)
    assert np.abs(weights).max() == 0.25
    assert np.allclose(sums, 2.0 * weights)


ROW = "{}\t{}\t_\tNOUN\t_\t_\t{}\t{}\t_\t_\n"


def test_several_roots_are_learnt_where_the_treebank_has_them() -> None:
    both = ROW.format(1, "one", 0, "root") + ROW.format(2, "two", 0, "root") + "\n"
    treebank = Treebank.from_text(both * 3)
    assert trained(treebank, 5).model().parse(treebank.layout).heads.tolist() == [0] * 6
    single = ROW.format(1, "one", 0, "root") + ROW.format(2, "two", 1, "dep") + "\n"
    assert trained(Treebank.from_text(single), 1).model().single_root


def test_what_cannot_be_learnt_from_is_said() -> None:
    with pytest.raises(MultiplaneError, match="found no words; expected sentences to learn from"):
        ArcFactoredTrainer(SAMPLE[:0])
    text = ROW.format(1, "one", 0, "root") + "\n" + ROW.format(1, "one", "_", "_")
    with pytest.raises(MultiplaneError, match=r"a\.conllu:3: found a word without a head; expected trees"):
        ArcFactoredTrainer(Treebank.from_text(text, heads_required=False, source="a.conllu"))
    with pytest.raises(MultiplaneError, match="found class 'planar', which has no decoder"):
        ArcFactoredTrainer(SAMPLE, decoder="planar")
    with pytest.raises(MultiplaneError, match=r"found no tensor 'time'; expected float64 \(1\)"):
        ArcFactoredTrainer(SAMPLE, **SMALL).restore({})
    with pytest.raises(
        MultiplaneError, match=r"template 'K\.upos': found address 'K'; expected one that starts with H"
    ):
        ArcFactoredTrainer(SAMPLE, features=ArcFeatureModel(("K.upos",), ("D.upos",)))


@pytest.mark.slow
def test_real_sentences_are_parsed_as_expected(treebanks: object) -> None:
    folder = treebanks / "gothic-proiel"  # type: ignore[operator]
    train, dev = multiplane.read(folder / "train.conllu"), multiplane.read(folder / "dev.conllu")
    trainer = ArcFactoredTrainer(train[:1000], decoder="spanning-tree", arc_bits=20, label_bits=15)
    for _ in range(3):
        trainer.step(np.arange(1000))
    model = trainer.model()
    predicted = model.parse(dev.layout)
    scores = multiplane.evaluate.evaluate(dev, dev.with_trees(predicted.heads, predicted.labels, model.labels))
    assert scores.las > 65
