"""What the processes of a service do: one function a request, each a call of the library; answers are bytes in pieces.

Nothing is computed here that the library does not compute: these functions read what a request says, call, and write.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict
from functools import lru_cache
from io import BytesIO
from typing import Any

import numpy as np

from multiplane.characters import as_json_text, visible
from multiplane.decode import marginals
from multiplane.decode.registry import NAMES as DECODED
from multiplane.deduce import NAMES as schemata
from multiplane.deduce import deduce, example_grammar, problem, schema
from multiplane.deduce.parse import best_derivation
from multiplane.deduce.schema import Schema
from multiplane.draw import svg, tikz
from multiplane.draw import text as drawn_text
from multiplane.draw.chart import chart_svg
from multiplane.errors import MultiplaneError
from multiplane.learn.model.streaming import parse_blocks
from multiplane.learn.transition.decisions import Decision, decisions
from multiplane.learn.transition.model import TransitionModel
from multiplane.serve.definitions import define, definition_of
from multiplane.serve.editing import EditedTree, changed
from multiplane.serve.exploring import ExploredTreebank, Wanted
from multiplane.serve.settings import Settings
from multiplane.serve.udpipe import STEPS
from multiplane.structure import CLASSES, classify, explain, planes, tree_class
from multiplane.text import Pipeline, load
from multiplane.text.pipeline.inputs import blocks_of_lines
from multiplane.text.tokenizer.model import decoded
from multiplane.text.tokenizer.stream import tokenize_blocks, tokenize_lines
from multiplane.transition import System, get, names, verify
from multiplane.transition.analysis.trace import replayed
from multiplane.treebank import Sentence, Treebank
from multiplane.treebank.as_json import json_lines
from multiplane.treebank.conll.blocks import blocks

INPUTS = ("text", "conllu", "horizontal", "vertical")
SOURCE = "the request"
BLOCK_SIZE = 256 << 10
MAX_WORDS_VERIFIED = 5
MAX_WORDS_STUDIED = 250
MAX_WORDS_WITH_ALL_ARCS, MAX_WORDS_IN_CHART = 6, 15
SHOWN_MODELS, SHOWN_OPTIONS = 8, 6
STATE: dict[str, Settings] = {}


def prepare(settings: Settings) -> None:
    """Load the default model, and compile what it needs."""
    STATE["settings"] = settings
    list(parse(b"Hens lay eggs.", settings.default_model))


@lru_cache(maxsize=SHOWN_MODELS)
def model(name: str) -> Any:
    """The pipeline or parser of this name."""
    return load(STATE["settings"].models[name])


def models() -> Iterator[bytes]:
    """What each model does: UDPipe's words for it."""
    found = {}
    for name in STATE["settings"].models:
        one = model(name)
        found[name] = ["tokenizer", "tagger", "parser"] if isinstance(one, Pipeline) else ["parser"]
    yield as_json({"models": found, "default_model": STATE["settings"].default_model})


def licences() -> Iterator[bytes]:
    """The licence of each model's data, and where they come from."""
    found = {}
    for name in STATE["settings"].models:
        training = model(name).training
        found[name] = {key: str(training.get(key) or "not stated") for key in ("licence", "source")}
    yield as_json(found)


def choices(editing: str | None) -> Iterator[bytes]:
    """What can be chosen on the page."""
    settings = STATE["settings"]
    yield as_json(
        {
            "models": list(settings.models),
            "default_model": settings.default_model,
            "classes": [{"name": name, "meaning": tree_class(name).meaning} for name in CLASSES],
            "decoders": list(DECODED),
            "systems": list(names()),
            "schemata": list(schemata),
            "treebanks": list(settings.treebanks),
            "editing": editing,
        }
    )


