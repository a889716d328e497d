"""Names of rules in common use."""

from __future__ import annotations

import re
from functools import cache

NAMED_STATES = {
    "Hutton32": 32,
    "JvN29": 29,
    "Nobili32": 32,
    "WireWorld": 4,
}
"""Rules of other kinds whose number of states is known."""


def key_of(name: str) -> str:
    """Return the letters and digits of a name in lower case, keeping ++ or -- at its end.

    >>> key_of("Day & Night"), key_of("3-4 Life"), key_of("Conway++")
    ('daynight', '34life', 'conway++')
    """
    ending = name[-2:] if name[-2:] in ("++", "--") else ""
    return re.sub(r"[^a-z0-9]", "", name.lower()) + ending


@cache
def rules_by_name() -> dict[str, str]:
    """Return the rules of 3x3 cells that have a name; their keys are those of `key_of`."""
    with open(f"{__file__.removesuffix('.py')}.txt", encoding="utf-8") as file:  # noqa: PTH123
        pairs = [line.split(" = ") for line in file.read().splitlines() if line[0] != "#"]
    return {key_of(name): rule for name, rule in pairs}
