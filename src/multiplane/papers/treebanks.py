"""Treebanks for experiments: a part to learn from and a part to parse, found in folders."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from multiplane.characters import plural
from multiplane.errors import MultiplaneError
from multiplane.papers.printed import DANISH
from multiplane.treebank.conll.read import read
from multiplane.treebank.treebank import Treebank

SUFFIXES = (".conllu", ".conll", ".conllx")
HELD_OUT = 10
"""Where there is no development part, the last tenth of the sentences is held out."""


@dataclass(frozen=True, slots=True)
class TreebankFiles:
    """A treebank by name: the file to learn from, and the one to parse, if there is one."""

    name: str
    train: str
    development: str | None = None

    def read(self, words: int | None = None) -> tuple[Treebank, Treebank]:
        """What to learn from, thinned to about ``words`` words, and what to parse.

        >>> learned, parsed = TreebankFiles("german", "sample:german").read()
        >>> len(learned), len(parsed)
        (19, 2)
        """
        whole = read(self.train)
        if self.development is not None:
            return thinned(whole, words), read(self.development)
        tenth = max(1, len(whole) // HELD_OUT)
        if len(whole) < 2:
            raise MultiplaneError(f"{self.train}: found {plural(len(whole), 'sentence')}; expected at least two")
        return thinned(whole[: len(whole) - tenth], words), whole[len(whole) - tenth :]

    def printed_as(self, treebank: Treebank) -> str | None:
        """The name under which the papers have figures for this treebank: its annotation must be that of CoNLL-X."""
        is_danish = DANISH in self.name.lower() or "ddt" in self.name.lower()
        return DANISH if is_danish and treebank.format == "conllx" else None


def find_treebanks(places: Iterable[str]) -> list[TreebankFiles]:
    """Treebanks in folders, each with train.conllu and perhaps dev.conllu (or .conll); or single files.

    A place may be such a folder, a folder of them, a file, or ``sample:NAME``.

    >>> find_treebanks(["sample:german"])
    [TreebankFiles(name='sample:german', train='sample:german', development=None)]
    """
    found: list[TreebankFiles] = []
    for place in places:
        path = Path(place)
        if place.startswith("sample:") or path.is_file():
            found.append(TreebankFiles(place if place.startswith("sample:") else path.name.split(".")[0], place))
            continue
        if not path.is_dir():
            raise MultiplaneError(f"{place}: no such file or folder")
        inside = [_in_folder(folder) for folder in (path, *sorted(path.iterdir())) if folder.is_dir()]
        if not any(inside):
            raise MultiplaneError(f"{place}: found no train.conllu or train.conll in it or its folders; expected some")
        found += [files for files in inside if files is not None]
    names = [files.name for files in found]
    for name in names:
        if names.count(name) > 1:
            raise MultiplaneError(f"found two treebanks with the name {name}; expected different names")
    return found


def _in_folder(folder: Path) -> TreebankFiles | None:
    parts = {
        part: next(
            (str(folder / f"{part}{suffix}") for suffix in SUFFIXES if (folder / f"{part}{suffix}").is_file()), None
        )
        for part in ("train", "dev")
    }
    return TreebankFiles(folder.resolve().name, parts["train"], parts["dev"]) if parts["train"] else None


def thinned(treebank: Treebank, words: int | None) -> Treebank:
    """Sentences spread evenly over a treebank, about ``words`` words in all; all sentences if it has fewer.

    >>> import multiplane
    >>> thinned(multiplane.read("sample:german"), 100).word_count
    95
    """
    if words is None or treebank.word_count <= words:
        return treebank
    wanted = max(1, int(len(treebank) * words / treebank.word_count))
    chosen = np.linspace(0, len(treebank) - 1, wanted).round().astype(int)
    return Treebank.from_sentences(treebank[number] for number in chosen.tolist())
