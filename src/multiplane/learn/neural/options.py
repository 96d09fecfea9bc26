"""The options of neural parsers: arc-factored ones, or with a transition system transition-based ones."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Self

from multiplane.characters import plural
from multiplane.learn.arc_factored.options import TREES
from multiplane.learn.neural.units import MAX_MEMBERS, MAX_UNITS, UNIT_STEP, UNITS, check_members, widths_for
from multiplane.learn.options import MAIN, InEpochs, OptionError, option, seconds_in
from multiplane.learn.transition.options import BUFFER_ARCS, ORACLE, SYSTEM

if TYPE_CHECKING:
    from multiplane.learn.neural.vectors import WordVectors
    from multiplane.learn.protocols import Trainer
    from multiplane.transition import System
    from multiplane.treebank.treebank import Treebank

ARC_EPOCHS, TRANSITION_EPOCHS, MAX_EPOCHS = 16, 12, 60
WORDS = 1_400_000
"""Words to learn from in all epochs, if their number is left open and not too small or too large for that."""

HEADS = "multiplane.learn.neural.heads"


@dataclass(frozen=True, kw_only=True)
class Neural(InEpochs):
    """Neural: the most accurate; training needs PyTorch. Arc-factored, or with a system transition-based.

    >>> Neural(budget="5m").budget, Neural(system="swap", units=128).settled(50_000).epochs
    (300.0, 28)
    """

    kind: ClassVar[str] = "neural"
    models: ClassVar[Mapping[str, str]] = {
        "neural": f"{HEADS}.arcs.model:NeuralArcModel",
        "neural-ensemble": f"{HEADS}.arcs.ensemble:NeuralEnsemble",
        "neural-transition": f"{HEADS}.transitions.model:NeuralTransitionModel",
    }
    usual_patience: ClassVar[int | None] = None

    budget: float | str | None = option(
        None,
        help="Time limit, such as 5m; chooses network size and number of epochs.",
        metavar="TIME",
        panel=MAIN,
        convert=seconds_in,
        is_setting=False,
    )
    units: int | None = option(
        None,
        help=f"Units in each layer, a multiple of {UNIT_STEP}; fewer are faster ({UNITS}, or what suits the budget).",
        minimum=UNIT_STEP,
        maximum=MAX_UNITS,
        metavar="N",
    )
    ensemble: int | None = option(
        None,
        help="Number of networks, whose scores are averaged (1, or what suits the budget).",
        minimum=1,
        maximum=MAX_MEMBERS,
        metavar="N",
    )
    trees: str | None = option(
        None, help="Class of trees, or schema:NAME, to search (all or projective, by the development set).", **TREES
    )
    encoder: str = option(
        "qrnn",
        help="Encoder, which turns the words of a sentence into vectors (qrnn).",
        metavar="NAME",
        known="multiplane.learn.neural.encoders:new_encoder",
    )
    vectors: WordVectors | str | Path | None = option(
        None,
        help="Word vectors: word2vec, fastText .vec, or .npy beside .txt.",
        metavar="FILE",
        reads="multiplane.learn.neural.vectors:read_vectors",
    )
    system: str | System | None = option(
        None, help="Transition system, for a transition-based parser (none).", **SYSTEM
    )
    oracle: str | None = option(None, **ORACLE)
    buffer_arcs: str | None = option(None, **BUFFER_ARCS)

    def check(self) -> None:
        """Raise if there is no such network, or if options of transitions and of arcs are mixed."""
        if self.units is not None:
            widths_for(self.units)
        if self.ensemble is not None:
            check_members(self.ensemble)
        if self.system is None:
            for name in ("oracle", "buffer_arcs"):
                if getattr(self, name) is not None:
                    raise OptionError(f"found {name} without system; expected both", f"{{{name}}} requires {{system}}")
        else:
            for name in ("trees", "vectors", "ensemble"):
                if getattr(self, name) not in ((None, 1) if name == "ensemble" else (None,)):
                    message = f"found {name} and system; expected one of them"
                    raise OptionError(message, f"{{{name}}} cannot be combined with {{system}}")

    def usual_epochs(self, words: int) -> int:
        """As many epochs as suit a treebank of so many words: more if it is small.

        >>> [Neural().usual_epochs(words) for words in (1_000, 50_000, 1_000_000)]
        [60, 28, 16]
        """
        least = ARC_EPOCHS if self.system is None else TRANSITION_EPOCHS
        return min(max(least, round(WORDS / max(1, words))), MAX_EPOCHS)

    def settled(self, words: int) -> Self:
        """The same with what was left open chosen for a treebank of so many words."""
        usual: dict[str, Any] = {"units": self.units or UNITS, "ensemble": self.ensemble or 1, "budget": None}
        if self.system is not None:
            usual |= {"oracle": self.oracle or "dynamic", "buffer_arcs": self.buffer_arcs or "short"}
        return replace(super().settled(words), **usual)

    def within_budget(
        self,
        train: Treebank,
        development_words: int,
        begun: Mapping[str, Any] | None,
        announce: Callable[[str], None],
    ) -> Self:
        """The same with the epochs, and the units and networks if they were left open, that suit the time limit.

        Of a training that resumes they are those that it was begun with, by the settings of its checkpoint.
        """
        if self.budget is None:
            return self
        assert isinstance(self.budget, float | int)
        if begun is None:
            size = self._size_within(self.budget, train, development_words)
        else:
            size = {name: begun.get(name) for name in ("epochs", "units", "ensemble")}
        given = {name: value for name in ("units", "ensemble") if (value := getattr(self, name)) is not None}
        sized = replace(self, **{**size, **given}, budget=None)
        settled = sized.settled(train.word_count)
        networks = f"{settled.ensemble} networks" if settled.ensemble != 1 else "a network"
        epochs = plural(settled.passes[0], "epoch")
        announce(f"Within {self.budget:g} s: {epochs} of {networks} with {settled.units} units")
        return sized

    def _size_within(self, seconds: float, train: Treebank, development_words: int) -> dict[str, Any]:
        from multiplane.learn.neural.training.budget import size_within

        usual = self.settled(train.word_count)

        def trainer_on_trial(units: int, networks: int) -> Any:
            return replace(usual, units=units, ensemble=networks, epochs=1).new_trainer(train)

        networks = self.ensemble if self.system is None else 1
        epochs = usual.passes[0]
        size = size_within(seconds, trainer_on_trial, self.units, networks, epochs, train, development_words, self.seed)
        return size._asdict()

    @property
    def tried_trees(self) -> tuple[str, ...]:
        """The classes of trees, widest first, of which the development set chooses one."""
        return ("all", "projective") if self.trees is None and self.system is None else ()

    def new_trainer(self, train: Treebank) -> Trainer:
        """The trainer before its first sentence."""
        names = ("units", "encoder", "seed", "epochs")
        common: dict[str, Any] = {name: getattr(self, name) for name in names}
        if self.system is not None:
            from multiplane.learn.neural.heads.transitions.training import neural_transition_trainer

            own: dict[str, Any] = {"oracle": self.oracle, "buffer_arcs": self.buffer_arcs}
            return neural_transition_trainer(train, system=self.system, **own, **common)
        from multiplane.learn.neural.heads.arcs.training import neural_trainer

        open_trees: dict[str, Any] = {} if self.trees is None else {"decoder": self.trees}
        return neural_trainer(train, ensemble=self.ensemble or 1, vectors=self.vectors, **open_trees, **common)
