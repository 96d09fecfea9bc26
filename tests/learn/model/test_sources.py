"""What a parser takes, and what it says to anything else."""

from __future__ import annotations

from pathlib import Path

import pytest

import multiplane
from multiplane.errors import MultiplaneError
from multiplane.learn.model.sources import as_treebank

TAGGED = [("Hens", "NOUN"), ("lay", "VERB")]


def test_every_way_to_give_sentences(tmp_path: Path) -> None:
    path = tmp_path / "hens"
    path.write_bytes(bytes(as_treebank(TAGGED)))
    sentence = as_treebank(TAGGED)[0]
    named = [{"form": form, "upos": tag} for form, tag in TAGGED]
    ways = [TAGGED, [TAGGED], (word for word in TAGGED), [list(sentence)], sentence, [sentence], path]
    ways += [named, [named]]
    assert [as_treebank(way)[0].rows for way in ways] == [sentence.rows] * len(ways)  # type: ignore[arg-type]
    assert len(as_treebank(["Hens", "lay"])) == 1 and len(as_treebank([["Hens"], ["lay"]])) == 2
    dutch = multiplane.read("sample:dutch")
    assert as_treebank(dutch) is dutch and dutch == as_treebank(Path("sample:dutch"))
    assert len(as_treebank([])) == 0


@pytest.mark.parametrize(
    "text",
    [
        "Hens lay eggs.",
        "Hens",
        "3.5",
        "and/or",
        "Yes.No",
        "/etc/hostname",
        "sample:dutch",
        "-",
        "",
        "Hens lay\neggs in the morning, and then they go on to do something else.",
        "x" * 5000,
    ],
)
def test_text_gets_a_clear_answer(text: str) -> None:
    with pytest.raises(
        MultiplaneError, match=r"found the text '.{0,42}'; expected a treebank, a pathlib\.Path.*there are pipelines"
    ):
        as_treebank(text)


def test_a_path_is_a_path() -> None:
    for path in ("no/such/file", "none.conllu"):
        with pytest.raises(MultiplaneError, match="no such file"):
            as_treebank(Path(path))
    with pytest.raises(MultiplaneError, match=r"expected Treebank\.from_text"):
        as_treebank("1\tHens\t_\t_\t_\t_\t0\troot\t_\t_\n")


@pytest.mark.parametrize(
    ("source", "found"),
    [
        (7, "found an int; expected a treebank"),
        (None, "found None; expected a treebank"),
        (b"Hens", "found a bytes; expected a treebank"),
        ([7], "found an int as element 1 of a list"),
        ([["Hens", 7]], "found an int in list 1"),
        (["Hens", ["lay"]], "found a str as element 1 of a list"),
        (["Hens lay eggs.", "They do."], "found the text 'Hens lay eggs.' in a list; expected a word"),
    ],
)
def test_anything_else_is_named_and_the_possibilities_listed(source: object, found: str) -> None:
    with pytest.raises(MultiplaneError, match=found):
        as_treebank(source)  # type: ignore[arg-type]
