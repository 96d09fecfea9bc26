"""Make the English models that come with multiplane: train on UD English-EWT, leave out small weights, write the files.

    python scripts/embedded_model.py ../shared/treebanks/english-ewt

``english`` is a pipeline with a neural parser (its training needs the extra ``neural``), ``english-fast`` a linear
parser for the same pipeline. The linear one learns from every sentence twice, with the tags of the treebank and with
predicted ones, so that it parses text as well as tagged sentences; the neural one from the tags of the treebank alone:
twice would gain half a point with predicted tags and lose one with gold ones, for a file half as large again. It
searches all trees, those with crossing arcs too: docs/text.md has what that costs and brings. Scores before and after
are printed; the headers have those after. The treebank is not part of the project; the headers name its source and
licence.
"""

from __future__ import annotations

import argparse
from dataclasses import replace
from pathlib import Path

import multiplane
from multiplane import Pipeline, Treebank
from multiplane.learn.model.parser import Parser
from multiplane.learn.training.development import scores_of_model
from multiplane.learn.transition.linear.model import LinearModel
from multiplane.text import Lemmatizer, Tagger, Tokenizer, jackknife, train_lemmatizer, train_tagger, train_tokenizer

FOLDER = Path(__file__).parents[1] / "src" / "multiplane" / "learn" / "data"
LICENCE = "CC BY-SA 4.0"
LANGUAGE = "English"
DECODER = "all"
SOURCE = (
    "Universal Dependencies English-EWT 2.16, training part; Silveira et al. 2014, "
    "A Gold Standard Dependency Corpus for English; https://universaldependencies.org/treebanks/en_ewt"
)


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("treebank", type=Path, help="a folder with train.conllu and dev.conllu")
    arguments.add_argument("-o", "--output", type=Path, default=FOLDER, help="folder for the models")
    arguments.add_argument("--parts", type=Path, help="a pipeline: its tokenizer, tagger, lemmatizer, not new ones")
    arguments.add_argument("--neural", type=Path, help="a neural parser, trained before, instead of a new one")
    arguments.add_argument("--fast", type=Path, help="a linear parser, trained and pruned before, instead of a new one")
    arguments.add_argument("--least", type=int, default=3, help="weights smaller than this, of 127, are left out")
    arguments.add_argument("--least-tagger", type=int, default=4, help="the same for the tagger: the package is small")
    given = arguments.parse_args()
    treebank, gold = (multiplane.read(given.treebank / f"{part}.conllu") for part in ("train", "dev"))
    tokenizer, tagger, lemmatizer = parts_of(given.parts) if given.parts else new_parts(treebank)
    small_tagger = tagger.pruned(given.least_tagger)
    print(f"tags: {tagged(tagger, gold)} before, {tagged(small_tagger, gold)} after", flush=True)
    predicted = lemmatizer.lemmatize(small_tagger.tag(gold, overwrite=True), overwrite=True)
    small = (
        Parser.load(given.fast)
        if given.fast
        else linear_parser(treebank + jackknife(treebank), gold, predicted, given.least)
    )
    neural = (
        Parser.load(given.neural).with_decoder(DECODER)
        if given.neural
        else multiplane.train(treebank, gold, model="neural", trees=DECODER)
    )
    parsers = {"english-fast": with_figures(small, gold, predicted), "english": with_figures(neural, gold, predicted)}
    given.output.mkdir(parents=True, exist_ok=True)
    parsers["english-fast"].save(given.output / "english-fast.model")
    pipeline = Pipeline((tokenizer, small_tagger, lemmatizer, parsers["english"]))
    pipeline.save(given.output / "english.model")
    for name, parser in parsers.items():
        size = (given.output / f"{name}.model").stat().st_size / 1e6
        print(f"{name}: {parser.training['development']}, {size:.1f} MB")


def new_parts(treebank: Treebank) -> tuple[Tokenizer, Tagger, Lemmatizer]:
    """What comes before the parser, trained."""
    return train_tokenizer(treebank), train_tagger(treebank), train_lemmatizer(treebank)


def parts_of(path: Path) -> tuple[Tokenizer, Tagger, Lemmatizer]:
    """What comes before the parser of a pipeline."""
    pipeline = multiplane.load(path)
    assert isinstance(pipeline, Pipeline) and pipeline.lemmatizer is not None
    return pipeline.tokenizer, pipeline.tagger, pipeline.lemmatizer


def linear_parser(both: Treebank, gold: Treebank, predicted: Treebank, least: int) -> Parser:
    """A linear parser without small weights."""
    parser = multiplane.train(both, predicted, fast=True, epochs=12, patience=12)
    assert isinstance(parser.model, LinearModel)
    before = f"{las(parser, gold):.2f} with gold tags, {las(parser, predicted):.2f} with predicted ones"
    print(f"english-fast before: LAS {before}", flush=True)
    return replace(parser, model=parser.model.pruned(least))


def las(parser: Parser, development: Treebank) -> float:
    """The labelled attachment score of a parser's trees."""
    return scores_of_model(development, parser.model).as_data()["las"]


def with_figures(parser: Parser, gold: Treebank, predicted: Treebank) -> Parser:
    """The parser with its scores with gold tags, and the one with predicted tags beside them, in its header."""
    figures = {
        **parser.training["development"],
        **scores_of_model(gold, parser.model).as_data(),
        "las_with_predicted_tags": las(parser, predicted),
    }
    about = {"licence": LICENCE, "source": SOURCE, "language": LANGUAGE, "development": figures}
    return replace(parser, training={**parser.training, **about})


def tagged(tagger: Tagger, gold: Treebank) -> str:
    """The shares of words with the right UPOS, XPOS and FEATS."""
    found = tagger.tag(gold, overwrite=True)
    shares = []
    for column in ("upos", "xpos", "feats"):
        encoded = gold.encode([column])
        same = encoded.ids[column] == found.encode([column], encoded.vocabularies).ids[column]
        shares.append(f"{column.upper()} {100 * same.mean():.2f}")
    return ", ".join(shares)


if __name__ == "__main__":
    main()
