"""Rules of cellular automata: every spelling in use, one canonical name for each.

The canonical names are the ones that Golly gives (the "Algorithms" pages of its help).  Rules that
lifesat cannot search backwards are parsed all the same, so that their patterns can be converted;
those it can search have a table (`lifesat.neighbourhoods`).
"""

from __future__ import annotations

import re
from functools import lru_cache

from lifesat import neighbourhoods
from lifesat.bounded import BoundedGrid, RuleError, parse_grid
from lifesat.values import Frozen

__all__ = [
    "LIFE",
    "MAX_STATES",
    "RULES_WITH_TABLE",
    "BoundedGrid",
    "Rule",
    "RuleError",
    "parse_rule",
]

MAX_STATES = 256

_FAMILIES = {"": "life-like", "H": "hexagonal", "V": "von-neumann"}
_LETTERS = {family: letter for letter, family in _FAMILIES.items()}
# The families whose rules are a table of what comes of each 3x3 block.
_TABLED = (*_LETTERS, "isotropic", "map")

_MAP = r"MAP([A-Za-z0-9+/]{6}|[A-Za-z0-9+/]{22}|[A-Za-z0-9+/]{86})={0,2}"

# Names in use for rules that have a B/S string, without spaces and punctuation.
_ALIASES = {
    "life": "B3/S23",
    "conway": "B3/S23",
    "conways": "B3/S23",
    "conwayslife": "B3/S23",
    "conwaysgameoflife": "B3/S23",
    "gameoflife": "B3/S23",
    "2x2": "B36/S125",
    "34life": "B34/S34",
    "amoeba": "B357/S1358",
    "anneal": "B4678/S35678",
    "assimilation": "B345/S4567",
    "coagulations": "B378/S235678",
    "coral": "B3/S45678",
    "dayandnight": "B3678/S34678",
    "daynight": "B3678/S34678",
    "diamoeba": "B35678/S5678",
    "dotlife": "B3/S023",
    "drylife": "B37/S23",
    "eightlife": "B3/S238",
    "flock": "B3/S12",
    "gnarl": "B1/S1",
    "highlife": "B36/S23",
    "honeylife": "B38/S238",
    "iceballs": "B25678/S5678",
    "inverselife": "B0123478/S34678",
    "lifewithoutdeath": "B3/S012345678",
    "livefreeordie": "B2/S0",
    "longlife": "B345/S5",
    "lowdeath": "B368/S238",
    "maze": "B3/S12345",
    "mazectric": "B3/S1234",
    "morley": "B368/S245",
    "move": "B368/S245",
    "pedestrianlife": "B38/S23",
    "persianrug": "B234/S",
    "pseudolife": "B357/S238",
    "replicator": "B1357/S1357",
    "seeds": "B2/S",
    "serviettes": "B234/S",
    "stains": "B3678/S235678",
    "tlife": "B3/S2-i34q",
    "vote": "B5678/S45678",
    "walledcities": "B45678/S2345",
}
# Rules without a B/S string whose number of states is known.
_NAMED_STATES = {
    "BriansBrain": 3,
    "Hutton32": 32,
    "JvN29": 29,
    "LifeSuper": 26,
    "Nobili32": 32,
    "StarWars": 4,
    "WireWorld": 4,
}


class Rule(Frozen):
    """A rule of a cellular automaton.

    Parameters
    ----------
    name
        The canonical name, without a bounded grid.
    family
        ``life-like``, ``hexagonal``, ``von-neumann``, ``isotropic``, ``wolfram``, ``map``,
        ``generations``, ``larger-than-life``, ``life-history``, ``life-super`` or ``named``.
    states
        How many states a cell may have; 256 for a named rule whose table is not known here.
    birth, survival
        Numbers of live neighbours at which a cell is born or survives; empty where the family
        needs more than these numbers.
    """

    __slots__ = ("birth", "family", "name", "states", "survival")
    birth: frozenset[int]
    family: str
    name: str
    states: int
    survival: frozenset[int]

    def __init__(
        self,
        name: str,
        family: str,
        states: int = 2,
        birth: frozenset[int] = frozenset(),
        survival: frozenset[int] = frozenset(),
    ) -> None:
        self._fill(locals())

    @property
    def is_life_like(self) -> bool:
        """Whether a cell's state and its count among eight neighbours decide its next state."""
        return self.family == "life-like"

    @property
    def has_table(self) -> bool:
        """Whether a cell has two states and the 3x3 block around it decides the next one.

        Rules that have a table can be searched backwards and run.
        """
        return self.family in _TABLED

    @property
    def table(self) -> bytes:
        """The next state, 0 or 1, for each of the 512 blocks of 3x3 cells.

        A block is a number of nine bits: its cells row by row, the upper left one on top, as in MAP
        rules.

        Raises
        ------
        RuleError
            If `has_table` is false.
        """
        return _table(self)

    @property
    def turns(self) -> tuple[str, ...]:
        """The turns in `lifesat.pattern.TRANSFORMS` that the rule does not tell apart, a group.

        A pattern turned by one of them becomes what the pattern becomes, turned likewise. Raises as
        `table` does.
        """
        return _turns(self)

    def next_state(self, state: int, live_neighbours: int) -> int:
        """Return the state (0 or 1) that follows under a life-like rule.

        Raises
        ------
        RuleError
            If the rule is not life-like.
        """
        if not self.is_life_like:
            raise RuleError(f"rule {self}: a count of neighbours does not decide the next state")
        return int(live_neighbours in (self.survival if state else self.birth))

    def __str__(self) -> str:
        return self.name


