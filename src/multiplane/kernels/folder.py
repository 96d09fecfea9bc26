"""The folder of machine code: its name is a hash of all that machine code depends on, so that it is never out of date.

It lies in the package's ``__pycache__``, or in the user's cache folder where that is read-only, or in NUMBA_CACHE_DIR
and nowhere else. What another user has compiled is read wherever it lies: only new machine code needs a folder that can
be written to.
"""

from __future__ import annotations

import hashlib
import os
import platform
import shutil
import sys
import tempfile
import time
from contextlib import suppress
from functools import cache
from importlib.metadata import version
from pathlib import Path
from types import FunctionType

PACKAGE = Path(__file__).parents[1]
LIBRARIES = ("numba", "llvmlite", "numpy")
SETTINGS = ("OPT", "BOUNDSCHECK", "DEBUGINFO", "LOOP_VECTORIZE", "SLP_VECTORIZE", "DISABLE_INTEL_SVML", "CPU_NAME")
MAX_OTHERS, HOUR = 2, 3600
PREFIX = "kernels-"


@cache
def folder_name() -> str:
    """One hash of the package's sources, the versions of libraries, Numba's settings and the kind of machine."""
    settings = [f"{name}={os.environ.get(f'NUMBA_{name}')}" for name in SETTINGS]
    settings.append(os.environ.get("MULTIPLANE_NUMBA", ""))
    parts = [sys.version, platform.machine(), *map(version, LIBRARIES), *settings]
    digest = hashlib.blake2b("\0".join(parts).encode(), digest_size=8)
    for path in sorted(PACKAGE.rglob("*.py")):
        digest.update(f"\0{path.relative_to(PACKAGE).as_posix()}\0".encode() + path.read_bytes())
    return PREFIX + digest.hexdigest()


@cache
def folders() -> tuple[Path, ...]:
    """Where machine code may be found, the best place first; there need not be any."""
    chosen = os.environ.get("NUMBA_CACHE_DIR")
    places = [Path(chosen)] if chosen else [PACKAGE / "__pycache__", user_folder() / "multiplane"]
    return tuple(place / folder_name() for place in places)


@cache
def writable_folder() -> Path | None:
    """The first of them that machine code can be written to, which is made; None if there is none."""
    for folder in folders():
        with suppress(OSError):
            folder.mkdir(parents=True, exist_ok=True)
            tempfile.TemporaryFile(dir=folder).close()
            os.utime(folder)
            _remove_outdated(folder)
            return folder
    return None


def user_folder() -> Path:
    """Where programs keep what they can make anew."""
    if os.name == "nt":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches"
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")


def name_in_folder(function: FunctionType) -> str:
    """The beginning of the names of a kernel's files.

    >>> name_in_folder(user_folder).startswith("kernels.folder.user_folder-")
    True
    """
    source = Path(function.__code__.co_filename)
    module = ".".join(source.relative_to(PACKAGE).with_suffix("").parts) if is_ours(function) else source.stem
    name = f"{module}.{function.__qualname__}".replace("<", "").replace(">", "")
    return f"{name}-{function.__code__.co_firstlineno}"


def is_ours(function: FunctionType) -> bool:
    """Whether a function stands in the sources of the package, which the name of the folder tells apart."""
    return Path(function.__code__.co_filename).is_relative_to(PACKAGE)


def is_kept(function: FunctionType) -> bool:
    """Whether there is machine code of this kernel, for arguments of some types."""
    return any((folder / f"{name_in_folder(function)}.nbi").is_file() for folder in folders())


def _remove_outdated(folder: Path) -> None:
    """Remove the machine code of other versions, but for the last ones and those that were just in use."""
    others = [other for other in folder.parent.glob(f"{PREFIX}*") if other != folder]
    for other in sorted(others, key=lambda path: -path.stat().st_mtime)[MAX_OTHERS:]:
        if time.time() - other.stat().st_mtime > HOUR:
            shutil.rmtree(other, ignore_errors=True)
