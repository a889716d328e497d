"""Oscillators and spaceships: against every board of a small box, the OEIS, and known objects."""

from typing import Any

import numpy as np
import pytest
from pysat.solvers import Solver as AnySolver

from lifesat.cli import main
from lifesat.cnf.spacetime import is_variable
from lifesat.defaults import ENCODINGS
from lifesat.errors import UserError
from lifesat.formats import read_text
from lifesat.life.pattern import Pattern
from lifesat.life.rule import LIFE
from lifesat.problems.kinds import problem_from_json
from lifesat.problems.life.periodic import Oscillator, Periodic, Spaceship
from tests.support import plain
from tests.support.commands import listed as patterns_of
from tests.support.environment import quick_first
from tests.support.oscillators import TURNED, came_back
from tests.support.still_lifes import TRANSFORMS_OF, as_set, listed


@pytest.mark.parametrize(
    ("width", "height", "period", "shift", "glide"),
    [
        (4, 4, 2, (0, 0), "identity"),
        (4, 3, 2, (0, 0), "identity"),
        (4, 4, 3, (0, 0), "identity"),
        (4, 4, 4, (0, 0), "identity"),
        (4, 4, 2, (0, 0), "rot180"),
        (4, 4, 2, (0, 0), "transpose"),
        (4, 4, 2, (0, 0), "anti_transpose"),
        (3, 4, 2, (0, 0), "flip_x"),
        (4, 3, 2, (0, 0), "flip_y"),
        (3, 3, 4, (0, 0), "rot90"),
        (4, 4, 4, (0, 0), "rot270"),
        (4, 4, 4, (1, 1), "identity"),
        (4, 4, 4, (-1, 1), "identity"),
        (4, 4, 4, (1, -1), "identity"),
        (4, 4, 3, (1, 1), "identity"),
        (4, 4, 4, (1, 0), "identity"),
    ],
)
def test_against_all_boards(
    width: int, height: int, period: int, shift: tuple[int, int], glide: str
) -> None:
    kind = Oscillator if shift == (0, 0) else Spaceship
    problem = kind(width, height, period, shift, glide=glide)
    plainly = came_back(height, width, period, shift, glide)
    found, done = listed(problem)
    assert done.status == ("complete" if len(plainly) else "none")
    assert as_set(found) == as_set(plainly)
    assert listed(problem, up_to_symmetry=True)[1].covered == done.found
    every = plain.all_boards(height, width)
    assert as_set(every[problem.verify(every)]) == as_set(plainly)


@pytest.mark.parametrize("symmetry", quick_first(1, TRANSFORMS_OF))
def test_symmetries_against_all_boards(symmetry: str) -> None:
    problem = Oscillator(4, 4, 2, symmetry=symmetry, min_population=4, max_population=6)
    plainly = [
        board
        for board in came_back(4, 4, 2)
        if TRANSFORMS_OF[symmetry] <= set(Pattern.from_array(board).symmetries())
        and 4 <= board.sum() <= 6
    ]
    found, _ = listed(problem)
    assert as_set(found) == as_set(np.array(plainly))
    assert listed(problem, up_to_symmetry=True)[1].covered == len(plainly)


@pytest.mark.parametrize(
    ("width", "height", "period", "shift", "glide", "distance"),
    [
        (4, 4, 2, (0, 0), "identity", 1),
        (4, 4, 2, (0, 0), "transpose", 1),
        (4, 3, 2, (0, 0), "identity", 1),
        (4, 4, 4, (1, 1), "identity", 1),
        (4, 4, 4, (-1, 1), "identity", 2),
    ],
)
def test_near_the_diagonal(
    width: int, height: int, period: int, shift: tuple[int, int], glide: str, distance: int
) -> None:
    kind = Oscillator if shift == (0, 0) else Spaceship
    problem = kind(width, height, period, shift, glide=glide, diagonal_width=distance)
    now = plainly = came_back(height, width, period, shift, glide)
    near = np.ones(len(plainly), dtype=bool)
    far = [(y, x) for y in range(height) for x in range(width) if abs(x - y) > distance]
    for _ in range(period + 1):
        near &= ~np.any([now[:, y, x] for y, x in far], axis=0)
        now = plain.next_boards(now, LIFE, torus=False)
    assert not near.all()
    found, done = listed(problem)
    assert as_set(found) == as_set(plainly[near])
    assert listed(problem, up_to_symmetry=True)[1].covered == done.found
    every = plain.all_boards(height, width)
    assert as_set(every[problem.verify(every)]) == as_set(plainly[near])
    variables = np.abs(problem.layers[is_variable(problem.layers)]).max()
    assert all(np.abs(each).max() <= variables for each in problem.invariance_clauses())


