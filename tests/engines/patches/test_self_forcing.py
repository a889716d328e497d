"""Self-forcing patches, compared with brute force and with forced cells."""

from collections.abc import Iterator
from functools import partial
from itertools import combinations, product
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pysat.solvers import Solver as PysatSolver

from lifesat import (
    UNKNOWN,
    Pattern,
    UserError,
    forced,
    is_orphan,
    is_self_forcing,
    parse_rule,
    read_file,
    self_forcing,
)
from lifesat.cnf.bit_sets import from_mask, mask
from lifesat.defaults import SOLVERS
from lifesat.engines.options import Options
from lifesat.engines.patches.self_forcing import (
    Witness,
    patch_minimisation,
    patch_problem,
    survives,
    survivors,
)
from lifesat.engines.sat import executors
from lifesat.engines.sat.executors import GrowingPool
from lifesat.engines.sat.memory import solver_bytes
from lifesat.engines.sat.minimisation import Minimisation, Outcome, Trial, TrialSetup
from lifesat.engines.sat.one_formula import ONE_FORMULA
from lifesat.engines.sat.solver_setup import SolverSetup
from lifesat.problems.life import required_cells
from lifesat.problems.life.self_forcing import Patch, differing_predecessors
from lifesat.problems.life.still_life import StillLife
from lifesat.queries.events import Done
from lifesat.queries.search import search
from lifesat.queries.self_forcing import MinimalSelfForcing
from tests.support import plain
from tests.support.known import findings
from tests.support.self_forcing import part_of, patches, self_forcing_parts

EXAMPLES = Path(__file__).resolve().parents[3] / "examples"

# Under this rule minimal self-forcing patches have five cells or more.
DENSE = "B567/S01234567"
# Of 25 random cells with these seeds, 20, 13 and 16 are self-forcing; others are orphans.
SEEDS = (0, 2, 3)


def random_patch(seed: int, rule: str = DENSE, size: int = 5) -> Pattern:
    cells = np.random.default_rng(seed).random((size, size)) < 0.5
    return Pattern.from_array(cells.astype(np.uint8), rule=parse_rule(rule)[0])


def setup_for(patch: Pattern) -> SolverSetup:
    return SolverSetup(differing_predecessors(patch), "truth_table", "cadical195", ONE_FORMULA)


def search_in(
    patch: Pattern, *, seed: int = 0, restarts: int = 0, workers: int = 1
) -> Minimisation[Witness]:
    with GrowingPool(workers) as pool:
        search = patch_minimisation(setup_for(patch), pool, seed, restarts)
        while not search.complete:
            search.advance(1)
    return search


@pytest.mark.quick
@settings(max_examples=10)
@given(patches(), st.integers(0, 5), st.integers(0, 2))
def test_against_brute_force(patch: Pattern, seed: int, restarts: int) -> None:
    parts = self_forcing_parts(patch)
    whole = frozenset(range(int((patch.to_array() < UNKNOWN).sum())))
    assert is_self_forcing(patch) is (whole in parts)
    assert part_of(self_forcing(patch), patch) == frozenset().union(*parts)
    small = part_of(self_forcing(patch, minimise=True, seed=seed, restarts=restarts), patch)
    assert bool(small) is bool(parts)
    assert small in parts or not parts
    assert not any(part < small for part in parts)


def by_forced_cells(patch: Pattern) -> Pattern | None:
    """The cells that are forced to what they are, again and again, until all are."""
    states = patch.to_array()
    while (states < UNKNOWN).any():
        found = forced(Pattern.from_array(states, rule=patch.rule), outside="free")
        if found is None:  # an orphan
            return Pattern.from_array(states, rule=patch.rule)
        kept = np.where(found.to_array()[1:-1, 1:-1] == states, states, UNKNOWN).astype(np.uint8)
        if (kept == states).all():
            return Pattern.from_array(states, rule=patch.rule)
        states = kept
    return None


