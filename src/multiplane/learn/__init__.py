"""Learning: features, linear models, training, and parsing with any transition system or decoder."""
