"""The kernel tags as plain Python does."""

from __future__ import annotations

import numpy as np
import pytest
from tests.text.tagger.twin import tags_of

import multiplane
from multiplane.learn.features.clusters import Clusters, clusters_of
from multiplane.text.tagger import train_tagger
from multiplane.text.tagger.templates import ONE_WAY

GERMAN = multiplane.read("sample:german")
DUTCH = multiplane.read("sample:dutch")
CLUSTERS = clusters_of([("der", "0010"), ("die", "0011"), ("und", "10"), ("hat", "110101")])


@pytest.mark.parametrize(
    ("templates", "clusters"), [(None, None), (None, CLUSTERS), (ONE_WAY, None), (("form", "kind+1"), None)]
)
def test_the_kernel_tags_as_plain_python_does(templates: tuple[str, ...] | None, clusters: Clusters | None) -> None:
    tagger = train_tagger(GERMAN, epochs=2, clusters=clusters, templates=templates)
    for treebank in (GERMAN, DUTCH):
        given = np.full(treebank.word_count, -1, np.int32)
        given[2::5] = np.arange(len(given[2::5])) % (len(tagger.tagset) + 1)
        assert tagger.predict(treebank, given).tolist() == tags_of(tagger, treebank, given.tolist())
