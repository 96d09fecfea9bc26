"""Rows of embeddings: what a word lacks has none; unknown values have the first one, the root the second, others follow."""

ABSENT, UNKNOWN, ROOT, FIRST = -1, 0, 1, 2
