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


def encodings_for(rule: Rule) -> tuple[str, ...]:
    """Return the names of the encodings that can express a rule, the default first."""
    return tuple(name for name, module in _MODULES.items() if not module.refusal(rule))


def encoding_fault(rule: Rule, encoding: str) -> str | None:
    """Return why a rule cannot be encoded with one of `lifesat.defaults.ENCODINGS`, or None."""
    reason = _MODULES[encoding].refusal(rule)
    if not reason:
        return None
    others = " and ".join(encodings_for(rule)) or "none"
    return f"rule {rule.name} cannot be encoded with {encoding}: {reason}; {others} can"


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
    if fault := encoding_fault(rule, encoding):
        raise UserError(fault)
    module = _MODULES[encoding]
    formula = Formula(spacetime.variables)
    for t in range(spacetime.generations):
        module.add_step(formula, spacetime, t, rule)
    return formula
