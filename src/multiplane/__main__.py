"""The command line, as ``multiplane`` or ``python -m multiplane``."""

from __future__ import annotations

import signal


def main() -> None:
    """Run the command line; Ctrl-C while it is still being imported ends it silently."""
    stops = signal.getsignal(signal.SIGINT) is signal.default_int_handler
    if stops:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    from multiplane.cli.main import main as run

    if stops:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    run()


if __name__ == "__main__":
    main()
