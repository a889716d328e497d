"""The names of encodings and solvers, and which are used when nothing is said.

Kept apart from the code that has these names so that a command line can list them without loading
it. docs/choice-of-encoding.md shows the measurements behind the defaults.
"""

ENCODINGS = ("column_triples", "truth_table", "bailleux_boufkhad")
ENCODING = ENCODINGS[0]

# Solvers that are incremental, take conflict budgets and count their conflicts.
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

# Those of them that write proofs, and whole ones; and which of these is used.
PROVERS = ("cadical195", "cadical300", "cadical153", "glucose42", "glucose4", "maplechrono")
PROVER = "glucose42"
