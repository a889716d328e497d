"""Rules of cellular automata: parses every common spelling into one canonical name.

The canonical names are those of Golly (the "Algorithms" pages of its help). Rules that lifesat
cannot search backwards are parsed too, so that their patterns can be converted; rules that it can
search have a table (`lifesat.life.neighbourhood`).
"""

from __future__ import annotations

import re
from functools import lru_cache

from lifesat.life import neighbourhood
from lifesat.life.bounded_grid import BoundedGrid, RuleError, parse_grid
from lifesat.life.rule_names import NAMED_STATES, key_of, rules_by_name
from lifesat.life.values import Frozen

__all__ = ["LIFE", "RULES_WITH_TABLE", "BoundedGrid", "Rule", "RuleError", "parse_rule"]

_MAX_STATES = 256

_FAMILIES = {"": "life-like", "H": "hexagonal", "V": "von-neumann"}
_LETTERS = {family: letter for letter, family in _FAMILIES.items()}
# The families whose rules are given by the next state for each 3x3 block.
_TABLED = (*_LETTERS, "isotropic", "map")

_EXTENDED = {
    "History": ("life-history", 7),
    "Super": ("life-super", 26),
    "Investigator": ("life-investigator", 21),
}

_MAP = r"MAP([A-Za-z0-9+/]{6}|[A-Za-z0-9+/]{22}|[A-Za-z0-9+/]{86})={0,2}"

# Larger than Life with range 1 and two states.
_NEAR = re.compile(
    r"R1,C[02],M(?P<middle>[01]),S(?P<s1>[0-9]{1,3})\.\.(?P<s2>[0-9]{1,3}),"
    r"B(?P<b1>[0-9]{1,3})\.\.(?P<b2>[0-9]{1,3}),N(?P<kind>[MN])"
)

# Larger than Life and higher-range outer-totalistic rules (HROT) as Catagolue has them.
_CATAGOLUE_RANGED = re.compile(
    r"(?:g(?P<states>[0-9]{1,3}))?r(?P<range>[0-9])"
    r"b(?:(?P<b>[0-9]{1,9}t[0-9]{1,9})s(?P<s>[0-9]{1,9}t[0-9]{1,9})|[0-9a-f]*s[0-9a-f]*z?)",
    re.IGNORECASE,
)

# Larger than Life in Kellie Evans's notation.
_EVANS = r"[0-9]{1,9}(,[0-9]{1,9}){4}"

_RANGED = re.compile(rf"R[0-9]+,.*|{_EVANS}|{_CATAGOLUE_RANGED.pattern}", re.IGNORECASE)


# Rules of other kinds, as LifeViewer spells them.
_UNSUPPORTED = {
    "alternating rules (with |)": r"[^|]+(\|[^|]+)+",
    "Margolus neighbourhoods": r"M[0-9]+(,[0-9]+){15}(/.*)?",
    "partitioned cellular automata": r"2PCA.*",
    "hexagonal rules whose numbers have letters": (
        r"(?=.*[omp])(B[0-6omp-]*/?S[0-6omp-]*|[0-6omp-]*/[0-6omp-]*(/[0-9]+)?)H"
    ),
}


