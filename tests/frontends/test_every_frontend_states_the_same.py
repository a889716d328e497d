"""The command line, the API and the form state every query with the same JSON."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NoReturn

import pytest

import lifesat
from lifesat.cli import main
from lifesat.engines.options import Options
from lifesat.formats import read_file
from lifesat.jobs.job import Job
from lifesat.queries.query import QUERIES, Query
from lifesat_tui.form.draft import Draft, check

pytestmark = pytest.mark.quick

ROOT = Path(__file__).parents[2]
TUB = ROOT / "examples/tub.rle"
GLIDER = ROOT / "examples/glider-and-free-cells.rle"
LEVEL = "######\n#@ $.#\n######\n"
SUDOKU = "1.....3..2.....4\n"
BLOCK = "* * *\n* * *\n* * *\n\n* * *\n* 1 *\n* * *\n"
NO_FORM = "the form has no fields for it"


@dataclass(frozen=True)
class Case:
    """The name of a query, and how each frontend states it; a text says why one does not."""

    query: str
    words: str
    api: Callable[[], object] | str
    form: tuple[str, dict[str, str]] | str


def target() -> lifesat.Pattern:
    return read_file(TUB)


ABOUT = {"text": TUB.read_text(encoding="utf-8")}
CASES = (
    Case(
        "list",
        "predecessors TUB --margin 2 --min-population 3 --max-population 9 --all --up-to-symmetry",
        lambda: lifesat.predecessors(
            target(), margin=2, min_population=3, max_population=9, up_to_symmetry=True
        ),
        ("predecessors", {**ABOUT, "margin": "2", "min_population": "3", "max_population": "9",
                          "up_to_symmetry": "yes", "limit": ""}),
    ),
    Case(
        "list",
        "still-lifes 4,4 --connected strict --no-empty-lines --density 9 --symmetry C2 --limit 3",
        lambda: lifesat.still_lifes(
            4, 4, connected="strict", no_empty_lines=True, density=9, symmetry="C2", limit=3
        ),
        ("still lifes", {"box": "4,4", "connected": "strict", "no_empty_lines": "yes",
                         "density": "9", "symmetry": "C2", "limit": "3"}),
    ),
    Case(
        "list",
        "oscillators 5,5 --period 4 --glide rot90 --rule B36/S23 --outside C5,5 --all "
        "--up-to-symmetry",
        lambda: lifesat.oscillators(
            5, 5, 4, glide="rot90", rule="B36/S23", outside="C5,5", up_to_symmetry=True
        ),
        ("oscillators", {"box": "5,5", "period": "4", "glide": "rot90", "rule": "B36/S23",
                         "outside": "C5,5",
                         "up_to_symmetry": "yes", "limit": ""}),
    ),
    Case(
        "list",
        "spaceships 5,6 --period 4 --shift 1,1 --diagonal-width 3 --limit 2 --time-limit 5m "
        "--solver glucose4",
        lambda: lifesat.spaceships(
            5, 6, 4, (1, 1), diagonal_width=3, limit=2, time_limit=300.0, solver="glucose4"
        ),
        ("spaceships", {"box": "5,6", "period": "4", "shift": "1,1",
                        "diagonal_width": "3", "limit": "2", "time_limit": "5m",
                        "solver": "glucose4"}),
    ),
    Case(
        "list",
        "agars 3,4 --period 2 --shift 1,0 --all",
        lambda: lifesat.agars(3, 4, period=2, shift=(1, 0)),
        ("agars", {"box": "3,4", "period": "2", "shift": "1,0", "limit": ""}),
    ),
    Case(
        "list",
        "eaters 8,9 --generations 5 --corner upper-left --phase 2 --all",
        lambda: lifesat.eaters(8, 9, 5, corner="upper-left", phase=2),
        ("eaters", {"box": "8,9", "generations": "5", "corner": "upper-left", "phase": "2",
                    "limit": ""}),
    ),
    Case(
        "list",
        "catalysts GLIDER --generations 9 --contact 2..4 --recovered 3 --max-active 5 "
        "--active-box 4,3 --margin 3 --max-population 8 --all --up-to-symmetry",
        lambda: lifesat.catalysts(
            read_file(GLIDER), 9, contact=(2, 4), recovered=3, max_active=5, active_box=(4, 3),
            margin=3, max_population=8, up_to_symmetry=True,
        ),
        ("catalysts", {"text": GLIDER.read_text(encoding="utf-8"), "generations": "9",
                       "contact": "2..4", "recovered": "3", "max_active": "5",
                       "active_box": "4,3", "margin": "3", "max_population": "8",
                       "limit": "", "up_to_symmetry": "yes"}),
    ),
    Case(
        "list",
        "search BLOCK --all --up-to-symmetry",
        lambda: lifesat.search_block(BLOCK, up_to_symmetry=True),
        ("search file", {"text": BLOCK, "limit": "", "up_to_symmetry": "yes"}),
    ),
    Case(
        "list",
        "sokoban LEVEL --moves 3 --all",
        lambda: lifesat.solve_sokoban(LEVEL, 3),
        ("sokoban", {"text": LEVEL, "moves": "3", "limit": ""}),
    ),
    Case(
        "list",
        "sudoku SUDOKU --all --encoding kumari_sagar",
        lambda: lifesat.solve_sudoku(SUDOKU, encoding="kumari_sagar"),
        ("sudoku", {"text": SUDOKU, "encoding": "kumari_sagar", "limit": ""}),
    ),
    Case(
        "best",
        "predecessors TUB --nearest --seed 3",
        lambda: lifesat.nearest_predecessor(target(), seed=3),
        ("nearest", {**ABOUT, "seed": "3"}),
    ),
    Case(
        "forced", "forced TUB --margin 0", lambda: lifesat.forced_cells(target(), margin=0), NO_FORM
    ),
    Case(
        "self_forcing_agars",
        "agars 3,3 --self-forcing --pad 5 --all",
        lambda: lifesat.agars(3, 3, self_forcing=True, pad=5),
        ("forcing agars", {"box": "3,3", "pad": "5", "limit": ""}),
    ),
    Case(
        "count",
        "count TUB --by-population --margin 0",
        lambda: lifesat.count_by_population(target(), margin=0),
        ("count", {**ABOUT, "by_population": "yes", "margin": "0"}),
    ),
    Case(
        "estimated_count",
        "count TUB --samples 20",
        "estimate_marginals estimates the number too",
        NO_FORM,
    ),
    Case(
        "ancestors",
        "ancestors TUB TUB --generations 5",
        lambda: lifesat.ancestors(target(), target(), generations=5),
        NO_FORM,
    ),
    Case(
        "orphan",
        "orphan TUB",
        "is_orphan looks for a parent, and prove for a proof",
        ("minimal orphan", {**ABOUT, "minimise": "no"}),
    ),
    Case(
        "minimal_orphan",
        "orphan TUB --minimise",
        lambda: lifesat.minimal_orphan(target()),
        ("minimal orphan", ABOUT),
    ),
    Case(
        "orphan_search",
        "orphans 9,14 --restarts 2 --seed 3 --fewest live",
        lambda: lifesat.find_orphan(9, 14, restarts=2, seed=3, fewest="live"),
        ("orphans", {"box": "9,14", "restarts": "2", "seed": "3", "fewest": "live"}),
    ),
    Case(
        "self_forcing",
        "self-forcing TUB --unknown",
        "is_self_forcing looks for a predecessor that differs",
        ("self-forcing", {**ABOUT, "patch": "itself"}),
    ),
    Case(
        "largest_self_forcing",
        "self-forcing TUB --unknown --largest --period 2",
        lambda: lifesat.self_forcing(target(), period=2),
        ("self-forcing", {**ABOUT, "period": "2"}),
    ),
    Case(
        "minimal_self_forcing",
        "self-forcing TUB --unknown --minimise",
        lambda: lifesat.self_forcing(target(), minimise=True),
        ("self-forcing", {**ABOUT, "patch": "minimal"}),
    ),
    Case("list_or_proof", "search BLOCK --proof p", "prove returns the proof", NO_FORM),
    Case("best_or_proof", "search BLOCK --smallest --proof p", "prove returns the proof", NO_FORM),
    Case("best_with_proof", "predecessors TUB --nearest --proof p", "it writes no files", NO_FORM),
    Case(
        "has_parent",
        "has-parent TUB",
        lambda: lifesat.have_predecessors([target()]),
        "the form is about one target",
    ),
    Case(
        "count_by_listing",
        "sudoku SUDOKU --count",
        "the length of the list",
        ("sudoku count", {"text": SUDOKU}),
    ),
    Case(
        "uniqueness",
        "sudoku SUDOKU --unique",
        "a list with limit 2",
        ("sudoku count", {"text": SUDOKU, "question": "unique"}),
    ),
    Case(
        "best_sokoban",
        "sokoban LEVEL --shortest",
        lambda: lifesat.best_sokoban(LEVEL),
        ("best sokoban", {"text": LEVEL}),
    ),
    Case(
        "rewind",
        "rewind TUB --generations 2",
        lambda: lifesat.rewind(target(), generations=2),
        ("rewind", {**ABOUT, "back": "2"}),
    ),
    Case(
        "sample",
        "sample TUB --number 4 --seed 7",
        lambda: lifesat.sample(target(), 4, seed=7),
        ("sample", {**ABOUT, "number": "4", "seed": "7"}),
    ),
    Case("marginals", "marginals TUB", lambda: lifesat.marginals(target()), NO_FORM),
    Case(
        "estimated_marginals",
        "marginals TUB --samples 20",
        lambda: lifesat.estimate_marginals(target(), 20),
        NO_FORM,
    ),
)  # fmt: skip


class _StatedError(BaseException):
    """A query and how to answer it, instead of the answer; no frontend handles it."""


def json_of(ask: Callable[[], object]) -> tuple[str, str]:
    """Return the fields of the query that a frontend states, and the options, as a job has them."""
    with pytest.raises(_StatedError) as caught:
        ask()
    query, options = caught.value.args
    return comparable(query, options)


def comparable(query: Query, options: Options) -> tuple[str, str]:
    """Return the JSON of a query, and of the options that a job keeps of it."""
    return query.to_json().replace(str(TUB), "pattern 1"), query.for_job(options).to_json()


def catch(*found: Any, **_: Any) -> NoReturn:
    raise _StatedError(*found[-2:])


@pytest.fixture
def caught(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """Let no frontend do anything with a query; return a folder with the files of the cases."""
    monkeypatch.setenv("LIFESAT_HOME", str(tmp_path / "home"))
    monkeypatch.setattr(Job, "create", catch)
    monkeypatch.setattr("lifesat.api.search.search", catch)
    monkeypatch.setattr("lifesat.queries.search.search", catch)
    (tmp_path / "LEVEL").write_text(LEVEL)
    (tmp_path / "SUDOKU").write_text(SUDOKU)
    (tmp_path / "BLOCK").write_text(BLOCK)
    return tmp_path


def test_the_cases_are_about_all_queries() -> None:
    assert {case.query for case in CASES} == set(QUERIES)


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.query}: {case.words}")
def test_the_same_is_stated(case: Case, caught: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(caught)
    files = {"TUB": str(TUB), "GLIDER": str(GLIDER)}
    words = [files.get(word, word) for word in case.words.split()]
    workers = ["--workers", "1"] if words[0] not in ("count", "sample", "marginals") else []
    if "--shortest" in words:
        workers = []
    with pytest.raises(_StatedError) as error:
        main([*words, *workers, "--job", "x", "--detach"])
    query, options = error.value.args
    assert query.name == case.query
    expected = comparable(query, options)
    if callable(case.api):
        assert json_of(case.api) == expected
    if isinstance(case.form, tuple):
        kind, texts = case.form
        checked = check(Draft(kind, {"name": "x", "workers": "1", **texts}))
        assert checked.query is not None, checked.errors
        assert checked.options is not None
        assert comparable(checked.query, checked.options) == expected
