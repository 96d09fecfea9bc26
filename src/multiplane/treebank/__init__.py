"""Treebanks in and out without loss: sentences, trees, encoding into arrays."""

from multiplane.treebank.tree import Tree, check_heads, find_cycle

__all__ = ["Tree", "check_heads", "find_cycle"]
