"""Linear models of transitions: scores, search, learning."""
