"""Every keyword of every public function reaches what it is for: with another value, something else comes out.

The table holds a call for each function, and for each keyword with a default a value that is not the default, with
another call where the plain one does not show the difference. The keywords are those of the signatures, so one that is
missing in the table is an error.
"""

from __future__ import annotations

import inspect
import io
import random
from collections.abc import Iterable, Mapping
from dataclasses import fields, is_dataclass
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
import pytest

import multiplane
from multiplane import deduce, generate, text
from multiplane.deduce.engine import BestFirst
from multiplane.errors import MultiplaneError
from multiplane.learn.features.clusters import clusters_of
from multiplane.results import Result
from multiplane.treebank import Sentence, Treebank
from multiplane.treebank.graph import Graph

ROOMS = ("treebank", "structure", "generate", "deduce", "decode", "evaluate", "transition", "learn", "text", "draw")
SCORES = np.random.default_rng(7).normal(size=(6, 6)).round(2)
LONG = np.random.default_rng(9).normal(size=(9, 9)).round(2)
SCORES[0, 1:] += 3
LONG[0, 1:] += 3
LABELLED = np.arange(72).reshape(6, 6, 2) % 5
FULL = """\
# text = vámonos
1\tvamos\tir\tVERB\tV\tMood=Imp\t0\troot\t_\t_
2\tnos\tnosotros\tPRON\tP\tCase=Acc\t1\tobj\t_\t_

"""
LIST = [3, 4, 0, 3, 3]
CALLS: dict[str, tuple[str, dict[str, str | tuple[str, str]]]] = {
    "treebank.read": (
        "treebank.read(full)",
        {
            "format": "'conllx'",
            "skip_bad": ("treebank.read(bad)", "True"),
            "heads_required": ("treebank.read(bare)", "False"),
        },
    ),
    "treebank.stream": (
        "treebank.stream(full)",
        {
            "format": "'conllx'",
            "skip_bad": ("treebank.stream(bad)", "True"),
            "heads_required": ("treebank.stream(bare)", "False"),
        },
    ),
    "treebank.stream_blocks": (
        "treebank.stream_blocks(full)",
        {
            "format": "'conllx'",
            "skip_bad": ("treebank.stream_blocks(bad)", "True"),
            "heads_required": ("treebank.stream_blocks(bare)", "False"),
            "block_size": ("map(len, treebank.stream_blocks('sample:dutch'))", "1"),
        },
    ),
    "treebank.check_heads": ("treebank.check_heads([2, 1])", {"forms": "['we', 'go']"}),
    "structure.binarization": (
        "structure.binarization([4, 0, 4, 2, 4, 1, 3, 5])",
        {"count_head": "True"},
    ),
    "structure.classify": ("structure.classify([3, 0, 2])", {"root_arcs": "False"}),
    "structure.classify_all": (
        "structure.classify_all(np.array([3, 0, 2], np.int32), np.array([0, 3]))",
        {"root_arcs": "False"},
    ),
    "structure.crossings": ("structure.crossings([3, 0, 2])", {"root_arcs": "False"}),
    "structure.explain": ("structure.explain([3, 0, 2], 'planar')", {"root_arcs": "False", "forms": "['a', 'b', 'c']"}),
    "structure.explained": ("structure.explained(gold, 'planar')", {"root_arcs": "False"}),
    "structure.graph_crossings": ("structure.graph_crossings(graph)", {"root_arcs": "False"}),
    "structure.graph_planes": ("structure.graph_planes(graph)", {"root_arcs": "False"}),
    "structure.is_k_planar": ("structure.is_k_planar([3, 0, 2], 1)", {"root_arcs": "False"}),
    "structure.is_k_planar_graph": ("structure.is_k_planar_graph(graph, 1)", {"root_arcs": "False"}),
    "structure.is_mildly_ill_nested": (
        "structure.is_mildly_ill_nested([4, 0, 4, 2, 4, 1, 3, 5], 1)",
        {"count_head": "True"},
    ),
    "structure.is_one_endpoint_crossing": (
        "[structure.is_one_endpoint_crossing(heads) for heads in all_trees]",
        {"root_arcs": "False"},
    ),
    "structure.is_planar": ("structure.is_planar([3, 0, 2])", {"root_arcs": "False"}),
    "structure.one_endpoint_crossing": ("structure.one_endpoint_crossing([3, 0, 2])", {"root_arcs": "False"}),
    "structure.planes": ("structure.planes([3, 0, 2])", {"root_arcs": "False"}),
    "structure.survey": (
        "structure.survey([graph])",
        {"root_arcs": "False", "classes": ("structure.survey(gold)", "{'all': structure.tree_class('all')}")},
    ),
    "generate.class_sentences": (
        "generate.class_sentences(9)",
        {
            "trees": "'projective'",
            "seed": "1",
            "exactly": ("generate.class_sentences(9, '2-planar')", "True"),
            "root_arcs": ("generate.class_sentences(30, 'planar')", "False"),
            "crossing_rate": "1.0",
        },
    ),
    "generate.random_tree": (
        "[generate.random_tree(5, '2-planar', draws) for _ in range(30)]",
        {
            "exactly": "True",
            "root_arcs": ("[generate.random_tree(5, 'planar', draws) for _ in range(30)]", "False"),
            "tries": ("generate.random_tree(9, 'gap-minding', draws)", "1"),
        },
    ),
    "generate.random_tree_sentences": (
        "generate.random_tree_sentences(9)",
        {
            "trees": "'projective'",
            "seed": "1",
            "lengths": "(3, 4)",
            "exactly": ("generate.random_tree_sentences(9, '2-planar', lengths=(5, 6))", "True"),
            "root_arcs": ("generate.random_tree_sentences(30, 'planar', lengths=(5, 6))", "False"),
        },
    ),
    "generate.treebank": (
        "generate.treebank(9)",
        {
            "trees": "'projective'",
            "seed": "1",
            "exactly": ("generate.treebank(9, '2-planar')", "True"),
            "root_arcs": ("generate.treebank(30, 'planar')", "False"),
            "crossing_rate": "1.0",
        },
    ),
    "deduce.deduce": (
        "deduce.deduce(eisner, deduce.problem(3, scores=SCORES[:4, :4]))",
        {"trace": "True", "agenda": "BestFirst(deduce.problem(3, scores=SCORES[:4, :4] - 9))"},
    ),
    "deduce.parse_grammar": ("deduce.parse_grammar('nonsense')", {"name": "'my.grammar'"}),
    "deduce.problem": (
        "deduce.problem(2)",
        {
            "n": ("deduce.problem(sentence='a b')", "3"),
            "scores": ("deduce.problem(5)", "SCORES"),
            "heads": "[2, 0]",
            "grammar": ("deduce.problem(sentence='the girl saw the boy')", "grammar"),
            "sentence": "'a b'",
        },
    ),
    "decode.decode": (
        "decode.decode(SCORES)",
        {
            "trees": ("[decode.decode(one) for one in hard]", "'projective'"),
            "single_root": "False",
            "labels": "LABELLED",
        },
    ),
    "decode.decode_batch": (
        "decode.decode_batch([SCORES])",
        {
            "trees": ("decode.decode_batch(hard)", "'projective'"),
            "lengths": ("decode.decode_batch(np.array([SCORES]))", "[3]"),
            "single_root": "False",
            "labels": "[LABELLED]",
        },
    ),
    "decode.decode_by_chart": ("decode.decode_by_chart(SCORES, 'projective')", {"single_root": "False"}),
    "decode.k_best": (
        "decode.k_best(SCORES)",
        {
            "trees": "'projective'",
            "k": "3",
            "single_root": "False",
            "labels": "LABELLED",
        },
    ),
    "decode.marginals": ("decode.marginals(SCORES)", {"trees": "'projective'", "single_root": "False"}),
    "decode.samples": (
        "decode.samples(SCORES)",
        {"trees": "'projective'", "size": "9", "single_root": "False", "seed": "1"},
    ),
    "decode.mildly_ill_nested": (
        "decode.mildly_ill_nested(SCORES)",
        {
            "gap_degree": ("[decode.mildly_ill_nested(one) for one in hard]", "2"),
            "single_root": "False",
            "labels": "LABELLED",
        },
    ),
    "decode.well_nested": (
        "decode.well_nested(SCORES)",
        {
            "gap_degree": ("[decode.well_nested(one) for one in hard]", "2"),
            "single_root": "False",
            "labels": "LABELLED",
        },
    ),
    **{
        f"decode.{name}": (f"decode.{name}(SCORES{k})", {"single_root": "False", "labels": "LABELLED"})
        for name, k in (
            ("gap_minding", ""),
            ("multi_headed", ", 3"),
            ("one_endpoint_crossing", ""),
            ("projective", ""),
            ("spanning_tree", ""),
        )
    },
    "evaluate.compare": (
        "evaluate.compare(gold, one, other)",
        {
            "convention": "'conll-x'",
            "punctuation": "False",
            "subtypes": ("evaluate.compare(gold, subtyped, other)", "True"),
            "shuffles": "10",
            "seed": ("evaluate.compare(gold, one, other, shuffles=99)", "3"),
        },
    ),
    "evaluate.evaluate": (
        "evaluate.evaluate(gold, one)",
        {
            "convention": "'conll-x'",
            "punctuation": "False",
            "subtypes": ("evaluate.evaluate(gold, subtyped)", "True"),
            "transitions": "['shift'] * gold.word_count",
        },
    ),
    "evaluate.score": (
        "evaluate.score(gold, one)",
        {
            "convention": "'conll-x'",
            "punctuation": "False",
            "subtypes": ("evaluate.score(gold, subtyped)", "True"),
            "transitions": "['shift'] * gold.word_count",
        },
    ),
    "evaluate.evaluate_files": (
        "str(evaluate.evaluate_files('sample:dutch', ['sample:dutch', 'sample:dutch']))",
        {
            "what": "'raw text'",
            "format": "'conllx'",
            "convention": "'conll-x'",
            "punctuation": "False",
            "subtypes": "True",
            "breakdowns": "['label']",
            "shuffles": "10",
            "seed": "3",
            "progress": "tell",
        },
    ),
    "evaluate.paired_shuffling": (
        "evaluate.paired_shuffling(np.arange(-3, 6))",
        {
            "shuffles": "10",
            "seed": ("evaluate.paired_shuffling(np.arange(-3, 9), shuffles=99)", "3"),
        },
    ),
    "evaluate.precision_by_transition": (
        "evaluate.precision_by_transition(gold, one, ['shift'] * gold.word_count)",
        {
            "vocabulary": (
                "evaluate.precision_by_transition(gold, one, np.zeros(gold.word_count, np.int32))",
                "treebank.Vocabulary(['left'])",
            ),
            "convention": "'conll-x'",
            "punctuation": "False",
            "subtypes": ("evaluate.precision_by_transition(gold, subtyped, ['shift'] * gold.word_count)", "True"),
        },
    ),
    "transition.lift": ("transition.lift(dutch.tree)", {"scheme": "'path'"}),
    "transition.unlift": ("transition.unlift(transition.lift(dutch.tree, 'path'))", {"scheme": "'path'"}),
    "transition.reconstruct": (
        "transition.reconstruct(2, edges, ['nsubj', 'obj'])",
        {"method": "'naive'"},
    ),
    "learn.default_features": ("learn.default_features(transition.get('arc-eager'))", {"with_clusters": "True"}),
    "learn.embedded_model": ("learn.embedded_model()", {"name": "'english-fast'"}),
    "learn.parse_blocks": ("learn.parse_blocks(parser, [gold])", {"transitions": "True"}),
    "learn.read_features": ("learn.read_features('nivreeager')", {"model": "'libsvm'"}),
    "text.jackknife": (
        "text.jackknife(gold)",
        {
            "folds": "2",
            "epochs": "1",
            "seed": "2",
            "clusters": "clusters",
            "announce": "tell",
        },
    ),
    "text.load": ("text.load()", {"model": "'english-fast'"}),
    "text.tokenize_blocks": (
        "text.tokenize_blocks(tokenizer, io.BytesIO(b'Hens lay. Cats eat.'))",
        {
            "ranges": "True",
            "document": "'my text'",
            "source": ("text.tokenize_blocks(tokenizer, io.BytesIO(b'\\xff'))", "'my.txt'"),
            "block_size": ("text.tokenize_blocks(tokenizer, io.BytesIO(b'Hens lay. Cats eat.\\n\\n' * 9))", "20"),
        },
    ),
    "text.train_lemmatizer": ("text.train_lemmatizer(gold)", {"prior": "3.0"}),
    "text.train_pipeline": (
        "text.train_pipeline(gold, gold, epochs=1, model='transition', system='arc-eager')",
        {
            "gold_tags": "True",
            "dev": ("text.train_pipeline(gold, epochs=1, model='transition', system='arc-eager')", "gold"),
            "model": ("text.train_pipeline(gold, gold, epochs=1)", "'arc-factored'"),
            "system": ("text.train_pipeline(gold, gold, epochs=1, model='transition')", "'swap'"),
            "features": "arcs_of_stack",
            "epochs": ("text.train_pipeline(gold, gold, model='transition', system='arc-eager')", "1"),
            "clusters": "clusters",
            "seed": "3",
            "fast": ("text.train_pipeline(gold, gold, epochs=1, announce=tell)", "True"),
            "output": "'.'",
            "announce": "tell",
            "run": "learn.Run(announce=tell)",
        },
    ),
    "text.train_tagger": (
        "text.train_tagger(gold)",
        {
            "epochs": "2",
            "seed": "2",
            "templates": "('0 form',)",
            "clusters": "clusters",
            "bits": "8",
            "progress": "tell",
        },
    ),
    "text.train_tokenizer": (
        "text.train_tokenizer(gold)",
        {"epochs": ("text.train_tokenizer(chance)", "90"), "bits": "12", "seed": "3"},
    ),
    "draw.graph_diagram": (
        "draw.graph_diagram(graph)",
        {"forms": "['a', 'b', 'c']", "root_arcs": "False", "planes": "False", "highlight": "{(3, 1)}"},
    ),
    "draw.html": (
        "draw.html([dutch])",
        {
            "title": "'A title'",
            "width": "300.0",
            "root_arcs": "False",
            "planes": "False",
            "show": "('tags',)",
            "theme": "'dark'",
        },
    ),
    "draw.svg": (
        "draw.svg(dutch)",
        {
            "width": "300.0",
            "root_arcs": "False",
            "planes": "False",
            "right_to_left": "True",
            "highlight": "{3}",
            "caption": "'A caption'",
            "show": "('tags',)",
            "theme": "'dark'",
        },
    ),
    "draw.text": (
        "draw.text(dutch)",
        {
            "width": "40",
            "color": "True",
            "root_arcs": "False",
            "planes": "False",
            "right_to_left": "True",
            "highlight": ("draw.text(dutch, color=True)", "{3}"),
            "show": "('tags',)",
        },
    ),
    "draw.tikz": (
        "draw.tikz(dutch)",
        {
            "width": "200.0",
            "root_arcs": "False",
            "planes": "False",
            "right_to_left": "True",
            "highlight": "{3}",
            "show": "('tags',)",
            "document": "False",
        },
    ),
    "draw.tikz_dependency": (
        "draw.tikz_dependency(dutch)",
        {
            "root_arcs": "False",
            "planes": "False",
            "highlight": "{3}",
            "show": "('tags',)",
            "document": "False",
        },
    ),
}
EXEMPT = {
    "text.train_pipeline licence": "tests/text/pipeline/test_train.py",
    "text.train_pipeline source": "tests/text/pipeline/test_train.py",
    "text.train_pipeline language": "tests/text/pipeline/test_train.py",
    "learn.train": "tests/cli/test_every_option.py",
    "structure.classify_all workers": "tests/test_parallel.py",
    "structure.survey workers": "tests/test_parallel.py",
    "decode.decode_batch workers": "tests/test_parallel.py",
    "learn.parse_blocks workers": "tests/test_parallel.py",
    "text.jackknife workers": "tests/test_parallel.py",
    "text.load warm": "tests/learn/model/test_warming.py",
}


