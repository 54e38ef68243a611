"""Numbers as a person writes and reads them in a box; no widgets."""

from posenc_gui.engine.errors import UserError
from posenc_gui.engine.params import Field, Value

SIGNIFICANT_DIGITS = 6


def shown(value: Value) -> str:
    """A number with up to six significant digits: 10000, 0.333333, 1e6; a tuple with commas between."""
    if isinstance(value, tuple):
        return ", ".join(shown(part) for part in value)
    if not isinstance(value, float):
        return str(value)
    mantissa, _, exponent = f"{value:.{SIGNIFICANT_DIGITS}g}".partition("e")
    return f"{mantissa}e{int(exponent)}" if exponent else mantissa


def read(field: Field, text: str) -> Value:
    """Read a number as it is typed; whole numbers may be written as 1e6 or 10_000, too.

    Raises:
        UserError: it is no number of this kind, or outside its range.
    """
    plain = text.strip().replace("−", "-")
    if field.kind != "int":
        return field.parse(plain)
    try:
        return field.check(_whole(plain))
    except (UserError, ValueError, OverflowError):
        raise field.refusal(plain) from None


def _whole(text: str) -> int | float:
    try:
        return int(text)
    except ValueError:
        number = float(text)
        return int(number) if number == int(number) else number
