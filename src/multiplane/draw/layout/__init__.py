"""Positions of words, arcs and labels, for every format: what to draw, how wide it is, where a long sentence breaks."""
