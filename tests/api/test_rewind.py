"""`lifesat.rewind`: histories, proofs, limits, progress, arguments."""

from itertools import pairwise
from typing import Any

import pytest

import lifesat
from lifesat import MemoryLimitError, Pattern, Progress, TimeLimitError, UserError, rewind
from lifesat.life.rule import parse_rule

TUB = Pattern.from_rows([".O.", "O.O", ".O."])
BLOCK_LINE = Pattern.from_rows(["..O.", "....", "O...", "...."])


def test_each_generation_becomes_the_next() -> None:
    history = rewind(TUB, generations=3)
    assert history is not None
    assert len(history.generations) == 4
    assert history.oldest is history.generations[0]
    assert not history.is_longest
    for earlier, later in pairwise(history.generations):
        assert set(earlier.evolve().cells()) == set(later.cells())
    assert str(history.generations[-1].crop()) == str(TUB)


def test_surroundings_may_be_free() -> None:
    history = rewind(TUB, generations=3, outside="free")
    assert history is not None
    assert [each.width for each in history.generations] == [9, 7, 5, 3]
    assert str(history.generations[-1]) == str(TUB)


def test_nothing_is_older() -> None:
    """Two generations back, this torus is a Garden of Eden."""
    target = BLOCK_LINE.replace(grid=parse_rule("B3/S23:T4,4")[1])
    for wanted in (None, 3):
        history = rewind(target, generations=wanted)
        assert history is not None
        assert (len(history.generations), history.is_longest) == (3, True)


def test_no_predecessor() -> None:
    assert rewind(Pattern.from_rows(["O"]), margin=0) is None


def test_a_time_limit_keeps_the_oldest() -> None:
    with pytest.raises(TimeLimitError, match="before 1000 generations back were reached") as late:
        rewind(TUB, generations=1000, time_limit=1)
    assert isinstance(late.value.best, Pattern)
    with pytest.raises(TimeLimitError, match="before a predecessor was found"):
        rewind(Pattern.from_rows(["?" * 300] * 300), time_limit=0)


def test_without_a_number_the_time_limit_ends_it() -> None:
    history = rewind(TUB, outside="free", time_limit=1)
    assert history is not None
    assert len(history.generations) > 2


def test_a_memory_limit() -> None:
    with pytest.raises(MemoryLimitError):
        rewind(TUB, generations=2, memory=1)


def test_progress_counts_generations() -> None:
    reported: list[Progress] = []
    rewind(TUB, generations=3, progress=reported.append)
    assert {each.total for each in reported} == {3}
    found = [each.found for each in reported]
    assert found == sorted(found)
    assert found[-1] == 3


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ({"generations": 0}, "generations is 0"),
        ({"generations": 1.5}, "generations is 1.5"),
        ({"outside": "wet"}, "wet"),
        ({"workers": 0}, "workers is 0"),
        ({"encoding": "none"}, "none"),
    ],
)
def test_arguments_without_sense(arguments: dict[str, Any], sentence: str) -> None:
    with pytest.raises(UserError, match=sentence):
        rewind(TUB, **arguments)


def test_other_conditions_are_refused() -> None:
    with pytest.raises(TypeError, match="unexpected keyword argument 'require'"):
        lifesat.rewind(TUB, require=[(0, 0)])  # type: ignore[call-arg]
