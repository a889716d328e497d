"""Sokoban: the problem, its encodings, the best solutions and the command."""
