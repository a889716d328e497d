"""What the public functions find: compared with the oracles, the command line and plain Life."""

import gc
import multiprocessing
import subprocess
import sys
from collections import Counter
from itertools import islice, takewhile
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from lifesat import (
    UNKNOWN,
    Pattern,
    Progress,
    Search,
    TimeLimitError,
    UserError,
    approximate_sample,
    best_sokoban,
    count,
    count_by_population,
    eaters,
    forced,
    has_predecessor,
    largest,
    life_history_target,
    minimal_orphan,
    oscillators,
    predecessors,
    read_file,
    sample,
    smallest,
    solve_sokoban,
    solve_sudoku,
    spaceships,
    still_lifes,
)
from lifesat.api.search import last, patterns
from lifesat.cli import main
from lifesat.engines.options import Options
from lifesat.problems.life.predecessor import Predecessor
from lifesat.puzzles.sokoban.text import read as read_levels
from lifesat.queries.events import Done, Event, Solutions
from lifesat.queries.solutions import BestSolution
from tests.support.environment import weekly_after

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
BLOCK = Pattern.from_rows(["OO", "OO"])
TUB = Pattern.from_rows([".O.", "O.O", ".O."])
POND = Pattern.from_rows([".OO.", "O..O", "O..O", ".OO."])
GARDEN = life_history_target(read_file(EXAMPLES / "garden-of-eden-10.rle"), unknown=True)
# Its predecessors are far too many to list, and take long to count.
ENDLESS = Pattern.from_rows(["." * 40] * 40)


