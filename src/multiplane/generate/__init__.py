"""Made trees and treebanks: random trees of a class, constructions that cross, sentences of invented languages."""

from multiplane.generate.sampling import generate, random_tree

__all__ = ["generate", "random_tree"]
