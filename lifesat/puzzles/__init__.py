"""Puzzles by the same engines, plugged in: nothing else in lifesat imports this package."""
