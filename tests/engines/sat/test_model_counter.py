"""The model counter, the sweep and the SAT enumeration on the same targets, and brute force."""

import subprocess
import sys

import pytest
from hypothesis import given, settings

from lifesat import Pattern
from lifesat.cnf.formula import Formula
from lifesat.defaults import ENCODING
from lifesat.engines.frontier.counts import count_boards
from lifesat.engines.options import Options
from lifesat.engines.sat import model_counter
from lifesat.engines.sat.model_counter import count_here, count_models
from lifesat.problems.life.predecessor import Predecessor
from lifesat.queries.events import Done
from lifesat.queries.search import search
from lifesat.queries.solutions import ListSolutions
from tests.support.predecessors import brute_force, problems
from tests.support.targets import OBJECTS

pytestmark = pytest.mark.usefixtures("pyganak")


def clauses(formula: Formula) -> list[list[int]]:
    return [clause for block in formula.blocks() for clause in block.tolist()]


@settings(max_examples=40)
@given(problem=problems())
def test_four_ways_to_count(problem: Predecessor) -> None:
    expected = len(brute_force(problem))
    formula = problem.formula("truth_table")
    assert count_here(formula.variables, problem.projection, clauses(formula)) == expected
    *_, done = search(ListSolutions(problem), Options("truth_table", limit=None))
    assert isinstance(done, Done)
    assert done.found == expected
    if problem.generations == 1:
        assert count_boards(problem) == expected


@pytest.mark.parametrize("name", ["tub", "pond", "dot"])
@pytest.mark.parametrize("margin", [0, 1])
def test_in_a_process_of_its_own(name: str, margin: int, capfd: pytest.CaptureFixture[str]) -> None:
    problem = Predecessor(Pattern.from_rows(OBJECTS[name]), margin=margin)
    formula = problem.formula(ENCODING)
    assert count_models(formula, problem.projection) == count_boards(problem)
    assert capfd.readouterr() == ("", "")


def test_a_counter_that_ends_without_an_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(model_counter, "__file__", "/nowhere/model_counter.py")
    with pytest.raises(MemoryError, match="exit code 2"):
        count_models(Formula(), 0)


def test_it_is_loaded_only_when_it_counts() -> None:
    words = "import sys; import lifesat.engines.sat.model_counter; print('pyganak' in sys.modules)"
    reported = subprocess.run([sys.executable, "-c", words], capture_output=True, check=True)
    assert reported.stdout.strip() == b"False"
