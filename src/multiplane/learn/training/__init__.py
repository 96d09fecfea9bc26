"""Training of any kind of model: the table of trainers, the loop, its checkpoints, the choice of a system."""
