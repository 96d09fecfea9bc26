"""Schemata as LaTeX: a fraction for every step, antecedents over consequent, side conditions beside it."""

from __future__ import annotations

from multiplane.deduce.schema import Schema, Step

COMMANDS = {
    "→": r"\rightarrow ",
    "⊢": r"\vdash ",
    "≤ℓ": r"\leq_\ell ",
    "≤": r"\leq ",
    "≥": r"\geq ",
    "≠": r"\neq ",
    "∈": r"\in ",
    "∉": r"\notin ",
    "∖": r"\setminus ",
    "¬": r"\lnot ",
    "⟨": r"\langle ",
    "⟩": r"\rangle ",
    "•": r"\bullet ",
    "⋆": r"\star ",
    "−": "-",
    "α": r"\alpha ",
    "β": r"\beta ",
    "γ": r"\gamma ",
    "δ": r"\delta ",
    "ε": r"\varepsilon ",
    "ζ": r"\zeta ",
    "η": r"\eta ",
    "λ": r"\lambda ",
    "μ": r"\mu ",
    "ν": r"\nu ",
    "ρ": r"\rho ",
    "σ": r"\sigma ",
    "τ": r"\tau ",
    "′": "'",
    " — ": r"\mbox{ --- }",
    " by ": r"\mbox{ by }",
    " or ": r"\mbox{ or }",
    " is satisfied": r"\mbox{ is satisfied}",
    "◇": r"\diamond ",
    " between ": r"\mbox{ between }",
    " and ": r"\mbox{ and }",
    " inside ": r"\mbox{ inside }",
    " for all ": r"\mbox{ for all }",
    " is the start category": r"\mbox{ is the start category}",
}


def latex(text: str) -> str:
    """A term, an item or a condition, set in mathematics.

    >>> latex("[i,j+1,¬b]")
    '[i,j+1,\\\\lnot b]'
    """
    for sign, command in COMMANDS.items():
        text = text.replace(sign, command)
    return text


def step_latex(step: Step) -> str:
    """One step as a row of an aligned display.

    >>> from multiplane.deduce.schemata import schema
    >>> print(step_latex(schema("eisner-1996").steps[1]))
    \\textsc{R-Link}: & \\displaystyle\\frac{[i,j,F,F]}{[i,j,T,F]} & i \\rightarrow  j \\\\[2ex]
    """
    above = " \\quad ".join(latex(repr(pattern)) for pattern in step.patterns)
    conditions = ",\\ ".join(latex(repr(condition)) for condition in step.where)
    fraction = rf"\displaystyle\frac{{{above or chr(92) + ','}}}{{{latex(repr(step.gives))}}}"
    return rf"\textsc{{{step.name.title()}}}: & {fraction} & {conditions} \\[2ex]"


def schema_latex(schema: Schema) -> str:
    """A whole schema as an array."""
    finals = ", ".join(latex(repr(pattern)) for step in schema.final for pattern in step.patterns)
    rows = [step_latex(step) for step in schema.steps]
    hypotheses = [
        rf"\textsc{{Hypotheses}}: & {latex(repr(each.gives))} & {', '.join(latex(repr(c)) for c in each.where)} \\[2ex]"
        for each in schema.hypotheses
    ]
    body = "\n".join([*hypotheses, *rows, rf"\textsc{{Final}}: & {finals} &"])
    return "\\[\n\\begin{array}{lll}\n" + body + "\n\\end{array}\n\\]\n"
