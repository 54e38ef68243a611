"""Speed as ratios: what this program takes against what others take for the same, on the same machine."""
