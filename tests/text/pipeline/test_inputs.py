"""Tokens in lines."""

from __future__ import annotations

from io import BytesIO

import pytest
from hypothesis import given
from hypothesis import strategies as st

from multiplane.errors import MultiplaneError
from multiplane.text.pipeline.inputs import blocks_of_lines

TOKENS = st.text(st.characters(exclude_categories=("Cs", "Cc", "Zs", "Zl", "Zp")), min_size=1, max_size=6).filter(
    lambda token: token.strip() == token and len(token.split()) == 1 and token[0] != "\ufeff"
)


@given(st.lists(st.lists(TOKENS, min_size=1, max_size=5), max_size=5), st.sampled_from(["horizontal", "vertical"]))
def test_tokens_come_back(sentences: list[list[str]], kind: str) -> None:
    if kind == "horizontal":
        text = "\n".join(" ".join(tokens) for tokens in sentences)
    else:
        text = "\n\n\n".join("\n".join(tokens) for tokens in sentences)
    blocks = blocks_of_lines(BytesIO(text.encode()), kind, "a.txt")
    assert [[word.form for word in sentence] for block in blocks for sentence in block] == sentences


def test_bad_lines_are_named() -> None:
    with pytest.raises(MultiplaneError, match=r"a\.txt: found byte 0xFC at offset 4; expected UTF-8"):
        list(blocks_of_lines(BytesIO(b"Der\n\xfc"), "horizontal", "a.txt"))
    with pytest.raises(MultiplaneError, match=r"a\.txt: found columns; expected one token on each line"):
        list(blocks_of_lines(BytesIO(b"1\tDer\t_\n"), "vertical", "a.txt"))
