"""Short notices to a person who waits; silent unless a command says where they should go.

>>> heard = []
>>> tell_notices_to(heard.append)
>>> notice("compiling kernels, once")
>>> heard
['compiling kernels, once']
>>> tell_notices_to(None)
>>> notice("nobody hears this")
"""

from __future__ import annotations

from collections.abc import Callable

_listener: Callable[[str], None] | None = None


def tell_notices_to(listener: Callable[[str], None] | None) -> None:
    """Choose who hears notices from now on."""
    global _listener
    _listener = listener


def notice(text: str) -> None:
    """Tell whoever listens."""
    if _listener is not None:
        _listener(text)