def parse_rule(text: str) -> tuple[Rule, BoundedGrid | None]:
    """Parse a rule in any spelling, with or without a bounded grid.

    Parameters
    ----------
    text
        For example ``B3/S23``, ``b3s23``, ``23/3``, ``Day & Night``, ``B2-a/S12``, ``B2/S34H``,
        ``345/2/4``, ``R5,C0,M1,S34..58,B34..45,NM``, ``WireWorld`` or ``B3/S23:T30,20``.

    Returns
    -------
    tuple
        The rule, and its bounded grid or None.

    Raises
    ------
    RuleError
        If the text names no rule; the message says what would.
    """
    name, colon, suffix = text.partition(":")
    name = "".join(name.split())
    if not name:
        raise RuleError("the rule is empty: give one such as B3/S23")
    rule = _parse_name(name)
    return rule, parse_grid("".join(suffix.split())) if colon else None


def _parse_name(name: str) -> Rule:
    key = re.sub(r"[^a-z0-9]", "", name.lower())
    if name[0].isalnum() and key in _ALIASES:
        return _parse_counts(_ALIASES[key], name)
    if key == "lifehistory":
        return Rule("LifeHistory", "life-history", 7, LIFE.birth, LIFE.survival)
    for named, states in _NAMED_STATES.items():
        if key == named.lower():
            return Rule(named, "named", states)
    extended = re.fullmatch(r"(.+)(History|Super)", name)
    if extended and not re.fullmatch(_MAP, name):
        base = _parse_name(extended[1])
        if base.has_table:
            family, states = {"History": ("life-history", 7), "Super": ("life-super", 26)}[
                extended[2]
            ]
            return Rule(base.name + extended[2], family, states, base.birth, base.survival)
    return _parse_spelled(name)


def _parse_spelled(name: str) -> Rule:
    if re.match(r"R[0-9]+,", name, re.IGNORECASE) or re.fullmatch(r"[0-9]+(,[0-9]+){4}", name):
        return _parse_larger_than_life(name)
    if wolfram := re.fullmatch(r"W([0-9]{1,3})", name, re.IGNORECASE):
        return _parse_wolfram(int(wolfram[1]))
    if name.startswith("MAP"):
        return _parse_map(name)
    if name.count("/") == 2:
        return _parse_generations(name)
    if "/" in name or re.match(r"(bs?|sb?)([0-9_-]|$)", name, re.IGNORECASE):
        return _parse_counts(name, name)
    if name.isdigit():
        raise RuleError(f"rule '{name}' needs a slash or the letters B and S, as in B3/S23 or 23/3")
    if re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9_.+-]*", name):
        return Rule(name, "named", MAX_STATES)
    raise RuleError(
        f"'{name}' is no rule: give one such as B3/S23, or a name of letters and digits"
    )


def _parse_counts(text: str, name: str) -> Rule:
    """Parse births and survivals: ``B3/S23``, ``b3s23``, ``23/3``, ``B2-a/S12``, ``B2/S34H``."""
    body, neighbourhood = _cut_neighbourhood(text)
    birth_text, survival_text = _split_counts(body, name)
    birth = _parse_side(birth_text, neighbourhood, name)
    survival = _parse_side(survival_text, neighbourhood, name)
    canonical = f"B{_spell_side(birth)}/S{_spell_side(survival)}{neighbourhood}"
    if any((*birth.values(), *survival.values())):
        return Rule(canonical, "isotropic")
    return Rule(canonical, _FAMILIES[neighbourhood], 2, frozenset(birth), frozenset(survival))


def _cut_neighbourhood(text: str) -> tuple[str, str]:
    last = text[-1:].upper()
    return (text[:-1].lower(), last) if last in ("H", "V") else (text.lower(), "")


def _split_counts(body: str, name: str) -> tuple[str, str]:
    """Return what follows B and what follows S; where no letter says which, S comes first."""
    parts = re.fullmatch(
        r"([bs]?)([^bs/_]*)(?:[/_](?=[bs])|[/_]|(?=[bs])|$)([bs]?)([^bs/_]*)", body
    )
    if not parts:
        raise RuleError(f"'{name}' is no rule: births and survivals stand once each, as in B3/S23")
    first, second = parts[1], parts[3]
    if first and first == second:
        raise RuleError(f"rule '{name}' has two parts {first.upper()}: write one B and one S")
    if first == "b" or second == "s":
        return parts[2], parts[4]
    return parts[4], parts[2]


