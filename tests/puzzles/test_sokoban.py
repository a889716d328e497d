"""Sokoban: against a plain search of all positions, and levels with known numbers."""

from pathlib import Path
from random import Random

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from lifesat.cnf.formula import Formula
from lifesat.engines.options import Options
from lifesat.engines.sat.deepening import Deepening
from lifesat.engines.sat.enumerate import Enumeration
from lifesat.engines.sat.solver import Solver
from lifesat.errors import UserError
from lifesat.problems.kinds import problem_from_json
from lifesat.puzzles.sokoban.best import BestSokoban
from lifesat.puzzles.sokoban.distances import fewest
from lifesat.puzzles.sokoban.goal import Goal, cost
from lifesat.puzzles.sokoban.kumari_sagar import KumariSagar
from lifesat.puzzles.sokoban.level import Level, LevelError
from lifesat.puzzles.sokoban.occupied import Occupied
from lifesat.puzzles.sokoban.play import play
from lifesat.puzzles.sokoban.problem import Sokoban
from lifesat.puzzles.sokoban.pushes import Pushes, exhausted, hopeless
from lifesat.puzzles.sokoban.text import read
from lifesat.queries.events import Done
from lifesat.queries.search import search
from tests.support.known import values_of
from tests.support.plain_sokoban import Room

MICROBAN = Path(__file__).parents[2] / "examples" / "microban.xsb"
# Fewest moves and fewest pushes of Microban's first ten levels, as solvers have published them.
MOVES = (33, 16, 41, 23, 25, 107, 26, 97, 30, 89)
PUSHES = (8, 3, 13, 7, 6, 29, 6, 32, 10, 21)


@st.composite
def rooms(draw: st.DrawFn) -> Level:
    """Small rooms with one to three boxes, spare goals or none, and not always a solution."""
    width, height = draw(st.integers(3, 5)), draw(st.integers(2, 4))
    random = Random(draw(st.integers(0, 1 << 32)))
    boxes = random.choice((1, 1, 2, 2, 3))
    inner = random.sample([*range(width * height)], k=width * height)
    letters = dict.fromkeys(inner, " ") | dict.fromkeys(inner[: random.randrange(4)], "#")
    free = [place for place in inner if letters[place] == " "]
    spare = random.choice((0, 0, 1, 2))
    assume(len(free) > 2 * boxes + spare)
    goals = set(random.sample(free, boxes + spare))
    for place, letter in zip(free, ["@", *"$" * boxes], strict=False):
        letters[place] = letter
    for place in goals:
        letters[place] = {" ": ".", "$": "*", "@": "+"}[letters[place]]
    rows = ["".join(letters[y * width + x] for x in range(width)) for y in range(height)]
    try:
        return Level(("#" * (width + 2), *(f"#{row}#" for row in rows), "#" * (width + 2)))
    except LevelError:
        assume(condition=False)
        raise


def best(level: Level, layers: Occupied | Pushes | KumariSagar) -> tuple[int, str]:
    """The least depth of a solution, and the solution as it is played."""
    stride = layers.stride if isinstance(layers, Pushes) else 1
    with Deepening(layers, "glucose4", fewest(level), stride) as deepening:
        while not deepening.complete:
            deepening.advance(1)
        assert deepening.best is not None
        assert deepening.depth is not None
        played = play(level.rows, layers.lurd(deepening.best))
    assert played is not None
    return deepening.depth, played


def solutions(problem: Sokoban, encoding: str = "occupied", solver: str = "glucose4") -> list[str]:
    """All solutions, as they are played."""
    lines: list[str] = []
    with Solver(problem.formula(encoding), solver) as held:
        enumeration = Enumeration(held, problem.projection)
        while not enumeration.complete:
            boards = problem.boards(enumeration.advance(5).literals)
            assert problem.verify(boards).all()
            lines += problem.texts(boards, 1, "lurd")
    return [line.rstrip("\n") for line in lines]


def levels() -> list[Level]:
    return [entry.level for entry in read(MICROBAN.read_text())]


# ---------------------------------------------------------------- solutions


@pytest.mark.quick
@settings(max_examples=40)
@given(rooms())
def test_the_fewest_moves_and_pushes_are_those_of_a_plain_search(level: Level) -> None:
    room = Room(level.rows)
    moves, pushes = room.fewest(pushes=False), room.fewest(pushes=True)
    if moves is None:
        assert exhausted(level)
        return
    assert not hopeless(level)
    assert not exhausted(level)
    if level.solved:
        assert moves == pushes == 0
        return
    for layers in (Occupied(level, Formula()), KumariSagar(level, Formula())):
        depth, played = best(level, layers)
        assert depth == len(played) == moves
    depth, played = best(level, Pushes(level, Formula()))
    assert depth == sum(map(str.isupper, played)) == pushes


@settings(max_examples=40)
@given(rooms(), st.integers(1, 8))
def test_all_solutions_within_some_moves_are_those_of_a_plain_search(
    level: Level, moves: int
) -> None:
    problem = Sokoban(level.rows, moves)
    plainly = Room(level.rows).solutions(moves)
    for encoding in problem.encodings:
        found = solutions(problem, encoding)
        assert len(found) == len(set(found))
        assert set(found) == plainly


def test_solutions_by_the_hundred() -> None:
    level = Level(("######", "#.   #", "# $@ #", "#    #", "######"))
    many = Room(level.rows).count(11)
    assert many > 500
    for encoding in Sokoban.encodings:
        assert len(solutions(Sokoban(level.rows, 11), encoding)) == many


@pytest.mark.parametrize("number", range(10))
def test_microban_with_the_fewest_pushes(number: int) -> None:
    level = levels()[number]
    depth, played = best(level, Pushes(level, Formula()))
    assert depth == sum(map(str.isupper, played)) == PUSHES[number]


