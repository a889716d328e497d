"""Rules that count no eight neighbours, run backwards: against all boards, one by one."""

import itertools
import random
from base64 import b64encode
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from lifesat import Pattern, UserError, predecessors
from lifesat.cli import main
from lifesat.cnf.encodings import encode, encodings_for
from lifesat.cnf.encodings.transition import Transition
from lifesat.cnf.spacetime import FALSE, TRUE, SpaceTime, fresh
from lifesat.engines.choice import portfolio_members
from lifesat.engines.frontier.counts import count_boards, count_by_population, count_orbits
from lifesat.engines.frontier.parents import Parents
from lifesat.engines.options import Options
from lifesat.engines.sat.executors import Inline
from lifesat.engines.sat.one_formula import ONE_FORMULA
from lifesat.engines.sat.portfolio import Portfolio, fitting_setups
from lifesat.engines.sat.solver_setup import SolverSetup
from lifesat.engines.sat.tasks import clear_solver_cache
from lifesat.formats import read_text
from lifesat.life.rule import LIFE, Rule, parse_rule
from lifesat.life.symmetry import TRANSFORMS
from lifesat.problems.life.predecessor import Predecessor
from tests.support import grids, plain
from tests.support.commands import listed as patterns_of
from tests.support.encodings import solutions
from tests.support.environment import few_and_many
from tests.support.plain import BASE64, LETTERS
from tests.support.predecessors import brute_force, listed, problems

Turn = Callable[[plain.Boards], plain.Boards]

KNOWN = [
    *plain.KNOWN_RULES,
    "MAP" + "".join(random.Random(6).choices(BASE64[:32], k=86)),
    "MAPXAMVHDKGQjiH7L6GqzkgNA",
    "MAPd63Arg",
]


@st.composite
def spellings(draw: st.DrawFn) -> str:
    """Rules of every family, none with births on dead ground."""
    family = draw(st.sampled_from(["", "H", "V", "MAP"]))
    if family == "MAP":
        characters = draw(st.sampled_from([6, 22, 86])) - 1
        rest = draw(st.text(BASE64, min_size=characters, max_size=characters))
        return "MAP" + draw(st.sampled_from(BASE64[:32])) + rest
    most = {"": 8, "H": 6, "V": 4}[family]
    sides = []
    for least in (1, 0):
        text = ""
        for count in draw(st.lists(st.integers(least, most), unique=True)):
            letters = "" if family else LETTERS.get(min(count, 8 - count), "")
            chosen = draw(st.lists(st.sampled_from(letters), unique=True)) if letters else []
            text += f"{count}{''.join(chosen)}"
        sides.append(text)
    return "B{}/S{}".format(*sides) + family


other_problems = st.one_of(st.sampled_from(KNOWN), spellings()).flatmap(
    lambda text: problems(rule_text=text)
)


def check_every_parent_once(problem: Predecessor) -> None:
    expected = brute_force(problem)
    assume(len(expected) < 5000)
    found, done = listed(problem, encoding="truth_table")
    boards = [pattern.to_array().tobytes() for pattern in found]
    assert sorted(boards) == sorted(expected)
    assert done.status == ("complete" if found else "none")
    assert Predecessor.from_json(problem.to_json()) == problem


@few_and_many(10, 40)
def test_every_parent_once(examples: int) -> None:
    check = given(other_problems)(check_every_parent_once)
    settings(max_examples=examples)(check)()


@settings(max_examples=80)
@given(other_problems.map(lambda problem: replace(problem, generations=1)))
def test_the_frontier_knows_them_all(problem: Predecessor) -> None:
    expected = brute_force(problem)
    populations = Counter(board.count(1) for board in expected)
    by_population = [populations[n] for n in range(max(populations, default=0) + 1)]
    assert count_boards(problem) == len(expected)
    assert count_by_population(problem) == by_population
    assume(len(expected) < 5000)
    parents = Parents(problem)
    boards = [board.tobytes() for some in parents.models() for board in problem.boards(some)]
    assert sorted(boards) == sorted(expected)
    drawn = {board.tobytes() for board in parents.sample(9, 1)}
    assert drawn <= expected
    for largest, best in ((False, min), (True, max)):
        (extreme,) = parents.extreme(largest=largest) if expected else [None]
        assert extreme is None or extreme.sum() == best(populations)


