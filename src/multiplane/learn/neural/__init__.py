"""Neural parsers: trained by PyTorch, run by NumPy and Numba alone.

An encoder turns the words of a sentence into vectors (`encoders`); a head scores arcs, or transitions, from these
vectors (`heads`). `training` learns any encoder with any head, in branches and ensembles. `options` is what one can
choose. What needs PyTorch is imported by training alone.
"""