def written(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    """What a command writes to standard output."""
    main([*words, "--quiet"])
    return capsys.readouterr().out


def becomes(parent: Pattern, target: Pattern) -> bool:
    """Whether a parent with dead cells around it becomes the target in its place."""
    child = parent.evolve().crop()
    assert child.position is not None
    return str(child) == str(target) and child.position == target.position


# ---------------------------------------------------------------- predecessors


@pytest.mark.quick
def test_lists_agree_with_the_oracle(counts: dict[str, Any]) -> None:
    numbers = counts["parents_of_common_objects"]
    for name, target in (("block", BLOCK), ("tub", TUB), ("pond", POND)):
        placed = target.replace(position=(5, -2))
        for margin in (0, 1):
            found = list(predecessors(placed, margin=margin))
            assert len(set(map(str, found))) == len(found) == numbers[name][f"dead margin {margin}"]
            assert all(becomes(parent, placed) for parent in found)
        assert count(target, outside="free") == numbers[name]["free"]


@pytest.mark.quick
def test_a_listing_sweeps_a_frontier_where_the_command_line_does(
    capsys: pytest.CaptureFixture[str],
) -> None:
    tries = [
        predecessors(POND, **how).options.tries_frontier(Predecessor(POND))
        for how in (
            {},
            {"solver": "cadical195"},
            {"encoding": "truth_table"},
            {"up_to_symmetry": True},
        )
    ]
    assert tries == [True, False, False, False]
    found = list(predecessors(POND))
    texts = written(capsys, "predecessors", str(EXAMPLES / "pond.rle"), "--all", "--to", "picture")
    # The order is that of the sweep.
    assert texts == "\n".join(f"{parent}\n" for parent in found)
    solved = predecessors(POND, solver="cadical195")
    assert Counter(map(str, solved)) == Counter(map(str, found))


def test_skip_goes_on_in_the_order_of_the_frontier() -> None:
    everything = list(predecessors(TUB))
    assert list(predecessors(TUB, skip=50)) == everything[50:]
    assert list(predecessors(TUB, skip=50, limit=3)) == everything[50:53]


def test_a_torus_in_the_file_is_the_outside() -> None:
    target = Pattern.from_rows(["OOO"], rule="B3/S23:T5,5", position=(-1, 0))
    assert count(target) == count(target, outside="torus") != count(target, outside="dead")


def test_conditions_agree_with_a_filter() -> None:
    everything = list(predecessors(BLOCK))
    few = [parent for parent in everything if parent.population <= 4]
    assert len(list(predecessors(BLOCK, max_population=4))) == len(few)
    corner = [parent for parent in everything if (0, 0, 1) in set(parent.cells())]
    # The window begins one cell left of the target and above it.
    cells = np.array([[-1, -1]])
    assert len(list(predecessors(BLOCK, require=cells))) == len(corner)
    rest = len(everything) - len(corner)
    assert len(list(predecessors(BLOCK, forbid=[(-1, -1)]))) == rest


@pytest.mark.quick
def test_what_is_given_of_one_predecessor_leaves_those_that_agree_with_it() -> None:
    everything = list(predecessors(BLOCK))
    known = everything[7].to_array()
    known[1:3] = UNKNOWN
    given = Pattern.from_array(known, position=everything[7].position)
    same = [p for p in everything if (p.to_array()[::3] == known[::3]).all()]
    assert list(predecessors(BLOCK, given=given)) == same
    assert count(BLOCK, given=given) == len(same) < len(everything)
    all_known = forced(BLOCK, given=everything[7])
    assert all_known is not None
    assert str(all_known) == str(everything[7])


def test_the_best_and_the_counts_agree_with_the_list() -> None:
    populations = Counter(parent.population for parent in predecessors(TUB))
    assert count_by_population(TUB) == dict(sorted(populations.items()))
    assert count(TUB) == populations.total()
    best, most = smallest(TUB), largest(TUB)
    assert best is not None
    assert most is not None
    assert (best.population, most.population) == (min(populations), max(populations))
    assert smallest(predecessors(TUB)) == best
    assert count(TUB, up_to_symmetry=True) == len(list(predecessors(TUB, up_to_symmetry=True)))
    assert count(TUB, generations=2, margin=0) == len(
        list(predecessors(TUB, generations=2, margin=0))
    )


def test_where_there_is_none() -> None:
    dot = Pattern.from_rows(["O"])
    search = predecessors(dot, margin=0)
    assert list(search) == []
    assert (search.status, search.proved_complete) == ("none", True)
    assert smallest(dot, margin=0) is None
    assert largest(dot, margin=0) is None
    assert not has_predecessor(dot, margin=0)
    assert has_predecessor(dot)
    assert sample(dot, 3, margin=0) == []
    assert count(dot, margin=0) == 0
    assert count_by_population(dot, margin=0) == {}


def test_approximate_samples_are_predecessors_and_come_one_by_one() -> None:
    target = POND.replace(position=(0, 0))
    first, *others = islice(approximate_sample(target, 10**9, seed=3), 4)
    assert [first, *others] == list(approximate_sample(target, 4, seed=3))
    assert first not in others
    assert all(becomes(parent, target) for parent in (first, *others))


def test_samples_are_predecessors_and_a_seed_draws_the_same() -> None:
    drawn = sample(POND.replace(position=(0, 0)), 20, seed=3)
    assert drawn == sample(POND.replace(position=(0, 0)), 20, seed=3)
    assert drawn != sample(POND.replace(position=(0, 0)), 20, seed=4)
    assert all(becomes(parent, POND.replace(position=(0, 0))) for parent in drawn)


# ---------------------------------------------------------------- the search


def test_the_status_of_a_search() -> None:
    search = predecessors(BLOCK, margin=0)
    assert (search.status, search.proved_complete, search.begun) == (None, False, False)
    assert next(search).population in (3, 4)
    assert (search.status, search.proved_complete) == (None, False)
    assert len(list(search)) == 4
    assert (search.status, search.proved_complete) == ("complete", True)
    search.close()
    assert search.status == "complete"
    limited = predecessors(BLOCK, limit=3)
    assert len(list(limited)) == 3
    assert (limited.status, limited.proved_complete) == ("limit", False)


def test_a_closed_search_yields_nothing_more() -> None:
    search = predecessors(POND)
    with search:
        next(search)
    assert (search.status, list(search)) == ("stopped", [])
    unbegun = predecessors(POND)
    unbegun.close()
    assert (unbegun.status, list(unbegun)) == ("stopped", [])
    with pytest.raises(UserError, match="has begun"):
        smallest(unbegun)


def test_a_time_limit_is_a_status_of_a_list_and_an_error_of_an_answer() -> None:
    search = predecessors(ENDLESS, generations=2, time_limit=0.3)
    assert all(isinstance(parent, Pattern) for parent in search)
    assert (search.status, search.proved_complete) == ("time_limit", False)
    with pytest.raises(TimeLimitError, match="the time limit of 0 s passed before") as error:
        has_predecessor(ENDLESS, generations=4, time_limit=0)
    assert error.value.best is None
    with pytest.raises(TimeoutError):
        minimal_orphan(GARDEN, time_limit=0)


def test_the_best_so_far_comes_with_the_error() -> None:
    problem = Predecessor(BLOCK, margin=0)
    boards = np.array([[[1, 1], [1, 0]]], dtype=np.uint8)
    events: list[Event] = [
        Solutions(1, boards, np.ones(1, dtype=np.intp), problem),
        Done("time_limit", 1, 1, 0, 2.5),
    ]
    options = Options(time_limit=2)
    with pytest.raises(TimeLimitError, match="limit of 2 s passed") as error:
        last(Search(BestSolution(problem, "fewest"), options, iter(events), patterns))
    assert isinstance(error.value.best, Pattern)
    assert str(error.value.best) == "OO\nO."


def test_progress_is_told_and_its_errors_end_the_search() -> None:
    reported: list[Progress] = []
    with predecessors(ENDLESS, generations=2, progress=reported.append) as search:
        found = list(takewhile(lambda _: not reported, search))
    assert 0 < reported[-1].found <= len(found)

    def fail(_: Progress) -> None:
        raise KeyError("mine")

    search = predecessors(ENDLESS, generations=2, progress=fail)
    with pytest.raises(KeyError, match="mine"):
        list(search)
    assert search.status == "stopped"


def test_two_searches_at_once() -> None:
    both = list(
        zip(
            predecessors(TUB, solver="cadical195"),
            predecessors(POND, solver="glucose4"),
            strict=False,
        )
    )
    assert len(both) == min(count(TUB), count(POND))
    assert len({str(tub) for tub, _ in both}) == len({str(pond) for _, pond in both}) == len(both)


@pytest.mark.parametrize("end", ["close", "forget"])
def test_no_process_outlives_a_search(end: str) -> None:
    before = set(multiprocessing.active_children())
    # A list of all goes to other processes after five seconds.
    search = predecessors(ENDLESS, generations=2, workers=2)
    for _ in search:
        if set(multiprocessing.active_children()) - before:
            break
    assert set(multiprocessing.active_children()) - before
    if end == "close":
        search.close()
    else:
        gc.disable()  # it is freed at once, not when a collection finds it
        try:
            del search
        finally:
            gc.enable()
    assert set(multiprocessing.active_children()) == before


INTERRUPTED = """
import _thread, multiprocessing, threading
from lifesat import Pattern, predecessors

def main():
    seen = []
    def watch():
        while not multiprocessing.active_children():
            threading.Event().wait(0.05)
        seen.append(True)
        {how}
    threading.Thread(target=watch, daemon=True).start()
    try:
        for parent in predecessors(Pattern.from_rows(["." * 40] * 40), generations=2, workers=2):
            {body}
    except KeyboardInterrupt:
        print("interrupted", seen, len(multiprocessing.active_children()))

if __name__ == "__main__":
    main()
"""


@pytest.mark.parametrize("body", weekly_after(1, ["pass", "threading.Event().wait(0.01)"]))
def test_ctrl_c_in_a_loop_leaves_no_process(tmp_path: Path, body: str) -> None:
    script = tmp_path / "script.py"
    how = "_thread.interrupt_main()"
    script.write_text(INTERRUPTED.replace("{how}", how).replace("{body}", body))
    words = [sys.executable, str(script)]
    reported = subprocess.run(words, capture_output=True, text=True, timeout=500, check=True)
    assert reported.stdout == "interrupted [True] 0\n", reported.stderr


# ---------------------------------------------------------------- objects


def test_objects_agree_with_the_command_line_and_known_numbers(
    capsys: pytest.CaptureFixture[str],
) -> None:
    found = list(still_lifes(3, 3))
    texts = written(capsys, "still-lifes", "3,3", "--all", "--to", "picture")
    assert sorted(texts.rstrip("\n").split("\n\n")) == sorted(map(str, found))
    assert all(life.evolve() == life for life in found)
    best = largest(still_lifes(5, 5))
    assert best is not None
    # OEIS A055397: the densest still life of 5x5 has 16 cells.
    assert best.population == 16
    assert {life.population for life in oscillators(3, 3, 2)} == {3}
    ship = next(spaceships(4, 4, 4, (1, 1), limit=1))
    moved = ship.replace(position=(0, 0)).evolve(4).crop()
    start = ship.replace(position=(0, 0)).crop()
    assert start.position is not None
    assert moved.position == (start.position[0] + 1, start.position[1] + 1)
    assert str(moved) == str(start)


def test_strict_still_lifes_are_some_of_all() -> None:
    everything = set(map(str, still_lifes(4, 5)))
    strict = set(map(str, still_lifes(4, 5, connected="strict")))
    pseudo = set(map(str, still_lifes(4, 5, connected="pseudo")))
    assert strict | pseudo <= everything
    assert not strict & pseudo


def test_an_eater_eats() -> None:
    eater = next(eaters(8, 8, 8, max_population=7))
    shown = next(eaters(8, 8, 8, max_population=7, with_glider=True))
    assert (eater.population, shown.population) == (7, 12)
    assert eater.evolve() == eater
    again = shown.replace(position=(0, 0)).evolve(8).crop()
    assert str(again) == str(eater.crop())


# ---------------------------------------------------------------- puzzles


def test_sudokus_as_texts_rows_and_arrays() -> None:
    text = "1.....3..2.....4"
    clues = [[int(c) if c != "." else 0 for c in text[i : i + 4]] for i in range(0, 16, 4)]
    (solution,) = solve_sudoku(text)
    for puzzle in (clues, np.array(clues), "\n".join(text[i : i + 4] for i in range(0, 16, 4))):
        search = solve_sudoku(puzzle)
        assert list(search) == [solution]
        assert search.proved_complete
    assert all(sorted(row) == [1, 2, 3, 4] for row in (*solution, *zip(*solution, strict=True)))
    # OEIS A107739: how many filled 4x4 Sudokus there are.
    assert sum(1 for _ in solve_sudoku([[0] * 4] * 4)) == 288


def test_sokoban() -> None:
    room = ["#######", "#@ $ .#", "#     #", "#######"]
    assert list(solve_sokoban(room, 3)) == ["rRR"]
    assert list(solve_sokoban("\n".join(room), 3)) == ["rRR"]
    short = solve_sokoban(room, 2)
    assert (list(short), short.status) == ([], "none")


def test_best_sokoban() -> None:
    events: list[Progress] = []
    level = read_levels((EXAMPLES / "microban.xsb").read_text())[1].level.rows
    moves = best_sokoban(level, progress=events.append)
    pushes = best_sokoban("\n".join(level), "pushes")
    assert moves is not None
    assert pushes is not None
    # The published numbers for the second level.
    assert len(moves) == 16
    assert sum(map(str.isupper, pushes)) == 3
    assert events[-1].found == 1
    assert best_sokoban(["#####", "#@ *#", "#####"]) == ""
    assert best_sokoban(["########", "#@$ $..#", "########"]) is None
    with pytest.raises(TimeLimitError, match="before the fewest moves were known") as error:
        best_sokoban(level, time_limit=0)
    assert error.value.best is None
