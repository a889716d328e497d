"""Words for constraints, invalid ones, and known answers of Logic Life Search."""

import re
from typing import Any

import numpy as np
import pytest

from lifesat.engines.options import Options
from lifesat.errors import UserError
from lifesat.life.arrays import transform
from lifesat.life.rule import LIFE
from lifesat.problems.life.cell_maps import NamedSymmetry, Symmetry
from lifesat.problems.life.constraints import Population
from lifesat.problems.life.search import SpaceTimeSearch
from lifesat.queries.events import Done, Solutions
from lifesat.queries.search import search
from lifesat.queries.solutions import ListSolutions
from tests.support.blocks import listed
from tests.support.plain import Boards, all_boards, next_boards
from tests.support.still_lifes import still_lifes

TUB = [[0, 1, 0], [1, 0, 1], [0, 1, 0]]


def blank(width: int, height: int, generations: int, **about: Any) -> SpaceTimeSearch:
    return SpaceTimeSearch(((" ".join("*" * width),) * height,) * generations, **about)


def first_generations(problem: SpaceTimeSearch) -> list[Boards]:
    *events, done = search(ListSolutions(problem), Options(method="sat", limit=None))
    assert isinstance(done, Done)
    assert done.status in ("complete", "none")
    return [board[0] for e in events if isinstance(e, Solutions) for board in e.boards]


@pytest.mark.quick
@pytest.mark.parametrize(
    ("text", "standard"),
    [
        ("d4X", "D4x"),
        ("p7", "p7"),
        ("P2 re\\ X1", "RE\\ p2 x1"),
        ("c1", "C1"),
        ("C1 y-3", "y-3"),
        ("p0 ro3", "RO3"),
        ("d8_1", "D8_1"),
        ("D4_X4", "D4_x4"),
        ("d2_+", "D2_+"),
        ("(x,y,t)=(x+1,-y,t+2)", "(x, y, t) = (x + 1, -y, t + 2)"),
        (
            "( x , y , t ) = - ( 3 - y , +x - 2 , 4-t ) in 0,1,2,3",
            "(x, y, t) = -(3 - y, x - 2, 4 - t) in 0,1,2,3",
        ),
        ("(x, 0, t) = (-1 + x + 2, 1, t)", "(x, 0, t) = (x + 1, 1, t)"),
        ("(1, 2, 3) = (4, 5, 6)", "(1, 2, 3) = (4, 5, 6)"),
    ],
)
def test_symmetries_have_a_standard_form(text: str, standard: str) -> None:
    assert str(Symmetry.parse(text)) == standard
    assert Symmetry.parse(standard) == Symmetry.parse(text)


