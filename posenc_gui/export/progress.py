"""How far an export is, and whether it should go on."""

from collections.abc import Callable

Report = Callable[[float], None]
"""Called often with the share that is written, from 0 to 1; whatever it raises ends the export, and is passed on."""


def silent(_share: float) -> None:
    """Report nothing, and never end the export."""
