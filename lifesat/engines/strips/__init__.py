"""One parent of a large board, a few rows at a time."""
