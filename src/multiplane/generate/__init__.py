"""Generated trees and treebanks: random trees of a class, constructions that cross, sentences of invented languages."""

from multiplane.generate.sampling import class_sentences, random_tree, random_tree_sentences, treebank

__all__ = ["class_sentences", "random_tree", "random_tree_sentences", "treebank"]
