"""The names a user can choose from, listed without loading the code they stand for."""

LIFE = "B3/S23"
"""The rule of Life, the default."""

OUTSIDES = ("dead", "free", "torus")
"""What lies beyond the edges of a predecessor's window; the first is the default."""

BLOCK_OUTSIDES = ("dead", "bounded", "torus")
"""What lies outside a block of space-time; the first is the default."""

SYMMETRIES = ("C1", "C2", "C4", "D2_+", "D2_x", "D4_+", "D4_x", "D8")
"""Symmetries of a pattern; the first is the default."""

NO_GLIDE = "identity"
"""The default for `GLIDES`: an object returns as it was."""

GLIDES = ("rot90", "rot180", "rot270", "flip_x", "flip_y", "transpose", "anti_transpose")
"""How an object may be transformed when it returns."""

TRANSFORMS = (NO_GLIDE, *GLIDES)
"""The names of the eight symmetries of the square."""

CORNERS = ("lower-left", "lower-right", "upper-left", "upper-right")
"""The corners an eater's glider may start in; the first is the default."""

STILL_LIFE_CLASSES = ("any", "strict", "pseudo")
"""Classes of still lifes; the first is the default."""

COMPLETION_STATES = ("lifesat", "golly-history", "complete-still", "stator-optimizer", "two-state")
"""Ways to read the states of a pattern that is to be completed; see docs/completion.md."""

MINIMISE = ("population", "box", "population,box", "box,population")
"""What the best completion minimises; the first is the default."""

GOLLY_LANGUAGES = ("python", "lua")
"""The languages of the scripts for Golly."""
