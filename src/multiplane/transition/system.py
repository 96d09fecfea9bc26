"""A transition system: its transitions, the machine they run on, what follows from them, and what people do with it.

Systems run on words 1..n. A word that ends without a head is attached to the artificial root 0. With ``with_root`` the
root is on the stacks from the start instead, and arcs from it are built like any others.

Oracles and verification compare a system with those of the catalogue, which are made with this class: the methods that
ask them import them when called.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from functools import cached_property
from types import MappingProxyType
from typing import Any, Self

from multiplane.errors import MultiplaneError
from multiplane.kernels.arrays import Int32
from multiplane.lazy import load
from multiplane.notebook import html_table
from multiplane.transition.algebra.composition import ON_LISTS, SWITCH, Composition, Opcode
from multiplane.transition.algebra.family import SAMPLE_POSITIONS, Family, Transitions, expanded, opcodes_used
from multiplane.transition.algebra.invariants import with_invariants
from multiplane.transition.algebra.symbolic import Assumptions, Effect, effect_of
from multiplane.transition.analysis.properties import Properties, derive_properties
from multiplane.transition.analysis.trace import Trace, replayed
from multiplane.transition.analysis.verification import Verification
from multiplane.transition.machine.configuration import UNLABELLED, Configuration, Machine
from multiplane.transition.machine.memory import begin, new_memory
from multiplane.transition.machine.program import assemble
from multiplane.transition.systems.data import attributes_from_data, system_as_data
from multiplane.transition.transforms.buffer_arcs import buffer_arc
from multiplane.transition.transforms.constraints import constrained
from multiplane.transition.transforms.pseudo_projective import SCHEMES, lift, unlift
from multiplane.transition.transforms.undirected import (
    METHODS,
    NEW_ROOT_LABEL,
    reconstruct,
    undirected,
    without_direction,
)
from multiplane.treebank.graph import Graph
from multiplane.treebank.sentence import Sentence
from multiplane.treebank.tree import Heads, Tree

TRANSITION_NAME = re.compile(r"[^\s:()]{1,100}")


@dataclass(frozen=True, eq=False, init=False, repr=False)
class System:
    """Transitions by name, and what surrounds them. It cannot be changed: ``variant`` gives a changed copy.

    Transitions are keyword arguments, in whose names underscores become hyphens, or a mapping from any names.
    ``graph_class`` is the class of trees that the system is known to build, ``reconstruction`` how the edges of an
    undirected system become a tree, ``pseudo_projective`` the scheme by which trees are lifted, and unlifted again.

    >>> from multiplane.transition import LEFT_ARC, REDUCE, RIGHT_ARC, SHIFT, STACK_HAS_HEAD
    >>> arc_eager = System(
    ...     "my-arc-eager",
    ...     shift=SHIFT,
    ...     reduce=REDUCE.where(STACK_HAS_HEAD),
    ...     left=LEFT_ARC.where(~STACK_HAS_HEAD) >> REDUCE,
    ...     right=RIGHT_ARC >> SHIFT,
    ... )
    >>> arc_eager.run(3, ["shift", "left", "shift", "right"])
    [2, 0, 2]
    >>> arc_eager.root = True
    Traceback (most recent call last):
      ...
    dataclasses.FrozenInstanceError: cannot assign to field 'root'
    """

    name: str
    transitions: Transitions
    stacks: int
    root: bool
    source: str
    graph_class: str
    reconstruction: str | None
    pseudo_projective: str | None

    def __init__(
        self,
        name: str,
        transitions: Transitions = MappingProxyType({}),
        /,
        *,
        stacks: int = 1,
        root: bool = False,
        source: str = "",
        graph_class: str = "",
        reconstruction: str | None = None,
        pseudo_projective: str | None = None,
        **more: Composition | Family,
    ) -> None:
        transitions = {**transitions, **{key.replace("_", "-"): value for key, value in more.items()}}
        values = (name, MappingProxyType(transitions), stacks, root, source, graph_class, reconstruction)
        for attribute, value in zip(fields(System), (*values, pseudo_projective), strict=True):
            object.__setattr__(self, attribute.name, value)
        if not transitions:
            raise MultiplaneError(f"system {name}: found no transitions; expected at least one")
        for key in transitions:
            if not TRANSITION_NAME.fullmatch(key):
                expected = "a name of up to 100 letters, without spaces, colons or parentheses"
                raise MultiplaneError(f"system {name}: found transition {key!r}; expected {expected}")
        for key, transition in expanded(transitions, SAMPLE_POSITIONS).items():
            try:
                possible = effect_of(transition, Assumptions(stacks, root)).condition.clauses
            except MultiplaneError as error:
                raise MultiplaneError(f"system {name}, transition {key}: {error}") from None
            if not possible:
                raise MultiplaneError(f"system {name}, transition {key}: it can never apply")

    def attributes(self) -> dict[str, Any]:
        """What defines the system, by name."""
        return {field.name: getattr(self, field.name) for field in fields(System)}

    @classmethod
    def from_attributes(cls, attributes: Mapping[str, Any]) -> Self:
        """The system with these attributes."""
        rest = dict(attributes)
        return cls(rest.pop("name"), rest.pop("transitions"), **rest)

    def variant(self, name: str, **changes: Any) -> Self:
        """The same system under another name, with some attributes changed."""
        return self.from_attributes({**self.attributes(), **changes, "name": name})

    def as_data(self) -> dict[str, Any]:
        """The system as an object that JSON can hold, so that a model file can carry it.

        >>> from multiplane.transition import SHIFT
        >>> System("shifts", {"shift": SHIFT}).as_data()["transitions"]
        [{'name': 'shift', 'steps': [{'operation': 'SHIFT'}]}]
        """
        return system_as_data(self.attributes())

    @classmethod
    def from_data(cls, data: object) -> Self:
        """The system that ``as_data`` described, with the same program; an error where the data describe none.

        >>> from multiplane.transition import get
        >>> System.from_data(get("arc-hybrid").as_data()).definition()[-1]
        ('right', 'UNSHIFT ; RIGHT-ARC ; SHIFT ; REDUCE')
        """
        return cls.from_attributes(attributes_from_data(data))

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self).from_attributes, ({**self.attributes(), "transitions": dict(self.transitions)},)

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.name}: {', '.join(self.transitions)}>"

    def _repr_html_(self) -> str:
        where = f" ({self.source})" if self.source else ""
        return (
            html_table(f"{self.name}{where}", ["transition", "definition"], self.definition())
            + self.properties._repr_html_()
        )

    def names(self, words: int) -> tuple[str, ...]:
        """The names of the transitions for a sentence of this many words; a family gives one for each position."""
        names: list[str] = []
        for name, transition in self.transitions.items():
            names += [f"{name}({i})" for i in range(1, words)] if isinstance(transition, Family) else [name]
        return tuple(names)

    def members(self, words: int) -> list[Composition]:
        """The transitions for a sentence of this many words, in the order of ``names``."""
        return list(expanded(self.transitions, words).values())

    def definition(self) -> list[tuple[str, str]]:
        """The transitions as they are written, by name; of a family the first members.

        >>> from multiplane.transition import get
        >>> get("arc-hybrid").definition()[-1]
        ('right', 'UNSHIFT ; RIGHT-ARC ; SHIFT ; REDUCE')
        """
        return [(name, str(transition)) for name, transition in expanded(self.transitions, 3).items()]

    @property
    def has_families(self) -> bool:
        return any(isinstance(transition, Family) for transition in self.transitions.values())

    @property
    def is_undirected(self) -> bool:
        return Opcode.ARC in opcodes_used(self.transitions)

    @cached_property
    def most_arcs_at_once(self) -> int:
        """The number of arcs that one transition can add."""
        return max(len(effect.arcs) for effect in self.effects)

    @cached_property
    def assumptions(self) -> Assumptions:
        """What every transition may assume: stacks, root, and the invariants of the system."""
        return with_invariants(self.members(SAMPLE_POSITIONS), Assumptions(self.stacks, self.root))

    @cached_property
    def effects(self) -> list[Effect]:
        """What every transition does (of a family, the first members), found by symbolic execution."""
        return [effect_of(transition, self.assumptions) for transition in self.members(SAMPLE_POSITIONS)]

    @cached_property
    def properties(self) -> Properties:
        """What the definition proves, each with its proposition."""
        return derive_properties(self.transitions, self.assumptions)

    @property
    def builds(self) -> str:
        """What the system derives, in words: the class it is correct for, or the properties proved of it.

        >>> from multiplane.transition import get
        >>> get("2-planar").builds, get("planar-graph").builds
        ('2-planar forests', 'graphs, planar')
        """
        if self.graph_class:
            kind = "undirected forests" if self.is_undirected else "forests"
            if self.graph_class.startswith("attardi-"):
                return f"{kind} of Attardi degree {self.graph_class.removeprefix('attardi-')}, not all"
            return f"{self.graph_class} {kind}"
        if self.pseudo_projective:
            return "trees, lifted and put back"
        proved = self.properties
        parts = ["planar" if proved.planes == 1 else f"{proved.planes}-planar"] if proved.planes else []
        acyclic = proved.no_undirected_cycles if proved.no_undirected_cycles.holds else proved.no_directed_cycles
        constraints = (proved.single_head, acyclic, proved.no_covered_roots)
        return ", ".join(["graphs", *parts, *(each.name for each in constraints if each.holds)])

    def description(self) -> dict[str, Any]:
        """The system for people, as an object that JSON can hold: its definition, what it builds, its properties.

        ``as_data`` is for model files: it has what is needed to make the system again.
        """
        most = self.properties.most_transitions
        return {
            "name": self.name,
            "source": self.source,
            "builds": self.builds,
            "stacks": self.stacks,
            "root": self.root,
            "undirected": self.is_undirected,
            "transitions": dict(self.definition()),
            "most_transitions": None if most is None else str(most),
            "planes": self.properties.planes,
            "warning": self.warning or None,
            "properties": self.properties.as_data(),
        }

    @property
    def warning(self) -> str:
        """What a user of the system should know before relying on it; empty for nearly all.

        >>> from multiplane.transition import get
        >>> get("2-planar").warning
        ''
        >>> get("2-planar+no-covered-roots").warning
        'on 2 stacks no-covered-roots excludes graphs that have no covered roots (DTS §5.1.2)'
        """
        if self.stacks == 1 or self.properties.planes is None or not self.properties.no_covered_roots.holds:
            return ""
        return f"on {self.stacks} stacks no-covered-roots excludes graphs that have no covered roots (DTS §5.1.2)"

    def start(self, words: int) -> Configuration:
        """The initial configuration of a sentence, to be stepped through by hand.

        >>> from multiplane.transition import get
        >>> print(get("2-planar").start(3))
        σ [] [] β [1 2 3]
        """
        if words < 0:
            raise MultiplaneError(f"found {words} words; expected 0 or more")
        machine = Machine(self.name, self.names(words), self.program(words), self.most_arcs_at_once, self.is_undirected)
        return Configuration(machine, self.memory(words))

    def run(self, words: int, sequence: Sequence[str]) -> list[int]:
        """The heads that a sequence of transitions builds; an error that says where it is not permitted.

        A transition is written as its name, or ``name:label``.
        """
        heads: list[int] = self.run_tree(words, sequence).heads.tolist()
        return heads

    def run_tree(self, words: int, sequence: Sequence[str]) -> Tree:
        """The tree that a sequence builds: edges get directions, lifted arcs go back, headless words are attached
        to 0.
        """
        end = self.start(words).run(sequence)
        if self.is_undirected:
            heads, names = reconstruct(words, end.arcs, end.arc_labels, self.reconstruction or "label-b")
        else:
            heads, names = [0] * words, [NEW_ROOT_LABEL if end.labels else UNLABELLED] * words
            for (head, dependent), label in zip(end.arcs, end.arc_labels, strict=True):
                if other := heads[dependent - 1]:
                    raise MultiplaneError(
                        f"system {self.name}: word {dependent} has heads {other} and {head}; see run_graph"
                    )
                heads[dependent - 1], names[dependent - 1] = head, label
        tree = Tree(heads, names)
        return unlift(tree, self.pseudo_projective) if self.pseudo_projective else tree

    def run_graph(self, words: int, sequence: Sequence[str]) -> Graph:
        """The graph that a sequence builds, where words may have several heads; of an undirected system, each edge from
        its left to its right end.
        """
        end = self.start(words).run(sequence)
        arcs, names = end.arcs, end.arc_labels
        if self.is_undirected:
            arcs, names = [(min(arc), max(arc)) for arc in arcs], list(map(without_direction, names))
        return Graph.from_arcs(words, arcs, names)

    def derive(
        self,
        tree: Heads,
        labels: Sequence[str] | None = None,
        best_effort: bool = False,
    ) -> list[str]:
        """A sequence of transitions that builds the tree; an error with the reason if there is none.

        With ``best_effort`` a tree that the system cannot build loses as few arcs as its oracle can manage.

        >>> from multiplane.transition import get
        >>> get("arc-eager").derive([2, 0, 2])
        ['shift', 'left', 'shift', 'right']
        """
        return self._derive(_tree_of(tree, labels), labels is not None, best_effort)

    def derive_graph(self, graph: Graph, best_effort: bool = False) -> list[str]:
        """A sequence of transitions that builds the graph; an error with the reason if there is none.

        With ``best_effort`` a graph that the system cannot build loses few of its arcs.
        """
        return self._derive(graph, True, best_effort)

    def _derive(self, structure: Tree | Graph, labelled: bool, best_effort: bool) -> list[str]:
        sequence: list[str]
        if isinstance(structure, Graph):
            sequence = load("multiplane.transition.oracles.derive:derive_graph")(self, structure, best_effort)
        else:
            sequence = load("multiplane.transition.oracles.derive:derive_tree")(self, structure, labelled, best_effort)
        return sequence

    def trace(
        self,
        structure: Heads | Graph,
        labelled: bool = False,
        best_effort: bool = True,
        forms: Sequence[str] = (),
    ) -> Trace:
        """The derivation of a tree or graph, step by step; printed, it is a table as in the papers' figures.

        What the system cannot build loses as few arcs as its oracle can manage, and ``not_built`` has them; without
        ``best_effort`` it is an error. ``forms`` are the words where the tree has none, as a graph.

        >>> from multiplane.transition import get
        >>> [step.transition for step in get("arc-eager").trace([2, 0, 2]).steps]
        ['', 'shift', 'left', 'shift', 'right']
        >>> print(get("planar-graph").trace(Graph.from_arcs(2, [(2, 1), (1, 2)]), forms=["she", "wants"]))
        transition  stack      buffer     arc
                    []         she wants
        shift       she        wants
        left        she        wants      wants → she
        right       she        wants      she → wants
        shift       she wants  []
        """
        source = structure if isinstance(structure, Graph) else _tree_of(structure, None)
        if isinstance(source, Graph):
            shown = forms or ["_"] * source.words
            derived: Tree | Graph = source if labelled else Graph.from_arcs(source.words, dict.fromkeys(source.arcs))
        else:
            shown, derived = forms or source.forms, source
        sequence = self._derive(derived, labelled, best_effort)
        found = replayed(self.start(len(shown)), shown, sequence, source)
        if isinstance(source, Graph):
            return replace(found, not_built=found.lost(source.arcs))
        wanted = lift(source, self.pseudo_projective) if self.pseudo_projective else source
        return replace(found, not_built=found.lost(wanted.arcs()))

    def verify(self, words: int) -> Verification:
        """Run all sequences of the system on this many words: what they derive, and the classes of graphs it equals.

        >>> from multiplane.transition import get
        >>> get("arc-eager").verify(3).correct_for
        ('projective',)
        """
        found: Verification = load("multiplane.transition.analysis.verify:verify")(self, words)
        return found

    @cached_property
    def _programs(self) -> dict[int, Int32]:
        return {}

    def program(self, words: int) -> Int32:
        """The program for a sentence of this many words; without families it is the same for all."""
        key = words if self.has_families else 0
        if key not in self._programs:
            self._programs[key] = assemble(self.members(words), self.assumptions)
        return self._programs[key]

    def memory(self, words: int, labels: int = 1) -> Int32:
        """Memory for sentences of up to this many words, at the start of one of that length."""
        memory = new_memory(words, self.stacks, self.properties.arc_capacity(words, labels))
        begin(memory, words, self.root)
        return memory

    def with_stacks(self, stacks: int) -> Self:
        """The system on several stacks with SWITCH added: k-planar from planar (DTS §5)."""
        if stacks == 1:
            return self
        if stacks < 1 or self.stacks > 1:
            raise MultiplaneError(f"system {self.name}: found {stacks} stacks; expected 1 or more, given once")
        transitions = {**self.transitions, "switch": SWITCH}
        return self.variant(f"{self.name}+stacks:{stacks}", transitions=transitions, stacks=stacks, graph_class="")

    def with_constraints(self, *constraints: str) -> Self:
        """The system under single-head, acyclic, directed-acyclic, no-covered-roots, or several (DTS §3.3.2)."""
        transitions = self.transitions
        added: list[str] = []
        for constraint in constraints:
            if self.is_undirected and constraint != "acyclic":
                raise MultiplaneError(f"system {self.name}: {constraint} needs heads; undirected systems have none")
            restricted = constrained(transitions, constraint)
            if restricted != transitions:
                transitions = restricted
                added.append(constraint)
        return self.variant("+".join((self.name, *added)), transitions=transitions, graph_class="") if added else self

    def with_buffer_arcs(self, *sides: str) -> Self:
        """The system with LBA ("left"), RBA ("right"), LNBA ("left-nonprojective"), RNBA ("right-nonprojective").

        Where buffer nodes may have heads, the new transitions get the system's single-head and acyclicity guards.
        """
        if self.is_undirected or opcodes_used(self.transitions) & {*ON_LISTS}:
            raise MultiplaneError(f"system {self.name}: it is not a directed stack-based system; no buffer arcs")
        guarded = not self.assumptions.headless_buffer
        single_head = guarded and self.properties.single_head.holds
        acyclic = guarded and self.properties.no_undirected_cycles.holds
        added = dict(buffer_arc(side, self.stacks, single_head, acyclic) for side in sides)
        name = "+".join((self.name, *added))
        same_class = not any(side.endswith("nonprojective") for side in sides)
        graph_class = self.graph_class if same_class else ""
        return self.variant(name, transitions={**self.transitions, **added}, graph_class=graph_class)

    def with_root(self) -> Self:
        """The system with the artificial root 0 at the bottom of every stack from the start (BUF)."""
        return self.variant(f"{self.name}+root", root=True)

    def undirected(self, reconstruction: str = "label-b") -> Self:
        """The undirected variant, and how its edges become a tree; naive needs the arcs from 0 and so the root."""
        if reconstruction not in METHODS:
            raise MultiplaneError(f"found reconstruction {reconstruction!r}; expected one of {', '.join(METHODS)}")
        name = f"undirected-{self.name}"
        source = f"UND §3, from {self.source}" if self.source else ""
        transitions = undirected(self.transitions)
        plain = self.variant(name, transitions=transitions, reconstruction="label-b", source=source)
        if reconstruction == "label-b":
            return plain
        return plain.variant(f"{name}+{reconstruction}", reconstruction=reconstruction, root=True)

    def with_pseudo_projective(self, scheme: str) -> Self:
        """The system behind a pseudo-projective transformation of its trees: head, path or head+path.

        It runs with the root, since arcs lifted to it must carry their marks too.
        """
        if scheme not in SCHEMES:
            raise MultiplaneError(f"found pseudo-projective scheme {scheme!r}; expected one of {', '.join(SCHEMES)}")
        proved = self.properties
        projective = proved.planar.holds and proved.no_covered_roots.holds and proved.single_head.holds
        if not projective and self.graph_class != "projective":
            raise MultiplaneError(f"system {self.name}: it is not projective, as pseudo-projective needs")
        return self.variant(f"{self.name}+pp:{scheme}", pseudo_projective=scheme, root=True, graph_class="")


def _tree_of(tree: Heads, labels: Sequence[str] | None) -> Tree:
    if isinstance(tree, Sentence):
        return tree.tree
    return tree if isinstance(tree, Tree) else Tree(tree, labels)
