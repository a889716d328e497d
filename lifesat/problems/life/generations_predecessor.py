"""The predecessor problem under Generations rules, whose cells have more than two states."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from lifesat.cnf.formula import Formula, Size
from lifesat.cnf.spacetime import ANY, FALSE, TRUE, Literals, SpaceTime, is_variable
from lifesat.errors import UserError
from lifesat.life.rule import Rule, live_rule, rule_kind
from lifesat.problems.life import symmetry
from lifesat.problems.life.base import from_the_middle
from lifesat.problems.life.box import filled_with_constants, inner, last_variable
from lifesat.problems.life.refractory import (
    MOST_STATES,
    Generation,
    Possible,
    add_one_state_each,
    literals_of_states,
    possible_before,
    possible_states,
)
from lifesat.problems.life.sizes import generations_size
from lifesat.problems.life.target_problem import TargetProblem
from lifesat.problems.life.window import reaches_target, window_errors, window_type_errors
from lifesat.problems.problem import Boards, Problem


@dataclass(frozen=True)
class GenerationsPredecessor(TargetProblem):
    """Patterns that become the target under a Generations rule.

    A board has the states of the cells, 0 to the rule's last one. Every cell of the target has a
    state.
    """

    kind: ClassVar[str] = "generations_predecessor"
    noun: ClassVar[str] = "predecessor"
    nouns: ClassVar[str] = "predecessors"

    def __post_init__(self) -> None:
        for error in _validation_errors(self):
            raise UserError(error)

    # ---------------------------------------------------------------- the formula

    @property
    def coded_rule(self) -> Rule:
        """The rule of two states that determines which cells become live."""
        return live_rule(self.rule)

    @cached_property
    def possible(self) -> list[Possible]:
        """The states that cells of the window may have in each generation to become the target.

        With outside ``free``, cells outside the target may have any state.
        """
        layers = [possible_states(self.target_states, self.window.known, self.rule.states)]
        for _ in range(self.generations):
            layers.append(possible_before(layers[-1]))
        return layers[::-1]

    @cached_property
    def first(self) -> Literals:
        """The literals of the first window, shape ``(states - 1, height, width)``, from state 1."""
        return literals_of_states(self.possible[0])

    @cached_property
    def projection(self) -> int:
        """The size of the projection: the variables of the first window."""
        return last_variable(self.first)

    @cached_property
    def spacetime(self) -> SpaceTime:
        """The live cells of all generations, first to last."""
        ring = self._ring
        height, width = self.target_states.shape
        shape = self.generations + 1, height + 2 * ring, width + 2 * ring
        literals = np.full(shape, FALSE if ring else ANY, dtype=np.int32)
        used = self.projection
        inner(literals[0], ring)[:] = self.first[0]
        for t in range(1, self.generations):
            box = inner(literals[t], t if self.outside == "free" else ring)
            possible = self._in_box(self.possible[t], t)
            box[:] = np.where(possible[1], TRUE, FALSE)
            unknown = possible[1] & (possible.sum(axis=0) > 1)
            box[unknown] = np.arange(used + 1, used + unknown.sum() + 1)
            used += int(unknown.sum())
        last = np.where(self.target_states == 1, TRUE, FALSE)
        inner(literals[-1], ring)[:] = np.where(self.window.known, last, ANY)
        return SpaceTime(literals, torus=self.outside == "torus")

    @property
    def _ring(self) -> int:
        """The width of the ring that forbids births outside a window with dead cells outside."""
        return 1 if self.outside == "dead" else 0

    def _in_box(self, layer: NDArray[np.bool_], t: int) -> NDArray[np.bool_]:
        """Return the cells of a layer that the first window determines at time `t`."""
        cut = t if self.outside == "free" else 0
        return layer[..., cut : layer.shape[-2] - cut, cut : layer.shape[-1] - cut]

    def formula(self, encoding: str) -> Formula:
        """Return the formula whose models are the histories that end in the target."""
        formula = Formula(max(self.projection, self.spacetime.variables))
        add_one_state_each(formula, self.first)
        around = ((0, 0), (self._ring, self._ring), (self._ring, self._ring))
        refractory = np.pad(self.first[1:], around, constant_values=FALSE)
        torus = self.outside == "torus"
        for t in range(self.generations):
            live, next_live = self.spacetime.literals[t : t + 2]
            generation = Generation(live, refractory, next_live)
            generation.add_step(formula, self.rule, encoding, torus=torus)
            if t + 1 < self.generations:
                may_follow = np.pad(self.possible[t + 1], around)[2]
                refractory = generation.refractory_next(formula, may_follow)
        return formula

    def formula_size(self, encoding: str) -> Size:
        """Return a bound on the size of the formula."""
        return generations_size(self.window, self.possible, encoding)

    def symmetries(self) -> NDArray[np.intp]:
        """Return the symmetries of the problem as permutations of the projection.

        They leave the target, the outside and the rule unchanged, and map a state to itself.
        """
        unknown = is_variable(self.first)
        cells = unknown.any(axis=0)
        indices = np.where(cells, np.cumsum(cells).reshape(cells.shape) - 1, -1)
        moved = symmetry.projection_symmetries(
            indices,
            self.coded_rule.symmetries,
            states=self.target_states.astype(np.intp),
            translations=self.outside == "torus",
        )
        # Symmetric cells have the same possible states, so the same variables in the same order.
        variables = np.moveaxis(self.first, 0, -1)[cells]
        permutations = np.empty((len(moved), self.projection), dtype=np.intp)
        places = is_variable(variables)
        permutations[:, variables[places] - 1] = variables[moved][:, places] - 1
        return permutations

    def branch_variables(self) -> list[int]:
        """Return the variables of the first generation: each state's from the centre outwards."""
        return [
            int(variable)
            for layer in self.first
            for variable in layer[tuple(from_the_middle(layer).T)]
        ]

    # ---------------------------------------------------------------- solutions

    def boards(self, models: NDArray[np.int32]) -> Boards:
        """Return the first generations of models: the states of the window."""
        boards = np.zeros((len(models), *self.target_states.shape), dtype=np.uint8)
        for state, layer in enumerate(self.first, 1):
            boards += state * filled_with_constants(layer, models)
        return boards

    def verify(self, boards: Boards) -> NDArray[np.bool_]:
        """Run first generations forward and return which are solutions."""
        good = reaches_target(self.window, boards)
        good &= (boards < self.rule.states).all(axis=(1, 2))
        return good

    def conditions(self) -> str:
        """Return the conditions under which a proof that there is no solution holds."""
        return self.where_words()


def reject_several_states(problem: Problem, what: str) -> None:
    """Reject a problem under a Generations rule; `what` names what needs two states."""
    if isinstance(problem, GenerationsPredecessor):
        raise needs_two_states(problem.rule, what)


def needs_two_states(rule: Rule, what: str) -> UserError:
    """Return the error that `what` needs a rule of two states."""
    return UserError(f"{rule_kind(rule)}; {what} needs a rule of two states")


def _validation_errors(problem: GenerationsPredecessor) -> Iterator[str]:
    """Yield an error message for each invalid value."""
    window = problem.window
    yield from window_type_errors(window)
    rule = window.target.rule
    if rule.family != "generations":
        yield f"{rule_kind(rule)}; this search needs a Generations rule"
    if rule.states > MOST_STATES:
        yield f"{rule_kind(rule)}; this needs one of at most {MOST_STATES} states"
    yield from window_errors(window)
