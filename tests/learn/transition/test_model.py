"""Transition parsers: every system learns, a beam of 1 is greedy, workers change nothing, files give the model back."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from tests.learn.shares import labelled_share

import multiplane
from multiplane.errors import MultiplaneError
from multiplane.learn import Parser
from multiplane.learn.model.file import load_model, save_model
from multiplane.learn.transition.linear.model import LinearModel
from multiplane.learn.transition.linear.trainer import TransitionTrainer
from multiplane.learn.transition.results import new_arcs
from multiplane.transition import System, get

SYSTEMS = [
    "arc-standard",
    "arc-standard-stack",
    "arc-eager",
    "arc-hybrid",
    "planar",
    "2-planar",
    "3-planar",
    "swap",
    "covington",
    "covington-projective",
    "attardi-2",
    "arc-eager+lba",
    "arc-eager+rba+lnba",
    "arc-eager+root",
    "2-planar+lnba+rnba",
    "arc-eager+pp:head",
    "arc-hybrid+pp:path",
    "arc-standard+pp:head+path",
    "undirected-planar",
    "undirected-planar+naive",
    "undirected-2-planar+label-a",
    "undirected-covington",
]


@pytest.fixture(scope="module")
def treebank() -> multiplane.Treebank:
    return multiplane.read("sample:")


def trained(treebank: multiplane.Treebank, system: str, beam: int = 1, passes: int = 5) -> LinearModel:
    trainer = TransitionTrainer(treebank, system=system, beam=beam)
    for _ in range(passes):
        trainer.step(np.arange(len(treebank)))
    return trainer.model()


@pytest.mark.parametrize("system", SYSTEMS)
def test_every_system_learns(system: str, treebank: multiplane.Treebank) -> None:
    """What is left to miss is what the system cannot build: of the sample a fifth of the arcs, for projective ones."""
    model = trained(treebank, system)
    assert labelled_share(model, treebank) > 0.72
    treebank.with_trees(model.parse(treebank.layout).heads)


@pytest.mark.parametrize("system", ["arc-eager", "arc-hybrid", "covington", "2-planar", "swap"])
def test_a_parser_that_is_sure_and_wrong_learns(system: str, treebank: multiplane.Treebank) -> None:
    """The oracle is asked about the others only where the best transition does not lead, or costs something."""
    trainer = TransitionTrainer(treebank, system=system)
    shift = trainer.system.names(1).index("shift")
    weights = trainer._tables[0].weights
    weights[:, shift] = 1000
    trainer.step(np.arange(len(treebank)))
    assert weights[:, shift].min() < 1000


@pytest.mark.slow
@pytest.mark.parametrize("system", ["arc-eager", "2-planar", "undirected-planar"])
def test_global_training_learns(system: str, treebank: multiplane.Treebank) -> None:
    model = trained(treebank, system, beam=4)
    assert model.beam == 4
    assert labelled_share(model, treebank) > 0.75


@pytest.mark.parametrize(
    ("system", "beam"),
    [("arc-eager", 1), pytest.param("arc-eager", 4, marks=pytest.mark.slow), ("2-planar", 1), ("swap", 1)],
)
def test_a_beam_of_one_is_greedy(system: str, beam: int, treebank: multiplane.Treebank) -> None:
    """The beam's own kernel at width 1, forced, against the greedy one."""
    model = trained(treebank, system, beam, passes=2).with_beam(1)
    greedy = model.built_arcs(treebank.layout, 1)
    beside = model.built_arcs(treebank.layout, 1, always_beam=True)
    for one, two in zip(greedy, beside, strict=True):
        assert one.tolist() == two.tolist()


@pytest.mark.parametrize("beam", [1, 3])
@pytest.mark.parametrize("system", ["arc-eager", "undirected-2-planar", "undirected-planar+naive"])
def test_every_arc_has_a_score_and_a_margin(system: str, beam: int, treebank: multiplane.Treebank) -> None:
    """The greedy choice leads at every step, that of a beam need not; edges that got a direction keep what they had."""
    predicted = trained(treebank, system, passes=2).with_beam(beam).parse(treebank.layout)
    built = predicted.transitions >= 0
    assert built[predicted.heads > 0].mean() > 0.9
    assert (predicted.margins[built] != 0).mean() > 0.9
    assert (predicted.scores[~built] == 0).all() and (predicted.margins[~built] == 0).all()
    assert (predicted.margins < 0).any() == (beam > 1)


@pytest.mark.slow
def test_a_wider_beam_finds_better_sequences(treebank: multiplane.Treebank) -> None:
    model = trained(treebank, "arc-eager", 4, passes=2)
    greedy, wide = model.with_beam(1).parse(treebank.layout), model.with_beam(16).parse(treebank.layout)
    assert greedy.heads.tolist() != wide.heads.tolist()
    assert (wide.heads == treebank.heads).mean() > (greedy.heads == treebank.heads).mean()


