"""Constraints on a block of space-time beyond its cells: a file for each kind."""
