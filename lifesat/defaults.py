"""The names of encodings and solvers, and the defaults.

They are separate from the encodings and solvers themselves so that the command line can list them
without loading either. docs/notes/measurements.md shows the measurements behind the defaults.
"""

from typing import Literal

ENCODINGS = ("column_triples", "truth_table", "bailleux_boufkhad")
ENCODING = ENCODINGS[0]

# Solvers that are incremental, accept conflict budgets and count conflicts.
SOLVERS = (
    "cadical195",
    "cadical300",
    "cadical153",
    "glucose42",
    "glucose4",
    "maplechrono",
    "maplecm",
    "mergesat3",
    "minisat22",
)
SOLVER = "cadical195"

Mode = Literal["stable", "alternating", "false_first"]
"""How CaDiCaL searches: in its stable mode, with saved phases; in both of its modes in turn, as it
does by default; or in both, without simplifying the formula meanwhile, and with decisions that make
variables false."""

# How to search for one predecessor: as lifesat chooses, with one formula, strip by strip, or with
# particles.
METHODS = ("auto", "sat", "strips", "particles")

# The solvers that write complete proofs, and the default among them.
PROVERS = ("cadical195", "cadical300", "cadical153", "glucose42", "glucose4", "maplechrono")
PROVER = "glucose42"

# The quickest for the many short calls that find forced cells.
BACKBONE_SOLVER = "glucose42"

# How far a patch of an agar that shows that it is self-forcing may exceed a period; this suffices
# for all that are known.
AGAR_PAD = 27

# What a search for orphans spends on each cell of the target: millions of endings of its parents.
ORPHAN_BEAM = 5

ORPHAN_CRITERIA = ("cells", "live", "box")
"""What the best orphan has least of: required cells, live cells, or cells in its box."""

LAYOUTS = ("single", "row", "animation")
"""How generations are drawn: the first alone, all in a row with arrows, or all in turn."""

GRIDS = ("auto", "always", "never")
"""Whether there are lines between cells: in cells of five pixels or more, always, or never."""

# With fewer samples, their scatter says too little about the error of an estimate.
FEWEST_SAMPLES = 10

# The time limit of a rewind without a number of generations or a time limit.
REWIND_SECONDS = 60
