"""The rule or the rules of a search from their text."""

from functools import lru_cache

from lifesat.errors import UserError
from lifesat.life.rule_pattern import is_rule_pattern, parse_rule_pattern
from lifesat.problems.life.box import plane_rule, torus_rule
from lifesat.problems.life.refractory import MOST_STATES
from lifesat.problems.life.rules.known import GenerationsRule, KnownRule
from lifesat.problems.life.rules.search_rules import SearchRules
from lifesat.problems.life.rules.unknown import NO_NEIGHBOURS, rules_of_pattern


@lru_cache(1 << 12)
def search_rules(text: str, *, outside_stays_dead: bool) -> SearchRules:
    """Parse a rule with a table, a Generations rule, or a set of rules.

    Sets have the notation of `lifesat.life.rule_pattern`. If `outside_stays_dead`, rules with B0
    are left out of a set; raises UserError if no rule is left.
    """
    if not is_rule_pattern(text):
        rule = (plane_rule if outside_stays_dead else torus_rule)(text, MOST_STATES)
        return KnownRule(rule) if rule.has_table else GenerationsRule(rule)
    pattern = parse_rule_pattern(text)
    if outside_stays_dead:
        without = pattern.with_states({NO_NEIGHBOURS: False})
        if without is None:
            raise UserError(
                f"rule {pattern} has births without neighbours (B0), so cells outside a block do"
                " not stay dead"
            )
        pattern = without
    return rules_of_pattern(pattern)
