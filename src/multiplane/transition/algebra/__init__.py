"""Transitions as compositions of elementary operations, and what follows from how they are composed."""