@pytest.mark.parametrize(
    ("text", "standard"),
    [
        ("<12", "<=11"),
        ("=< 3 0", "<=3"),
        (">3", ">=4"),
        ("=>4 1 0", ">=4 1 0"),
        ("5", "=5"),
        ("==0 2", "=0 2"),
    ],
)
def test_populations_have_a_standard_form(text: str, standard: str) -> None:
    assert str(Population.parse(text)) == standard
    assert Population.parse(standard) == Population.parse(text)


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"symmetry": ("D5",)}, "invalid symmetry 'D5': unknown word 'D5'; give a class such as"),
        ({"symmetry": ("D4+2",)}, "invalid symmetry 'D4+2': unknown word 'D4+2'"),
        ({"symmetry": ("",)}, "invalid symmetry '': give a class such as C2"),
        ({"symmetry": ("p1 p2",)}, "invalid symmetry 'p1 p2': p1 and p2 exclude each other"),
        ({"symmetry": ("C2 D8",)}, "invalid symmetry 'C2 D8': C2 and D8 exclude each other"),
        ({"symmetry": ("p-1",)}, "invalid symmetry 'p-1': a period is 0 at least"),
        ({"symmetry": ("p2",)}, "symmetry p2 compares generations 2 apart, so the block needs 3"),
        (
            {"symmetry": ("C2_1",)},
            "a box of 3x2 cannot have symmetry C2_1; its centre makes it C2_2",
        ),
        ({"symmetry": ("D8_1",)}, "symmetry D8 needs a square box, not 3x2"),
        (
            {"symmetry": ("C4",), "outside": "torus"},
            "symmetry C4 needs a square grid; T3,2 is 3x2",
        ),
        ({"asymmetry": ("C1",)}, "every block has symmetry C1, so none can be without it"),
        ({"asymmetry": ("p2",)}, "symmetry p2 compares generations 2 apart"),
        (
            {"symmetry": ("(x, y, t) = (x, x, t)",)},
            "invalid symmetry '(x, y, t) = (x, x, t)': the left side has x, y, t; the right side",
        ),
        (
            {"symmetry": ("(x, y) = (x, y)",)},
            "invalid symmetry '(x, y) = (x, y)': give an equation",
        ),
        (
            {"symmetry": ("(x, y, t) = (2x, y, t)",)},
            "invalid symmetry '(x, y, t) = (2x, y, t)': cannot read '2x'; a coordinate is a number",
        ),
        (
            {"symmetry": ("(x + 1, y, t) = (x, y, t)",)},
            "invalid symmetry '(x + 1, y, t) = (x, y, t)': the left side has x + 1, not x or a",
        ),
        (
            {"symmetry": ("(x, y, t) = (y, x, t)",), "outside": "torus"},
            "symmetry (x, y, t) = (y, x, t) needs a square grid; T3,2 is 3x2",
        ),
        (
            {"symmetry": ("(x, y, t) = (x, y, t + 2)",)},
            "symmetry (x, y, t) = (x, y, t + 2) is about no cell of the block, which has columns 0",
        ),
        (
            {"symmetry": ("(x, y, t) = (x + 5, y, t) in 7,0,2,2",)},
            "symmetry (x, y, t) = (x + 5, y, t) in 7,0,2,2 is about no cell of the block",
        ),
        (
            {"symmetry": ("(x, y, t) = -(x, y, t + 1)",), "rule_name": "/2/3"},
            "symmetry (x, y, t) = -(x, y, t + 1): an opposite needs a rule of two states",
        ),
        (
            {"asymmetry": ("(x, y, t) = (x, y, t)",)},
            "every block has symmetry (x, y, t) = (x, y, t), so none can be without it",
        ),
        ({"population": ("<0",)}, "invalid population '<0': there are never fewer than 0"),
        ({"population": ("!3",)}, "invalid population '!3': give a bound such as"),
        ({"population": ("<3 1 1",)}, "invalid population '<3 1 1': it names a generation twice"),
        (
            {"population": ("<3 2",)},
            "invalid population '<=2 2': there is no generation 2; the last",
        ),
        (
            {"force_change": ((0, 2),)},
            "a change between generations 0 and 2: there is no generation",
        ),
        (
            {"force_change": ((-1, 0),)},
            "a change between generations -1 and 0: there is no generat",
        ),
        ({"force_change": ((1, 1),)}, "a change between generations 1 and 1 is impossible"),
        ({"max_change": -1}, "max_change is -1; it must be an int of at least 0, or None"),
        ({"different_from": ((("0 a 1",) * 2,),)}, "a block to differ from has a cell 'a'"),
        ({"different_from": ((("0 1",) * 2,),)}, "a block to differ from has 2x2 cells, but the"),
        ({"different_from": ((("0 1 1",) * 2,) * 3,)}, "a block to differ from has 3 generations"),
        ({"background": ("0 2",)}, "the background has a cell '2'; its cells are 0 and 1"),
        ({"background": ("",)}, "the background has no cells"),
        ({"background": ("1", "0 0")}, "the rows of the background must have the same number"),
        ({"background": ("1 1 1 0",)}, "the background never comes back in rule B3/S23; give"),
        ({"background": ("0",), "outside": "torus"}, "joined edges have nothing outside"),
        ({"background_offset": (1, 0, 0)}, "a background offset needs a background"),
    ],
)
def test_what_makes_no_sense(change: dict[str, Any], sentence: str) -> None:
    with pytest.raises(UserError, match=f"^{re.escape(sentence)}"):
        blank(3, 2, 2, **change)


@pytest.mark.parametrize(
    ("word", "elements"),
    [
        ("C2", ["rot180"]),
        ("C4", ["rot90"]),
        ("D2_+1", ["flip_x"]),
        ("D2-", ["flip_y"]),
        ("D2_x", ["transpose"]),
        ("D2/", ["anti_transpose"]),
        ("D4_+1", ["flip_x", "flip_y"]),
        ("D4x", ["transpose", "anti_transpose"]),
        ("D8", ["flip_x", "rot90"]),
    ],
)
def test_symmetric_still_lifes_are_those_among_all(word: str, elements: list[str]) -> None:
    """In three by three cells; those without a symmetry lack each of its generators."""
    everything = still_lifes(3, 3)
    symmetric = first_generations(blank(3, 3, 2, symmetry=("p1", word)))
    images = [{transform(b, e).tobytes() == b.tobytes() for e in elements} for b in everything]
    expected = {b.tobytes() for b, same in zip(everything, images, strict=True) if same == {True}}
    assert {board.tobytes() for board in symmetric} == expected
    without = first_generations(blank(3, 3, 2, symmetry=("p1",), asymmetry=(word,)))
    if len(NamedSymmetry.of(word).transforms) == 1:
        assert len(without) == len(everything) - len(symmetric)
    assert not expected & {board.tobytes() for board in without}


def test_the_tub_is_the_only_still_life_with_all_symmetries_in_three_by_three() -> None:
    """As of Logic Life Search: symmetries D8 and p1, not empty."""
    problem = blank(3, 3, 2, symmetry=("D8", "p1"), population=(">=1",))
    assert [board.tolist() for board in first_generations(problem)] == [TUB]


