"""A transition system: a named set of transitions, the machine they run on, and what surrounds them.

Systems run on words 1..n. A word that ends without a head is attached to the artificial root 0. With ``with_root`` the
root stands on the stacks from the start instead, and arcs from it are built like any others.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

from multiplane.errors import MultiplaneError
from multiplane.transition.algebra.composition import SWITCH, Family, Opcode, Transition
from multiplane.transition.algebra.invariants import with_invariants
from multiplane.transition.algebra.symbolic import Effect, execute
from multiplane.transition.algebra.symbolic_configuration import Machine
from multiplane.transition.machine import running
from multiplane.transition.machine.memory import Ints, begin, new_memory
from multiplane.transition.machine.program import assemble
from multiplane.transition.transforms import variants
from multiplane.transition.transforms.pseudo_projective import SCHEMES
from multiplane.transition.transforms.reconstruction import METHODS
from multiplane.treebank.graph import Graph
from multiplane.treebank.tree import Tree

if TYPE_CHECKING:
    from multiplane.transition.analysis.properties import Properties
    from multiplane.transition.analysis.trace import Trace
    from multiplane.transition.machine.configuration import Configuration

SAMPLE_POSITIONS = 4
LIST_OPERATIONS = {Opcode.SKIP, Opcode.RESTORE, Opcode.FORGET}


class TransitionSystem:
    """Transitions by name; underscores in names become hyphens.

    >>> from multiplane.transition import LEFT_ARC, REDUCE, RIGHT_ARC, SHIFT, STACK_HAS_HEAD
    >>> arc_eager = TransitionSystem(
    ...     "my-arc-eager",
    ...     shift=SHIFT,
    ...     reduce=REDUCE.where(STACK_HAS_HEAD),
    ...     left=LEFT_ARC.where(~STACK_HAS_HEAD) >> REDUCE,
    ...     right=RIGHT_ARC >> SHIFT,
    ... )
    >>> arc_eager.run(3, ["shift", "left", "shift", "right"])
    [2, 0, 2]
    """

    def __init__(self, name: str, /, **transitions: Transition | Family) -> None:
        self.name = name
        self.transitions = {key.replace("_", "-"): value for key, value in transitions.items()}
        self.stacks = 1
        self.root = False
        self.source = ""
        self.graph_class = ""
        self.reconstruction: str | None = None
        self.pseudo_projective: str | None = None
        self._programs: dict[int, Ints] = {}
        self._check()

    def _check(self) -> None:
        if not self.transitions:
            raise MultiplaneError(f"system {self.name}: found no transitions; expected at least one")
        for name, transition in zip(self.names(SAMPLE_POSITIONS), self.members(SAMPLE_POSITIONS), strict=True):
            try:
                possible = execute(transition, Machine(self.stacks, self.root)).condition.clauses
            except MultiplaneError as error:
                raise MultiplaneError(f"system {self.name}, transition {name}: {error}") from None
            if not possible:
                raise MultiplaneError(f"system {self.name}, transition {name}: it can never apply")

    def variant(self, name: str, **changes: Any) -> TransitionSystem:
        """The same system under another name, with some attributes changed."""
        system = TransitionSystem.__new__(TransitionSystem)
        kept = ("transitions", "stacks", "root", "source", "graph_class", "reconstruction", "pseudo_projective")
        system.__dict__.update({key: getattr(self, key) for key in kept}, name=name, _programs={}, **changes)
        system._check()
        return system

    def names(self, words: int) -> tuple[str, ...]:
        """The names of the transitions for a sentence of so many words; a family gives one for each position."""
        names: list[str] = []
        for name, transition in self.transitions.items():
            if isinstance(transition, Family):
                names += [f"{name}({i})" for i in range(1, words)]
            else:
                names.append(name)
        return tuple(names)

    def members(self, words: int) -> list[Transition]:
        """The transitions for a sentence of so many words, in the order of ``names``."""
        members: list[Transition] = []
        for transition in self.transitions.values():
            if isinstance(transition, Family):
                members += [transition.member(i) for i in range(1, words)]
            else:
                members.append(transition)
        return members

    def definition(self) -> list[tuple[str, str]]:
        """The transitions as they are written, by name; of a family the first members.

        >>> from multiplane.transition import get
        >>> get("arc-hybrid").definition()[-1]
        ('right', 'UNSHIFT ; RIGHT-ARC ; SHIFT ; REDUCE')
        """
        return list(zip(self.names(3), map(str, self.members(3)), strict=True))

    @property
    def has_families(self) -> bool:
        return any(isinstance(transition, Family) for transition in self.transitions.values())

    @property
    def is_undirected(self) -> bool:
        return any(Opcode.ARC in transition.opcodes() for transition in self.members(2))

    @cached_property
    def most_arcs_at_once(self) -> int:
        """The number of arcs that one transition can add."""
        return max(len(effect.arcs) for effect in self.effects)

    @cached_property
    def machine(self) -> Machine:
        """The machine the system runs on, with its invariants."""
        return with_invariants(self.members(SAMPLE_POSITIONS), Machine(self.stacks, self.root))

    @cached_property
    def effects(self) -> list[Effect]:
        """Every transition run on names (of a family, the first members)."""
        return [execute(transition, self.machine) for transition in self.members(SAMPLE_POSITIONS)]

    @cached_property
    def properties(self) -> Properties:
        """What holds by construction, each with the proposition that proves it."""
        from multiplane.transition.analysis.properties import derive_properties

        return derive_properties(self)

    def program(self, words: int) -> Ints:
        """The program for a sentence of so many words; without families it is the same for all."""
        key = words if self.has_families else 0
        if key not in self._programs:
            self._programs[key] = assemble(self.members(words), self.machine)
        return self._programs[key]

    def memory(self, words: int, labels: int = 1) -> Ints:
        """Memory with room for so many words, at the start of a sentence of that length."""
        memory = new_memory(words, self.stacks, self.properties.arc_room(words, labels))
        begin(memory, words, self.root)
        return memory

    def start(self, words: int) -> Configuration:
        """The initial configuration of a sentence, to be stepped through by hand.

        >>> from multiplane.transition import get
        >>> print(get("2-planar").start(3))
        σ [] [] β [1 2 3]
        """
        from multiplane.transition.machine.configuration import Configuration

        return Configuration(self, self.memory(words), {})

    def run(self, words: int, sequence: Sequence[str]) -> list[int]:
        """The heads that a sequence of transitions builds; an error that says where it is not permitted.

        A transition is written as its name, or ``name:label``.
        """
        return running.heads_of(self, words, sequence)

    def run_tree(self, words: int, sequence: Sequence[str]) -> Tree:
        """The tree that a sequence builds, with its labels."""
        return running.tree_of(self, words, sequence)

    def run_graph(self, words: int, sequence: Sequence[str]) -> Graph:
        """The graph that a sequence builds, where words may have several heads."""
        return running.graph_of(self, words, sequence)

    def derive(
        self, tree: Tree | Sequence[int], labels: Sequence[str] | None = None, best_effort: bool = False
    ) -> list[str]:
        """A sequence of transitions that builds the tree; an error with the reason if there is none.

        With ``best_effort`` a tree that the system cannot build loses as few arcs as its oracle can manage.

        >>> from multiplane.transition import get
        >>> get("arc-eager").derive([2, 0, 2])
        ['shift', 'left', 'shift', 'right']
        """
        from multiplane.transition.oracles.derive import derive_tree

        built = tree if isinstance(tree, Tree) else Tree(tree, labels)
        return derive_tree(self, built, labels is not None, best_effort)

    def derive_graph(self, graph: Graph) -> list[str]:
        """A sequence of transitions that builds the graph; an error with the reason if there is none."""
        from multiplane.transition.oracles.derive import derive_graph

        return derive_graph(self, graph)

    def trace(self, tree: Tree | Sequence[int], labelled: bool = False) -> Trace:
        """The derivation of a tree, step by step; printed, it is a table as in the papers' figures.

        >>> from multiplane.transition import get
        >>> [step.transition for step in get("arc-eager").trace([2, 0, 2]).steps]
        ['', 'shift', 'left', 'shift', 'right']
        """
        from multiplane.transition.analysis.trace import trace

        return trace(self, tree if isinstance(tree, Tree) else Tree(tree), labelled)

    def with_stacks(self, stacks: int) -> TransitionSystem:
        """The system on several stacks with SWITCH added: k-planar from planar (DTS §5)."""
        if stacks == 1:
            return self
        if stacks < 1 or self.stacks > 1:
            raise MultiplaneError(f"system {self.name}: found {stacks} stacks; expected 1 or more, given once")
        transitions = {**self.transitions, "switch": SWITCH}
        return self.variant(f"{self.name}+stacks:{stacks}", transitions=transitions, stacks=stacks, graph_class="")

    def with_constraints(self, *constraints: str) -> TransitionSystem:
        """The system under single-head, acyclic, no-covered-roots, or several of them (DTS §3.3.2)."""
        transitions = self.transitions
        added: list[str] = []
        for constraint in constraints:
            if self.is_undirected and constraint != "acyclic":
                raise MultiplaneError(f"system {self.name}: {constraint} asks for heads; undirected systems cannot")
            restricted = variants.constrained(transitions, constraint)
            if restricted != transitions:
                transitions = restricted
                added.append(constraint)
        return self.variant("+".join((self.name, *added)), transitions=transitions, graph_class="") if added else self

    def with_buffer_arcs(self, *sides: str) -> TransitionSystem:
        """The system with LBA ("left"), RBA ("right"), LNBA ("left-nonprojective"), RNBA ("right-nonprojective").

        Where buffer nodes may have heads, the new transitions get the system's single-head and acyclicity guards.
        """
        used = {opcode for transition in self.members(SAMPLE_POSITIONS) for opcode in transition.opcodes()}
        if self.is_undirected or used & LIST_OPERATIONS:
            raise MultiplaneError(f"system {self.name}: it is not a directed stack-based system; no buffer arcs")
        guarded = not self.machine.headless_buffer
        single_head = guarded and self.properties.single_head.holds
        acyclic = guarded and self.properties.no_undirected_cycles.holds
        added = dict(variants.buffer_arc(side, self.stacks, single_head, acyclic) for side in sides)
        name = "+".join((self.name, *added))
        same_class = not any(side.endswith("nonprojective") for side in sides)
        graph_class = self.graph_class if same_class else ""
        return self.variant(name, transitions={**self.transitions, **added}, graph_class=graph_class)

    def with_root(self) -> TransitionSystem:
        """The system with the artificial root 0 at the bottom of every stack from the start (BUF)."""
        return self.variant(f"{self.name}+root", root=True)

    def undirected(self, reconstruction: str = "label-b") -> TransitionSystem:
        """The undirected variant, and how its edges become a tree; naive needs the arcs from 0 and so the root."""
        if reconstruction not in METHODS:
            raise MultiplaneError(f"found reconstruction {reconstruction!r}; expected one of {', '.join(METHODS)}")
        transitions = variants.undirected(self.transitions)
        name = f"undirected-{self.name}"
        source = f"UND §3, from {self.source}" if self.source else ""
        plain = self.variant(name, transitions=transitions, reconstruction="label-b", source=source)
        if reconstruction == "label-b":
            return plain
        return plain.variant(f"{name}+{reconstruction}", reconstruction=reconstruction, root=True)

    def with_pseudo_projective(self, scheme: str) -> TransitionSystem:
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
