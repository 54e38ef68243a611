"""Figures and arrays as files."""
