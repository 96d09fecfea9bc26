"""Transition systems: what one is, those of the papers, and their names."""
