"""Reading a command line, with complaints that look like all others."""

import argparse
import re
from collections.abc import Iterable

from posenc_gui.engine.errors import UserError

NEGATIVE = re.compile(r"-(\d|\.|inf|nan)", re.IGNORECASE)


class Parser(argparse.ArgumentParser):
    """An argument parser whose complaints are `UserError`s, so that all of them look alike."""

    def read(self, arguments: Iterable[str]) -> argparse.Namespace:
        """Parse the arguments; "-0.5,3" and "-inf" are values here, where argparse takes them for flags."""
        return self.parse_args(_with_values(arguments))

    def error(self, message: str) -> None:  # type: ignore[override]
        """Raise what argparse would print and exit with."""
        raise UserError(f"{message}; see {self.prog} --help")


def _with_values(arguments: Iterable[str]) -> list[str]:
    """The arguments with each negative value joined to its flag."""
    joined: list[str] = []
    for argument in arguments:
        name = joined[-1] if joined else ""
        if NEGATIVE.match(argument) and name.startswith("--") and "=" not in name:
            joined[-1] = f"{name}={argument}"
        else:
            joined.append(argument)
    return joined
