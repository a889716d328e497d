"""Solving: models of a formula, all of them, without repeats."""
