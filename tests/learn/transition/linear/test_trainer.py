"""Training: parsers use the transitions that they are named after; oracles by name."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

import multiplane
from multiplane.errors import MultiplaneError
from multiplane.learn import TransitionTrainer
from multiplane.transition import get
from multiplane.transition.oracles import derive_all

SAMPLE = multiplane.read("sample:")


def uses(name: str, oracle: str, buffer_arcs: str = "short") -> tuple[int, int]:
    """How often the static oracle and a parser trained on the sample use the last transition of a system there."""
    system = get(name)
    number = len(system.names(1)) - 1
    longest = 1 if buffer_arcs == "short" else 100
    derived = derive_all(system, np.array(SAMPLE.heads), np.array(SAMPLE.offsets), longest_buffer_arc=longest)
    trainer = TransitionTrainer(SAMPLE, system=name, oracle=oracle, buffer_arcs=buffer_arcs)
    for _ in range(8):
        trainer.step(np.arange(len(SAMPLE)))
    predicted = trainer.model().parse(SAMPLE.layout)
    return int((derived.transitions == number).sum()), int((predicted.transitions == number).sum())


@pytest.mark.parametrize("oracle", ["dynamic", "static"])
@pytest.mark.parametrize("name", ["arc-eager+lba", "arc-eager+rba", "arc-eager+lnba", "arc-eager+rnba"])
def test_parsers_use_their_buffer_arcs_as_often_as_the_static_oracle(name: str, oracle: str) -> None:
    expected, found = uses(name, oracle)
    assert expected > 0 and 0.75 * expected <= found <= 1.25 * expected


def test_buffer_arcs_of_any_length_are_more() -> None:
    (short, found_short), (longer, found_longer) = (uses("arc-eager+rba", "dynamic", each) for each in ("short", "any"))
    assert longer > 1.05 * short and found_longer > 1.05 * found_short


def tables_in_training(trainer: TransitionTrainer) -> list[NDArray[np.float64]]:
    """The weights of transitions and labels as they are, without their sums."""
    state, tables = trainer.state(), []
    for name, table in zip(
        ("transition", "label"), (trainer.model().weights, trainer.model().label_weights), strict=True
    ):
        tables.append(np.zeros(table.shape))
        tables[-1][state[f"{name}_rows"]] = state[f"{name}_values"][:, : table.shape[1]]
    return tables


@pytest.mark.parametrize(
    ("system", "beam", "oracle"),
    [("arc-eager", 1, "dynamic"), ("swap", 1, "static"), ("easy-first", 1, "dynamic"), ("arc-eager", 4, "static")],
)
def test_a_model_has_the_averages_of_all_weights_after_each_sentence(system: str, beam: int, oracle: str) -> None:
    few = SAMPLE[:8]
    trainer = TransitionTrainer(few, system=system, beam=beam, oracle=oracle)
    totals = [np.zeros(table.shape) for table in tables_in_training(trainer)]
    steps = [*range(8), 3, 1, 6]
    for sentence in steps:
        trainer.step(np.array([sentence]))
        for total, table in zip(totals, tables_in_training(trainer), strict=True):
            total += table
    model = trainer.model()
    for total, table in zip(totals, (model.weights, model.label_weights), strict=True):
        assert np.abs(total).max() > 0
        assert np.abs(table - total / len(steps) * model.scale).max() <= 0.501


@pytest.mark.parametrize(
    ("system", "beam"), [("arc-eager", 1), ("2-planar", 1), ("easy-first", 1), ("arc-eager", 4), ("swap", 3)]
)
def test_nothing_but_the_weights_goes_from_one_sentence_to_the_next(system: str, beam: int) -> None:
    """All sentences at once, and each by a new trainer that takes over the state: longer, shorter, longer again."""
    few = SAMPLE[:6]
    order = np.argsort([-len(sentence) for sentence in few])[[0, 5, 1, 4, 2, 3, 0, 1, 2, 3, 4, 5]]
    whole = TransitionTrainer(few, system=system, beam=beam)
    counts = [whole.step(part) for part in (order[:6], order[6:])]
    state, single = TransitionTrainer(few, system=system, beam=beam).state(), []
    for sentence in order:
        trainer = TransitionTrainer(few, system=system, beam=beam)
        trainer.restore(state)
        single.append(trainer.step(np.array([sentence])))
        state = trainer.state()
    whole_state = whole.state()
    assert {name: array.tobytes() for name, array in state.items()} == {
        name: array.tobytes() for name, array in whole_state.items()
    }
    assert np.sum(counts, axis=0).tolist() == np.sum(single, axis=0).tolist()


@pytest.mark.parametrize("system", ["swap", "2-planar"])
def test_with_a_beam_sentences_are_learnt_by_heart(system: str) -> None:
    """Until no sentence leads to an update any more: then each is parsed as its tree has it."""
    few = SAMPLE[:25]
    trainer = TransitionTrainer(few, system=system, beam=4)
    mistakes = [trainer.step(np.random.default_rng(number).permutation(len(few)))[0] for number in range(12)]
    assert mistakes[0] > 10 and mistakes[-1] <= 1
    assert (trainer.model().parse(few.layout).heads == few.heads).mean() > 0.97


def test_the_static_oracle_is_followed_in_every_pass() -> None:
    """It never explores: the decisions are as many in each pass, and others than those of the dynamic one."""
    few = SAMPLE[:20]
    decisions = {}
    for oracle in ("static", "dynamic"):
        trainer = TransitionTrainer(few, system="arc-hybrid", oracle=oracle)
        decisions[oracle] = [trainer.step(np.arange(len(few)))[1] for _ in range(3)]
        tables = tables_in_training(trainer)
        if oracle == "static":
            static = tables
    assert len(set(decisions["static"])) == 1
    assert len(set(decisions["dynamic"])) > 1
    assert any((one != other).any() for one, other in zip(static, tables, strict=True))


def test_unknown_oracles_and_policies_are_named() -> None:
    with pytest.raises(MultiplaneError, match="found oracle 'best'; expected dynamic or static"):
        TransitionTrainer(SAMPLE, oracle="best")
    with pytest.raises(MultiplaneError, match="found buffer arcs 'long'; expected short or any"):
        TransitionTrainer(SAMPLE, buffer_arcs="long")