@settings(max_examples=40)
@given(other_problems)
def test_one_parent_for_each_orbit(problem: Predecessor) -> None:
    """Orbits under the motions that the rule does not tell apart, and no others."""
    expected = brute_force(problem)
    assume(len(expected) < 400)
    found, done = listed(problem, up_to_symmetry=True)
    turns = list(kept_by(problem.target.rule))
    seen: set[bytes] = set()
    for pattern in found:
        images = orbit(problem, pattern.to_array(), turns)
        assert not images & seen
        seen |= images
    assert seen == expected
    assert done.covered == len(expected)
    if problem.generations == 1:
        assert count_orbits(problem) == [len(found)]


def orbit(problem: Predecessor, board: plain.Boards, turns: list[Turn]) -> set[bytes]:
    """The images of a parent under the motions, of those turns, that keep what is given."""
    border = {"dead": problem.margin, "free": 1, "torus": 0}[problem.outside]
    given = np.full(board.shape, 7)
    height, width = board.shape
    given[border : height - border, border : width - border] = problem.target.to_array()
    for mark, cells in ((20, problem.require), (40, problem.forbid)):
        for x, y in cells:
            given[y + border, x + border] += mark
    shifts = itertools.product(range(height), range(width))
    images = set()
    for turn, shift in itertools.product(turns, shifts if problem.outside == "torus" else [(0, 0)]):
        image = turn(given)
        if image.shape == given.shape and (np.roll(image, shift, axis=(0, 1)) == given).all():
            images.add(np.roll(turn(board), shift, axis=(0, 1)).tobytes())
    return images


def kept_by(rule: Rule) -> Iterator[Turn]:
    """The turns of the square after which every block has the same future."""
    blocks = plain.all_boards(3, 3)
    future = plain.next_boards(blocks, rule, torus=False)[:, 1, 1]
    for flipped, quarters in itertools.product((False, True), range(4)):

        def turn(
            cells: plain.Boards, flipped: bool = flipped, quarters: int = quarters
        ) -> plain.Boards:
            return np.rot90(cells[..., ::-1] if flipped else cells, quarters, (-2, -1))

        if (plain.next_boards(turn(blocks), rule, torus=False)[:, 1, 1] == future).all():
            yield turn


def as_map(live: Callable[[tuple[int, ...]], int]) -> str:
    """The MAP rule by which a cell lives if a function of its nine cells, row by row, says so."""
    bits = "".join(str(live(cells)) for cells in itertools.product((0, 1), repeat=9))
    return "MAP" + b64encode(int(bits, 2).to_bytes(64)).decode()


@pytest.mark.parametrize(
    ("text", "turns"),
    [
        ("B3/S23", TRANSFORMS),
        ("B2ci3ai4c8/S02ae3eijkq4iz5ar6i7e", TRANSFORMS),
        ("B13/S012V", TRANSFORMS),
        ("B2/S34H", ("identity", "rot180", "transpose", "anti_transpose")),
        (as_map(lambda cells: cells[0]), ("identity", "transpose")),
        (as_map(lambda cells: cells[1]), ("identity", "flip_x")),
        (as_map(lambda cells: cells[5]), ("identity", "flip_y")),
        (as_map(lambda cells: cells[2]), ("identity", "anti_transpose")),
        (as_map(lambda cells: cells[0] & cells[5]), ("identity",)),
        (as_map(lambda cells: cells[3] ^ cells[5]), ("identity", "rot180", "flip_x", "flip_y")),
        (
            as_map(lambda c: c[0] & c[1] | c[2] & c[5] | c[8] & c[7] | c[6] & c[3]),
            ("identity", "rot90", "rot180", "rot270"),
        ),
    ],
)
def test_turns_of_rules(text: str, turns: tuple[str, ...]) -> None:
    rule, _ = parse_rule(text)
    assert len(list(kept_by(rule))) == len(turns)
    assert rule.symmetries == turns


