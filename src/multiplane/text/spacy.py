"""spaCy: a component that fills a ``Doc`` by a pipeline, and treebanks from and to ``Doc``.

spaCy imports this module by its entry point before it looks for factories: it registers the component, and imports what
is heavy when that is first used.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from multiplane.errors import MultiplaneError

if TYPE_CHECKING:
    from multiplane.text.pipeline.model import Pipeline
    from multiplane.treebank.treebank import Treebank

NO_SPACE = "SpaceAfter=No"
UNKNOWN = "_"
ASSIGNED = ("token.pos", "token.tag", "token.lemma", "token.morph", "token.dep", "token.head", "token.is_sent_start")


def create_component(nlp: Any, name: str, model: str = "english") -> Callable[[Any], Any]:
    """What spaCy calls for ``nlp.add_pipe("multiplane", config={"model": "my.model"})``."""
    from multiplane.text.pipeline.model import Pipeline, load

    pipeline = load(model)
    if not isinstance(pipeline, Pipeline):
        raise MultiplaneError(f"{model}: found a parser alone; expected a pipeline, from multiplane.train_pipeline")
    return partial(fill, pipeline=pipeline)


def fill(doc: Any, pipeline: Pipeline) -> Any:
    """Give the tokens of a ``Doc`` tags, features, lemmas, heads and relations, and its sentences their starts.

    Where the ``Doc`` has sentences, they are kept; otherwise the pipeline finds them. Tokens of white space belong to
    the token before them.
    """
    from multiplane.treebank.words import treebank_of_words

    groups = [[token for token in sentence if not token.is_space] for sentence in _sentences(doc, pipeline)]
    groups = [group for group in groups if group]
    if not groups:
        return doc
    parsed = pipeline.parse_treebank(treebank_of_words([[{"form": token.text} for token in group] for group in groups]))
    heads, relations, starts = list(range(len(doc))), [""] * len(doc), [False] * len(doc)
    for group, sentence in zip(groups, parsed, strict=True):
        starts[group[0].i] = True
        for token, word in zip(group, sentence, strict=True):
            heads[token.i] = group[word.head_id - 1].i if word.head_id else token.i
            relations[token.i] = word.deprel if word.head_id else "ROOT"
            token.pos_ = word.upos if word.upos != UNKNOWN else ""
            token.tag_ = word.xpos if word.xpos != UNKNOWN else word.upos
            token.lemma_ = word.lemma if word.lemma != UNKNOWN else word.form
            token.set_morph("" if word.feats == UNKNOWN else str(word.feats))
    _attach_spaces(doc, heads, relations, starts)
    _write_trees(doc, heads, relations)
    return doc


def _attach_spaces(doc: Any, heads: list[int], relations: list[str], starts: list[bool]) -> None:
    """Attach white-space tokens to the token before them, those at the beginning to the first word."""
    first = next(token.i for token in doc if not token.is_space)
    for token in doc:
        if token.is_space:
            heads[token.i] = token.i - 1 if token.i > first else first
            relations[token.i] = "dep"
            token.pos_ = "SPACE"
    starts[0], starts[first] = True, first == 0


def _write_trees(doc: Any, heads: list[int], relations: list[str]) -> None:
    places = np.array([head - token for token, head in enumerate(heads)], np.int64).astype(np.uint64)
    names = np.array([doc.vocab.strings.add(relation) for relation in relations], np.uint64)
    attributes = spacy_module("attrs")
    doc.from_array([attributes.HEAD, attributes.DEP], np.stack([places, names], axis=1))


def _sentences(doc: Any, pipeline: Pipeline) -> Iterator[list[Any]]:
    if doc.has_annotation("SENT_START"):
        yield from map(list, doc.sents)
        return
    found = pipeline.tokenizer.tokenize(doc.text, ranges=True)
    begins = [_first_character(sentence) for sentence in found]
    bounds = [*begins[1:], len(doc.text) + 1]
    tokens = iter(doc)
    waiting = next(tokens, None)
    for bound in bounds:
        group = []
        while waiting is not None and waiting.idx < bound:
            group.append(waiting)
            waiting = next(tokens, None)
        yield group


def _first_character(sentence: Any) -> int:
    row = sentence.rows[0]
    entries = dict(entry.partition("=")[::2] for entry in row.misc.split("|"))
    return int(entries["TokenRange"].partition(":")[0])


def to_docs(treebank: Iterable[Any], vocab: Any) -> list[Any]:
    """A ``Doc`` for each sentence of a treebank: words, spaces, tags, features, lemmas and tree."""
    Doc = spacy_module("tokens").Doc
    docs = []
    for sentence in treebank:
        words = list(sentence)
        docs.append(
            Doc(
                vocab,
                words=[word.form for word in words],
                spaces=[NO_SPACE not in word.misc.split("|") for word in words],
                pos=[_known(word.upos) for word in words],
                tags=[_known(word.xpos) or _known(word.upos) for word in words],
                lemmas=[_known(word.lemma) for word in words],
                morphs=[_known(str(word.feats)) for word in words],
                heads=[word.head_id - 1 if word.head_id else place for place, word in enumerate(words)],
                deps=[word.deprel if word.head_id else "ROOT" for word in words],
                sent_starts=[place == 0 for place in range(len(words))],
            )
        )
    return docs


def to_doc(treebank: Iterable[Any], vocab: Any) -> Any:
    """One ``Doc`` of all sentences of a treebank."""
    Doc = spacy_module("tokens").Doc
    docs = to_docs(treebank, vocab)
    if not docs:
        return Doc(vocab)
    return Doc.from_docs(docs, ensure_whitespace=False)


def from_doc(doc: Any) -> Treebank:
    """The sentences of a ``Doc`` as a treebank; what is not set is ``_``. Tokens of white space are left out."""
    from multiplane.treebank.treebank import Treebank

    blocks: list[str] = []
    for sentence in doc.sents if doc.has_annotation("SENT_START") else [doc[:]]:
        tokens = [token for token in sentence if not token.is_space]
        if tokens:
            blocks.append(_block(tokens))
    return Treebank.from_text("".join(blocks), "conllu", source="<doc>", heads_required=False)


def _block(tokens: list[Any]) -> str:
    numbers = {token.i: number for number, token in enumerate(tokens, 1)}
    has_tree = tokens[0].doc.has_annotation("DEP")
    text = "".join(token.text_with_ws for token in tokens).strip()
    lines = [f"# text = {' '.join(text.split())}"]
    for number, token in enumerate(tokens, 1):
        is_root = token.head.i == token.i or token.head.i not in numbers
        head = ("0" if is_root else str(numbers[token.head.i])) if has_tree else UNKNOWN
        relation = ("root" if is_root else token.dep_ or UNKNOWN) if has_tree else UNKNOWN
        cells = (token.text, token.lemma_, token.pos_, token.tag_, str(token.morph))
        shown = [cell if cell and not cell.isspace() else UNKNOWN for cell in cells]
        misc = UNKNOWN if token.whitespace_ or number == len(tokens) else NO_SPACE
        lines.append("\t".join([str(number), *shown, head, relation, UNKNOWN, misc]))
    return "\n".join(lines) + "\n\n"


def spacy_module(name: str) -> Any:
    """Import a module of spaCy; raise a one-line error if it is not installed."""
    try:
        return importlib.import_module(f"spacy.{name}")
    except ImportError:
        raise MultiplaneError("The spaCy component needs spaCy: install it with `pip install spacy`") from None


def _known(value: str) -> str:
    return "" if value == UNKNOWN else value


with suppress(MultiplaneError):
    spacy_module("language").Language.factory("multiplane", func=create_component, assigns=ASSIGNED)
