"""``multiplane features``: the language, the defaults, and a check of files."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.cli.running import complaint, output, run
from tests.cli.trained import training

from multiplane.learn import FeatureModel, Parser, default_features, read_features
from multiplane.learn.features.arc_defaults import ARC_FEATURES
from multiplane.learn.features.arcs import ARC_LABELS
from multiplane.learn.features.configurations import DYNAMIC, STEPS
from multiplane.learn.features.defaults import FAMILIES
from multiplane.learn.transition.model import TransitionModel
from multiplane.transition import get


def test_the_language_is_documented() -> None:
    text = output("features")
    for word in (
        *STEPS,
        *DYNAMIC,
        *ARC_LABELS.steps,
        "S0",
        "B0",
        "O0",
        "between",
        "distance(A,B)",
        "history1",
        "suffix3",
        "feats:Case",
        *FAMILIES,
    ):
        assert word in text, word


@pytest.mark.parametrize("name", [*FAMILIES, "arc-eager", "2-planar", "undirected-planar", "swap", "covington"])
def test_defaults_are_printed_ready_to_edit(name: str, tmp_path: Path) -> None:
    place = tmp_path / "features.toml"
    place.write_text(output("features", name), "utf-8")
    expected = FAMILIES[name] if name in FAMILIES else default_features(get(name))
    assert read_features(place) == expected
    assert output("features", place).startswith(
        f"{place}: {len(expected.transition)} templates for transitions, {len(expected.label)} for labels\n"
    )


def test_the_default_of_graph_models_is_printed_ready_to_edit(tmp_path: Path) -> None:
    place = tmp_path / "features.toml"
    place.write_text(output("features", "--model", "arc-factored"), "utf-8")
    assert read_features(place) == ARC_FEATURES
    assert output("features", place).startswith(f"{place}: 96 templates for arcs, 51 for labels\n  arcs: D, D.after, ")
    assert output("features", "--model", "transition") == output("features", "arc-eager")
    assert run("features", "arc-eager", "--model", "arc-factored").returncode == 2


def test_a_file_is_checked_and_its_use_told(tmp_path: Path) -> None:
    place = tmp_path / "few.toml"
    place.write_text(
        'transition = ["S0.form B0.left1.upos", "distance(S0,B0) history2"]\nlabel = ["D.feats:Case"]\n', "utf-8"
    )
    assert output("features", place) == (
        f"{place}: 2 templates for transitions, 1 for labels\n"
        "  transitions: B0.left1, S0, distance(S0,B0), history2\n"
        "  labels: D\n"
        "  attributes of words: form, upos, feats:Case\n"
    )


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            b'transition = ["S0.form"]\nlabel = [\n  "D.form",\n  "D.colour",\n]',
            ":4: template 'D.colour': found attribute",
        ),
        (b'transition = ["S0.form"]\nlabel = ["X0.form"]', ":2: template 'X0.form': found address 'X0'"),
        (b'transition = ["H.form"]\nlabel = ["D.form"]', ":1: template 'H.form': found address 'H'"),
        (b'transition = ["S0.form"]', ": found no templates under 'label'; expected at least one"),
        (b'transition = "S0.form"\nlabel = ["D.form"]', ": found no list of texts as 'transition'; expected templates"),
        (b'transition = [1]\nlabel = ["D.form"]', ": found no list of texts as 'transition'; expected templates"),
        (b'transitions = ["S0.form"]\nlabel = ["D.form"]', ": found 'transitions'; expected transition and label"),
        (b"transition = [", ": found no TOML ("),
        (b"\n\xff", ":2: found bytes that are not UTF-8; expected TOML"),
        (b'transition = [""]\nlabel = ["D.form"]', ": template '': found 0 items; expected 1 to "),
    ],
)
def test_bad_files_are_one_line(text: bytes, message: str, tmp_path: Path) -> None:
    place = tmp_path / "bad.toml"
    place.write_bytes(text)
    assert complaint("features", place).startswith(f"{place}{message}")


XML = '<?xml version="1.0" encoding="{}"?><a><feature>{}</feature></a>'


@pytest.mark.parametrize(
    ("encoding", "feature", "message"),
    [
        ("utf-7", "InputColumn(FORM, Stack[0])", "found an encoding that cannot be read (multi-byte encodings "),
        ("x" * 5000, "InputColumn(FORM, Stack[0])", "found an encoding that cannot be read (unknown encoding: xx"),
        ("utf-8", "Merge(" * 5000, "found a feature nested too deeply; expected fewer brackets"),
        ("utf-8", f"{'a, ' * 100_000}", "found 'a, a, "),
        ("utf-8", f"InputColumn(FORM, {'b' * 200_000})", "found address bbbb"),
        ("utf-8", f"Split({'c, ' * 100_000}d)", "found Split(c, c, "),
    ],
)
def test_hostile_feature_files_of_maltparser_are_one_line(
    encoding: str, feature: str, message: str, tmp_path: Path
) -> None:
    path = tmp_path / "a.xml"
    path.write_text(XML.format(encoding, feature), "utf-8")
    found = complaint("features", path)
    assert found.startswith(f"{path}:1: {message}") and len(found) <= 600


def test_hostile_templates_are_one_line(tmp_path: Path) -> None:
    path = tmp_path / "a.toml"
    for template in ("S0." + "a" * 200_000, "S0.head." * 50_000 + "form", "S0.form " * 50_000, "(" * 200_000):
        path.write_text(f'transition = ["{template}"]\nlabel = ["D.form"]\n', "utf-8")
        assert len(complaint("features", path)) <= 600


def test_unknown_names() -> None:
    assert complaint("features", "no-such.toml") == "no-such.toml: no such file"
    assert complaint("features", "arc-eagre").startswith("no transition system 'arc-eagre'; nearest: arc-eager")


MALT = """<?xml version="1.0" encoding="UTF-8"?>
<featuremodels>
  <featuremodel name="small">
    <feature>InputColumn(CPOSTAG, Stack[0])</feature>
    <feature>Merge(InputColumn(CPOSTAG, Stack[0]), InputColumn(CPOSTAG, Input[0]))</feature>
    <feature>OutputColumn(DEPREL, ldep(Input[0]))</feature>
  </featuremodel>
