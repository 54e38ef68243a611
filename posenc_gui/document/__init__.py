"""The state of the program as values; no Qt."""