class Rule(Frozen):
    """A rule of a cellular automaton.

    Parameters
    ----------
    name
        The canonical name, without a bounded grid.
    family
        ``life-like``, ``hexagonal``, ``von-neumann``, ``isotropic``, ``wolfram``, ``map``,
        ``generations``, ``larger-than-life``, ``life-history``, ``life-super``,
        ``life-investigator`` or ``named``.
    states
        The number of states of a cell; 256 for a named rule whose table is unknown.
    birth, survival
        The numbers of live neighbours at which a cell is born or survives; empty if the rule is
        not determined by these numbers.
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
        """Whether the next state depends only on the cell and its number of live neighbours."""
        return self.family == "life-like"

    @property
    def has_table(self) -> bool:
        """Whether cells have two states and the 3x3 block around a cell determines its next state.

        Rules with a table can be run forward and searched backwards.
        """
        return self.family in _TABLED

    @property
    def table(self) -> bytes:
        """The next state, 0 or 1, for each of the 512 blocks of 3x3 cells.

        A block is a number of nine bits: its cells row by row, the upper left cell as the highest
        bit, as in MAP rules.

        Raises
        ------
        RuleError
            If `has_table` is false.
        """
        return _table(self)

    @property
    def symmetries(self) -> tuple[str, ...]:
        """The names in `lifesat.life.symmetry.TRANSFORMS` of the rule's symmetries, a group.

        Evolution under the rule commutes with each of them.

        Raises
        ------
        RuleError
            If the rule has no table and is no Generations rule.
        """
        return _symmetries(self)

    def __str__(self) -> str:
        return self.name


def parse_rule(text: str) -> tuple[Rule, BoundedGrid | None]:
    """Parse a rule in any spelling, with an optional bounded grid.

    Parameters
    ----------
    text
        For example ``B3/S23``, ``b3s23``, ``23/3``, ``Day & Night``, ``B2-a/S12``, ``B2/S34H``,
        ``345/2/4``, ``g4b2s345``, ``R5,C0,M1,S34..58,B34..45,NM``, ``WireWorld`` or
        ``B3/S23:T30,20``.

    Returns
    -------
    tuple
        The rule, and its bounded grid or None.

    Raises
    ------
    RuleError
        If the text is not a valid rule; the message says what is expected.
    """
    if not isinstance(text, str):
        raise RuleError(f"rule is {text!r}; it must be a text such as 'B3/S23'")
    name, colon, suffix = text.partition(":")
    name = "".join(name.split())
    if not name:
        raise RuleError("the rule is empty; use a rule such as B3/S23")
    rule = _parse_name(name)
    return rule, parse_grid("".join(suffix.split())) if colon else None


def _parse_name(name: str) -> Rule:
    key = key_of(name)
    if name[0].isalnum() and (spelled := rules_by_name().get(key)):
        return _parse_spelled(spelled)
    for ending, (family, states) in _EXTENDED.items():
        if key == f"life{ending.lower()}":
            return Rule(f"Life{ending}", family, states, LIFE.birth, LIFE.survival)
    for named, states in NAMED_STATES.items():
        if key == named.lower():
            return Rule(named, "named", states)
    extended = re.fullmatch(
        rf"(.+)(?<!History)(?<!Super)(?<!Investigator)({'|'.join(_EXTENDED)})", name, re.IGNORECASE
    )
    if extended and not re.fullmatch(_MAP, name):
        base, ending = _parse_name(extended[1]), extended[2].title()
        if base.has_table:
            family, states = _EXTENDED[ending]
            return Rule(base.name + ending, family, states, base.birth, base.survival)
    return _parse_spelled(name)


def _parse_spelled(name: str) -> Rule:
    for kind, spelling in _UNSUPPORTED.items():
        if re.fullmatch(spelling, name, re.IGNORECASE):
            raise RuleError(f"unsupported rule '{name}': {kind} are not supported")
    if _RANGED.fullmatch(name):
        return _parse_larger_than_life(name)
    if wolfram := re.fullmatch(r"W([0-9]{1,3})", name, re.IGNORECASE):
        return _parse_wolfram(int(wolfram[1]))
    if name.startswith("MAP"):
        return _parse_map(name)
    catagolue = re.fullmatch(r"g([0-9]{1,3})(b[^bs/]*s[^bs/]*?)([hv]?)", name, re.IGNORECASE)
    if catagolue or name.count("/") == 2:
        text = f"{catagolue[2]}/{catagolue[1]}{catagolue[3]}" if catagolue else name
        return _parse_generations(text, name)
    if "/" in name or re.match(r"(bs?|sb?)([0-9_-]|$)|(bs|sb)[hv]$", name, re.IGNORECASE):
        return _parse_counts(name, name)
    if name.isdigit():
        raise RuleError(
            f"invalid rule '{name}': it needs a slash or the letters B and S, as in B3/S23 or 23/3"
        )
    if re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9_.+-]*", name):
        return Rule(name, "named", _MAX_STATES)
    raise RuleError(
        f"invalid rule '{name}': use a rule such as B3/S23, or a name of letters and digits"
    )


def _parse_counts(text: str, name: str) -> Rule:
    """Parse births and survivals: ``B3/S23``, ``b3s23``, ``23/3``, ``B2-a/S12``, ``B2/S34H``."""
    if triangular := re.search(r"(?<=[0-9/s])L[EIVO]*$", text, re.IGNORECASE):
        raise RuleError(
            f"invalid rule '{name}': triangular neighbourhoods ({triangular[0]}) are not supported"
        )
    body, neighbourhood_letter = _cut_neighbourhood(text)
    birth_text, survival_text = _split_counts(body, name)
    birth = _parse_side(birth_text, neighbourhood_letter, name)
    survival = _parse_side(survival_text, neighbourhood_letter, name)
    canonical = f"B{_spell_side(birth)}/S{_spell_side(survival)}{neighbourhood_letter}"
    if any((*birth.values(), *survival.values())):
        return Rule(canonical, "isotropic")
    return Rule(
        canonical, _FAMILIES[neighbourhood_letter], 2, frozenset(birth), frozenset(survival)
    )


def _cut_neighbourhood(text: str) -> tuple[str, str]:
    last = text[-1:].upper()
    return (text[:-1].lower(), last) if last in ("H", "V") else (text.lower(), "")


def _split_counts(body: str, name: str) -> tuple[str, str]:
    """Return the texts of B and S; without these letters, S comes first."""
    match = re.fullmatch(
        r"([bs]?)([^bs/_]*)(?:[/_](?=[bs])|[/_]|(?=[bs])|$)([bs]?)([^bs/_]*)", body
    )
    if not match:
        raise RuleError(f"invalid rule '{name}': give births and survivals once each, as in B3/S23")
    first, second = match[1], match[3]
    if first and first == second:
        raise RuleError(
            f"invalid rule '{name}': it has two {first.upper()} parts; write one B and one S"
        )
    if first == "b" or second == "s":
        return match[2], match[4]
    return match[4], match[2]


def _parse_side(text: str, neighbourhood_letter: str, name: str) -> dict[int, str]:
    """Return the letters for each count in a text such as ``2-a34``; '' means all of them."""
    most = neighbourhood.NEIGHBOURS[neighbourhood_letter].bit_count()
    letters: dict[int, set[str]] = {}
    negated = set()
    if stray := re.match(r"(?:[0-9]-?[a-z]*)*+(?=(.))", text):
        raise RuleError(
            f"invalid rule '{name}': '{stray[1]}' is not a number of neighbours (0 to {most})"
        )
    for digit, minus, chosen in re.findall(r"([0-9])(-?)([a-z]*)", text):
        count = int(digit)
        if count > most:
            raise RuleError(
                f"invalid rule '{name}': a cell has at most {most} neighbours, not {count}"
            )
        known = "" if neighbourhood_letter else neighbourhood.letters(count)
        if wrong := sorted(set(chosen) - set(known)):
            allowed = f"use one of {known}" if known else "this number takes no letters"
            raise RuleError(f"invalid rule '{name}': '{wrong[0]}' after {count}; {allowed}")
        letters.setdefault(count, set()).update(chosen)
        if minus:
            negated.add(count)
    return _resolve_letters(letters, negated)


def _resolve_letters(letters: dict[int, set[str]], negated: set[int]) -> dict[int, str]:
    counts = {}
    for count in sorted(letters):
        known = set(neighbourhood.letters(count))
        chosen = (known - letters[count] if count in negated else letters[count]) or known
        if letters[count] == known and count in negated:
            continue  # the minus removes every arrangement
        counts[count] = "" if chosen == known else "".join(sorted(chosen))
    return counts


def _spell_side(counts: dict[int, str]) -> str:
    return "".join(f"{count}{_spell_letters(count, counts[count])}" for count in counts)


def _spell_letters(count: int, chosen: str) -> str:
    known = neighbourhood.letters(count)
    if 2 * len(chosen) <= len(known) + 1:
        return chosen
    return "-" + "".join(letter for letter in known if letter not in chosen)


def _parse_generations(text: str, name: str) -> Rule:
    """Parse ``S/B/states`` in digits, or with letters in any order."""
    counts, _, last = text.rpartition("/")
    states_text, neighbourhood_letter = _cut_neighbourhood(last)
    digits = re.fullmatch(r"[cg]?([0-9]{1,3})", states_text)
    if not digits or not 2 <= int(digits[1]) <= _MAX_STATES:
        raise RuleError(
            f"invalid rule '{name}': the number of states, as in 345/2/4 or g4b2s345, is 2 to"
            f" {_MAX_STATES}"
        )
    if counts[-1] in "hHvV":
        raise RuleError(
            f"invalid rule '{name}': the letter of the neighbourhood belongs at the end"
        )
    base = _parse_counts(counts + neighbourhood_letter, name)
    if int(digits[1]) == 2:
        return base
    birth, survival = base.name.removesuffix(neighbourhood_letter)[1:].split("/S")
    canonical = f"{survival}/{birth}/{int(digits[1])}{neighbourhood_letter}"
    return Rule(canonical, "generations", int(digits[1]), base.birth, base.survival)


def _parse_larger_than_life(name: str) -> Rule:
    """Parse a Larger than Life rule, whose C field gives the number of states.

    A rule with range 1 and two states belongs to another family; other rules are kept as text.
    """
    if catagolue := _CATAGOLUE_RANGED.fullmatch(name):
        return _parse_ranged(catagolue)
    if re.fullmatch(_EVANS, name):  # range, births, survivals
        reach, *bounds = map(int, name.split(","))
        name = "R{},C0,M1,S{}..{},B{}..{},NM".format(reach, *bounds[2:], *bounds[:2])
    name = name.upper()
    states = re.search(r",C([0-9]{1,3})(?![0-9])", name)
    if not states or int(states[1]) >= _MAX_STATES:
        raise RuleError(
            f"invalid rule '{name}': a Larger than Life rule looks like"
            " R5,C0,M1,S34..58,B34..45,NM,"
            f" with at most {_MAX_STATES - 1} states"
        )
    name = name.replace(",C1,", ",C0,")
    if near := _NEAR.fullmatch(name):
        return _parse_near(near)
    return Rule(name, "larger-than-life", max(2, int(states[1])))


def _parse_ranged(ranged: re.Match[str]) -> Rule:
    """Parse a rule in Catagolue's spelling; one with counts in base 16 is kept as text."""
    states = int(ranged["states"] or 2)
    if not 2 <= states < _MAX_STATES:
        raise RuleError(f"invalid rule '{ranged[0]}': it has 2 to {_MAX_STATES - 1} states")
    if ranged["b"] is None:
        return Rule(ranged[0].lower(), "larger-than-life", states)
    birth, survival = (ranged[side].lower().replace("t", "..") for side in "bs")
    field = states if states > 2 else 0
    return _parse_larger_than_life(f"R{ranged['range']},C{field},M1,S{survival},B{birth},NM")


