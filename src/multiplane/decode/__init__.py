"""Exact search over arc scores: the best tree of a class, the k best, marginals, whole batches on all cores."""
