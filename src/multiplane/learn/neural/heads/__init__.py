"""Heads: what is predicted from the vectors of an encoder, whichever it is.

A head has two halves, too. The training half, a `multiplane.learn.neural.training.trainer.TrainableHead`, gives the
loss of a batch from the vectors of its nodes, and in the end a finished model of an encoder and its own weights. The
model's file holds both as parts (`multiplane.learn.neural.encoders.as_parts`). ``arcs/`` scores arcs and labels for
exact search, ``transitions/`` the transitions of a configuration. A new head is a folder here, with a function that
makes its trainer.
"""