def parse(
    data: bytes,
    name: str,
    input: str = "text",
    output: str = "conllu",
    trees: str | None = None,
    ranges: bool = False,
    steps: tuple[str, ...] = STEPS,
    presegmented: bool = False,
    overwrite: bool = False,
) -> Iterator[bytes]:
    """Sentences parsed, as CoNLL-U or a line of JSON each; only with some of the steps."""
    used = model(name)
    if trees is not None:
        used = used.with_decoder(trees)
    found = _blocks(used, data, input, ranges, presegmented, name)
    if "tagger" in steps and isinstance(used, Pipeline):
        found = map(used.overwriting(["tags", "lemmas"]).annotate if overwrite else used.annotate, found)
    if "parser" in steps:
        workers = 1 if len(data) < BLOCK_SIZE else None
        found = parse_blocks(used.parser if isinstance(used, Pipeline) else used, found, workers=workers)
    write: Callable[[Treebank], bytes] = bytes if output == "conllu" else json_lines
    yield from map(write, found)


def _blocks(used: Any, data: bytes, input: str, ranges: bool, presegmented: bool, name: str) -> Iterator[Treebank]:
    """What a request contains, in blocks; an error at the first sentence that is too long."""
    stream, longest = BytesIO(data), STATE["settings"].limits.sentence_words
    if input == "text" and not isinstance(used, Pipeline):
        raise MultiplaneError(f"model {name} has no tokenizer; expected CoNLL-U")
    found: Iterable[Treebank]
    if input == "text" and presegmented:
        found = tokenize_lines(used.tokenizer, decoded(data, SOURCE), ranges=ranges, source=SOURCE)
    elif input == "text":
        found = tokenize_blocks(used.tokenizer, stream, ranges=ranges, source=SOURCE)
    elif input == "conllu":
        found = (
            Treebank.from_text(block.data, "conllu", source=SOURCE, heads_required=False)
            for block in blocks(stream, BLOCK_SIZE)
        )
    else:
        found = blocks_of_lines(stream, input, SOURCE)
    for block in found:
        words = int(np.diff(block.offsets).max(initial=0))
        if words > longest:
            raise MultiplaneError(f"found a sentence of {words:,} words; expected {longest:,} at most")
        yield block


def sentence(
    conllu: str,
    systems: bool = False,
    heads: list[int] | None = None,
    labels: list[str] | None = None,
    tags: list[str] | None = None,
) -> Iterator[bytes]:
    """Everything about one tree: its drawing, classes with certificates and repairs, planes, and what derives it."""
    one = _one(conllu)
    if heads is not None and labels is not None and tags is not None:
        one = changed(Treebank.from_sentences([one]), 0, EditedTree(heads, labels, tags))[0]
    tree = one.tree
    found, plane = classify(tree.heads), planes(tree.heads)
    data: dict[str, Any] = {
        "conllu": str(one),
        "words": list(tree.forms),
        "heads": tree.heads.tolist(),
        "labels": [word.deprel for word in one],
        "tags": [word.upos for word in one],
        "svg": str(svg(one, show=[*["tags"] * any(word.upos != "_" for word in one), "multiword"])),
        "text": drawn_text(one),
        "planes": {"count": plane.count, "of_word": np.asarray(plane.of_word).tolist()},
        "classes": [_membership(name, found, one) for name in CLASSES],
    }
    if systems:
        data["systems"] = [_derivation(name, one) for name in names()]
    yield as_json(data)


def _membership(name: str, found: Any, one: Sentence) -> dict[str, Any]:
    """Whether a tree is in a class, and if not, why, and which change of one head would mend it."""
    wanted = tree_class(name)
    member = bool(wanted.holds(found))
    data: dict[str, Any] = {"name": wanted.name, "meaning": wanted.meaning, "member": member}
    why = None if member else explain(one.tree.heads, wanted.name, forms=one.tree.forms)
    if why is not None:
        data |= {"why": why.text, "arcs": list(why.words), "fix": why.repair and why.repair._asdict()}
    return data