@pytest.mark.quick
@settings(max_examples=5)
@given(st.integers(0, 1000), st.sampled_from([DENSE, "B8/S0125678", "B3/S012345678"]))
def test_the_largest_by_forced_cells(seed: int, rule: str) -> None:
    patch = random_patch(seed, rule)
    expected = by_forced_cells(patch)
    assert part_of(self_forcing(patch), patch) == part_of(expected, patch)


@pytest.mark.parametrize("seed", SEEDS)
def test_no_cell_of_a_minimal_patch_can_be_spared(seed: int) -> None:
    """Not only every cell: no part of it forces itself."""
    patch = random_patch(seed)
    small = self_forcing(patch, minimise=True, seed=seed)
    assert small is not None
    assert is_self_forcing(small, encoding="truth_table", solver="glucose4")
    assert not is_orphan(patch)
    for part in parts_of(small):
        assert not is_self_forcing(part)


def parts_of(patch: Pattern) -> Iterator[Pattern]:
    """All smaller parts, except the empty one."""
    states = patch.to_array()
    cells = np.argwhere(states < UNKNOWN).tolist()
    for size in range(1, len(cells)):
        for chosen in combinations(cells, size):
            part = np.full_like(states, UNKNOWN)
            for y, x in chosen:
                part[y, x] = states[y, x]
            yield Pattern.from_array(part, rule=patch.rule)


def test_the_period() -> None:
    """Every cell changes under this rule: what was there two generations earlier is the same."""
    patch = Pattern.from_rows(["O.", "?O"], rule="B012345678/S")
    assert not is_self_forcing(patch)
    assert is_self_forcing(patch, period=2)
    assert self_forcing(patch) is None
    assert part_of(self_forcing(patch, period=2), patch) == {0, 1, 2}
    small = part_of(self_forcing(patch, period=2, minimise=True, restarts=3), patch)
    assert len(small) == 1


def test_an_orphan_is_self_forcing() -> None:
    """All its predecessors contain it, since it has none."""
    live = Pattern.from_rows(["O"], rule="B/S")
    assert is_self_forcing(live)
    assert not survives(differing_predecessors(live), "truth_table")
    dead = Pattern.from_rows(["."], rule="B/S012345678")
    assert is_self_forcing(dead)
    assert survives(differing_predecessors(dead), "truth_table")


@pytest.mark.parametrize("seed", range(4))
def test_what_survives_has_a_predecessor(seed: int) -> None:
    patch = random_patch(seed)
    largest = self_forcing(patch)
    assert largest is not None
    alive = survives(differing_predecessors(largest), "column_triples")
    assert alive is not is_orphan(largest)
    assert alive is (seed in SEEDS)


def test_a_rule_that_is_not_life_like() -> None:
    patch = Pattern.from_rows(["OO"], rule="B2-a/S012345678")
    assert part_of(self_forcing(patch), patch) in self_forcing_parts(patch) | {frozenset()}


@pytest.mark.parametrize("solver", SOLVERS)
def test_every_solver(solver: str) -> None:
    patch = random_patch(1)
    expected = part_of(self_forcing(patch), patch)
    assert part_of(self_forcing(patch, solver=solver), patch) == expected
    small = self_forcing(patch, solver=solver, minimise=True)
    assert part_of(small, patch) <= expected


def test_the_same_seed_finds_the_same() -> None:
    patch = random_patch(2)
    found = [search_in(patch, seed=seed).best for seed in (5, 5, *range(6, 20))]
    assert found[0] == found[1]
    assert len(set(found)) > 1


def test_restarts_never_lose() -> None:
    """Each restart leaves a minimal patch that is no larger."""
    patch = random_patch(2)
    sizes = [search_in(patch, restarts=count).best.bit_count() for count in (0, 2, 8)]
    assert sizes == [6, 5, 5]
    search = search_in(patch, restarts=2)
    assert search.complete
    assert search.minimal
    assert search.restarts == 3


