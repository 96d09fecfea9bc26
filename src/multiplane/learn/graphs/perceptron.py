"""The averaged perceptron for graphs: single decisions, with exploration where `learn.graphs.oracle` knows the costs.

As for trees (`learn.transition.linear.perceptron`): every transition of least cost is right, and after the first pass
the parser follows its own choices. Other systems follow the static oracle's sequences.
"""

from __future__ import annotations

import numpy as np

from multiplane.kernels.arrays import Int32, Int64
from multiplane.kernels.jit import kernel
from multiplane.kernels.views import as_number, borrowed
from multiplane.learn.graphs.examples import GraphExamples
from multiplane.learn.graphs.oracle import GoldState, begin_gold, find_arc, follow_gold, graph_costs
from multiplane.learn.transition.actions import (
    NO_LABEL,
    NO_TRANSITION,
    CompiledSystem,
    builds_arc,
    find_applicable,
    new_dependent,
    new_head,
)
from multiplane.learn.transition.context import ParserState
from multiplane.learn.transition.examples import steps_of_learning
from multiplane.learn.transition.linear.perceptron import WeightSums, cheapest, learn_label, learn_transition
from multiplane.learn.transition.linear.scorer import LinearScorer
from multiplane.learn.transition.scorer import Choices, begin_parse, best_label, best_transition, take_transition
from multiplane.transition.machine.memory import fit


@kernel(steps=steps_of_learning)
def learn_graphs(
    system: CompiledSystem,
    scorer: LinearScorer,
    sums: WeightSums,
    choices: Choices,
    kinds: Int32,
    arcs_per_word: int,
    gold: GoldState,
    memory: Int32,
    context: Int32,
    examples: GraphExamples,
    order: Int64,
    dynamic: bool,
    explore: bool,
    margin: float,
    label_margin: float,
    time: int,
) -> tuple[int, int]:
    """Learn from sentences in this order; the number of updates, and of decisions."""
    compiled, model, right_graph = borrowed(system), borrowed(scorer), borrowed(gold)
    data, beside = borrowed(examples), borrowed(context)
    program, places = compiled.program, compiled.places
    cost = np.zeros(len(places), np.int32)
    mistakes, decisions = 0, 0
    lead, label_lead = np.float32(margin), np.float32(label_margin)
    for index in range(len(order)):
        sentence = order[index]
        first, count = data.offsets[sentence], data.offsets[sentence + 1] - data.offsets[sentence]
        now = np.float32(time + index)
        here = borrowed(memory[: fit(memory, as_number(count), as_number(arcs_per_word * count + 1))])
        state = ParserState(here, beside, first)
        begin_parse(compiled, state, count)
        begin_gold(right_graph, data, sentence, count)
        step = data.sequences[sentence]
        while True:
            applicable = find_applicable(here, program, places, choices.applicable)
            if applicable == 0 or (not dynamic and step == data.sequences[sentence + 1]):
                break
            if applicable > 1:
                model.score_transitions(state, choices.applicable)
                decisions += 1
            if dynamic:
                graph_costs(data, right_graph, sentence, here, kinds, places, cost)
                right = cheapest(model, choices, cost)
            else:
                right = as_number(data.transitions[step])
                cost[:] = 1
                cost[right] = 0
                step += 1
            transition = right
            if applicable > 1:
                mistakes += learn_transition(model, sums, choices, right, cost, lead, now)
                if dynamic and explore:
                    transition = best_transition(model, choices, NO_TRANSITION)
            label, head, dependent = as_number(NO_LABEL), -1, -1
            if builds_arc(places, transition):
                head, dependent = new_head(here, places, transition), new_dependent(here, places, transition)
                model.score_labels(state, head, dependent)
                label = as_number(best_label(model, compiled.label_count))
                decisions += 1
                arc = find_arc(data, as_number(sentence), as_number(head), as_number(dependent))
                if arc >= 0:
                    wanted = as_number(data.labels[data.starts[sentence] + arc])
                    mistakes += learn_label(compiled, model, sums, wanted, label_lead, now)
                    if not explore:
                        label = wanted
            if dynamic:
                follow_gold(data, right_graph, sentence, here, kinds[transition], head, dependent)
            take_transition(compiled, state, transition, label)
    return mistakes, decisions
