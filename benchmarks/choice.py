"""Which encoding with which solver: the measurements behind the defaults.

``python -m benchmarks.choice`` prints the tables of docs/notes/measurements.md: every encoding with
every solver on small boards, then a few of them on large ones.
"""

import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import product
from statistics import median
from typing import NamedTuple

from benchmarks.boards import example, kaggle, orphan, soup
from benchmarks.report import Row, Scale, markdown
from lifesat.defaults import ENCODING, ENCODINGS, SOLVER, SOLVERS
from lifesat.engines.options import Options
from lifesat.problems.life.predecessor import Predecessor
from lifesat.queries.events import Done
from lifesat.queries.search import search
from lifesat.queries.solutions import ListSolutions


class Combination(NamedTuple):
    """An encoding with a solver."""

    encoding: str
    solver: str


class Workload(NamedTuple):
    """Searches of one kind, numbered.

    Attributes
    ----------
    name
        What the table calls it.
    boards
        How many searches.
    make
        Returns the problem for a number from 0.
    limit
        How many solutions end the search; None to list all.
    """

    name: str
    boards: int
    make: Callable[[int], Predecessor]
    limit: int | None = 1


class Outcome(NamedTuple):
    """Processor seconds until the search was over, and whether it was before the limit."""

    seconds: float
    solved: bool


Outcomes = dict[Combination, list[Outcome]]

DEFAULT = Combination(ENCODING, SOLVER)
ALL = [Combination(*names) for names in product(ENCODINGS, SOLVERS)]

_SMALL = [
    Workload("soup 20x20", 3, lambda seed: soup(20, seed)),
    Workload("soup 26x26", 3, lambda seed: soup(26, seed)),
    Workload("Kaggle, 1 back", 3, lambda seed: kaggle(1, seed)),
    Workload("orphan, free", 3, orphan),
    Workload("list all, invader", 1, lambda _: example("space-invader"), None),
]
_LARGE = [
    Workload("soup 31x31", 4, lambda seed: soup(31, seed)),
    Workload("soup 42x42", 3, lambda seed: soup(42, seed)),
    Workload("Kaggle, 2 back", 5, lambda seed: kaggle(2, seed)),
    Workload("Kaggle, 3 back", 2, lambda seed: kaggle(3, seed)),
    Workload("LIFE, none 4 back", 1, lambda _: replace(example("life"), generations=4)),
    Workload("list all, pond free", 1, lambda _: example("pond", outside="free"), None),
]
_TINY = [Workload("soup 6x6", 2, lambda seed: soup(6, seed))]
_SMALL_SECONDS = 2.0
_LARGE_SECONDS = 20.0
_OTHER_SOLVERS = 2


def rows(scale: Scale) -> Iterator[Row]:
    """Yield, for each kind of small board, a row for each combination that is not the default."""
    for kind in _TINY if scale == "tiny" else _SMALL:
        outcomes = measure(kind, ALL, _SMALL_SECONDS)
        ours = outcomes.pop(DEFAULT)
        for combination, theirs in outcomes.items():
            yield Row(
                benchmark="choice",
                work=f"{kind.name}, seeds 0 to {kind.boards - 1}, at most {_SMALL_SECONDS:g} s",
                ours=_named(DEFAULT, ours),
                other=_named(combination, theirs),
                ratio=median(a.seconds / b.seconds for a, b in zip(ours, theirs, strict=True)),
                ours_seconds=_median(ours),
                other_seconds=_median(theirs),
                pairs=kind.boards,
            )


def measure(kind: Workload, combinations: Sequence[Combination], limit: float) -> Outcomes:
    """Run all combinations on each board in turn.

    Parameters
    ----------
    kind
        The searches.
    combinations
        What to search with.
    limit
        Processor seconds after which a search is given up.
    """
    outcomes: Outcomes = {combination: [] for combination in combinations}
    for number in range(kind.boards):
        for combination in combinations:
            outcomes[combination].append(_outcome(kind, number, combination, limit))
    return outcomes


def _outcome(kind: Workload, number: int, combination: Combination, limit: float) -> Outcome:
    problem, options = kind.make(number), Options(*combination, limit=kind.limit)
    began = time.process_time()
    for event in search(
        ListSolutions(problem), options, stop=lambda: time.process_time() - began > limit
    ):
        if isinstance(event, Done):
            seconds = time.process_time() - began
            if event.status == "stopped" or seconds > limit:
                return Outcome(limit, solved=False)
            return Outcome(seconds, solved=True)
    raise RuntimeError(f"{kind.name}: the search ended without a word")


def _median(outcomes: Sequence[Outcome]) -> float:
    return median(outcome.seconds for outcome in outcomes)


def _named(combination: Combination, outcomes: Sequence[Outcome]) -> str:
    return f"{' '.join(combination)}, solved {_solved(outcomes)}"


def _solved(outcomes: Sequence[Outcome]) -> str:
    return f"{sum(outcome.solved for outcome in outcomes)}/{len(outcomes)}"


def survey(
    kinds: Sequence[Workload], combinations: Sequence[Combination], limit: float
) -> list[Outcomes]:
    """Measure all kinds, print a table (a row for each combination, best first), and return it."""
    results = []
    for kind in kinds:
        print(kind.name, file=sys.stderr)
        results.append(measure(kind, combinations, limit))
    head = ["encoding", "solver", *(kind.name for kind in kinds)]
    lines = [
        [*combination, *(_cell(outcomes[combination]) for outcomes in results)]
        for combination in ranked(results)
    ]
    print(markdown(head, lines))
    return results


def ranked(results: Sequence[Outcomes]) -> list[Combination]:
    """Return the combinations, best first: by their mean place over all boards."""
    places: dict[Combination, int] = dict.fromkeys(results[0], 0)
    for outcomes in results:
        for board in zip(*outcomes.values(), strict=True):
            for combination, outcome in zip(outcomes, board, strict=True):
                places[combination] += sum(other.seconds < outcome.seconds for other in board)
    return sorted(places, key=lambda combination: places[combination])


def finalists(results: Sequence[Outcomes]) -> list[Combination]:
    """Return all encodings with the default solver, and the default one with the best others."""
    with_default = [Combination(encoding, SOLVER) for encoding in ENCODINGS]
    others = [each for each in ranked(results) if each.encoding == ENCODING and each != DEFAULT]
    return with_default + others[:_OTHER_SOLVERS]


def _cell(outcomes: Sequence[Outcome]) -> str:
    return f"{_median(outcomes):.2f} s, {_solved(outcomes)}"


if __name__ == "__main__":
    print(f"At most {_SMALL_SECONDS:g} s for each search:\n")
    chosen = finalists(survey(_SMALL, ALL, _SMALL_SECONDS))
    print(f"\nAt most {_LARGE_SECONDS:g} s for each search:\n")
    survey(_LARGE, chosen, _LARGE_SECONDS)
