"""Lessons: texts that set the stage by themselves; no Qt."""
