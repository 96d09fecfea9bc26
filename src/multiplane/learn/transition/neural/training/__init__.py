"""Training the network of a transition parser: decisions on the parser's own way, and their loss."""
