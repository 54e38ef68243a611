"""The only place where numbers are made: NumPy and the standard library, no Qt."""
