"""Events of answers in words; the others are in `lifesat.queries.events`."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from lifesat.formats import rle
from lifesat.life.pattern import Pattern
from lifesat.problems.problem import Boards, Problem

if TYPE_CHECKING:
    from lifesat.frontier.estimates import MarginalEstimates, SampleProgress
    from lifesat.frontier.marginals import Marginals
    from lifesat.frontier.progress import SweepProgress


class Parent(NamedTuple):
    """A parent that was found of a pattern, verified.

    Attributes
    ----------
    problem
        That of the pattern.
    boards
        The parent alone, shape ``(1, height, width)``.
    """

    problem: Problem
    boards: Boards

    def text(self, form: str) -> str:
        """Return it in one of the problem's forms."""
        return "".join(self.problem.texts(self.boards, 1, form))


@dataclass(frozen=True)
class Verdicts:
    """Patterns of which it was decided whether they have a parent.

    As JSON, each has a line with ``number``, ``name`` and ``has_parent``, and with the parent under
    the name of its format if it was found.

    Attributes
    ----------
    numbers
        The number of each, from 1, among all patterns of the query.
    names
        Their names.
    answers
        Whether each has a parent.
    parents
        The parent that was found of each, or None.
    """

    type: ClassVar = "verdict"
    numbers: tuple[int, ...]
    names: tuple[str, ...]
    answers: tuple[bool, ...]
    parents: tuple[Parent | None, ...]

    def lines(self) -> list[dict[str, Any]]:
        """Return the values of the line of each as JSON has them."""
        verdicts = zip(self.numbers, self.names, self.answers, self.parents, strict=True)
        return [
            {"number": number, "name": name, "has_parent": answer}
            | ({(form := parent.problem.first_form): parent.text(form)} if parent else {})
            for number, name, answer, parent in verdicts
        ]


@dataclass(frozen=True)
class Sweep:
    """How far a sweep over a frontier is.

    Attributes
    ----------
    progress
        How far it is; as JSON, its fields.
    seconds
        Time since the start.
    """

    type: ClassVar = "sweep"
    progress: "SweepProgress"
    seconds: float

    def values(self) -> dict[str, Any]:
        """Return how far it is as JSON has it."""
        return {**self.progress._asdict(), "seconds": self.seconds}


@dataclass(frozen=True)
class SamplesDrawn:
    """How many samples of an estimate are drawn.

    Attributes
    ----------
    progress
        How many; as JSON, its fields.
    seconds
        Time since the start.
    """

    type: ClassVar = "samples"
    progress: "SampleProgress"
    seconds: float

    def values(self) -> dict[str, Any]:
        """Return how far it is as JSON has it."""
        return {**self.progress._asdict(), "seconds": self.seconds}


@dataclass(frozen=True)
class Note:
    """A sentence that the user should know at once, without a full stop."""

    type: ClassVar = "note"
    text: str


@dataclass(frozen=True)
class Counted:
    """How many solutions there are.

    Attributes
    ----------
    numbers
        The number for each population, from 0 on; or one number.
    by_population
        Whether there is a number for each population.
    """

    type: ClassVar = "counted"
    numbers: tuple[int, ...]
    by_population: bool

    @property
    def populations(self) -> dict[int, int]:
        """The populations that occur, and their numbers."""
        return {population: number for population, number in enumerate(self.numbers) if number}

    def values(self) -> dict[str, Any]:
        """Return the numbers as JSON has them."""
        counted = {"populations": self.populations} if self.by_population else {}
        return {"number": sum(self.numbers), **counted}

    def text(self) -> str:
        """Return the number, or a line for each population that occurs."""
        if self.by_population:
            return "".join(f"{population} {n}\n" for population, n in self.populations.items())
        return f"{sum(self.numbers)}\n"


@dataclass(frozen=True)
class Finding:
    """What is known of an answer, for good.

    As JSON, it has `facts`, ``final``, ``text`` (the sentence), and the pattern as ``rle``.

    Attributes
    ----------
    sentence
        What is known, without a full stop.
    final
        Whether nothing else can become known.
    facts
        Numbers, and yes or no, by name.
    pattern
        The pattern that answers the query as far as it is known, or None.
    """

    type: ClassVar = "finding"
    sentence: str
    final: bool
    facts: Mapping[str, bool | int]
    pattern: Pattern | None = None

    def values(self) -> dict[str, Any]:
        """Return what is known as JSON has it."""
        found = {} if self.pattern is None else {"rle": rle.write(self.pattern)}
        return {**self.facts, "final": self.final, "text": self.sentence, **found}


@dataclass(frozen=True)
class Proved:
    """A proof that an answer is right is written.

    Attributes
    ----------
    lines
        Its length.
    file
        Its file; that of the formula has ``.cnf`` after its name.
    """

    type: ClassVar = "proved"
    lines: int
    file: str


@dataclass(frozen=True)
class Answered:
    """An answer of one line; where answers improve, each is better than those before.

    Attributes
    ----------
    answer
        The line, without its line feed.
    """

    type: ClassVar = "answer"
    answer: str

    def text(self) -> str:
        """Return the line."""
        return f"{self.answer}\n"


@dataclass(frozen=True)
class MarginalsCounted:
    """In how many predecessors each cell is live.

    Attributes
    ----------
    marginals
        The numbers.
    """

    type: ClassVar = "marginals"
    marginals: "Marginals"

    def values(self) -> dict[str, Any]:
        """Return the numbers as JSON has them."""
        found = self.marginals
        return {"corner": found.corner, "total": found.total, "live": found.live.tolist()}


@dataclass(frozen=True)
class MarginalsEstimated:
    """How probable it is about that each cell is live in a predecessor.

    Attributes
    ----------
    estimates
        The numbers.
    """

    type: ClassVar = "estimated"
    estimates: "MarginalEstimates"

    def values(self) -> dict[str, Any]:
        """Return the numbers as JSON has them."""
        values = dict(vars(self.estimates))
        return values | {name: values[name].tolist() for name in ARRAYS}


ARRAYS = ("probabilities", "standard_errors")
"""The names of the estimates that have a number for each cell."""
