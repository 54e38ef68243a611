"""All encodings, in teaching order."""

from typing import Any

from posenc_gui.engine.encoding import Encoding
from posenc_gui.engine.encodings.alibi import ALIBI
from posenc_gui.engine.encodings.learned import LEARNED
from posenc_gui.engine.encodings.relative import SHAW, TRANSFORMER_XL
from posenc_gui.engine.encodings.rope import ROPE
from posenc_gui.engine.encodings.simple import BINARY, INDEX, NONE, NORMALIZED
from posenc_gui.engine.encodings.sinusoidal import SINUSOIDAL
from posenc_gui.engine.encodings.t5 import T5
from posenc_gui.engine.errors import UserError
from posenc_gui.engine.params import shown

ENCODINGS: tuple[Encoding[Any], ...] = (
    NONE,
    INDEX,
    NORMALIZED,
    BINARY,
    SINUSOIDAL,
    LEARNED,
    SHAW,
    T5,
    ALIBI,
    ROPE,
    TRANSFORMER_XL,
)


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
