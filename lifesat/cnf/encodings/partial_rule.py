"""The truth-table encoding for rules that are known in part.

Each of the 102 isotropic transitions is a literal: `TRUE` if it makes a cell live, `FALSE` if it
makes it dead, or a variable, so that the solver chooses the rule along with the cells. Blocks whose
transitions have the same literal are covered together by as few implicants as possible, as in
`truth_table`; the implicants may extend over blocks whose known outcome agrees. So a known
rule has the clauses of `truth_table`, an unknown one has a clause for each block and outcome, and
there are no auxiliary variables.
"""

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from lifesat.cnf.encodings.transition import (
    Forced,
    Transition,
    add_outcome,
    forced_blocks,
)
from lifesat.cnf.encodings.truth_table import covering_clauses, prime_cubes
from lifesat.cnf.formula import Formula, Template
from lifesat.cnf.spacetime import FALSE, TRUE, Literals, SpaceTime
from lifesat.life.neighbourhood import transitions_of_blocks
from lifesat.life.rule_pattern import LIVE, RulePattern
from lifesat.life.symmetry import TRANSFORMS

# For each transition, 0 if it makes a cell dead, 1 if live, otherwise 2, 3, ... in the order of
# distinct literals: all that clauses depend on.
_Kinds = tuple[int, ...]


def transition_literals(pattern: RulePattern, used: int) -> Literals:
    """Return the literals of the transitions, with new variables numbered from ``used + 1``.

    Shape ``(102,)``, in the order of `lifesat.life.neighbourhood.transition_names`.
    """
    entries = np.array(pattern.entries, dtype=np.int32)
    known = np.abs(entries) == LIVE
    return np.where(known, entries, entries + np.sign(entries) * used).astype(np.int32)


def add_step(formula: Formula, spacetime: SpaceTime, t: int, transitions: Literals) -> None:
    """Add clauses that make layer ``t + 1`` of `spacetime` the successor of layer `t`.

    The formula has the variables of `spacetime` and `transitions` already; the latter come from
    `transition_literals`.
    """
    kinds, variables = _kinds_of(transitions)
    transition = Transition.among(spacetime, t, _forced(kinds), TRANSFORMS)
    blocks = transition.blocks[transition.constrained]
    repeated = np.broadcast_to(variables, (len(blocks), len(variables)))
    inputs = np.column_stack([blocks, repeated])
    add_outcome(formula, inputs, transition.successors, _outcome_templates(kinds))


def _kinds_of(transitions: Literals) -> tuple[_Kinds, Literals]:
    """Return the kind of each transition, and the literals of the kinds from 2 on."""
    kinds = {FALSE: 0, TRUE: 1}
    numbers = tuple(kinds.setdefault(literal, len(kinds)) for literal in transitions.tolist())
    return numbers, np.array(list(kinds)[2:], dtype=np.int32)


def _blocks(kinds: _Kinds) -> NDArray[np.intp]:
    """Return the kind of each block's transition, shape ``(2,) * 9``."""
    return np.array(kinds)[list(transitions_of_blocks())].reshape((2,) * 9)


@lru_cache
def _forced(kinds: _Kinds) -> Forced:
    blocks = _blocks(kinds)
    return forced_blocks(blocks == 0, blocks == 1)


@lru_cache
def _outcome_templates(kinds: _Kinds) -> tuple[Template, Template]:
    """Return the clauses for a dead successor, and for a live one.

    The inputs are the nine cells, and the literals of the kinds from 2 on.
    """
    blocks = _blocks(kinds)
    return _clauses_against(blocks, 1, 1), _clauses_against(blocks, 0, -1)


def _clauses_against(blocks: NDArray[np.intp], known: int, sign: int) -> Template:
    """Return clauses that forbid one outcome, given the kinds of the blocks' transitions.

    `known` is the kind whose outcome is forbidden, and `sign` is 1 if that is live, -1 if dead.
    """
    # Whether the transition is known to have the outcome, and then each kind that may have it.
    either = np.array([known, *range(2, int(blocks.max()) + 1)])
    forbidden = blocks[..., None] == either
    cubes = prime_cubes(forbidden | forbidden[..., :1])
    clauses = covering_clauses(forbidden[..., 0], cubes[0])
    for k in range(1, len(either)):
        # The transition's literal is the input after nine cells and the kinds before it.
        literal = -sign * (9 + k)
        clauses += [(*c, literal) for c in covering_clauses(forbidden[..., k], cubes[k])]
    return Template(clauses)
