"""Sentences as JSON: an object each, with its comments and a list of its tokens."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from typing import Any

from multiplane.characters import as_json_text
from multiplane.treebank.sentence import Sentence

_RANGE = re.compile(r"(?:^|\|)TokenRange=(\d{1,18}):(\d{1,18})(?:$|\|)")


def sentence_data(sentence: Sentence) -> dict[str, Any]:
    """A sentence as an object that JSON can hold: comments as ``metadata``, and ``tokens``, one for each row.

    A token has all columns under their names and, where MISC tells its place in the text, ``start`` and ``end``.
    """
    return {
        "sent_id": sentence.sent_id,
        "line": sentence.line,
        "metadata": sentence.metadata,
        "tokens": [{**row.as_data(), **_place(row.misc)} for row in sentence.rows],
    }


def json_lines(sentences: Iterable[Sentence]) -> bytes:
    """A line of JSON for each sentence, in UTF-8, with what would act on a terminal as escapes.

    >>> from multiplane.treebank import Treebank
    >>> row = "1 Go _ _ _ _ 0 root _ TokenRange=0:2"
    >>> json_lines(Treebank.from_text(row.replace(" ", "\\t")))[-26:]
    b', "start": 0, "end": 2}]}\\n'
    """
    lines = (as_json_text(json.dumps(sentence_data(sentence), ensure_ascii=False)) for sentence in sentences)
    return "".join(f"{line}\n" for line in lines).encode()


def _place(misc: str) -> dict[str, int]:
    found = _RANGE.search(misc)
    return {} if found is None else {"start": int(found[1]), "end": int(found[2])}
