"""Sokoban: against a plain search of all positions, and levels with known numbers."""

import io
import signal
import subprocess
import sys
import time
from pathlib import Path
from random import Random

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from lifesat.cli import main
from lifesat.errors import UserError
from lifesat.formats.errors import FormatError
from lifesat.problems.kinds import problem_from_json
from lifesat.problems.sokoban.distances import fewest
from lifesat.problems.sokoban.exhaustion import exhausted, hopeless
from lifesat.problems.sokoban.level import Level, LevelError
from lifesat.problems.sokoban.occupied import Occupied
from lifesat.problems.sokoban.play import play
from lifesat.problems.sokoban.problem import Sokoban
from lifesat.problems.sokoban.pushes import Pushes
from lifesat.problems.sokoban.report import Report
from lifesat.problems.sokoban.text import read
from lifesat.solving.deepening import Deepening
from lifesat.solving.enumerate import Enumeration
from lifesat.solving.solver import Solver
from tests.plain_sokoban import Room

MICROBAN = Path(__file__).parents[1] / "examples" / "microban.xsb"
# Fewest moves and fewest pushes of Microban's first ten levels, as solvers have published them.
MOVES = (33, 16, 41, 23, 25, 107, 26, 97, 30, 89)
PUSHES = (8, 3, 13, 7, 6, 29, 6, 32, 10, 21)
SMALLEST = "#####\n#@$.#\n#####\n"


@st.composite
def rooms(draw: st.DrawFn) -> Level:
    """Small rooms with one to three boxes, walls in them, and not always a solution."""
    width, height = draw(st.integers(3, 5)), draw(st.integers(2, 4))
    random = Random(draw(st.integers(0, 1 << 32)))
    boxes = random.choice((1, 1, 2, 2, 3))
    inner = random.sample([*range(width * height)], k=width * height)
    letters = dict.fromkeys(inner, " ") | dict.fromkeys(inner[: random.randrange(4)], "#")
    free = [place for place in inner if letters[place] == " "]
    assume(len(free) > 2 * boxes)
    goals = set(random.sample(free, boxes))
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


def best(level: Level, layers: Occupied | Pushes | Report) -> tuple[int, str]:
    """The least depth of a solution, and the solution as it is played."""
    stride = 2 if isinstance(layers, Pushes) else 1
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
            assert problem.holds(boards).all()
            lines += problem.texts(boards, 1, "lurd")
    return [line.rstrip("\n") for line in lines]


def levels() -> list[Level]:
    return [entry.level for entry in read(MICROBAN.read_text())]


# ---------------------------------------------------------------- solutions


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
    for layers in (Occupied(level), Report(level)):
        depth, played = best(level, layers)
        assert depth == len(played) == moves
    depth, played = best(level, Pushes(level))
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
    depth, played = best(level, Pushes(level))
    assert depth == sum(map(str.isupper, played)) == PUSHES[number]


@pytest.mark.parametrize("number", [0, 1, 2, 3, 4, 8])
def test_microban_with_the_fewest_moves(number: int) -> None:
    level = levels()[number]
    depth, played = best(level, Occupied(level))
    assert depth == len(played) == MOVES[number]


@pytest.mark.parametrize("number", [0, 1, 8])
def test_microban_with_the_fewest_moves_in_the_reports_encoding(number: int) -> None:
    level = levels()[number]
    assert best(level, Report(level))[0] == MOVES[number]


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


def test_bounds_of_pushes_are_assignments_that_cost_least() -> None:
    # Both boxes are nearest to the same goal.
    level = Level(("###########", "#         #", "#@ $.$   .#", "#         #", "###########"))
    assert fewest(level) == 5
    assert Room(level.rows).fewest(pushes=True) == 5


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


# ---------------------------------------------------------------- text


def test_many_levels_in_one_text() -> None:
    text = (
        "A collection\n\n; 1\n\n" + SMALLEST + "\n'Second'\n\n#####\n#.$@#\n#####\n"
        "Title: Third? No, second\nAuthor: nobody\n\n----------\n\n"
        + SMALLEST
        + "\nTitle: Last\n\n"
        + SMALLEST.replace(" ", "-")
    )
    entries = read(text)
    assert [entry.line for entry in entries] == [5, 11, 19, 25]
    assert [entry.title for entry in entries] == ["1", "Third? No, second", "", "Last"]


