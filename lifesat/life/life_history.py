"""LifeHistory patterns: as targets, and their rules."""

from collections.abc import Mapping

from lifesat.life.cell_rows import CellRows, PatternError
from lifesat.life.pattern import UNKNOWN, Pattern
from lifesat.life.rule import LIFE, Rule, parse_rule
from lifesat.life.rule_kind import rule_kind

_BOUNDARY = 6


def life_history_target(pattern: Pattern, unknown: bool) -> Pattern:
    """Convert a LifeHistory pattern to a two-state target.

    States 1, 3 and 5 are required to be live, states 2 and 4 to be dead.

    Parameters
    ----------
    pattern
        A LifeHistory pattern; the target has the same box.
    unknown
        Whether cells of state 0 become unknown; otherwise they are dead.

    Raises
    ------
    PatternError
        If the rule is not a LifeHistory rule, or if a cell has state 6, which has no meaning in
        a target.
    """
    if not isinstance(pattern, Pattern):
        raise PatternError(f"pattern is {pattern!r}; it must be a Pattern")
    if pattern.rule.family != "life-history":
        raise PatternError(f"rule {pattern.rule} is not a LifeHistory rule")
    return two_state_pattern(pattern, {0: UNKNOWN if unknown else 0, 1: 1, 2: 0, 3: 1, 4: 0, 5: 1})


def two_state_pattern(pattern: Pattern, meaning: Mapping[int, int]) -> Pattern:
    """Return a LifeHistory pattern with two states, and perhaps unknown cells.

    Parameters
    ----------
    pattern
        The pattern; the result has the same box.
    meaning
        What states become; a state that is not there has no meaning.

    Raises
    ------
    PatternError
        If a cell has a state without meaning.
    """
    table = bytes(meaning.get(state, 0) for state in range(256))
    rows = {}
    for y, states in enumerate(pattern.dense_rows()):
        if wrong := sorted(set(states) - set(meaning)):
            state = wrong[0]
            raise PatternError(
                f"cell ({states.index(state)}, {y}) has state {state}"
                + (" (boundary)" if state == _BOUNDARY else "")
                + "; "
                + _explained(meaning)
            )
        rows[y] = [(0, states.translate(table))]
    return pattern.with_rows(CellRows.pack(rows), rule=two_state_rule(pattern.rule))


def under_rule(pattern: Pattern, rule: str, *, unknown: bool = False) -> Pattern:
    """Return a pattern under another rule.

    A LifeHistory pattern gets two states if the rule has two; see `life_history_target`.

    Parameters
    ----------
    pattern, rule
        The pattern and the rule's name, which may include a bounded grid.
    unknown
        Whether cells of state 0 become unknown then.

    Raises
    ------
    UserError
        If there is no such rule, or if it does not have the states.
    """
    if pattern.rule.family == "life-history" and parse_rule(rule)[0].states == 2:
        pattern = life_history_target(pattern, unknown)
    return pattern.replace(rule=rule)


def _explained(meaning: Mapping[int, int]) -> str:
    """Return what cells a target may have."""
    words = {1: "live cells", 0: "dead cells", UNKNOWN: "cells of any state"}
    parts = []
    for value, name in words.items():
        states = [str(state) for state, other in meaning.items() if other == value]
        if states:
            parts.append(f"{name} (state{'s' * (len(states) > 1)} {', '.join(states)})")
    return (
        f"a target has {' and '.join([', '.join(parts[:-1]), parts[-1]] if parts[1:] else parts)}"
    )


def two_state_rule(rule: Rule) -> Rule:
    """Return the two-state rule that a LifeHistory rule follows; another rule is returned as is."""
    if rule.family != "life-history":
        return rule
    name = rule.name.removesuffix("History").removesuffix("Life")
    return parse_rule(name)[0] if name else LIFE


def history_rule(rule: Rule) -> Rule:
    """Return the LifeHistory rule that follows a two-state rule.

    Raises
    ------
    PatternError
        If the rule has more states.
    """
    if rule.states > 2:
        raise PatternError(f"{rule_kind(rule)}; LifeHistory needs a rule of two states")
    return parse_rule("LifeHistory" if rule == LIFE else f"{rule.name}History")[0]