def _parse_near(near: re.Match[str]) -> Rule:
    """Return the two-state rule whose cells count their eight or four nearest neighbours."""
    middle, letter = int(near["middle"]), {"M": "", "N": "V"}[near["kind"]]
    most = neighbourhood.NEIGHBOURS[letter].bit_count()
    first, last, least, highest = map(int, near.group("s1", "s2", "b1", "b2"))
    # The sum may contain the cell itself, which lives.
    survival = range(max(0, first - middle), min(most, last - middle) + 1)
    birth = range(least, min(most, highest) + 1)
    texts = ("".join(map(str, counts)) for counts in (birth, survival))
    return _parse_counts("B{}/S{}".format(*texts) + letter, near[0])


def _parse_wolfram(number: int) -> Rule:
    if number > 254 or number % 2:
        raise RuleError(f"unsupported rule 'W{number}': use an even number from 0 to 254")
    return Rule(f"W{number}", "wolfram")


def _parse_map(name: str) -> Rule:
    if not re.fullmatch(_MAP, name):
        raise RuleError("invalid MAP rule: MAP must be followed by 6, 22 or 86 base64 characters")
    return Rule(name.rstrip("="), "map")


@lru_cache
def _table(rule: Rule) -> bytes:
    if not rule.has_table:
        raise RuleError(f"rule {rule} is not determined by the 3x3 block around a cell")
    if rule.family == "map":
        return neighbourhood.map_table(rule.name.removeprefix("MAP"))
    if rule.family == "isotropic":
        sides = rule.name.removeprefix("B").split("/S")
        return neighbourhood.isotropic_table(*(_parse_side(side, "", rule.name) for side in sides))
    return neighbourhood.counting_table(rule.birth, rule.survival, _LETTERS[rule.family])


