"""The best projective tree, and sums over projective trees."""
