"""What would take too much memory is rejected before it takes any."""

import re
import subprocess
import sys
import tracemalloc
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

import lifesat
from lifesat import Pattern
from lifesat.cli import main
from lifesat.cnf.formula import CountingFormula, Formula, Size, interruptible
from lifesat.defaults import SOLVER
from lifesat.engines.choice import portfolio_members
from lifesat.engines.options import Options
from lifesat.engines.sat import memory, tasks
from lifesat.engines.sat.one_formula import ONE_FORMULA
from lifesat.engines.sat.portfolio import fitting_setups
from lifesat.engines.sat.solver import Solver
from lifesat.engines.sat.solver_setup import SolverSetup
from lifesat.errors import FailedError, MemoryLimitError, StoppedError
from lifesat.jobs.job import Job
from lifesat.problems.life.periodic import Oscillator
from lifesat.problems.life.predecessor import Predecessor
from lifesat.problems.life.repeating import Repeating
from lifesat.problems.life.still_life import StillLife
from lifesat.puzzles.sokoban.problem import Sokoban
from lifesat.queries.events import Done, Event, Solutions
from lifesat.queries.search import search
from lifesat.queries.solutions import BestSolution, ListSolutions
from lifesat_tui.form.draft import Draft, check
from tests.support.formula_sizes import HALL, soup

GIB = 1 << 30


@pytest.fixture
def small_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    """Half of the machine are eight gibibytes."""
    monkeypatch.setattr("lifesat.system.machine._half_of_memory", lambda: 8 * GIB)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("LIFESAT_HOME", str(tmp_path / "home"))
    Path("dot.rle").write_text("x = 1, y = 1, rule = B3/S23\no!\n")
    hall = ["#" * 42, *["#" + " " * 40 + "#"] * 39, "#@" + "$." * 19 + " #", "#" * 42]
    Path("hall.xsb").write_text("\n".join(hall) + "\n")
    Path("empty.txt").write_text("0 " * 49**2 + "\n")
    return tmp_path


@pytest.fixture
def peak() -> Iterator[None]:
    """The test takes little memory."""
    tracemalloc.start()
    yield
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert most < 100_000_000


ABSURD = [
    ["oscillators", "40,40", "--period", "999", "--encoding", "truth_table", "--all"],
    ["spaceships", "90,90", "--period", "999", "--shift", "1,0"],
    ["still-lifes", "9000,9000"],
    ["still-lifes", "5000,5000", "--smallest"],
    ["still-lifes", "400,400", "--max-population", "80000"],
    ["eaters", "3000,3000", "--generations", "5"],
    ["search", "--blank", "4000,4000,3"],
    ["orphan", "dot.rle", "--generations", "150"],
    ["self-forcing", "dot.rle", "--period", "150"],
    ["self-forcing", "dot.rle", "--period", "150", "--minimise"],
    ["orphan", "dot.rle", "--generations", "150", "--proof", "proof"],
    ["sokoban", "hall.xsb", "--moves", "10", "--encoding", "kumari_sagar"],
    ["sokoban", "hall.xsb", "--moves", "2000"],
    ["sokoban", "hall.xsb", "--shortest", "--encoding", "kumari_sagar"],
]


