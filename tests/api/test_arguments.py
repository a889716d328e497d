"""What the public functions reject at the call."""

import inspect
import math
import os
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import lifesat
from lifesat import Pattern, UserError
from lifesat.engines.options import Options

# Without its types, which reject most of this before it runs.
api: Any = lifesat
BLOCK = Pattern.from_rows(["OO", "OO"])


@pytest.mark.quick
@pytest.mark.parametrize(
    ("asked", "sentence"),
    [
        ({"limit": -3}, "limit is -3; it must be an int of at least 1, or None"),
        ({"limit": 0}, "limit is 0; it must be"),
        ({"limit": 2.5}, "limit is 2.5; it must be an int"),
        ({"limit": "3"}, "limit is '3'; it must be an int"),
        ({"limit": True}, "limit is True; it must be an int"),
        ({"solver": "foo"}, "solver is 'foo'; it can be cadical195, "),
        ({"workers": 0}, "workers is 0; it must be an int of at least 1"),
        ({"memory": -5}, "memory is -5; it must be an int of at least 1, or None"),
        ({"progress": 3}, "progress is 3; it must be a function, or None"),
        ({"skip": 1, "up_to_symmetry": True}, "cannot be combined with up_to_symmetry"),
        ({"encoding": "foo"}, "unknown encoding 'foo' for predecessors; choose one of"),
        ({"encoding": ""}, "unknown encoding '' for predecessors"),
        ({"time_limit": -1}, "time_limit is -1; it must be a number of at least 0, or None"),
        ({"time_limit": math.nan}, "time_limit is nan; it must be a number"),
        ({"time_limit": math.inf}, "time_limit is inf; it must be a number"),
        ({"time_limit": "5m"}, "time_limit is '5m'; it must be a number"),
        ({"generations": 0}, "generations is 0; it must be an int of at least 1"),
        ({"generations": 1.5}, "generations is 1.5; it must be an int"),
        ({"generations": math.nan}, "generations is nan; it must be an int"),
        ({"margin": -1}, "margin is -1; it must be an int of at least 0"),
        ({"margin": "1"}, "margin is '1'; it must be an int"),
        ({"min_population": -1}, "min_population is -1; it must be an int of at least 0"),
        (
            {"max_population": 2.0},
            "max_population is 2.0; it must be an int of at least 0",
        ),
        ({"outside": "nowhere"}, "outside is 'nowhere'"),
        ({"outside": "torus"}, "sizes and no shift; give them in the target's rule, such as "),
        ({"outside": ["dead"]}, "outside is ['dead']; it must be a name"),
        ({"encoding": np.array([1, 2])}, "encoding is array([1, 2]); it must be a name"),
        ({"solver": 3}, "solver is 3; it must be a name"),
        ({"different": -1}, "different is -1; it must be True or False"),
        ({"up_to_symmetry": "no"}, "up_to_symmetry is 'no'; it must be True or False"),
        ({"symmetry": "D3"}, "unknown symmetry 'D3'"),
        ({"symmetry": None}, "symmetry is None; it must be a name"),
        ({"require": [(0.5, 1)]}, "require is [(0.5, 1)]; it must hold cells"),
        ({"forbid": [3]}, "forbid is [3]; it must hold cells, each a pair of ints"),
        ({"target": "bo$2bo$3o!"}, "target is 'bo$2bo$3o!'; it must be a Pattern"),
    ],
    ids=str,
)
def test_what_makes_no_sense_is_refused_at_the_call(asked: dict[str, Any], sentence: str) -> None:
    with pytest.raises(UserError) as error:
        api.predecessors(**{"target": BLOCK, **asked})
    assert sentence in str(error.value)
    assert "\n" not in str(error.value)


@pytest.mark.quick
@pytest.mark.parametrize(
    ("asked", "sentence"),
    [
        ({"skip": -1}, "skip is -1; it must be an int of at least 0"),
        ({"workers": 0}, "workers is 0; it must be an int of at least 1"),
        ({"memory": 0}, "memory is 0; it must be an int of at least 1, or None"),
    ],
    ids=str,
)
def test_options_that_make_no_sense(asked: dict[str, Any], sentence: str) -> None:
    with pytest.raises(UserError, match=sentence):
        Options(**asked)


@pytest.mark.quick
def test_a_goal_that_nobody_knows() -> None:
    with pytest.raises(UserError, match="goal is 'best'; it can be 'fewest' or 'most'"):
        api.submit("best", api.predecessors(BLOCK), goal="best")


