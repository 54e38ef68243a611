"""Starts the program from a checkout."""

import sys


def main() -> int:
    """Run the window, or say in one line how to install what is missing."""
    try:
        from posenc_gui.app import main as run  # noqa: PLC0415 - a missing package must not become a traceback
    except ModuleNotFoundError as error:
        return _missing(error)
    try:
        return run()
    except ModuleNotFoundError as error:
        return _missing(error)


def _missing(error: ModuleNotFoundError) -> int:
    print(
        f"posenc-gui: the package {error.name} is missing; install it with: python -m pip install -e .", file=sys.stderr
    )
    return 2


if __name__ == "__main__":
    sys.exit(main())