def keywords() -> list[tuple[str, str]]:
    """The public functions, each with all of its keywords that have a default."""
    found = []
    for room in ROOMS:
        module = import_module(f"multiplane.{room}")
        for name in module.__all__:
            value = getattr(module, name)
            if inspect.isfunction(value):
                parameters = inspect.signature(value).parameters.values()
                found += [(f"{room}.{name}", one.name) for one in parameters if one.default is not one.empty]
    return found


@pytest.fixture(scope="module")
def things(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """What the calls name."""
    folder = tmp_path_factory.mktemp("keywords")
    files = {
        "full": FULL,
        "bad": FULL.replace("\t0\troot", "\t7\troot") + FULL,
        "bare": FULL.replace("0\troot", "_\t_").replace("1\tobj", "_\t_"),
        "arcs_of_stack": 'transition = ["S0.form"]\n',
    }
    for name, content in files.items():
        (folder / name).write_text(content, "utf-8")
    gold = generate.treebank(40, seed=5)
    one = multiplane.train(gold, gold, system="arc-eager", epochs=1)
    other = multiplane.train(gold, gold, model="arc-factored", epochs=1)
    forms = sorted({word.form for sentence in gold for word in sentence})
    return {
        **{name: folder / name for name in files},
        **{room: getattr(multiplane, room, None) or import_module(f"multiplane.{room}") for room in ROOMS},
        "np": np,
        "io": io,
        "SCORES": SCORES,
        "LABELLED": LABELLED,
        "hard": [np.random.default_rng(seed).normal(size=(9, 9)) for seed in range(40)],
        "all_trees": [generate.random_tree(6, "all", random.Random(seed)) for seed in range(300)],
        "graph": Graph.from_arcs(3, [(0, 2), (3, 1), (2, 3)]),
        "edges": [(1, 2), (2, 0)],
        "dutch": multiplane.read("sample:dutch-2")[0],
        "BestFirst": BestFirst,
        "eisner": deduce.schema("eisner-1996"),
        "grammar": deduce.example_grammar(),
        "gold": gold,
        "one": one.parse(gold),
        "subtyped": with_subtypes(gold),
        "chance": with_chance_tokens(),
        "other": other.parse(gold),
        "parser": one,
        "clusters": clusters_of([(form, f"{len(form) % 4:02b}") for form in forms]),
        "tokenizer": text.train_tokenizer(gold, epochs=1),
    }


def with_subtypes(gold: Treebank) -> Treebank:
    """The same trees, where objects have a subtype."""
    return Treebank.from_text(bytes(gold).replace(b"\tobj\t", b"\tobj:x\t").decode())


def with_chance_tokens() -> Treebank:
    """Sentences in which nobody can foresee whether ``ab`` is one token or two."""
    draws = random.Random(5)
    one, two = (("ab", "_"),), (("a", "SpaceAfter=No"), ("b", "_"))
    text = ""
    for _ in range(40):
        words = [word for _ in range(6) for word in draws.choice((one, two))]
        text += "".join(f"{n}\t{form}" + 7 * "\t_" + f"\t{misc}\n" for n, (form, misc) in enumerate(words, 1)) + "\n"
    return Treebank.from_text(text, heads_required=False)


@pytest.mark.parametrize(("function", "keyword"), keywords())
def test_another_value_changes_what_comes_out(function: str, keyword: str, things: dict[str, Any]) -> None:
    if function in EXEMPT or f"{function} {keyword}" in EXEMPT:
        return
    assert function in CALLS and keyword in CALLS[function][1], f"{function}({keyword}=…) is in no example"
    call, values = CALLS[function]
    value = values[keyword]
    if isinstance(value, tuple):
        call, value = value
    changed = with_keyword(call, function, f"{keyword}={value}")
    one, other = outcome(call, things), outcome(changed, things)
    assert one != other
    if keyword == "seed":
        assert outcome(changed, things) == other


def with_keyword(call: str, function: str, keyword: str) -> str:
    """A call of a function with one more keyword, before the parenthesis that closes its arguments."""
    depth, place = 0, call.index(f"{function}(")
    for number, character in enumerate(call[place:], place):
        depth += (character == "(") - (character == ")")
        if character == ")" and not depth:
            comma = "" if call[number - 1] == "(" else ", "
            return f"{call[:number]}{comma}{keyword}{call[number:]}"
    raise AssertionError(call)


def outcome(call: str, things: dict[str, Any]) -> object:
    """What a call gives, or its error, as plain data."""
    try:
        told: list[str] = []
        found = plain(eval(call, {**things, "draws": random.Random(3), "tell": told.append}))
        return found, list(map(plain, told))
    except MultiplaneError as error:
        return str(error)


def plain(value: Any) -> object:
    """A result as lists, tuples, texts and numbers that can be compared."""
    if isinstance(value, np.ndarray):
        return value.tolist()
    if hasattr(value, "tensors"):
        return [value.header(), plain(value.tensors())]
    if isinstance(value, Result):
        return [plain(value.as_data()), str(value)]
    if hasattr(value, "save"):
        with TemporaryDirectory() as folder:
            value.save(Path(folder) / "one.model")
            data = (Path(folder) / "one.model").read_bytes()
            return data[8 + int.from_bytes(data[:8], "little") :]
    if isinstance(value, Treebank | Sentence):
        return bytes(value) if isinstance(value, Treebank) else str(value)
    if is_dataclass(value) and not isinstance(value, type):
        return [plain(getattr(value, field.name)) for field in fields(value)]
    if isinstance(value, Mapping):
        return [(plain(key), plain(item)) for key, item in value.items()]
    if isinstance(value, Iterable) and not isinstance(value, str | bytes):
        return [plain(item) for item in value]
    return value if isinstance(value, str | bytes | int | float | None) else str(value)
