"""Pipelines: what they keep and fill, files, streams of documents, threads."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

import multiplane
from multiplane.errors import MultiplaneError
from multiplane.learn.features.clusters import read_clusters
from multiplane.learn.model.file import load_model, save_model
from multiplane.learn.model.parser import Parser
from multiplane.text import Pipeline, jackknife, load, train_pipeline

TEXTS = ["Der Hund bellt. Er schläft.", "Die Katze schläft.", "", "Hunde bellen! Der Hund bellt."]


@pytest.fixture(scope="module")
def german() -> Pipeline:
    return train_pipeline("sample:german", "sample:german", epochs=3)


def test_the_text_is_kept(german: Pipeline) -> None:
    sentences = german(TEXTS[0])
    assert [sentence.metadata["text"] for sentence in sentences] == ["Der Hund bellt.", "Er schläft."]
    assert all(word.upos != "_" and word.lemma != "_" for sentence in sentences for word in sentence)
    assert all(len(sentence.tree) == len(sentence) for sentence in sentences)


def test_a_file_gives_the_same_pipeline_and_the_same_bytes(german: Pipeline, tmp_path: Path) -> None:
    german.save(tmp_path / "a.model")
    again = load(tmp_path / "a.model")
    assert isinstance(again, Pipeline)
    again.save(tmp_path / "b.model")
    assert (tmp_path / "a.model").read_bytes() == (tmp_path / "b.model").read_bytes()
    for text in TEXTS:
        assert bytes(again(text)) == bytes(german(text))
    assert bytes(Parser.load(tmp_path / "a.model").parse(multiplane.read("sample:german"))) == bytes(
        german.parser.parse(multiplane.read("sample:german"))
    )


def test_training_is_repeatable(german: Pipeline, tmp_path: Path) -> None:
    train_pipeline("sample:german", "sample:german", epochs=3, output=tmp_path / "a.model")
    german.save(tmp_path / "b.model")
    assert (tmp_path / "a.model").read_bytes() == (tmp_path / "b.model").read_bytes()


@pytest.mark.parametrize("part", ["tokenizer", "tagger", "parser"])
def test_a_missing_part_is_one_line(german: Pipeline, tmp_path: Path, part: str) -> None:
    german.save(tmp_path / "a.model")
    file = load_model(tmp_path / "a.model")
    header = {name: value for name, value in file.header.items() if name != part}
    save_model(tmp_path / "b.model", file.kind, header, file.tensors)
    with pytest.raises(MultiplaneError, match=f"found no '{part}.kind' in its header"):
        load(tmp_path / "b.model")


def test_a_pipeline_inside_a_pipeline_is_no_parser(german: Pipeline, tmp_path: Path) -> None:
    german.save(tmp_path / "a.model")
    file = load_model(tmp_path / "a.model")
    header = {**file.header, "parser": {**file.header["parser"], "kind": "pipeline"}}
    save_model(tmp_path / "b.model", file.kind, header, file.tensors)
    with pytest.raises(MultiplaneError, match="in its header"):
        load(tmp_path / "b.model")


@pytest.mark.parametrize("workers", [1, 2, 3])
def test_documents_come_back_in_order(german: Pipeline, workers: int) -> None:
    texts = TEXTS * 5
    found = german.pipe(iter(texts), workers=workers)
    assert [bytes(document) for document in found] == [bytes(german(text)) for text in texts]


def test_few_documents_are_read_ahead(german: Pipeline) -> None:
    taken = 0

    def endless() -> object:
        nonlocal taken
        while True:
            taken += 1
            yield "Der Hund bellt."

    stream = german.pipe(endless(), workers=2)  # type: ignore[arg-type]
    next(stream)
    stream.close()  # type: ignore[attr-defined]
    assert taken < 10


def test_threads_share_a_pipeline(german: Pipeline) -> None:
    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(lambda text: bytes(german(text)), TEXTS * 8))
    assert found == [bytes(german(text)) for text in TEXTS] * 8


def test_what_is_there_is_kept_unless_it_is_to_be_overwritten(german: Pipeline) -> None:
    words = [("Der", "X"), "Hund", ("bellt", "VERB", "", "", "BELLEN")]
    kept = german.parse(words)[0]
    assert [word.lemma for word in kept] == ["_", "_", "BELLEN"]
    assert kept[1].upos == "X" and kept[2].upos != "_"
    assert all(word.lemma != "_" for word in german.parse([("Der", "X"), "Hund", "bellt"])[0])
    new = german.overwriting(["tags", "lemmas"]).parse(words)[0]
    assert new[1].upos != "X" and new[3].lemma != "BELLEN"


def test_the_transitions_of_the_parser_are_recorded(german: Pipeline) -> None:
    for found in (german.parse(["Der", "Hund", "bellt"], transitions=True), german.parse(Path("sample:german"))):
        assert ("Transition=" in bytes(found).decode()) == (len(found) == 1)


def test_what_is_no_text_is_refused(german: Pipeline) -> None:
    with pytest.raises(MultiplaneError, match="found list; expected a text"):
        german(["Der", "Hund"])  # type: ignore[arg-type]
    with pytest.raises(MultiplaneError, match="found None; expected a text"):
        german(None)  # type: ignore[arg-type]
    assert len(german.parse("Der Hund bellt. Er schläft.")) == 2
    for text in ("3.5", "and/or", "Yes.No", "/etc/hostname", "sample:german", "-", "no/such.conllu"):
        assert german.parse(text) == german(text)
        assert "".join(word.form for sentence in german.parse(text) for word in sentence) == text
    assert len(german.parse(Path("sample:german"))) == 21
    assert len(german("")) == 0 and len(german(" \n\n ")) == 0


def test_a_treebank_without_lemmas_has_no_lemmatizer(tmp_path: Path) -> None:
    bare = multiplane.read("sample:german")
    bare = bare.with_columns({"lemma": ["_"] * bare.word_count})
    pipeline = train_pipeline(bare, bare, epochs=1)
    assert pipeline.lemmatizer is None
    pipeline.save(tmp_path / "a.model")
    again = load(tmp_path / "a.model")
    assert isinstance(again, Pipeline) and again.lemmatizer is None
    assert again("Der Hund bellt.")[0][1].lemma == "_"


@pytest.mark.parametrize("model", ["transition", "arc-factored"])
def test_clusters_are_for_the_tagger_and_for_parsers_that_look_at_them(tmp_path: Path, model: str) -> None:
    place = tmp_path / "clusters.tsv"
    forms = sorted({word.form for sentence in multiplane.read("sample:german") for word in sentence})
    place.write_text("".join(f"{form}\t{len(form):04b}\n" for form in forms), "utf-8")
    options = {"epochs": 1, "model": model}
    pipeline = train_pipeline("sample:german", "sample:german", clusters=place, output=tmp_path / "a.model", **options)
    parsers_own = getattr(pipeline.parser.model, "clusters", None)
    assert pipeline.tagger.clusters is not None and len(pipeline.tagger.clusters.words) == len(forms)
    assert (parsers_own is not None) == (model == "transition")
    again = load(tmp_path / "a.model")
    assert isinstance(again, Pipeline) and again.tagger.clusters is not None
    assert bytes(again("Der Hund bellt.")) == bytes(pipeline("Der Hund bellt."))
    given = read_clusters(place)
    treebank = multiplane.read("sample:german")
    crossed = jackknife(treebank, seed=0, clusters=given)
    as_tagged = pipeline.overwriting(["tags", "lemmas"]).annotate(treebank)
    parsers_options = {"clusters": given} if model == "transition" else {}
    alone = multiplane.train(treebank + crossed, as_tagged, seed=0, **options, **parsers_options)
    assert bytes(alone.parse(crossed)) == bytes(pipeline.parser.parse(crossed))


def test_gold_tags_are_learned_from_once(german: Pipeline) -> None:
    sentences = len(multiplane.read("sample:german"))
    assert german.training["sentences"] == 2 * sentences
    gold = train_pipeline("sample:german", "sample:german", epochs=1, gold_tags=True)
    assert gold.training["sentences"] == sentences


def test_support_vector_machines_learn_from_predicted_tags_alone() -> None:
    pytest.importorskip("sklearn")
    pipeline = train_pipeline("sample:german", "sample:german", model="liblinear")
    assert pipeline.training["sentences"] == len(multiplane.read("sample:german"))


def test_passes_are_half_as_many_unless_they_are_given() -> None:
    both = train_pipeline("sample:german", "sample:german", patience=99)
    gold = train_pipeline("sample:german", "sample:german", patience=99, gold_tags=True)
    assert (both.training["epochs"], gold.training["epochs"]) == (10, 20)


def test_models_are_tried_on_sentences_that_differ(monkeypatch: pytest.MonkeyPatch) -> None:
    """Twins of one sentence, with two kinds of tags, would be in the parts that are learned and in those parsed."""
    monkeypatch.setattr("multiplane.learn.training.auto.MIN_WORDS", 1)
    heard: list[str] = []
    chosen = train_pipeline("sample:german", "sample:german", epochs=1, announce=heard.append)
    assert chosen.training["sentences"] == 2 * len(multiplane.read("sample:german"))
    assert any("in a trial on 205 words" in line for line in heard) and chosen.training["choice"]["model"]


@pytest.mark.parametrize("options", [{"features": "nivreeager"}, {"model": "arc-factored"}])
def test_the_tagger_has_clusters_even_if_the_parser_cannot_use_them(tmp_path: Path, options: dict[str, str]) -> None:
    place = tmp_path / "clusters.tsv"
    place.write_text("Hund\t01\n", "utf-8")
    pipeline = train_pipeline("sample:german", "sample:german", clusters=place, patience=1, **options)
    assert pipeline.tagger.clusters is not None and getattr(pipeline.parser.model, "clusters", None) is None


def test_no_passes_are_refused() -> None:
    with pytest.raises(MultiplaneError, match="found epochs 0"):
        train_pipeline("sample:german", "sample:german", epochs=0)


def test_an_unknown_model_is_refused_before_anything_is_trained() -> None:
    heard: list[str] = []
    with pytest.raises(MultiplaneError, match="found model 'forest'"):
        train_pipeline("sample:german", model="forest", announce=heard.append)
    assert not heard


def test_a_large_treebank_is_learned_from_once(monkeypatch: pytest.MonkeyPatch) -> None:
    treebank = multiplane.read("sample:german")
    for most, times in ((treebank.word_count, 2), (treebank.word_count - 1, 1)):
        monkeypatch.setattr("multiplane.text.pipeline.train.MAX_WORDS", most)
        assert train_pipeline(treebank, treebank, epochs=1).training["sentences"] == times * len(treebank)
