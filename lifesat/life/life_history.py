"""Patterns of LifeHistory and similar rules of Golly, and their conversion to targets.

Source: Golly's help, page "Super".
"""

from collections.abc import Mapping

from lifesat.life.cell_rows import CellRows, PatternError
from lifesat.life.pattern import UNKNOWN, Pattern
from lifesat.life.rule import LIFE, Rule, parse_rule, rule_kind

_BOUNDARY = 6
_SUFFIXES = {"life-history": "History", "life-super": "Super", "life-investigator": "Investigator"}
# A state of LifeSuper is on if it is odd. The first seven are those of LifeHistory, and 7 and 8
# mark a cell as 3 and 4 do.
_SUPER = bytes([*range(7), 3, 4, *[1, 2] * 8, 1])


def has_notes(rule: Rule) -> bool:
    """Return whether a rule is a two-state rule with more states, which annotate cells."""
    return rule.family in _SUFFIXES


def as_life_history(pattern: Pattern) -> Pattern:
    """Convert a pattern of LifeSuper or LifeInvestigator to LifeHistory.

    Others are returned unchanged. Raises PatternError for the states of LifeInvestigator that act
    on their neighbours.
    """
    rule = pattern.rule
    if rule.family not in ("life-super", "life-investigator"):
        return pattern
    rows = {}
    for y, states in enumerate(pattern.dense_rows()):
        if rule.family == "life-investigator" and max(states, default=0) > 1:
            x = next(x for x, state in enumerate(states) if state > 1)
            raise PatternError(
                f"cell ({x}, {y}) has state {states[x]}, which acts on its neighbours; a target "
                f"has cells of states 0 and 1 of {rule}"
            )
        rows[y] = [(0, bytes(_SUPER[state] for state in states))]
    return pattern.with_rows(CellRows.pack(rows), rule=history_rule(two_state_rule(rule)))


def life_history_target(pattern: Pattern, unknown: bool) -> Pattern:
    """Convert a LifeHistory pattern to a two-state target.

    States 1, 3 and 5 are required to be live, states 2 and 4 to be dead. Of LifeSuper, all odd
    states are live, and all other even ones but 6 are dead; of LifeInvestigator, state 1 is live.

    Parameters
    ----------
    pattern
        A pattern of LifeHistory, LifeSuper or LifeInvestigator, or of such a rule with other
        births and survivals; the target has the same box.
    unknown
        Whether cells of state 0 become unknown; otherwise they are dead.

    Raises
    ------
    PatternError
        If the rule is not such a rule, or if a cell has a state that has no meaning in a target,
        such as state 6, the boundary.
    """
    if not isinstance(pattern, Pattern):
        raise PatternError(f"pattern is {pattern!r}; it must be a Pattern")
    if not has_notes(pattern.rule):
        raise PatternError(f"rule {pattern.rule} is not a LifeHistory rule")
    return two_state_pattern(pattern, {0: UNKNOWN if unknown else 0, 1: 1, 2: 0, 3: 1, 4: 0, 5: 1})


def two_state_pattern(pattern: Pattern, meaning: Mapping[int, int]) -> Pattern:
    """Convert a LifeHistory pattern to two states and perhaps unknown cells, in the same box.

    `meaning` maps states to what they become; any other state raises PatternError.
    """
    pattern = as_life_history(pattern)
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
    """Return a pattern under another rule, whose name may include a bounded grid.

    A LifeHistory pattern gets two states if the rule has two; then `unknown` says whether state 0
    becomes unknown (see `life_history_target`).
    """
    if has_notes(pattern.rule) and parse_rule(rule)[0].states == 2:
        pattern = life_history_target(pattern, unknown)
    return pattern.replace(rule=rule)


def _explained(meaning: Mapping[int, int]) -> str:
    """Return which cells a target may have, for messages."""
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
    """Return the two-state rule behind one such as LifeHistory; return other rules unchanged."""
    if not has_notes(rule):
        return rule
    name = rule.name.removesuffix(_SUFFIXES[rule.family]).removesuffix("Life")
    return parse_rule(name)[0] if name else LIFE


def history_rule(rule: Rule) -> Rule:
    """Return the LifeHistory rule that follows a two-state rule."""
    if rule.states > 2:
        raise PatternError(f"{rule_kind(rule)}; LifeHistory needs a rule of two states")
    return parse_rule("LifeHistory" if rule == LIFE else f"{rule.name}History")[0]
