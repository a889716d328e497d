"""The interface between problems and searches.

A search does not depend on the kind of problem. It builds the formula, enumerates the models that
differ in the projection, splits by the branch variables of the problem, converts models to boards
and verifies each board. A new kind of problem is a frozen dataclass that inherits from `Problem`,
and an entry in `lifesat.problems.kinds`; searches, jobs, journals and exports then support it.
Kinds whose solutions are Life patterns inherit from `lifesat.problems.life.base.LifeProblem`, which
implements most of the interface.

A kind must implement the abstract methods and provide an example for the tests that all kinds
share. The other methods have defaults: no symmetry, no weights, all solutions wanted, no advice.
"""

import json
from abc import abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass, fields
from typing import Any, ClassVar, Literal, NamedTuple, Self, TypeVar

import numpy as np
from numpy.typing import NDArray

from lifesat.cnf.cardinality import Criterion
from lifesat.cnf.formula import FormulaSource
from lifesat.cnf.spacetime import Literals
from lifesat.defaults import SOLVER
from lifesat.problems.json_fields import json_name, make, read_object

Boards = NDArray[np.uint8]

Goal = Literal["fewest", "most"]
"""Whether the best solution has the fewest live cells or the most."""

# Searches of more than some dozen generations are rarely feasible.
_MOST_LAYERS = 10_001
MOST_LITERALS = 1 << 27
"""The limit on the cells of a problem; even a large machine cannot solve larger formulas."""


def size_errors(place: str, cells: int, layers: int = 1, states: int = 2) -> list[str]:
    """Return an error message if a place of some cells has too many in all generations."""
    most = MOST_LITERALS // (states - 1)
    if layers > _MOST_LAYERS:
        return [f"{layers - 1:,} generations are too many; the limit is {_MOST_LAYERS - 1:,}"]
    if cells * layers > most:
        return [f"{place} is too large; the limit is {most:,} cells in all"]
    return []


class BranchVariables(NamedTuple):
    """Variables by which a search may be split; each solution determines their values.

    Attributes
    ----------
    variables
        The variables, best first.
    states
        A function from projected models, shape ``(models, projection)``, to the values of the
        variables, shape ``(models, variables)``.
    """

    variables: list[int]
    states: Callable[[Literals], NDArray[np.bool_]]


