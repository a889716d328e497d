"""The search for orphans: sets of profiles and existence against all boards."""

import itertools
import tracemalloc
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from numpy.typing import NDArray

from lifesat import Pattern, is_orphan
from lifesat.engines.orphans.beam import Beam, Reached, search
from lifesat.engines.orphans.profiles import (
    DenseSets,
    ListedSets,
    Lists,
    Profiles,
    ProfileSets,
    everything,
)
from lifesat.errors import StoppedError
from lifesat.life.arrays import transform
from lifesat.life.pattern import UNKNOWN
from lifesat.life.rule import Rule, parse_rule
from lifesat.life.symmetry import symmetry_group
from tests.support import plain

WIDE = Beam(work=1 << 40, memory=1 << 40, live=0.5, rows=2)
RULES = (
    "B3/S23",
    "B/S012345678",
    "B12345678/S012345678",
    "B1/S",
    "B3/S2-i34q",
    "B2/S34H",
    "MAPARYXfhZofugWaH7oaIDogBZofuhogOiAaIDogIAAgAAWaH7oaIDogGiA6ICAAIAAaIDogIAAgACAAIAAAAAAAA",
)


def rule(name: str) -> Rule:
    return parse_rule(name)[0]


def successors(width: int, height: int, name: str) -> set[bytes]:
    """Every target of a size that has a parent, by plain steps."""
    boards = plain.all_boards(height + 2, width + 2)
    after = plain.next_boards(boards, rule(name), torus=False)[:, 1:-1, 1:-1]
    return {board.tobytes() for board in after}


def end(
    profiles: Profiles, height: int, beam: Beam, group: Iterable[str] = ("identity",)
) -> Reached:
    with ThreadPoolExecutor(2) as pool:
        *_, reached = search(profiles, height, beam, pool, group=group)
    return reached


def every(orphan: NDArray[np.uint8]) -> Iterator[bytes]:
    """All targets that hold an orphan."""
    for states in itertools.product((0, 1), repeat=int((orphan == UNKNOWN).sum())):
        target = orphan.copy()
        target[target == UNKNOWN] = states
        yield target.tobytes()


def members(sets: ProfileSets) -> list[set[int]]:
    """The profiles of each set."""
    if isinstance(sets, DenseSets):
        bits = np.unpackbits(sets._words.view(np.uint8), axis=1, bitorder="little")
        return [set(np.flatnonzero(row).tolist()) for row in bits]
    assert isinstance(sets, ListedSets)
    numbers, begins, sizes = sets._lists
    each = [
        numbers[begin : begin + size].tolist() for begin, size in zip(begins, sizes, strict=True)
    ]
    assert all(some == sorted(set(some)) for some in each)
    return [set(some) for some in each]


def listed(sets: ProfileSets) -> ListedSets:
    """The same sets as lists, however dense they are."""
    each = [np.array(sorted(some), dtype=np.uint32) for some in members(sets)]
    sizes = np.array([len(some) for some in each])
    lists = Lists(np.concatenate(each), np.cumsum(sizes) - sizes, sizes)
    return ListedSets(sets.profiles, lists)


def after(sets: ProfileSets, height: int) -> ProfileSets:
    """The sets after some rows of every target."""
    profiles = sets.profiles
    weights = np.zeros(profiles.number, dtype=np.float32)
    with ThreadPoolExecutor(2) as pool:
        for row in range(height):
            if row:
                sets = sets.free(pool).free(pool)
            for _ in range(profiles.width):
                sets, measures = sets.split(weights, pool)
                assert measures.sizes.tolist() == sets.sizes.tolist()
    return sets


@pytest.mark.quick
@pytest.mark.parametrize("name", RULES)
@pytest.mark.parametrize(("width", "height"), [(1, 2), (2, 2), (4, 1)])
def test_profiles_of_each_target(name: str, width: int, height: int) -> None:
    """The last cells of all parents of each target."""
    profiles = Profiles(width, rule(name))
    boards = plain.all_boards(height + 2, width + 2)
    targets = plain.next_boards(boards, rule(name), torus=False)[:, 1:-1, 1:-1]
    places = 1 << np.arange(width * height)[::-1]
    target = targets.reshape(len(boards), -1).astype(int) @ places
    cells = boards.reshape(len(boards), -1)[:, -profiles.shape.bits :].astype(int)
    profile = cells @ (1 << np.arange(profiles.shape.bits)[::-1])
    wanted = [set(profile[target == each].tolist()) for each in range(1 << width * height)]
    sets = after(everything(profiles), height)
    assert members(sets) == wanted
    assert members(sets.some(np.array([3, 1]))) == [wanted[3], wanted[1]]


