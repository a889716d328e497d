"""The rule of two states behind a rule that can be run forward."""

from functools import lru_cache

from lifesat.life.rule import RULES_WITH_TABLE, Rule, RuleError, parse_rule

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

    Examples
    --------
    >>> print(live_rule(parse_rule("345/2/4")[0]))
    B2/S345
    """
    if rule.has_table:
        return rule
    if not evolves(rule):
        raise RuleError(f"rule {rule} is not determined by the 3x3 block around a cell")
    survival, birth, states = rule.name.split("/")
    return parse_rule(f"B{birth}/S{survival}{states.lstrip('0123456789')}")[0]
