"""Labels with words in them: ``obl:in`` is learned as ``obl:<case>`` and written with the lemma of the case marker.

The labels of enhanced graphs in Universal Dependencies carry prepositions, subordinators and conjunctions. These are
dependents of the word in the graph itself, with the relations case, mark and cc, so that a few labels with gaps stand
for hundreds. How a marker is spelled in a label (``include``: ``including``) is counted in the training data. A
conjunct without a marker of its own has that of the conjunct before it, or the conjunction of one after it.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence

import numpy as np

from multiplane.evaluate.conventions import main_relation
from multiplane.treebank.deps import GraphArcs
from multiplane.treebank.treebank import Treebank

MARKERS = ("case", "mark", "cc")
GAPS = {
    "<case>": ("case", 0),
    "<mark>": ("mark", 0),
    "<cc>": ("cc", 0),
    "<last-case>": ("case", -1),
    "<last-mark>": ("mark", -1),
}
"""The relation of the marker that belongs in a gap, and which of several: the first or the last."""

Spelling = Mapping[str, Mapping[str, str]]
"""By relation, how a marker is spelled in labels where that is not its lemma."""


class MarkedWords:
    """The markers of all words of a treebank, by the arcs of its graphs. Words are counted from 0 over all sentences.

    >>> rows = ["1 sits _ _ _ _ 0 root 0:root _", "2 in in _ _ _ 3 case 3:case _", "3 it _ _ _ _ 1 obl 1:obl:in _"]
    >>> from multiplane.treebank.deps import read_deps
    >>> treebank = Treebank.from_text("\\n".join(rows).replace(" ", "\\t"))
    >>> marked = MarkedWords(treebank, read_deps(treebank))
    >>> marked.phrase("<case>", 0, 2), marked.phrase("<mark>", 0, 2)
    ('in', None)
    """

    def __init__(self, treebank: Treebank, arcs: GraphArcs) -> None:
        encoded = treebank.encode(["lemma", "form"])
        self._lemmas, self._forms = encoded.ids["lemma"], encoded.ids["form"]
        self._lemma_texts, self._form_texts = (encoded.vocabularies[name] for name in ("lemma", "form"))
        self._dependents: dict[str, defaultdict[int, list[int]]] = {
            relation: defaultdict(list) for relation in (*MARKERS, "fixed", "conj")
        }
        self._conjoined: defaultdict[int, list[int]] = defaultdict(list)
        for head, word, relation in _of_relations(treebank, arcs, self._dependents):
            self._dependents[relation][head].append(word)
            if relation == "conj":
                self._conjoined[word].append(head)

    def phrase(self, gap: str, head: int, word: int) -> str | None:
        """The lemma of the marker for a gap of an arc's label, with those fixed to it; None if there is none."""
        relation, place = GAPS[gap]
        markers = self._dependents[relation]
        if relation == "cc":
            others: Iterable[int] = (other for other in self._dependents["conj"].get(head, ()) if other > word)
        else:
            others = self._conjoined.get(word, ())
        for source in (word, *others):
            if source in markers:
                marker = sorted(markers[source])[place]
                parts = sorted([marker, *self._dependents["fixed"].get(marker, ())])
                return "_".join(map(self._lemma, parts))
        return None

    def _lemma(self, word: int) -> str:
        lemma: str = self._lemma_texts[self._lemmas[word]]
        text: str = self._form_texts[self._forms[word]] if lemma == "_" else lemma
        return text.lower()


def spelling_of(marked: MarkedWords, arcs: Iterable[tuple[int, int, str]]) -> dict[str, dict[str, str]]:
    """How markers are spelled in the labels of arcs (head, word, label) where it is not by their lemmas.

    A spelling must be that of the marker in most of its labels, and of this marker in most labels that have it.
    """
    totals: Counter[str] = Counter()
    counts: dict[str, defaultdict[str, Counter[str]]] = {relation: defaultdict(Counter) for relation in MARKERS}
    for head, word, label in arcs:
        for part in label.split(":")[1:]:
            totals[part] += 1
            for gap in ("<case>", "<mark>", "<cc>"):
                phrase = marked.phrase(gap, head, word)
                if phrase is not None:
                    counts[GAPS[gap][0]][phrase][part] += 1
    spelling: dict[str, dict[str, str]] = {relation: {} for relation in MARKERS}
    for relation, phrases in counts.items():
        for phrase, found in sorted(phrases.items()):
            best, times = found.most_common(1)[0]
            if phrase not in found and times > 1 and 2 * times > max(found.total(), totals[best]):
                spelling[relation][phrase] = best
    return spelling


def with_gaps(marked: MarkedWords, spelling: Spelling, head: int, word: int, label: str) -> str:
    """A label with gaps for the words in it: ``obl:in`` becomes ``obl:<case>``."""
    base, *parts = label.split(":")
    for place, part in enumerate(parts):
        for gap, (relation, _) in GAPS.items():
            phrase = marked.phrase(gap, head, word)
            if phrase is not None and spelling.get(relation, {}).get(phrase, phrase) == part:
                parts[place] = gap
                break
    return ":".join([base, *parts])


def without_gaps(marked: MarkedWords, spelling: Spelling, head: int, word: int, label: str) -> str:
    """The label with its gaps filled; a gap for which there is no marker is left out."""
    base, *parts = label.split(":")
    filled = [base]
    for part in parts:
        if part in GAPS:
            phrase = marked.phrase(part, head, word)
            if phrase is not None:
                filled.append(spelling.get(GAPS[part][0], {}).get(phrase, phrase))
        else:
            filled.append(part)
    return ":".join(filled)


def has_gaps(label: str) -> bool:
    """Whether a label has a gap.

    >>> has_gaps("obl:<case>"), has_gaps("obl")
    (True, False)
    """
    return ":<" in label


def _of_relations(treebank: Treebank, arcs: GraphArcs, relations: Iterable[str]) -> Iterable[tuple[int, int, str]]:
    """Head, word and main relation of the arcs with these relations, words counted over all sentences."""
    wanted = set(relations)
    main = [main_relation(label) for label in arcs.vocabulary]
    chosen = np.array([relation in wanted for relation in main], np.bool_)[arcs.labels] & (arcs.heads > 0)
    bases = np.repeat(treebank.offsets[:-1], np.diff(arcs.starts))[chosen] - 1
    heads, words = bases + arcs.heads[chosen], bases + arcs.dependents[chosen]
    labels: Sequence[int] = arcs.labels[chosen].tolist()
    return ((head, word, main[label]) for head, word, label in zip(heads.tolist(), words.tolist(), labels, strict=True))
