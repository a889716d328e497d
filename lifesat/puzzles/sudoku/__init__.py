"""Sudoku: the problem, its files and its command."""
