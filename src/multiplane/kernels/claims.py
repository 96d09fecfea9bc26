"""One process at a time compiles a kernel; whoever else needs it waits for the file.

A claim is a lock on one byte of a file in the folder of the machine code. Locks of files end with the process that
holds them, however it ends, so no claim outlives its owner. Where files cannot be locked, or not written, a kernel is
compiled without a claim, by as many processes as need it.
"""

from __future__ import annotations

import hashlib
import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None  # type: ignore[assignment]

LOCKS = "compiling.lock"
MAX_WAIT = 120.0
PAUSE = 0.05


@contextmanager
def claim(place: Path) -> Iterator[bool]:
    """Claim what is to be written to a place; false if another process has it.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder, claim(Path(folder) / "a kernel") as mine:
    ...     mine
    True
    """
    try:
        place.parent.mkdir(parents=True, exist_ok=True)
        locks = os.open(place.parent / LOCKS, os.O_RDWR | os.O_CREAT, 0o644)
    except OSError:
        yield True
        return
    try:
        yield _is_locked_here(locks, place)
    finally:
        os.close(locks)


def is_free(place: Path) -> bool:
    """Whether no other process has claimed a place."""
    with claim(place) as mine:
        return mine


@contextmanager
def claim_or_wait(place: Path, waiting: Callable[[float], None]) -> Iterator[None]:
    """Claim a place, or wait until the process that has claimed it is done; told now and then how long that takes."""
    began = time.monotonic()
    while True:
        with claim(place) as mine:
            if mine or time.monotonic() - began > MAX_WAIT:
                yield
                return
        waiting(time.monotonic() - began)
        time.sleep(PAUSE)


def _is_locked_here(locks: int, place: Path) -> bool:
    """Whether this process has got the byte that stands for a place, if bytes can be locked at all."""
    if fcntl is None:
        return True
    byte = int.from_bytes(hashlib.blake2b(place.name.encode(), digest_size=7).digest(), "big")
    try:
        fcntl.lockf(locks, fcntl.LOCK_EX | fcntl.LOCK_NB, 1, byte)
    except (BlockingIOError, PermissionError):
        return False
    except OSError:
        return True
    return True
