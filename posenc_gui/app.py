"""The window's entry point: what has to be settled before anything is loaded."""

import gc
import os
from collections.abc import Sequence


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the program; gives the exit code: 0, or 2 with one line on standard error for the user's errors."""
    settle()
    try:
        from posenc_gui import program  # noqa: PLC0415 - only now

        return program.run(arguments)
    finally:
        gc.enable()


def settle() -> None:
    """Settle what cannot be settled once NumPy and Qt are loaded."""
    # Threads of a matrix product wait for each other, and where others use the processor a product of 0.3 ms may take
    # 500. The window has worker threads of its own for what takes long.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    gc.disable()  # nothing is garbage until the window stands, and to search again and again what is loaded takes long
