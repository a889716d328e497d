"""A list that goes on beside a sweep gives the same numbers, and ends the sweep if it is short."""

from pathlib import Path

import pytest

from lifesat import Pattern, read_file
from lifesat.engines.counts import Count
from lifesat.errors import UserError
from lifesat.problems.life.predecessor import Predecessor
from lifesat.queries import count_solutions as counting
from lifesat.queries.count_solutions import count_solutions
from tests.support.jobs import TUB

EXAMPLES = Path(__file__).parents[2] / "examples"
KINDS = [Count(), Count(by_population=True), Count(up_to_symmetry=True)]


@pytest.fixture
def turns(monkeypatch: pytest.MonkeyPatch) -> list[bool]:
    """Let lists begin at once; what they said, whether complete, is returned."""
    reported: list[bool] = []
    advance = counting.Listing.advance

    def listen(listing: counting.Listing, seconds: float) -> bool:
        reported.append(advance(listing, seconds))
        return reported[-1]

    monkeypatch.setattr(counting, "_ALONE_SECONDS", 0.0)
    monkeypatch.setattr(counting.Listing, "advance", listen)
    return reported


@pytest.mark.parametrize("how", KINDS, ids=["all", "by population", "up to symmetry"])
def test_a_complete_list_ends_the_sweep(
    how: Count, turns: list[bool], monkeypatch: pytest.MonkeyPatch
) -> None:
    by_sweep = count_solutions(TUB, how)
    monkeypatch.setattr(counting, "_EQUAL_SECONDS", 0.0)
    monkeypatch.setattr(counting, "_SHARE", 1e9)
    assert count_solutions(TUB, how) == by_sweep
    assert turns[-1]


def test_a_long_list_is_left_to_the_sweep(
    turns: list[bool], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(counting, "_MOST_SOLUTIONS", 0)
    monkeypatch.setattr(counting, "_EQUAL_SECONDS", 0.0)
    dead = Predecessor(Pattern.from_rows(["." * 6] * 6), margin=0)
    assert sum(count_solutions(dead, Count())) == 1093273
    assert turns == [False]


def test_a_list_that_fails_is_left_to_the_sweep(
    turns: list[bool], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise UserError("no memory")

    expected = count_solutions(TUB, Count())
    monkeypatch.setattr(counting, "search", fail)
    monkeypatch.setattr(counting, "_EQUAL_SECONDS", 0.0)
    monkeypatch.setattr(counting, "_SHARE", 1e9)
    assert count_solutions(TUB, Count()) == expected
    with pytest.raises(UserError, match="no memory"):
        count_solutions(TUB, Count(by_population=True, memory=1))


@pytest.mark.weekly
def test_few_parents_of_a_board_that_no_frontier_fits() -> None:
    target = read_file(EXAMPLES / "grandfatherless-pattern.rle")
    notices: list[str] = []
    problem = Predecessor(target, outside="free")
    assert count_solutions(problem, Count(), notices.append) == [7168]
    assert not notices
