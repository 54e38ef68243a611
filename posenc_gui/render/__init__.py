"""Painting figures with Qt, on a scene of the window or off-screen."""
