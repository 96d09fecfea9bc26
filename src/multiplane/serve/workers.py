"""Processes that do the work of a service, one request at a time each.

A request that takes too long ends its process, and so does whatever kills it: another is started in its place, and only
that request is lost; it is tried once more if nothing of its answer was sent. Results come in pieces, so that large
ones are never in memory as a whole.
"""

from __future__ import annotations

import asyncio
import contextlib
import importlib
import multiprocessing
import signal
import traceback
from collections.abc import AsyncIterator, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from multiprocessing.connection import Connection
from typing import Any, TypeVar

from multiplane.errors import MultiplaneError
from multiplane.parallel import cores
from multiplane.serve.settings import Settings

READY, PIECE, DONE, FAULT, BROKEN = b"r", b"p", b"d", b"f", b"b"
Result = TypeVar("Result")
CONTEXT = multiprocessing.get_context("spawn")


class TooSlow(MultiplaneError):
    """A request took longer than the service allows."""


class TooBusy(MultiplaneError):
    """More requests are waiting than the service allows."""


class WorkerLost(MultiplaneError):
    """The process that was at work on a request ended, twice."""


class Worker:
    """A process and the connection to it."""

    def __init__(self, settings: Settings) -> None:
        self.connection, theirs = CONTEXT.Pipe()
        self.process = CONTEXT.Process(target=serve_requests, args=(theirs, settings), daemon=True)
        self.process.start()
        theirs.close()

    def end(self) -> None:
        """End the process at once."""
        self.process.kill()
        self.process.join()
        self.connection.close()


class Pool:
    """Workers that take requests in their order; `run` gives the pieces of one answer."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.size = settings.workers or cores()
        self.idle: asyncio.Queue[Worker] = asyncio.Queue()
        self.waiting = 0
        self.threads = ThreadPoolExecutor(2 * self.size, thread_name_prefix="multiplane-worker")
        self.workers: set[Worker] = set()
        self.starting: set[asyncio.Task[None]] = set()
        self.draining: set[asyncio.Task[None]] = set()

    async def open(self) -> None:
        """Start all workers; an error where they cannot work."""
        for _ in range(self.size):
            self.start()
        await asyncio.gather(*self.starting)

    def start(self) -> None:
        """Start a worker, which takes requests when it is ready."""
        worker = Worker(self.settings)
        self.workers.add(worker)
        starting = asyncio.get_running_loop().create_task(self.welcome(worker))
        self.starting.add(starting)
        starting.add_done_callback(self.starting.discard)

    async def welcome(self, worker: Worker) -> None:
        """Wait until a worker is ready."""
        try:
            kind, text = await self.received(worker)
        except (EOFError, OSError):
            kind, text = FAULT, b"a process of the service ended while it was started"
        if kind != READY:
            self.workers.discard(worker)
            raise MultiplaneError(text.decode("utf-8", "replace"))
        self.idle.put_nowait(worker)

    def close(self) -> None:
        """End all workers."""
        for worker in self.workers:
            worker.end()
        self.workers.clear()
        self.threads.shutdown(wait=False, cancel_futures=True)

    async def run(self, task: str, **arguments: Any) -> AsyncIterator[bytes]:
        """The answer to a request in pieces: the first when the work has begun to succeed."""
        limits = self.settings.limits
        if self.waiting >= limits.waiting:
            raise TooBusy(f"{self.waiting} requests are waiting; try again later")
        self.waiting += 1
        try:
            worker = await self.idle.get()
        finally:
            self.waiting -= 1
        begun = False
        for is_last in (False, True):
            try:
                async with asyncio.timeout(limits.seconds) as clock:
                    await self.in_thread(worker.connection.send, (task, arguments))
                    while (answer := await self.received(worker))[0] == PIECE:
                        begun = True
                        yield answer[1]
                        clock.reschedule(asyncio.get_running_loop().time() + limits.seconds)
                self.idle.put_nowait(worker)
                if answer[0] == FAULT:
                    raise MultiplaneError(answer[1].decode())
                if answer[0] == BROKEN:
                    raise WorkerLost(answer[1].decode())
                return
            except TimeoutError:
                self.replace(worker)
                raise TooSlow(f"it took longer than {limits.seconds:g} seconds") from None
            except (EOFError, OSError):
                self.replace(worker)
                if begun or is_last:
                    raise WorkerLost("the process at work on this request ended") from None
                worker = await self.idle.get()
            except (asyncio.CancelledError, GeneratorExit):
                draining = asyncio.get_running_loop().create_task(self.drain(worker))
                self.draining.add(draining)
                draining.add_done_callback(self.draining.discard)
                raise

    async def drain(self, worker: Worker) -> None:
        """Let a worker finish what nobody waits for any more."""
        try:
            async with asyncio.timeout(self.settings.limits.seconds):
                while (await self.received(worker))[0] == PIECE:
                    pass
            self.idle.put_nowait(worker)
        except (TimeoutError, EOFError, OSError):
            self.replace(worker)

    async def received(self, worker: Worker) -> tuple[bytes, bytes]:
        """The next piece of an answer."""
        message = await self.in_thread(worker.connection.recv_bytes)
        return message[:1], message[1:]

    async def in_thread(self, call: Callable[..., Result], *arguments: Any) -> Result:
        """The result of a call that waits for a worker."""
        return await asyncio.get_running_loop().run_in_executor(self.threads, call, *arguments)

    def replace(self, worker: Worker) -> None:
        """End a worker and start another."""
        if worker in self.workers:
            self.workers.discard(worker)
            worker.end()
            self.start()


def serve_requests(connection: Connection, settings: Settings) -> None:
    """What a worker does: take a request, send the pieces of its answer, until the connection is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    with contextlib.suppress(EOFError, OSError):
        try:
            tasks = importlib.import_module("multiplane.serve.tasks")
            tasks.prepare(settings)
        except MultiplaneError as error:
            connection.send_bytes(FAULT + str(error).encode("utf-8", "replace"))
            return
        connection.send_bytes(READY)
        while True:
            task, arguments = connection.recv()
            for piece in answered(getattr(tasks, task), arguments):
                connection.send_bytes(piece)


def answered(task: Any, arguments: dict[str, Any]) -> Iterator[bytes]:
    """The messages with which a task is answered: its pieces, then how it ended."""
    try:
        for piece in task(**arguments):
            yield PIECE + piece
        yield DONE
    except MultiplaneError as error:
        yield FAULT + str(error).encode("utf-8", "replace")
    except MemoryError:
        yield BROKEN + b"the request needs more memory than there is"
    except Exception as error:  # a fault of ours: the service goes on
        traceback.print_exc()
        yield BROKEN + f"{type(error).__name__}: {error}".encode("utf-8", "replace")
