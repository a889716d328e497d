"""The rule in a search file: a text, or a table with a value for each transition."""

import re
from collections.abc import Mapping

from lifesat.errors import UserError
from lifesat.formats.errors import FormatError, place
from lifesat.life.rule import RuleError
from lifesat.life.rule_pattern import is_rule_pattern, parse_rule_pattern, pattern_of_table
from lifesat.problems.life.rules.parse import search_rules

RULE_WORDS = 'a string such as "B3/S23" or "pB3a-c/S23", or a table such as { B3 = "1", B2a = "x" }'


def read_rule(value: str | Mapping[str, object], text: str, at: tuple[int, int]) -> str:
    """Return the canonical text of the rule, or of the set of rules, of a search file.

    `at` is the line and column of the rule; an error in a table gives the place of the wrong
    transition instead.
    """
    try:
        rule = value if isinstance(value, str) else str(pattern_of_table(value))
        return search_rules(rule, outside_stays_dead=False).name
    except UserError as error:
        if not isinstance(value, str):
            at = _place(text, _first_error(value)) or at
        raise FormatError(str(error), *at, "rule") from None


def rule_in_toml(rule: str) -> str:
    """Return the TOML value for the canonical text of a rule or a set of rules."""
    table = parse_rule_pattern(rule).table() if is_rule_pattern(rule) else {"base": rule}
    if len(table) == 1:
        return f'"{table["base"]}"'
    pairs = ", ".join(f'{key} = "{word}"' for key, word in table.items())
    return f"{{ {pairs} }}"


def _first_error(table: Mapping[str, object]) -> str:
    """Return the first key at which a table becomes invalid."""
    items = list(table.items())
    for end in range(1, len(items)):
        try:
            pattern_of_table(dict(items[:end]))
        except RuleError:
            return items[end - 1][0]
    return items[-1][0] if items else ""


def _place(text: str, key: str) -> tuple[int, int] | None:
    """Return the line and column of a key of a table, or None if it cannot be found."""
    match = re.search(rf"(?<!\w){re.escape(key)}[\"']?\s*=", text)
    return place(text, match.start()) if match and key else None
