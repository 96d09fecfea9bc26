"""Transition parsers: search with any scorer of transitions and labels.

`scorer` says what a scorer is and takes one step of a parse with it; `search` is greedy or with a beam; `model` parses
treebanks. `actions`, `context` and `extraction` are what scorers can look at, `examples` is what they learn from, and
`results` makes trees of the arcs that were built. `linear/` is the averaged perceptron; networks are in
`multiplane.learn.neural`, support vector machines in `multiplane.papers.svm`.
"""
