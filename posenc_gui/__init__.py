"""posenc-gui: the desktop instrument for positional encodings."""

__version__ = "0.1.0"