class Problem(FormulaSource):
    """A problem to solve, immutable; equal problems have equal JSON.

    The projected models of the formula are the solutions.

    Attributes
    ----------
    kind
        The name of the class in `lifesat.problems.kinds`.
    forms
        The formats in which `texts` writes solutions, with the suffixes of their files. The first
        is the default; events have the text of a solution under its name.
    """

    kind: ClassVar[str]
    forms: ClassVar[Mapping[str, str]]

    @property
    @abstractmethod
    def noun(self) -> str:
        """A name for one solution, for messages."""

    @property
    @abstractmethod
    def nouns(self) -> str:
        """A name for several solutions, for messages."""

    @property
    @abstractmethod
    def unknowns(self) -> str:
        """A name for the variables of the projection, for messages."""

    @property
    def label(self) -> str:
        """The name of a solution, to which its number is added."""
        return self.noun

    def about(self, what: str) -> str:
        """Return a description of a search for `what`, such as "parents of Tub"."""
        return what

    @property
    def first_form(self) -> str:
        """The default format of solutions."""
        return next(iter(self.forms))

    # ---------------------------------------------------------------- the formula

    @property
    def solver(self) -> str:
        """The SAT solver that usually finds a solution soonest, of `lifesat.defaults.SOLVERS`."""
        return SOLVER

    @property
    @abstractmethod
    def projection(self) -> int:
        """The size of the projection: the variables from 1 that distinguish solutions.

        It is the same in every encoding.
        """

    @property
    @abstractmethod
    def encodings(self) -> tuple[str, ...]:
        """The names of the encodings that `formula` supports; the first is the default."""

    @property
    def witness(self) -> int:
        """The number of variables from 1 that `accepts` needs, at least the projection."""
        return self.projection

    @property
    def open_ended(self) -> bool:
        """Whether the last generation is unknown, as in an oscillator, and not a target."""
        return False

    def encoding_error(self, name: str) -> str | None:
        """Return an error message if `name` is not a supported encoding, else None."""
        if name in self.encodings:
            return None
        return (
            f"unknown encoding {name!r} for {self.nouns}; choose one of {', '.join(self.encodings)}"
        )

    def symmetries(self) -> NDArray[np.intp]:
        """Return the symmetries of the problem, as permutations of the projection.

        Returns
        -------
        ndarray
            Shape ``(order, witness)``, including the identity. Image ``i`` of a model has at index
            ``k`` the value that the model has at index ``[i, k]``; the variables of the projection
            are permuted among themselves.
        """
        return np.arange(self.witness)[None]

    def symmetry_breaking_clauses(self) -> list[tuple[int, ...]]:
        """Return clauses that one of the best solutions satisfies, if there is a solution.

        A search for any solution, or for the best, may add them to the formula. They may also break
        symmetries that `symmetries` does not include, such as translations.
        """
        return []

    def invariance_clauses(self) -> Iterator[NDArray[np.int32]]:
        """Yield clauses that allow only solutions with symmetries of the problem.

        There is an array for each group of symmetries, the largest group first, shape ``(clauses,
        2)``. A search for any solution may try these first, because there are fewer of them.
        """
        yield from ()

    @abstractmethod
    def branch_variables(self) -> list[int]:
        """Return variables of the projection by which to split a search, best first."""

    def later_branch_variables(self) -> list[BranchVariables]:
        """Return groups of variables that split better than `branch_variables`, best first.

        Symmetries need not map them to each other, so a search that lists solutions up to symmetry
        cannot use them.
        """
        return []

    # ---------------------------------------------------------------- solutions

    @abstractmethod
    def boards(self, models: Literals) -> Boards:
        """Return the boards of projected models.

        Parameters
        ----------
        models
            Literals of the projection, shape ``(models, projection)``.

        Returns
        -------
        ndarray of uint8
            Shape ``(models, ...)``.
        """

    def values(self, boards: Boards) -> Iterator[Any]:
        """Yield solutions as a Python program gets them; by default, as boards."""
        yield from boards

    @abstractmethod
    def verify(self, boards: Boards) -> NDArray[np.bool_]:
        """Return which boards are solutions, verified independently of the formula.

        A model whose board is not a solution shows a bug in the formula and ends a search.
        """

    def verified(self, boards: Boards, what: str = "a model of the formula") -> Boards:
        """Return boards, all of which must be solutions; `what` names one in the error.

        Raises
        ------
        AssertionError
            If a board is not a solution.
        """
        if not self.verify(boards).all():
            raise AssertionError(f"{what} is not a valid {self.noun}")
        return boards

    def accepts(self, models: Literals) -> NDArray[np.bool_]:
        """Return which models of the formula are solutions, verified independently of it.

        Parameters
        ----------
        models
            Literals of the first variables, shape ``(models, witness)``.
        """
        return self.verify(self.boards(models))

    def wanted(self, boards: Boards) -> NDArray[np.bool_]:
        """Return which solutions to keep; either all or none of an orbit."""
        return np.ones(len(boards), dtype=bool)

    def weights(self, boards: Boards) -> NDArray[np.intp]:
        """Return the populations of boards, or another number by which they can be sorted."""
        return np.zeros(len(boards), dtype=np.intp)

    @abstractmethod
    def texts(self, boards: Boards, first: int, form: str) -> Iterable[str]:
        """Return the text of each board, including the final line feed.

        Parameters
        ----------
        boards
            Solutions.
        first
            The number of the first solution.
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
        """Return a description of the problem, as the conditions of a proof of "none"."""

    def none_words(self) -> str:
        """Return the shortest statement that there is no solution."""
        return f"no {self.noun}"

    def advice(self) -> str:
        """Return a suggestion if there is no solution, or "" if nothing else could help."""
        return ""


class Compared(Problem):
    """A problem whose solutions can be compared, so that the best of them can be found."""

    @abstractmethod
    def criteria(self, goal: Goal) -> tuple[Criterion, ...]:
        """Return the criteria that the best solution minimizes, the most important first."""

    @abstractmethod
    def costs(self, boards: Boards, goal: Goal) -> NDArray[np.intp]:
        """Return the values of `criteria` for solutions, shape ``(boards, criteria)``."""

    @abstractmethod
    def lower_bound(self, cost: int) -> int:
        """Return a lower bound for the fewest, given that of the first criterion."""

    @abstractmethod
    def bound_words(self, bound: int) -> str:
        """Return a statement of such a lower bound."""


def read_fields(text: str) -> dict[str, Any]:
    """Return the values of the fields of a problem, by their names in JSON."""
    values = read_object(text, "problem")
    values.pop("kind", None)
    return values


@dataclass(frozen=True)
class JsonProblem(Problem):
    """Base class of problems whose fields are numbers, strings and tuples of them."""

    def to_json(self) -> str:
        """Return the problem as one line of JSON, the same for equal problems."""
        values = asdict(self)
        named = {json_name(field): values[field.name] for field in fields(self)}
        return json.dumps({"kind": self.kind, **named}, sort_keys=True)

    @classmethod
    def from_json(cls, text: str) -> Self:
        """Return the problem that `to_json` wrote."""
        return make(cls, read_fields(text), "problem")


Renamed = TypeVar("Renamed", bound=Problem)


def renamed(problem: Problem, kind: type[Renamed]) -> Renamed:
    """Return a problem as an instance of a subclass that differs only in its words."""
    values = {each.name: getattr(problem, each.name) for each in fields(kind)}  # type: ignore[arg-type]
    return kind(**values)
