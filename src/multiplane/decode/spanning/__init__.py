"""The best of all trees, and sums over all trees."""
