"""The rectangle of an axes in which its marks are seen."""
