"""Small treebanks of graphs, made by rule: subjects shared by conjuncts, relative clauses, labels with prepositions."""

from __future__ import annotations

from random import Random

NOUNS, VERBS, PREPOSITIONS = ("dog", "cat", "hen", "cow"), ("sees", "hears", "likes"), ("in", "on", "near")


def row(id: int, form: str, upos: str, head: int, deprel: str, deps: str) -> str:
    return f"{id}\t{form}\t{form}\t{upos}\t_\t_\t{head}\t{deprel}\t{deps}\t_"


def made_sentence(rng: Random) -> list[str]:
    """Noun verb (and verb) noun, and perhaps a preposition with its noun, or a relative clause with its cycle."""
    noun, verb, place = (lambda: rng.choice(NOUNS)), (lambda: rng.choice(VERBS)), rng.choice(PREPOSITIONS)
    kind = rng.randrange(3)
    if kind == 0:
        return [
            row(1, noun(), "NOUN", 2, "nsubj", "2:nsubj|4:nsubj"),
            row(2, verb(), "VERB", 0, "root", "0:root"),
            row(3, "and", "CCONJ", 4, "cc", "4:cc"),
            row(4, verb(), "VERB", 2, "conj", "0:root|2:conj:and"),
            row(5, noun(), "NOUN", 4, "obj", "4:obj"),
        ]
    if kind == 1:
        return [
            row(1, noun(), "NOUN", 2, "nsubj", "2:nsubj"),
            row(2, verb(), "VERB", 0, "root", "0:root"),
            row(3, place, "ADP", 4, "case", "4:case"),
            row(4, noun(), "NOUN", 2, "obl", f"2:obl:{place}"),
        ]
    return [
        row(1, noun(), "NOUN", 4, "nsubj", "3:nsubj|4:nsubj"),
        row(2, "that", "PRON", 3, "nsubj", "1:ref"),
        row(3, verb(), "VERB", 1, "acl", "1:acl:relcl"),
        row(4, verb(), "VERB", 0, "root", "0:root"),
        row(5, noun(), "NOUN", 4, "obj", "4:obj"),
    ]


def made_graphs(sentences: int, seed: int) -> str:
    """A treebank of these sentences as CoNLL-U."""
    rng = Random(seed)
    return "".join(
        f"# sent_id = made-{number}\n" + "\n".join(made_sentence(rng)) + "\n\n" for number in range(sentences)
    )


def random_graphs(sentences: int, seed: int, roots: int = 1) -> str:
    """A treebank of graphs without rhyme or reason, with arcs that cross and cycles; the root reaches every word."""
    rng = Random(seed)
    lines: list[str] = []
    for _ in range(sentences):
        words = rng.randrange(1, 13)
        order = rng.sample(range(1, words + 1), words)
        heads = {word: {rng.choice(order[:place]) if place >= roots else 0} for place, word in enumerate(order)}
        for word in rng.choices(order, k=rng.randrange(words + 1)):
            heads[word] |= {rng.choice(order) if rng.random() < 0.9 else 0} - {word}
        for word in range(1, words + 1):
            deps = "|".join(f"{head}:{'dep' if head else 'root'}" for head in sorted(heads[word]))
            form, tag = rng.choice(NOUNS + VERBS + PREPOSITIONS), rng.choice(("NOUN", "VERB", "ADP"))
            lines.append(row(word, form, tag, word - 1, "dep", deps))
        lines.append("")
    return "\n".join([*lines, ""])
