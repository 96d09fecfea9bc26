"""Graph parsers: scores of all arcs, exact search for the best tree of a class, labels on its arcs.

`scorer` says what an arc scorer is, `model` parses with any of them, `linear/` is the one that is trained here.
Another is in `multiplane.learn.neural`.
"""
