"""SDP 2015 to CoNLL-U and back."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

import multiplane
from multiplane.errors import FormatError
from multiplane.treebank import Treebank, stream_blocks
from multiplane.treebank.deps import read_deps
from multiplane.treebank.sdp import conllu_to_sdp, sdp_to_conllu


def made_sdp(rng: Random, sentences: int = 5) -> str:
    """Random graphs; every predicate is marked, some have no arguments, some words are tops."""
    lines = ["#SDP 2015"]
    for number in range(1, sentences + 1):
        lines.append(f"#2{number:04}")
        words = rng.randrange(1, 7)
        predicates = [word for word in range(1, words + 1) if rng.random() < 0.5]
        for word in range(1, words + 1):
            cells = [rng.choice(["_", "_", "ARG1", "BV"]) if word != head else "_" for head in predicates]
            signs = ["+" if rng.random() < 0.3 else "-", "+" if word in predicates else "-"]
            frame = "v:e-i" if word in predicates else "_"
            lines.append("\t".join([str(word), f"w{word}", f"w{word}", "NN", *signs, frame, *cells]))
        lines.append("")
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize("seed", range(20))
def test_there_and_back(seed: int, tmp_path: Path) -> None:
    text = "#SDP 2015\n#1\n1\ta\ta\tX\t+\t+\t_\t_\n2\tb\tb\tX\t-\t-\t_\tARG\n\n" + made_sdp(Random(seed))[10:]
    path = tmp_path / "a.sdp"
    path.write_text(text, "utf-8")
    treebank = multiplane.read(path, heads_required=True)
    assert conllu_to_sdp(treebank) == text.encode()
    assert treebank[0].sent_id == "1" and read_deps(treebank).sentence(0) == [(0, 1, "top"), (1, 2, "ARG")]
    blocks = list(stream_blocks(path, block_size=64))
    assert b"".join(map(bytes, blocks)) == bytes(treebank)
    assert [line for block in blocks for line in block.layout.lines] == treebank.layout.lines.tolist()


@pytest.mark.parametrize(
    ("row", "message"),
    [
        ("1\ta\ta\tX\t-", "a.sdp:3: found 5 columns; expected at least 7 in SDP"),
        ("1\ta\ta\tX\tx\t-\t_", "a.sdp:3: found TOP 'x'; expected + or -"),
        ("1\ta\ta\tX\t-\t+\t_", "a.sdp:3: found 7 columns; expected 7 and one for each of 1 predicates"),
    ],
)
def test_faults(row: str, message: str) -> None:
    with pytest.raises(FormatError) as caught:
        sdp_to_conllu(f"#SDP 2015\n#1\n{row}\n\n".encode(), "a.sdp")
    assert str(caught.value) == message


def test_graphs_of_a_treebank_without_semantics() -> None:
    rows = ["1 She she PRON _ _ 2 nsubj 2:nsubj|3:nsubj _", "2 sits sit VERB _ _ 0 root 0:root _"]
    rows += ["3 here here ADV _ _ 2 advmod 2:advmod _"]
    treebank = Treebank.from_text("\n".join(rows).replace(" ", "\t") + "\n\n")
    expected = [
        "#SDP 2015",
        "1 She she PRON - - _ nsubj nsubj",
        "2 sits sit VERB + + _ _ _",
        "3 here here ADV - + _ advmod _",
        "",
        "",
    ]
    assert conllu_to_sdp(treebank).decode().replace("\t", " ") == "\n".join(expected)
