"""``multiplane serve``: the page in a browser, and the service for programs."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Annotated

import typer

from multiplane.cli.shared.command import WrongUsage
from multiplane.errors import MultiplaneError


def serve(
    models: Annotated[
        list[str] | None,
        typer.Option("--model", "-m", metavar="[NAME=]MODEL", help="Model to serve (repeatable), default first."),
    ] = None,
    treebanks: Annotated[
        list[str] | None, typer.Option("--treebank", metavar="FILE", help="Treebank to explore (repeatable).")
    ] = None,
    edit: Annotated[
        str | None, typer.Option("--edit", metavar="FILE", help="Treebank that the page may change.")
    ] = None,
    host: Annotated[
        str, typer.Option("--host", help="Address to listen on; other machines reach 0.0.0.0.")
    ] = "127.0.0.1",
    port: Annotated[int, typer.Option("--port", min=0, max=65535, help="Port to listen on.")] = 8000,
    prefix: Annotated[
        str, typer.Option("--prefix", metavar="/PATH", help="Path before all addresses, behind a proxy.")
    ] = "",
    token: Annotated[
        str | None,
        typer.Option(
            "--token", envvar="MULTIPLANE_TOKEN", help="What clients must send; made up where other machines connect."
        ),
    ] = None,
    workers: Annotated[
        int | None, typer.Option("--workers", min=1, help="Processes; as many as cores by default.")
    ] = None,
    max_request: Annotated[int, typer.Option("--max-request", min=1, metavar="MB", help="Size of a request.")] = 64,
    max_sentence: Annotated[
        int, typer.Option("--max-sentence", min=1, metavar="WORDS", help="Length of a sentence.")
    ] = 1_000,
    timeout: Annotated[float, typer.Option("--timeout", min=1, metavar="SECONDS", help="Time for a request.")] = 60,
    max_waiting: Annotated[int, typer.Option("--max-waiting", min=1, help="Requests that may wait.")] = 256,
) -> None:
    """Open a page and a REST service: parse, watch, bend, explore and define; UDPipe's clients work with it, too."""
    try:
        import uvicorn

        from multiplane.serve.app import create_app
    except ModuleNotFoundError as error:
        raise MultiplaneError(
            f"multiplane serve needs {error.name}: pip install fastapi uvicorn python-multipart"
        ) from None
    from multiplane.serve.settings import Limits, Settings, new_token

    if prefix and (not prefix.startswith("/") or prefix.endswith("/")):
        raise WrongUsage("--prefix must begin with a slash and end without one")
    usual = Settings()
    settings = Settings(
        models=dict(map(named, models)) if models else usual.models,
        treebanks={**usual.treebanks, **dict(map(named, treebanks or []))},
        edit=edit,
        host=host,
        port=port,
        prefix=prefix,
        token=token,
        workers=workers,
        limits=Limits(max_request << 20, max_sentence, timeout, max_waiting),
    )
    if not settings.is_local and token is None:
        settings = new_token(settings)
    with listening(host, port) as listener:
        number = listener.getsockname()[1]
        where = f"http://{f'[{host}]' if ':' in host else host}:{number}{prefix}/"
        reach = "this machine only" if settings.is_local else "other machines, too: keep the token secret"

        def announce() -> None:
            print(f"{where}{f'?token={settings.token}' if settings.token else ''}", flush=True)
            print(f"Open it in a browser; it can be reached from {reach}. Ctrl-C ends it.", flush=True)

        app = create_app(settings, announce)
        config = uvicorn.Config(app, log_level="critical", proxy_headers=True, timeout_graceful_shutdown=30)
        with suppress(KeyboardInterrupt, SystemExit):
            uvicorn.Server(config).run(sockets=[listener])
    if app.failure is not None:
        raise app.failure


@contextmanager
def listening(host: str, port: int) -> Iterator[socket.socket]:
    """A socket that listens on an address; an error in a line where that is not possible."""
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        with socket.socket(family, kind, protocol) as listener:
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            listener.bind(address)
            listener.listen(1024)
            yield listener
    except OSError as error:
        raise MultiplaneError(f"{host}, port {port}: {error.strerror or error}; --port says another one") from None


def named(text: str) -> tuple[str, str]:
    """A model or treebank and the name that it is given; by default that of its file.

    >>> named("nl=models/dutch.model"), named("models/dutch.model")
    (('nl', 'models/dutch.model'), ('dutch', 'models/dutch.model'))
    """
    name, equals, path = text.partition("=")
    return (name, path) if equals else (Path(text).name.partition(".")[0] or text, text)
