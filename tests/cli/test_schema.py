"""``multiplane schema`` as it is run: list, show, run, check, refusals."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.cli.running import complaint, output, run

from multiplane.cli.shared.progress import ProgressLine
from multiplane.deduce.link.schemata import LINK_SCHEMATA
from multiplane.deduce.schemata import NAMES


@pytest.mark.slow
def test_the_list_has_every_schema_with_figures_that_are_computed() -> None:
    found = {each["name"]: each for each in json.loads(output("schema", "list", "--json"))}
    assert list(found) == [*NAMES, *LINK_SCHEMATA]
    assert (found["wg-1"]["time"], found["wg-1"]["time_step"]) == ("O(n^7)", "COMBINE-SHRINKING-GAP-CENTRE")
    assert found["nivre-2003"]["unambiguous"] is True
    assert found["wg-1-unambiguous"]["unambiguous"] is True
    assert found["wg-1"]["unambiguous"] is False
    assert found["wg-1"]["compiled"] is True
    assert found["nivre-2003"]["compiled"] is False
    assert found["eisner-1996"]["derivations"] == [1, 3, 16]
    assert found["mst-2005"]["verdict"] == "not sound, complete"


def test_one_schema_as_text_and_as_latex() -> None:
    assert "R-LINK         [i,j,F,F] ⊢ [i,j,T,F]  i → j" in output("schema", "show", "eisner-1996")
    assert r"\displaystyle\frac{[i,j,F,F]}{[i,j,T,F]}" in output("schema", "show", "eisner-1996", "--latex")
    assert "for q0 in range(p0 + 1, p1 - 1 + 1):" in output("schema", "show", "eisner-1996", "--kernels", "max")


def test_a_run_with_its_trace_and_a_page(tmp_path: Path) -> None:
    page = tmp_path / "run.html"
    text = output(
        *("schema", "run", "yamada-matsumoto-2003", "dogs chase cats", "--heads", "2 0 2"),
        *("--trace", "--html", str(page)),
    )
    assert "10  R-LINK      [0,1] (6), [1,2] (7) ⊢ [0,2]  1 → 2" in text
    assert text.endswith("heads: 2 0 2\n14 items, 14 inferences, 1 derivation, 1 tree\n")
    assert page.read_text("utf-8").count("<tr ") == 14


def test_a_run_with_the_grammar_of_the_package() -> None:
    sentence = "the girl saw the boy with the telescope"
    found = json.loads(output("schema", "run", "kahane-1998", sentence, "--json"))
    assert (found["trees"], found["derivations"]) == (2, 2)
    assert "no final item was derived" in output("schema", "run", "kahane-1998", "the girl")


def test_a_check_with_its_witness() -> None:
    lines = output("schema", "check", "covington-2001", "--n", "3").splitlines()
    assert lines[-1].split() == ["3", "12", "9", "not", "sound,", "complete", "18", "wrong", "0", "3", "2"]
    found = json.loads(output("schema", "check", "wg-1", "--n", "4", "--class", "projective", "--json"))
    assert found[-1]["verdict"] == "not sound, complete"


def test_relations_between_parsers_of_links() -> None:
    for name in ("link-yamada-matsumoto-2003", "link-eisner-satta-1999"):
        found = json.loads(output("schema", "relate", "link-eisner-1996", name, "--n", "4", "--json"))
        assert [each["name"] for each in found if each["holds"]] == ["step contraction"]


def test_bad_input_is_one_line(tmp_path: Path) -> None:
    listed = "`multiplane schema list` lists all"
    assert complaint("schema", "show", "eisner") == f"no schema 'eisner'; nearest: eisner-1996; {listed}"
    assert complaint("schema", "show", "tarjan") == f"no schema 'tarjan'; {listed}"
    assert "found MH_2; expected at least 3" in complaint("schema", "show", "mh-2")
    assert "found semiring 'min'" in complaint("schema", "show", "eisner-1996", "--kernels", "min")
    assert "kahane-1998 cannot be compiled" in complaint("schema", "show", "kahane-1998", "--kernels", "max")
    assert "found head 'x' of word 2 (b)" in complaint("schema", "run", "eisner-1996", "a b", "--heads", "1 x")
    assert "found a cycle" in complaint("schema", "run", "eisner-1996", "a b", "--heads", "2 1")
    for words, heads in (("a b c", "2 0"), ("a", "2 0")):
        found = f"found 2 heads; expected {len(words.split())}, one for each of: {words}"
        assert complaint("schema", "run", "eisner-1996", words, "--heads", heads) == found
        assert complaint("schema", "run", "eisner-1996", "--words", words, "--heads", heads) == found
    assert "has no words" in complaint("schema", "run", "eisner-1996", " ")
    assert "found the word 'cat'" in complaint("schema", "run", "kahane-1998", "the cat")
    grammar = tmp_path / "bad.grammar"
    grammar.write_text("start: V\nV: N *\n")
    bad = ("schema", "run", "kahane-1998", "a", "--grammar", str(grammar))
    assert "bad.grammar:2: found symbol N without a rule" in complaint(*bad)


@pytest.mark.parametrize(
    ("name", "expected"), [("mh-9999", "mh-K with K at most 12"), ("wg-300", "wg-K with K at most 4")]
)
def test_families_have_a_largest_number(name: str, expected: str) -> None:
    for arguments in (("show", name), ("show", name, "--kernels", "max"), ("check", name), ("run", name, "a b")):
        assert complaint("schema", *arguments) == f"found schema {name!r}; expected {expected}"


def test_the_list_is_checked_to_five_words_at_most_and_says_what_it_is_at(monkeypatch: pytest.MonkeyPatch) -> None:
    assert run("schema", "list", "--n", "7").returncode == 2
    shown: list[str] = []
    monkeypatch.setattr(ProgressLine, "show", lambda line, text: shown.append(text))
    output("schema", "list", "--n", "1")
    assert shown == [f"{name}, 1 of 1 words" for name in (*NAMES, *LINK_SCHEMATA)]


def test_the_figure_of_relations_is_drawn(tmp_path: Path) -> None:
    picture = tmp_path / "figure.svg"
    assert "20 of 20 arrows hold to n = 2; drawn in" in output("schema", "figure", "--output", str(picture), "--n", "2")
    assert picture.read_text("utf-8").count('class="arrow"') == 20


def test_relations_with_witnesses() -> None:
    text = output("schema", "relate", "eisner-satta-1999", "eisner-1996", "--n", "2")
    assert "step refinement" in text
    assert "by INITTER [0,0,0], [1,1,1] ⊢ [0,1,F,F], then L-LINK" in text


def test_a_run_of_a_link_schema() -> None:
    sentence = "the cat chased a snake"
    text = output("schema", "run", "link-eisner-1996", sentence, "--trace")
    assert "final" in text
    assert text.endswith("1 derivation, 1 linkage\n")
    found = json.loads(output("schema", "run", "sleator-temperley-1991", sentence, "--json"))
    assert (found["trees"], found["derivations"], found["heads"]) == (1, 1, None)
    assert "expected a dictionary" in complaint("schema", "run", "link-eisner-1996", sentence, "--heads", "0 1 2 3 4")


def test_a_tree_typed_on_the_command_line() -> None:
    run = ("schema", "run", "yamada-matsumoto-2003")
    expected = output(*run, "dogs chase cats", "--heads", "2 0 2")
    assert output(*run, "--tree", "dogs>chase chase>0 cats>chase") == expected
    assert output(*run, "--heads", "2 0 2", "--words", "dogs chase cats") == expected
    assert "found no arc for chase" in complaint(*run, "--tree", "dogs>chase")
