"""Graph parsers: words with several heads, as in DEPS, by transition systems that build planar and k-planar graphs.

`system` says which systems there are and prepares them; `labels` takes words out of labels such as ``obl:in`` and puts
them back; `examples` is what is learned from, `oracle` what each transition costs; `perceptron` learns and `greedy`
parses, with the scorer and the features of `multiplane.learn.transition`; `headless` finds heads for words left
without one; `model` is the finished parser, `trainer` the one in training.
"""
