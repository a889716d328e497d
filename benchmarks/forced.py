"""Forced cells, against a loop with a call for each cell and state: same formula, same solver.

Making the formula is part of the work on both sides. Two processes are compared with one, too.
"""

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from itertools import chain

from benchmarks.boards import soup
from benchmarks.report import Program, Row, Scale, compare
from lifesat.defaults import BACKBONE_SOLVER, ENCODING
from lifesat.engines.backbone.backbone import Backbone
from lifesat.engines.backbone.search import forced_steps
from lifesat.engines.sat.solver import Solver
from lifesat.life.pattern import UNKNOWN
from lifesat.problems.life.predecessor import Predecessor
from lifesat.problems.life.window import Outside

# Sides, what is outside, the number of seeds, and the limits of the ratio and of seconds.
_WORK: tuple[tuple[int, Outside, int, float, float | None], ...] = (
    (12, "dead", 10, 0.25, None),
    (20, "dead", 3, 0.2, None),
    (20, "free", 3, 0.2, None),
    (30, "free", 1, 0.2, 60),
)


def rows(scale: Scale) -> Iterator[Row]:
    """Yield a row for each size of soup."""
    for side, outside, seeds, ratio, seconds in _WORK:
        if scale == "tiny":
            side, seeds = 6, 1  # noqa: PLW2901
        problems = [replace(soup(side, seed), outside=outside) for seed in range(seeds)]
        yield compare(
            "forced",
            f"{side}x{side} soups, outside {outside}, {seeds} from seed 0 on; one generation",
            Program(f"lifesat {ENCODING}, {BACKBONE_SOLVER}", partial(_backbones, problems)),
            Program("a call for each cell and state", partial(_loops, problems)),
            pairs=3 if side == 12 else 1,
            ratio_limit=ratio,
            seconds_limit=seconds,
        )

    for side, seeds in ((12, 10), (30, 10)):
        if scale == "tiny":
            side, seeds = 6, 1  # noqa: PLW2901
        problems = [replace(soup(side, seed), outside="free") for seed in range(seeds)]
        yield compare(
            "forced",
            f"{side}x{side} soups, outside free, {seeds} from seed 0 on; one generation",
            Program("lifesat, 2 processes", partial(_backbones, problems, workers=2)),
            Program("lifesat, 1 process", partial(_backbones, problems)),
            pairs=1,
        )


def _backbones(problems: list[Predecessor], workers: int = 1) -> list[list[int]]:
    return [_backbone(problem, workers) for problem in problems]


def _backbone(problem: Predecessor, workers: int) -> list[int]:
    search = Backbone(problem, 0)
    steps = forced_steps(search, ENCODING, None, lambda: False, memory=None, workers=workers)
    for _ in steps:
        pass
    return list(chain.from_iterable(search.board().tolist()))


def _loops(problems: list[Predecessor]) -> list[list[int]]:
    return [_loop(problem) for problem in problems]


def _loop(problem: Predecessor) -> list[int]:
    """Return the states of the cells; in these problems each is a variable, row by row."""
    states = []
    with Solver(problem.formula(ENCODING), BACKBONE_SOLVER) as solver:
        for variable in range(1, problem.projection + 1):
            dead, live = (solver.solve(None, [literal]) for literal in (-variable, variable))
            states.append(UNKNOWN if dead and live else int(bool(live)))
    return states