def _derivation(name: str, one: Sentence) -> dict[str, Any]:
    """Whether a system derives a tree, in how many transitions, or why not."""
    try:
        return {"name": name, "length": len(get(name).derive(one.tree))}
    except MultiplaneError as error:
        return {"name": name, "length": None, "why": str(error)}


def steps(conllu: str, system: str, definition: str = "", name: str | None = None) -> Iterator[bytes]:
    """The derivation of a tree, step by step; or with the name of a model, what that does and what it weighs."""
    one = _one(conllu)
    if name is None:
        chosen = _system(system, definition)
        found = chosen.trace(one.tree, labelled=True, best_effort=True)
        drawn, weighed = one, {}
    else:
        used = model(name)
        scoring = used.parser.model if isinstance(used, Pipeline) else used.model
        if not isinstance(scoring, TransitionModel):
            raise MultiplaneError(f"model {name} scores arcs, not transitions; expected a transition model")
        chosen = scoring.system
        words = Treebank.from_sentences([one])
        taken = decisions(scoring, used.annotate(words, workers=1) if isinstance(used, Pipeline) else words)
        built = chosen.run_tree(len(one), [each.transition for each in taken])
        drawn = one.with_tree(built.heads, built.labels)
        found = replayed(chosen.start(len(one)), one.tree.forms, [each.transition for each in taken], drawn.tree)
        weighed = {"weighed": [each.options[:SHOWN_OPTIONS] for each in taken], "oracle": _oracle(chosen, one, taken)}
    yield as_json(
        {
            "system": found.system,
            "words": [visible(word.form) for word in one],
            "steps": [asdict(step) for step in found.steps],
            "lost": found.lost(drawn.tree.arcs()),
            "definition": chosen.definition(),
            "svg": str(svg(drawn)),
            **weighed,
        }
    )


def _oracle(system: System, one: Sentence, taken: list[Decision]) -> list[str | None]:
    """At every step the transition of the oracle for the tree of a sentence, as long as the model has followed it."""
    right = system.derive(one.tree, [word.deprel for word in one], best_effort=True)
    followed = True
    found: list[str | None] = []
    for at, step in enumerate(taken):
        found.append(right[at] if followed and at < len(right) else None)
        followed = followed and at < len(right) and step.transition.partition(":")[0] == right[at].partition(":")[0]
    return found


def define_text(text: str) -> Iterator[bytes]:
    """What a typed definition means: a system with its properties, or a schema with its steps."""
    found = define(text)
    if isinstance(found, Schema):
        yield as_json({"kind": "schema", "name": found.name, "text": str(found), "complexity": str(found.complexity())})
        return
    properties = [{"name": each.name, "holds": each.holds, "text": str(each)} for each in found.properties]
    yield as_json(
        {
            "kind": "system",
            "name": found.name,
            "transitions": found.definition(),
            "properties": properties,
            "warning": found.warning,
        }
    )


def definition(system: str) -> Iterator[bytes]:
    """The text that defines a system of the package."""
    yield as_json({"name": system, "text": definition_of(get(system))})


def verification(system: str, words: int, definition: str = "") -> Iterator[bytes]:
    """All sequences of a system on a few words: what it derives."""
    if not 1 <= words <= MAX_WORDS_VERIFIED:
        raise MultiplaneError(f"found {words} words; expected 1 to {MAX_WORDS_VERIFIED}")
    yield as_json(verify(_system(system, definition), words).as_data())


def draw(conllu: str, format: str = "svg") -> Iterator[bytes]:
    """The drawing of a tree as SVG, TikZ or text."""
    one = _one(conllu)
    formats: dict[str, Callable[[Sentence], object]] = {"svg": svg, "tikz": tikz, "text": drawn_text}
    if format not in formats:
        raise MultiplaneError(f"found format {format!r}; expected {', '.join(formats)}")
    yield str(formats[format](one)).encode()