@pytest.mark.parametrize("beam", [1, 3])
def test_workers_change_nothing(beam: int, treebank: multiplane.Treebank) -> None:
    model = trained(treebank, "2-planar", passes=1).with_beam(beam)
    one, three = model.parse(treebank.layout, workers=1), model.parse(treebank.layout, workers=3)
    for first, second in zip(one, three, strict=True):
        assert first.tobytes() == second.tobytes()


def test_same_seed_same_bytes_and_a_break_changes_nothing(treebank: multiplane.Treebank) -> None:
    order = np.arange(len(treebank))
    whole, half = TransitionTrainer(treebank), TransitionTrainer(treebank)
    for trainer in (whole, half):
        trainer.step(order)
        trainer.step(order[:50])
    resumed = TransitionTrainer(treebank)
    resumed.restore(half.state())
    for trainer in (whole, resumed):
        trainer.step(order[50:])
    for name, tensor in whole.model().tensors().items():
        assert tensor.tobytes() == resumed.model().tensors()[name].tobytes()


@pytest.mark.parametrize("system", ["arc-eager", "undirected-2-planar", "arc-eager+pp:head"])
def test_through_a_file(system: str, treebank: multiplane.Treebank, tmp_path: Path) -> None:
    model = trained(treebank, system, passes=2)
    save_model(tmp_path / "a.model", model.kind, model.header(), model.tensors())
    again = LinearModel.from_file(load_model(tmp_path / "a.model"))
    assert again.labels == model.labels
    for one, two in zip(model.parse(treebank.layout), again.parse(treebank.layout), strict=True):
        assert one.tobytes() == two.tobytes()


def test_empty_and_odd_input(treebank: multiplane.Treebank) -> None:
    model = trained(treebank, "arc-eager", passes=1)
    nothing = multiplane.Treebank.from_text("", "conllu")
    assert len(model.parse(nothing.layout).heads) == 0
    one = multiplane.Treebank.from_text("1\tGo\t_\t_\t_\t_\t0\troot\t_\t_\n\n", "conllu")
    for beam in (1, 4):
        assert model.with_beam(beam).parse(one.layout).heads.tolist() == [0]
    with pytest.raises(MultiplaneError, match="found no words"):
        TransitionTrainer(nothing)
    with pytest.raises(MultiplaneError, match="beam of 0"):
        model.with_beam(0)


@pytest.mark.parametrize(
    ("system", "why"),
    [
        ("dag-arc-eager", r"expected it with model graphs"),
        ("planar-graph", r"expected it with model graphs"),
        ("undirected-planar-graph", "it cannot be trained"),
    ],
)
def test_systems_that_cannot_be_trained(system: str, why: str, treebank: multiplane.Treebank) -> None:
    with pytest.raises(MultiplaneError, match=f"system {system}: .*{why}"):
        TransitionTrainer(treebank, system=system)


def test_single_roots(treebank: multiplane.Treebank) -> None:
    """Training data with one root a sentence gives parses with one root a sentence."""
    predicted = trained(treebank, "arc-eager", passes=1).parse(treebank.layout)
    roots = np.add.reduceat(predicted.heads == 0, treebank.offsets[:-1])
    assert set(roots.tolist()) == {1}


def test_roots_keep_the_label_of_the_treebank() -> None:
    """Edges say nothing of roots; those of the tree have the label that training has seen, here not ``root``."""
    text = str(multiplane.read("sample:german")[0]).replace("\troot\t", "\tROOT\t")
    treebank = multiplane.Treebank.from_text(text, "conllu")
    for system in ("undirected-planar", "arc-eager", "arc-eager+pp:head"):
        model = trained(treebank, system)
        predicted = model.parse(treebank.layout)
        roots = {model.labels[number] for number in predicted.labels[predicted.heads == 0].tolist()}
        assert roots == {"ROOT"}


def test_room_for_arcs() -> None:
    arcs = new_arcs(3)
    assert arcs.heads.tolist() == [-1, -1, -1]


OWN_SYSTEM = """
import multiplane
from multiplane.learn import Parser
parser = Parser.load({place!r})
print(parser.model.system.name, parser.parse(multiplane.read("sample:dutch-2")).heads.tolist())
"""


def test_a_model_carries_its_system_to_processes_that_do_not_know_it(tmp_path: Path) -> None:
    eager, dutch = get("arc-eager"), multiplane.read("sample:dutch")
    own = System("one-of-my-own", **{f"my-{name}": part for name, part in eager.transitions.items()})
    trainer = TransitionTrainer(dutch, system=own)
    trainer.step(np.arange(len(dutch)))
    parser = Parser(trainer.model())
    parser.save(tmp_path / "own.model")
    code = OWN_SYSTEM.format(place=str(tmp_path / "own.model"))
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert found == f"one-of-my-own {parser.parse(multiplane.read('sample:dutch-2')).heads.tolist()}\n"
    assert Parser.load(tmp_path / "own.model").model.transition_names[0] == "my-shift"
