"""The service beside its own description: requests that schemathesis makes up from it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from tests.serve.running import service

pytest.importorskip("schemathesis", reason="schemathesis is not installed: pip install schemathesis")
pytest.importorskip("fastapi", reason="FastAPI is not installed: pip install 'multiplane[web]'")
pytestmark = pytest.mark.slow
NOT_MEANT = "positive_data_acceptance"  # what is well-formed may still say something wrong


def test_no_request_that_fits_the_description_gets_an_answer_that_does_not(tmp_path: Path) -> None:
    with service("--timeout", "10", workers=2) as running:
        command = [str(Path(sys.executable).with_name("st")), "run", f"{running.address}openapi.json"]
        options = ["--max-examples", "20", "--seed", "1", "--no-color"]
        checks = ["--checks", "all", "--exclude-checks", NOT_MEANT]
        called = [*command, *options, *checks]
        found = subprocess.run(called, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert found.returncode == 0, found.stdout[-4000:]
