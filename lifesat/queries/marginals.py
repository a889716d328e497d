"""For each cell, in how many predecessors it is live: counted exactly, or estimated."""

import json
import math
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, fields
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar

import numpy as np

from lifesat.defaults import FEWEST_SAMPLES
from lifesat.engines.frontier.support import Swept, corner_of, first_of
from lifesat.engines.options import Options
from lifesat.errors import UserError
from lifesat.problems.json_fields import integer_error
from lifesat.problems.life.predecessor import Predecessor, finds_boards, reject_several_states
from lifesat.problems.life.window import Cell
from lifesat.queries.query import End, ProblemQuery, Shape, Steps
from lifesat.queries.run import Run, State
from lifesat.queries.sentences import Outcome
from lifesat.queries.sweeping import (
    background_steps,
    check_frontier,
    counted_ending,
    out_of_reach_explained,
    sweep_limits,
    sweep_steps,
    swept_of,
)
from lifesat.system.machine import memory_limit

if TYPE_CHECKING:
    from lifesat.engines.frontier.estimates import MarginalEstimates, SampleProgress
    from lifesat.engines.frontier.marginals import Marginals  # slow to load
    from lifesat.engines.frontier.progress import SweepProgress
    from lifesat.problems.problem import Problem


ARRAYS = ("probabilities", "standard_errors")
"""The fields of estimates that have a number for each cell."""


@dataclass(frozen=True)
class MarginalState(State):
    """The marginals as JSON; "" if they are unknown."""

    marginals: str = ""


def counted_values(marginals: "Marginals") -> dict[str, Any]:
    """Return exact marginals as JSON values."""
    return {
        "corner": marginals.corner, "total": marginals.total, "live": marginals.live.tolist()
    }  # fmt: skip


def estimated_values(estimates: "MarginalEstimates") -> dict[str, Any]:
    """Return estimates as JSON values."""
    values = dict(vars(estimates))
    return values | {name: values[name].tolist() for name in ARRAYS}


def text_of(values: dict[str, Any]) -> str:
    """Return JSON values with numbers of any length as text."""
    # By default, Python does not write numbers of more than 4,300 digits.
    sys.set_int_max_str_digits(0)
    return json.dumps(values)


def marginals_ending(query: ProblemQuery, verb: str, outcome: Outcome, took: str) -> str:
    """Return why marginals are unknown; "" if they are known, or if an error says why."""
    if outcome.state == "failed":
        return ""
    return counted_ending(query, f"the {query.nouns} {verb} not known", outcome, took)


def counted_of(problem: Swept, text: object) -> "Marginals":
    """Return marginals from the JSON of `counted_values`.

    Raises UserError if the JSON is invalid or about another problem.
    """
    from lifesat.engines.frontier.marginals import Marginals  # noqa: PLC0415  # slow to load

    live, total = _counted(problem, text)
    return Marginals(np.array(live, dtype=object), total, corner_of(problem))


def total_of(problem: Swept, text: object) -> int:
    """Return the number of solutions, without loading the module that counts them."""
    return _counted(problem, text)[1]


def _counted(problem: Swept, text: object) -> tuple[list[list[Any]], int]:
    """Return in how many solutions each cell is live, and how many there are."""
    values = _values(text)
    total: Any = values.get("total")
    live = _rows(values.get("live"), problem)
    if type(total) is not int or total < 1:
        raise _unreadable()
    if not all(type(n) is int and 0 <= n <= total for row in live for n in row):
        raise _unreadable()
    return live, total


def estimated_of(problem: Predecessor, text: object) -> "MarginalEstimates":
    """Return estimates from the JSON of `estimated_values`.

    Raises UserError if the JSON is invalid or about another problem.
    """
    from lifesat.engines.frontier.estimates import MarginalEstimates  # noqa: PLC0415  # slow to load

    values = _values(text)
    arrays = {name: _rows(values.get(name), problem) for name in ARRAYS}
    names = {each.name for each in fields(MarginalEstimates)} - {*ARRAYS, "corner"}
    numbers: dict[str, Any] = {name: values.get(name) for name in names}
    every = [*numbers.values(), *(n for rows in arrays.values() for row in rows for n in row)]
    if not all(map(_is_number, every)):
        raise _unreadable()
    numbers |= {name: np.array(rows, dtype=np.float64) for name, rows in arrays.items()}
    return MarginalEstimates(**numbers, corner=corner_of(problem))


