"""Encodings: how one generation follows from another, as clauses.

Each encoding is a module with three names: ``NAME``; ``refusal(rule)``, a reason or None; and
``add_step(formula, spacetime, t, rule)``, which ties layer ``t + 1`` to layer ``t``.
"""

from lifesat.encodings import bailleux_boufkhad, column_triples, truth_table
from lifesat.errors import UserError
from lifesat.formula import Formula
from lifesat.rules import Rule
from lifesat.spacetime import SpaceTime

_MODULES = {module.NAME: module for module in (column_triples, truth_table, bailleux_boufkhad)}


def encode(spacetime: SpaceTime, rule: Rule, encoding: str) -> Formula:
    """Return the formula whose models are the ways `spacetime` can obey `rule`.

    Parameters
    ----------
    spacetime
        The cells; its variables keep their numbers in the formula.
    rule
        The rule that every generation follows.
    encoding
        A name in `lifesat.defaults.ENCODINGS`.

    Raises
    ------
    UserError
        If the encoding cannot express the rule.
    """
    module = _MODULES[encoding]
    reason = module.refusal(rule)
    if reason:
        raise UserError(f"rule {rule.name} cannot be encoded with {encoding}: {reason}")
    formula = Formula(spacetime.variables)
    for t in range(spacetime.generations):
        module.add_step(formula, spacetime, t, rule)
    return formula
