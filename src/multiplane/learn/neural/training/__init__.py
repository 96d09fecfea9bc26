"""Training with PyTorch: the trainer of an encoder and a head, Adam, batches, branches and ensembles, time limits."""
