"""lifesat runs Conway's Game of Life backwards.

The names here are the public API. They are loaded on first use, so that ``import lifesat`` costs
nothing. docs/python.md is the guide.

Examples
--------
>>> from lifesat import Pattern, predecessors
>>> tub = Pattern.from_rows([".O.", "O.O", ".O."])
>>> sorted(parent.population for parent in predecessors(tub, margin=0, up_to_symmetry=True))
[4, 5, 5]
"""

from importlib import import_module

from lifesat._version import __version__

TYPE_CHECKING = False  # importing typing takes 3 ms at every start
if TYPE_CHECKING:
    from lifesat.api.blocks import catalysts, count_block, search_block, search_file
    from lifesat.api.counts import (
        approximate_sample,
        count,
        count_by_population,
        estimate_marginals,
        forced,
        forced_cells,
        marginals,
        sample,
    )
    from lifesat.api.jobs import Job, list_jobs, resume, submit
    from lifesat.api.objects import (
        agars,
        completions,
        eaters,
        oscillators,
        replicators,
        spaceships,
        still_lifes,
    )
    from lifesat.api.orphans import (
        Proof,
        check_proof,
        find_orphan,
        is_orphan,
        is_self_forcing,
        minimal_orphan,
        prove,
        prove_self_forcing,
        self_forcing,
    )
    from lifesat.api.predecessor import (
        Ancestry,
        History,
        Nearest,
        ancestors,
        has_predecessor,
        have_predecessors,
        largest,
        nearest_predecessor,
        predecessors,
        rewind,
        smallest,
    )
    from lifesat.api.search import Search
    from lifesat.engines.frontier.estimates import MarginalEstimates
    from lifesat.engines.frontier.marginals import Marginals
    from lifesat.engines.sat.drat_check import ProofError
    from lifesat.errors import FailedError, MemoryLimitError, TimeLimitError, UserError
    from lifesat.formats import FormatError, read_all, read_file, read_text, write_file, write_text
    from lifesat.life.cell_rows import UNKNOWN
    from lifesat.life.life_history import life_history_target
    from lifesat.life.pattern import Pattern, PatternError
    from lifesat.life.rule import Rule, RuleError, parse_rule
    from lifesat.puzzles.api import best_sokoban, solve_sokoban, solve_sudoku
    from lifesat.queries.events import Progress

__all__ = [
    "UNKNOWN",
    "Ancestry",
    "FailedError",
    "FormatError",
    "History",
    "Job",
    "MarginalEstimates",
    "Marginals",
    "MemoryLimitError",
    "Nearest",
    "Pattern",
    "PatternError",
    "Progress",
    "Proof",
    "ProofError",
    "Rule",
    "RuleError",
    "Search",
    "TimeLimitError",
    "UserError",
    "__version__",
    "agars",
    "ancestors",
    "approximate_sample",
    "best_sokoban",
    "catalysts",
    "check_proof",
    "completions",
    "count",
    "count_block",
    "count_by_population",
    "eaters",
    "estimate_marginals",
    "find_orphan",
    "forced",
    "forced_cells",
    "has_predecessor",
    "have_predecessors",
    "is_orphan",
    "is_self_forcing",
    "largest",
    "life_history_target",
    "list_jobs",
    "marginals",
    "minimal_orphan",
    "nearest_predecessor",
    "oscillators",
    "parse_rule",
    "predecessors",
    "prove",
    "prove_self_forcing",
    "read_all",
    "read_file",
    "read_text",
    "replicators",
    "resume",
    "rewind",
    "sample",
    "search_block",
    "search_file",
    "self_forcing",
    "smallest",
    "solve_sokoban",
    "solve_sudoku",
    "spaceships",
    "still_lifes",
    "submit",
    "write_file",
    "write_text",
]

_NAMES = {
    "lifesat.api.blocks": ("catalysts", "count_block", "search_block", "search_file"),
    "lifesat.api.counts": (
        "approximate_sample",
        "count",
        "count_by_population",
        "estimate_marginals",
        "forced",
        "forced_cells",
        "marginals",
        "sample",
    ),
    "lifesat.api.jobs": ("Job", "list_jobs", "resume", "submit"),
    "lifesat.api.objects": (
        "agars",
        "completions",
        "eaters",
        "oscillators",
        "replicators",
        "spaceships",
        "still_lifes",
    ),
    "lifesat.api.orphans": (
        "check_proof",
        "find_orphan",
        "is_orphan",
        "is_self_forcing",
        "minimal_orphan",
        "Proof",
        "prove",
        "prove_self_forcing",
        "self_forcing",
    ),
    "lifesat.api.predecessor": (
        "ancestors",
        "Ancestry",
        "has_predecessor",
        "have_predecessors",
        "History",
        "largest",
        "Nearest",
        "nearest_predecessor",
        "predecessors",
        "rewind",
        "smallest",
    ),
    "lifesat.api.search": ("Search",),
    "lifesat.engines.frontier.estimates": ("MarginalEstimates",),
    "lifesat.engines.frontier.marginals": ("Marginals",),
    "lifesat.engines.sat.drat_check": ("ProofError",),
    "lifesat.errors": ("FailedError", "MemoryLimitError", "TimeLimitError", "UserError"),
    "lifesat.formats": (
        "FormatError",
        "read_all",
        "read_file",
        "read_text",
        "write_file",
        "write_text",
    ),
    "lifesat.life.cell_rows": ("UNKNOWN",),
    "lifesat.life.life_history": ("life_history_target",),
    "lifesat.life.pattern": ("Pattern", "PatternError"),
    "lifesat.life.rule": ("parse_rule", "Rule", "RuleError"),
    "lifesat.puzzles.api": ("best_sokoban", "solve_sokoban", "solve_sudoku"),
    "lifesat.queries.events": ("Progress",),
}
_HOMES = {name: home for home, names in _NAMES.items() for name in names}


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module 'lifesat' has no attribute {name!r}")
    return getattr(import_module(_HOMES[name]), name)


def __dir__() -> list[str]:
    return __all__
