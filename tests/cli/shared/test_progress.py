"""The line of progress: on a terminal after a while, gone at the end, never in a pipe."""

from __future__ import annotations

import io
import sys

import pytest

from multiplane.cli.shared import progress
from multiplane.cli.shared.progress import CLEAR_LINE, ProgressLine


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """A clock that stands still until it is set."""
    now = [0.0]
    monkeypatch.setattr(progress, "monotonic", lambda: now[0])
    return now


def test_a_terminal_sees_it_after_two_seconds(monkeypatch: pytest.MonkeyPatch, clock: list[float]) -> None:
    monkeypatch.setattr(sys, "stderr", Terminal())
    with ProgressLine() as line:
        for second, text in ((1.9, "one"), (2.0, "two"), (2.05, "three"), (2.2, "four")):
            clock[0] = second
            line.show(text)
    assert sys.stderr.getvalue() == f"{CLEAR_LINE}two{CLEAR_LINE}four{CLEAR_LINE}"  # type: ignore[attr-defined]


def test_the_line_is_gone_after_an_error(monkeypatch: pytest.MonkeyPatch, clock: list[float]) -> None:
    monkeypatch.setattr(sys, "stderr", Terminal())
    with pytest.raises(ValueError), ProgressLine() as line:
        clock[0] = 3.0
        line.show("one")
        raise ValueError
    assert sys.stderr.getvalue().endswith(CLEAR_LINE)  # type: ignore[attr-defined]


def test_quick_work_and_pipes_see_nothing(monkeypatch: pytest.MonkeyPatch, clock: list[float]) -> None:
    for stream in (Terminal(), io.StringIO()):
        monkeypatch.setattr(sys, "stderr", stream)
        with ProgressLine() as line:
            clock[0] += 100 if not stream.isatty() else 1
            line.show("one")
        assert stream.getvalue() == ""