def test_alternating_pairs(counts: dict[str, Any]) -> None:
    for n, pairs in enumerate(counts["A136279"]["terms"][:6], 1):
        assert listed(Oscillator(n, n, 2))[1].found == 2 * pairs


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_every_encoding_lists_the_same(encoding: str) -> None:
    assert listed(Oscillator(5, 5, 2), encoding=encoding)[1].found == 86
    assert listed(Spaceship(5, 4, 4, (1, 1)), encoding=encoding)[1].found == 2 * 4


def codes(problem: Periodic, **options: Any) -> set[str]:
    return {problem.pattern(board).comments[0] for board in listed(problem, **options)[0]}


def test_known_objects() -> None:
    assert codes(Oscillator(4, 4, 2)) == {"xp2_7", "xp2_7e", "xp2_318c", "xp2_2a54"}
    assert codes(Spaceship(5, 5, 4, (1, 1), max_population=5)) == {"xq4_153"}
    assert codes(Spaceship(7, 5, 4, (2, 0), glide="flip_y")) == {"xq4_6frc"}
    assert codes(Spaceship(5, 7, 4, (0, -2), glide="flip_x")) == {"xq4_6frc"}
    assert codes(Spaceship(4, 4, 4, (1, -1), glide="anti_transpose")) == {"xq4_153"}
    assert codes(Spaceship(4, 4, 4, (-1, -1), glide="transpose")) == {"xq4_153"}
    pulsar = "xp3_co9nas0san9oczgoldlo0oldlogz1047210127401"
    assert codes(Oscillator(15, 15, 3, symmetry="D8_1", min_population=48, max_population=48)) >= {
        pulsar
    }


@pytest.mark.quick
def test_a_quarter_turn_in_each_generation() -> None:
    code = "xp4_8u1j8b9aj2aczra078aa970tbz01131230321"
    board = read_text(code).to_array()
    for cells in (board, board[:, ::-1]):
        either: dict[str, bool] = {}
        for glide in ("rot90", "rot270"):
            problem = Oscillator(12, 12, 4, glide=glide)
            clauses = [
                row for block in problem.formula(ENCODINGS[0]).blocks() for row in block.tolist()
            ]
            numbers = np.arange(1, problem.projection + 1)
            with AnySolver("glucose4", bootstrap_with=clauses) as solver:
                states = np.where(cells.ravel() == 1, numbers, -numbers).tolist()
                either[glide] = solver.solve(assumptions=states)
            assert problem.verify(cells[None]).tolist() == [either[glide]]
        after = plain.next_boards(np.pad(cells, 1)[None], LIFE, torus=False)[:, 1:-1, 1:-1]
        turned = [glide for glide in either if (after == TURNED[glide](cells[None])).all()]
        assert turned == [glide for glide in either if either[glide]]
        assert len(turned) == 1


def test_the_period_is_the_true_one() -> None:
    assert listed(Spaceship(5, 5, 8, (2, 2)))[1].status == "none"  # a glider gets there too
    assert listed(Spaceship(5, 5, 8, (2, 1)))[1].status == "none"
    assert listed(Oscillator(4, 4, 6))[1].status == "none"


@pytest.mark.quick
def test_no_glide_lies_across_the_way_or_takes_half_a_cell() -> None:
    for glide, shift in (("flip_x", (2, 0)), ("flip_y", (1, 0)), ("transpose", (1, -1))):
        with pytest.raises(UserError, match=f"in 2 equal steps with {glide}"):
            Spaceship(8, 8, 4, shift, glide=glide)


