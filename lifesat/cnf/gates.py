"""Gates: new variables for "both are true", "one is true" and "they differ".

Their inputs are arrays of literals.
"""

import numpy as np

from lifesat.cnf.formula import Formula, Size, Template
from lifesat.cnf.spacetime import FALSE, TRUE, Literals

_BOTH = Template([(-1, -2, 3), (1, -3), (2, -3)])
_DIFFER = Template([(-1, -2, -3), (1, 2, -3), (-1, 2, 3), (1, -2, 3)])

GATE_SIZE = Size(variables=1) + _DIFFER.size
"""The largest size of one gate."""


def both(formula: Formula, first: Literals, second: Literals) -> Literals:
    """Add gates and return their outputs: literals that are true where both inputs are.

    Where a constant or an input is equivalent, there is no new variable.
    """
    simple = np.select(
        [
            (first == FALSE) | (second == FALSE) | (first == -second),
            (first == TRUE) | (first == second),
            second == TRUE,
        ],
        [np.full_like(first, FALSE), second, first],
        default=0,
    )
    return _with_gates(formula, simple, first, second, _BOTH)


def either(formula: Formula, first: Literals, second: Literals) -> Literals:
    """Add gates and return their outputs: literals that are true where an input is."""
    return -both(formula, -first, -second)


def differ(formula: Formula, first: Literals, second: Literals) -> Literals:
    """Add gates and return their outputs: literals that are true where the inputs differ."""
    simple = np.select(
        [first == second, first == -second, first == FALSE, first == TRUE, second == FALSE],
        [np.full_like(first, FALSE), np.full_like(first, TRUE), second, -second, first],
        default=0,
    )
    simple = np.where((simple == 0) & (second == TRUE), -first, simple)
    return _with_gates(formula, simple, first, second, _DIFFER)


def _with_gates(
    formula: Formula, simple: Literals, first: Literals, second: Literals, template: Template
) -> Literals:
    """Return `simple` with the output of a gate wherever it is 0."""
    open_ = simple == 0
    outputs = simple.astype(np.int32)
    outputs[open_] = formula.fresh(int(open_.sum()))
    rows = np.column_stack([first[open_], second[open_], outputs[open_]])
    formula.add_template(template, rows.astype(np.int32))
    return outputs
