"""Sokoban: boxes to be pushed onto goals by a player who cannot pull."""
