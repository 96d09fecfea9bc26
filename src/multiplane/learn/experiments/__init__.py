"""The papers' experiments: their tables as data, runs that are kept, and the tables filled from treebanks at hand."""
