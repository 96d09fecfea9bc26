"""Predictions with other tokens, multiword tokens and sentences than the gold standard, over the same text."""

from __future__ import annotations

from random import Random

from multiplane.generate.random_trees import random_any_tree
from multiplane.treebank import Token, Treebank

Piece = tuple[str, tuple[str, ...]]
"""A token and its words, one of which is the token itself where it is no multiword token."""


def retokenized(gold: Treebank, seed: int, change: float = 0.15) -> Treebank:
    """Tokens merged, split and made of several words at random; sentence ends moved; random trees over them."""
    rng = Random(seed)
    pieces: list[Piece] = []
    ends: list[bool] = []
    columns: dict[str, Token] = {}
    for sentence in gold:
        covered = 0
        for row in sentence.rows:
            if isinstance(row.id, int):
                columns[row.form] = row
                if row.id <= covered:
                    pieces[-1] = pieces[-1][0], (*pieces[-1][1], row.form)
                else:
                    pieces.append((row.form, (row.form,)))
                    ends.append(False)
            elif "-" in row.id:
                covered = int(row.id.partition("-")[2])
                pieces.append((row.form, ()))
                ends.append(False)
        ends[-1] = True
    changed: list[tuple[Piece, bool]] = []
    for piece, end in zip(pieces, ends, strict=True):
        changed += [(one, False) for one in _changed(piece, rng, change)]
        if changed and rng.random() < change / 3:
            ((last, _),) = changed[-1:]
            if len(changed) > 1 and not changed[-2][1]:
                merged = changed[-2][0][0] + last[0]
                changed[-2:] = [((merged, (merged,)), False)]
        changed[-1] = changed[-1][0], (end and rng.random() > change) or rng.random() < change / 10
    changed[-1] = changed[-1][0], True
    return _treebank(changed, columns, rng)


def _changed(piece: Piece, rng: Random, change: float) -> list[Piece]:
    form, words = piece
    chance = rng.random()
    if chance > change:
        return [piece]
    if chance < change / 3 and len(form) > 1:
        place = rng.randrange(1, len(form))
        return [(part, (part,)) for part in (form[:place], form[place:])]
    if chance < 2 * change / 3:
        parts = [*words, *words[:1]] if rng.random() < 0.5 else ["de", *words]
        rng.shuffle(parts)
        return [(form, tuple(parts))]
    return [(form, (form,))]


def _treebank(pieces: list[tuple[Piece, bool]], columns: dict[str, Token], rng: Random) -> Treebank:
    known = list(columns.values())
    lines: list[str] = []
    rows: list[tuple[str, bool, str]] = []
    words = 0
    for (form, parts), end in pieces:
        if len(parts) > 1 or parts[0] != form:
            rows.append((f"{words + 1}-{words + len(parts)}", False, form))
        for part in parts:
            words += 1
            rows.append((str(words), True, part))
        if end:
            heads = iter(random_any_tree(words, rng, single_root=True))
            for id, is_word, form in rows:
                if not is_word:
                    lines.append("\t".join([id, form, *"_" * 8]))
                    continue
                like = columns.get(form) if rng.random() < 0.8 else rng.choice(known)
                like = like or rng.choice(known)
                head = next(heads)
                deprel = "root" if head == 0 else like.deprel if like.deprel != "root" else "dep"
                lines.append(
                    "\t".join([id, form, like.lemma, like.upos, like.xpos, like.feats, str(head), deprel, "_", "_"])
                )
            lines.append("")
            rows, words = [], 0
    return Treebank.from_text("\n".join(lines) + "\n", "conllu", source="retokenized")