def test_a_smaller_patch_is_not_known_to_be_minimal(monkeypatch: pytest.MonkeyPatch) -> None:
    shrink = Minimisation._shrink
    known: list[bool] = []

    def shrink_and_note(self: Minimisation[Witness], cells: int) -> None:
        before = self.best
        shrink(self, cells)
        if self.best != before:
            known.append(self.minimal)

    monkeypatch.setattr(Minimisation, "_shrink", shrink_and_note)
    assert search_in(random_patch(2), restarts=2).best.bit_count() == 5
    assert len(known) > 1
    assert not any(known)


def test_several_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(executors, "_ALONE_SECONDS", 0.0)
    patch = random_patch(2)
    search = search_in(patch, restarts=10, workers=2)
    assert search.complete
    cells = mask(search.best, int((patch.to_array() < UNKNOWN).sum()))
    assert is_self_forcing(required_cells.part_of(patch, cells), encoding="truth_table")


def test_an_answer_about_cells_that_are_gone_is_asked_for_again() -> None:
    """Another process has removed a cell of the core meanwhile."""
    setup = setup_for(random_patch(2))
    search = patch_minimisation(setup, GrowingPool(1), seed=0, restarts=0)
    search.descend(0b0111)
    search._running[0b0001] = Trial(TrialSetup(setup), 0b1110)
    search._learn(0b0001, Outcome(True, 0b1110, 0b1100))
    assert (search.current, list(search._pieces)) == (0b0111, [0b0001])
    search._running[0b0001] = Trial(TrialSetup(setup), 0b0110)
    search._learn(0b0001, Outcome(True, 0b0110, 0b0100))
    assert search.current == 0b0100


