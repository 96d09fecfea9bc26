"""Transition parsers: search with any scorer of transitions and labels.

`scorer` says what a scorer is and takes one step of a parse with it; `search` is greedy or with a beam; `model` parses
treebanks. `actions`, `context` and `extraction` are what scorers can look at. `learning` is the loop that learns from
decisions, for any learner and any gold, as that of `examples`; `attach` finds heads for words left without one, and
`results` makes trees of the arcs that were built. `linear/` is the averaged perceptron; networks are in
`multiplane.learn.neural`, support vector machines in `multiplane.papers.svm`.
"""
