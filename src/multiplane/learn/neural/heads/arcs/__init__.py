"""The head of arcs: scores of all arcs of a sentence and of the labels of a tree, for an arc-factored parser.

`network` computes the scores, `scorer` makes an arc scorer of an encoder and the head, `model` a parser with a file,
`ensemble` one of several; `training` trains it.
"""
