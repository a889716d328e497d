"""Searches under Generations rules in the terminal application."""

from dataclasses import replace

import numpy as np

from lifesat import Pattern
from lifesat.engines.options import Options
from lifesat.problems.life.periodic import Oscillator
from lifesat.problems.life.predecessor import Predecessor
from lifesat.queries.events import Known
from lifesat.queries.rewind import Rewind
from lifesat.queries.search import search
from lifesat_tui.board.pictures import Picture, cells
from lifesat_tui.kinds.registry import KINDS, display_of, display_of_answer, target_of
from lifesat_tui.kinds.targets import PredecessorKind
from tests.support.blocks import block
from tests.support.kinds import BRAIN, plainly


def drawn(picture: Picture) -> list[str]:
    assert isinstance(picture, np.ndarray)
    return cells(picture, ("· ", "██", "? ", "  ", "░░", "▓▓", "x "))


def test_every_generation_is_shown_up_to_the_target() -> None:
    board = np.frombuffer(min(plainly("predecessor-generations")), np.uint8).reshape(3, 3)
    *_, last = display_of(BRAIN).history(BRAIN, board)
    assert drawn(last) == ["· · · ", "· ░░· ", "██░░██"]
    title, target = target_of(BRAIN) or ("", "")
    assert title == "target"
    assert drawn(target) == drawn(last)


def test_a_heat_map_counts_live_cells() -> None:
    """No picture has a shaded cell for it, which would be one that is the same in all solutions."""
    found = b"".join(sorted(plainly("predecessor-generations")))
    boards = np.frombuffer(found, np.uint8).reshape(-1, 3, 3)
    display = display_of(BRAIN)
    assert display.cellwise
    first, *_, last = display.generations(BRAIN, boards)
    assert (first == (boards == 1)).all()
    assert (last == [[0, 0, 0], [0, 0, 0], [1, 0, 1]]).all()


def test_cells_outside_a_free_target_are_not_shown() -> None:
    """Whatever the number of their states."""
    target = Pattern.from_array(np.arange(8, dtype=np.uint8)[None], rule="/2/8")
    problem = Predecessor(target, outside="free")
    _, shown = target_of(problem) or ("", "")
    assert drawn(shown)[1] == "  · ██" + "░░" * 6 + "  "
    assert drawn(shown)[0].strip() == ""


def test_the_form_shows_and_takes_such_a_target() -> None:
    kind = KINDS["predecessors"]
    assert isinstance(kind, PredecessorKind)
    target = Pattern.from_array(np.arange(8, dtype=np.uint8)[None], rule="/2/8")
    picture, words = kind.preview(target)
    assert picture is not None
    assert drawn(picture) == ["· ██" + "░░" * 6]
    assert words
    assert kind.problem({}, target) == Predecessor(target, outside="free")


def test_a_rewind_is_shown_with_all_states() -> None:
    query = Rewind(replace(BRAIN, generations=1, margin=1), 2)
    known = [event for event in search(query, Options()) if isinstance(event, Known)][-1]
    display = display_of_answer(query)
    assert display is not None
    steps = display.answer_steps(query, known.state)
    assert [step.title for step in steps] == ["oldest generation", "1 generation before", "target"]
    assert any("░░" in line for step in steps[:-1] for line in drawn(step.picture))
    assert [line[4:10] for line in drawn(steps[-1].picture)[3:5]] == ["· ░░· ", "██░░██"]


def test_a_block_of_space_time_is_shown_with_all_states() -> None:
    problem = block("* 2 0 *\n\n2 0 * *", rule_name="/2/3")
    kind = KINDS["search file"]
    picture, words = kind.preview(problem)
    assert picture is not None
    assert drawn(picture) == ["? ░░· ? "]
    assert words == "4x1x2"
    board = np.array([[[1, 2, 0, 1]], [[2, 0, 0, 2]]], dtype=np.uint8)
    first, last = display_of(problem).history(problem, board)
    assert (drawn(first), drawn(last)) == (["██░░· ██"], ["░░· · ░░"])
    display = display_of(problem)
    assert display.cellwise
    live = display.generations(problem, board[None])
    assert [cells.tolist() for cells in live] == [[[[1, 0, 0, 1]]], [[[0, 0, 0, 0]]]]


def test_on_a_grid_the_edges_are_joined() -> None:
    """A blinker across the left and right edges of a Klein bottle, in a ring of dead cells."""
    problem = Oscillator(5, 4, 2, outside="K5*,4")
    board = np.zeros((1, 4, 5), dtype=np.uint8)
    board[0, 1, [4, 0, 1]] = 1
    assert problem.verify(board).all()
    first, then, last = display_of(problem).generations(problem, board)
    assert (first == last).all()
    assert np.argwhere(then[0]).tolist() == [[1, 1], [2, 1], [3, 1]]
