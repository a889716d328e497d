"""Sudoku and Sokoban."""
