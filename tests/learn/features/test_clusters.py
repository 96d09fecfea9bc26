"""Word clusters: files in both forms, bad lines, looking up, and models that keep them."""

from __future__ import annotations

import gzip
from pathlib import Path

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import multiplane
from multiplane.errors import MultiplaneError
from multiplane.learn import FeatureModel, Parser, read_clusters, train
from multiplane.learn.features.attributes import compile_attributes, word_attributes
from multiplane.learn.features.clusters import Clusters, clusters_from_text, clusters_of, find_word, hashes_of
from multiplane.learn.features.defaults import FAMILY_EXAMPLES, default_features
from multiplane.learn.transition.linear.trainer import TransitionTrainer
from multiplane.transition import get
from multiplane.treebank.conll.layout import lay_out

words = st.text(st.characters(exclude_categories=["Cc", "Cs", "Z"]), min_size=1, max_size=9)
names = st.text("01", min_size=1, max_size=12)


@example({"dog": "01", "Cat": "10"}, ["Dog", "DOG", "cat", "dogs"], 1)
@given(st.dictionaries(words, names, min_size=1, max_size=30), st.lists(words, max_size=10), st.integers(1, 12))
def test_looked_up(table: dict[str, str], others: list[str], letters: int) -> None:
    """Words of both forms of a file have the values of their cluster, others in small letters, and others none."""
    plain = "".join(f"{word}\t{cluster}\n" for word, cluster in table.items())
    brown = "".join(f"{cluster}\t{word}\t7\n" for word, cluster in table.items())
    small = str.maketrans({chr(code): chr(code + 32) for code in range(65, 91)})
    forms = [*table, *others]
    lines = "".join(f"{i}\t{form}\t_\t_\t_\t_\t{i - 1}\t_\t_\t_\n" for i, form in enumerate(forms, 1))
    layout, _ = lay_out(f"{lines}\n".encode(), "conllu", "a.conllu")
    expected = [table.get(form, table.get(form.translate(small), "")) for form in forms]
    for text in (plain, brown):
        attributes = compile_attributes(["upos", "cluster", f"cluster{letters}"], clusters_from_text(text.encode()))
        found = word_attributes(layout, attributes)
        for column, wanted in ((1, expected), (2, [name[:letters] for name in expected])):
            hashes = hashes_of(wanted).tolist()
            assert found[:, column].tolist() == [h if name else 0 for h, name in zip(hashes, wanted, strict=True)]


@given(st.sets(st.integers(0, 40)), st.integers(-1, 41))
def test_binary_search(hashes: set[int], wanted: int) -> None:
    found = find_word(np.array(sorted(hashes), np.int32), wanted)
    assert found == (sorted(hashes).index(wanted) if wanted in hashes else -1)


def test_files(tmp_path: Path) -> None:
    place = tmp_path / "clusters.tsv.gz"
    place.write_bytes(gzip.compress("\ufeffdæg\t01\r\nnight time\t011\r\n".encode()))
    clusters = read_clusters(place)
    assert clusters.names == ("01", "011")
    assert sorted(clusters.words.tolist()) == clusters.words.tolist()
    assert set(clusters.words.tolist()) == set(hashes_of(["dæg", "night time"]).tolist())


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "a.tsv:1: found an empty file; expected WORD<TAB>CLUSTER or CLUSTER<TAB>WORD<TAB>COUNT"),
        (b"\n", "a.tsv:1: found 1 column; expected WORD<TAB>CLUSTER or CLUSTER<TAB>WORD<TAB>COUNT"),
        (b"a 01\n", "a.tsv:1: found 1 column; expected WORD<TAB>CLUSTER or CLUSTER<TAB>WORD<TAB>COUNT"),
        (b"a\t01\t3\t4\n", "a.tsv:1: found 4 columns; expected WORD<TAB>CLUSTER or CLUSTER<TAB>WORD<TAB>COUNT"),
        (b"a\t01\n\nb\t02\n", "a.tsv:2: found 1 column; expected 2, as in the first line"),
        (b"a\t01\n01\tb\t3\n", "a.tsv:2: found 3 columns; expected 2, as in the first line"),
        (b"01\ta\t3\n01\tb\tx\n", "a.tsv:2: found 'x' as the count; expected a number"),
        (b"a\t01\nb\t\n", "a.tsv:2: found an empty cluster; expected WORD<TAB>CLUSTER or CLUSTER<TAB>WORD<TAB>COUNT"),
        (b"01\t\t3\n", "a.tsv:1: found an empty word; expected WORD<TAB>CLUSTER or CLUSTER<TAB>WORD<TAB>COUNT"),
        (b"a\t01\nb\xff\t02\n", "a.tsv:2: found bytes that are not UTF-8; expected text"),
        (b"a\t01\nb\t02\na\t01\n", "a.tsv:3: found 'a' again; expected every word once"),
    ],
)
def test_bad_lines(data: bytes, message: str) -> None:
    with pytest.raises(MultiplaneError) as found:
        clusters_from_text(data, "a.tsv")
    assert str(found.value) == message