@settings(max_examples=40)
@given(spellings())
def test_a_rule_turns_with_its_patterns(text: str) -> None:
    rule, _ = parse_rule(text)
    soup = Pattern.from_rows(["..O.O", "OO.O.", ".OOO.", "O...O", ".OO.O"])
    for name in rule.symmetries:
        turned_first = soup.transform(name).to_array()[None]
        turned_last = Pattern.from_array(
            plain.next_boards(soup.to_array()[None], rule, torus=False)[0]
        )
        after = plain.next_boards(turned_first, rule, torus=False)[0]
        assert (after == turned_last.transform(name).to_array()).all()


@pytest.mark.parametrize("text", ["B02-a/S12", "B01/S34H", "B04/S1V", "MAPh63Arg"])
@pytest.mark.parametrize("outside", ["free", "torus"])
def test_births_on_dead_ground(text: str, outside: str) -> None:
    size = {"free": (2, 1), "torus": (3, 4)}[outside]
    target = Pattern.from_array(np.eye(*size), rule=f"{text}:T4,3" if outside == "torus" else text)
    problem = Predecessor(target, outside=outside)  # type: ignore[arg-type]
    expected = brute_force(problem)
    found, _ = listed(problem)
    assert {pattern.to_array().tobytes() for pattern in found} == expected
    assert count_boards(problem) == len(expected)


def check_models_are_the_boards_that_obey_the_rule(
    text: str, torus: bool, height: int, width: int
) -> None:
    """Both generations unknown: every board with its successor."""
    rule, _ = parse_rule(text)
    cells, around = height * width, grids.torus(height, width) if torus else None
    formula = encode(SpaceTime(fresh((2, height, width), 0), around), rule, "truth_table")
    boards = plain.all_boards(height, width)
    children = plain.next_boards(boards, rule, torus=torus)
    histories = np.stack([boards, children], axis=1).reshape(-1, 2 * cells)
    found = solutions(formula, 2 * cells)
    assert sorted(found) == sorted(tuple(row) for row in histories.astype(bool).tolist())


@pytest.mark.quick
@few_and_many(5, 25)
def test_models_are_the_boards_that_obey_the_rule(examples: int) -> None:
    check = given(spellings(), st.booleans(), st.integers(1, 3), st.integers(1, 2))(
        check_models_are_the_boards_that_obey_the_rule
    )
    settings(max_examples=examples)(check)()


@settings(max_examples=25)
@given(spellings(), st.lists(st.sampled_from([0, 0, TRUE, FALSE]), min_size=25, max_size=25))
def test_only_what_is_settled_gets_no_clause(text: str, given_cells: list[int]) -> None:
    """Every cell of a partly known board, and both states that it may get."""
    rule, _ = parse_rule(text)
    first = np.array(given_cells, dtype=np.int32).reshape(5, 5)
    first[first == 0] = fresh((given_cells.count(0),), 0)
    blocks = plain.all_boards(3, 3)
    future = plain.next_boards(blocks, rule, torus=False)[:, 1, 1]
    for literal in (TRUE, FALSE):
        spacetime = SpaceTime(np.stack([first, np.full_like(first, literal)]))
        constrained = Transition.of(spacetime, 0, rule).constrained
        around = np.pad(first, 1, constant_values=FALSE)
        for y, x in itertools.product(range(5), repeat=2):
            block = around[y : y + 3, x : x + 3]
            fits = (blocks[:, block == TRUE] == 1).all(axis=1)
            fits &= (blocks[:, block == FALSE] == 0).all(axis=1)
            assert constrained[y, x] == (future[fits] != (literal == TRUE)).any()


@pytest.mark.quick
def test_encodings_that_cannot_express_a_rule() -> None:
    rule, _ = parse_rule("B2-a/S12")
    assert encodings_for(rule) == ("truth_table",)
    assert encodings_for(parse_rule("B36/S23")[0]) == ("column_triples", "truth_table")
    assert encodings_for(LIFE) == ("column_triples", "truth_table", "bailleux_boufkhad")
    problem = Predecessor(Pattern.from_rows(["O"], rule=rule))
    assert Options().encoding_of(problem) == "truth_table"
    for encoding in ("column_triples", "bailleux_boufkhad"):
        sentence = f"rule B2-a/S12 cannot be encoded with {encoding}: .*; truth_table can"
        with pytest.raises(UserError, match=sentence):
            Options(encoding=encoding).encoding_of(problem)
        with pytest.raises(UserError, match=sentence):
            problem.formula(encoding)


