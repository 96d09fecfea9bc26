"""Output files that appear whole or not at all: written under a temporary name in the same folder, then renamed.

A process that is killed leaves its temporary file, ``.NAME.01234567.part``; the next one that writes NAME removes it.
Temporary files are locked while they are written, so that those of processes still at work are left alone. A symbolic
link at the place of the output is followed: the file that it points to is replaced, the link stays.
"""

from __future__ import annotations

import bz2
import errno
import gzip
import lzma
import os
import re
import secrets
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import lru_cache
from pathlib import Path
from typing import IO

try:
    import fcntl
except ImportError:  # Windows, which does not let a file be removed while it is open
    fcntl = None  # type: ignore[assignment]

from multiplane.errors import MultiplaneError

MAX_NAME_LENGTH = 255 - len("..01234567.part")
COMPRESSIONS = (".gz", ".bz2", ".xz")
_LEFTOVER = re.compile(r"\.(.+)\.[0-9a-f]{8}\.part", re.DOTALL)


@contextmanager
def open_output(path: str | Path) -> Iterator[IO[bytes]]:
    """A binary stream, compressed if the name ends in .gz, .bz2 or .xz; ``-`` is standard output.

    If writing fails or is interrupted, no file is left behind and an existing file stays as it was.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     with open_output(Path(folder) / "a.txt") as out:
    ...         _ = out.write(b"whole")
    ...     (Path(folder) / "a.txt").read_text()
    'whole'
    """
    if str(path) == "-":
        yield sys.stdout.buffer
        sys.stdout.buffer.flush()
        return
    place = Path(path)
    try:
        target = Path(os.path.realpath(place))
        if target.is_symlink():
            raise MultiplaneError(f"{place}: is a link that leads in a circle; expected a file")
        if target.is_dir():
            raise MultiplaneError(f"{place}: is a directory; expected a file")
        if target.exists() and not target.is_file():
            with target.open("wb") as device, _compressed(device, place.suffix.lower()) as out:
                yield out
        else:
            with _replacing(target) as plain, _compressed(plain, place.suffix.lower()) as out:
                yield out
    except FileNotFoundError as error:
        raise MultiplaneError(f"{place}: no such folder") from error
    except PermissionError as error:
        raise MultiplaneError(f"{place}: no permission to write it") from error
    except BrokenPipeError:
        raise
    except OSError as error:
        raise MultiplaneError(f"{place}: {error.strerror or error}") from error


def write_text(path: str | Path, text: str) -> None:
    """Write text as UTF-8, all of it or nothing.

    >>> write_text("no/such/folder/a.txt", "text")
    Traceback (most recent call last):
      ...
    multiplane.errors.MultiplaneError: no/such/folder/a.txt: no such folder
    """
    with open_output(path) as out:
        out.write(text.encode("utf-8"))


def remove_leftovers(path: str | Path) -> None:
    """Remove the temporary files of processes that were killed while they wrote this file, not of those at work.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     _ = (Path(folder) / ".a.model.0123abcd.part").write_bytes(b"half")
    ...     remove_leftovers(Path(folder) / "a.model")
    ...     list(Path(folder).iterdir())
    []
    """
    target = Path(os.path.realpath(path))
    for file in _temporary_files(target.parent).get(_shortened(target.name), ()):
        _remove_unless_in_use(file)


def _temporary_files(folder: Path) -> dict[str, list[Path]]:
    """All temporary files in a folder, by the names of the files that they were to become."""
    found: dict[str, list[Path]] = {}
    with suppress(OSError), os.scandir(folder) as entries:
        for entry in entries:
            name = _LEFTOVER.fullmatch(entry.name) if entry.name.endswith(".part") else None
            if name and entry.is_file(follow_symlinks=False):
                found.setdefault(name[1], []).append(Path(entry.path))
    return found


_temporary_files_at_first = lru_cache(maxsize=64)(_temporary_files)
"""Those that were there when this process first wrote into a folder, so that a folder is listed only once."""


def _remove_unless_in_use(file: Path) -> None:
    with suppress(OSError):
        if fcntl is None:
            file.unlink()
            return
        with file.open("rb") as opened:
            if _lock(opened):
                file.unlink()


def _lock(file: IO[bytes]) -> bool | None:
    """Lock a file until it is closed; False if another process holds it, None if the file system knows no locks."""
    if fcntl is None:
        return None
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:
        return None
    return True


def _new_temporary(target: Path) -> tuple[Path, IO[bytes]]:
    """A new temporary file, open and locked; another one where a process took it for a leftover before it was."""
    while True:
        temporary = target.with_name(f".{_shortened(target.name)}.{secrets.token_hex(4)}.part")
        out = temporary.open("xb")
        if _lock(out) is not False and temporary.exists():
            return temporary, out
        out.close()


def _shortened(name: str) -> str:
    """The name, cut so that the temporary name still fits in the 255 bytes that file systems allow."""
    return os.fsencode(name)[:MAX_NAME_LENGTH].decode(errors="ignore")


@contextmanager
def _replacing(target: Path) -> Iterator[IO[bytes]]:
    if target.exists() and not os.access(target, os.W_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(target))
    for leftover in _temporary_files_at_first(target.parent).get(_shortened(target.name), ()):
        _remove_unless_in_use(leftover)
    temporary, out = _new_temporary(target)
    try:
        with out:
            yield out
            out.flush()
            os.fsync(out.fileno())
        if target.exists():
            temporary.chmod(target.stat().st_mode & 0o777)
        temporary.replace(target)
    except BaseException:
        with suppress(FileNotFoundError):
            temporary.unlink()
        raise


@contextmanager
def _compressed(plain: IO[bytes], suffix: str) -> Iterator[IO[bytes]]:
    if suffix == ".gz":
        with gzip.GzipFile("", "wb", fileobj=plain, mtime=0) as out:
            yield out  # type: ignore[misc]
    elif suffix == ".bz2":
        with bz2.open(plain, "wb") as out:
            yield out
    elif suffix == ".xz":
        with lzma.open(plain, "wb") as out:
            yield out
    else:
        yield plain
