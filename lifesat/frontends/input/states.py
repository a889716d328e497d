"""How LifeHistory states are read, to which different tools give different meanings."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Self

from lifesat.errors import UserError
from lifesat.life.life_history import has_notes, two_state_pattern, two_state_rule
from lifesat.life.pattern import UNKNOWN, Pattern
from lifesat.life.rule import Rule, parse_rule
from lifesat.problems.life.box import plane_rule
from lifesat.problems.life.completion import ANY_STATE, DEAD, LIVE, SAME

ROLES: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        "on": (LIVE, ANY_STATE),
        "off": (DEAD, ANY_STATE),
        "live": (LIVE, LIVE),
        "empty": (DEAD, DEAD),
        "free": (SAME, SAME),
        "any": (ANY_STATE, ANY_STATE),
    }
)
"""The roles of a state: the letter of its cells in the first generation, and in all others."""

_ROTORS = ("marked", "run")
UNKNOWN_KEY = "?"
"""The key of unknown cells among the states."""
_HISTORY_STATES = 7


def rule_on_plane(pattern: Pattern, rule_name: str | None) -> Rule:
    """Return the two-state rule of a pattern, or the one that replaces it.

    Raises UserError if it has a bounded grid, B0, or no table.
    """
    rule, grid = two_state_rule(pattern.rule), pattern.grid
    if rule_name:
        rule, grid = parse_rule(rule_name)
    if grid:
        raise UserError(f"rule {rule}:{grid} has a bounded grid; leave it out")
    return plane_rule(rule.name)


@dataclass(frozen=True)
class States:
    """How the states of a pattern are read."""

    # A name in `ROLES` for each state: a digit, or ``?`` for unknown cells of two-state patterns.
    roles: Mapping[str, str]
    # Whether the cells that change when the pattern runs have, in every generation, the states of
    # that run; the roles are those of the others.
    run: bool = False

    @classmethod
    def parse(cls, text: str, default: Self) -> Self:
        """Parse the name of a preset, assignments such as ``0=free``, or both.

        States that the text does not name are read as in the preset, or as in `default` without a
        preset.
        """
        chosen = default
        roles: dict[str, str] = {}
        run: bool | None = None
        for word in text.replace(",", " ").split():
            key, equals, value = word.partition("=")
            if not equals:
                if word not in PRESETS or word != text.replace(",", " ").split()[0]:
                    raise UserError(_error(word))
                chosen = cls(PRESETS[word].roles, PRESETS[word].run)
            elif key == "rotor" and value in _ROTORS:
                run = value == "run"
            elif key in (*map(str, range(_HISTORY_STATES)), UNKNOWN_KEY) and value in ROLES:
                roles[key] = value
            else:
                raise UserError(_error(word))
        return cls({**chosen.roles, **roles}, chosen.run if run is None else run)


PRESETS: Mapping[str, States] = MappingProxyType(
    {
        "lifesat": States(
            {"0": "free", "1": "on", "2": "off", "3": "live", "4": "empty", "5": "on", "?": "free"}
        ),
        "golly-history": States(
            {"0": "free", "1": "on", "2": "off", "3": "on", "4": "off", "5": "free", "6": "empty"}
        ),
        "complete-still": States(
            {"0": "empty", "1": "on", "2": "free", "3": "on", "4": "empty", "5": "on"}
        ),
        "stator-optimizer": States(
            {
                "0": "free", "1": "free", "2": "empty", "3": "empty", "4": "live", "5": "live",
                "6": "free",
            },
            run=True,
        ),
        "two-state": States({"0": "off", "1": "on", "?": "free"}),
    }
)  # fmt: skip
"""The presets by their names in `lifesat.frontends.options.table.COMPLETION_STATES`."""


def pattern_of_states(pattern: Pattern, words: str, *, unknown: bool) -> Pattern:
    """Return a LifeHistory pattern as one of two states with unknown cells.

    ``on`` and ``live`` cells are live, ``off`` and ``empty`` ones dead, ``free`` and ``any`` ones
    unknown. If `words` do not name state 0, it is unknown or dead, as `unknown` says.
    """
    if not has_notes(pattern.rule):
        raise UserError(f"--states is for LifeHistory patterns; the rule is {pattern.rule}")
    usual = PRESETS["lifesat"].roles
    states = States.parse(words, States({**usual, "0": "free" if unknown else "off"}))
    if states.run:
        raise UserError(
            "the rotor of a pattern that runs is for lifesat complete; use rotor=marked"
        )
    meaning = {LIVE: 1, DEAD: 0, ANY_STATE: UNKNOWN, SAME: UNKNOWN}
    roles = {key: meaning[ROLES[role][0]] for key, role in states.roles.items()}
    return two_state_pattern(
        pattern, {int(key): state for key, state in roles.items() if key != UNKNOWN_KEY}
    )


def _error(word: str) -> str:
    """Return the message for a word that `States.parse` does not understand."""
    return (
        f"invalid states {word!r}: give the name of a preset first ({', '.join(PRESETS)}), then "
        f"assignments such as 0=free, with {', '.join(ROLES)}, or rotor=run"
    )
