"""Events of answers in words; the others are in `lifesat.queries.events`."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from lifesat.life.pattern import Pattern

if TYPE_CHECKING:
    from lifesat.frontier.progress import SweepProgress


@dataclass(frozen=True)
class Verdicts:
    """Patterns of which it was decided whether they have a parent.

    As JSON, each has a line with ``number``, ``name`` and ``has_parent``.

    Attributes
    ----------
    numbers
        The number of each, from 1, among all patterns of the query.
    names
        Their names.
    answers
        Whether each has a parent.
    """

    type: ClassVar = "verdict"
    numbers: tuple[int, ...]
    names: tuple[str, ...]
    answers: tuple[bool, ...]


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
