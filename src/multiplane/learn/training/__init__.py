"""Training: the loop, its checkpoints, its configuration."""
