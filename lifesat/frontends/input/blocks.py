"""Other problems as blocks of space-time, so that they can be varied in a search file."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lifesat.cnf.spacetime import ANY, FALSE, TRUE, Literals, is_variable
from lifesat.errors import UserError
from lifesat.formats.space_time_text import Rows
from lifesat.life.rule import BoundedGrid
from lifesat.life.symmetry import generators
from lifesat.problems.life.agar import Agar
from lifesat.problems.life.block import Block
from lifesat.problems.life.box import inner
from lifesat.problems.life.cell_maps import CellMap, transform_map
from lifesat.problems.life.completion import Completion
from lifesat.problems.life.constraints import Population
from lifesat.problems.life.periodic import Oscillator, Spaceship
from lifesat.problems.life.predecessor import Predecessor
from lifesat.problems.life.repeating import Repeating
from lifesat.problems.life.search import SpaceTimeSearch
from lifesat.problems.life.still_life import StillLife
from lifesat.problems.life.surroundings import Surroundings, outside_of
from lifesat.problems.problem import Problem

_KNOWN = {FALSE: "0", TRUE: "1", ANY: "*"}


def block_of(problem: Problem) -> SpaceTimeSearch:
    """Return the search for a block whose first generations are the solutions of a problem.

    Raises UserError if a search file cannot state the problem.
    """
    builder = _BUILDERS.get(type(problem))
    if builder is None:
        raise UserError(f"a search file cannot say what {problem.nouns} are")
    return builder(problem)


def _of_predecessor(problem: Predecessor) -> SpaceTimeSearch:
    if problem.project is not None:
        raise UserError(f"a search file cannot say what {problem.nouns} are")
    target = np.where(problem.window.known, problem.target_states.astype(np.str_), "*")
    first = _words_of_states(problem.literals)
    # A cell that must be live, and cannot be, has no literal.
    first[problem.window.marked(problem.require, problem.symmetry_group)] = "1"
    later = _words(inner(problem.spacetime.literals[1:], problem.window.ring))
    if problem.rule.states > 2:
        # The literals of live cells do not say which other states there are.
        later = np.stack([np.full_like(target, "*")] * (problem.generations - 1) + [target])
    bounds = []
    if problem.max_outside is not None:
        top, left = problem.window.place(0, 0)
        box = left, top, problem.target.width, problem.target.height
        bounds.append(str(Population(max_population=problem.max_outside, outside=box)))
    return _block(
        problem,
        np.concatenate([first[None], later]),
        # Without an assumption about what is outside, births there do not count.
        BoundedGrid("P", *target.shape[::-1]) if problem.outside == "free" else problem.window.grid,
        _symmetry_maps(problem.symmetry_group, problem.target_states.shape),
        different_from=(_rows(target[None]),) * problem.different,
        population=tuple(bounds),
        position=problem.window.position,
    )


def _of_repeating(problem: Repeating) -> SpaceTimeSearch:
    if isinstance(problem, StillLife) and (problem.no_empty_lines or problem.density is not None):
        raise UserError("a search file cannot say that no line is empty, nor a density")
    if isinstance(problem, Completion) and problem.better_than:
        raise UserError("a search file cannot say what is better than a completion")
    bounds = [
        bound
        for t in range(1, problem.generations if problem.bounded_always else 1)
        for bound in (
            Population(min_population=problem.min_population, generations=(t,)),
            Population(max_population=problem.max_population, generations=(t,)),
        )
        if bound != Population(generations=(t,))
    ]
    turn, shift = problem.movement
    return _block(
        problem,
        _words_of_states(
            np.stack([problem.generation(t) for t in range(problem.generations + 1)], axis=1)
        ),
        problem.grid,
        [
            transform_map(turn, problem.shape, problem.steps, shift),
            *_symmetry_maps(problem.group, problem.shape),
        ],
        asymmetry=tuple(f"p{period} x{dx} y{dy}" for period, (dx, dy) in problem.sooner()),
        population=tuple(map(str, bounds)),
        position=problem.position if isinstance(problem, Completion) else None,
    )


def _symmetry_maps(group: Iterable[str], size: tuple[int, ...]) -> list[CellMap]:
    """Return the equations of a symmetry about the centre of a box of some height and width."""
    return [transform_map(element, (size[0], size[1])) for element in generators(group)]


def _block(
    problem: Predecessor | Repeating,
    words: NDArray[np.str_],
    grid: BoundedGrid | None,
    maps: Sequence[CellMap],
    **changes: Any,
) -> SpaceTimeSearch:
    """Return the block of some words, with the rule and the population bounds of a problem.

    `maps` say which cells are equal; a name that says no more becomes an unknown cell.
    """
    least, most = problem.population_bounds
    blank = Block.of(_rows(np.full_like(words, "*")), last_state=1)
    orbits = blank.symmetric(maps, Surroundings(grid)).places
    named = ~np.char.isdigit(words) & (words != "*")
    names, numbers = np.unique(words[named], return_inverse=True)
    pairs = np.unique(np.stack([numbers, orbits[named]]), axis=1)
    in_one_orbit = np.bincount(pairs[0], minlength=len(names)) == 1
    words[named] = np.where(in_one_orbit[numbers], "*", words[named])
    return SpaceTimeSearch(
        _rows(words),
        outside_of(grid, *words.shape[1:]),
        rule_name=problem.rule.name,
        min_population=least,
        max_population=most,
        symmetry=tuple(map(str, maps)),
        **changes,
    )


def _words(literals: Literals) -> NDArray[np.str_]:
    """Return the words of cells; a variable that occurs once needs no name."""
    variables = literals[is_variable(literals)]
    times = Counter(np.abs(variables).tolist())
    words = {
        each: "*" if times[abs(each)] == 1 else f"{'-' * (each < 0)}v{abs(each)}"
        for each in np.unique(variables).tolist()
    }
    flat = [(_KNOWN | words)[each] for each in literals.ravel().tolist()]
    return np.array(flat).reshape(literals.shape)


def _words_of_states(literals: Literals) -> NDArray[np.str_]:
    """Return the words of cells, given the literals of all states but 0."""
    # The least variable of a cell names it.
    least = literals.min(axis=0, where=is_variable(literals), initial=TRUE)
    words = _words(np.where(least == TRUE, FALSE, least))
    for state, layer in enumerate(literals, 1):
        words[layer == TRUE] = str(state)
    return words


def _rows(words: NDArray[np.str_]) -> Rows:
    return tuple(tuple(" ".join(row) for row in layer) for layer in words.tolist())


_BUILDERS: dict[type[Problem], Callable[[Any], SpaceTimeSearch]] = {
    Predecessor: _of_predecessor,
    Oscillator: _of_repeating,
    Spaceship: _of_repeating,
    StillLife: _of_repeating,
    Completion: _of_repeating,
    Agar: _of_repeating,
    SpaceTimeSearch: lambda block: block,
}
