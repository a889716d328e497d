"""Descriptions of rules, for the messages that reject them."""

from lifesat.life.rule import Rule

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
