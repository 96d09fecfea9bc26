"""Generated trees and treebanks: random trees of a class, and sentences of an invented language, with crossing arcs."""

from multiplane.generate.sampling import class_sentences, random_tree, random_tree_sentences, treebank

__all__ = ["class_sentences", "random_tree", "random_tree_sentences", "treebank"]
