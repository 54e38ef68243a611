"""Widgets only: controls made from the parameters' metadata, and the window around them."""
