"""The letters of the cells of a completion."""

DEAD, LIVE, SAME, ANY_STATE = ".O=?"
"""The letters of cells: dead, live, unknown but the same in all generations, unknown."""
