"""Encoders: what turns the words of a sentence into vectors in context."""
