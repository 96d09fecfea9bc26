"""Kernels of a module as Python runs them, whether they have been compiled before or not."""

from __future__ import annotations

from functools import partial
from types import ModuleType

import pytest

from multiplane.kernels.interpret import interpret


def interpret_kernels(monkeypatch: pytest.MonkeyPatch, *modules: ModuleType) -> None:
    """Let Python code of these modules call the twins of all kernels that it names."""
    for module in modules:
        found = {name: value.py_func for name, value in vars(module).items() if hasattr(value, "py_func")}
        assert found
        for name, function in found.items():
            monkeypatch.setattr(module, name, partial(interpret, function))
