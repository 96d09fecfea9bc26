"""Other parsers for the benchmarks, trained on the same files with their own defaults.

UDPipe 1 (Straka & Straková 2017) through the package ufal.udpipe, its parser alone on the gold tags of the file, or all
of it from text; and MaltParser (Nivre et al. 2006) 1.9, run with java: its jar is on its site, and inside the package
estnltk. It gets the words of the file alone, up to DEPREL, in the file's own format, for which it has default features.
Its name may be followed by one of its algorithms: ``maltparser:2planar``; its default is arc-eager.
"""

from __future__ import annotations

import shutil
import subprocess
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import multiplane
from multiplane.treebank import convert

UDPIPE, MALTPARSER = "udpipe", "maltparser"
JAVA_MEMORY = "-Xmx4g"


def is_peer(name: str) -> bool:
    return name == UDPIPE or name.partition(":")[0] == MALTPARSER


def missing(name: str, malt_jar: Path | None) -> str | None:
    """Why a peer cannot be run, or None if it can."""
    if name == UDPIPE:
        try:
            found = find_spec("ufal.udpipe") is not None
        except ModuleNotFoundError:
            found = False
        return None if found else "not installed: pip install ufal.udpipe"
    if malt_jar is None or not malt_jar.is_file():
        return "not installed: name its jar with --malt-jar"
    return None if shutil.which("java") else "java is not installed"


def udpipe_sentences(text: str) -> Any:
    from ufal.udpipe import InputFormat, ProcessingError, Sentence, Sentences

    reader, error, sentences = InputFormat.newConlluInputFormat(), ProcessingError(), Sentences()
    reader.setText(text)
    sentence = Sentence()
    while reader.nextSentence(sentence, error):
        sentences.append(sentence)
        sentence = Sentence()
    if error.occurred():
        raise RuntimeError(error.message)
    return sentences


def train_udpipe(train: Path, model: Path, iterations: int | None = None) -> None:
    """Train its parser with its defaults, but for the number of passes where one is given; no tokenizer, no tagger.

    A treebank that is not in CoNLL-U may have several roots a sentence, and other labels for them.
    """
    from ufal.udpipe import Trainer

    chosen = [] if iterations is None else [f"iterations={iterations}"]
    chosen += ["single_root=0"] if multiplane.read(train).format == "conllx" else []
    options = ";".join(chosen) or Trainer.DEFAULT
    model.write_bytes(_trained_udpipe(train, Trainer.NONE, Trainer.NONE, options))


def train_udpipe_pipeline(train: Path, model: Path) -> None:
    """Train its tokenizer, tagger, lemmatizer and parser with its defaults."""
    from ufal.udpipe import Trainer

    model.write_bytes(_trained_udpipe(train, Trainer.DEFAULT, Trainer.DEFAULT, Trainer.DEFAULT))


def _trained_udpipe(train: Path, tokenizer: str, tagger: str, parser: str) -> bytes:
    from ufal.udpipe import ProcessingError, Sentences, Trainer

    error = ProcessingError()
    sentences = udpipe_sentences(train.read_text("utf-8"))
    trained: bytes = Trainer.train("morphodita_parsito", sentences, Sentences(), tokenizer, tagger, parser, error)
    if error.occurred():
        raise RuntimeError(error.message)
    return trained


def load_udpipe(model: Path) -> Any:
    from ufal.udpipe import Model

    return Model.load(str(model))


def parse_with_udpipe(model: Any, source: Path, output: Path) -> None:
    """From file to file, sentence by sentence, as its own pipeline does it."""
    from ufal.udpipe import InputFormat, Model, OutputFormat, ProcessingError, Sentence

    reader, error, writer = InputFormat.newConlluInputFormat(), ProcessingError(), OutputFormat.newConlluOutputFormat()
    reader.setText(source.read_text("utf-8"))
    sentence = Sentence()
    with output.open("w", encoding="utf-8") as out:
        while reader.nextSentence(sentence, error):
            model.parse(sentence, Model.DEFAULT)
            out.write(writer.writeSentence(sentence))


def text_with_udpipe(model: Any, text: str) -> str:
    """From text to CoNLL-U."""
    from ufal.udpipe import Pipeline, ProcessingError

    error = ProcessingError()
    found: str = Pipeline(model, "tokenize", Pipeline.DEFAULT, Pipeline.DEFAULT, "conllu").process(text, error)
    if error.occurred():
        raise RuntimeError(error.message)
    return found


def run_malt(jar: Path, model: Path, mode: str, *more: str) -> None:
    """MaltParser keeps a model NAME in NAME.mco of its working folder."""
    command = ["java", JAVA_MEMORY, "-jar", str(jar.resolve()), "-w", str(model.parent.resolve()), "-c", model.stem]
    found = subprocess.run([*command, "-m", mode, *more], capture_output=True, text=True, check=False)
    if found.returncode:
        raise RuntimeError(f"MaltParser: {(found.stderr or found.stdout).strip().splitlines()[-1]}")


def words_alone(source: Path, output: Path) -> str:
    """Write the words without comments, multiword tokens and empty nodes; the name of the format."""
    treebank = multiplane.read(source)
    multiplane.write(convert(treebank, "conllx")[0], output)
    return treebank.format


def train_malt(jar: Path, train: Path, model: Path, name: str = MALTPARSER) -> None:
    """Train with its defaults: LIBLINEAR, and arc-eager unless an algorithm is named. The model is a .mco file."""
    words = model.with_suffix(".train.conll")
    layout = words_alone(train, words)
    algorithm = name.partition(":")[2]
    run_malt(jar, model, "learn", "-i", str(words.resolve()), "-if", layout, *(["-a", algorithm] if algorithm else []))


def parse_with_malt(jar: Path, model: Path, layout: str, source: Path, output: Path) -> None:
    """From file to file; the source has words alone."""
    formats = ("-if", layout, "-of", layout)
    run_malt(jar, model, "parse", "-i", str(source.resolve()), "-o", str(output.resolve()), *formats)
