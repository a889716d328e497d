"""Completions: the pattern a user gives, and how its states are read."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from lifesat.errors import UserError
from lifesat.frontends.input.states import PRESETS, ROLES, UNKNOWN_KEY, States, rule_on_plane
from lifesat.life.evolution import step
from lifesat.life.life_history import as_life_history, has_notes
from lifesat.life.pattern import UNKNOWN, Pattern
from lifesat.life.rule import Rule, rule_kind
from lifesat.problems.json_fields import integer_error
from lifesat.problems.life.completion import ANY_STATE, DEAD, LIVE, SAME, Completion, Minimise
from lifesat.problems.problem import MOST_LITERALS, Boards

# With these roles of state 0 the margin can be used.
_FREE = ("free", "any")


def default_states(pattern: Pattern, period: int) -> str:
    """Return the name of the preset for a pattern if the user names none.

    In a two-state pattern, the unknown cells are completed. Without such cells all cells are:
    around the live ones for still lifes, around the cells that change for oscillators.
    """
    if has_notes(pattern.rule):
        return "lifesat"
    if pattern.has_unknown:
        return "two-state"
    return "lifesat" if period == 1 else "stator-optimizer"


@dataclass(frozen=True)
class CompletionRequest:
    """Conditions on the completions of a pattern.

    Fields without a comment are those of `lifesat.problems.life.completion.Completion`.
    """

    # The number of generations after which the completed pattern first repeats.
    period: int = 1
    # How states are read, in the words of `States.parse`; "" for `default_states`.
    states: str = ""
    # The cells by which the box may exceed the pattern's on every side. They are ``free`` or
    # ``any`` if state 0 is, otherwise ``empty``.
    margin: int = 1
    # Replaces the pattern's rule.
    rule: str | None = None
    minimise: Minimise = "population"
    min_population: int = 0
    max_population: int | None = None

    def problem(self, pattern: Pattern) -> Completion:
        """Return the problem of completing a pattern."""
        for name, least in (("period", 1), ("margin", 0)):
            if error := integer_error(name, getattr(self, name), least):
                raise UserError(error)
        rule = rule_on_plane(pattern, self.rule)
        if pattern.width * pattern.height == 0:
            raise UserError("the pattern has no cells; give its size, such as x = 3, y = 3")
        pattern = as_life_history(pattern)
        history = has_notes(pattern.rule)
        if not history and pattern.rule.states != 2:
            raise UserError(
                f"{rule_kind(pattern.rule)}; a pattern to complete has two "
                "states or those of LifeHistory"
            )
        default = PRESETS[default_states(pattern, self.period)]
        states = States.parse(self.states, default)
        ring = self.margin + self.period * states.run
        size = (pattern.width + 2 * ring) * (pattern.height + 2 * ring) * (self.period + 1)
        if size > MOST_LITERALS:
            raise UserError(
                f"the cells of all generations are too many; the limit is {MOST_LITERALS:,}"
            )
        role = states.roles["0"]
        letters, corner = _letters(pattern, states, self.period, self.margin, rule)
        if self.margin and role not in _FREE and not np.isin(letters[0], (SAME, ANY_STATE)).any():
            raise UserError(
                "there is nothing to complete: every cell is given, and the margin is empty "
                f"because state 0 is {role!r}; use --states 0=free, or draw a larger box"
            )
        x, y = pattern.position or (0, 0)
        return Completion(
            tuple(map(tuple, _joined(letters).tolist())),
            minimise=self.minimise,
            min_population=self.min_population,
            max_population=self.max_population,
            rule_name=rule.name,
            name=pattern.name or "",
            position=(x + corner[0], y + corner[1]),
        )


def _joined(letters: NDArray[np.str_]) -> NDArray[np.str_]:
    """Return the rows of letters as strings."""
    return np.ascontiguousarray(letters).view(f"<U{letters.shape[-1]}")[..., 0]


def _letters(
    pattern: Pattern, states: States, period: int, margin: int, rule: Rule
) -> tuple[NDArray[np.str_], tuple[int, int]]:
    """Return the letters of all generations, and the place of their corner in the pattern's box."""
    cells = pattern.to_array()
    first, others = _roles(cells, states, two_state=pattern.rule.states == 2)
    role = states.roles["0"]
    around = ROLES[role if role in _FREE else "empty"]
    grown = period * states.run
    first, others = (
        np.pad(letters, grown + margin, constant_values=letter)
        for letters, letter in zip((first, others), around, strict=True)
    )
    layers = np.stack([first, *[others] * (period - 1)])
    if not states.run:
        if period == 1:
            layers[layers == ANY_STATE] = SAME
        return layers, (-margin, -margin)
    if pattern.has_unknown:
        raise UserError("rotor=run is for patterns without unknown cells, which can run")
    live = (cells % 2 == 1).astype(np.uint8)
    history = _run(np.pad(live, grown + margin), rule, period)
    changing = (history != history[0]).any(axis=0)
    layers = np.where(changing, np.where(history == 1, LIVE, DEAD), layers)
    # The box of the pattern and of all generations.
    used = np.pad(np.ones_like(live), grown + margin) | history.any(axis=0)
    rows, columns = (np.flatnonzero(used.any(axis=axis)) for axis in (1, 0))
    top, bottom = rows[0] - margin, rows[-1] + 1 + margin
    left, right = columns[0] - margin, columns[-1] + 1 + margin
    corner = int(left) - grown - margin, int(top) - grown - margin
    return layers[:, top:bottom, left:right], corner


def _roles(
    cells: Boards, states: States, *, two_state: bool
) -> tuple[NDArray[np.str_], NDArray[np.str_]]:
    """Return the letters of cells in the first generation and in all others."""
    first, others = np.full(cells.shape, "", dtype="<U1"), np.full(cells.shape, "", dtype="<U1")
    for state in np.unique(cells).tolist():
        key = UNKNOWN_KEY if two_state and state == UNKNOWN else str(state)
        if key not in states.roles:
            y, x = np.argwhere(cells == state)[0].tolist()
            raise UserError(
                f"cell ({x}, {y}) has state {key}, which has no role; say what it means, such as "
                f"--states {key}=empty"
            )
        first[cells == state], others[cells == state] = ROLES[states.roles[key]]
    return first, others


def _run(cells: Boards, rule: Rule, period: int) -> Boards:
    """Return one period of a pattern, or reject it if it does not repeat."""
    history = [cells]
    for _ in range(period):
        history.append(step(history[-1], rule))
    if not np.array_equal(history[-1], cells):
        generations = f"{period} generation{'s' * (period > 1)}"
        raise UserError(
            f"the pattern is not the same after {generations}; give its period, or mark its rotor "
            "in LifeHistory and use --states lifesat"
        )
    return np.stack(history[:-1])