@pytest.mark.parametrize(
    ("call", "sentence"),
    [
        (lambda: api.count(BLOCK, encoding="foo"), "unknown encoding 'foo' for predecessors"),
        (lambda: api.count(BLOCK, memory=0), "memory is 0"),
        (lambda: api.count(BLOCK, disk=-1), "disk is -1"),
        (lambda: api.sample(BLOCK, disk="much"), "disk is 'much'"),
        (lambda: api.marginals(BLOCK, disk=-1), "disk is -1"),
        (lambda: api.count(BLOCK, up_to_symmetry=1), "up_to_symmetry is 1; it must be True or"),
        (lambda: api.smallest(None), "target is None; it must be a Pattern"),
        (lambda: api.submit("tub", BLOCK), "search is <Pattern 2x2, 4 live, B3/S23>; it must be"),
        (lambda: api.submit("tub", api.predecessors(BLOCK), goal=[3]), "goal is [3]; it must be"),
        (
            lambda: api.best_sokoban("", np.array([1, 2])),
            "goal is array([1, 2]); it must be a name",
        ),
        (lambda: api.prove(BLOCK, solver=np.array([1, 2])), "solver is array([1, 2]); it must be"),
        (lambda: api.is_orphan(BLOCK, workers=np.array([1, 2])), "workers is array([1, 2]); it"),
        (lambda: api.resume(3), "invalid job name 3"),
        (lambda: api.sample(BLOCK, 0), "number is 0; it must be an int of at least 1"),
        (lambda: api.sample(BLOCK, seed=-1), "seed is -1"),
        (lambda: api.approximate_sample(BLOCK, 0), "number is 0; it must be an int of at least 1"),
        (
            lambda: api.approximate_sample(BLOCK, generations=2),
            "these draw one generation back only",
        ),
        (lambda: api.sample(BLOCK, generations=2, max_outside=1), "all of these conditions"),
        (lambda: api.marginals(BLOCK, generations=2, max_outside=1), "all of these conditions"),
        (lambda: api.marginals(BLOCK, memory=0), "memory is 0"),
        (
            lambda: api.smallest(api.predecessors(BLOCK), margin=0),
            "give margin to",
        ),
        (
            lambda: api.smallest(api.predecessors(BLOCK, limit=3)),
            "limit cannot be combined with",
        ),
        (
            lambda: api.smallest(api.solve_sudoku("1.....3..2.....4")),
            "are not compared by their live cells",
        ),
        (lambda: api.still_lifes(0, 3), "width is 0; it must be an int of at least 1"),
        (lambda: api.still_lifes(3, 2.5), "height is 2.5"),
        (lambda: api.still_lifes(3, 3, connected="loose"), "connected is 'loose'; it can be any, "),
        (lambda: api.still_lifes(3, 3, rule=3), "rule is 3; it must be a Rule or a name"),
        (lambda: api.still_lifes(3, 3, rule="B3/S23:T9,9"), "has a bounded grid"),
        (lambda: api.still_lifes(3, 3, symmetry=None), "symmetry is None; it must be a name"),
        (lambda: api.still_lifes(3, 3, no_empty_lines=2), "no_empty_lines is 2; it must be True"),
        (lambda: api.oscillators(3, 3, None), "period is None; it must be an int"),
        (lambda: api.eaters(8, 8, None), "generations is None; it must be an int of at least 2"),
        (lambda: api.eaters(8, 8, 8, with_glider=2), "with_glider is 2; it must be True or False"),
        (lambda: api.oscillators(3, 3, 1), "period is 1"),
        (lambda: api.oscillators(3, 3, "2"), "period is '2'"),
        (lambda: api.oscillators(3, 3, 2, glide="turn"), "turn"),
        (lambda: api.spaceships(5, 5, 4, 1), "shift is 1; it must be a pair of ints"),
        (lambda: api.spaceships(5, 5, 4, (0.5, 1)), "shift is 0.5; it must be an int"),
        (lambda: api.eaters(8, 8, 8, corner="middle"), "corner is 'middle'"),
        (lambda: api.eaters(8, 8, 8, phase=4), "phase is 4"),
        (lambda: api.prove(BLOCK, solver="minisat22"), "solver 'minisat22' does not write proofs"),
        (lambda: api.minimal_orphan(BLOCK, workers=0), "workers is 0"),
        (lambda: api.is_orphan(BLOCK, workers=None), "workers is None"),
        (lambda: api.minimal_orphan(BLOCK, progress=3), "progress is 3; it must be a function"),
        (lambda: api.prove(BLOCK, progress=3), "progress is 3; it must be a function"),
        (lambda: api.solve_sudoku("12"), "Sudoku"),
        (lambda: api.solve_sudoku([[1.5]]), "a Sudoku is a text or rows of ints"),
        (
            lambda: api.solve_sudoku("1.....3..2.....4\n" * 2),
            "text:2: a second Sudoku; a search is",
        ),
        (lambda: api.solve_sudoku(np.zeros((4, 4))), "a Sudoku is a text or rows of ints"),
        (lambda: api.solve_sokoban([1], 3), "a Sokoban level is a text or rows of text"),
        (lambda: api.solve_sokoban("####", 3), "player"),
        (lambda: api.solve_sokoban("#####\n#@$.#\n#####", 0), "moves is 0"),
        (lambda: api.best_sokoban("#####\n#@$.#\n#####", "walks"), "goal is 'walks'; it can be"),
        (
            lambda: api.best_sokoban("#####\n#@$.#\n#####", "pushes", encoding="occupied"),
            "encoding cannot be combined with goal 'pushes'",
        ),
    ],
)
def test_other_functions_refuse_at_the_call(call: Callable[[], object], sentence: str) -> None:
    with pytest.raises(UserError) as error:
        call()
    assert sentence in str(error.value)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    "function",
    [
        "predecessors",
        "has_predecessor",
        "count",
        "sample",
        "approximate_sample",
        "marginals",
        "forced",
        "smallest",
        "is_orphan",
        "is_self_forcing",
        "prove",
    ],
)
def test_a_life_history_pattern_must_be_converted(function: str) -> None:
    pattern = Pattern.from_array([[1, 2], [3, 0]], rule="LifeHistory")
    with pytest.raises(UserError) as error:
        getattr(api, function)(pattern)
    assert str(error.value) == (
        "the rule of target is LifeHistory; convert it with "
        "lifesat.life_history_target(pattern, unknown=...)"
    )
    assert api.has_predecessor(api.life_history_target(pattern, unknown=True))


