"""The service under load: requests of one sentence on many connections, a large body, and memory.

python benchmarks/service.py
python benchmarks/service.py --requests 100000 --model english-fast

`multiplane serve` is started in a process of its own, with as many workers as there are cores, and real clients on this
machine ask it over sockets that stay open. A large body is compared with `multiplane parse` from file to file on the
same text, with all cores. Memory is the resident size of the service and its workers, after a tenth of the requests and
after all of them.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import numpy as np

SENTENCES = (
    "The old hen that we bought has laid an egg.",
    "What are you talking about?",
    "A hearing is scheduled on the issue today.",
    "They hatch.",
)
LARGE = 40_000


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--requests", type=int, default=2_000)
    options.add_argument("--connections", type=int, default=64)
    options.add_argument("--model", default="english")
    given = options.parse_args()
    with running(given.model) as (process, port):
        asyncio.run(load(port, given.connections, given.connections))
        asyncio.run(load(port, max(given.connections, given.requests // 10), given.connections))
        before = resident(process)
        seconds, times, faults = asyncio.run(load(port, given.requests, given.connections))
        after = resident(process)
        median, ninety_nine = np.percentile(times, [50, 99]) * 1000
        print("| requests | connections | faults | p50, ms | p99, ms | requests/s | memory before, MB | after, MB |")
        print("|--:|--:|--:|--:|--:|--:|--:|--:|")
        figures = f"{median:.1f} | {ninety_nine:.1f} | {given.requests / seconds:,.0f} | {before:,.0f} | {after:,.0f}"
        print(f"| {given.requests:,} | {given.connections} | {faults} | {figures} |\n")
        text = " ".join(SENTENCES[number % len(SENTENCES)] for number in range(LARGE))
        by_service = min(asyncio.run(large(port, text)) for _ in range(3))
    by_command = from_file_to_file(text, given.model)
    words = len(text.split())
    print("| one body | words/s by the service | words/s from file to file | share |")
    print("|--:|--:|--:|--:|")
    share = by_command / by_service
    print(f"| {words:,} words | {words / by_service:,.0f} | {words / by_command:,.0f} | {share:.0%} |")


@contextmanager
def running(model: str) -> Iterator[tuple[int, int]]:
    """A service; the numbers of its process and of its port."""
    command = [sys.executable, "-m", "multiplane", "serve", "--port", "0", "--model", model, "--max-waiting", "4096"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            found = re.search(r":(\d+)/", process.stdout.readline())
            assert found is not None
            yield process.pid, int(found[1])
        finally:
            process.terminate()


async def load(port: int, requests: int, connections: int) -> tuple[float, list[float], int]:
    """Seconds for all requests, those of each, and the number that failed."""
    numbers = iter(range(requests))
    times: list[float] = []
    faults = 0

    async def client() -> None:
        nonlocal faults
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        for number in numbers:
            began = time.perf_counter()
            status, _ = await ask(reader, writer, SENTENCES[number % len(SENTENCES)])
            times.append(time.perf_counter() - began)
            faults += status != 200
        writer.close()

    began = time.perf_counter()
    await asyncio.gather(*(client() for _ in range(connections)))
    return time.perf_counter() - began, times, faults


async def ask(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, text: str) -> tuple[int, bytes]:
    """The status and the body of an answer on a connection that stays open."""
    body = json.dumps({"data": text}).encode()
    head = f"POST /parse HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\ncontent-length: {len(body)}"
    writer.write(head.encode() + b"\r\n\r\n" + body)
    lines = (await reader.readuntil(b"\r\n\r\n")).decode().lower()
    found = b""
    if "transfer-encoding: chunked" in lines:
        while size := int((await reader.readline()).strip() or b"0", 16):
            found += await reader.readexactly(size)
            await reader.readexactly(2)
        await reader.readexactly(2)
    else:
        length = re.search(r"content-length: (\d+)", lines)
        found = await reader.readexactly(int(length[1]) if length else 0)
    return int(lines.split()[1]), found


async def large(port: int, text: str) -> float:
    """The seconds of one large request."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=1 << 24)
    began = time.perf_counter()
    status, found = await ask(reader, writer, text)
    seconds = time.perf_counter() - began
    writer.close()
    assert status == 200, found
    return seconds


def from_file_to_file(text: str, model: str) -> float:
    """The seconds that the command takes for the text, less those for a word."""
    with tempfile.TemporaryDirectory() as folder:

        def seconds(content: str) -> float:
            path = Path(folder) / "in.txt"
            path.write_text(content, "utf-8")
            command = [sys.executable, "-m", "multiplane", "-q", "parse", "--text", "-m", model, str(path)]
            times = []
            for _ in range(3):
                began = time.perf_counter()
                subprocess.run([*command, "-o", str(Path(folder) / "out.conllu")], check=True)
                times.append(time.perf_counter() - began)
            return min(times)

        return seconds(text) - seconds("Hens lay eggs.")


def resident(process: int) -> float:
    """The megabytes of a process and its children."""
    children = subprocess.run(["pgrep", "-P", str(process)], capture_output=True, text=True, check=False).stdout.split()
    statuses = [Path(f"/proc/{each}/status").read_text() for each in (process, *children)]
    return sum(int(found[1]) for status in statuses if (found := re.search(r"VmRSS:\s+(\d+)", status))) / 1024


if __name__ == "__main__":
    main()
