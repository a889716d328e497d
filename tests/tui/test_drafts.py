"""The form: what it says of mistakes, and that its command line begins the very same search."""

import json
import os
import shlex
import subprocess
import sys
from dataclasses import replace
from io import BytesIO, TextIOWrapper
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lifesat import Pattern, eaters
from lifesat.cli import main
from lifesat.engines.options import Options
from lifesat.errors import UserError
from lifesat.jobs.job import Job
from lifesat.problems import kinds as problems
from lifesat.problems.life.eater import Eater
from lifesat.problems.life.periodic import Oscillator, Spaceship
from lifesat.problems.life.predecessor import Predecessor
from lifesat.problems.life.still_life import StillLife
from lifesat.problems.life.still_life_class import StrictStillLife
from lifesat.problems.problem import Problem
from lifesat.puzzles.sokoban.problem import Sokoban
from lifesat.puzzles.sudoku.problem import Sudoku
from lifesat.queries.query import Query
from lifesat.queries.solutions import BestSolution, ListSolutions
from lifesat_tui.form.draft import Checked, Draft, check, draft_of, free_name
from lifesat_tui.kinds.registry import KINDS, display_of
from tests.support.blocks import block
from tests.support.kinds import EXAMPLES
from tests.support.plain_sokoban import Room

GLIDER = "x = 3, y = 3, rule = B3/S23\nbob$2bo$3o!"
HIT = "x = 7, y = 7, rule = LifeHistory\n.A$2.A$3A$4.3B$4.3B$4.3B!"
TORUS = "x = 3, y = 3, rule = B3/S23:T8,6\nbob$2bo$3o!"


SUDOKU = "12..\n.4..\n..3.\n...2\n"
LEVEL = "######\n#@ $.#\n######\n"


def draft(kind: str = "predecessors", **typed: str) -> Draft:
    """A draft that is right but for what is said here."""
    return Draft(kind, {"name": "one", "text": GLIDER, **typed})


