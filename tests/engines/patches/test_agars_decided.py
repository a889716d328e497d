"""Self-forcing agars: verdicts on single agars, and their search."""

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from lifesat import Pattern, UserError, agars
from lifesat.cnf.spacetime import SpaceTime
from lifesat.engines.options import Options
from lifesat.engines.patches import agars as module
from lifesat.engines.patches.agars import Candidate, Lattice, decide
from lifesat.engines.sat.tasks import TaskQueue
from lifesat.errors import StoppedError
from lifesat.life.rule import LIFE
from lifesat.problems.life.agar import Agar
from lifesat.problems.problem import Boards
from lifesat.queries import self_forcing
from lifesat.queries.events import Done, Progress
from lifesat.queries.search import search
from lifesat.queries.self_forcing import SelfForcingAgars
from tests.support import agars as plainly
from tests.support import plain
from tests.support.grids import torus

# The first of Salo and Törmä's list: a period with 6 cells around it forces itself.
FORCED = ["..OO.O", ".O..O.", "O.O..O"]


def candidate(rows: list[str], pad: int) -> Candidate:
    cells = Pattern.from_rows(rows).to_array()
    return Candidate(np.stack([cells, cells]), LIFE, pad, "column_triples", "cadical195")


def test_an_agar_that_forces_itself() -> None:
    cells = candidate(FORCED, 6).history[0]
    step = module._Step(candidate(FORCED, 6), cells, cells, None)
    assert not step.forced(3)
    assert step.forced(6)


def others(board: Boards) -> Boards:
    """The predecessors of a board on its torus, without itself."""
    height, width = board.shape
    every = plain.all_boards(height, width)
    become = (plain.next_boards(every, LIFE, torus=True) == board).all(axis=(1, 2))
    found: Boards = every[become & (every != board).any(axis=(1, 2))]
    return found


@pytest.mark.quick
def test_predecessors_on_the_torus_itself() -> None:
    for board in plainly.agars(3, 4):
        step = module._Step(
            Candidate(np.stack([board, board]), LIFE, 3, "column_triples", "cadical195"),
            board,
            board,
            None,
        )
        assert step.differs(Lattice(1, 1, 0), None) == bool(len(others(board)))


