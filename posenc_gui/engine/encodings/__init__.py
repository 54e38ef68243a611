"""All encodings, in teaching order."""

from typing import Any

from posenc_gui.engine.encoding import Encoding
from posenc_gui.engine.encodings.sinusoidal import SINUSOIDAL
from posenc_gui.engine.errors import UserError
from posenc_gui.engine.params import shown

ENCODINGS: tuple[Encoding[Any], ...] = (SINUSOIDAL,)


def by_key(key: str) -> Encoding[Any]:
    """The encoding of that name.

    Raises:
        UserError: there is none.
    """
    found = next((encoding for encoding in ENCODINGS if encoding.key == key), None)
    if found is None:
        known = ", ".join(encoding.key for encoding in ENCODINGS)
        raise UserError(f"encoding is {shown(key)}, but must be one of {known}")
    return found
