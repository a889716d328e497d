"""The scripts executed as Golly's own Python does, with a stand-in for its module."""

import ast
import json
import os
import random
import shutil
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from lifesat import __version__
from lifesat.cli import main
from lifesat.life.rule import LIFE
from tests.support.plain import next_cells
from tests.support.stand_in import StandIn, run

SOURCE = Path(__file__).resolve().parents[2] / "golly_scripts"
FILES = sorted(path for path in SOURCE.rglob("*.py"))
ENTRIES = sorted(SOURCE.glob("*.py"))
TUB = {(1, 0), (0, 1), (2, 1), (1, 2)}


@pytest.fixture
def scripts(tmp_path: Path) -> Iterator[Path]:
    """Installed scripts, in an interpreter that forgets them after the test."""
    folder = tmp_path / "scripts"
    assert main(["golly", "install", "--language", "python", "--folder", str(folder)]) == 0
    yield folder
    for name in [name for name in sys.modules if name.split(".")[0] in ("golly", "lifesat_golly")]:
        del sys.modules[name]


def tub(folder: Path, **options: object) -> StandIn:
    golly = StandIn(folder, **options)  # type: ignore[arg-type]
    golly.layer.cells = set(TUB)
    golly.layer.selection = [0, 0, 3, 3]
    return golly


