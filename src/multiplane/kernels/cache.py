"""The machine code of kernels on disk: one file for a kernel, its meaning and the types of its arguments.

The name of a file holds the stamps of what is in it (see ``stamp``), so a file is right or it is not found: nothing is
ever looked up by date, and no index can be out of step. A file appears whole, by renaming, and begins with a checksum:
processes that compile the same kernel at once write the same file, and one that was damaged is written anew. Whatever
goes wrong with a file, a kernel is then compiled as if there were none.

The files lie beside the source, or in the user's cache folder where the package is read-only, or in NUMBA_CACHE_DIR:
Numba's own rule. Where none of them can be written to, kernels are compiled in each process.
"""

from __future__ import annotations

import hashlib
import inspect
import pickle
import secrets
import shutil
import sys
from contextlib import suppress
from functools import cached_property
from pathlib import Path
from typing import Any

from numba.core.caching import CompileResultCacheImpl, _Cache
from numba.core.serialize import dumps
from numba.core.sigutils import normalize_signature

from multiplane.kernels.inner import is_inner, rebuild_inner
from multiplane.kernels.stamp import stamp_of_kernel, stamp_of_surroundings, stamp_of_types

CHECKSUM_BYTES = 32
STAMP_LETTERS = 16
SUFFIX = ".nbc"


class KernelCache(_Cache):  # type: ignore[misc]
    """What a Numba dispatcher asks for machine code before it compiles, and gives it to afterwards."""

    def __init__(self, dispatcher: Any) -> None:
        self._dispatcher = dispatcher
        self._enabled = True

    @cached_property
    def _storage(self) -> Any:
        """Numba's way to find the folder and to turn compiled code into plain data."""
        return CompileResultCacheImpl(self._dispatcher.py_func)

    @cached_property
    def _stamp(self) -> str:
        return stamp_of_kernel(self._dispatcher)

    @cached_property
    def _name(self) -> str:
        function = self._dispatcher.py_func
        name = f"{Path(inspect.getfile(function)).stem}.{function.__qualname__}".replace("<", "").replace(">", "")
        form = "-inner" if self._dispatcher.targetoptions.get("no_cpython_wrapper") else ""
        return f"{name}{form}-{sys.implementation.cache_tag}"

    @property
    def cache_path(self) -> str | None:
        """The folder of the files; None where there is none."""
        try:
            return str(self._storage.locator.get_cache_path())
        except RuntimeError:
            return None

    def load_overload(self, signature: Any, target_context: Any) -> Any:
        """The compiled kernel for these types, or None where it has to be compiled."""
        target_context.refresh()
        if not self._enabled:
            return None
        try:
            path, key = self._place(signature, target_context.codegen())
            content = path.read_bytes()
            payload = content[CHECKSUM_BYTES:]
            if content[:CHECKSUM_BYTES] != _checksum(key, payload):
                return None
            kept = pickle.loads(payload)
            return (
                rebuild_inner(target_context, kept) if is_inner(kept) else self._storage.rebuild(target_context, kept)
            )
        except Exception:
            return None

    def place(self, signature: Any) -> Path | None:
        """The file for these types, whether it is there or not; None where there cannot be one."""
        try:
            return self._place(signature, self._dispatcher.targetctx.codegen())[0] if self._enabled else None
        except Exception:
            return None

    def has(self, signature: Any) -> bool:
        """Whether there is a file for these types."""
        place = self.place(signature)
        return place is not None and place.is_file()

    def save_overload(self, signature: Any, compiled: Any) -> None:
        """Keep a compiled kernel, if there is a place for it."""
        if not self._enabled:
            return
        with suppress(Exception):
            if self._storage.check_cachable(compiled):
                path, key = self._place(signature, compiled.codegen)
                payload = dumps(self._storage.reduce(compiled))
                _write(path, _checksum(key, payload) + payload)
                self._remove_outdated(_processor(compiled.codegen))

    def enable(self) -> None:
        """Use the files."""
        self._enabled = True

    def disable(self) -> None:
        """Leave the files alone."""
        self._enabled = False

    def flush(self) -> None:
        """Forget all that is kept of this kernel."""
        with suppress(Exception):
            for path in self._files():
                _remove(path)

    def _place(self, signature: Any, codegen: Any) -> tuple[Path, str]:
        """The file for these types on this processor, and the whole text that its name is short for."""
        arguments, _ = normalize_signature(signature)
        types = f"{stamp_of_types(arguments)} {codegen.magic_tuple()} {stamp_of_surroundings()}"
        short = hashlib.blake2b(types.encode(), digest_size=STAMP_LETTERS // 2).hexdigest()
        folder = Path(self._storage.locator.get_cache_path())
        name = f"{self._name}.{_processor(codegen)}.{self._stamp[:STAMP_LETTERS]}.{short}{SUFFIX}"
        return folder / name, f"{self._stamp} {types}"

    def _files(self) -> list[Path]:
        folder = Path(self._storage.locator.get_cache_path())
        return [path for path in folder.iterdir() if path.name.startswith(f"{self._name}.")]

    def _remove_outdated(self, processor: str) -> None:
        """Remove what was kept for this processor when the kernel meant something else; kernels made in a closure share
        a name. Machines that share a folder may give a kernel other constants.
        """
        if self._dispatcher.py_func.__closure__ is None:
            own = f"{self._name}.{processor}."
            for path in self._files():
                if path.name.startswith(own) and not path.name.startswith(f"{own}{self._stamp[:STAMP_LETTERS]}."):
                    _remove(path)


def _processor(codegen: Any) -> str:
    """A short name for the processor and its features."""
    return hashlib.blake2b(repr(codegen.magic_tuple()).encode(), digest_size=STAMP_LETTERS // 4).hexdigest()


def _checksum(key: str, payload: bytes) -> bytes:
    return hashlib.blake2b(payload, digest_size=CHECKSUM_BYTES, key=hashlib.sha256(key.encode()).digest()).digest()


def _write(path: Path, content: bytes) -> None:
    """Make a file appear whole, in place of whatever has its name."""
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(f"{path.name}.{secrets.token_hex(4)}")
    try:
        part.write_bytes(content)
        if path.is_dir():
            _remove(path)
        part.replace(path)
    except BaseException:
        part.unlink(missing_ok=True)
        raise


def _remove(path: Path) -> None:
    """Remove a file, a link or a folder."""
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path)
    else:
        path.unlink(missing_ok=True)
