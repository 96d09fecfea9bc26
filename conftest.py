"""What tests are not collected from: modules that need a library which is not installed."""

from __future__ import annotations

from importlib.util import find_spec

collect_ignore = [] if find_spec("fastapi") else ["src/multiplane/serve/app.py"]
