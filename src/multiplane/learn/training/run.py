"""A run: where a training writes, how it resumes, and whom it tells; nothing that changes the model."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Any

from multiplane.errors import MultiplaneError
from multiplane.learn.model.parser import Parser
from multiplane.learn.training.development import AnyScores
from multiplane.output import remove_leftovers

CHECKPOINT_SECONDS = 15.0


@dataclass(frozen=True, slots=True)
class Progress:
    """How far training has come; ``scores`` are set at the end of an epoch, ``is_best`` if no epoch scored better."""

    epoch: int
    epochs: int
    done: int
    sentences: int
    mistakes: int
    decisions: int
    words_per_second: float
    scores: AnyScores | None = None
    is_best: bool = False

    @property
    def loss(self) -> float:
        """The percentage of this epoch's decisions that led to an update."""
        return 100 * self.mistakes / max(1, self.decisions)


ProgressCallback = Callable[[Progress], None]


def ignore(message: object) -> None:
    """Ignore messages."""


@dataclass(frozen=True, kw_only=True)
class Run:
    """Where a training writes, how it resumes, and whom it tells.

    The parser is saved to ``output``; Ctrl-C saves the best one so far. With a ``checkpoint``, written every
    ``checkpoint_every`` seconds and removed at the end, ``resume`` continues a training that was stopped or killed,
    with the same result. ``progress`` is called after every slice of an epoch, ``announce`` with a line of text for
    every decision on the way.

    >>> Run(output="no/such/folder/a.model").check()
    Traceback (most recent call last):
      ...
    multiplane.errors.MultiplaneError: no/such/folder/a.model: no such folder
    """

    output: str | Path | None = None
    checkpoint: str | Path | None = None
    checkpoint_every: float = CHECKPOINT_SECONDS
    resume: bool = False
    progress: ProgressCallback = ignore
    announce: Callable[[str], None] = ignore

    def check(self) -> None:
        """Raise now, rather than after training, if a file cannot be written; remove half-written ones."""
        for path in (self.output, self.checkpoint):
            if path is not None:
                check_writable(Path(path))
                if self.resume:
                    remove_leftovers(path)

    @property
    def resumes(self) -> Path | None:
        """The checkpoint to continue from, if there is one."""
        return Path(self.checkpoint) if self.resume and self.checkpoint and Path(self.checkpoint).exists() else None

    def keep(self, parser: Parser) -> Parser:
        """Save a parser if there is a place for it."""
        if self.output is not None:
            parser.save(self.output)
        return parser


def run_of(run: Run | None, options: Mapping[str, Any]) -> tuple[Run, dict[str, Any]]:
    """A run with those keywords that name its fields, and the other keywords; None means that a keyword is not given.

    >>> run, others = run_of(None, {"output": "a.model", "beam": 4, "resume": None})
    >>> run.output, others
    ('a.model', {'beam': 4})
    """
    given = {name: value for name, value in options.items() if value is not None}
    own = {one.name: given.pop(one.name) for one in fields(Run) if one.name in given}
    return replace(run or Run(), **own), given


class TrainingStopped(KeyboardInterrupt):
    """Ctrl-C or SIGTERM during training; ``parser`` is the best one so far, None before the end of the first epoch."""

    def __init__(self, parser: Parser | None, number: int = signal.SIGINT) -> None:
        super().__init__("training was stopped")
        self.parser, self.number = parser, number


def check_writable(path: Path) -> None:
    """Raise if a file cannot be written.

    >>> check_writable(Path("/"))
    Traceback (most recent call last):
      ...
    multiplane.errors.MultiplaneError: /: is a directory; expected a file
    """
    if path.is_dir():
        raise MultiplaneError(f"{path}: is a directory; expected a file")
    if not path.parent.is_dir():
        raise MultiplaneError(f"{path}: no such folder")
    if not os.access(path if path.exists() else path.parent, os.W_OK):
        raise MultiplaneError(f"{path}: no permission to write it")
