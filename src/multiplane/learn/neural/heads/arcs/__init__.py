"""The head that scores all arcs of a sentence and the labels of a tree: an arc-factored parser."""
