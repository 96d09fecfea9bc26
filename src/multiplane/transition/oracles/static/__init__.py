"""Static oracles: one sequence of transitions that builds a gold tree."""
