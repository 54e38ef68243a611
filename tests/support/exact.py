"""Sines and cosines to fifty digits, computed on their own in decimal arithmetic."""

from decimal import Decimal, getcontext

getcontext().prec = 70


def _arctan_of_inverse(n: int) -> Decimal:
    """arctan(1/n) by its series."""
    total, power, k = Decimal(0), Decimal(1) / n, 0
    while abs(power) > Decimal(10) ** -70:
        total += (-power if k % 2 else power) / (2 * k + 1)
        power, k = power / (n * n), k + 1
    return total


PI = 16 * _arctan_of_inverse(5) - 4 * _arctan_of_inverse(239)
"""Machin's formula."""


def sine(angle: Decimal) -> Decimal:
    """sin(angle), by its series after whole turns are taken out."""
    angle -= 2 * PI * (angle / (2 * PI)).to_integral_value()
    total, term, k = Decimal(0), angle, 1
    while abs(term) > abs(angle) * Decimal(10) ** -65:
        total += term
        term *= -angle * angle / ((k + 1) * (k + 2))
        k += 2
    return total


def cosine(angle: Decimal) -> Decimal:
    """cos(angle)."""
    return sine(angle + PI / 2)
