"""Dynamic oracles: the cost of each transition, whatever came before it."""
