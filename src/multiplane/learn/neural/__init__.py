"""A neural graph parser: trained by PyTorch, run by NumPy and Numba alone.

The network reads attributes of words (`columns`, `vocabulary`), joins their embeddings (`embeddings`), passes them
through quasi-recurrent layers (`scan`), and scores all arcs of a sentence and the labels of a tree (`network`).
`scorer` makes it an arc scorer, `model` a parser with a file. What needs PyTorch is in `training/`, and imported by it
alone.
"""
