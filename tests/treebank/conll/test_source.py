"""Files that cannot be opened or decompressed: one line each."""

from __future__ import annotations

import gzip
import os
from pathlib import Path

import pytest
from tests.treebank.conll.bad_files import BAD
from tests.treebank.texts import RICH

import multiplane
from multiplane import MultiplaneError, Treebank


def read_failure(path: str | Path) -> str:
    with pytest.raises(MultiplaneError) as error:
        multiplane.read(path)
    with pytest.raises(MultiplaneError) as streamed:
        list(multiplane.stream(path))
    assert str(error.value) == str(streamed.value)
    return str(error.value)


def test_a_directory(tmp_path: Path) -> None:
    assert read_failure(tmp_path) == f"{tmp_path}: is a directory; expected a file"


def test_a_missing_file(tmp_path: Path) -> None:
    assert read_failure(tmp_path / "a.conllu") == f"{tmp_path / 'a.conllu'}: no such file"
    assert read_failure(BAD / "empty.conllu" / "a.conllu") == f"{BAD / 'empty.conllu' / 'a.conllu'}: Not a directory"


@pytest.mark.skipif(os.geteuid() == 0, reason="the superuser may read everything")
def test_no_permission(tmp_path: Path) -> None:
    path = tmp_path / "a.conllu"
    path.write_text(RICH)
    path.chmod(0)
    assert read_failure(path) == f"{path}: no permission to read it"


def test_no_permission_as_the_system_tells_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(self: Path, mode: str) -> None:
        raise PermissionError(13, "Permission denied", str(self))

    monkeypatch.setattr(Path, "open", refuse)
    assert read_failure("a.conllu") == "a.conllu: no permission to read it"


@pytest.mark.parametrize("suffix", ["gz", "bz2", "xz"])
def test_suffixes_may_be_in_capitals(tmp_path: Path, suffix: str) -> None:
    small, large = tmp_path / f"a.conllu.{suffix}", tmp_path / f"B.CONLLU.{suffix.upper()}"
    multiplane.write(Treebank.from_text(RICH), small)
    small.rename(large)
    assert bytes(multiplane.read(large)) == RICH.encode()


@pytest.mark.parametrize("suffix", ["gz", "bz2", "xz"])
def test_compressed_data_that_is_none(tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"a.conllu.{suffix}"
    path.write_text(RICH)
    assert read_failure(path) == f"{path}: compressed data that is damaged or cut off"


@pytest.mark.parametrize("suffix", ["gz", "bz2", "xz"])
def test_compressed_data_that_is_cut_off(tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"a.conllu.{suffix}"
    multiplane.write(Treebank.from_text(RICH), path)
    path.write_bytes(path.read_bytes()[:-20])
    assert read_failure(path) == f"{path}: compressed data that is damaged or cut off"


def test_damaged_compressed_data(tmp_path: Path) -> None:
    path = tmp_path / "a.conllu.gz"
    data = bytearray(gzip.compress(RICH.encode() * 20))
    data[len(data) // 2] ^= 0xFF
    path.write_bytes(data)
    assert read_failure(path) == f"{path}: compressed data that is damaged or cut off"
