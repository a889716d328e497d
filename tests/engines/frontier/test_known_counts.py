"""Numbers that others found by other means: parents of common objects, OEIS, Knuth's LIFE."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from lifesat import Pattern, predecessors, read_file
from lifesat.cnf.encodings import encode
from lifesat.cnf.spacetime import ANY, FALSE, TRUE, SpaceTime, fresh
from lifesat.defaults import ENCODINGS
from lifesat.engines.options import Options
from lifesat.life.life_history import life_history_target
from lifesat.life.rule import LIFE
from lifesat.problems.life.predecessor import Predecessor
from lifesat.queries.events import Done
from lifesat.queries.search import search
from lifesat.queries.solutions import ListSolutions
from tests.support.environment import quick_first
from tests.support.plain import all_boards
from tests.support.targets import LIFE_TARGET, OBJECTS, SEED_TARGETS, orphans

# Listing more than this by blocking clauses takes many seconds.
LISTABLE = 120_000
MANY = {  # tens of thousands
    *(("free", name) for name in ("beehive", "pond")),
    *(("dead margin 2", name) for name in ("empty1x1", "ship", "tub")),
}


def count(target: Pattern, **sought: Any) -> int:
    how = {key: sought.pop(key) for key in ("encoding", "solver") if key in sought}
    *_, done = search(
        ListSolutions(Predecessor(target, **sought)), Options(method="sat", limit=None, **how)
    )
    assert isinstance(done, Done)
    assert done.status == ("complete" if done.found else "none")
    return done.found


@pytest.mark.parametrize(
    ("kind", "name"),
    [
        pytest.param(kind, name, marks=[pytest.mark.weekly] * ((kind, name) in MANY))
        for kind in ("free", "dead margin 0", "dead margin 1", "dead margin 2")
        for name in OBJECTS
    ],
)
def test_parents_of_common_objects(counts: dict[str, Any], name: str, kind: str) -> None:
    expected = counts["parents_of_common_objects"][name][kind]
    outside, *margin = kind.split(" margin ")
    sought: dict[str, Any] = {"outside": outside, "margin": int(margin[0]) if margin else 0}
    target = Pattern.from_rows(OBJECTS[name])
    if expected <= LISTABLE:
        assert count(target, **sought) == expected
    else:
        some = list(predecessors(target, limit=500, **sought))
        assert len(set(some)) == 500


@pytest.mark.parametrize("solver", ["cadical195", "glucose4"])
@pytest.mark.parametrize("encoding", ENCODINGS)
def test_seed_targets(counts: dict[str, Any], encoding: str, solver: str) -> None:
    for name, rows in SEED_TARGETS.items():
        parents = counts["seed_reverse1"][f"{name}, dead margin 0"]["parents"]
        target = Pattern.from_rows(rows)
        assert count(target, margin=0, encoding=encoding, solver=solver) == parents


@pytest.mark.quick
def test_tub_up_to_symmetry(counts: dict[str, Any]) -> None:
    expected = counts["seed_reverse1"]["tub 3x3, dead margin 0"]
    problem = Predecessor(Pattern.from_rows(OBJECTS["tub"]), margin=0)
    *_, done = search(
        ListSolutions(problem), Options(method="sat", limit=None, up_to_symmetry=True)
    )
    assert isinstance(done, Done)
    assert done.found == expected["parents up to the symmetry of the target"]
    assert done.covered == expected["parents"]


@pytest.mark.quick
@pytest.mark.parametrize("name", ["tub 3x3", "question mark 6x5", "space invader 10x13"])
def test_seed_clauses(counts: dict[str, Any], name: str) -> None:
    """Without known cells to fold, the truth table makes the seed's clauses.

    The seed has one more that fixes its constant, and 84 more for each corner of its ring of border
    cells, which it emits twice.
    """
    live = np.array([[cell == "O" for cell in row] for row in SEED_TARGETS[name]])
    ringed = np.pad(live, 1)
    literals = np.full((2, ringed.shape[0] + 2, ringed.shape[1] + 2), ANY, dtype=np.int32)
    literals[0] = fresh(literals[0].shape, 0)
    literals[1, 1:-1, 1:-1] = np.where(ringed, TRUE, FALSE)
    formula = encode(SpaceTime(literals), LIFE, "truth_table")
    expected = counts["seed_reverse1"][f"{name}, dead margin 0"]["clauses"]
    assert len(formula) + 1 + 4 * 84 == expected


@pytest.mark.parametrize(
    "n", [*quick_first(4, range(1, 6)), pytest.param(6, marks=pytest.mark.weekly)]
)
def test_patterns_that_vanish(counts: dict[str, Any], n: int) -> None:
    expected = counts["A134963"]["terms"][n - 1]
    assert count(Pattern.from_rows(["." * n] * n), margin=0) == expected


@pytest.mark.quick
def test_torus(counts: dict[str, Any]) -> None:
    vanish = dict(zip(counts["torus"]["n"], counts["torus"]["vanish"], strict=True))
    for n in (3, 4):
        target = Pattern.from_rows(["." * n] * n, rule=f"B3/S23:T{n},{n}")
        assert count(target, outside="torus") == vanish[n]


def test_images_of_a_torus(counts: dict[str, Any]) -> None:
    """Of all boards on a torus of 3 x 3 just those that are images have a parent."""
    images = dict(zip(counts["torus"]["n"], counts["torus"]["distinct images"], strict=True))
    have_parents = 0
    for board in all_boards(3, 3):
        target = Pattern.from_array(board, rule="B3/S23:T3,3")
        have_parents += bool(list(predecessors(target, outside="torus", limit=1)))
    assert have_parents == images[3]


@pytest.mark.parametrize("n", [1, 2, 3])
def test_parents_and_children_in_a_box(counts: dict[str, Any], n: int) -> None:
    """Every child's parents together are all boards that stay in the box."""
    table = counts["plane n x n, parent and child both confined to the box"]
    at = table["n"].index(n)
    found = [
        count(
            Pattern.from_cells([(x, y) for y, x in np.argwhere(board).tolist()], size=(n, n)),
            margin=0,
        )
        for board in all_boards(n, n)
    ]
    assert sum(found) == table["parents"][at]
    assert sum(number > 0 for number in found) == table["distinct children"][at]


