"""Files for pictures: one per sentence, named after it; sentences with the same name get different files."""

from __future__ import annotations

from pathlib import Path

from multiplane.errors import MultiplaneError

MAX_NAME_LENGTH = 150


class PictureFolder:
    """A folder for pictures, created if missing, with a file name for each sentence.

    >>> import tempfile
    >>> folder = PictureFolder(tempfile.mkdtemp())
    >>> [folder.file_for(name).name for name in ("doc/3: a*b", "doc_3__a_b", "..")]
    ['doc_3__a_b.svg', 'doc_3__a_b-2.svg', '_.svg']
    """

    def __init__(self, path: str) -> None:
        self.path = Path(path)
        self.given: set[str] = set()
        try:
            self.path.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise MultiplaneError(f"{self.path}: {error.strerror}; expected a folder for the pictures") from error

    def file_for(self, name: str) -> Path:
        """The file for the picture of a sentence with this name."""
        kept = "".join(c if c.isalnum() or c in "-_." else "_" for c in name)
        base = kept.encode("utf-8")[:MAX_NAME_LENGTH].decode("utf-8", "ignore").lstrip(".") or "_"
        chosen, number = base, 1
        while chosen.casefold() in self.given:
            number += 1
            chosen = f"{base}-{number}"
        self.given.add(chosen.casefold())
        return self.path / f"{chosen}.svg"
