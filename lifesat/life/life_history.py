"""LifeHistory patterns as targets."""

from __future__ import annotations

from lifesat.life.cell_rows import CellRows, PatternError
from lifesat.life.pattern import UNKNOWN, Pattern
from lifesat.life.rule import LIFE, parse_rule


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
    meaning = bytes((UNKNOWN if unknown else 0, 1, 0, 1, 0, 1)) + bytes(250)
    rows = {}
    for y, states in enumerate(pattern.dense_rows()):
        if 6 in states:
            raise PatternError(
                f"cell ({states.index(6)}, {y}) has state 6 (boundary); a target has live cells"
                " (states 1, 3, 5), dead cells (2, 4) and cells that are dead or unknown (0)"
            )
        rows[y] = [(0, states.translate(meaning))]
    name = pattern.rule.name.removesuffix("History").removesuffix("Life")
    rule = parse_rule(name)[0] if name else LIFE
    return pattern.with_rows(CellRows.pack(rows), rule=rule)
