"""Where fonts and other files that come with the program lie."""

from pathlib import Path


def folder() -> Path:
    """The resources folder: inside the installed package, or beside it in a checkout.

    Raises:
        FileNotFoundError: the program was copied without it.
    """
    package = Path(__file__).resolve().parent
    for candidate in (package / "resources", package.parent / "resources"):
        if candidate.is_dir():
            return candidate
    raise FileNotFoundError(f"the folder resources is missing beside or inside {package}: install the program again")