@lru_cache
def _symmetries(rule: Rule) -> tuple[str, ...]:
    return neighbourhood.symmetries_of(live_rule(rule).table)


RULES_WITH_TABLE = (
    "a rule of two states and 3x3 cells, such as B3/S23, B2-a/S12, B2/S34H, B2/S013V or a MAP rule"
)
"""A description of the rules that have a table, for messages."""

LIFE = Rule("B3/S23", "life-like", 2, frozenset((3,)), frozenset((2, 3)))
"""Conway's Game of Life."""


_KINDS = {
    "hexagonal": "is a hexagonal rule",
    "isotropic": "is an isotropic rule",
    "larger-than-life": "is a Larger than Life rule",
    "life-like": "is a Life-like rule",
    "map": "is a MAP rule",
    "von-neumann": "is a rule of the von Neumann neighbourhood",
    "wolfram": "is a one-dimensional rule",
}


def rule_kind(rule: Rule) -> str:
    """Return a clause that says what a rule is.

    >>> from lifesat.life.rule import parse_rule
    >>> rule_kind(parse_rule("23/3/4")[0])
    'rule 23/3/4 is a Generations rule of 4 states'
    >>> rule_kind(parse_rule("WireWorld")[0])
    'rule WireWorld has 4 states'
    >>> rule_kind(parse_rule("MyRule")[0])
    'rule MyRule has no table that is known here'
    """
    kind = _KINDS.get(rule.family)
    if rule.family == "generations":
        kind = f"is a Generations rule of {rule.states} states"
    if kind is None:  # a named one; 256 states stand for any
        several = 2 < rule.states < 256
        kind = f"has {rule.states} states" if several else "has no table that is known here"
    return f"rule {rule.name} {kind}"


RULES_THAT_EVOLVE = f"{RULES_WITH_TABLE}, or a Generations rule"
"""A description of the rules that can be run forward, for messages."""


def evolves(rule: Rule) -> bool:
    """Return whether a rule can be run forward: it has a table, or is a Generations rule."""
    return rule.has_table or rule.family == "generations"


@lru_cache
def live_rule(rule: Rule) -> Rule:
    """Return the two-state rule with the same births and survivals.

    Under a Generations rule it determines which dead or live cells become live, that is, enter
    state 1. A rule with a table is returned unchanged.

    >>> print(live_rule(parse_rule("345/2/4")[0]))
    B2/S345
    """
    if rule.has_table:
        return rule
    if not evolves(rule):
        raise RuleError(f"rule {rule} is not determined by the 3x3 block around a cell")
    survival, birth, states = rule.name.split("/")
    return parse_rule(f"B{birth}/S{survival}{states.lstrip('0123456789')}")[0]