@pytest.mark.quick
def test_no_more_processes_than_memory_allows(monkeypatch: pytest.MonkeyPatch) -> None:
    class Pool(GrowingPool):
        def __init__(self, workers: int) -> None:
            asked.append(workers)
            super().__init__(1)

    asked: list[int] = []
    monkeypatch.setattr(executors, "GrowingPool", Pool)
    problem = differing_predecessors(random_patch(2))
    each = solver_bytes(Patch(problem).formula_size("truth_table"), "cadical195")
    for memory in (3 * each, 5 * each // 2):
        how = Options("truth_table", limit=None, workers=3, memory=memory)
        assert [*search(MinimalSelfForcing(problem), how, lambda: True)]
    assert asked == [3, 2]


def test_a_stop_leaves_a_self_forcing_patch() -> None:
    query = MinimalSelfForcing(differing_predecessors(random_patch(2)), restarts=10_000)
    found = 0
    for questions in (0, 1, 2, 5, 10, 20, 25, 30):
        left = iter(range(questions))
        over = partial(lambda left: next(left, None) is None, left)
        events = [*search(query, Options("truth_table", limit=None), over)]
        assert isinstance(events[-1], Done)
        assert events[-1].status == "stopped"
        for each in findings(events):
            if each.pattern is not None:
                assert is_self_forcing(each.pattern)
                found += 1
    assert found


def test_survivors_by_one_witness_at_a_time() -> None:
    random = np.random.default_rng(0)
    for _ in range(50):
        witnesses = [Witness(*random.integers(0, 1 << 8, 2).tolist()) for _ in range(8)]
        cells = expected = int(random.integers(0, 1 << 8))
        for _ in range(8):
            for errors, differs in witnesses:
                if not errors & expected:
                    expected &= ~differs
        assert survivors(cells, witnesses) == expected


def test_masks() -> None:
    for size in (1, 7, 8, 9, 100):
        cells = np.random.default_rng(size).random(size) < 0.5
        assert mask(from_mask(cells), size).tolist() == cells.tolist()


def test_witnesses_are_local() -> None:
    """A predecessor is replaced by the pattern where it does not matter."""
    patch = Patch(differing_predecessors(random_patch(0, "B3/S23", 9)))
    board = np.random.default_rng(1).integers(0, 2, (11, 11)).astype(np.uint8)
    middle = np.zeros(81, dtype=bool)
    middle[40] = True
    widths = []
    for each in patch.localised(board, middle):
        last, differs = patch.compare(each)
        rows, columns = patch.rows[differs] - 4, patch.columns[differs] - 4
        widths.append(int(np.abs([rows, columns]).max()))
        assert (each[5, 5], each[0, 0]) == (board[5, 5], board[0, 0])
        later = plain.next_boards(each[None], parse_rule("B3/S23")[0], torus=False)[0]
        states = random_patch(0, "B3/S23", 9).to_array()
        assert last.tolist() == (later[1:-1, 1:-1] != states).ravel().tolist()
    assert widths == [1, 2, 3, 4, 4, 4]


def test_a_model_that_is_no_predecessor_is_a_bug(monkeypatch: pytest.MonkeyPatch) -> None:
    wrong = np.ones(25, dtype=bool)
    monkeypatch.setattr(Patch, "compare", lambda *_: (wrong, wrong))
    with pytest.raises(AssertionError, match="not a valid predecessor"):
        self_forcing(random_patch(0, "B3/S23"))


def test_a_core_that_is_no_patch_is_a_bug(monkeypatch: pytest.MonkeyPatch) -> None:
    patch = Pattern.from_rows(["OO"])
    assert self_forcing_parts(patch) == set()

    def no_solver(trial: Trial) -> Outcome[Witness]:
        return Outcome(True, trial.elements, trial.elements)

    monkeypatch.setattr("lifesat.engines.patches.self_forcing.run_trial", no_solver)
    query = MinimalSelfForcing(differing_predecessors(patch))
    with pytest.raises(AssertionError, match="a core is not a self-forcing patch"):
        list(search(query, Options("truth_table", limit=None)))


def test_patterns_without_a_known_cell() -> None:
    with pytest.raises(UserError, match="all cells are unknown, so there is no patch"):
        differing_predecessors(Pattern.from_rows(["??"]))


def test_the_work_is_about_predecessors() -> None:
    setup = SolverSetup(StillLife(2, 2), "truth_table", "cadical195", ONE_FORMULA)
    with pytest.raises(TypeError, match="patches are about predecessors, not still lifes"):
        patch_problem(setup)


def test_the_patch_of_the_examples_by_clauses_of_another_kind() -> None:
    """Its 269 cells are self-forcing, and without one of them no longer, by plain Life alone.

    A clause for each state of a cell and its neighbours that gives the cell the wrong successor.
    """
    board = read_file(EXAMPLES / "self-forcing.rle", unknown=True).to_array()
    states = {(x, y): int(board[y, x]) for y, x in np.argwhere(board < UNKNOWN).tolist()}
    assert (len(states), sum(states.values())) == (269, 126)
    assert not _differs(states)
    del states[min(states)]
    assert _differs(states)


def _differs(patch: dict[tuple[int, int], int]) -> bool:
    """Whether a predecessor of a patch differs from it."""
    numbers: dict[tuple[int, int], int] = {}
    clauses = []
    for (x, y), state in patch.items():
        block = [(x + dx, y + dy) for dy in (-1, 0, 1) for dx in (-1, 0, 1)]
        variables = [numbers.setdefault(place, len(numbers) + 1) for place in block]
        for bits in product((0, 1), repeat=9):
            around = sum(bits) - bits[4]
            if (around == 3 or (around == 2 and bits[4] == 1)) != state:
                signs = (-1 if bit else 1 for bit in bits)
                clauses.append([a * b for a, b in zip(signs, variables, strict=True)])
    clauses.append([-numbers[place] if state else numbers[place] for place, state in patch.items()])
    with PysatSolver(name="cadical153", bootstrap_with=clauses) as solver:
        return bool(solver.solve())