@pytest.mark.parametrize("lattice", [(2, 1, 0), (1, 2, 0), (2, 1, 1), (3, 1, 2)])
def test_predecessors_on_a_lattice(lattice: tuple[int, int, int]) -> None:
    """Those on a torus of several periods that have the translations of the lattice."""
    across, down, shift = lattice
    for board in plainly.agars(2, 2):
        height, width = across * down * 2, across * 2
        found = plain.all_boards(2 * down, width)
        # The rows of the lattice, each period moved as far as the one above.
        moves = [(row // (2 * down)) * shift * 2 for row in range(height)]
        every = np.stack(
            [np.roll(found[:, row % (2 * down)], move, 1) for row, move in enumerate(moves)], axis=1
        )
        target = np.tile(board, (height // 2, across))
        become = (plain.next_boards(every, LIFE, torus=True) == target).all(axis=(1, 2))
        differ = (every[:, :2, :2] != board).any(axis=(1, 2))
        step = module._Step(
            Candidate(np.stack([board, board]), LIFE, 3, "column_triples", "cadical195"),
            board,
            board,
            None,
        )
        assert step.differs(Lattice(*lattice), None) == (become & differ).any()


def test_the_number_of_lattices() -> None:
    """There are as many lattices of an index as the sum of its divisors."""
    lattices = [*module._lattices(6)]
    numbers = [sum(each.across * each.down == n for each in lattices) for n in range(1, 7)]
    assert len(set(lattices)) == len(lattices)
    assert numbers == [1, 3, 4, 7, 6, 12]


def test_paddings() -> None:
    assert [*module._paddings(0)] == [0]
    assert [*module._paddings(6)] == [6]
    assert [*module._paddings(27)] == [6, 9, 14, 21, 27]


def test_a_verdict_can_be_stopped() -> None:
    with pytest.raises(StoppedError):
        decide(candidate(FORCED, 6), lambda: True)


@pytest.mark.parametrize(
    ("forced_at", "differs_at", "verdict", "asked"),
    [
        ({0: 6, 1: 9}, None, "forced", [4, 5]),
        ({0: 6}, None, "open", [4, 5, 6]),
        ({1: 9}, None, "open", [4, 5, 6]),
        ({0: 6}, 6, "refuted", [4, 5, 6]),
        ({}, 5, "refuted", [4, 5]),
        ({}, 1, "refuted", []),
    ],
)
def test_every_generation_has_to_be_forced(
    forced_at: dict[int, int],
    differs_at: int | None,
    verdict: str,
    asked: list[int],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Two generations; the second may have another predecessor with so many periods."""
    made: list[Any] = []

    class Generation:
        def __init__(self, *_: object) -> None:
            self.number = len(made)
            self.asked: list[int] = []
            made.append(self)

        def differs(self, *_: object) -> bool:
            return self.number == 1 and differs_at == 1

        def differs_on_lattice(self, most: int) -> bool:
            self.asked.append(most)
            # What is forced is asked about no longer, so the other one may be the only one left.
            return differs_at is not None and self.number == 1 and most >= differs_at

        def forced(self, pad: int) -> bool:
            return pad >= forced_at.get(self.number, 99)

    monkeypatch.setattr(module, "_Step", Generation)
    cells = np.zeros((3, 1, 1), dtype=np.uint8)
    assert decide(Candidate(cells, LIFE, 9, "column_triples", "cadical195"), None) == verdict
    assert max(made, key=lambda each: len(each.asked)).asked == asked


def test_a_stop_ends_a_call() -> None:
    with pytest.raises(StoppedError):
        decide(candidate(FORCED, 6), lambda: True)


def test_a_predecessor_that_does_not_differ_is_a_bug() -> None:
    cells = candidate(FORCED, 6).history[0]
    step = module._Step(candidate(FORCED, 6), cells, cells, None)
    period = np.arange(1, cells.size + 1, dtype=np.int32).reshape(cells.shape)
    spacetime = SpaceTime(np.stack([period, module._known(cells)]), torus(*cells.shape))
    with pytest.raises(AssertionError, match="not a valid predecessor"):
        step._verify(spacetime, cells.ravel() == 1, period)


# ---------------------------------------------------------------- the search


def ends(
    verdicts: Iterator[str], monkeypatch: pytest.MonkeyPatch, limit: int | None = None
) -> Done:
    """The end of a search on the 3x3 torus, which has 6 agars, with given verdicts."""
    monkeypatch.setattr(self_forcing, "decide", lambda *_: next(verdicts))
    *_, done = search(SelfForcingAgars(Agar(3, 3), pad=2), Options(limit=limit))
    assert isinstance(done, Done)
    return done


def test_a_search_counts_the_verdicts(monkeypatch: pytest.MonkeyPatch) -> None:
    verdicts = ["forced", "refuted", "forced", "refuted", "refuted", "refuted"]
    done = ends(iter(verdicts), monkeypatch)
    assert (done.status, done.found) == ("complete", 2)
    assert done.reason == (
        "of 6 agars, 2 are shown to be self-forcing, 4 are not, 0 undecided with padding 2"
    )
    # The six have 127 images in all.
    done = ends(iter(["forced"] * 6), monkeypatch)
    assert (done.status, done.found, done.covered) == ("complete", 6, 127)


def test_a_list_with_an_open_verdict_is_not_complete(monkeypatch: pytest.MonkeyPatch) -> None:
    verdicts = ["forced", "refuted", "open", "refuted", "refuted", "refuted"]
    done = ends(iter(verdicts), monkeypatch)
    assert (done.status, done.found) == ("limit", 1)
    assert "4 are not, 1 undecided with padding 2" in done.reason
    done = ends(iter(["open"] * 6), monkeypatch)
    assert (done.status, done.found) == ("limit", 0)
    done = ends(iter(["refuted"] * 6), monkeypatch)
    assert (done.status, done.found) == ("none", 0)


def test_a_limit_counts_self_forcing_agars_and_not_those_that_are_listed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    verdicts = ["refuted", "refuted", "refuted", "forced", "refuted", "refuted"]
    done = ends(iter(verdicts), monkeypatch, limit=1)
    assert (done.status, done.found) == ("limit", 1)


def test_a_complete_list_of_which_not_all_are_tested(monkeypatch: pytest.MonkeyPatch) -> None:
    calls = iter(range(1000))

    def one_at_a_time(self: TaskQueue[Any, Any, Any], _: float) -> list[tuple[int, str]]:
        # By then all agars are listed.
        return [] if next(calls) < 100 else [(self._waiting.popleft()[0], "forced")]

    monkeypatch.setattr(TaskQueue, "advance", one_at_a_time)
    done = ends(iter([]), monkeypatch, limit=1)
    assert (done.status, done.found) == ("limit", 1)
    assert done.reason.endswith("with padding 2, 5 not tested to the end")


def test_progress_counts_what_is_tested(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("lifesat.queries.run.Run.progress_due", lambda _: True)
    monkeypatch.setattr(self_forcing, "decide", lambda *_: "forced")
    events = list(search(SelfForcingAgars(Agar(3, 3), pad=2), Options(method="sat", limit=None)))
    reported = [event for event in events if isinstance(event, Progress)]
    assert reported[-1].found == 6
    assert reported[-1].phase == "6 self-forcing, 6 of 6 agars tested"


def test_a_search_ends_at_its_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(self_forcing, "decide", lambda *_: "forced")
    search = agars(3, 3, self_forcing=True, limit=2)
    assert len(list(search)) == 2
    assert search.status == "limit"
    search = agars(3, 3, self_forcing=True, time_limit=0)
    assert not list(search)
    assert search.status == "time_limit"
    search = agars(3, 3, self_forcing=True)
    next(search)
    search.close()
    assert search.status == "stopped"


def test_a_search_for_self_forcing_agars_is_up_to_symmetry() -> None:
    with pytest.raises(UserError, match="up to symmetry; leave up_to_symmetry out"):
        agars(3, 3, self_forcing=True, up_to_symmetry=False)


@pytest.mark.weekly
def test_salo_and_tormas_list() -> None:
    """The first one, the only still life with periods 6 and 4, and an oscillator."""
    assert decide(candidate(FORCED, 6), None) == "forced"
    assert decide(candidate(FORCED, 1), None) == "open"
    search = agars(6, 4, self_forcing=True)
    assert len(list(search)) == 1
    assert search.proved_complete
    (found,) = agars(5, 5, period=2, self_forcing=True, workers=2)
    known = Pattern.from_rows(["....O", "..OOO", ".O..O", "..O..", ".OOOO"]).to_array()
    orbits = plainly.orbits(known[None], 2)
    assert found.to_array().tobytes() in next(iter(orbits))
