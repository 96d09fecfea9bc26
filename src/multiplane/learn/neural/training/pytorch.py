"""PyTorch, where it is installed: only training needs it."""

from __future__ import annotations

import importlib
from typing import Any

from multiplane.errors import MultiplaneError

INSTALL = (
    "pip install 'multiplane[neural]' (without a graphics card, after the smaller CPU build of torch: "
    "https://pytorch.org/get-started has the command)"
)


def load_torch(threads: int) -> Any:
    """The module torch, told how many threads to use; a clear error where it is not installed."""
    try:
        torch = importlib.import_module("torch")
    except ImportError:
        raise MultiplaneError(f"found no PyTorch, which trains neural models; expected it: {INSTALL}") from None
    torch.set_num_threads(threads)
    return torch
