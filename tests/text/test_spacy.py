"""spaCy, where it is installed: the component, and treebanks from and to ``Doc``."""

from __future__ import annotations

import doctest
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import multiplane
from multiplane.text.spacy import create_component, from_doc, to_doc

spacy = pytest.importorskip("spacy", reason="spaCy is not installed: pip install spacy")
TEXT = "Hens lay eggs. They didn't hatch,\n\n the eggs!  "


@pytest.fixture(scope="module")
def nlp() -> Any:
    blank = spacy.blank("en")
    blank.add_pipe("multiplane")
    return blank


FOUND = """
import sys, spacy
nlp = spacy.blank("en")
print("numba" in sys.modules)
nlp.add_pipe("multiplane", config={"model": "english-fast"})
print(nlp("Hens lay eggs.")[0].dep_)
nlp.to_disk(sys.argv[1])
print(spacy.load(sys.argv[1])("Hens lay eggs.")[0].dep_)
"""


def test_spacy_finds_the_component_by_its_entry_point(tmp_path: Path) -> None:
    """In a process that has imported nothing of the package; finding it imports nothing heavy."""
    command = [sys.executable, "-c", FOUND, str(tmp_path / "saved")]
    found = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (found.stdout.split(), found.returncode) == (["False", "nsubj", "nsubj"], 0), found.stderr


def test_the_examples_of_the_page_run() -> None:
    page = (Path(__file__).parents[2] / "docs" / "spacy.md").read_text("utf-8")
    blocks = [block for block in re.findall(r"^```python\n(.*?)^```$", page, re.M | re.S) if ">>>" in block]
    runner = doctest.DocTestRunner(verbose=False)
    runner.run(doctest.DocTestParser().get_doctest("".join(blocks), {}, "spacy.md", None, None))
    assert len(blocks) == 2 and not runner.failures


def test_a_doc_is_filled(nlp: Any) -> None:
    doc = nlp(TEXT)
    assert doc.text == TEXT
    assert next(doc.sents).text.strip() == "Hens lay eggs."
    hens, lay, eggs, stop = doc[0], doc[1], doc[2], doc[3]
    assert (hens.head, eggs.head, stop.head) == (lay, lay, lay) and lay.dep_ == "ROOT"
    assert (hens.pos_, hens.tag_, hens.lemma_, str(hens.morph)) == ("NOUN", "NNS", "hen", "Number=Plur")
    assert all(token.head.sent == token.sent for token in doc)
    assert all(token.pos_ == "SPACE" for token in doc if token.is_space)


@pytest.mark.parametrize("text", ["", " ", "\n\n\n", "\n Hens lay.", "a\n\n\nb"])
def test_odd_docs(nlp: Any, text: str) -> None:
    doc = nlp(text)
    assert doc.text == text and all(token.head.i < len(doc) for token in doc)


def test_sentences_that_are_there_are_kept(nlp: Any) -> None:
    doc = nlp.make_doc("Hens lay eggs they hatch")
    for token in doc:
        token.is_sent_start = token.i in (0, 3)
    filled = create_component(nlp, "multiplane")(doc)
    assert [sentence.text for sentence in filled.sents] == ["Hens lay eggs", "they hatch"]


@pytest.mark.parametrize("name", ["english", "german", "dutch", "arabic"])
def test_treebanks_round_trip(name: str) -> None:
    treebank = multiplane.read(f"sample:{name}")
    doc = to_doc(treebank, spacy.blank("xx").vocab)
    back = from_doc(doc)
    assert len(back) == len(treebank)
    for one, other in zip(treebank, back, strict=True):
        assert one.tree.heads.tolist() == other.tree.heads.tolist()
        for word, again in zip(one, other, strict=True):
            assert (word.form, word.lemma, word.upos) == (again.form, again.lemma, again.upos)
            assert word.head_id == 0 or word.deprel == again.deprel
            assert word.xpos in ("_", again.xpos)
            assert sorted(str(word.feats).split("|")) == sorted(str(again.feats).split("|"))
    docs = to_doc(back, spacy.blank("xx").vocab)
    assert bytes(from_doc(docs)) == bytes(back)


def test_an_empty_treebank() -> None:
    assert len(to_doc([], spacy.blank("xx").vocab)) == 0
    assert len(from_doc(spacy.blank("xx")(""))) == 0