def left_behind(folder: Path) -> list[str]:
    """Return the temporary folders, and the processes that this one has started for lifesat."""
    found = [path.name for path in folder.glob("lifesat-*") if path.is_dir()]
    for process in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            parent = (process / "stat").read_text().rpartition(")")[2].split()[1]
            words = (process / "cmdline").read_text()
            if int(parent) == os.getpid() and "\0-m\0lifesat\0" in words:
                found.append(words)
    return found


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_the_syntax_is_that_of_python_3_8_in_ascii(path: Path) -> None:
    tree = ast.parse(path.read_bytes().decode("ascii"), feature_version=(3, 8))
    for node in ast.walk(tree):
        # Evaluated when a module is loaded, unlike in annotations: 3.8 has no list[int], no X | Y.
        if isinstance(node, ast.Assign | ast.AnnAssign) and isinstance(node.value, ast.Subscript):
            assert not (
                isinstance(node.value.value, ast.Name) and node.value.value.id in ("list", "dict")
            )


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_nothing_is_imported_but_the_library_golly_and_ourselves(path: Path) -> None:
    names = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            names |= {alias.name.split(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.module
            names.add(node.module.split(".")[0])
    ours = {"golly", "lifesat_golly"} if "bridge" not in path.parts else {"signatures"}
    assert names <= ours | set(sys.stdlib_module_names)
    # A name of ours that is a module's too would shadow it: Golly looks here first.
    assert path.stem not in sys.stdlib_module_names


@pytest.mark.quick
@pytest.mark.parametrize("path", ENTRIES, ids=lambda path: path.name)
def test_every_script_has_its_launcher(path: Path) -> None:
    lines = path.with_suffix(".lua").read_text().splitlines()
    assert lines[0] == f"-- Runs {path.name} in builds of Golly that have no Python."
    assert lines[1:] == ENTRIES[0].with_suffix(".lua").read_text().splitlines()[1:]


@pytest.mark.quick
def test_a_parent_is_found(
    scripts: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    golly = tub(tmp_path)
    run(scripts / "find-predecessors.py", golly)
    target, parents = golly.layers
    assert target.cells == TUB
    assert parents.name == "parents of target"
    assert next_cells(parents.cells, LIFE) == TUB
    assert parents.selection == [-1, -1, 5, 5]
    assert golly.said[-1].startswith("lifesat: 1 predecessor")
    assert golly.checking
    # What stands on standard error becomes a dialog in Golly.
    assert capfd.readouterr().err == ""
    assert left_behind(tmp_path) == []


@pytest.mark.parametrize("copied", ["folder", "file"])
def test_scripts_that_were_only_copied_find_lifesat(
    scripts: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, copied: str
) -> None:
    """The whole folder, or a file that runs the scripts that lifesat comes with."""
    script = scripts / "find-predecessors.py"
    shared = scripts / "lifesat_golly"
    (shared / "lifesat.json").unlink()
    if copied == "file":
        script = tmp_path / "alone" / "one-parent.py"
        script.parent.mkdir()
        script.write_text((shared / "lookup.py").read_text() + 'run("find-predecessors.py")\n')
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    monkeypatch.setenv("HOME", str(tmp_path))
    golly = tub(tmp_path)
    run(script, golly)
    assert golly.said[-1].startswith("lifesat: no lifesat was found")
    lifesat = tmp_path / ".local" / "bin" / "lifesat"
    lifesat.parent.mkdir(parents=True)
    lifesat.write_text(f'#!/bin/sh\nexec {sys.executable} -P -m lifesat "$@"\n')
    lifesat.chmod(0o755)
    golly = tub(tmp_path)
    run(script, golly)
    assert next_cells(golly.layers[1].cells, LIFE) == TUB


@pytest.mark.parametrize(
    ("version", "sentence"),
    [
        ("0.9", "Not possible: unrecognized option 'until-eof'"),
        ("1.0", "lifesat: the scripts are of lifesat 0.9, and lifesat is 1.0; run: lifesat golly"),
    ],
)
def test_a_refusal_by_another_version_says_so(
    scripts: Path, tmp_path: Path, version: str, sentence: str
) -> None:
    python = tmp_path / "python"
    python.write_text(
        f'#!/bin/sh\ncase "$*" in *--version) echo lifesat {version}; exit;; esac\n'
        "echo \"lifesat: unrecognized option '--until-eof'\" >&2\nexit 2\n"
    )
    python.chmod(0o755)
    configuration = scripts / "lifesat_golly" / "lifesat.json"
    assert json.loads(configuration.read_text())["version"] == __version__
    configuration.write_text(json.dumps({"python": str(python), "version": "0.9"}))
    golly = tub(tmp_path)
    run(scripts / "find-predecessors.py", golly)
    assert next(filter(None, [golly.rejected, *golly.noted, *golly.said])).startswith(sentence)


def test_the_shared_files_are_read_anew_in_the_same_interpreter(
    scripts: Path, tmp_path: Path
) -> None:
    golly = tub(tmp_path)
    run(scripts / "find-predecessors.py", golly)
    assert len(golly.layers) == 2
    shared = scripts / "lifesat_golly" / "patterns.py"
    shared.write_text(shared.read_text().replace("= 1_000_000", "= 8"))
    golly = tub(tmp_path)
    run(scripts / "find-predecessors.py", golly)
    assert golly.said == ["lifesat: the pattern is too large: 3 x 3 cells, and the limit is 8"]
    # Another installation, in the same interpreter.
    other = scripts.parent / "other"
    shutil.copytree(scripts, other)
    shared = other / "lifesat_golly" / "patterns.py"
    shared.write_text(shared.read_text().replace("MOST_CELLS = 8", "MOST_CELLS = 7"))
    golly = tub(tmp_path)
    run(other / "find-predecessors.py", golly)
    assert golly.said == ["lifesat: the pattern is too large: 3 x 3 cells, and the limit is 7"]


def test_a_stop_inside_update_comes_as_a_system_error(scripts: Path, tmp_path: Path) -> None:
    golly = tub(tmp_path, answer="1 1 dead 3", events=("", "key space none"))
    golly.stops_in_update = True
    run(scripts / "find-predecessors.py", golly)
    assert "lifesat: 2 of 3" in "".join(golly.said)
    assert next_cells(golly.layers[1].cells, LIFE) == TUB
    assert golly.checking
    first = tub(tmp_path, answer="1 1 dead 1")
    run(scripts / "find-predecessors.py", first)
    assert golly.layers[1].cells != first.layers[1].cells  # Escape keeps the one shown


def test_a_stop_at_any_call_leaves_nothing_half_done(scripts: Path, tmp_path: Path) -> None:
    golly = tub(tmp_path, answer="1 1 dead 3", events=("", "key space none", "key return none"))
    run(scripts / "find-predecessors.py", golly)
    random.seed(1)
    for stop_at in sorted(random.sample(range(1, golly.calls), 8)):
        golly = tub(tmp_path, answer="1 1 dead 3 grid", stop_at=stop_at)
        run(scripts / "find-predecessors.py", golly)
        assert golly.layers[0].cells == TUB
        assert golly.layers[0].selection == [0, 0, 3, 3]
        assert golly.checking
        for layer in golly.layers[1:]:
            after = next_cells(layer.cells, LIFE)
            assert len(after) % len(TUB) == 0
            assert after >= TUB
        assert left_behind(tmp_path) == []


@pytest.mark.parametrize(
    ("answer", "sentence"),
    [
        (
            "1 0 dad",
            "'dad' is not a known word; known words: dead, free, torus, bounded, all, grid, ",
        ),
        ("1 0 1 7", "too many numbers; give at most 3"),
        ("-1", "'-1' is not a whole number from 0 to 999,999,999"),
        ("1 0 9999999999", "'9999999999' is not a whole number from 0 to 999,999,999"),
        ("1.5", "'1.5' is not a whole number from 0 to 999,999,999"),
        ("1 -", "'-' is not a known word"),
        ("1 \u00b2", "'\u00b2' is not a known word"),
        ("0", "the generations and the number of parents must be at least 1"),
        ("1 0 0", "the generations and the number of parents must be at least 1"),
        ("1 0 dead c4 D2_x", "'c4' and 'd2_x' exclude each other; give only one"),
        ("1 0 free dead", "'free' and 'dead' exclude each other; give only one"),
        (
            "1 torus grid",
            "parents on a bounded grid cannot stand side by side; leave out the word 'grid'",
        ),
    ],
)
def test_an_answer_that_is_not_understood(
    scripts: Path, tmp_path: Path, answer: str, sentence: str
) -> None:
    golly = tub(tmp_path, answer=answer)
    run(scripts / "find-predecessors.py", golly)
    assert golly.said == ["lifesat: cancelled; nothing has changed"]
    (_, offered), (prompt, kept) = golly.asked
    assert offered == "1 1 dead 1"
    assert " ".join(prompt.split()).startswith(f"Not possible: {sentence}")
    assert max(map(len, prompt.splitlines())) <= 90  # Golly's dialog cuts what it has to wrap
    assert kept == answer  # the dialog comes back with it
    assert len(golly.layers) == 1


@pytest.mark.parametrize(
    ("answer", "found"),
    [("", 1), ("1,1,dead,2 grid", 2), ("free 1 0 3 GRID", 3), ("1 0 all grid", 6)],
)
def test_answers_have_many_forms(scripts: Path, tmp_path: Path, answer: str, found: int) -> None:
    golly = tub(tmp_path, answer=answer)
    run(scripts / "find-predecessors.py", golly)
    assert golly.said[-1].startswith(f"lifesat: {found} predecessor")
    assert len(next_cells(golly.layers[1].cells, LIFE)) >= found * len(TUB)


@pytest.mark.quick
def test_keys_run_a_parent_and_lay_all_out(scripts: Path, tmp_path: Path) -> None:
    """Every other event is Golly's."""
    keys = ("", "key r none", "key + none", "key r none", "key space none", "key a none")
    golly = tub(tmp_path, answer="1 1 dead 3", events=keys)
    run(scripts / "find-predecessors.py", golly)
    assert "lifesat: 1 generation later; r: back to the parent" in golly.said
    assert [event for event in golly.handled if event] == ["key + none"]
    assert golly.layer.generation == "0"
    assert len(next_cells(golly.layers[1].cells, LIFE)) == 3 * len(TUB)


def test_a_key_goes_one_more_generation_back(scripts: Path, tmp_path: Path) -> None:
    golly = tub(tmp_path, answer="1 1 dead 3", events=("", "key b none", "", "key return none"))
    run(scripts / "find-predecessors.py", golly)
    names = [layer.name for layer in golly.layers]
    assert names == ["target", "parents of target", "parents of parents of target"]
    _, parents, grandparents = golly.layers
    assert next_cells(parents.cells, LIFE) == TUB
    assert next_cells(grandparents.cells, LIFE) == parents.cells


def test_only_a_layer_that_nobody_has_changed_is_used_again(scripts: Path, tmp_path: Path) -> None:
    golly = tub(tmp_path)
    run(scripts / "find-predecessors.py", golly)
    golly.current = 0
    run(scripts / "find-predecessors.py", golly)
    assert [layer.name for layer in golly.layers] == ["target", "parents of target"]
    changed = golly.layers[1].cells | {(50, 50)}
    golly.layers[1].cells = set(changed)
    golly.current = 0
    run(scripts / "find-predecessors.py", golly)
    assert golly.layers[1].cells == changed
    assert golly.layers[2].name == "parents of target (2)"
    # Another selection of the same layer is another question.
    golly.current = 0
    golly.layer.selection = [-1, -1, 5, 5]
    run(scripts / "find-predecessors.py", golly)
    assert golly.layers[3].name == "parents of target (3)"


@pytest.mark.parametrize("answer", ["1 0 dad", "", "1 999999 dead all"])
def test_an_answer_without_a_result_is_not_offered_again(
    scripts: Path, tmp_path: Path, answer: str
) -> None:
    """One is wrong, one says nothing, and one asks for too much."""
    run(scripts / "find-predecessors.py", tub(tmp_path, answer="1 2 dead 1"))
    run(scripts / "find-predecessors.py", tub(tmp_path, answer=answer))
    golly = tub(tmp_path)
    run(scripts / "find-predecessors.py", golly)
    assert golly.asked[0][1] == "1 2 dead 1"


def test_without_a_selection_the_whole_pattern_is_the_target(scripts: Path, tmp_path: Path) -> None:
    golly = tub(tmp_path)
    golly.layer.selection = []
    run(scripts / "find-predecessors.py", golly)
    assert next_cells(golly.layers[1].cells, LIFE) == TUB
    golly = StandIn(tmp_path)
    run(scripts / "find-predecessors.py", golly)
    assert golly.said == ["lifesat: there is no pattern in this layer"]


@pytest.mark.parametrize(
    ("grid", "offered"),
    [
        ("", "1 1 dead 1"),
        (":P10,10", "1 1 dead 1"),
        (":T10,10", "1 1 torus 1"),
        (":T10+2,10", "1 1 bounded 1"),
        (":T10,0", "1 1 bounded 1"),
        (":S10", "1 1 bounded 1"),
    ],
)
@pytest.mark.parametrize("script", ["find-predecessors", "count-predecessors"])
def test_the_answer_that_is_offered_suits_the_grid(
    scripts: Path, tmp_path: Path, script: str, grid: str, offered: str
) -> None:
    golly = tub(tmp_path, answer="another")
    golly.layer.rule = f"B3/S23{grid}"
    run(scripts / f"{script}.py", golly)
    assert offered.startswith(golly.asked[0][1])


@pytest.mark.parametrize(("margin", "fits"), [(1, True), (2, False)])
def test_a_bounded_plane_has_to_be_larger_than_the_search(
    scripts: Path, tmp_path: Path, margin: int, fits: bool
) -> None:
    """The tub lies from 0 to 2, the grid from -5 to 4; births lie one cell beyond the margin."""
    golly = tub(tmp_path, answer=f"1 {margin} dead 1")
    golly.layer.rule = "B3/S23:P10,10"
    run(scripts / "find-predecessors.py", golly)
    if fits:
        assert next_cells(golly.layers[1].cells, LIFE) == TUB
    else:
        reason = "Not possible: the search needs 3 cells around the pattern, and the grid"
        assert golly.rejected.startswith(reason)
        assert "'bounded' searches this grid" in golly.rejected


def with_events(scripts: Path, folder: Path, events: list[dict[str, object]], end: str) -> None:
    """Install an interpreter whose lifesat writes these events, then does what a shell is told."""
    (folder / "events").write_text("".join(json.dumps(event) + "\n" for event in events))
    python = folder / "python"
    python.write_text(f"#!/bin/sh\ncat {folder / 'events'}\n{end}\n")
    python.chmod(0o755)
    (scripts / "lifesat_golly/lifesat.json").write_text(json.dumps({"python": str(python)}))


def solution(rle: str) -> dict[str, object]:
    return {"type": "solution", "population": 4, "rle": f"x = 3, y = 3, rule = B3/S23\n{rle}!\n"}


@pytest.mark.parametrize("answer", ["1 1 dead 1", "1 1 dead 2 grid"])
def test_golly_s_own_rules_have_the_last_word(scripts: Path, tmp_path: Path, answer: str) -> None:
    """A tub is its own parent; what is no parent is put down nowhere, whatever lifesat says."""
    run(scripts / "find-predecessors.py", golly := tub(tmp_path))
    before = set(golly.layers[1].cells)
    with_events(scripts, tmp_path, [solution("3o$obo$3o"), solution("bo$obo$bo")], "exit 0")
    golly.answer, golly.current = answer, 0
    run(scripts / "find-predecessors.py", golly)
    assert golly.said[-1].startswith("lifesat: Golly runs what was found to another pattern")
    assert golly.current == 0
    assert [layer.name for layer in golly.layers] == ["target", "parents of target"]
    assert golly.layers[1].cells == before
    golly.events = ["", "key return none"]
    with_events(scripts, tmp_path, [solution("bo$obo$bo")] * 2, "exit 0")
    run(scripts / "find-predecessors.py", golly)
    assert next_cells(golly.layers[1].cells, LIFE) == golly.layers[1].cells >= TUB


@pytest.mark.parametrize("found", [0, 1])
def test_a_killed_lifesat_is_named_and_what_it_found_is_shown(
    scripts: Path, tmp_path: Path, found: int
) -> None:
    noise = "warnings.warn('resource_tracker: There appear to be %d '"
    end = f'echo "{noise}" >&2; kill -9 $$'
    with_events(scripts, tmp_path, [solution("bo$obo$bo")] * found, end)
    golly = tub(tmp_path)
    run(scripts / "find-predecessors.py", golly)
    words = "the search was killed (signal 9); out of memory?"
    assert golly.said[-1] == f"lifesat: {'1 found, then ' if found else ''}{words}"
    assert [layer.cells for layer in golly.layers[1:]] == [TUB] * found


def test_escape_ends_a_count_in_a_sentence(scripts: Path, tmp_path: Path) -> None:
    sweep: dict[str, object] = {"type": "progress", "phase": "counting: 28 of 144 cells"}
    with_events(scripts, tmp_path, [sweep], "exec sleep 100")
    golly = Impatient(tmp_path)
    golly.layer.cells, golly.layer.selection = set(TUB), [0, 0, 3, 3]
    golly.stops_at = "28 of 144 cells"
    run(scripts / "count-predecessors.py", golly)
    assert golly.said[-1] == "lifesat: stopped; the number is not known"
    assert left_behind(tmp_path) == []


@pytest.mark.parametrize("best", ["$$", "bo$obo$bo"])
def test_the_best_so_far_is_said_and_shown_if_it_is_not_empty(
    scripts: Path, tmp_path: Path, best: str
) -> None:
    said = "predecessor of a pattern that differs in 59 cells, the fewest so far"
    events = [solution("$$"), solution(best)]
    with_events(scripts, tmp_path, events, f'echo "{said}" >&2; exec sleep 100')
    golly = Impatient(tmp_path)
    golly.layer.cells, golly.layer.selection = set(TUB), [0, 0, 3, 3]
    golly.stops_at = "predecessor of a pattern that differs in 59 cells so far, "
    run(scripts / "find-nearest-target.py", golly)
    if best == "$$":
        assert golly.said[-1] == "lifesat: nothing but the empty pattern was found when stopped"
        assert len(golly.layers) == 1
    else:
        words = "stopped: predecessor of a pattern that differs in 59 cells so far"
        assert golly.said[-1] == f"lifesat: {words}"
        assert golly.layers[1].cells == TUB


def notes(rule: str, states: dict[tuple[int, int], int], folder: Path) -> StandIn:
    golly = StandIn(folder)
    golly.layer.rule, golly.layer.states = rule, states
    golly.layer.selection = [0, 0, 3, 3]
    return golly


def test_odd_states_of_life_super_are_the_target(scripts: Path, tmp_path: Path) -> None:
    states = {cell: 2 * n + 7 for n, cell in enumerate(sorted(TUB))}
    golly = notes("LifeSuper", {**states, (1, 1): 10, (0, 0): 2}, tmp_path)
    run(scripts / "find-predecessors.py", golly)
    assert golly.layers[1].rule == "B3/S23"
    assert next_cells(golly.layers[1].cells, LIFE) == TUB


@pytest.mark.parametrize(
    ("rule", "state"), [("LifeSuper", 6), ("LifeHistory", 6), ("LifeInvestigator", 4)]
)
def test_states_that_are_neither_live_nor_dead(
    scripts: Path, tmp_path: Path, rule: str, state: int
) -> None:
    golly = notes(rule, {(0, 0): 1, (2, 1): state}, tmp_path)
    run(scripts / "find-predecessors.py", golly)
    reason = f"cell (2, 1) has state {state}, which is neither a live nor a dead cell of B3/S23"
    assert golly.said == [f"lifesat: {reason}"]
    assert golly.asked == []


def test_a_still_life_is_completed_in_the_plane(scripts: Path, tmp_path: Path) -> None:
    golly = StandIn(tmp_path)
    golly.layer.rule = "B3/S23:T30,30"
    golly.layer.cells = {(0, 0), (1, 0), (0, 1)}
    run(scripts / "complete-still-life.py", golly)
    assert golly.layers[1].rule == "B3/S23"
    cells = golly.layers[1].cells
    assert next_cells(cells, LIFE) == cells >= {(0, 0), (1, 0), (0, 1)}


GLIDER = {(1, 0), (2, 1), (0, 2), (1, 2), (2, 2)}


def test_a_catalyst_stands_beside_its_pattern(scripts: Path, tmp_path: Path) -> None:
    """The pattern stays where it is; of the still life, all cells are those of state 2."""
    free = {(x, y): 2 for x in range(4, 8) for y in range(5, 9)}
    golly = notes("LifeHistory", {**dict.fromkeys(GLIDER, 1), **free}, tmp_path)
    golly.layer.selection, golly.answer = [0, 0, 8, 9], "12 2 all from=5 to=5 active=2"
    run(scripts / "find-catalyst.py", golly)
    assert golly.said[-1].startswith("lifesat: 1 solution, and no others")
    cells = golly.layers[1].cells
    assert GLIDER < cells <= GLIDER | free.keys()
    still = cells - GLIDER
    assert len(still) == 7
    cells = golly.layers[1].cells
    for _ in range(12):
        cells = next_cells(cells, LIFE)
    assert cells == still == next_cells(still, LIFE)


def test_a_small_catalyst_of_a_pattern_of_two_states(scripts: Path, tmp_path: Path) -> None:
    golly = StandIn(tmp_path, answer="20 6 1 cells=8 active=3")
    golly.layer.cells, golly.layer.selection = set(GLIDER), [0, 0, 3, 3]
    run(scripts / "find-catalyst.py", golly)
    cells = golly.layers[1].cells
    assert cells > GLIDER
    still = cells - GLIDER
    assert len(still) <= 8
    for _ in range(20):
        cells = next_cells(cells, LIFE)
    assert still <= cells


def test_an_eater_is_small_and_stands_beside_its_glider(scripts: Path, tmp_path: Path) -> None:
    """In a large selection, of which the corner counts."""
    golly = StandIn(tmp_path)
    golly.layer.selection = [-20, 10, 60, 60]
    run(scripts / "find-eater.py", golly)
    cells = golly.layers[1].cells
    assert len(cells) == 7 + 5
    assert all(-20 <= x < -10 and 60 <= y < 70 for x, y in cells)
    for _ in range(6):
        cells = next_cells(cells, LIFE)
    assert len(cells) == 7
    assert cells < golly.layers[1].cells


@pytest.mark.parametrize(
    ("script", "answer", "reason"),
    [
        ("find-catalyst", "6 2 0", "the number of results must be at least 1"),
        ("find-catalyst", "6 2 from=5 to=9", "the still life cannot be hit from generation 5 to 9"),
        ("find-eater", "6 7", "the phase of a glider, the second number, is 0 to 3"),
        ("find-eater", "6 0 0 lower-right", "the number of results must be at least 1"),
        ("find-eater", "6 0 smallest all", "'smallest' and 'all' exclude each other"),
        ("find-still-lifes", "densest smallest", "'densest' and 'smallest' exclude each other"),
        ("find-still-lifes", "0", "the number of results must be at least 1"),
        ("convert-rle", "", "name a format, such as rle"),
        ("convert-rle", "gif", "the clipboard takes text, and gif is a picture"),
    ],
)
def test_a_rejected_answer_is_named_in_the_words_of_the_question(
    scripts: Path, tmp_path: Path, script: str, answer: str, reason: str
) -> None:
    golly = tub(tmp_path, answer=answer)
    run(scripts / f"{script}.py", golly)
    assert golly.rejected.startswith(f"Not possible: {reason}")
    assert len(golly.layers) == 1


def test_no_empty_still_life_is_shown(scripts: Path, tmp_path: Path) -> None:
    golly = tub(tmp_path)
    run(scripts / "find-still-lifes.py", golly)
    assert golly.layers[1].cells
    assert next_cells(golly.layers[1].cells, LIFE) == golly.layers[1].cells


@pytest.mark.quick
def test_a_full_disk_is_one_sentence(
    scripts: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device", "/full/lifesat-x")

    golly = tub(tmp_path)
    monkeypatch.setattr("tempfile.mkdtemp", full)
    run(scripts / "find-predecessors.py", golly)
    assert golly.said == ["lifesat: cannot write /full/lifesat-x: No space left on device"]


SHIP = ["OO.", "O.O", ".OO"]


def test_forced_cells_are_marked_in_a_layer_of_their_own(scripts: Path, tmp_path: Path) -> None:
    """The only predecessor of a ship in its own box is the ship."""
    golly = StandIn(tmp_path, answer="1 0 dead")
    ship = {(x - 4, y + 7) for y in range(3) for x in range(3) if SHIP[y][x] == "O"}
    golly.layer.cells, golly.layer.selection = set(ship), [-4, 7, 3, 3]
    run(scripts / "find-forced-cells.py", golly)
    target, forced = golly.layers
    assert (target.cells, target.selection, target.rule) == (ship, [-4, 7, 3, 3], "B3/S23")
    assert (forced.name, forced.rule) == ("forced in parents of target", "LifeHistory")
    window = [(x, y) for x in range(-4, -1) for y in range(7, 10)]
    assert forced.states == {cell: 1 if cell in ship else 2 for cell in window}
    assert forced.selection == [-4, 7, 3, 3]
    assert golly.said[-1].startswith("lifesat: forced: 6 live, 3 dead, of 9 cells")
    assert left_behind(tmp_path) == []


def test_where_no_cell_is_forced_no_layer_is_added(scripts: Path, tmp_path: Path) -> None:
    golly = tub(tmp_path, answer="1 1 dead")
    run(scripts / "find-forced-cells.py", golly)
    assert golly.said[-1].startswith("lifesat: forced: 0 live, 0 dead, of 25 cells")
    assert len(golly.layers) == 1


class Impatient(StandIn):
    """Its user presses Escape as soon as a text is shown."""

    stops_at = ""

    def g_show(self, message: str) -> None:
        super().g_show(message)
        if self.checking and self.stops_at in message:
            raise KeyboardInterrupt


@pytest.mark.parametrize("known", [True, False])
def test_escape_keeps_the_forced_cells_that_are_known(
    scripts: Path, tmp_path: Path, known: bool
) -> None:
    events = [
        {"type": "progress", "found": 0, "total": 1900},
        {"type": "known", "live": 1, "dead": 2, "unsettled": 1488,
         "life_history": "#CXRLE Pos=5,6\nx = 4, y = 1, rule = LifeHistory\nAB.B!\n"},
        {"type": "progress", "found": 412, "total": 1900},
    ]  # fmt: skip
    shown = events if known else events[::2]
    (tmp_path / "events").write_text("".join(json.dumps(event) + "\n" for event in shown))
    python = tmp_path / "python"
    python.write_text(f"#!/bin/sh\ncat {tmp_path / 'events'}\nexec sleep 100\n")
    python.chmod(0o755)
    (scripts / "lifesat_golly/lifesat.json").write_text(json.dumps({"python": str(python)}))
    golly = Impatient(tmp_path)
    golly.layer.cells, golly.layer.selection = set(TUB), [0, 0, 3, 3]
    golly.stops_at = "lifesat: 412 of 1,900 cells settled"
    run(scripts / "find-forced-cells.py", golly)
    assert golly.layers[0].cells == TUB
    if known:
        said = "lifesat: forced: 1 live, 2 dead; 1,488 cells not settled when stopped"
        assert golly.layers[1].states == {(5, 6): 1, (6, 6): 2, (8, 6): 2}
        assert golly.layers[1].selection == [5, 6, 4, 1]
    else:
        said = "lifesat: stopped before any predecessor was found or ruled out"
        assert len(golly.layers) == 1
    assert golly.said[-1] == said
    assert left_behind(tmp_path) == []


def test_without_a_predecessor_no_cell_is_marked(scripts: Path, tmp_path: Path) -> None:
    golly = StandIn(tmp_path, answer="1 0 dead")
    golly.layer.cells, golly.layer.selection = {(0, 0)}, [0, 0, 1, 1]
    run(scripts / "find-forced-cells.py", golly)
    assert golly.said[-1].startswith("lifesat: no predecessor within margin 0")
    assert golly.noted == []
    assert len(golly.layers) == 1


def test_step_back_takes_nothing_that_golly_does_not_run_to_the_pattern(
    scripts: Path, tmp_path: Path
) -> None:
    golly = tub(tmp_path)
    rle = r"x = 3, y = 3, rule = B3/S23\n3o$obo$3o!\n"
    with_events(scripts, tmp_path, [], f"printf '{rle}'; echo '1 generation back' >&2")
    run(scripts / "step-back.py", golly)
    assert golly.said[-1].startswith("lifesat: Golly runs what was found to another pattern")
    assert golly.layers[0].cells == TUB
