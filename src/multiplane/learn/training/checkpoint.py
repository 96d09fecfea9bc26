"""Checkpoints: an unfinished training in a file beside the model, from which it resumes as if it had never stopped."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from numpy.typing import NDArray

from multiplane.errors import MultiplaneError
from multiplane.learn.model.contents import ModelFile
from multiplane.learn.model.file import load_model, save_model
from multiplane.learn.model.parser import CHECKPOINT, model_of
from multiplane.learn.protocols import Model
from multiplane.treebank.treebank import Treebank

_BEST, _TRAINER = "best/", "trainer/"


@dataclass(frozen=True, slots=True, eq=False)
class Checkpoint:
    """The state of the training loop and of the trainer, and the best model so far.

    ``settings`` are everything that the result depends on: a training resumes only under the same ones. ``metadata``
    goes into the model's file; ``path`` is where the checkpoint was read.
    """

    settings: Mapping[str, Any]
    metadata: Mapping[str, Any]
    loop: Mapping[str, Any]
    trainer: Mapping[str, NDArray[Any]]
    best: Model | None
    path: str = ""

    def check_settings(self, settings: Mapping[str, Any]) -> None:
        """Raise if the training began with other settings or other sentences."""
        for name in {**settings, **self.settings}:
            if self.settings.get(name) != settings.get(name):
                found, expected = _difference(name, settings.get(name), self.settings.get(name))
                advice = "as the training began: to change it, begin anew instead of resuming"
                raise MultiplaneError(f"{self.path}: found {found}; expected {expected}, {advice}")

    def save(self, path: str | Path) -> None:
        """Write the checkpoint, whole or not at all."""
        tensors = {_TRAINER + name: array for name, array in self.trainer.items()}
        parts = {"settings": self.settings, "metadata": self.metadata, "loop": self.loop}
        header: dict[str, Any] = {**{name: dict(value) for name, value in parts.items()}, "best": None}
        if self.best is not None:
            header["best"] = {"kind": self.best.kind, "header": self.best.header()}
            tensors.update({_BEST + name: array for name, array in self.best.tensors().items()})
        save_model(path, CHECKPOINT, header, tensors)


def load_checkpoint(path: str | Path) -> Checkpoint:
    """The checkpoint in a file."""
    file = load_model(path)
    if file.kind != CHECKPOINT:
        raise file.fault(f"a model of kind '{file.kind}'", "the checkpoint of a training")
    best = None
    if file.header.get("best") is not None:
        kind, header = file.text("best", "kind"), file.entries("best", "header")
        best = model_of(ModelFile(file.path, kind, header, _part(file, _BEST)))
    settings, metadata, loop = (file.entries(name) for name in ("settings", "metadata", "loop"))
    return Checkpoint(settings, metadata, loop, _part(file, _TRAINER), best, file.path)


def digest(treebank: Treebank) -> str:
    """A short digest of a treebank's bytes.

    >>> import multiplane
    >>> one, other = multiplane.read("sample:dutch-2"), multiplane.read("sample:dutch-3")
    >>> digest(one) == digest(one[:]), digest(one) == digest(other)
    (True, False)
    """
    return hashlib.blake2b(treebank.layout.data.tobytes(), digest_size=8).hexdigest()


def _part(file: ModelFile, prefix: str) -> dict[str, NDArray[Any]]:
    return {name.removeprefix(prefix): array for name, array in file.tensors.items() if name.startswith(prefix)}


def _difference(name: str, found: Any, expected: Any) -> tuple[str, str]:
    """Two different values of a setting, in words; long ones are left out."""
    if name.endswith("digest"):
        return f"other {name.removesuffix(' digest')} sentences", "the same ones"
    if isinstance(found, dict) or isinstance(expected, dict):
        return f"other {name}", "the same ones"
    return f"{name} {_value(found)}", _value(expected)


def _value(value: Any) -> str:
    text = "none" if value is None else str(value)
    return text if len(text) <= 60 else f"{text[:60]}…"
