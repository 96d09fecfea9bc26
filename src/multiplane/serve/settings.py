"""What a service is started with: its models and files, where it listens, and how much it accepts."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from multiplane.errors import MultiplaneError

MEGABYTE = 1 << 20


@dataclass(frozen=True, slots=True)
class Limits:
    """How much a service accepts: beyond that it answers 413 (too large), 503 (too busy) or 504 (too slow)."""

    request_bytes: int = 64 * MEGABYTE
    sentence_words: int = 1_000
    seconds: float = 60.0
    waiting: int = 256


@dataclass(frozen=True, slots=True)
class Settings:
    """A service: model files by name (the first is the default), treebanks to explore by name, the file to edit.

    >>> Settings().default_model
    'english'
    """

    models: Mapping[str, str] = field(default_factory=lambda: {"english": "english", "english-fast": "english-fast"})
    treebanks: Mapping[str, str] = field(default_factory=lambda: {"sample": "sample:"})
    edit: str | None = None
    host: str = "127.0.0.1"
    port: int = 8000
    prefix: str = ""
    token: str | None = None
    workers: int | None = None
    limits: Limits = field(default_factory=Limits)

    @property
    def default_model(self) -> str:
        """The model that is used where none is named."""
        return next(iter(self.models))

    @property
    def is_local(self) -> bool:
        """Whether only programs on this machine can connect.

        >>> Settings(host="::1").is_local, Settings(host="0.0.0.0").is_local
        (True, False)
        """
        return self.host in ("127.0.0.1", "localhost", "::1")

    def model_named(self, name: str | None) -> str:
        """The name of the model that a request means: parts of a name may be missing, and parts too many are dropped.

        As in UDPipe's service, ``english-ewt-2.17`` means ``english`` where there is no other; no name means the
        default.

        >>> Settings().model_named("english-ewt-2.17-241121"), Settings().model_named(None)
        ('english', 'english')
        """
        if not name:
            return self.default_model
        parts = name.split("-")
        for length in range(len(parts), 0, -1):
            start = "-".join(parts[:length])
            if start in self.models:
                return start
            longer = [each for each in self.models if each.startswith(f"{start}-")]
            if longer and length == len(parts):
                return longer[0]
        known = ", ".join(self.models)
        raise MultiplaneError(f"found model {name[:60]!r}; expected one of {known}")


def new_token(settings: Settings) -> Settings:
    """The same settings with a token that nobody can guess."""
    return replace(settings, token=secrets.token_urlsafe(24))