def test_gliders_have_their_glide_symmetry() -> None:
    """The one in the help of Logic Life Search, and those about other diagonals."""
    gliders = listed(blank(5, 5, 5, symmetry=("p4 x1 y1",), population=("=5",)))
    found = [
        listed(blank(5, 5, 5, symmetry=(f"p2 RE\\ x{x} y{1 - x}",), population=("=5",)))
        for x in range(-3, 5)
    ]
    assert found[4]
    assert set.union(*found) == gliders
    assert sum(map(len, found)) == len(gliders)


@pytest.mark.parametrize(
    ("rows", "symmetry", "chain"),
    [
        (
            ("0 * *", "* * *", "* * 1"),
            ("C2",),
            "(0, 0, 0) = (2, 2, 0), but (0, 0, 0) is 0 and (2, 2, 0) is 1",
        ),
        (
            ("0 a *", "* a *", "* * 1"),
            ("(0, 0, t) = (1, 0, t)", "(1, 1, t) = (2, 2, t)"),
            "(0, 0, 0) = (1, 0, 0) = (1, 1, 0) = (2, 2, 0), but (0, 0, 0) is 0 and (2, 2, 0) is 1",
        ),
        (
            ("* a *", "1 -a *", "* * *"),
            ("(0, 1, t) = (1, 0, t)", "(1, 1, t) = -(2, 3, t)"),
            "(0, 1, 0) = (1, 0, 0) = -(1, 1, 0) = (2, 3, 0), but (0, 1, 0) is 1 and (2, 3, 0) is 0",
        ),
        (
            ("* * *", "* * *", "* * *"),
            ("(x, y, t) = -(2 - x, y, t) in 0,0,3,3",),
            "(1, 0, 0) = -(1, 0, 0), so a cell is its own opposite",
        ),
        (
            ("* * *", "* * *", "* * *"),
            ("(0, 1, t) = -(1, 1, t)", "(1, 1, t) = -(2, 2, t)", "(2, 2, t) = -(0, 1, t)"),
            "(2, 2, 0) = -(0, 1, 0) = (1, 1, 0) = -(2, 2, 0), so a cell is its own opposite",
        ),
    ],
)
def test_cells_that_contradict_each_other_are_named(
    rows: tuple[str, ...], symmetry: tuple[str, ...], chain: str
) -> None:
    with pytest.raises(UserError) as caught:
        SpaceTimeSearch((rows,), symmetry=symmetry)
    assert str(caught.value) == f"the symmetries contradict the cells (x, y, t): {chain}"


def test_a_mirror_does_not_make_equal_cells_opposite() -> None:
    outer = "(0, 0, t) = (1, 0, t)"
    for other, images in (("(3, 0, t) = (2, 0, t)", 2), ("(3, 0, t) = -(2, 0, t)", 1)):
        assert len(blank(4, 1, 1, asymmetry=(outer, other)).symmetries()) == images


def test_joined_edges() -> None:
    """Still lifes around a cylinder: beyond its edges are the columns from the other side."""
    cylinder = SpaceTimeSearch(
        (("*' * * * * *'",) * 3,) * 2,
        symmetry=("(0, y, t) = (4, y, t)", "(5, y, t) = (1, y, t)", "p1"),
        outside="bounded",
    )
    boards = np.pad(all_boards(3, 4), ((0, 0), (0, 0), (1, 1)), mode="wrap")
    later = next_boards(boards, LIFE, torus=False)[:, :, 1:-1]
    still = boards[(later == boards[:, :, 1:-1]).all(axis=(1, 2))]
    found = first_generations(cylinder)
    assert sorted(board.tolist() for board in found) == sorted(still.tolist())
    assert len(found) > 1


def test_a_period_is_exact_by_asymmetry() -> None:
    blinkers = blank(3, 3, 3, symmetry=("p2",), asymmetry=("p1",))
    found = first_generations(blinkers)
    assert sorted(int(board.sum()) for board in found) == [3, 3]


def test_a_still_background_is_a_solution_of_itself() -> None:
    problem = blank(
        5, 4, 2, background=("1", "0"), background_offset=(0, 1, 0), symmetry=("p1 x1", "x1")
    )
    boards = first_generations(problem)
    assert [board.tolist() for board in boards] == [[[y % 2] * 5 for y in range(4)]]


def test_a_blinking_background_has_its_phase() -> None:
    """An agar of blinkers: a block that is cut out of it goes on as the agar does."""
    rows = ("0 0 0 0", "1 1 1 0", "0 0 0 0", "0 0 0 0")
    for t, middle in enumerate([[1, 1, 1], [0, 1, 0]]):
        problem = blank(
            3, 1, 2, background=rows, background_offset=(0, 1, t), symmetry=("C2",), outside="dead"
        )
        assert middle in [board[0].tolist() for board in first_generations(problem)]


def test_births_without_neighbours_in_a_background() -> None:
    """The empty plane blinks, so the empty block does."""
    problem = blank(2, 2, 3, background=("0",), rule_name="B0/S")
    blocks = [np.frombuffer(each, dtype=np.uint8).reshape(3, 4) for each in listed(problem)]
    assert [[0] * 4, [1] * 4, [0] * 4] in [block.tolist() for block in blocks]
