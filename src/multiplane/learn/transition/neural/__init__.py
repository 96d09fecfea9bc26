"""A neural transition parser: trained by PyTorch, run by NumPy and Numba alone.

The encoder is that of the neural graph parser (`multiplane.learn.neural`). On top of it (`network`), every word has a
vector for each address of a configuration at which it may stand (`addresses`); the hidden layer of a configuration is
the sum of the vectors of the words at its addresses, as in Kiperwasser & Goldberg (2016), but with the products
computed once for each word. `scorer` makes it a transition scorer, `model` a parser with a file. What needs PyTorch is
in `training/`.
"""
