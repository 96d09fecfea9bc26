"""Rows of embeddings: what a word lacks has none; the first is of unknown values, the second of the root."""

ABSENT, UNKNOWN, ROOT, FIRST = -1, 0, 1, 2
