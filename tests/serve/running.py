"""A service as a person starts it: the command, in a process of its own."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPConnection
from typing import Any, NamedTuple
from urllib.parse import urlencode


class Answer(NamedTuple):
    """What a service answered."""

    status: int
    text: str
    headers: dict[str, str]

    @property
    def data(self) -> Any:
        return json.loads(self.text)


class Service(NamedTuple):
    """A running service."""

    process: subprocess.Popen[str]
    address: str
    port: int

    def ask(
        self,
        path: str,
        body: bytes | None = None,
        method: str | None = None,
        connect: str = "127.0.0.1",
        **headers: str,
    ) -> Answer:
        connection = HTTPConnection(connect, self.port, timeout=120)
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        connection.request(method or ("GET" if body is None else "POST"), path, body, named)
        answer = connection.getresponse()
        text = answer.read().decode()
        connection.close()
        return Answer(answer.status, text, {name.lower(): value for name, value in answer.getheaders()})

    def post(self, path: str, **data: Any) -> Answer:
        return self.ask(path, json.dumps(data).encode(), content_type="application/json")

    def form(self, path: str, **data: str) -> Answer:
        return self.ask(path, urlencode(data).encode(), content_type="application/x-www-form-urlencoded")


@contextmanager
def service(*options: str, workers: int = 1) -> Iterator[Service]:
    """A service with these options on a free port."""
    command = [sys.executable, "-m", "multiplane", "serve", "--port", "0", "--workers", str(workers), *options]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            address = process.stdout.readline().strip()
            found = re.search(r":(\d+)", address)
            assert found is not None, (address, process.stderr and process.stderr.read())
            yield Service(process, address, int(found[1]))
        finally:
            process.kill()
