"""Opening a path: plain or compressed files, ``-`` for standard input, ``sample:`` for the sample treebank."""

from __future__ import annotations

import bz2
import gzip
import lzma
import sys
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from typing import IO

from multiplane.errors import MultiplaneError
from multiplane.treebank.sample import is_sample, sample_bytes


def source_name(path: str | Path) -> str:
    """The name of a path in messages.

    >>> source_name("-"), source_name(Path("a.conllu"))
    ('<stdin>', 'a.conllu')
    """
    return "<stdin>" if str(path) == "-" else str(path)


@contextmanager
def open_source(path: str | Path) -> Iterator[IO[bytes]]:
    """A stream of bytes, decompressed by suffix; errors are one line.

    >>> with open_source("no/such/file.conllu") as stream:
    ...     stream.read()
    Traceback (most recent call last):
      ...
    multiplane.errors.MultiplaneError: no/such/file.conllu: no such file
    """
    name = source_name(path)
    try:
        with _open(path) as stream:
            yield stream
    except FileNotFoundError as error:
        raise MultiplaneError(f"{name}: no such file") from error
    except IsADirectoryError as error:
        raise MultiplaneError(f"{name}: is a directory; expected a file") from error
    except PermissionError as error:
        raise MultiplaneError(f"{name}: no permission to read it") from error
    except (EOFError, gzip.BadGzipFile, lzma.LZMAError, zlib.error) as error:
        raise MultiplaneError(f"{name}: compressed data that is damaged or cut off") from error
    except OSError as error:
        raise MultiplaneError(f"{name}: {error.strerror or 'compressed data that is damaged or cut off'}") from error


@contextmanager
def _open(path: str | Path) -> Iterator[IO[bytes]]:
    if str(path) == "-":
        if sys.stdin is None:
            raise MultiplaneError("<stdin>: is closed; expected a treebank")
        yield sys.stdin.buffer
        return
    if is_sample(path):
        yield BytesIO(sample_bytes(str(path)))
        return
    suffix = Path(path).suffix.lower()
    with Path(path).open("rb") as plain:
        if suffix == ".gz":
            with gzip.open(plain) as stream:
                yield stream  # type: ignore[misc]
        elif suffix == ".bz2":
            with bz2.open(plain) as stream:
                yield stream
        elif suffix == ".xz":
            with lzma.open(plain) as stream:
                yield stream
        else:
            yield plain
