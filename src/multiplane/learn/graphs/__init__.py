"""Graph parsers: words with several heads, as in DEPS, by transition systems that build planar and k-planar graphs.

`system` says which systems there are and prepares them; `labels` takes words out of labels such as ``obl:in`` and puts
them back; `examples` is what is learned from, `oracle` what each transition costs. The loop that learns, the scorer and
the features are those of `multiplane.learn.transition`. `greedy` parses, `attach` finds heads for words that the root
does not reach; `model` is the finished parser, `trainer` the one in training.
"""
