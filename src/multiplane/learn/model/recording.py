"""Record in the last column which transition built each arc: ``Transition=left``, as `evaluate.transitions` reads it.

That is MISC in CoNLL-U, and in CoNLL-X PDEPREL, whose own content stays before it.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from multiplane.kernels.arrays import Int32
from multiplane.treebank.conll.columns import COLUMNS
from multiplane.treebank.treebank import Treebank

MISC = COLUMNS.index("misc")
KEY = b"Transition="


def record_transitions(treebank: Treebank, transitions: Int32, names: Sequence[str]) -> Treebank:
    """The treebank with the transition of every word in MISC or PDEPREL, −1 being none; no other byte changes.

    >>> import multiplane
    >>> dutch = multiplane.read("sample:dutch-2")
    >>> built = record_transitions(dutch, np.zeros(dutch.word_count, np.int32), ["left"])
    >>> built[0][1].misc
    'Transition=left'
    """
    data, layout = bytes(treebank), treebank.layout
    bases = np.repeat(layout.spans[:-1], np.diff(layout.offsets))
    starts = (bases + layout.columns[:, MISC]).tolist()
    ends = (bases + layout.columns[:, MISC + 1] - 1).tolist()
    entries = [KEY + name.encode("utf-8") for name in names]
    pieces: list[bytes] = []
    copied = 0
    for start, end, transition in zip(starts, ends, transitions.tolist(), strict=True):
        old = data[start:end]
        new = _with_transition(old, entries[transition] if transition >= 0 else b"")
        if new != old:
            pieces += (data[copied:start], new)
            copied = end
    text = b"".join([*pieces, data[copied:]])
    first_line = int(layout.lines[0]) if len(treebank) else 1
    return Treebank.from_text(text, treebank.format, source=treebank.source, first_line=first_line)


def _with_transition(misc: bytes, entry: bytes) -> bytes:
    """The last field of a word with this entry, and no other for a transition."""
    kept = [part for part in misc.split(b"|") if part != b"_" and not part.startswith(KEY)]
    return b"|".join([*kept, entry] if entry else kept) or b"_"
