"""The head that scores the transitions of a configuration, and the labels of its arcs: a transition parser.

Every word has a vector for each address of a configuration at which it may stand (`addresses`); the hidden layer of a
configuration is the sum of the vectors of the words at its addresses, as in Kiperwasser & Goldberg (2016), but with the
products computed once for each word (`network`). `scorer` makes it a transition scorer, `model` a parser with a file;
`recording` and `training` train it.
"""