DRAFTS = [
    draft(),
    draft(limit="7", margin="0", time_limit="2m", workers="1"),
    draft(limit="1", seed="3"),
    draft(outside="free", generations="2", min_population="3", max_population="20", limit="1"),
    draft(outside="torus", size="6,5", up_to_symmetry="yes", different="yes"),
    draft(text=TORUS, outside="torus"),
    draft(text=TORUS, outside="dead"),
    draft(source="file", path="torus.rle", outside="dead"),
    draft(text="x = 3, y = 1\no?o!", unknown="yes", encoding="truth_table"),
    draft(text="!Name: it's 100%\n.O.\nO\\O".replace("\\", "."), rule="B36/S23"),
    draft(text=".OO\n...\n", solver="glucose4", limit="3", cluster="tcp://host:8786"),
    draft(source="file", path="a file.rle"),
    draft("orphan proof", time_limit="30"),
    draft("count", outside="torus", size="8,8", by_population="yes"),
    draft("count", up_to_symmetry="yes", margin="2", max_population="9"),
    draft("minimal orphan", workers="2", time_limit="1h"),
    draft("minimal orphan", text="x = 3, y = 1, rule = B3/S23\n3o!", symmetry="C2"),
    draft("minimal orphan", minimise="no", proof="a proof", generations="2", solver="cadical153"),
    draft("still lifes"),
    draft("still lifes", box="5,4", symmetry="C2", no_empty_lines="yes", density="9", limit="3"),
    draft("still lifes", connected="pseudo", up_to_symmetry="yes"),
    draft("still lifes", limit="smallest", symmetry="C4"),
    draft("still lifes", limit="count", up_to_symmetry="yes"),
    draft("oscillators", limit="count", max_population="9"),
    draft("spaceships", limit="marginals"),
    draft("agars", limit="count", period="2"),
    draft("agars", limit="smallest"),
    draft("oscillators", box="7,7", period="3", up_to_symmetry="yes", min_population="8"),
    draft(
        "oscillators", glide="rot180", symmetry="D2_+", box="4,4", limit="1", max_population="12"
    ),
    draft("still lifes", rule="Day & Night", box="4,4"),
    draft("oscillators", rule="b36s125", period="4", box="5,5", glide="rot90"),
    draft("oscillators", rule="B03/S23", box="5,4", outside="K5*,4"),
    draft("spaceships", rule="B2/S34H", box="5,5", symmetry="D2_x"),
    draft("spaceships"),
    draft("spaceships", box="6,9", shift="0,-2", period="4", glide="flip_x", time_limit="3"),
    draft("replicators"),
    draft("orphans"),
    draft("orphans", box="9,14", restarts="2", fewest="live", beam="7", seed="3", rule="B36/S23"),
    draft("orphans", symmetry="D2_+"),
    draft("replicators", box="9,9", period="3", shift="-1,2", rule="B3/S23", limit="1"),
    draft("eaters", box="8,9", phase="2", corner="upper-left", max_population="12", limit="1"),
    draft("catalysts", text=HIT),
    draft("catalysts", text=HIT, contact="1..3", max_active="4", limit="smallest"),
    draft("sudoku", text=SUDOKU),
    draft("sudoku", source="file", path="sudokus", limit="3", encoding="kumari_sagar", workers="1"),
    draft("sudoku", text=f"{'.' * 16}\n{SUDOKU}", puzzle="2"),
    draft("sudoku count", text=SUDOKU, time_limit="5"),
    draft("sudoku count", source="file", path="two", puzzle="1"),
    draft(
        "sudoku count", source="file", path="sudokus", question="unique", encoding="kumari_sagar"
    ),
    draft("sokoban", text=LEVEL, moves="7"),
    draft(
        "sokoban",
        text=f"{LEVEL}\n{LEVEL}",
        level="2",
        limit="9",
        time_limit="30",
        encoding="kumari_sagar",
    ),
    draft("best sokoban", text=LEVEL, encoding="kumari_sagar", solver="cadical153"),
    draft("best sokoban", text=f"{LEVEL}\n{LEVEL}", level="2", fewest="pushes", time_limit="2m"),
    draft("predecessors", rule="B2-a/S12", limit=""),
    draft("predecessors", rule="B2/S34H", encoding="truth_table", limit=""),
    draft("predecessors", encoding="column_triples", limit=""),
    draft(symmetry="C2", generations="2"),
    draft("count", symmetry="D2_x", up_to_symmetry="yes"),
    draft(text=TORUS.replace(":T8,6", ":P8,6")),
    draft("count", rule="B3/S23:K9,8*"),
    draft("sample"),
    draft("sample", number="7", seed="3", margin="2", different="yes"),
]


@pytest.fixture
def files(home: Path, tmp_path: Path) -> None:
    (tmp_path / "a file.rle").write_text(GLIDER)
    (tmp_path / "torus.rle").write_text(TORUS)
    (tmp_path / "sudokus").write_text(SUDOKU)
    (tmp_path / "two").write_text(f"{SUDOKU}\n{'.' * 16}\n")


