"""Who is told that a text is in another language, and who is not."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import multiplane
from multiplane.text import Pipeline
from multiplane.text.pipeline.unknown_words import is_unfamiliar

OF_OTHER_DOMAINS = (
    "Phosphorylation of the serine residue by a cytosolic kinase prevents ubiquitination of the heterodimer.",
    "The lessee shall indemnify the lessor against all claims arising out of the use of the demised premises.",
    "Thou art late, whispered the wind, and he cleft their pates asunder ere cockcrow.",
    "If the kubelet reports a checksum mismatch, purge the cache and restart the daemon.",
    "omg lol did u see wat he sed?? im sooo tired rn, cant even",
    "Whisk the egg yolks with caster sugar, then deglaze with vermouth and ladle in the stock.",
    "Stocks Tumble Amid Tariff Jitters",
    "Krzysztof Szczepański",
    "😂😂",
    "",
)


@pytest.fixture(scope="module")
def english() -> Pipeline:
    found = multiplane.load()
    assert isinstance(found, Pipeline)
    return found


@pytest.mark.parametrize("text", OF_OTHER_DOMAINS)
def test_english_of_other_domains_is_english(english: Pipeline, text: str) -> None:
    assert not is_unfamiliar(english.tokenizer.tokenize(text), english.tagger.dictionary)


@pytest.mark.parametrize(
    "text", ["Wie geht es dir heute?", "Senas vyras lėtai ėjo per mišką.", "सारा जहाँ", "Ελλάδα", "日本語です。"]
)
def test_other_languages_are_not_even_in_one_sentence(english: Pipeline, text: str) -> None:
    assert is_unfamiliar(english.tokenizer.tokenize(text), english.tagger.dictionary)


def test_the_treebanks_are_told_apart(english: Pipeline, treebanks: Path) -> None:
    for folder in sorted(path for path in treebanks.iterdir() if path.is_dir()):
        for path in folder.glob("dev.conllu"):
            treebank, size = multiplane.read(path), 30
            parts = [treebank[start : start + size] for start in range(0, len(treebank) - size, size)]
            found = [is_unfamiliar(part, english.tagger.dictionary) for part in parts]
            assert not any(found) if folder.name == "english-ewt" else all(found)


def test_python_says_it_once() -> None:
    program = (
        "import multiplane\n"
        "nlp = multiplane.load('english-fast')\n"
        "texts = ['Hens lay eggs.', 'Wie geht es dir heute, mein Freund?', 'Der Hund schläft unter dem Tisch.']\n"
        "print(len([*nlp.pipe(texts)]), len(nlp(texts[1])), len(nlp.parse(texts[2].split())))\n"
    )
    environment = {**os.environ, "MULTIPLANE_KERNELS": "interpreted"}
    environment.pop("MULTIPLANE_QUIET", None)
    found = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, env=environment, check=True)
    lines = [line for line in found.stderr.splitlines() if "compiling" not in line]
    assert found.stdout == "3 1 1\n" and len(lines) == 1
    assert lines[0].endswith("most words are unknown to the model, which was trained on English; expect many errors")


def test_a_model_that_does_not_know_its_language_names_none(tmp_path: Path) -> None:
    heard: list[str] = []
    train = {"epochs": 1, "output": tmp_path / "a.model"}
    unnamed = multiplane.train_pipeline("sample:german", "sample:german", **train)
    named = multiplane.train_pipeline("sample:german", "sample:german", language="German", **train)
    assert multiplane.load(tmp_path / "a.model").training["language"] == "German"
    for pipeline in (unnamed, named):
        multiplane.notices.send_notices_to(heard.append)
        pipeline("Я люблю собак.")
        multiplane.notices.send_notices_to(None)
    assert [line.partition("warning: ")[2].partition(": ")[2] for line in heard] == [
        "most words are unknown to the model; expect many errors",
        "most words are unknown to the model, which was trained on German; expect many errors",
    ]
