"""The sample treebank in the package: sentences of ten languages and unlabelled tree shapes, one file for each.

Wherever a path to a treebank is expected, ``sample:`` stands for all of it, ``sample:dutch`` for a language and
``sample:dutch-3`` for a sentence.
"""

from __future__ import annotations

import re
from difflib import get_close_matches
from functools import cache
from importlib.resources import files
from pathlib import Path

from multiplane.errors import MultiplaneError

PREFIX = "sample:"
_SENTENCE_ID = re.compile(rb"^# sent_id = (\S+)$", re.MULTILINE)


def is_sample(path: str | Path) -> bool:
    """Whether a path refers to the sample treebank, or a part of it, and not to a file.

    >>> is_sample("sample:dutch"), is_sample("sample.conllu")
    (True, False)
    """
    return str(path).startswith(PREFIX)


def sample_bytes(name: str) -> bytes:
    """The CoNLL-U text of the whole sample, of a language, or of a sentence.

    >>> sample_bytes("sample:dutch-2").decode().splitlines()[1]
    '# text = Ik weet dat oma de kinderen de schuur zag verven.'
    >>> sample_bytes("sample:dutsh")
    Traceback (most recent call last):
      ...
    multiplane.errors.MultiplaneError: found sample:dutsh; expected sample:dutch, sample:dutch-9 or the like
    """
    wanted = name.removeprefix(PREFIX).strip().lower()
    if not wanted:
        return b"".join(_text(language) for language in sample_languages())
    if wanted in sample_languages():
        return _text(wanted)
    sentences = _sentences()
    if wanted in sentences:
        return sentences[wanted]
    near = get_close_matches(wanted, [*sample_languages(), *sentences], 2, 0.0)
    expected = ", ".join(f"{PREFIX}{part}" for part in near)
    raise MultiplaneError(f"found {PREFIX}{wanted}; expected {expected} or the like")


@cache
def sample_languages() -> tuple[str, ...]:
    """The parts of the sample, in alphabetical order; ``shape`` has trees over invented words.

    >>> sample_languages()[:4]
    ('arabic', 'chinese', 'czech', 'dutch')
    """
    names = (entry.name for entry in files("multiplane.treebank").joinpath("data").iterdir())
    return tuple(sorted(name.removesuffix(".conllu") for name in names if name.endswith(".conllu")))


def _text(language: str) -> bytes:
    return files("multiplane.treebank").joinpath("data", f"{language}.conllu").read_bytes()


@cache
def _sentences() -> dict[str, bytes]:
    """Every sentence by sent_id, with the blank line after it."""
    texts = [text + b"\n\n" for text in sample_bytes(PREFIX).split(b"\n\n") if text]
    return {_SENTENCE_ID.findall(text)[0].decode(): text for text in texts}