def _parse_side(text: str, neighbourhood: str, name: str) -> dict[int, str]:
    """Return the letters of each count in a text like ``2-a34``; '' stands for all."""
    most = neighbourhoods.NEIGHBOURS[neighbourhood].bit_count()
    letters: dict[int, set[str]] = {}
    negated = set()
    if stray := re.match(r"(?:[0-9]-?[a-z]*)*+(?=(.))", text):
        raise RuleError(f"rule '{name}': '{stray[1]}' is no number of neighbours (0 to {most})")
    for digit, minus, chosen in re.findall(r"([0-9])(-?)([a-z]*)", text):
        count = int(digit)
        if count > most:
            raise RuleError(f"rule '{name}': a cell has at most {most} neighbours, not {count}")
        known = "" if neighbourhood else neighbourhoods.letters(count)
        if wrong := sorted(set(chosen) - set(known)):
            offered = f"one of the letters {known}" if known else "no letter"
            raise RuleError(f"rule '{name}': after {count} stands {offered}, not '{wrong[0]}'")
        letters.setdefault(count, set()).update(chosen)
        if minus:
            negated.add(count)
    return _resolve_letters(letters, negated)


def _resolve_letters(letters: dict[int, set[str]], negated: set[int]) -> dict[int, str]:
    counts = {}
    for count in sorted(letters):
        known = set(neighbourhoods.letters(count))
        chosen = (known - letters[count] if count in negated else letters[count]) or known
        if letters[count] == known and count in negated:
            continue  # every arrangement taken away
        counts[count] = "" if chosen == known else "".join(sorted(chosen))
    return counts


def _spell_side(counts: dict[int, str]) -> str:
    return "".join(f"{count}{_spell_letters(count, counts[count])}" for count in counts)


def _spell_letters(count: int, chosen: str) -> str:
    known = neighbourhoods.letters(count)
    if 2 * len(chosen) <= len(known) + 1:
        return chosen
    return "-" + "".join(letter for letter in known if letter not in chosen)


def _parse_generations(name: str) -> Rule:
    """Parse ``S/B/states`` in digits, or with letters in any order."""
    counts, _, last = name.rpartition("/")
    states_text, neighbourhood = _cut_neighbourhood(last)
    digits = re.fullmatch(r"[cg]?([0-9]{1,3})", states_text)
    if not digits or not 2 <= int(digits[1]) <= MAX_STATES:
        raise RuleError(
            f"rule '{name}': after the second slash stand the states, 2 to {MAX_STATES}"
        )
    if counts[-1] in "hHvV":
        raise RuleError(f"rule '{name}': the letter of the neighbourhood stands at the end")
    base = _parse_counts(counts + neighbourhood, name)
    birth, survival = base.name.removesuffix(neighbourhood)[1:].split("/S")
    canonical = f"{survival}/{birth}/{int(digits[1])}{neighbourhood}"
    return Rule(canonical, "generations", int(digits[1]), base.birth, base.survival)


def _parse_larger_than_life(name: str) -> Rule:
    """Keep a Larger than Life rule as text; its C field gives the states."""
    if re.fullmatch(r"[0-9]+(,[0-9]+){4}", name):  # Evans: range, births, survivals
        reach, *bounds = map(int, name.split(","))
        name = "R{},C0,M1,S{}..{},B{}..{},NM".format(reach, *bounds[2:], *bounds[:2])
    name = name.upper()
    states = re.search(r",C([0-9]{1,3})(?![0-9])", name)
    if not states or int(states[1]) >= MAX_STATES:
        raise RuleError(
            f"rule '{name}': a Larger than Life rule looks like R5,C0,M1,S34..58,B34..45,NM,"
            f" with at most {MAX_STATES - 1} states"
        )
    name = name.replace(",C1,", ",C0,")
    return Rule(name, "larger-than-life", max(2, int(states[1])))


def _parse_wolfram(number: int) -> Rule:
    if number > 254 or number % 2:
        raise RuleError(f"rule 'W{number}': a Wolfram rule here has an even number from 0 to 254")
    return Rule(f"W{number}", "wolfram")


def _parse_map(name: str) -> Rule:
    if not re.fullmatch(_MAP, name):
        raise RuleError("a MAP rule is MAP and 6, 22 or 86 base64 characters")
    return Rule(name.rstrip("="), "map")


@lru_cache
def _table(rule: Rule) -> bytes:
    if not rule.has_table:
        raise RuleError(f"rule {rule}: the 3x3 block around a cell does not decide its next state")
    if rule.family == "map":
        return neighbourhoods.mapped(rule.name.removeprefix("MAP"))
    if rule.family == "isotropic":
        sides = rule.name.removeprefix("B").split("/S")
        return neighbourhoods.arranged(*(_parse_side(side, "", rule.name) for side in sides))
    return neighbourhoods.counted(rule.birth, rule.survival, _LETTERS[rule.family])


@lru_cache
def _turns(rule: Rule) -> tuple[str, ...]:
    return neighbourhoods.turns_of(rule.table)


RULES_WITH_TABLE = (
    "a rule of two states and 3x3 cells, such as B3/S23, B2-a/S12, B2/S34H, B2/S013V or a MAP rule"
)
"""What can be searched backwards and run, for messages."""

LIFE = Rule("B3/S23", "life-like", 2, frozenset((3,)), frozenset((2, 3)))
"""Conway's Game of Life."""
