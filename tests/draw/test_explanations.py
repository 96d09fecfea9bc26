"""The page of sentences outside a class: sorted, each once, with reason, repair and a drawing."""

from __future__ import annotations

from tests.draw.test_browse import listed

import multiplane
from multiplane.draw.explanations import ExplainedSentence, explanations_page
from multiplane.structure import classify, explain


def test_the_most_suspicious_comes_first_and_every_sentence_once() -> None:
    sample = multiplane.read("sample:dutch")
    explained = []
    for sentence in sample:
        why = explain(sentence.tree.heads, "projective", forms=sentence.tree.forms)
        if why is not None:
            explained.append(ExplainedSentence("dutch.conllu", sentence, why))
    labels = sample.encode(["deprel"])
    counts = {name: int((labels.ids["deprel"] == at).sum()) for at, name in enumerate(labels.vocabularies["deprel"])}
    page = explanations_page("projective", explained, len(sample), counts, page="x/page.html")
    found = listed(page)
    assert sorted(one["line"] for one in found) == sorted(one.sentence.line for one in explained)
    assert f"{len(explained)} of {len(sample)} sentences" in page and 'href="../dutch.conllu#L' in page
    shares = [eval_share(one["about"][0].split(" · ")[1]) for one in found]
    assert shares == sorted(shares)
    by_line = {one.sentence.line: one for one in explained}
    for one in found:
        why = by_line[one["line"]].why
        assert one["why"] == why.text.split("\n") and len(one["fix"]) == (why.repair is not None)
        if why.repair is not None:
            forms = ("root", *by_line[one["line"]].sentence.tree.forms)
            word, old, new = (f"{forms[at]} ({at})" for at in (why.repair.word, why.repair.instead_of, why.repair.to))
            assert one["fix"] == [f"repair: attach {word} to {new} instead of {old}"]
        assert sum("highlighted" in arc[3] for arc in one["drawing"][4]) == len(why.arcs)
        planar = classify(by_line[one["line"]].sentence.tree.heads).planar
        assert ("planar" in one["outside"]) == (not planar) and "projective" in one["outside"]


def eval_share(text: str) -> float:
    """The share in "3 of 40 arcs with label obj are like this"."""
    part, _, whole, *_ = text.split()
    return int(part) / int(whole)