@pytest.mark.quick
@pytest.mark.parametrize("name", RULES)
@pytest.mark.parametrize("width", [4])
def test_dense_sets_and_lists_are_the_same(name: str, width: int) -> None:
    dense = everything(Profiles(width, rule(name)))
    assert isinstance(dense, DenseSets)
    assert members(after(dense, 2)) == members(after(listed(dense), 2))


@pytest.mark.quick
@pytest.mark.parametrize("name", RULES)
def test_weights_are_mean_numbers_of_continuations(name: str) -> None:
    profiles = Profiles(1, rule(name))
    weights = profiles.weights(0.7, 2, lambda: False)
    for column in range(3):
        expected = continuations(profiles, [0.7, 0.7], column)
        assert np.allclose(weights[column], expected, rtol=1e-5)


@pytest.mark.quick
@pytest.mark.parametrize("name", RULES)
def test_weights_of_rows_are_mean_numbers_of_what_follows(name: str) -> None:
    profiles, live = Profiles(1, rule(name)), [0.7, 0.4, 0.1]
    rows = profiles.weights_of_rows(np.array(live)[:, None], lambda: False)
    for row, weights in zip(range(3), rows, strict=True):
        after, *within = weights
        assert np.allclose(after, continuations(profiles, live[row + 1 :], 0), rtol=1e-5)
        for column, some in enumerate(within, 1):
            assert np.allclose(some, continuations(profiles, live[row:], column), rtol=1e-5)


@pytest.mark.quick
@pytest.mark.parametrize("height", [1, 4, 12])
def test_the_memory_of_weights(height: int) -> None:
    """All that a search holds of them at a time, in its first sweep and in later ones."""
    profiles, beam = Profiles(6, rule("B3/S23")), Beam(1, 1, 0.8, 4, again=2)
    assert end(profiles, 1, beam).sweeps == 2  # all loops are compiled
    tracemalloc.start()
    with ThreadPoolExecutor(1) as pool:
        assert any(reached.sweeps == 2 for reached in search(profiles, height, beam, pool))
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert most < profiles.weights_bytes(height) + 1_000_000
    assert most > profiles.weights_bytes(height) // 4


