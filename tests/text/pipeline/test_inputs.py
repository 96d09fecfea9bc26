"""Texts in even blocks, and tokens in lines."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import multiplane
from multiplane.errors import MultiplaneError
from multiplane.text.pipeline.inputs import blocks_of_lines, text_blocks

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
    found = [sentence for block in blocks for sentence in block]
    assert [[word.form for word in sentence] for sentence in found] == sentences
    assert [one.sent_id for one in found] == [str(number) for number in range(1, len(found) + 1)]


def test_bad_lines_are_named() -> None:
    with pytest.raises(MultiplaneError, match=r"a\.txt: found byte 0xFC at offset 4; expected UTF-8"):
        list(blocks_of_lines(BytesIO(b"Der\n\xfc"), "horizontal", "a.txt"))
    with pytest.raises(MultiplaneError, match=r"a\.txt: found columns; expected one token on each line"):
        list(blocks_of_lines(BytesIO(b"1\tDer\t_\n"), "vertical", "a.txt"))


def test_a_short_text_has_a_block_for_every_worker(tmp_path: Path) -> None:
    path, text = tmp_path / "hens.txt", "The hen that we bought has laid an egg. It is brown.\n\n" * 3000
    path.write_text(text)
    nlp = multiplane.load("english-fast")
    blocks = list(text_blocks(nlp.tokenizer, str(path)))
    words = [block.word_count for block in blocks]
    assert len(words) in (8, 9) and max(words) < 1.1 * sum(words) / 8
    whole = bytes(nlp.tokenizer.tokenize(text)).replace(b"# newdoc\n", b"# newdoc id = hens\n")
    assert b"".join(map(bytes, blocks)) == whole