@pytest.mark.parametrize(
    ("generations", "exists"),
    [(1, True), (2, True), pytest.param(3, True, marks=pytest.mark.weekly), (4, False)],
)
def test_knuths_life(counts: dict[str, Any], generations: int, exists: bool) -> None:
    said = counts["LIFE"]["generations back"][str(generations)]
    assert said.startswith("exists" if exists else "none")
    target = Pattern.from_rows(LIFE_TARGET)
    found = list(predecessors(target, generations=generations, margin=0, limit=1))
    assert bool(found) == exists


def test_knuths_life_in_39_cells(counts: dict[str, Any]) -> None:
    assert "39 live cells exists, with at most 38 none" in counts["LIFE"]["generations back"]["3"]
    target = Pattern.from_rows(LIFE_TARGET)
    (found,) = predecessors(target, generations=3, margin=0, max_population=39, limit=1)
    assert found.population == counts["LIFE"]["populations of X0..X3"][0]


def test_gardens_of_eden_have_no_parent(oracles: Path) -> None:
    files = orphans(oracles / "patterns")
    assert len(files) == 6
    for file in files:
        target = read_file(file)
        if target.rule.family == "life-history":
            target = life_history_target(target, unknown=True)
        assert not list(predecessors(target, outside="free", limit=1)), file.name


@pytest.mark.weekly
def test_a_pattern_with_parents_but_no_grandparent(oracles: Path, counts: dict[str, Any]) -> None:
    expected = counts["grandfatherless (patterns/grandfatherless_mtve2016.rle)"]
    target = read_file(oracles / "patterns" / "grandfatherless_mtve2016.rle")
    assert count(target, outside="free") == expected["free, 1 generation"]
    assert count(target, outside="free", generations=2) == expected["free, 2 generations"]


def test_a_parent_of_the_f1_witness_needs_room(oracles: Path) -> None:
    """It is no orphan, but nothing evolves into it when the cells around it must be dead."""
    target = read_file(oracles / "patterns" / "f1_witness_W_11x11_69cells.rle")
    assert list(predecessors(target, outside="free", limit=1))
    assert not list(predecessors(target.pad(1), outside="free", limit=1))
    assert not list(predecessors(target, margin=1, limit=1))
