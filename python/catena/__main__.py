# SPDX-License-Identifier: Apache-2.0
"""`python -m catena`: the command `catena`, from the library that the package uses."""
from __future__ import annotations

import signal
import sys

from . import _core


def main() -> int:
    """Runs the command with the arguments of the program; its exit code."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # the command handles interrupts itself
    sys.stdout.flush()
    return _core._main(sys.argv[1:])


if __name__ == "__main__":
    sys.exit(main())