@pytest.mark.quick
def test_json_and_words() -> None:
    ship = Spaceship(
        9, 9, 4, (0, 2), symmetry="D2_+", glide="flip_x", min_population=3, max_population=30
    )
    assert problem_from_json(ship.to_json()) == ship
    blinker = Oscillator(9, 9, 2)
    assert problem_from_json(blinker.to_json()) == blinker
    assert ship.conditions() == (
        "a box of 9x9 cells, period 4, moving by 0,2, flip_x after 2 generations, "
        "symmetry D2_+, at least 3 live cells, at most 30 live cells"
    )
    assert blinker.conditions() == "a box of 9x9 cells, period 2"
    assert "larger box" in blinker.advice()


@pytest.mark.parametrize(
    ("kind", "fields", "sentence"),
    [
        (Oscillator, {"width": 0}, "a box of 0x8 has no cells"),
        (Oscillator, {"width": 9**5, "height": 9**5}, "is too large; the limit is"),
        (
            Oscillator,
            {"max_population": 0},
            "the lower bound 1 on the population exceeds the upper bound 0",
        ),
        (Oscillator, {"period": 1}, "period is 1; use `lifesat still-lifes`"),
        (Oscillator, {"period": 0}, "period is 0; it must be at least 2$"),
        (Oscillator, {"period": -3}, "period is -3; it must be at least 2$"),
        (Spaceship, {"period": 0, "shift": (1, 0)}, "period is 0; it must be at least 1$"),
        (Oscillator, {"shift": (1, 0)}, "shift is 1,0; spaceships need a shift"),
        (Spaceship, {}, "shift is 0,0; spaceships need a shift"),
        (Spaceship, {"shift": (0, -5)}, "shift 0,-5 is too far for period 4"),
        (Spaceship, {"shift": (1, 0), "symmetry": "C2"}, "of symmetry C2 cannot move by 1,0"),
        (Spaceship, {"shift": (1, 1), "symmetry": "D2_+"}, "of symmetry D2_[+] cannot move"),
        (Oscillator, {"glide": "turn"}, "unknown glide 'turn'; choose one of identity, rot90"),
        (Oscillator, {"glide": "rot90", "width": 7}, "rot90 needs a square box, not 7x8"),
        (Oscillator, {"glide": "rot90", "period": 6}, "period 6 is not a multiple of 4"),
        (Oscillator, {"diagonal_width": -1}, "diagonal_width is -1; it must be an int of at least"),
    ],
)
def test_faults(kind: type[Periodic], fields: dict[str, Any], sentence: str) -> None:
    with pytest.raises(UserError, match=sentence):
        kind(**{"width": 8, "height": 8, "period": 4, **fields})


@pytest.mark.quick
def test_the_commands(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["--all", "--up-to-symmetry", "--min-population", "3", "--max-population", "3"]
    assert main(["oscillators", "3,3", "-p", "2", "--symmetry", "D4_+", *words]) == 0
    out, err = capsys.readouterr()
    (blinker,) = patterns_of(out)
    assert (blinker.name, blinker.comments) == ("oscillator 1", ("xp2_7",))
    assert "1 oscillator up to symmetry, 2 in all" in err
    assert main(["spaceships", "4,4", "-p", "4", "--shift=-1,1", "--glide", "anti_transpose"]) == 0
    assert patterns_of(capsys.readouterr().out)[0].comments == ("xq4_153",)
    assert main(["spaceships", "7,5", "-p", "4", "--shift", "2,0", "--symmetry", "D2_+"]) == 1
    assert "moving by 2,0, symmetry D2_+; a larger box" in capsys.readouterr().err
    assert main(["oscillators", "5,5", "--period", "2", "--smallest"]) == 0
    assert patterns_of(capsys.readouterr().out)[0].population == 3


def test_usage(capsys: pytest.CaptureFixture[str]) -> None:
    for words, sentence in (
        (["spaceships", "4,4", "-p", "4"], "required: --shift"),
        (["spaceships", "4,4", "-p", "4", "--shift", "1"], "invalid shift '1'"),
        (["oscillators", "4,4"], "required: --period/-p"),
        (["oscillators", "4,4", "-p", "2", "--glide", "turn"], "invalid choice: 'turn'"),
    ):
        with pytest.raises(SystemExit):
            main(words)
        assert sentence in capsys.readouterr().err
    assert main(["oscillators", "4,4", "-p", "1"]) == 2
    assert "period is 1" in capsys.readouterr().err