</featuremodels>
"""


def features_in(path: Path) -> FeatureModel:
    """The features of a transition model in a file."""
    model = Parser.load(path).model
    assert isinstance(model, TransitionModel)
    return model.features


def test_features_of_maltparser_by_name_and_by_file(tmp_path: Path) -> None:
    printed = output("features", "planar", "--malt")
    assert "MaltParser's default for planar, here planar" in printed and '"S1.xpos S0.xpos B0.xpos",' in printed
    assert '"S1.xpos S0.xpos B0.xpos",' not in output("features", "planar", "--malt", "--model", "libsvm")
    place = tmp_path / "small.xml"
    place.write_text(MALT, "utf-8")
    assert f"{place}: 3 templates for transitions, 3 for labels" in output("features", place)
    translated = tmp_path / "small.toml"
    translated.write_text(output("features", place, "--malt"), "utf-8")
    assert '"S0.upos B0.upos",' in translated.read_text("utf-8")
    assert "3 templates for transitions" in output("features", translated)
    place.write_text(MALT.replace("ldep", "lsib"), "utf-8")
    assert complaint("features", place).startswith(f"{place}:6: found address lsib(Input[0]), which has no counterpart")
    assert run("features", "planar", "--model", "libsvm").returncode == 2
    assert "nivreeager" in output("features")


def test_training_with_features_of_maltparser(folder: Path, tmp_path: Path) -> None:
    place = tmp_path / "small.xml"
    place.write_text(MALT, "utf-8")
    model = tmp_path / "a.model"
    output(*training(folder, "--features", place, "-o", model))
    assert features_in(model).transition == ("S0.upos", "S0.upos B0.upos", "B0.left1.deprel")
    output(*training(folder, "--features", "2planar", "--system", "2-planar", "-o", model))
    assert "O0.xpos O1.xpos" in features_in(model).transition
    assert "expected a file, or one of nivreeager" in complaint(
        *training(folder, "--features", "2-planner", "-o", model)
    )
    assert "found features transition and label for model arc-factored" in complaint(
        *training(folder, "--features", "planar", "--model", "arc-factored", "-o", model)
    )


@pytest.mark.parametrize("learner", ["liblinear", "libsvm"])
def test_support_vector_machines_with_features_of_maltparser(folder: Path, tmp_path: Path, learner: str) -> None:
    pytest.importorskip("sklearn")
    model = tmp_path / "a.model"
    options = ("--features", "covnonproj", "--system", "covington", "--model", learner)
    output(*training(folder, *options, "-o", model))
    templates = features_in(model).transition
    assert "B0.before.xpos" in templates
    assert ("B0.xpos B0.deprel" in templates) == (learner == "liblinear")
