"""What the script of a page does, in Node: pages are seen to work, not just to hold a script."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

PAGE = Path(__file__).with_name("page.js")
NODE = shutil.which("node")
needs_node = pytest.mark.skipif(NODE is None, reason="needs node, to run the scripts of pages")


def run_page(page: str, code: str) -> Any:
    """Open a page, run its script and then this code; the value of the code."""
    assert NODE is not None
    given = json.dumps({"page": page, "code": code})
    found = subprocess.run([NODE, PAGE], input=given, capture_output=True, text=True, encoding="utf-8", check=False)
    assert found.returncode == 0, found.stderr
    return json.loads(found.stdout)
