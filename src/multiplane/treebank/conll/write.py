"""Write sentences byte for byte."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from multiplane.output import open_output
from multiplane.treebank.sentence import Sentence
from multiplane.treebank.treebank import Treebank


def write(treebank: Treebank | Sentence | Iterable[Sentence], path: str | Path) -> None:
    """Write a treebank, a sentence or several sentences to a file, compressed by suffix; ``-`` is standard output.

    The file is replaced only when it is complete: after an error the old file is still there.

    >>> import tempfile, multiplane
    >>> treebank = Treebank.from_text("1\\tRun\\t_\\t_\\t_\\t_\\t0\\troot\\t_\\t_\\n\\n")
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     multiplane.write(treebank, Path(folder) / "run.conllu.gz")
    ...     multiplane.read(Path(folder) / "run.conllu.gz") == treebank
    True
    """
    with open_output(path) as out:
        if isinstance(treebank, Treebank):
            out.write(treebank.layout.data.data)
        else:
            for sentence in [treebank] if isinstance(treebank, Sentence) else treebank:
                out.write(sentence.raw)
