"""Counting and listing by a frontier, against an exact model counter and the SAT enumeration.

All are given the problem; making the formula, or sweeping the window, is part of the work.
"""

from collections.abc import Iterator
from itertools import islice

import numpy as np

from benchmarks.boards import example
from benchmarks.report import Program, Row, Scale, compare
from lifesat.defaults import ENCODING, SOLVER
from lifesat.engines.frontier.counts import count_boards, count_by_population
from lifesat.engines.frontier.parents import Parents
from lifesat.engines.options import Options
from lifesat.engines.sat.model_counter import available, count_here
from lifesat.formats.batches import write_boards
from lifesat.life.pattern import Pattern
from lifesat.problems.life.predecessor import Predecessor
from lifesat.queries.events import Done
from lifesat.queries.search import search
from lifesat.queries.solutions import ListSolutions

_COUNT = "frontier, count"
# OEIS A134963, with the seconds that were promised.
_VANISHING = {10: (4400789480783375, 5), 11: (5530201631127973447, 30)}
# Batches of the listing that hold about ten million and half a million boards of 7 x 7.
_MANY, _SOME = 2500, 125


def rows(scale: Scale) -> Iterator[Row]:
    """Yield the rows: the space invader and squares counted, the pond and squares listed."""
    if scale == "tiny":
        yield from _counted("the tub, dead, margin 0", example("tub"), pairs=1)
        return
    yield from _counted(
        "the 2,680 parents of the space invader, dead, margin 0", example("space-invader"), pairs=5
    )
    for side in _VANISHING:
        yield _squares(side)
    pond = example("pond", outside="free")
    for name, listed, seconds in (
        ("arrays", lambda: sum(map(len, Parents(pond).models())), 113_360 / 1_000_000),
        ("RLE texts", lambda: _texts(pond), 113_360 / 200_000),
    ):
        yield compare(
            "frontier",
            f"all 113,360 parents of the pond as {name}, free, unchecked",
            Program("frontier, list", listed),
            _listed(pond),
            pairs=1,
            seconds_limit=seconds,
        )
    yield _streamed()


def _counted(work: str, problem: Predecessor, pairs: int) -> Iterator[Row]:
    ours = Program(_COUNT, lambda: count_boards(problem))
    if available():
        counter = Program("pyganak", lambda: _count_models(problem))
        yield compare("frontier", work, ours, counter, pairs=pairs, ratio_limit=1 / 15)
    yield compare("frontier", work, ours, _listed(problem), pairs=pairs, ratio_limit=1 / 8)


def _squares(side: int) -> Row:
    known, seconds = _VANISHING[side]
    problem = _vanishing(side)
    return compare(
        "frontier",
        f"the patterns in a box of {side} x {side} that vanish",
        Program(f"{_COUNT}: {known}", lambda: count_boards(problem) == known),
        Program("frontier, by population", lambda: count_by_population(problem)),
        pairs=1,
        seconds_limit=seconds,
    )


def _streamed() -> Row:
    problem = _vanishing(7)

    def batches(number: int) -> int:
        return sum(map(len, islice(Parents(problem).models(), number)))

    ten_million = batches(_MANY)
    return compare(
        "frontier",
        f"{ten_million:,} of the patterns in a box of 7 x 7 that vanish, unchecked",
        Program("frontier, list as arrays", lambda: batches(_MANY)),
        Program("one in twenty as RLE texts", lambda: _texts(problem, _SOME) and ten_million),
        pairs=1,
        seconds_limit=ten_million / 1_000_000,
    )


def _vanishing(side: int) -> Predecessor:
    return Predecessor(Pattern.from_array(np.zeros((side, side))), margin=0)


def _texts(problem: Predecessor, batches: int | None = None) -> int:
    written = 0
    for models in islice(Parents(problem).models(), batches):
        boards = problem.boards(models)
        names = (f"predecessor {written + k}" for k in range(1, len(boards) + 1))
        written += len(write_boards(boards, problem.pattern(boards[0]), names))
    return written


def _count_models(problem: Predecessor) -> int:
    formula = problem.formula(ENCODING)
    clauses = [clause for block in formula.blocks() for clause in block.tolist()]
    return count_here(formula.variables, problem.projection, clauses)


def _listed(problem: Predecessor) -> Program:
    return Program(f"lifesat {ENCODING}, {SOLVER}, all listed", lambda: _list_all(problem))


def _list_all(problem: Predecessor) -> int:
    for event in search(ListSolutions(problem), Options(ENCODING, SOLVER, limit=None)):
        if isinstance(event, Done):
            return event.found
    raise RuntimeError("the search ended without a word")
