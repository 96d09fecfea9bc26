"""What stands before every request: sizes, the number in flight, where it comes from, and headers of every answer.

A page elsewhere must not reach a service on this machine by a name that it made point here (DNS rebinding), so the
names by which a local service is called are checked; requests that change a file must come from its own page.
"""

from __future__ import annotations

import hmac
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any
from urllib.parse import parse_qs, urlsplit

from multiplane.errors import MultiplaneError
from multiplane.serve.settings import Settings

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Application = Callable[[Message, Receive, Send], Awaitable[None]]

LOCAL_NAMES = ("127.0.0.1", "localhost", "::1")
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; "
    "base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
HEADERS = (
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
)
CORS = ((b"access-control-allow-origin", b"*"), (b"access-control-allow-headers", b"content-type, authorization"))
WRITING = ("/edit",)
PRIVATE = ("/edit", "/treebanks/")
OPEN = ("/health",)


class TooLarge(Exception):
    """More bytes in a request than the service accepts."""


class GuardedApp:
    """An application with what every request must pass before it."""

    def __init__(self, application: Application, settings: Settings) -> None:
        self.application, self.settings = application, settings
        self.failure: MultiplaneError | None = None

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.other(scope, receive, send)
            return
        headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}
        refusal = self.refusal(scope, headers)
        if refusal is None:
            refusal = await self.guarded(scope, receive, send)
        if refusal is not None:
            await answer(scope, send, *refusal)

    async def other(self, scope: Message, receive: Receive, send: Send) -> None:
        """Start and end of the service; what prevents the start is kept as ``failure``."""
        try:
            await self.application(scope, receive, send)
        except MultiplaneError as error:
            self.failure = error
            raise

    def refusal(self, scope: Message, headers: MutableMapping[str, str]) -> tuple[int, str] | None:
        """Why a request is refused before it is read: a status and a line."""
        settings, path = self.settings, scope["path"]
        host = urlsplit(f"//{headers.get('host', '')}").hostname or ""
        if settings.is_local and host not in LOCAL_NAMES:
            return 403, f"found host {host!r}; a service on this machine answers to {', '.join(LOCAL_NAMES)} only"
        if path.endswith(WRITING) and scope["method"] not in ("GET", "HEAD") and not self.is_own(headers):
            return 403, "only the page of this service may change the file"
        if settings.token is not None and not path.endswith(OPEN) and scope["method"] != "OPTIONS":
            query = parse_qs(scope["query_string"].decode("latin-1")).get("token", [""])[0]
            given = headers.get("authorization", "").removeprefix("Bearer ") or query or cookie(headers, "token")
            if not hmac.compare_digest(given.encode(), settings.token.encode()):
                return 401, "the token is missing or wrong: add ?token=… to the address, or a header Authorization"
        length = headers.get("content-length", "0")
        if not length.isdecimal() or int(length) > settings.limits.request_bytes:
            return 413, f"found a request of {length[:20]} bytes; expected {settings.limits.request_bytes:,} at most"
        return None

    def is_own(self, headers: MutableMapping[str, str]) -> bool:
        """Whether a request comes from the page of this service, or from no page."""
        origin = headers.get("origin")
        return origin is None or urlsplit(origin).netloc == headers.get("host")

    async def guarded(self, scope: Message, receive: Receive, send: Send) -> tuple[int, str] | None:
        """Pass a request on, counting its bytes; a refusal if they are too many and no answer has begun."""
        most, count, begun = self.settings.limits.request_bytes, 0, False

        def is_over() -> bool:
            return count > most and not begun

        async def counted() -> Message:
            nonlocal count
            message = await receive()
            count += len(message.get("body", b""))
            if count > most:
                raise TooLarge
            return message

        async def sent(message: Message) -> None:
            nonlocal begun
            if is_over():
                return
            if message["type"] == "http.response.start":
                begun = True
                message["headers"] = [*message.get("headers", ()), *HEADERS, *self.cross_origin(scope)]
            await send(message)

        try:
            await self.application(scope, counted, sent)
        except TooLarge:
            if begun:
                raise
        return (413, f"found a request of more than {most:,} bytes; expected that at most") if is_over() else None

    def cross_origin(self, scope: Message) -> tuple[tuple[bytes, bytes], ...]:
        """The headers by which pages elsewhere may read an answer: of what only reads."""
        return () if any(part in scope["path"] for part in PRIVATE) else CORS


def cookie(headers: MutableMapping[str, str], name: str) -> str:
    """The value of a cookie, or nothing."""
    pairs = (part.strip().partition("=") for part in headers.get("cookie", "").split(";"))
    return next((value for key, _, value in pairs if key == name), "")


async def answer(scope: Message, send: Send, status: int, text: str) -> None:
    """Answer with a status and a line of text."""
    body = (text + "\n").encode("utf-8", "replace")
    headers = [(b"content-type", b"text/plain; charset=utf-8"), (b"content-length", str(len(body)).encode()), *HEADERS]
    await send({"type": "http.response.start", "status": status, "headers": [*headers, *CORS]})
    await send({"type": "http.response.body", "body": b"" if scope["method"] == "HEAD" else body})
