"""From text to trees on the command line: training, every kind of input, hostile text."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.cli.running import complaint, misuse, output, run

import multiplane
from multiplane.structure import is_projective

TEXT = "Hens lay eggs. They hatch in spring.\n\nThe eggs are brown.\n"


def forms(conllu: str) -> list[list[str]]:
    return [[word.form for word in sentence] for sentence in multiplane.Treebank.from_text(conllu, "conllu")]


@pytest.fixture(scope="module")
def text(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("text") / "hens.txt"
    path.write_text(TEXT, "utf-8")
    return path


def test_text_to_trees(text: Path) -> None:
    found = output("parse", "--text", text)
    assert forms(found)[0] == ["Hens", "lay", "eggs", "."] and len(forms(found)) == 3
    assert found.count("# newpar") == 2 and found.count("# newdoc") == 1 and "# text = Hens lay eggs." in found
    assert found == output("parse", "--from", "text", "-m", "english", text)
    piped = run("parse", "--input", "text", "-", stdin=TEXT.encode()).stdout
    assert found == piped.replace("# newdoc\n", "# newdoc id = hens\n")
    for workers in ("1", "3"):
        assert found == output("parse", "--text", text, "--workers", workers)
    again = multiplane.load()(TEXT)  # type: ignore[operator]
    named = f"# newdoc id = {text.stem}\n"
    assert found.startswith(named) and bytes(again).decode() == found.replace(named, "# newdoc\n")
    assert "SpaceAfter=No" in found and "TokenRange" not in found
    assert "TokenRange=0:4" in output("parse", "--text", text, "--ranges")


def test_the_english_pipeline_builds_crossing_trees() -> None:
    found = output("parse", "--text", stdin=b"What are you talking about? What did he say he wanted?\n")
    first, second = multiplane.Treebank.from_text(found, "conllu")
    assert first.tree.heads.tolist() == [4, 4, 4, 0, 1, 4] and not is_projective(first.tree.heads)
    assert second[1].deprel == "obj" and second[second[1].head_id].form == "wanted"


def heard(monkeypatch: pytest.MonkeyPatch, *arguments: str | Path, stdin: bytes = b"") -> list[str]:
    """What is said on standard error of a call that succeeds: in tests, notices are not wanted otherwise."""
    monkeypatch.delenv("MULTIPLANE_QUIET", raising=False)
    found = run(*arguments, stdin=stdin, environment={"MULTIPLANE_COMPILERS": "1"})
    assert found.returncode == 0 and found.stdout
    return [line for line in found.stderr.splitlines() if "compiling" not in line]


GERMAN = "Gestern hat die Regierung ein neues Gesetz beschlossen, das viele Bürger für ungerecht halten.\n"
ENGLISH = "Phosphorylation of the serine residue by a cytosolic kinase prevents ubiquitination.\n\nBrussels sprouts!\n"


def test_another_language_is_one_warning_that_names_the_models(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    german, english = tmp_path / "de.txt", tmp_path / "en.txt"
    german.write_text(40 * (GERMAN + "\n"), "utf-8")
    english.write_text(ENGLISH, "utf-8")
    expected = "most words are unknown to the model, which was trained on English; expect many errors"
    call = ["parse", "--text", english, german, german]
    assert heard(monkeypatch, *call, "-m", "english") == [f"multiplane: warning: {german}: {expected}"]
    assert heard(monkeypatch, "show", "--text", german) == [f"multiplane: warning: {german}: {expected}"]
    assert heard(monkeypatch, *call, "-m", "english", "--quiet") == []


@pytest.mark.parametrize("text", ["Я люблю собак.", "我喜欢狗。"])
def test_another_script_is_a_warning_however_short_the_text(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    (line,) = heard(monkeypatch, "parse", "--text", "-m", "english-fast", stdin=text.encode())
    assert "most words are unknown to the model, which was trained on English" in line


def test_a_treebank_in_another_language_is_a_warning_too(monkeypatch: pytest.MonkeyPatch) -> None:
    (line,) = heard(monkeypatch, "parse", "-m", "english", "sample:german")
    assert line.startswith("multiplane: warning: sample:german: most words are unknown")
    assert heard(monkeypatch, "parse", "-m", "english", "sample:english") == []


def test_the_fast_parser_is_another(text: Path) -> None:
    fast = output("parse", "--text", text, "-m", "english-fast")
    assert forms(fast) == forms(output("parse", "--text", text))


def test_tokens_in_lines(tmp_path: Path) -> None:
    horizontal, vertical = tmp_path / "hens 1.txt", tmp_path / "v.txt"
    horizontal.write_text("Hens lay eggs\n\nThey hatch\n", "utf-8")
    vertical.write_text("Hens\nlay\neggs\n\nThey\nhatch", "utf-8")
    found = output("parse", "--from", "horizontal", horizontal)
    assert forms(found) == [["Hens", "lay", "eggs"], ["They", "hatch"]]
    assert found == output("parse", "--from", "vertical", vertical).replace("id = v", "id = hens 1")
    two = output("parse", "--from", "horizontal", horizontal, vertical)
    comments = [line for line in two.splitlines() if line.startswith("#")]
    assert comments[:5] == [
        "# newdoc id = hens 1",
        "# sent_id = 1",
        "# text = Hens lay eggs",
        "# sent_id = 2",
        "# text = They hatch",
    ]
    assert comments.count("# sent_id = 1") == 2 and "# newdoc id = v" in comments
    assert output("parse", "--from", "horizontal", "-", stdin=b"Hens lay\n").startswith("# newdoc\n# sent_id = 1\n")
    alone = run("parse", "--from", "horizontal", horizontal, "-m", _parser_alone(tmp_path))
    assert alone.returncode == 0 and forms(alone.stdout) == forms(found) and "are empty" in alone.stderr


def test_missing_layers_are_filled_and_others_kept(tmp_path: Path) -> None:
    path = tmp_path / "a.conllu"
    path.write_text("1\tHens\t_\tX\t_\t_\t_\t_\t_\t_\n2\twere\t_\t_\t_\t_\t_\t_\t_\tA=b\n\n", "utf-8")
    rows = [line.split("\t") for line in output("parse", path).splitlines() if line]
    assert [row[3] for row in rows] == ["X", "AUX"] and rows[1][2] == "be" and rows[1][9] == "A=b"
    path.write_text(path.read_text("utf-8").replace("were\t_", "were\tBEING"), "utf-8")

    def parsed(*layers: str) -> list[tuple[str, str]]:
        options = [part for layer in layers for part in ("--overwrite", layer)]
        rows = [line.split("\t") for line in output("parse", path, *options).splitlines() if line]
        return [(row[3], row[2]) for row in rows]

    assert parsed()[1] == ("AUX", "BEING")
    assert parsed("tags") == [("NOUN", "_"), ("AUX", "BEING")]
    assert [upos for upos, _ in parsed("lemmas")] == ["X", "AUX"] and parsed("lemmas")[1][1] == "be"
    assert parsed("tags", "lemmas") == [("NOUN", "hen"), ("AUX", "be")]


def test_a_pipeline_records_the_transitions_of_its_parser() -> None:
    found = output("parse", "-m", "english-fast", "--text", "--transitions", stdin=b"Hens lay eggs.")
    rows = [line.split("\t") for line in found.splitlines() if "\t" in line]
    assert {part for row in rows for part in row[9].split("|") if part.startswith("Transition=")} == {
        "Transition=left",
        "Transition=right",
    }
    graph = complaint("parse", "-m", "english", "--text", "--transitions", stdin=b"Hens lay eggs.")
    assert graph == "found model neural; expected a transition model: no other has any"


@pytest.mark.parametrize("form", ["text", "horizontal", "vertical"])
def test_a_byte_order_mark_is_no_part_of_the_first_word(form: str, tmp_path: Path) -> None:
    plain, marked = tmp_path / "plain" / "a.txt", tmp_path / "marked" / "a.txt"
    for path, mark in ((plain, b""), (marked, b"\xef\xbb\xbf")):
        path.parent.mkdir()
        path.write_bytes(mark + b"Hens\n")
    assert forms(output("parse", "--from", form, plain)) == [["Hens"]]
    assert output("parse", "--from", form, marked) == output("parse", "--from", form, plain)
    both = output("parse", "--from", form, plain, marked)
    assert both == 2 * output("parse", "--from", form, plain)


def test_a_text_is_drawn() -> None:
    found = run("show", "--text", "-", stdin=b"Hens lay eggs.")
    assert found.returncode == 0 and "nsubj" in found.stdout and "Hens" in found.stdout


def test_train_parse_and_evaluate(tmp_path: Path) -> None:
    train, dev, model = tmp_path / "train.conllu", tmp_path / "dev.conllu", tmp_path / "my.model"
    output("sample", "--size", "200", "--seed", "1", "-o", train)
    output("sample", "--size", "40", "--seed", "2", "-o", dev)
    lines = output("train", "--pipeline", "--train", train, "--dev", dev, "--epochs", "2", "-o", model).splitlines()
    assert {line.partition(":")[0] for line in lines} >= {"tokenizer", "tagger", "lemmatizer"}
    sentences = multiplane.read(dev)
    text = tmp_path / "dev.txt"
    text.write_text("\n".join(" ".join(word.form for word in one) for one in sentences) + "\n", "utf-8")
    parsed = tmp_path / "parsed.conllu"
    output("parse", "--from", "horizontal", "-m", model, text, "-o", parsed)
    assert [[word.form for word in one] for one in multiplane.read(parsed)] == [
        [word.form for word in one] for one in sentences
    ]
    assert "LAS" in output("eval", dev, parsed)
    assert "found a parser alone; expected a pipeline" in complaint(
        "parse", "--text", text, "-m", _parser_alone(tmp_path)
    )
    assert list(tmp_path.glob("*.checkpoint")) == []


def test_a_pipeline_takes_clusters_whatever_its_parser_is(tmp_path: Path) -> None:
    clusters, model = tmp_path / "clusters.tsv", tmp_path / "my.model"
    clusters.write_text("Hund\t01\nbellt\t10\n", "utf-8")
    files = ["--train", "sample:german", "--clusters", clusters, "-o", model]
    output("train", "--pipeline", "--model", "arc-factored", "--epochs", "1", *files)
    pipeline = multiplane.load(model)
    assert isinstance(pipeline, multiplane.Pipeline) and pipeline.tagger.clusters is not None
    clusters.write_text("Hund\n", "utf-8")
    assert complaint("train", "--pipeline", *files).startswith(f"{clusters}:1: found 1 column")


def _parser_alone(folder: Path) -> Path:
    model = folder / "alone.model"
    multiplane.train("sample:german", model="arc-factored", epochs=1, output=model)
    return model


@pytest.mark.parametrize("content", [b"", b"\n\n\n", b" \t \r\n \xe3\x80\x80\n", b"\xef\xbb\xbf"])
def test_nothing_in_nothing_out(content: bytes) -> None:
    found = run("parse", "--text", "-", stdin=content)
    assert (found.returncode, found.stdout) == (0, ""), found.stderr


@pytest.mark.parametrize(
    "content",
    [
        "a\0b c",
        "Ωκεανός 海はとても広い。 ពិភពលោក 🐔🐣👩‍🌾",
        "\x1b[31mred\x07 " + "\u202e" + "back",
        "x" * 300_000,
        "a " * 30_000,
        "# text = no comment\n1\tno\tcolumns",
    ],
    ids=["nul", "scripts", "escapes", "one word", "one line", "like a treebank"],
)
def test_no_text_breaks_it(content: str, tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text(content, "utf-8")
    treebank = multiplane.Treebank.from_text(output("parse", "--text", path, "-m", "english-fast"), "conllu")
    shown = "".join(word.form for sentence in treebank for word in sentence)
    assert len(shown) >= len("".join(content.split())) // 2
    assert all(len(sentence.tree) == len(sentence) for sentence in treebank)


def test_what_is_not_utf8_is_named() -> None:
    assert complaint("parse", "-m", "english", "--text", "-", stdin=b"Hens \xff lay") == (
        "<stdin>: found byte 0xFF at offset 5; expected UTF-8"
    )
    assert complaint("parse", "-m", "english", "--text", "no-such.txt") == "no-such.txt: no such file"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ("parse --text --from conllu -", "--text cannot be combined with --from conllu"),
        ("parse --ranges sample:english", "--ranges requires --text"),
        ("parse --text --skip-bad -", "--skip-bad requires CoNLL-U or CoNLL-X"),
        ("show --text --deps -", "--text cannot be combined with --deps and --from"),
        ("show --text --heads 0", "--text cannot be combined with --tree and --heads"),
        ("train --train sample:german --gold-tags -o a.model", "--gold-tags requires --pipeline"),
        (
            "train --train sample:german --pipeline --deps -o a.model",
            "--pipeline cannot be combined with --deps",
        ),
    ],
)
def test_options_that_do_not_go_together(arguments: str, message: str) -> None:
    assert misuse(*arguments.split()) == message


def test_ranges_are_those_of_the_text() -> None:
    text = "Dr. Cox isn't here."
    treebank = multiplane.Treebank.from_text(
        run("parse", "--text", "--ranges", "-q", stdin=text.encode()).stdout, "conllu"
    )
    for row in treebank[0].rows:
        start, _, end = row.misc.rpartition("TokenRange=")[2].partition(":")
        if end:
            assert text[int(start) : int(end)] == row.form
    assert treebank[0]["3-4"].misc == "TokenRange=8:13"


def test_lines_of_json_tell_the_places_in_the_text(text: Path, tmp_path: Path) -> None:
    lines = [
        json.loads(line) for line in output("parse", "-m", "english-fast", "--text", "--to", "json", text).splitlines()
    ]
    assert [line["metadata"]["text"] for line in lines] == [
        "Hens lay eggs.",
        "They hatch in spring.",
        "The eggs are brown.",
    ]
    for line in lines:
        for token in line["tokens"]:
            assert TEXT[token["start"] : token["end"]] == token["form"]
        assert [token["head"] for token in line["tokens"]].count(0) == 1
    assert run("parse", "-m", "english-fast", "--text", text, text, "-o", tmp_path / "two.jsonl").returncode == 0
    assert len((tmp_path / "two.jsonl").read_text("utf-8").splitlines()) == 6
