"""Numbers as people read them on a figure."""

import math


def short(value: float) -> str:
    """At least four significant digits where they can be read, as in "14.90" or "62,832", else as `scientific`."""
    if not math.isfinite(value):
        return "∞" if value > 0 else "−∞" if value < 0 else "undefined"
    if value == 0:
        return "0"
    magnitude = float(f"{abs(value):.3e}")
    if magnitude < 1e-3 or magnitude >= 1e7:
        return scientific(value)
    decimals = max(0, 3 - math.floor(math.log10(magnitude)))
    return f"{value:,.{decimals}f}".replace("-", "−")


def signed(value: float, decimals: int = 4) -> str:
    """A fixed number of decimals with a true minus sign, but none before a zero."""
    return f"{value:z.{decimals}f}".replace("-", "−")


def scientific(value: float, digits: int = 2) -> str:
    """Two digits and a power of ten, as in "6.2e−15", or as many as are asked for; plain "0" for zero."""
    if value == 0:
        return "0"
    mantissa, exponent = f"{value:.{digits - 1}e}".split("e")
    return f"{mantissa}e{int(exponent)}".replace("-", "−")


def change(value: float, digits: int = 4) -> str:
    """How much something changes, in so many digits or as `scientific`; "—" for what does not exist."""
    if math.isnan(value):
        return "—"
    if value < 1e-3 or value >= 10**digits:
        return scientific(value, max(digits - 2, 1))
    return f"{value:.{digits}g}"
