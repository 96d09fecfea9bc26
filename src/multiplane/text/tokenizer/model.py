"""A trained tokenizer: a table of int8 weights and a lexicon, from text to a treebank without tags and trees."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from multiplane.errors import MultiplaneError
from multiplane.kernels.arrays import Int8
from multiplane.learn.model.contents import ModelFile
from multiplane.learn.transition.linear.weights import dense, sparse, sparse_from_file
from multiplane.text.multiword.splitter import WordSplitter
from multiplane.text.tokenizer.boundaries import DECISIONS, find_boundaries
from multiplane.text.tokenizer.characters import Characters, characters_of, code_points, join_gaps, look_up
from multiplane.text.tokenizer.features import FEATURES, Lexicon
from multiplane.text.tokenizer.write import Spans, conllu_of, spans_of
from multiplane.treebank.treebank import Treebank

MAX_BITS = 24
MAX_BIAS = 1_000_000


@dataclass(frozen=True, slots=True, eq=False)
class Tokenizer:
    """Splits text into sentences and tokens.

    ``bias`` is added to the scores of sentence ends; ``splits_letters`` and ``joins_words`` tell whether tokens may end
    between letters, and go on after a space; ``splitter`` knows the tokens that are several words; ``features`` is how
    many features there were when it was trained; ``spaces_unknown`` tells that the treebank told nothing about spaces,
    so that text may have them between all tokens.

    >>> import multiplane
    >>> tokenizer = multiplane.load().tokenizer
    >>> treebank = tokenizer.tokenize("Hens lay eggs.")
    >>> [(word.form, word.misc) for word in treebank[0]]
    [('Hens', '_'), ('lay', '_'), ('eggs', 'SpaceAfter=No'), ('.', '_')]
    """

    name: ClassVar[str] = "tokenizer"
    kind: ClassVar[str] = name
    needs: ClassVar[tuple[str, ...]] = ()
    gives: ClassVar[str] = "tokens"

    weights: Int8
    lexicon: Lexicon
    splits_letters: bool = False
    joins_words: bool = False
    bias: int = 0
    splitter: WordSplitter = field(default_factory=WordSplitter)
    features: int = FEATURES
    spaces_unknown: bool = False

    def __repr__(self) -> str:
        return f"<Tokenizer: {self.features} features, {len(self.weights):,} rows>"

    def tokenize(self, text: str | bytes, *, ranges: bool = False, source: str = "<text>") -> Treebank:
        r"""The sentences of a text, in CoNLL-U: forms, ``# text``, ``# newpar``, ``SpaceAfter=No``; all else is ``_``.

        White space between tokens is written as one space. With ``ranges``, ``TokenRange`` in MISC tells the characters
        of the text that are the token. Bytes must be UTF-8.

        >>> import multiplane
        >>> tokenizer = multiplane.load().tokenizer
        >>> tokenizer.tokenize("Der\tHund", ranges=True)[0][2].misc
        'TokenRange=4:8'
        >>> tokenizer.tokenize(b"Der H\xfcnd")
        Traceback (most recent call last):
          ...
        multiplane.errors.MultiplaneError: <text>: found byte 0xFC at offset 5; expected UTF-8
        """
        codes = code_points(text if isinstance(text, str) else decoded(text, source))
        classes, small = look_up(codes)
        entries = Characters(*join_gaps(codes, classes, small))
        data = conllu_of(codes, classes, spans_of(entries, self.decide(entries)), ranges=ranges)
        return self.splitter.split(Treebank.from_text(data, "conllu", source=source, heads_required=False))

    def annotate(self, treebank: Treebank, workers: int | None = None, *, overwrite: bool = False) -> Treebank:
        """The treebank itself: it has tokens."""
        return treebank

    def spans(self, text: str) -> Spans:
        """Where the tokens and sentences of a text are."""
        entries = characters_of(code_points(text))
        return spans_of(entries, self.decide(entries))

    def decide(self, text: Characters) -> Int8:
        """The decision for every entry of a text."""
        out = np.zeros(len(text.classes), np.int8)
        spacing_flags = self.splits_letters, self.joins_words, self.spaces_unknown
        find_boundaries(text, self.weights, self.lexicon, *spacing_flags, self.bias, self.features, out)
        return out

    def header(self) -> dict[str, Any]:
        """Everything but the arrays, for a model file."""
        return {
            "bits": len(self.weights).bit_length() - 1,
            "features": self.features,
            "bias": self.bias,
            "splits_letters": self.splits_letters,
            "joins_words": self.joins_words,
            "multiword": self.splitter.header(),
            **({"spaces_unknown": True} if self.spaces_unknown else {}),
        }

    def tensors(self) -> dict[str, NDArray[Any]]:
        """The weights that are not zero, and the lexicon."""
        return {**sparse(self.weights)._asdict(), **self.lexicon._asdict()}

    @classmethod
    def from_file(cls, file: ModelFile) -> Tokenizer:
        """Read the tokenizer from a file, and check that everything in it fits together."""
        bits = file.integer("bits", low=0, high=MAX_BITS)
        table = sparse_from_file(file, "", bits, DECISIONS)
        words = [file.tensor(name, np.int32, (None,), low=0) for name in Lexicon._fields]
        return cls(
            dense(table, bits, DECISIONS),
            Lexicon(*words),
            file.flag("splits_letters"),
            file.flag("joins_words"),
            file.integer("bias", low=-MAX_BIAS, high=MAX_BIAS),
            WordSplitter.from_file(file, "multiword"),
            file.integer("features", low=1, high=FEATURES),
            file.flag("spaces_unknown") if "spaces_unknown" in file.header else False,
        )


def decoded(data: bytes, source: str, base: int = 0) -> str:
    r"""The text that bytes are in UTF-8; ``base`` is how many bytes came before them.

    >>> decoded(b"d\xe6g", "a.txt")
    Traceback (most recent call last):
      ...
    multiplane.errors.MultiplaneError: a.txt: found byte 0xE6 at offset 1; expected UTF-8
    """
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        found = f"byte 0x{data[error.start]:02X} at offset {base + error.start:,}"
        raise MultiplaneError(f"{source}: found {found}; expected UTF-8") from None
