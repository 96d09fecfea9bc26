"""Traces, pages and LaTeX of runs."""

from __future__ import annotations

from multiplane.deduce import deduce, example_grammar, problem, schema
from multiplane.deduce.notation import schema_latex
from multiplane.deduce.parse import best_derivation
from multiplane.deduce.schemata import NAMES
from multiplane.deduce.trace import derivation_latex, derivation_text, trace_page, trace_text


def test_every_line_of_a_trace_names_earlier_lines() -> None:
    chart = deduce(
        schema("lombardo-lesmo-1996"), problem(grammar=example_grammar(), sentence="girl saw boy"), trace=True
    )
    lines = trace_text(chart).splitlines()
    assert len(lines) == len(chart.trace)
    assert any("([(•V),1,0] (" in line for line in lines)


def test_derivations_are_drawn_as_text_and_latex() -> None:
    chart = deduce(schema("eisner-satta-1999"), problem(heads=[0]), trace=True)
    derivation = best_derivation(chart)
    assert derivation_text(chart, derivation).splitlines() == [
        "goal  final",
        "  [0,1,0]  L-LINK  1 → 0",
        "    [0,0,0]  hypothesis",
        "    [1,1,1]  hypothesis",
    ]
    assert derivation_latex(chart, derivation) == r"\frac{\frac{[0,0,0] \quad [1,1,1]}{[0,1,0]}}{goal}"


def test_a_page_without_a_parse_says_so() -> None:
    chart = deduce(schema("kahane-1998"), problem(grammar=example_grammar(), sentence="the"), trace=True)
    assert "No final item was derived." in trace_page(chart)


def test_every_schema_can_be_set_in_latex() -> None:
    for name in NAMES:
        text = schema_latex(schema(name))
        assert text.count("{") == text.count("}")
        assert not set(text) & set("→≤≠∈∉⟨⟩•⋆¬")
