"""One-line notices for a person who is waiting, such as "compiling kernels, once"; nobody gets them by default.

>>> received = []
>>> send_notices_to(received.append)
>>> notice("compiling kernels, once")
>>> received
['compiling kernels, once']
>>> send_notices_to(None)
>>> notice("this one is dropped")
"""

from __future__ import annotations

from collections.abc import Callable

_receiver: Callable[[str], None] | None = None


def send_notices_to(receiver: Callable[[str], None] | None) -> None:
    """Call this function with every notice from now on; None drops them."""
    global _receiver
    _receiver = receiver


def notice(text: str) -> None:
    """Send a notice to the receiver, if there is one."""
    if _receiver is not None:
        _receiver(text)