def probabilities(conllu: str, name: str, trees: str | None = None) -> Iterator[bytes]:
    """The probability of each arc of a tree, in a model that scores arcs, among the trees of a class."""
    one = _one(conllu)
    used = model(name)
    parser = used.parser if isinstance(used, Pipeline) else used
    found = marginals(parser.arc_scores(one), trees or "all")
    heads = one.tree.heads.tolist()
    yield as_json({"probabilities": [float(found.probability[head, word]) for word, head in enumerate(heads, 1)]})


def chart(conllu: str, schema_name: str, definition: str = "") -> Iterator[bytes]:
    """The chart of a deduction system: its drawing, and every inference in order.

    Of a short sentence all arcs are licensed, those of its tree score more; of a longer one only those of its tree.
    """
    one = _one(conllu)
    words = [visible(form) for form in one.tree.forms]
    parser = _schema(schema_name, definition)
    if parser.grammar:
        given = problem(grammar=example_grammar(), sentence=words)
    elif len(words) <= MAX_WORDS_WITH_ALL_ARCS:
        scores = np.zeros((len(words) + 1, len(words) + 1))
        scores[one.tree.heads, np.arange(1, len(words) + 1)] = 1
        given = problem(scores=scores, sentence=words)
    elif len(words) <= MAX_WORDS_IN_CHART:
        given = problem(heads=one.tree.heads.tolist(), sentence=words)
    else:
        raise MultiplaneError(f"found {len(words)} words; expected {MAX_WORDS_IN_CHART} at most, to draw the chart")
    found = deduce(parser, given, trace=True)
    used = set(best_derivation(found).inferences()) if found.accepted else set()
    yield as_json(
        {
            "schema": parser.name,
            "svg": str(chart_svg(found)),
            "accepted": found.accepted,
            "inferences": [
                [each.step, f"{', '.join(map(found.show, each.antecedents))} ⊢ {found.show(each.gives)}", each in used]
                for each, _ in found.trace
            ],
        }
    )


def _schema(name: str, definition: str) -> Schema:
    """The schema of a name, or the one that a text defines."""
    found = define(definition) if definition else schema(name)
    if not isinstance(found, Schema):
        raise MultiplaneError("found a transition system; expected a schema")
    return found


@lru_cache(maxsize=SHOWN_MODELS)
def explored(name: str) -> ExploredTreebank:
    """The treebank of this name."""
    treebanks = STATE["settings"].treebanks
    if name not in treebanks:
        raise MultiplaneError(f"found treebank {name[:60]!r}; expected {', '.join(treebanks)}")
    return ExploredTreebank(treebanks[name])


def treebank(name: str, view: dict[str, Any], start: int, count: int) -> Iterator[bytes]:
    """The report of a treebank, and some of the sentences that a view shows."""
    yield as_json(explored(name).page(Wanted(**view), start, count))


def _one(conllu: str) -> Sentence:
    """The only sentence of a request, with a tree, of a length that people can look at."""
    treebank = Treebank.from_text(conllu, source=SOURCE)
    if len(treebank) != 1:
        raise MultiplaneError(f"found {len(treebank)} sentences; expected one")
    if treebank.word_count > MAX_WORDS_STUDIED:
        raise MultiplaneError(f"found {treebank.word_count} words; expected {MAX_WORDS_STUDIED} at most")
    return treebank[0]


def _system(name: str, definition: str) -> System:
    """The system of a name, or the one that a text defines."""
    if not definition:
        return get(name)
    found = define(definition)
    if not isinstance(found, System):
        raise MultiplaneError("found a schema; expected a transition system")
    return found


def as_json(data: Any) -> bytes:
    """A line of JSON with nothing in it that acts on a terminal."""
    return (as_json_text(json.dumps(data, ensure_ascii=False, default=_plain)) + "\n").encode()


def _plain(value: Any) -> Any:
    if isinstance(value, np.generic):
        return value.item()
    if isinstance(value, np.ndarray | tuple | set | frozenset):
        return list(value)
    raise TypeError(f"found {type(value).__name__}")
