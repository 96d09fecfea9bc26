"""Training the network with PyTorch: batches, the network as PyTorch sees it, Adam, the trainer."""