@pytest.mark.parametrize("number", [0, 1, 2, 3, 4, 8])
def test_microban_with_the_fewest_moves(number: int) -> None:
    level = levels()[number]
    depth, played = best(level, Occupied(level, Formula()))
    assert depth == len(played) == MOVES[number]


@pytest.mark.parametrize("number", [0, 1, 8])
def test_microban_with_the_fewest_moves_in_the_reports_encoding(number: int) -> None:
    level = levels()[number]
    assert best(level, KumariSagar(level, Formula()))[0] == MOVES[number]


@pytest.mark.quick
def test_no_solution_has_one_move_less() -> None:
    problem = Sokoban(levels()[1].rows, MOVES[1] - 1)
    for encoding in problem.encodings:
        assert solutions(problem, encoding) == []


@pytest.mark.parametrize("solver", ["cadical195", "glucose4", "minisat22", "maplechrono"])
def test_too_few_moves_for_every_solver(solver: str) -> None:
    """The formula has a clause without literals, and that must be said to all of them."""
    problem = Sokoban(levels()[2].rows, 2)
    for encoding in problem.encodings:
        assert solutions(problem, encoding, solver) == []


@pytest.mark.quick
def test_bounds_of_pushes_are_assignments_that_cost_least() -> None:
    # Both boxes are nearest to the same goal.
    level = Level(("###########", "#         #", "#@ $.$   .#", "#         #", "###########"))
    assert fewest(level) == 5
    assert Room(level.rows).fewest(pushes=True) == 5


SPARE = {
    "two goals in a row": (("######", "#@$..#", "######"), 1, 1),
    "goals of both colours": (("#######", "#  .  #", "# $   #", "#@ .  #", "#######"), 5, 2),
    # Without the player a box would be one push from a goal; it needs two, to the other one.
    "a bound of another colour": (("######", "#+$ .#", "######"), 2, 2),
    "boxes with the same nearest goal": (
        ("##########", "#.@$.$  .#", "#        #", "##########"), 11, 3
    ),
    "three goals in a circle": (
        ("######", "#. . #", "# $$ #", "# @ .#", "#    #", "######"), 6, 3
    ),
    "a goal beside the way": (("########", "#@$ ..##", "###.####", "########"), 2, 2),
    "solved": (("######", "#.@*.#", "######"), 0, 0),
    "no solution": (("#########", "#@$ $...#", "#########"), None, None),
}  # fmt: skip


@pytest.mark.parametrize(("rows", "moves", "pushes"), SPARE.values(), ids=SPARE)
def test_spare_goals(rows: tuple[str, ...], moves: int | None, pushes: int | None) -> None:
    level = Level(rows)
    assert level.spare_goals
    room = Room(level.rows)
    assert (room.fewest(pushes=False), room.fewest(pushes=True)) == (moves, pushes)
    questions: list[tuple[Goal, str]] = [("pushes", "occupied")]
    for goal, encoding in questions + [("moves", encoding) for encoding in Sokoban.encodings]:
        query = BestSokoban(Sokoban(level.rows, 1), goal)
        *events, done = search(query, Options(encoding, "glucose4"))
        assert isinstance(done, Done)
        found = [str(value) for value in values_of(events)]
        if moves is None:
            assert (done.status, found) == ("none", [])
            continue
        assert done.status == "complete"
        assert play(level.rows, found[-1]) == found[-1]
        assert cost(found[-1], goal) == (pushes if goal == "pushes" else moves)


@pytest.mark.quick
def test_bounds_with_spare_goals() -> None:
    # The second box leaves the near goal to the first.
    level = Level(("###########", "#@ $.$ . .#", "#         #", "###########"))
    assert fewest(level) == 3
    assert fewest(Level(("######", "#+$ .#", "######"))) == 1


def test_levels_without_a_solution() -> None:
    corner = Level(("#####", "#$ .#", "# @ #", "#   #", "#####"))
    assert hopeless(corner)
    # Each box has a goal, but both have the same one.
    shared = Level(("########", "#@$ $..#", "########"))
    assert Room(shared.rows).fewest(pushes=False) is None
    assert not hopeless(shared)
    assert exhausted(shared)
    # So many positions are not looked at.
    wide = ("#" * 30, *(f"#{' ' * 28}#" for _ in range(14)), f"#@{' ' * 5}$$$$$  .....{' ' * 10}#")
    around = (*wide, f"#{' ' * 28}#", "#" * 30)
    assert not exhausted(Level(around))


# ---------------------------------------------------------------- the game


@pytest.mark.quick
def test_the_game_is_played_by_its_rules() -> None:
    rows = ("######", "#@$ .#", "#    #", "######")
    assert play(rows, "rr") == "RR"
    assert play(rows, "durR") == "duRR"
    assert play(rows, "r") is None  # not solved yet
    assert play(rows, "rrl") is None  # solved before
    assert play(rows, "urr") is None  # into a wall
    assert play(("#####", "#@$.#", "#####"), "rr") is None
    assert play(("#######", "#@$$..#", "#######"), "rr") is None  # two boxes at once
    assert play(("####", "#@*#", "####"), "") == ""
    assert play(rows, "drru") is None


def test_a_problem_survives_json() -> None:
    problem = Sokoban(("*#####  ", "##@$.#", " #####"), 7)
    assert problem.rows == (" #####", "##@$.#", " #####")
    again = problem_from_json(problem.to_json())
    assert again == problem
    assert again.to_json() == problem.to_json()
    with pytest.raises(UserError, match="moves is 0; it must be at least 1"):
        Sokoban(problem.rows, 0)
    with pytest.raises(UserError, match="moves on 3 squares are too many; with 1 boxes the limit"):
        Sokoban(problem.rows, 1 << 27)
