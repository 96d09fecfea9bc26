"""Heads: what is predicted from the vectors of an encoder."""