def _values(text: object) -> dict[str, Any]:
    """Parse a JSON object with numbers of any length."""
    # By default, Python does not read numbers of more than 4,300 digits.
    sys.set_int_max_str_digits(0)
    try:
        values = json.loads(str(text))
    except (ValueError, RecursionError):
        values = None
    if not isinstance(values, dict):
        raise _unreadable()
    return values


def _rows(rows: Any, problem: Swept) -> list[list[Any]]:
    """Return rows after validating that they have an entry for each cell at first."""
    height, width = first_of(problem).shape
    if not isinstance(rows, list) or len(rows) != height:
        raise _unreadable()
    if not all(isinstance(row, list) and len(row) == width for row in rows):
        raise _unreadable()
    return rows


def _is_number(value: object) -> bool:
    """Return whether a value is a number that a float can hold."""
    if type(value) is int:
        return abs(value) <= sys.maxsize
    return type(value) is float and math.isfinite(value)


def _unreadable() -> UserError:
    return UserError("the marginals in the journal cannot be read")


# The end of the error for a problem that no frontier fits.
_ONLY = "has its marginals counted"


@dataclass(frozen=True)
class CountMarginals(ProblemQuery):
    """Count exactly in how many predecessors, or other solutions, each cell is live at first.

    A resumed job counts again from the start, since a sweep cannot be saved.
    """

    name: ClassVar[str] = "marginals"
    shape: ClassVar[Shape] = "probabilities"
    State: ClassVar[type[State]] = MarginalState

    def __post_init__(self) -> None:
        self._swept()

    def _swept(self) -> Swept:
        return swept_of(self.problem, "marginals are not counted of")

    @property
    def nouns(self) -> str:
        """The words for what the query finds."""
        return f"cell probabilities of {self.problem.nouns}"

    def check(self, options: Options) -> None:
        """Reject a problem that no frontier fits."""
        check_frontier(self.problem, options, _ONLY)

    def steps(self, state: MarginalState, run: Run) -> Steps:  # noqa: ARG002
        """Count; raises OutOfReachError if no frontier fits."""
        run.phase = what = f"counting {self.problem.nouns}"
        work = partial(self._counted, run.options)
        marginals = yield from background_steps(work, partial(sweep_steps, run, what), run)
        if not marginals.total:
            return End("none")
        yield MarginalState(marginals=text_of(counted_values(marginals)))
        return End("complete")

    def _counted(self, options: Options, tell: "Callable[[SweepProgress], None]") -> "Marginals":
        from lifesat.engines.frontier.marginals import count_marginals  # noqa: PLC0415  # slow to load

        with out_of_reach_explained(_ONLY):
            return count_marginals(self.problem, sweep_limits(options), tell)

    def marginals(self, state: MarginalState) -> "Marginals | None":
        """Return the marginals, or None before they are known."""
        return counted_of(self._swept(), state.marginals) if state.marginals else None

    def all_marginals(self, state: MarginalState) -> "Marginals":
        """Return the marginals at the end, which are all 0 if there is no solution."""
        from lifesat.engines.frontier.marginals import Marginals  # noqa: PLC0415  # slow to load

        none = np.zeros(first_of(self._swept()).shape, dtype=object)
        return self.marginals(state) or Marginals(none, 0, corner_of(self._swept()))

    def final(self, state: MarginalState) -> bool:
        """Return whether the marginals are known."""
        return bool(state.marginals)

    def sentence(self, state: MarginalState) -> str:
        """Return the number of solutions in words."""
        if not state.marginals:
            return ""
        total = total_of(self._swept(), state.marginals)
        what = self.problem.noun if total == 1 else self.problem.nouns
        return f"cell probabilities of {total:,} {what}"

    def text(self, state: MarginalState) -> str:
        """Return the table of probabilities, or "" before they are known."""
        marginals = self.marginals(state)
        return "" if marginals is None else table(marginals)

    def facts(self, state: MarginalState) -> dict[str, Any]:
        """Return the marginals as JSON values."""
        marginals = self.marginals(state)
        return {} if marginals is None else counted_values(marginals)

    def values(self, before: MarginalState, state: MarginalState) -> "Iterator[Marginals]":
        """Yield the marginals once they are known."""
        if state.marginals != before.marginals and (found := self.marginals(state)) is not None:
            yield found

    def ending(self, state: MarginalState, outcome: Outcome, took: str = "") -> str:  # noqa: ARG002
        """Return why there are no marginals, or that there is no solution; "" if there are."""
        return marginals_ending(self, "are", outcome, took)


