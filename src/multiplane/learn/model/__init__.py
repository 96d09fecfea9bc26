"""Trained models: the parser, its file, its predictions."""
