"""Rules that are known in part: each isotropic transition is dead, live, or a variable.

The notation is that of Logic Life Search (Oscar Cunningham). ``pB3a-c/S23`` is the set of the rules
in which a cell may be born with three live neighbours, or survive with two or three, and in no
other case: 3a must be a birth, 3c must not, and every other arrangement may be one or not. A number
of neighbours that is not named has no births, or no survivals; ``p`` alone is every isotropic rule.
A table names transitions that must be alike: ``{base: pB3/S23, B2a: x, S2a: -x}``.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from lifesat.life import neighbourhood
from lifesat.life.rule import Rule, RuleError, parse_rule
from lifesat.life.symmetry import TRANSFORMS
from lifesat.life.values import Frozen

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from typing import NoReturn

LIVE = 1 << 30
DEAD = -LIVE
"""Entries of known transitions, the constants of `lifesat.cnf.spacetime`."""

_WORDS = {"0": DEAD, "1": LIVE}
_NAME = re.compile(r"(-*)(0|1|\*|[A-Za-z_][A-Za-z_0-9]*)")
_KEY = re.compile(r"([BS])([0-8])([a-z]*)")
# A table in braces, or p with something that no name of a rule has after it (pseudolife).
_PATTERN = re.compile(r"\s*(\{|p\s*([0-9/_-]|[bs]\s*([0-9/_bs-]|$)|$))", re.IGNORECASE)
# One pair of a table in braces.
_ITEM = re.compile(r"""\s*(["']?)([^"':,{}]*)\1\s*:\s*(["']?)([^"':,{}]*)\3\s*(?:,|$)""")


class RulePattern(Frozen):
    """A set of isotropic rules with two states, given by an entry for each transition.

    An entry is `DEAD`, `LIVE` or a variable: a positive number or its negation. Equal numbers mean
    equal states. The variables are numbered 1, 2, ... in the order of their first occurrence, where
    each is positive, so two patterns are equal exactly if they are the same set.

    >>> life_or_highlife = parse_rule_pattern("{base: B3/S23, B6: x}")
    >>> life_or_highlife.variables, life_or_highlife.rule([True]).name
    (1, 'B36/S23')
    """

    __slots__ = ("entries",)
    # In the order of `lifesat.life.neighbourhood.transition_names`.
    entries: tuple[int, ...]

    def __init__(self, entries: Iterable[int]) -> None:
        given = tuple(entries)
        if len(given) != len(neighbourhood.transition_names()) or 0 in given:
            raise ValueError("a rule pattern has 102 entries, none of them 0")
        numbers: dict[int, int] = {LIVE: LIVE, DEAD: DEAD}
        for entry in given:
            if entry not in numbers:
                numbers[entry] = len(numbers) // 2
                numbers[-entry] = -numbers[entry]
        self._fill({"entries": tuple(numbers[entry] for entry in given)})

    @property
    def variables(self) -> int:
        """The number of variables; the set has two to this power rules."""
        return max((entry for entry in self.entries if abs(entry) < LIVE), default=0)

    @property
    def known(self) -> Rule | None:
        """The only rule of the set, or None if there are several."""
        return None if self.variables else self.rule([])

    @property
    def least(self) -> Rule:
        """The rule in which every variable is dead where it first occurs."""
        return self.rule([False] * self.variables)

    def contains(self, rule: Rule) -> bool:
        """Return whether a rule is in the set."""
        if not rule.has_table:
            return False
        states: dict[int, bool] = {}
        for block, transition in enumerate(neighbourhood.transitions_of_blocks()):
            state = bool(rule.table[block])
            if states.setdefault(transition, state) != state:
                return False  # the rule is not isotropic
        return self.with_states(states) is not None

    def with_states(self, states: Mapping[int, bool]) -> RulePattern | None:
        """Return the rules of the set in which some transitions have given states, or None.

        Transitions are indices in `lifesat.life.neighbourhood.transition_names`; true is live.
        """
        values = {LIVE: LIVE}
        for transition, live in states.items():
            entry = self.entries[transition]
            value = LIVE if live == (entry > 0) else DEAD
            if values.setdefault(abs(entry), value) != value:
                return None
        signed = ((abs(entry), 1 if entry > 0 else -1) for entry in self.entries)
        return RulePattern(values.get(number, number) * sign for number, sign in signed)

    def rule(self, states: Sequence[bool | int]) -> Rule:
        """Return the rule in which the variables 1, 2, ... have the given states."""
        if len(states) != self.variables:
            raise ValueError(f"the pattern has {self.variables} variables, not {len(states)}")
        return _rule_of(
            entry == LIVE if abs(entry) == LIVE else bool(states[abs(entry) - 1]) ^ (entry < 0)
            for entry in self.entries
        )

    def table(self) -> dict[str, str]:
        """Return the pattern as a table that `pattern_of_table` reads.

        Its ``base`` has the transitions that share no variable; the others have names.
        """
        variables = [abs(entry) for entry in self.entries]
        shared = {number for number in variables if number < LIVE and variables.count(number) > 1}
        alike: dict[tuple[str, int], str] = {}
        for transition, entry in zip(neighbourhood.transition_names(), self.entries, strict=True):
            if abs(entry) in shared:
                key = (transition[:2], entry)
                alike[key] = alike.get(key, "") + transition[2]
        rest = RulePattern(DEAD if abs(entry) in shared else entry for entry in self.entries)
        table = {"base": rest._spell()}
        for (count, entry), chosen in alike.items():
            letters = "" if chosen == _letters(count[1]) else chosen
            table[count + letters] = f"{'-' * (entry < 0)}v{abs(entry)}"
        return table

    def _spell(self) -> str:
        """Return the pattern as text; no transitions may share a variable."""
        if self.known:
            return self.known.name
        sides = {"B": "", "S": ""}
        entries = dict(zip(neighbourhood.transition_names(), self.entries, strict=True))
        for count in (f"{side}{number}" for side in sides for number in range(9)):
            known = _letters(count[1])
            live = [letter for letter in known if entries[count + letter] == LIVE]
            dead = [letter for letter in known if entries[count + letter] == DEAD]
            if len(dead) < len(known):
                sides[count[0]] += "".join([count[1], *live, *["-"] * bool(dead), *dead])
        return f"pB{sides['B']}/S{sides['S']}"

    def __str__(self) -> str:
        table = self.table()
        if len(table) == 1:
            return table["base"]
        return "{" + ", ".join(f"{key}: {value}" for key, value in table.items()) + "}"


def is_rule_pattern(text: object) -> bool:
    """Return whether a value is text that denotes a set of rules, not a single rule."""
    return isinstance(text, str) and bool(_PATTERN.match(text))


def parse_rule_pattern(text: str) -> RulePattern:
    """Parse a set of rules, or a single isotropic rule in any spelling that `parse_rule` knows.

    A set is written in the notation of Logic Life Search, such as ``pB3a-c/S23``, or as a table in
    braces, such as ``{base: pB3/S23, B2a: x, S2a: x}`` (see `pattern_of_table`).
    """
    if is_rule_pattern(text):
        braces = text.lstrip().startswith("{")
        return _parse_braces(text) if braces else RulePattern(_Partial(text).entries)
    rule, grid = parse_rule(text)
    if grid:
        raise RuleError(f"rule {rule}:{grid} has a bounded grid; a set of rules needs {rule}")
    if not rule.has_table or len(rule.symmetries) < len(TRANSFORMS):
        raise RuleError(
            f"rule {rule} is not isotropic with two states and eight neighbours; use a rule such as"
            " B3/S23 or B2-a/S12"
        )
    states = dict(zip(neighbourhood.transitions_of_blocks(), rule.table, strict=True))
    return RulePattern(LIVE if states[number] else DEAD for number in sorted(states))


def pattern_of_table(table: Mapping[str, object]) -> RulePattern:
    """Return the set of rules that a table describes.

    A key is a number of neighbours, perhaps with letters (``B3``, ``S4ei``). Its value is ``"0"``
    (never), ``"1"`` (always), ``"*"`` (each transition is free) or a name, which makes all
    transitions with that name alike; ``-`` before it means the opposite. ``base`` is a set of rules
    as text, which holds for all other transitions; without it they never happen.
    """
    base = table.get("base", "B/S")
    if not isinstance(base, str):
        raise RuleError(f"base is {base!r}; give a rule as text, such as 'pB3/S23'")
    entries = dict(
        zip(neighbourhood.transition_names(), parse_rule_pattern(base).entries, strict=True)
    )
    names: dict[str, int] = {}
    free = LIVE - 1
    stated: set[str] = set()
    for key, value in table.items():
        for transition in _transitions(key) if key != "base" else ():
            if transition in stated:
                raise RuleError(f"{transition} has two values; the second is at '{key}'")
            stated.add(transition)
            free -= 1
            entries[transition] = _entry(key, value, names, free)
    return RulePattern(entries.values())


def _transitions(key: object) -> list[str]:
    """Return the transitions that the key of a table names."""
    match = _KEY.fullmatch(str(key))
    if not match:
        raise RuleError(
            f"invalid transition '{key}'; use B or S, a number of neighbours from 0 to 8, and"
            " letters or none, such as B2a"
        )
    known = _letters(match[2])
    if wrong := sorted(set(match[3]) - set(known)):
        raise RuleError(f"invalid transition '{key}': '{wrong[0]}' after {match[2]}; {_use(known)}")
    return [match[1] + match[2] + letter for letter in match[3] or known]


def _entry(key: str, value: object, names: dict[str, int], free: int) -> int:
    """Return the entry for a value in a table; `free` is a number that no other entry has."""
    match = _NAME.fullmatch(str(value))
    if not match or isinstance(value, bool):
        raise RuleError(f"{key} is '{value}'; it can be 0, 1, * or a name such as x or -x")
    minus, name = match.groups()
    entry = free if name == "*" else _WORDS.get(name) or names.setdefault(name, free)
    return -entry if len(minus) % 2 else entry


def _parse_braces(text: str) -> RulePattern:
    """Parse a table on one line; quotation marks around keys and values are optional."""
    body = text.strip()
    begin = text.index("{") + 1
    if not body.endswith("}"):
        raise RuleError(f"invalid rule '{text}', column {len(text.rstrip())}: a '}}' is missing")
    end = begin + len(body) - 2
    table: dict[str, str] = {}
    while begin < end and text[begin:end].strip():
        item = _ITEM.match(text, begin, end)
        key, value = (item[2].strip(), item[4].strip()) if item else ("", "")
        if not item or key in table:
            reason = f"'{key}' is there twice" if item else "there is no pair such as B2a: x"
            raise RuleError(f"invalid rule '{text}', column {begin + 1}: {reason}")
        try:
            if key != "base":
                _transitions(key)
        except RuleError as error:
            raise RuleError(f"invalid rule '{text}', column {item.start(2) + 1}: {error}") from None
        table[key] = value
        begin = item.end()
    return pattern_of_table(table)


class _Partial:
    """A parser of the notation of Logic Life Search, character by character."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._sides = ""
        self._slash = False
        self._count = ""
        self._state = LIVE
        self._entries = dict.fromkeys(neighbourhood.transition_names(), DEAD)
        start = text.lower().index("p") + 1
        everything = "" if text[start:].strip() else "b012345678s012345678"
        for self._column, character in enumerate(everything or text[start:].lower(), start + 1):
            self._read(character)

    @property
    def entries(self) -> Iterable[int]:
        return self._entries.values()

    def _read(self, character: str) -> None:
        if character in "bs":
            if character in self._sides:
                self._reject(f"a second {character.upper()}; write one B and one S")
            self._sides, self._count = self._sides + character, ""
        elif character in "/_":
            if self._slash:
                self._reject("a second slash; write one between B and S")
            self._slash, self._count = True, ""
        elif character.isdecimal():
            self._read_count(character)
        elif character == "-":
            if not self._count or self._state == DEAD:
                self._reject("a minus belongs between a number and letters that must not be there")
            self._state = DEAD
        elif not character.isspace():
            self._read_letter(character)

    def _read_count(self, digit: str) -> None:
        if not self._sides:
            self._reject("a number without B or S before it")
        if digit not in "012345678":
            self._reject("a cell has at most 8 neighbours")
        self._count = self._sides[-1].upper() + digit
        self._state = LIVE
        for letter in _letters(digit):
            if self._entries[self._count + letter] != DEAD:
                self._reject(f"a second {digit}; write each number once")
            self._entries[self._count + letter] = self._column * len(self._entries) + ord(letter)

    def _read_letter(self, letter: str) -> None:
        if not self._count:
            self._reject(f"'{letter}' without a number before it")
        if letter not in _letters(self._count[1]):
            self._reject(f"'{letter}' after {self._count[1]}; {_use(_letters(self._count[1]))}")
        if abs(self._entries[self._count + letter]) == LIVE:
            self._reject(f"a second '{letter}'; write each letter once")
        self._entries[self._count + letter] = self._state

    def _reject(self, error: str) -> NoReturn:
        raise RuleError(
            f"invalid rule '{self._text}', column {self._column}: {error}, as in pB3a-c/S23"
        )


def _letters(digit: str) -> str:
    return neighbourhood.letters(int(digit)) or "c"


def _use(letters: str) -> str:
    return f"use one of {letters}" if len(letters) > 1 else f"use {letters}"


def _rule_of(states: Iterable[bool]) -> Rule:
    """Return the rule with a state for each of `lifesat.life.neighbourhood.transition_names`."""
    sides = {"B": "", "S": ""}
    chosen: dict[str, str] = {}
    for transition, live in zip(neighbourhood.transition_names(), states, strict=True):
        if live:
            chosen[transition[:2]] = chosen.get(transition[:2], "") + transition[2]
    for count, letters in chosen.items():
        sides[count[0]] += count[1] + letters * (len(_letters(count[1])) > 1)
    return parse_rule(f"B{sides['B']}/S{sides['S']}")[0]
