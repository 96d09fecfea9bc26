"""Dynamic oracles: what a transition costs, whatever came before it."""
