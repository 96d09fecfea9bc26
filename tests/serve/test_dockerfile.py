"""The steps of the Dockerfile, run as an unprivileged user in a fresh virtual environment: there need be no daemon."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

import pytest

ROOT = Path(__file__).parents[2]
NOBODY = 65534
pytestmark = pytest.mark.long


def make_environment(place: Path, user: dict[str, Any]) -> None:
    """A virtual environment, made by a user who may not run every Python."""
    for path in (sys.executable, "/usr/bin/python3"):
        try:
            subprocess.run([path, "-m", "venv", place], check=True, capture_output=True, **user)
        except (OSError, subprocess.CalledProcessError):
            continue
        return
    pytest.skip("no Python with which an unprivileged user can make a virtual environment")


def test_its_steps_give_a_service_that_answers(tmp_path: Path) -> None:
    text = (ROOT / "Dockerfile").read_text("utf-8")
    found = re.search(r"^ENTRYPOINT (.*)$", text, re.MULTILINE)
    assert found is not None
    entry = json.loads(found[1])
    place = tmp_path / "image"
    source = place / "src"
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True).stdout.decode()
    for name in filter(None, listed.split("\0")):
        if (ROOT / name).is_file():
            (source / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, source / name)
    user: dict[str, Any] = {}
    if os.geteuid() == 0:
        subprocess.run(["chown", "-R", str(NOBODY), place], check=True)
        for folder in (tmp_path, *tmp_path.parents[:2]):
            folder.chmod(0o755)
        user = {"user": NOBODY, "group": NOBODY, "extra_groups": []}
    make_environment(place / "venv", user)
    path = f"{place / 'venv' / 'bin'}:{os.environ['PATH']}"
    kept = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "NUMBA_CACHE_DIR")}
    environment = {**kept, "PATH": path, "HOME": str(place)}
    for step in re.findall(r"^RUN (.*)$", text, re.MULTILINE):
        if "useradd" not in step:
            command = step.replace("/src", str(source))
            subprocess.run(["sh", "-c", command], env=environment, cwd=place, check=True, **user)
    command = [*entry, "--port", "0", "--token", "secret"]
    with subprocess.Popen(command, env=environment, cwd=place, stdout=subprocess.PIPE, text=True, **user) as process:
        try:
            assert process.stdout is not None
            port = re.search(r":(\d+)/", process.stdout.readline())
            assert port is not None
            headers = {"authorization": "Bearer secret", "content-type": "application/json"}
            request = Request(f"http://127.0.0.1:{port[1]}/parse", b'{"data": "Hens lay eggs."}', headers)
            with urlopen(request, timeout=60) as answer:
                assert b"nsubj" in answer.read()
        finally:
            process.terminate()