def continuations(profiles: Profiles, live: list[float], column: int) -> NDArray[np.float64]:
    """The mean numbers of continuations of targets of one column, from a column of a row on."""
    totals = np.zeros(profiles.number)
    for profile in range(profiles.number):
        for later in itertools.product((0, 1), repeat=3 * len(live) - column):
            cells = [profile >> k & 1 for k in reversed(range(8))]
            chance = 1.0
            for place, state in enumerate(later, column):
                cells.append(state)
                if place % 3 == 2:
                    block = [*cells[-9:-6], *cells[-6:-3], *cells[-3:]]
                    after = profiles.rule.table[int("".join(map(str, block)), 2)]
                    chance *= live[place // 3] if after else 1 - live[place // 3]
            totals[profile] += chance
    mean: NDArray[np.float64] = totals / totals.max()
    return mean


@pytest.mark.quick
def test_the_sum_of_weights() -> None:
    profiles = Profiles(4, rule("B3/S23"))
    weights = np.random.default_rng(1).random(profiles.number).astype(np.float32)
    dense = everything(profiles)
    for sets in (dense, listed(dense)):
        with ThreadPoolExecutor(2) as pool:
            split = sets.split(weights, pool)
        totals = [weights[sorted(some)].sum() for some in members(split.sets)]
        assert np.allclose(split.measures.weights, totals, rtol=1e-5)


@pytest.mark.quick
@pytest.mark.parametrize("name", RULES)
@pytest.mark.parametrize(("width", "height"), [(1, 1), (2, 1), (3, 1), (2, 2)])
def test_orphans_of_all_targets(name: str, width: int, height: int) -> None:
    """Without a limit, an orphan is found if there is one in the box."""
    parents = successors(width, height, name)
    reached = end(Profiles(width, rule(name)), height, WIDE)
    if len(parents) == 1 << (width * height):
        assert reached.orphan is None
        assert reached.fewest > 0
    else:
        assert reached.orphan is not None
        assert parents.isdisjoint(every(reached.orphan))


@pytest.mark.quick
@pytest.mark.parametrize("name", RULES)
@pytest.mark.parametrize(
    ("width", "height", "symmetry"),
    [
        (3, 1, "C2"), (3, 1, "D2_+"), (1, 3, "D4_+"), (2, 2, "D2_+"), (2, 2, "D2_x"), (2, 2, "C4"),
        (2, 2, "D8"), (3, 2, "D4_+"), (2, 3, "C2"),
    ],
)  # fmt: skip
def test_symmetric_orphans_of_all_targets(
    name: str, width: int, height: int, symmetry: str
) -> None:
    """Without a limit, a symmetric orphan is found if there is one in the box."""
    parents, group = successors(width, height, name), symmetry_group(symmetry)
    boards = plain.all_boards(height, width)
    same = [(transform(boards, each) == boards).all(axis=(1, 2)) for each in group]
    symmetric = {board.tobytes() for board in boards[np.all(same, axis=0)]}
    orphan = end(Profiles(width, rule(name)), height, WIDE, group).orphan
    assert (orphan is None) == (symmetric <= parents)
    if orphan is not None:
        assert all(np.array_equal(transform(orphan, each), orphan) for each in group)
        assert parents.isdisjoint(every(orphan))


@pytest.mark.quick
def test_the_beam_keeps_the_best_within_its_work() -> None:
    profiles = Profiles(3, rule("B3/S23"))
    for work in (1, 10_000):
        with ThreadPoolExecutor(2) as pool:
            for reached in search(profiles, 4, Beam(work, 1 << 40, 0.5, 2), pool):
                assert reached.targets >= 1
                assert work > 1 or reached.targets == 1


@pytest.mark.quick
def test_equal_sets_are_kept_once() -> None:
    """All targets without live cells have the same parents under a rule that lets all die."""
    reached = end(Profiles(2, rule("B/S")), 1, WIDE)
    assert reached.orphan is not None
    assert reached.targets == 1


@pytest.mark.quick
def test_the_same_seed_finds_the_same() -> None:
    profiles = Profiles(4, rule("B3/S23"))
    found = [end(profiles, 5, Beam(2_000, 1 << 40, 0.8, 3, 1, 0.5, seed)) for seed in (1, 1, 2)]
    assert found[0] == found[1]
    assert found[0].fewest != found[2].fewest


@pytest.mark.quick
def test_it_begins_again_with_what_it_has_learned() -> None:
    profiles, beam = Profiles(6, rule("B3/S23")), Beam(1_000, 1 << 40, 0.87, 6, again=3)
    with ThreadPoolExecutor(2) as pool:
        ends = [reached for reached in search(profiles, 8, beam, pool) if reached.cells == 48]
    assert [reached.sweeps for reached in ends] == [0, 1, 2, 3]
    assert min(reached.fewest for reached in ends[1:]) < ends[0].fewest


@pytest.mark.quick
@pytest.mark.parametrize("seed", range(3))
def test_each_orphan_has_fewer_rows_than_the_last_one(seed: int) -> None:
    profiles, beam = Profiles(3, rule("B1/S")), Beam(1, 1 << 40, 0.5, 2, 4, 2.0, seed)
    with ThreadPoolExecutor(2) as pool:
        orphans = [each.orphan for each in search(profiles, 6, beam, pool)]
    found = [orphan for orphan in orphans if orphan is not None]
    rows = [int((orphan != UNKNOWN).any(axis=1).sum()) for orphan in found]
    assert len(rows) > 1
    assert rows == sorted(set(rows), reverse=True)
    for orphan in found:
        assert is_orphan(Pattern.from_array(orphan, rule=profiles.rule))


@pytest.mark.quick
def test_it_stops_while_it_weighs() -> None:
    with ThreadPoolExecutor(1) as pool, pytest.raises(StoppedError):
        next(search(Profiles(3, rule("B3/S23")), 1, WIDE, pool, lambda: True))