@pytest.mark.parametrize(
    "text",
    [
        "######\n#@ $.#\n######",
        "######\n#@_$.#\n######\n",
        "\t\n6#\n#@-$.#\n6#\n",
        "6#|#@-$.#|6#",
        "2(3#)|#@1-$.#|3(2#)|",
        "  \n-\n######  \n#@-$.#\n######  # $ .\n",
        "6#\n#@ $.#\n######",
    ],
)
def test_ways_of_writing(text: str) -> None:
    (entry,) = read(text)
    assert [row[:6] for row in entry.level.rows if "#" in row] == ["######", "#@ $.#", "######"]
    assert "$" not in "".join(row[6:] for row in entry.level.rows)


@pytest.mark.parametrize(
    ("text", "line", "column", "words"),
    [
        ("", 1, 1, "no level; a level has walls"),
        ("Some words\n-----\n", 1, 1, "no level"),
        ("; 1\n\n#####\n# $.#\n#####\n", 3, 1, "there is no player; @ stands for him, +"),
        ("#####\n#@$.#\n#+  #\n#####\n", 3, 2, "there is a second player; a level has one"),
        ("####\n#@.#\n####\n", 1, 1, "there is no box; $ stands for one"),
        ("######\n#@$$.#\n######\n", 2, 3, "2 boxes and 1 goal; there must be as many"),
        ("######\n#@$..#\n######\n", 2, 3, "1 box and 2 goals; there must be as many"),
        ("######\n#@$$.###\n######.#\n", 2, 3, "2 boxes and 1 goal"),
        ("#####\n#@$.\n#####\n", 2, 4, "the player could leave the level here; walls (#)"),
        ("#####\n#@$.#\n## ##\n", 3, 3, "the player could leave the level here"),
        ("#####\n#@x.#\n#####\n", 2, 3, "'x' is nothing in a level; a level is made of"),
        ("5#\n#@$.#\n5#2\n", 3, 3, "a number counts nothing; a letter must follow"),
        ("5#|#@$.#|2(2#\n", 1, 11, "this ( is never closed; as in 2(#-)"),
        ("5#|#@$.#|2#)\n", 1, 12, "this ) closes nothing; as in 2(#-)"),
        ("99999999#\n", 1, 9, "the level is too large"),
    ],
)
def test_mistakes_are_told_with_their_place(text: str, line: int, column: int, words: str) -> None:
    with pytest.raises(FormatError) as caught:
        read(text)
    assert words in str(caught.value)
    assert (caught.value.line, caught.value.column) == (line, column)


# ---------------------------------------------------------------- the command


def run(
    capsys: pytest.CaptureFixture[str], path: Path, text: str, *words: str
) -> tuple[int, str, str]:
    file = path / "in.xsb"
    file.write_text(text)
    code = main(["sokoban", str(file), *words])
    output, errors = capsys.readouterr()
    return code, output, errors.replace(str(file), "in.xsb")


