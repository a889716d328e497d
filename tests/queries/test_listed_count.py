"""A list that goes on beside a sweep gives the same numbers, and ends the sweep if it is short."""

from dataclasses import replace
from pathlib import Path

import pytest

from lifesat import Pattern, read_file
from lifesat.engines.options import Options
from lifesat.errors import UserError
from lifesat.problems.life.predecessor import Predecessor
from lifesat.queries import count_solutions as counting
from lifesat.queries.count_solutions import CountSolutions, count_solutions
from tests.support.jobs import TUB

EXAMPLES = Path(__file__).parents[2] / "examples"
COUNT = CountSolutions(TUB)
KINDS = [COUNT, replace(COUNT, by_population=True), replace(COUNT, up_to_symmetry=True)]


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


@pytest.mark.parametrize("query", KINDS, ids=["all", "by population", "up to symmetry"])
def test_a_complete_list_ends_the_sweep(
    query: CountSolutions, turns: list[bool], monkeypatch: pytest.MonkeyPatch
) -> None:
    by_sweep = count_solutions(query, Options())
    monkeypatch.setattr(counting, "_EQUAL_SECONDS", 0.0)
    monkeypatch.setattr(counting, "_SHARE", 1e9)
    assert count_solutions(query, Options()) == by_sweep
    assert turns[-1]


def test_a_long_list_is_left_to_the_sweep(
    turns: list[bool], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(counting, "_MOST_SOLUTIONS", 0)
    monkeypatch.setattr(counting, "_EQUAL_SECONDS", 0.0)
    dead = Predecessor(Pattern.from_rows(["." * 6] * 6), margin=0)
    assert sum(count_solutions(CountSolutions(dead), Options())) == 1093273
    assert turns == [False]


def test_a_list_that_fails_is_left_to_the_sweep(
    turns: list[bool], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise UserError("no memory")

    expected = count_solutions(COUNT, Options())
    monkeypatch.setattr(counting, "search", fail)
    monkeypatch.setattr(counting, "_EQUAL_SECONDS", 0.0)
    monkeypatch.setattr(counting, "_SHARE", 1e9)
    assert count_solutions(COUNT, Options()) == expected
    with pytest.raises(UserError, match="no memory"):
        count_solutions(replace(COUNT, by_population=True), Options(memory=1))


@pytest.mark.weekly
def test_few_parents_of_a_board_that_no_frontier_fits() -> None:
    target = read_file(EXAMPLES / "grandfatherless-pattern.rle")
    told: list[object] = []
    query = CountSolutions(Predecessor(target, outside="free"))
    assert count_solutions(query, Options(), told.append) == [7168]
    assert not [each for each in told if isinstance(each, str)]
