"""Fixtures: the real treebanks, where they lie beside the project or in MULTIPLANE_TREEBANKS.

Notices of compilation are not wanted in what tests compare, nor a second process that compiles: all cores are busy. A
suite that was started in the background ignores Ctrl-C, and so would all commands that it starts: they are to be
interrupted as a user's are. Garbage is looked for seldom, and not among the thousands of tests themselves. No example
of Hypothesis has a deadline: one that compiles a kernel takes seconds. The profile with more examples is for
`make test-all`.
"""

from __future__ import annotations

import gc
import os
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

from multiplane.kernels.interpret import kernels

os.environ.setdefault("MULTIPLANE_QUIET", "1")
os.environ.setdefault("MULTIPLANE_COMPILERS", "1")
settings.register_profile("quick", deadline=None, max_examples=25)
settings.register_profile("thorough", deadline=None, max_examples=200)
settings.load_profile("quick")
gc.set_threshold(50_000, 20, 20)
TREEBANKS = Path(os.environ.get("MULTIPLANE_TREEBANKS", Path(__file__).parents[2] / "shared" / "treebanks"))

if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_collection_finish() -> None:
    gc.collect()
    gc.freeze()


@pytest.fixture(scope="session")
def treebanks() -> Path:
    if not TREEBANKS.is_dir():
        pytest.skip(f"no treebanks at {TREEBANKS}; set MULTIPLANE_TREEBANKS")
    return TREEBANKS


@pytest.fixture(params=["interpreted", pytest.param("compiled", marks=pytest.mark.slow)])
def mode(request: pytest.FixtureRequest) -> Iterator[None]:
    """Small jobs in plain Python, and where time does not matter with machine code too."""
    with kernels(request.param):
        yield
