"""Feature files of MaltParser: the translation undone gives the file again; what has no counterpart is named."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from multiplane.errors import MultiplaneError
from multiplane.learn import FeatureModel, read_features
from multiplane.papers.malt.models import MALT_MODELS, malt_features
from multiplane.papers.malt.xml import features_from_malt

STEPS = {"head": "head", "left1": "ldep", "right1": "rdep", "before": "pred", "after": "succ"}
COLUMNS = {"form": "FORM", "lemma": "LEMMA", "upos": "CPOSTAG", "xpos": "POSTAG", "feats": "FEATS"}


def as_xml(features: list[str]) -> bytes:
    lines = "\n".join(f"    <feature>{feature}</feature>" for feature in features)
    return f"<featuremodels>\n  <featuremodel name='a'>\n{lines}\n  </featuremodel>\n</featuremodels>\n".encode()


def in_malt(template: str) -> str:
    """A template in MaltParser's words, for a system with two stacks."""
    if template == "distance(S0.head,B0) distance(B0.head,S0)":
        return "OutputArc(HEAD, ActiveStack[0], Input[0])"
    parts = []
    for item in template.split():
        start, *steps, attribute = item.split(".")
        address = f"{ {'S': 'ActiveStack', 'O': 'InactiveStack', 'B': 'Input'}[start[0]] }[{start[1:]}]"
        for step in steps:
            address = f"{STEPS[step]}({address})"
        column = "OutputColumn(DEPREL" if attribute == "deprel" else f"InputColumn({COLUMNS[attribute]}"
        parts.append(f"{column}, {address})")
    return {1: "{}", 2: "Merge({}, {})", 3: "Merge3({}, {}, {})"}[len(parts)].format(*parts)


@pytest.mark.parametrize("name", MALT_MODELS)
def test_models_written_as_xml_come_back(name: str) -> None:
    features = malt_features(name)
    assert features_from_malt(as_xml([in_malt(line) for line in features.transition])) == features


@pytest.mark.parametrize(
    ("feature", "template"),
    [
        ("InputColumn(CPOSTAG, Lookahead[2])", "B2.upos"),
        ("InputColumn( UPOSTAG , Left[1] )", "S1.upos"),
        ("OutputColumn(DEPREL, rsib(ldep(Stack[0])))", "S0.left2.deprel"),
        ("OutputTable(DEPREL, lsib(rdep(Stack[1])))", "S1.right2.deprel"),
        ("InputColumn(FORM, rdep2(head(Input[0])))", "B0.head.right2.form"),
        (
            "Merge(Merge(InputColumn(FORM, Left[0]), Exists(Right[1])), InputColumn(LEMMA, Right[0]))",
            "S0.form distance(B1,B1) B0.lemma",
        ),
        ("Distance(Stack[0], Input[0], 0|1|2|5)", "distance(S0,B0)"),
        ("NumOf(Stack[0], ldep, 0|1|2)", "S0.left-valency"),
        ("Suffix(InputColumn(FORM, Input[0]), 3)", "B0.suffix3"),
        ("Prefix(InputColumn(FORM, Stack[0]), 0)", "S0.form"),
        ("InputColumn(POSTAG, LeftContext[0])", "S0.after.xpos"),
        ("InputColumn(POSTAG, pred(succ(RightContext[0])))", "B0.before.after.before.xpos"),
    ],
)
def test_single_features(feature: str, template: str) -> None:
    assert features_from_malt(as_xml([feature])) == FeatureModel((template,), (template,))


@pytest.mark.parametrize(
    ("feature", "found"),
    [
        (
            "Split(InputColumn(FEATS, Input[0]),\\|)",
            "found Split(InputColumn(FEATS, Input[0]),\\|), which has no counterpart",
        ),
        ("InputArc(PHEAD, Stack[0], Input[0])", "found InputArc(PHEAD, Stack[0], Input[0]), which has no counterpart"),
        ("InputColumn(FORM, lsib(Stack[0]))", "found address lsib(Stack[0]), which has no counterpart"),
        ("InputColumn(FORM, anc(Stack[0]))", "found address anc(Stack[0]), which has no counterpart"),
        ("InputColumn(FORM, LeftContext[1])", "found address LeftContext[1], which has no counterpart"),
        ("InputColumn(CHUNK, Stack[0])", "found column CHUNK; expected one of FORM"),
        ("OutputColumn(HEAD, Stack[0])", "found output column HEAD; expected DEPREL"),
        ("NumOf(Stack[0], dep, 0|1)", "found the number of dep; expected ldep or rdep"),
        ("Suffix(InputColumn(LEMMA, Stack[0]), 3)", "found a suffix of length 3 of S0.lemma, which has no counterpart"),
        ("InputColumn(FORM Stack[0])", "expected a closing bracket"),
        ("InputColumn(FORM, Stack[0])) x", "expected one feature function"),
        ("Merge(InputColumn(FORM, Stack[0]))", "which has no counterpart; expected one of InputColumn"),
        (
            "Merge3(Merge3(Exists(Stack[0]), Exists(Stack[1]), Exists(Stack[2])), Exists(Stack[3]), "
            "Merge(Exists(Input[0]), Exists(Input[1])))",
            "found 6 items",
        ),
        ("", "expected a feature function"),
    ],
)
def test_what_cannot_be_translated_is_named_with_its_line(feature: str, found: str) -> None:
    with pytest.raises(MultiplaneError, match=r"^a\.xml:4: .*" + re.escape(found)) as caught:
        features_from_malt(as_xml(["InputColumn(FORM, Stack[0])", feature]), "a.xml")
    assert "\n" not in str(caught.value)


def test_input_beside_lookahead_is_another_list() -> None:
    text = as_xml(["InputColumn(FORM, Lookahead[0])", "InputColumn(FORM, Input[0])"])
    with pytest.raises(
        MultiplaneError, match=r":4: found address Input\[0\] \(with Lookahead, the words swapped back\)"
    ):
        features_from_malt(text)


def test_files_that_are_no_feature_files(tmp_path: Path) -> None:
    for text, found in (
        ("<featuremodels>\n<feature>", "2: found no XML"),
        ("<featuremodels/>", "found no features"),
        ("<!DOCTYPE a [<!ENTITY b 'c'>]>\n<a>&b;</a>", "1: found a document type"),
    ):
        path = tmp_path / "bad.xml"
        path.write_text(text, "utf-8")
        with pytest.raises(MultiplaneError, match=re.escape(found)):
            read_features(path)


def test_comments_and_broken_lines_are_read_past() -> None:
    comment, feature = (
        b"<!-- <feature>Split(x)</feature> -->",
        b"Merge(InputColumn(FORM, Stack[0]),\n  Exists(Input[0]))",
    )
    text = b"<m>" + comment + b"\n<feature>" + feature + b"</feature></m>"
    assert features_from_malt(text).transition == ("S0.form distance(B0,B0)",)
