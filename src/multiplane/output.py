"""Output files that appear whole or not at all: written under a temporary name in the same folder, then renamed."""

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
from pathlib import Path
from typing import IO

from multiplane.errors import MultiplaneError

LONGEST_NAME = 255 - len("..01234567.part")


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
        target = place.resolve()
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
    """Remove the temporary files of processes that were killed while they wrote this file.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     _ = (Path(folder) / ".a.model.0123abcd.part").write_bytes(b"half")
    ...     remove_leftovers(Path(folder) / "a.model")
    ...     list(Path(folder).iterdir())
    []
    """
    target = Path(path).resolve()
    leftover = re.compile(rf"\.{re.escape(_shortened(target.name))}\.[0-9a-f]{{8}}\.part")
    with suppress(OSError):
        for file in target.parent.iterdir():
            if leftover.fullmatch(file.name) and file.is_file():
                file.unlink()


def _shortened(name: str) -> str:
    """The name, cut so that the temporary name still fits in the 255 bytes that file systems allow."""
    return os.fsencode(name)[:LONGEST_NAME].decode(errors="ignore")


@contextmanager
def _replacing(target: Path) -> Iterator[IO[bytes]]:
    if target.exists() and not os.access(target, os.W_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(target))
    temporary = target.with_name(f".{_shortened(target.name)}.{secrets.token_hex(4)}.part")
    try:
        with temporary.open("xb") as out:
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