def test_other_methods_keep_to_the_encodings_of_the_rule() -> None:
    """Runners with another encoding would end the search with an error."""
    for text in ("B36/S23", "B2-a/S12"):
        problem = Predecessor(Pattern.from_rows(["OO"], rule=text), outside="free")
        setup = SolverSetup(problem, "truth_table", "cadical195", ONE_FORMULA)
        race = Portfolio(
            fitting_setups(portfolio_members(setup), 6), Inline(), np.zeros((0, 2), dtype=np.uint8)
        )
        models = race.advance(1, most=1)
        clear_solver_cache()
        assert problem.verify(problem.boards(models.literals)).tolist() == [True]


def test_parents_by_the_library() -> None:
    target = Pattern.from_rows(["O.", ".O"], rule="B2/S34H", position=(5, -2))
    parents = list(predecessors(target, outside="free"))
    expected = brute_force(Predecessor(target, outside="free"))
    assert {parent.to_array().tobytes() for parent in parents} == expected
    assert {(str(parent.rule), parent.position) for parent in parents} == {("B2/S34H", (4, -3))}


# ---------------------------------------------------------------- the command line


@pytest.fixture
def glider(tmp_path: Path) -> str:
    """The glider of tlife moves like this one, one cell aslant every four generations."""
    path = tmp_path / "glider.rle"
    path.write_text("x = 3, y = 3, rule = B3/S2-i34q\nbob$2bo$3o!\n")
    return str(path)


@pytest.mark.parametrize("rule", ["B3/S2-i34q", "B2/S34H", "B13/S012V", KNOWN[6], "Life"])
def test_all_commands_agree(glider: str, rule: str, capsys: pytest.CaptureFixture[str]) -> None:
    target = Pattern.from_rows([".O.", "..O", "OOO"], rule=parse_rule(rule)[0])
    expected = brute_force(Predecessor(target, margin=0))
    code = 0 if expected else 1
    assert main(["count", glider, "--rule", rule, "-m0"]) == code
    assert capsys.readouterr().out == f"{len(expected)}\n"
    for words in ([], ["--solver", "glucose4"], ["--encoding", "truth_table"]):
        assert main(["predecessors", glider, "--rule", rule, "-m0", "--all", *words]) == code
        found = patterns_of(capsys.readouterr().out)
        assert {pattern.to_array().tobytes() for pattern in found} == expected
        assert {pattern.rule for pattern in found} <= {target.rule}


@pytest.mark.quick
def test_formulas_are_written_for_the_rule(glider: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["encode", glider]) == 0
    assert "c encoding truth_table\n" in capsys.readouterr().out
    assert main(["encode", glider, "--rule", "B3/S23"]) == 0
    assert "c encoding column_triples\n" in capsys.readouterr().out


@pytest.mark.parametrize("rule", ["B2-a/S12", "B2/S34H", KNOWN[6]])
def test_run_and_back_again(tmp_path: Path, capsys: pytest.CaptureFixture[str], rule: str) -> None:
    rng = np.random.default_rng(2)
    soup = (rng.random((9, 9)) < 0.3).astype(np.uint8)
    text = "\n".join("".join(".O"[cell] for cell in row) for row in soup)
    path = tmp_path / "soup.cells"
    path.write_text(text)
    assert main(["convert", str(path), "--rule", rule, "--evolve", "1"]) == 0
    child = capsys.readouterr().out
    beyond = np.pad(soup, 2)[None]
    grown = plain.next_boards(beyond, parse_rule(rule)[0], torus=False)[0]
    assert read_text(child).crop().replace(position=None) == Pattern.from_array(
        grown, rule=rule
    ).crop().replace(position=None)
    path.with_suffix(".rle").write_text(child)
    assert main(["predecessors", str(path.with_suffix(".rle"))]) == 0
    (parent,) = patterns_of(capsys.readouterr().out)
    assert main(["convert", str(path), "--rule", rule, "--evolve", "1"]) == 0
    ours = np.pad(parent.to_array(), 2)[None]
    again = Pattern.from_array(
        plain.next_boards(ours, parent.rule, torus=False)[0], rule=rule
    ).crop()
    assert again.replace(position=None) == read_text(child).crop().replace(position=None)