@pytest.mark.parametrize("draft", DRAFTS, ids=lambda draft: f"{draft.kind} {draft.typed}")
def test_the_command_line_states_the_same_search(
    draft: Draft, files: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    checked = check(draft)
    assert not checked.errors
    query, options = _parsed(draft, checked.command, monkeypatch)
    assert checked.query is not None
    assert query.to_json() == checked.query.to_json()
    # The command line gives a sweep half of the machine's memory; a job needs far less.
    assert checked.options is not None
    kept = checked.query.for_job(checked.options)
    assert replace(options, memory=None) == kept


def test_an_encoding_that_cannot_express_the_rule_is_a_mistake(files: None) -> None:
    text = "x = 3, y = 3, rule = B3/S2-i34q\nbob$2bo$3o!\n"
    checked = check(draft("predecessors", text=text))
    assert checked.options is not None
    assert checked.options.encoding is None
    checked = check(draft("predecessors", text=text, encoding="column_triples"))
    assert (checked.problem, checked.options) == (None, None)
    assert checked.errors == {
        "encoding": "rule B3/S2-i34q cannot be encoded with column_triples: it is not a life-like"
        " rule (B and S digits); truth_table can"
    }


def _parsed(draft: Draft, words: str, monkeypatch: pytest.MonkeyPatch) -> tuple[Query, Options]:
    """What the job of the command line asks."""
    assert "\n" not in words
    seen: list[tuple[Query, Options]] = []

    def begin(job: Job) -> None:
        seen.append((job.query(), job.options()))

    monkeypatch.setattr(Job, "start", begin)
    piped, _, command = words.rpartition(" | ")
    text = subprocess.run(["bash", "-c", piped], check=True, capture_output=True).stdout
    monkeypatch.setattr("sys.stdin", TextIOWrapper(BytesIO(text)))
    main(shlex.split(command)[1:])
    return seen[0]


@pytest.mark.parametrize("draft", [DRAFTS[0], DRAFTS[17]], ids=lambda draft: draft.kind)
def test_the_command_line_begins_the_same_search(draft: Draft, files: None) -> None:
    checked = check(draft)
    path = {"PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}"}
    words = ["bash", "-c", checked.command]
    subprocess.run(words, env={**os.environ, **path}, check=True, capture_output=True)
    job = Job("one")
    job.stop()
    assert checked.problem is not None
    assert job.problem().to_json() == checked.problem.to_json()


# Of its solutions with the fewest moves none has the fewest pushes.
ROUND = ("#######", "#    @#", "#   # #", "#   $ #", "#   . #", "#######")
BEST = {pushes: Room(ROUND).fewest(pushes=pushes) for pushes in (False, True)}


@pytest.mark.parametrize(
    ("draft", "said"),
    [
        (draft("sudoku count", text=SUDOKU), "1"),
        # A known number: there are 288 grids of 4 x 4.
        (draft("sudoku count", text="." * 16), "288"),
        (draft("sudoku count", text=SUDOKU, question="unique"), "unique"),
        (
            draft("sudoku count", text="." * 16, question="unique", encoding="kumari_sagar"),
            "several",
        ),
        (draft("sudoku count", text="11" + "." * 14, question="unique"), "none"),
        (draft("best sokoban", text="\n".join(ROUND)), f"{BEST[False]} moves,"),
        (draft("best sokoban", text="\n".join(ROUND), fewest="pushes"), f", {BEST[True]} pushes:"),
    ],
    ids=str,
)
def test_the_command_line_answers_about_a_puzzle(
    draft: Draft,
    said: str,
    home: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    words = draft.search.words(draft.texts, check(draft).subject)
    text = draft.search.piped(draft.texts).encode()
    monkeypatch.setattr("sys.stdin", TextIOWrapper(BytesIO(text)))
    main(words[1:])
    answer, narration = capsys.readouterr()
    assert said in narration if draft.kind == "best sokoban" else said == answer.strip()


@pytest.mark.parametrize(
    ("wrong", "field", "words"),
    [
        (draft(text="x = 3, y = 3\nbob$2bq$3o!"), "text", "line 2, "),
        (draft(text=""), "text", "paste or draw a pattern"),
        (draft(source="file", path="nowhere.rle"), "path", "No such file"),
        (draft(source="file"), "path", "enter the name of a file"),
        (draft(generations="0"), "generations", "whole number from 1"),
        (draft(generations="two"), "generations", "whole number from 1"),
        (draft(margin="-1"), "margin", "whole number from 0"),
        (draft(limit="0"), "limit", "whole number from 1"),
        (draft(time_limit="soon"), "time_limit", "seconds such as 30"),
        (draft(workers="0"), "workers", "whole number from 1"),
        (draft(rule="B9/S23"), "rule", "B9/S23"),
        (draft(outside="torus", size="8"), "size", "width and height"),
        (draft(outside="torus"), "problem", "a torus needs two sizes"),
        (draft(text="x = 4, y = 3\n4o!", symmetry="C4"), "problem", "needs a square box, not 6x5"),
        (draft(rule="B2/S34H", symmetry="D8"), "problem", "rule B2/S34H is not invariant under"),
        (
            draft(min_population="9", max_population="3"),
            "problem",
            "exceeds the upper bound 3",
        ),
        (draft(name=""), "name", "enter a name for the job"),
        (draft(name="a/b"), "name", "invalid job name"),
        (draft("eaters", box="3,3"), "problem", "too small for a glider and an eater"),
        (draft("eaters", box=""), "box", "enter the width and height of the box"),
        (draft("eaters", generations="1"), "generations", "whole number from 2"),
        (draft("still lifes", box="4,5", symmetry="C4"), "problem", "needs a square box"),
        (draft("still lifes", density="0"), "density", "whole number from 1"),
        (draft("oscillators", period=""), "period", "enter the period"),
        (draft("still lifes", rule="B9/S23"), "rule", "at most 8 neighbours"),
        (draft("still lifes", rule="B36/S23", connected="strict"), "problem", "not for B36/S23"),
        (draft("oscillators", rule="B03/S23"), "problem", "has births without neighbours (B0)"),
        (draft("oscillators", rule="B3/S23:T9,9"), "rule", "use B3/S23"),
        (draft("spaceships", rule="B2/S34H", symmetry="D2_+", shift="1,0"), "problem", "flip_y"),
        (draft("oscillators", outside="K9*,9"), "problem", "the grid K9*,9 is 9 cells wide; the"),
        (draft("spaceships", shift="1"), "shift", "invalid shift '1'"),
        (draft("spaceships", shift="0,0"), "problem", "spaceships need a shift"),
        (draft("search file", text="0 1\n0 ?"), "text", "line 2, column 3: invalid cell '?'"),
        (draft("sudoku", text="12..\n.4.."), "text", "line "),
        (
            draft("sudoku", text="1...............\n2..............."),
            "text",
            "2 Sudokus; choose one by its number",
        ),
        (draft("sudoku", source="file", path="nowhere"), "path", "No such file"),
        (draft("sokoban", text="######\n#  $.#\n######"), "text", "line "),
        (draft("sokoban", text=f"{LEVEL}\n{LEVEL}"), "text", "2 levels; choose one"),
        (draft("sokoban", text=LEVEL, level="2"), "text", "no level 2; there is 1 level"),
        (draft("sokoban", text=LEVEL, moves=""), "moves", "enter the maximum number of moves"),
        (draft("sudoku count", text="1" * 5), "text", "line "),
        (draft("best sokoban", text=f"{LEVEL}\n{LEVEL}"), "text", "2 levels; choose one"),
    ],
    ids=str,
)
def test_mistakes(wrong: Draft, field: str, words: str, home: Path) -> None:
    checked = check(wrong)
    assert words in checked.errors[field]
    assert checked.problem is None or checked.options is None


def test_a_field_that_does_not_count_has_no_faults(home: Path) -> None:
    assert not check(draft(outside="free", margin="wide")).errors
    assert not check(draft("still lifes", generations="none")).errors


def test_a_name_is_taken_once(tub: Job) -> None:
    assert "already" in check(draft(name="tub")).errors["name"]
    assert free_name("tub") == "tub-2"


@pytest.mark.quick
@pytest.mark.parametrize(
    "problem",
    [
        Predecessor(Pattern.from_rows([".O", "?."], position=(4, -2), name="x"), generations=3),
        Predecessor(
            Pattern.from_rows(["OO"]),
            outside="free",
            min_population=2,
            max_population=9,
            different=True,
        ),
        Predecessor(Pattern.from_rows(["OO", "OO"]), 2, symmetry="D4_x"),
        Eater(8, 7, 5, "upper-right", 3, max_population=20),
        StrictStillLife(5, 5, max_population=9),
        StillLife(6, 6, no_empty_lines=True, density=7, symmetry="C2", min_population=4),
        Oscillator(7, 5, 2, glide="rot180", max_population=9),
        Spaceship(5, 6, 4, shift=(1, -1), symmetry="C1", diagonal_width=4),
        block("a -a'\n\n* 1", outside="torus", max_population=3, rule_name="B36/S23"),
        block("a -a'\n\n* 1", outside="torus", rule_name="{base: pB3/S2-a, B0: x, S8: -x}"),
        Sudoku(((1, 2, 0, 0), (0, 4, 0, 0), (0, 0, 3, 0), (0, 0, 0, 2))),
        Sokoban(("######", "#@ $.#", "######"), 6),
    ],
    ids=lambda problem: problem.kind,
)
def test_a_search_becomes_a_draft_and_the_same_search_again(problem: Problem, home: Path) -> None:
    options = Options(encoding=problem.encodings[0], limit=12, time_limit=90.0, workers=3)
    checked = check(draft_of("other", ListSolutions(problem), options))
    assert checked.problem is not None, checked.errors
    assert json.loads(checked.problem.to_json()) == json.loads(problem.to_json())
    assert checked.options is not None
    assert checked.options.encoding_of(problem) == options.encoding
    assert replace(checked.options, encoding=options.encoding) == options


@given(
    st.builds(
        Draft,
        kind=st.sampled_from(sorted(KINDS)),
        typed=st.dictionaries(
            st.sampled_from(sorted({f.name for kind in KINDS.values() for f in kind.fields})),
            st.text(max_size=12) | st.sampled_from(["free", "torus", "file", "2", "3,4"]),
        ),
    )
)
def test_anything_may_be_typed(draft: Draft) -> None:
    checked = check(draft)
    assert isinstance(checked, Checked)
    assert bool(checked.errors) == (checked.options is None)
    assert all("\n" not in error for error in checked.errors.values() if error)
    assert checked.command


def test_no_form_asks_for_the_best_as_a_job() -> None:
    with pytest.raises(UserError, match="the form has no fields for some conditions"):
        draft_of("best", BestSolution(StillLife(5, 5), "most"), Options(method="sat", limit=None))


def test_errors_name_fields_and_not_options(home: Path) -> None:
    text = ".O.\nO.O\n.O."
    for typed, words in (
        ({"margin": "1000"}, "'memory' sets another limit"),
        ({"size": "9,9"}, ""),
    ):
        errors = check(Draft(typed={"name": "a", "text": text, **typed})).errors.values()
        assert not any("--" in error or "Python" in error for error in errors)
        assert words in " ".join(errors)
    with_memory = Draft(typed={"name": "a", "text": text, "memory": "8G"})
    options = check(with_memory).options
    assert options is not None
    assert options.memory == 8 << 30
    assert "--memory 8G" in check(with_memory).command


def test_kinds_agree_on_what_a_field_offers() -> None:
    for kind in KINDS.values():
        names = [field.name for field in kind.fields]
        assert len(set(names)) == len(names)
        assert {field.when[0] for field in kind.fields if field.when} <= set(names)
        assert "name" in names
        # Behind a field there are 41 characters in a terminal of 80.
        assert all(len(words) <= 41 for words in (kind.description, *(f.hint for f in kind.fields)))


@pytest.mark.quick
def test_every_problem_has_a_kind_of_search() -> None:
    classes = tuple(kind.problem_class for kind in KINDS.values())
    assert all(issubclass(problems.problem_class(kind), classes) for kind in problems.KINDS)


@pytest.mark.parametrize("kind", EXAMPLES)
def test_every_problem_has_a_display(kind: str) -> None:
    problem = EXAMPLES[kind].problem
    assert display_of(problem).steps


def test_the_form_for_eaters_begins_with_a_search_that_finds_one(home: Path) -> None:
    problem = check(Draft("eaters", {"name": "a"})).problem
    assert isinstance(problem, Eater)
    assert list(eaters(problem.width, problem.height, problem.generations, limit=1))