def test_answers_for_each_level(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = MICROBAN.read_text()
    for option, number in (("--shortest", MOVES[1]), ("--fewest-pushes", PUSHES[1])):
        code, output, errors = run(capsys, tmp_path, text, option, "--level", "2")
        assert code == 0
        assert play(levels()[1].rows, output.strip()) == output.strip()
        nouns = "moves" if number == 16 else "pushes"
        assert f"in.xsb:16: 2: 16 moves, 3 pushes: the fewest {nouns}, which is proved" in errors
    both = f"{SMALLEST}\n#####\n#@*.#\n#$  #\n#####\n"
    code, output, errors = run(capsys, tmp_path, both, "--shortest")
    assert (code, output) == (1, "R\n")
    assert "in.xsb:1: 1 move, 1 push: the fewest moves, which is proved" in errors
    assert "in.xsb:5: no solution: not all boxes can be pushed to goals of their own" in errors
    assert run(capsys, tmp_path, SMALLEST.replace("$.", "* "), "--shortest")[:2] == (0, "\n")
    assert run(capsys, tmp_path, SMALLEST, "--shortest", "-q", "--encoding", "report") == (
        0,
        "R\n",
        "",
    )


def test_solutions_within_some_moves(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = "######\n#@ $.#\n#    #\n######\n"
    plainly = Room(read(text)[0].level.rows).solutions(5)
    code, output, errors = run(capsys, tmp_path, text, "--moves", "5", "--all")
    assert (code, set(output.split())) == (0, plainly)
    assert f"in.xsb:1: {len(plainly)} solutions with at most 5 moves, and no others" in errors
    code, output, errors = run(capsys, tmp_path, text, "--moves", "9", "--limit", "3")
    assert (code, len(set(output.split()))) == (0, 3)
    assert "in.xsb:1: 3 solutions with at most 9 moves\n" in errors
    code, output, errors = run(capsys, tmp_path, text, "--moves", "1")
    assert (code, output) == (1, "")
    assert "no solution with at most 1 move, which is proved; there may be one with" in errors
    shared = "########\n#@$ $..#\n########\n"
    for words in (["--moves", "9"], ["--shortest"], ["--fewest-pushes"]):
        code, output, errors = run(capsys, tmp_path, shared, *words)
        assert (code, output) == (1, "")
        assert ("nor with more" if words[0] == "--moves" else "all positions") in errors


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--level", "2", "--shortest"], "in.xsb: no level 2; it has 1 level"),
        (["--shortest", "--limit", "2"], "--limit needs --moves T"),
        (["--shortest", "--all"], "--all needs --moves T"),
        (["--fewest-pushes", "--job", "x"], "--job needs --moves T"),
        (["--fewest-pushes", "--encoding", "report"], "--encoding does not go with --fewest-"),
        (["--shortest", "--job", ""], "--job needs --moves T"),
        (["--moves", "3", "--job", ""], "'' is no name for a job"),
        (["--moves", "3", "--detach"], "--detach needs --job NAME"),
        (["--moves", "300000000"], "300,000,000 moves on 3 squares are too many"),
    ],
)
def test_options_that_do_not_go_together(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], words: list[str], said: str
) -> None:
    code, output, errors = run(capsys, tmp_path, SMALLEST, *words)
    assert (code, output) == (2, "")
    assert errors.startswith(f"lifesat: {said}")


def test_time_limit_and_files(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    text = MICROBAN.read_text()
    words = ["--level", "8", "--shortest", "--time-limit", "0.2"]
    code, output, errors = run(capsys, tmp_path, text, *words)
    assert (code, output) == (3, "")
    assert "in.xsb:74: 8: none with fewer than" in errors
    out = tmp_path / "out.txt"
    assert run(capsys, tmp_path, SMALLEST, "--moves", "1", "-o", str(out), "-q") == (0, "", "")
    assert out.read_text() == "R\n"
    assert run(capsys, tmp_path, SMALLEST, "--moves", "1", "-o", str(out))[0] == 2
    assert run(capsys, tmp_path, SMALLEST, "--moves", "1", "-o", str(out), "--force")[0] == 0
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(SMALLEST.encode())))
    assert main(["sokoban", "-", "--fewest-pushes", "-q"]) == 0
    assert capsys.readouterr().out == "R\n"


def test_a_level_can_be_a_job(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LIFESAT_HOME", str(tmp_path / "home"))
    text = "######\n#@ $.#\n#    #\n######\n"
    words = ["--moves", "6", "--all", "--job", "store", "--workers", "1"]
    plainly = Room(read(text)[0].level.rows).solutions(6)
    code, output, errors = run(capsys, tmp_path, text, *words)
    assert (code, set(output.split())) == (0, plainly)
    assert f"{len(plainly)} solutions, and no others" in errors
    assert main(["jobs", "export", "store"]) == 0
    assert set(capsys.readouterr().out.split()) == plainly
    code, _, errors = run(capsys, tmp_path, text + "\n" + text, *words)
    assert code == 2
    assert "in.xsb:6: a second level; a job is for one, which --level N chooses" in errors


def test_control_c_ends_a_search() -> None:
    command = [sys.executable, "-m", "lifesat", "sokoban", str(MICROBAN)]
    with subprocess.Popen([*command, "--shortest"], stdout=-1, stderr=-1, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline().strip()
        time.sleep(1)
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=60)
    assert process.returncode == 130
    assert "Traceback" not in errors
