"""Encodings of one step of a rule as clauses.

Each encoding is a module with three names: ``NAME``; ``rule_error(rule)``, the reason why a rule is
not supported, or None; and ``add_step(formula, spacetime, t, rule)``, which adds the clauses
between layers ``t`` and ``t + 1``.

Rules that are known in part have an encoding of their own, `lifesat.cnf.encodings.partial_rule`,
whose functions take the literals of the transitions instead of a rule.
"""

from lifesat.cnf.encodings import bailleux_boufkhad, column_triples, truth_table
from lifesat.cnf.formula import Formula
from lifesat.cnf.spacetime import SpaceTime
from lifesat.errors import UserError
from lifesat.life.rule import Rule

_MODULES = {module.NAME: module for module in (column_triples, truth_table, bailleux_boufkhad)}


def encodings_for(rule: Rule) -> tuple[str, ...]:
    """Return the names of the encodings that support a rule, the default first."""
    return tuple(name for name, module in _MODULES.items() if not module.rule_error(rule))


def encoding_error(rule: Rule, encoding: str) -> str | None:
    """Return why a rule cannot be encoded with one of `lifesat.defaults.ENCODINGS`, or None."""
    reason = _MODULES[encoding].rule_error(rule)
    if not reason:
        return None
    others = " and ".join(encodings_for(rule)) or "none"
    return f"rule {rule.name} cannot be encoded with {encoding}: {reason}; {others} can"


def encode(spacetime: SpaceTime, rule: Rule, encoding: str) -> Formula:
    """Return the formula whose models are the assignments under which `spacetime` obeys `rule`.

    Variables keep their numbers. Raises UserError if the encoding does not support the rule.
    """
    formula = Formula(spacetime.variables)
    add_steps(formula, spacetime, rule, encoding)
    return formula


def add_steps(formula: Formula, spacetime: SpaceTime, rule: Rule, encoding: str) -> None:
    """Add the clauses of `encode` to a formula that has the variables of `spacetime` already.

    Raises UserError if the encoding does not support the rule.
    """
    if error := encoding_error(rule, encoding):
        raise UserError(error)
    for t in range(spacetime.generations):
        _MODULES[encoding].add_step(formula, spacetime, t, rule)
