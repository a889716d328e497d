"""Patterns and texts with several generations: LifeHistory, and the text of Logic Life Search."""

import numpy as np
from numpy.typing import NDArray

from lifesat.formats import space_time_text
from lifesat.life.life_history import history_rule
from lifesat.life.pattern import Pattern
from lifesat.problems.life.search_rules import SearchRules

# The LifeHistory states for the states 0, 1 and `UNKNOWN` of a target.
_HISTORY = np.array([2, 1, 0], dtype=np.uint8)


def life_history(target: Pattern) -> Pattern:
    """Return a target as a LifeHistory pattern, the inverse of `life_history_target`.

    State 1 is a required live cell, 2 a required dead cell, and 0 an unknown cell.
    """
    states = _HISTORY[target.to_array()]
    rule = history_rule(target.rule)
    return Pattern.from_array(states, rule=rule, position=target.position, name=target.name)


def with_later_cells(first: Pattern, generations: NDArray[np.uint8]) -> Pattern:
    """Return a LifeHistory pattern: state 1 is live at first, state 2 only later.

    `generations`, shape ``(generations, height, width)``, includes the first. Raises PatternError
    if the rule has more than two states.
    """
    states = np.where(generations[0], 1, 2 * generations.any(axis=0)).astype(np.uint8)
    return Pattern.from_array(
        states,
        rule=history_rule(first.rule),
        grid=first.grid,
        name=first.name,
        comments=first.comments,
    )


def lls_text(name: str, rules: SearchRules, generations: NDArray[np.uint8]) -> str:
    """Return generations as text for Logic Life Search, with a name and rules as comments."""
    comments = [name, f"Rule = {rules.rule}", *rules.comments()]
    return space_time_text.write(np.char.mod("%d", generations).tolist(), comments)
