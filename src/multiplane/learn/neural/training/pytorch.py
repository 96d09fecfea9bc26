"""PyTorch, where it is installed: only training needs it."""

from __future__ import annotations

import importlib
from typing import Any

from multiplane.errors import MultiplaneError

NEEDED = (
    "Neural training needs PyTorch: install it with `pip install torch` (without a graphics card, with the command "
    "that https://pytorch.org/get-started has for CPU: it is smaller)"
)


def load_torch(threads: int) -> Any:
    """The module torch, told how many threads to use; a clear error where it is not installed."""
    try:
        torch = importlib.import_module("torch")
    except ImportError:
        raise MultiplaneError(NEEDED) from None
    torch.set_num_threads(threads)
    return torch