@pytest.fixture(scope="module")
def clusters() -> Clusters:
    """Every word of the sample, grouped by its tag: what features learn from them is known to help."""
    treebank = multiplane.read("sample:")
    return clusters_of({word.form: f"0{word.upos}" for sentence in treebank for word in sentence.words}.items())


@pytest.mark.parametrize("system", FAMILY_EXAMPLES.values())
def test_default_features_look_at_clusters(system: str) -> None:
    plain, more = default_features(get(system)), default_features(get(system), with_clusters=True)
    assert set(plain.transition) < set(more.transition) and set(plain.label) < set(more.label)
    assert not any(name.startswith("cluster") for name in plain.attributes)
    assert {"cluster", "cluster4", "cluster6"} <= set(more.attributes)


def test_a_model_keeps_its_clusters(tmp_path: Path, clusters: Clusters) -> None:
    """Features that see nothing but clusters: a parser from a file does as well as before, and needs them to."""
    features = FeatureModel(("S0.cluster B0.cluster", "S0.cluster", "B0.cluster"), ("D.cluster H.cluster",))
    parser = train("sample:english", "sample:english", features=features, clusters=clusters, epochs=3)
    assert parser.training["development"]["uas"] > 50
    parser.save(tmp_path / "a.model")
    again = Parser.load(tmp_path / "a.model")
    before, after = (one.parse(multiplane.read("sample:english")).layout.data.tobytes() for one in (parser, again))
    assert before == after
    again.save(tmp_path / "b.model")
    assert (tmp_path / "a.model").read_bytes() == (tmp_path / "b.model").read_bytes()


def test_clusters_and_features_belong_together(clusters: Clusters) -> None:
    treebank = multiplane.read("sample:dutch")
    with pytest.raises(MultiplaneError, match=r"^found attribute 'cluster6' and no word clusters; expected a file"):
        TransitionTrainer(treebank, features=FeatureModel(("S0.cluster6",), ("D.upos",)))
    with pytest.raises(MultiplaneError, match=r"^found word clusters that no feature looks at; expected a template"):
        TransitionTrainer(treebank, features=FeatureModel(("S0.form",), ("D.upos",)), clusters=clusters)


def test_resuming_with_other_clusters_is_refused(tmp_path: Path, clusters: Clusters) -> None:
    def stop(*_: object) -> None:
        raise ZeroDivisionError

    place = tmp_path / "checkpoint"
    settings = {"dev": "sample:dutch", "fast": True, "epochs": 2, "checkpoint": place, "checkpoint_every": 0}
    with pytest.raises(ZeroDivisionError):
        train("sample:german", clusters=clusters, progress=lambda now: now.epoch > 1 and stop(), **settings)
    assert place.exists()
    for other in (None, clusters_of([("a", "b")])):
        with pytest.raises(MultiplaneError, match="found other clusters; expected the same ones, as the training beg"):
            train("sample:german", clusters=other, resume=True, **settings)
    train("sample:german", clusters=clusters, resume=True, **settings)
