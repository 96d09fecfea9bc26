"""Finished models: the parser, its file, its predictions, parsing in blocks."""