@dataclass(frozen=True)
class EstimateMarginals(ProblemQuery):
    """Estimate the probability that each cell is live, with standard errors.

    A resumed job draws all samples again.
    """

    name: ClassVar[str] = "estimated_marginals"
    shape: ClassVar[Shape] = "probabilities"
    verb: ClassVar[str] = "are"
    State: ClassVar[type[State]] = MarginalState
    # The predecessors, one generation back.
    problem: Predecessor
    # The number of independent samples.
    samples: int = 100
    seed: int = 0

    def __post_init__(self) -> None:
        problem: Problem = self.problem
        reject_several_states(problem, "this")
        if not finds_boards(problem):
            raise UserError(f"marginals are estimated of predecessors, not of {problem.nouns}")
        for error in (
            integer_error("samples", self.samples, FEWEST_SAMPLES),
            integer_error("seed", self.seed, 0),
        ):
            if error:
                raise UserError(error)

    @property
    def label(self) -> str:
        """The name of the query in a list of jobs."""
        return f"estimated {self.problem.about(self.nouns)}"

    @property
    def nouns(self) -> str:
        """The words for what the query finds."""
        return f"cell probabilities of {self.problem.nouns}"

    def check(self, options: Options) -> None:  # noqa: ARG002
        """Reject predecessors more than one generation back."""
        from lifesat.engines.frontier.estimates import check_estimated  # noqa: PLC0415  # slow to load

        check_estimated(self.problem)

    def steps(self, state: MarginalState, run: Run) -> Steps:  # noqa: ARG002
        """Estimate; raises OutOfReachError if samples differ too much or need too much memory."""
        run.phase = "drawing samples"
        work = partial(self._estimated, run.options)
        steps = partial(sweep_steps, run, run.phase)
        estimates = yield from background_steps(work, steps, run)
        yield MarginalState(marginals=text_of(estimated_values(estimates)))
        return End("complete")

    def _estimated(
        self, options: Options, tell: "Callable[[SampleProgress], None]"
    ) -> "MarginalEstimates":
        from lifesat.engines.frontier.estimates import estimate_marginals  # noqa: PLC0415  # slow to load

        memory = memory_limit(options.memory)
        return estimate_marginals(self.problem, self.samples, self.seed, memory, tell)

    def estimates(self, state: MarginalState) -> "MarginalEstimates | None":
        """Return the estimates, or None before they are known."""
        return estimated_of(self.problem, state.marginals) if state.marginals else None

    def final(self, state: MarginalState) -> bool:
        """Return whether the estimates are known."""
        return bool(state.marginals)

    def sentence(self, state: MarginalState) -> str:
        """Return a summary of the estimates."""
        estimates = self.estimates(state)
        return "" if estimates is None else summary(estimates)

    def text(self, state: MarginalState) -> str:
        """Return the tables of probabilities and standard errors, or "" before they are known."""
        estimates = self.estimates(state)
        return "" if estimates is None else tables(estimates)

    def facts(self, state: MarginalState) -> dict[str, Any]:
        """Return the estimates as JSON values."""
        estimates = self.estimates(state)
        return {} if estimates is None else estimated_values(estimates)

    def values(self, before: MarginalState, state: MarginalState) -> "Iterator[MarginalEstimates]":
        """Yield the estimates once they are known."""
        if state.marginals != before.marginals and (found := self.estimates(state)) is not None:
            yield found

    def ending(self, state: MarginalState, outcome: Outcome, took: str = "") -> str:
        """Return a summary of the estimates, or why there are none."""
        said = self.sentence(state)
        return f"{said}{took}" if said else marginals_ending(self, self.verb, outcome, took)