@pytest.mark.parametrize("words", ABSURD, ids=" ".join)
def test_what_is_too_large_is_refused_at_once(
    words: list[str],
    folder: Path,
    small_machine: None,
    peak: None,
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(words) == 3
    out, err = capsys.readouterr()
    assert out == ""
    (sentence,) = [line for line in err.splitlines() if "would take about" in line]
    assert "more than half of this machine's memory, 8.6 GB; --memory, or memory=" in sentence


@pytest.mark.parametrize(
    "words",
    [
        ["oscillators", "4,4", "--period", "2000000"],
        ["predecessors", "dot.rle", "--generations", "600000"],
        ["encode", "dot.rle", "--generations", "4000000"],
        ["count", "dot.rle", "--generations", "600000"],
        ["eaters", "8,8", "--generations", "10001"],
    ],
    ids=" ".join,
)
def test_generations_have_a_limit(
    words: list[str], folder: Path, peak: None, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(words) == 2
    assert "generations are too many; the limit is 10,000" in capsys.readouterr().err


@pytest.mark.parametrize("method", ["auto", "strips", "sat"])
def test_a_large_board_is_refused_before_its_formula_is_made(
    method: str,
    folder: Path,
    small_machine: None,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.delattr(Predecessor, "spacetime")
    Path("large.rle").write_text("x = 3000, y = 3000, rule = B3/S23\n3o!\n")
    assert main(["predecessors", "large.rle", "--method", method]) == 3
    out, err = capsys.readouterr()
    assert out == ""
    (size,) = re.findall(r"would take about (\d+) GB of memory, more than half of this", err)
    # Strips make less at a time, and do not simplify it.
    assert 40 < int(size) < 60 if method != "sat" else int(size) > 100


@pytest.mark.parametrize("command", ["complete", "forced", "predecessors"])
def test_a_large_margin_is_refused_before_its_cells_are_made(
    command: str,
    folder: Path,
    small_machine: None,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    for problem in (Repeating, Predecessor):
        monkeypatch.delattr(problem, "spacetime")
    Path("on.rle").write_text("x = 1, y = 1, rule = LifeHistory\nA!\n")
    assert main([command, "on.rle", "--margin", "2000"]) == 3
    assert "would take about" in capsys.readouterr().err


@pytest.mark.parametrize(
    "words",
    [
        ["predecessors", "dot.rle"],
        ["predecessors", "dot.rle", "--all", "--solver", SOLVER],
        ["predecessors", "dot.rle", "-g2", "--smallest"],
        ["count", "dot.rle", "-g9"],
        ["encode", "dot.rle"],
        ["still-lifes", "3,3"],
        ["oscillators", "3,3", "--period", "2"],
        ["spaceships", "4,4", "--period", "4", "--shift", "1,1"],
        ["eaters", "8,8", "--generations", "6"],
        ["orphan", "dot.rle"],
        ["sudoku", "empty.txt"],
        ["sokoban", "hall.xsb", "--moves", "1"],
        ["sokoban", "hall.xsb", "--fewest-pushes"],
        ["knuth", "sat-life-grid", "9", "9", "1"],
    ],
    ids=" ".join,
)
def test_a_limit_is_asked_for(
    words: list[str], folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*words, "--memory", "10M"]) == 3
    out, err = capsys.readouterr()
    assert out == ""
    assert "more than the limit, 10 MB; --memory, or memory= in Python, sets another limit" in err


def test_a_higher_limit_is_asked_for(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("lifesat.system.machine._half_of_memory", lambda: 10_000_000)
    assert main(["still-lifes", "3,3"]) == 3
    assert main(["still-lifes", "3,3", "--memory", "1G"]) == 0


def test_in_python(small_machine: None) -> None:
    target = Pattern.from_rows(["O"])
    with pytest.raises(MemoryLimitError, match="more than half of this machine's memory"):
        next(lifesat.still_lifes(5000, 5000))
    with pytest.raises(MemoryLimitError, match=r"the limit, 1\.0 MB; .* memory= in Python, sets"):
        next(lifesat.predecessors(target, memory=1_000_000, solver="cadical195"))
    assert next(lifesat.predecessors(target, memory=GIB)).population


def test_a_job_is_refused_before_it_is_there(folder: Path, small_machine: None) -> None:
    with pytest.raises(MemoryLimitError):
        Job.create("large", ListSolutions(Oscillator(90, 90, 999)), Options())
    assert not (folder / "home").exists()
    words = ["oscillators", "90,90", "--period", "999", "--job", "large"]
    assert main(words) == 3
    assert not (folder / "home").exists()


def test_a_job_has_another_limit_when_it_is_resumed(folder: Path) -> None:
    job = Job.create("small", ListSolutions(StillLife(3, 3)), Options(workers=1))
    little = Options(encoding="column_triples", workers=1, memory=1_000_000)
    with pytest.raises(MemoryLimitError, match="would take about"):
        job.change(little)
    with job.journal() as journal:
        journal.record(values={"options": little.to_json()})
    assert main(["jobs", "run", "small", "--quiet"]) == 4
    assert "would take about" in job.summary().reason
    assert main(["jobs", "resume", "small", "--memory", "1G"]) == 0
    job.stop()
    assert job.options().memory == GIB


def test_the_form_says_it(folder: Path, small_machine: None) -> None:
    typed = {"name": "one", "box": "90,90", "period": "999"}
    checked = check(Draft("oscillators", typed))
    assert "of memory, more than half of this machine's" in checked.errors["problem"]
    assert checked.problem is None
    assert not check(Draft("oscillators", typed | {"period": "2"})).errors


# ---------------------------------------------------------------- several processes


def test_only_what_fits_is_started() -> None:
    setup = SolverSetup(Predecessor(soup(30, 30)), "column_triples", SOLVER, ONE_FORMULA)
    each = setup.bytes
    assert len(fitting_setups(portfolio_members(setup), 4)) == 4
    for limit in (each, 2 * each, 3 * each):
        chosen = fitting_setups(
            portfolio_members(
                SolverSetup(setup.problem, setup.encoding, SOLVER, ONE_FORMULA, memory=limit)
            ),
            4,
        )
        assert chosen[0] == setup
        assert 1 <= len(chosen) <= limit // (each // 2)
        assert sum(each.bytes for each in chosen) <= limit
    assert memory.fitting(8, 3, 10) == 3
    assert memory.fitting(8, 11, 10) == 1
    assert memory.fitting(2, 3, 10) == 2


# ---------------------------------------------------------------- what is given to a solver


def test_clauses_are_given_to_a_solver_some_at_a_time() -> None:
    formula = Formula(1_000_000)
    formula.add(np.arange(1, 800_001, dtype=np.int32).reshape(-1, 8))
    tracemalloc.start()
    try:
        with Solver(formula, "minisat22"):
            _, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert most < 8_000_000


def test_chunks_are_all_clauses_in_order() -> None:
    formula = Formula(300_000)
    formula.add(np.arange(1, 300_001, dtype=np.int32).reshape(-1, 3))
    formula.add(np.zeros((2, 0), dtype=np.int32))
    formula.add(np.array([[-5]], dtype=np.int32))
    whole = [clause for block in formula.blocks() for clause in block.tolist()]
    chunks = list(formula.chunks())
    assert [clause for chunk in chunks for clause in chunk] == whole
    assert max(map(len, chunks)) < 30_000
    assert list(formula.chunks(2)) == [[[-5]]]


# ---------------------------------------------------------------- the counting of live cells


def test_the_best_so_far_is_shown_before_a_counter_is_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    problem = Predecessor(Pattern.from_rows(["OO", "OO"]), generations=2)

    class Large(CountingFormula):
        size = property(lambda _: Size(clauses=10**12))

    monkeypatch.setattr("lifesat.engines.sat.formula_solvers.CountingFormula", Large)
    events = search(BestSolution(problem, "fewest"), Options())
    found: list[Event] = []
    with pytest.raises(FailedError, match="would take about"):
        found.extend(iter(events))
    (best,) = [event for event in found if isinstance(event, Solutions)]
    assert problem.verify(best.boards).all()
    tasks.clear_solver_cache()


# ---------------------------------------------------------------- the time limit


def test_the_time_is_looked_at_while_a_formula_is_made(monkeypatch: pytest.MonkeyPatch) -> None:
    made = []
    original = Formula.add_template

    def noted(self: Formula, template: object, inputs: object) -> None:
        made.append(inputs)
        original(self, template, inputs)  # type: ignore[arg-type]

    monkeypatch.setattr(Formula, "add_template", noted)
    for problem in (Oscillator(6, 6, 50), Sokoban(HALL, 5)):
        (done,) = search(ListSolutions(problem), Options(time_limit=0.0))
        assert isinstance(done, Done)
        assert done.status == "time_limit"
    assert len(made) <= 2


def test_the_time_limit_includes_reading() -> None:
    problem = Oscillator(4, 4, 2)
    (done,) = search(ListSolutions(problem), Options(time_limit=60.0), seconds=61.0)
    assert isinstance(done, Done)
    assert done.status == "time_limit"
    assert done.seconds >= 61


def test_work_that_is_over_stops() -> None:
    formula = Formula(10)
    with pytest.raises(StoppedError), interruptible(lambda: True):
        formula.add(np.array([[1, 2]], dtype=np.int32))
    formula.add(np.array([[1, 2]], dtype=np.int32))
    with pytest.raises(StoppedError), interruptible(lambda: True):
        Solver(formula)
    with Solver(formula) as solver:
        assert solver.solve(10)


# ---------------------------------------------------------------- a process with little memory


@pytest.mark.skipif(sys.platform != "linux", reason="the limit is Linux's")
def test_a_refused_search_never_comes_near_its_memory(folder: Path) -> None:
    code = """if True:
        import resource, sys
        resource.setrlimit(resource.RLIMIT_AS, (1 << 30, 1 << 30))
        from lifesat.cli import main
        sys.exit(main(sys.argv[1:]))
    """
    for words in ABSURD:
        run = subprocess.run(
            [sys.executable, "-c", code, *words, "--memory", "8G"],
            capture_output=True,
            text=True,
            check=False,
        )
        assert run.returncode == 3
        assert "would take about" in run.stderr
