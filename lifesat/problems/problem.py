"""What every problem offers to a search, whatever is sought.

A search knows no kind of problem by its name. It makes the formula, lists the models that differ in
the projection, splits itself by the variables that the problem names, lets the problem read the
models back as boards, and lets it check each of them. So a new kind is a frozen dataclass that
inherits from `Problem` and an entry in `lifesat.problems.kinds`; searches, jobs, their journals and
exports then work with it. A kind whose solutions are patterns of Life inherits from
`lifesat.problems.life.LifeProblem`, which offers most of this.

A kind has to offer what is abstract here, and an example for the tests that all kinds share. What
has a default may stay as it is: no symmetry, no weight, nothing unwanted, nothing to try when there
is no solution.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping
from typing import ClassVar, NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from lifesat.formula import Formula
from lifesat.spacetime import Literals

Boards = NDArray[np.uint8]

MOST_LITERALS = 1 << 27
"""More than any solver can be given in the memory of a large machine."""


class Splitters(NamedTuple):
    """Variables by which a search may be split, since each solution settles them.

    Attributes
    ----------
    variables
        The best to split by first.
    states
        Returns for projected models, shape ``(models, projection)``, which of the variables are
        true, shape ``(models, variables)``.
    """

    variables: list[int]
    states: Callable[[Literals], NDArray[np.bool_]]


class Problem(ABC):
    """A frozen statement of what is sought; equal problems have equal JSON.

    Attributes
    ----------
    kind
        The name under which `lifesat.problems.kinds` finds the class again.
    noun, nouns
        What one solution and several are called, for people.
    unknowns
        What the variables of the projection are called, for people.
    forms
        The forms in which `texts` writes solutions, and how the names of their files end; the first
        is taken when nothing is said, and in an event a solution's text is under its name.
    """

    kind: ClassVar[str]
    noun: ClassVar[str]
    nouns: ClassVar[str]
    unknowns: ClassVar[str]
    forms: ClassVar[Mapping[str, str]]

    @property
    def label(self) -> str:
        """The words to which a solution's number is added to name it."""
        return self.noun

    @property
    def first_form(self) -> str:
        """The form that is taken when nothing is said."""
        return next(iter(self.forms))

    # ---------------------------------------------------------------- the formula

    @property
    @abstractmethod
    def projection(self) -> int:
        """How many variables, from 1, tell solutions apart; the same in every encoding."""

    @property
    @abstractmethod
    def encodings(self) -> tuple[str, ...]:
        """The names that `formula` understands; the first is taken when nothing is said."""

    def encoding_fault(self, name: str) -> str | None:
        """Return why there is no encoding of that name, or None if there is one."""
        if name in self.encodings:
            return None
        return f"{name!r} is no encoding for {self.nouns}; there are {', '.join(self.encodings)}"

    @abstractmethod
    def formula(self, encoding: str) -> Formula:
        """Return the formula whose models, projected, are the solutions.

        Parameters
        ----------
        encoding
            A name in `encodings`.
        """

    def symmetries(self) -> NDArray[np.intp]:
        """Return the symmetries of the problem, as permutations of the projection.

        Returns
        -------
        ndarray
            Shape ``(order, projection)``, the identity among them: an image has at place ``k`` what
            stood at place ``[i, k]``.
        """
        return np.arange(self.projection)[None]

    @abstractmethod
    def splitters(self) -> list[int]:
        """Return variables of the projection, those by which to split a search best first."""

    def later_splitters(self) -> list[Splitters]:
        """Return groups of variables that split better than `splitters`, the best group first.

        They may mean something else in the images of a solution under symmetries, so a search that
        drops solutions for the sake of their images does not use them.
        """
        return []

    # ---------------------------------------------------------------- solutions

    @abstractmethod
    def boards(self, models: Literals) -> Boards:
        """Return what projected models stand for.

        Parameters
        ----------
        models
            Literals of the projection, shape ``(models, projection)``.

        Returns
        -------
        ndarray of uint8
            A board for each model, shape ``(models, ...)``.
        """

    @abstractmethod
    def holds(self, boards: Boards) -> NDArray[np.bool_]:
        """Say, by the rules of the matter and nothing of the formula, which boards are solutions.

        A model whose board does not hold is a fault of the formula, and ends a search.
        """

    def wanted(self, boards: Boards) -> NDArray[np.bool_]:
        """Say which solutions are asked for, of an orbit all or none; the others are dropped."""
        return np.ones(len(boards), dtype=bool)

    def weights(self, boards: Boards) -> NDArray[np.intp]:
        """Return the populations of boards, or what else they may be sorted by."""
        return np.zeros(len(boards), dtype=np.intp)

    @abstractmethod
    def texts(self, boards: Boards, first: int, form: str) -> Iterable[str]:
        """Return the text of each board, with its last line feed.

        Parameters
        ----------
        boards
            Solutions.
        first
            The number of the first one; the others follow.
        form
            A name in `forms`.
        """

    # ---------------------------------------------------------------- words

    @abstractmethod
    def to_json(self) -> str:
        """Return the problem as one line of JSON."""

    @classmethod
    @abstractmethod
    def from_json(cls, text: str) -> Self:
        """Return the problem that `to_json` wrote."""

    @abstractmethod
    def conditions(self) -> str:
        """Return the words for what a proof of "none" holds for."""

    def advice(self) -> str:
        """Return what to try when there is no solution; empty if nothing else could help."""
        return ""