@pytest.mark.parametrize(
    ("call", "sentence"),
    [
        (lambda: api.parse_rule(3), "rule is 3; it must be a text such as 'B3/S23'"),
        (lambda: api.read_text(None), "text is None; it must be str or bytes"),
        (lambda: api.read_file("a\0b"), "invalid file name 'a\\x00b'"),
        (lambda: api.write_text([[1]]), "pattern is [[1]]; it must be a Pattern"),
        (lambda: api.life_history_target("bo!", unknown=True), "pattern is 'bo!'; it must be a"),
        (lambda: api.check_proof(None, ""), "formula is None; it must be a text or lines of text"),
        (lambda: api.check_proof("p cnf 1 1\n1 0", b"0"), "a line of the proof is 48; it must be"),
        (lambda: Pattern.from_rows(["O"], rule=api.UNKNOWN), "rule is 2; it must be a Rule or its"),
        (lambda: api.Pattern.from_rows([["O"]]), "row 0 is ['O']; it must be a text of '.', 'O'"),
        (lambda: Pattern.from_cells([(0, 0, 256)]), "each cell must be (x, y) or (x, y, state)"),
        (lambda: api.Pattern.from_cells([(0.5, 0)]), "each cell must be (x, y)"),
        (lambda: Pattern.from_cells([(0,)]), "each cell must be (x, y)"),
        (lambda: Pattern.from_array([[1], [1, 0]]), "must have the same length"),
        (lambda: Pattern.from_array([["O"]]), "states must be integers from 0 to 255"),
        (lambda: Pattern.from_array([[10**30]]), "states must be integers from 0 to 255"),
    ],
)
def test_patterns_rules_texts_and_proofs_of_the_wrong_type(
    call: Callable[[], object], sentence: str
) -> None:
    with pytest.raises(UserError) as error:
        call()
    assert sentence in str(error.value)


@pytest.mark.quick
def test_integers_of_numpy_are_cells() -> None:
    cells = api.Pattern.from_cells(np.array([[3, 4], [4, 4]]))
    assert cells == Pattern.from_cells([(3, 4), (4, 4)])
    assert type(cells.position[0]) is int


def test_more_live_cells_than_there_are_cells_are_in_no_solution() -> None:
    assert list(api.predecessors(BLOCK, min_population=10**30)) == []
    assert api.sample(BLOCK, min_population=10**30) == []
    assert api.marginals(BLOCK, min_population=10**30).total == 0
    assert api.smallest(BLOCK, min_population=10**30) is None
    assert not api.has_predecessor(BLOCK, generations=2, min_population=10**30)
    assert api.largest(api.still_lifes(3, 3, min_population=10**30)) is None


def test_an_unknown_argument_is_a_type_error() -> None:
    for function in (api.predecessors, api.count, api.smallest, api.sample, api.marginals):
        with pytest.raises(TypeError, match="unexpected keyword argument 'margn'"):
            function(BLOCK, margn=1)


@pytest.mark.parametrize(
    "call",
    [
        lambda: api.prove(BLOCK, workers=1),
        lambda: api.best_sokoban("#####\n#@$.#\n#####", workers=1),
    ],
    ids=["prove", "best_sokoban"],
)
def test_several_workers_are_refused_where_one_process_searches(
    call: Callable[[], object],
) -> None:
    with pytest.raises(TypeError, match="unexpected keyword argument 'workers'; there are encod"):
        call()


def test_the_public_names_are_shown_and_load_nothing() -> None:
    code = (
        "import sys, lifesat; names = dir(lifesat); "
        "print(sorted(m for m in ('numpy', 'pysat', 'typing') if m in sys.modules)); "
        "print(all(hasattr(lifesat, name) for name in names), 'predecessors' in names, len(names))"
    )
    words = [sys.executable, "-S", "-c", code]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    reported = subprocess.run(
        words, capture_output=True, text=True, check=True, env=environment
    ).stdout
    assert reported == f"[]\nTrue True {len(lifesat.__all__)}\n"


def test_every_public_name_has_a_docstring_with_its_errors() -> None:
    for name in lifesat.__all__:
        thing = getattr(lifesat, name)
        if inspect.isfunction(thing):
            words = inspect.getdoc(thing) or ""
            assert "Parameters" in words or not inspect.signature(thing).parameters, name