@dataclass(frozen=True)
class EstimateCount(EstimateMarginals):
    """Estimate how many predecessors there are, with a standard error and a lower bound."""

    name: ClassVar[str] = "estimated_count"
    shape: ClassVar[Shape] = "words"
    verb: ClassVar[str] = "is"

    @property
    def nouns(self) -> str:
        """The words for what the query finds."""
        return f"number of {self.problem.nouns}"

    def text(self, state: MarginalState) -> str:
        """Return the number of predecessors, or "" before it is known."""
        estimates = self.estimates(state)
        return "" if estimates is None else f"{number_words(estimates.log10_total)}\n"

    def facts(self, state: MarginalState) -> dict[str, Any]:
        """Return the estimates that are not about single cells."""
        apart = (*ARRAYS, "corner")
        return {name: value for name, value in super().facts(state).items() if name not in apart}


# The most decimals in a table; there are fewer if it would be wider than a terminal.
_DECIMALS = 3
_COLUMNS = 80
# Numbers from this power of ten on are rounded.
_LARGE = 6

Number = TypeVar("Number")


def table(marginals: "Marginals") -> str:
    """Return a table of rounded probabilities; 0 and 1 without decimals are exact."""
    return aligned(marginals.fractions().tolist(), marginals.corner, _rounded)


def aligned(
    numbers: Sequence[Sequence[Number]], corner: Cell, rounded: Callable[[Number, int], str]
) -> str:
    """Return a table of numbers between 0 and 1, labelled with columns and rows.

    `corner` is the column and row of the first number. `rounded` formats a number with the most
    decimals that fit a terminal.
    """
    x, y = corner
    height, width = len(numbers), len(numbers[0])
    margin = max(len(str(row)) for row in (y, y + height - 1))
    decimals = _DECIMALS
    while decimals > 1 and margin + width * (decimals + 3) > _COLUMNS:
        decimals -= 1
    wide = max(decimals + 2, *(len(str(column)) for column in (x, x + width - 1)))
    lines = [" " * margin + "".join(f" {column:>{wide}}" for column in range(x, x + width))]
    for row, cells in enumerate(numbers, start=y):
        shown = (f" {rounded(number, decimals):>{wide}}" for number in cells)
        lines.append(f"{row:>{margin}}" + "".join(shown))
    return "".join(f"{line}\n" for line in lines)


def tables(estimates: "MarginalEstimates") -> str:
    """Return a table of probabilities, and below it one of their standard errors."""
    parts = (estimates.probabilities, estimates.standard_errors)
    probabilities, errors = (
        aligned(part.tolist(), estimates.corner, lambda number, decimals: f"{number:.{decimals}f}")
        for part in parts
    )
    return f"{probabilities}\nstandard errors\n{errors}"


def summary(estimates: "MarginalEstimates") -> str:
    """Return how the estimates were made, and the number of predecessors, in a sentence."""
    number = number_words(estimates.log10_total)
    noun = "predecessor" if number == "1" else "predecessors"
    least = number_words(estimates.log10_least)
    return (
        f"estimated from {estimates.samples:,} samples of {estimates.particles:,} boards each, "
        f"which amount to {estimates.effective:.1f}: about {number} {noun}, "
        f"standard error {100 * estimates.total_error:.2g} %; at least {least} with a confidence "
        "of 95 %"
    )


def number_words(log10: float) -> str:
    """Return a number as text, given its base-10 logarithm.

    >>> number_words(149.5), number_words(3.0), number_words(6.999)
    ('3.16e149', '1000', '9.98e6')
    """
    if log10 < _LARGE:
        return f"{10**log10:.0f}"
    # A factor that is rounded to 10 belongs to the next power.
    exponent = math.floor(log10 - math.log10(0.9995))
    return f"{10 ** (log10 - exponent):.3g}e{exponent}"


def _rounded(fraction: Fraction, decimals: int) -> str:
    if fraction in (0, 1):
        return str(fraction)
    whole, rest = divmod(round(fraction * 10**decimals), 10**decimals)
    return f"{whole}.{rest:0{decimals}}"
