"""Cross-tagging: a training set with the tags and lemmas that it would get if they were not known (jackknifing).

The treebank is cut into pieces; each is tagged by a tagger that has learned from the others. A parser that is trained
on the result sees tags as bad as those that it will get.
"""

from __future__ import annotations

from collections.abc import Callable

from multiplane.errors import MultiplaneError
from multiplane.learn.features.clusters import Clusters
from multiplane.parallel import even_pieces, in_threads
from multiplane.text.lemmatizer.trainer import choose_prior, has_lemmas, train_lemmatizer
from multiplane.text.tagger import train_tagger
from multiplane.text.tagger.trainer import bits_for
from multiplane.treebank.treebank import Treebank

FOLDS = 4
EPOCHS = 3
MAX_BITS = 18
"""Several taggers are trained at once, so their tables are half as large as that of a single one."""


def jackknife(
    treebank: Treebank,
    folds: int = FOLDS,
    *,
    epochs: int = EPOCHS,
    seed: int = 1,
    clusters: Clusters | None = None,
    workers: int | None = None,
    announce: Callable[[str], None] | None = None,
) -> Treebank:
    """The treebank with predicted UPOS, XPOS, FEATS and lemmas; the same for any number of ``workers``.

    Lemmas are predicted only if there are any. ``announce`` is told of every fold that is done.

    >>> rows = ["1 Hens hen NOUN _ _ 2 nsubj _ _", "2 lay lay VERB _ _ 0 root _ _", "", ""]
    >>> hens = Treebank.from_text(2 * "\\n".join(rows).replace(" ", "\\t"))
    >>> [word.upos for word in jackknife(hens, folds=2, epochs=1)[0]]
    ['NOUN', 'VERB']
    """
    if not 2 <= folds <= len(treebank):
        raise MultiplaneError(f"found {folds} folds for {len(treebank)} sentences; expected 2 to {len(treebank)}")
    prior = choose_prior(treebank) if has_lemmas(treebank) else None

    def predict(piece: tuple[int, int]) -> bytes:
        start, stop = piece
        others = treebank[:start] + treebank[stop:]
        bits = bits_for(others.word_count, MAX_BITS)
        tagger = train_tagger(others, epochs=epochs, seed=seed, clusters=clusters, bits=bits)
        predicted = tagger.tag(treebank[start:stop], workers=1, overwrite=True)
        if prior is not None:
            predicted = train_lemmatizer(others, prior=prior).lemmatize(predicted, workers=1, overwrite=True)
        if announce is not None:
            announce(f"tagged sentences {start + 1:,} to {stop:,} of {len(treebank):,}")
        return bytes(predicted)

    pieces = in_threads(predict, even_pieces(treebank.offsets, folds), workers)
    first_line = int(treebank.layout.lines[0])
    return Treebank.from_text(
        b"".join(pieces), treebank.format, source=treebank.source, heads_required=False, first_line=first_line
    )
