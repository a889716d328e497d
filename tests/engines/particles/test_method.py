"""When particles search: what they reject, which boards they suit, and what runs beside them."""

import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from lifesat import predecessors, write_file, write_text
from lifesat.cli import main
from lifesat.defaults import ENCODING, SOLVER
from lifesat.engines import compiler
from lifesat.engines.choice import engine_of, portfolio_members, setup_of
from lifesat.engines.options import Options
from lifesat.engines.particles import engine as particles_engine
from lifesat.engines.particles.support import dead_blocks, prefers_particles
from lifesat.engines.sat.portfolio import fitting_setups
from lifesat.engines.sat.solver_setup import SolverSetup
from lifesat.engines.strips.engine import STRIPS
from lifesat.errors import MemoryLimitError, UserError
from lifesat.life.bounded_grid import BoundedGrid
from lifesat.life.pattern import Pattern
from lifesat.problems.life.predecessor import Predecessor
from lifesat.queries.events import Done, Partial, Progress, Solutions, Started
from lifesat.queries.search import search
from lifesat.queries.solutions import ListSolutions
from tests.support.commands import listed
from tests.support.soups import drawing, soup

PARTICLES = Options(method="particles", workers=1)
ONE: dict[str, Any] = {"limit": 1, "method": "particles"}


@pytest.mark.parametrize(
    ("changes", "options", "reason"),
    [
        ({"generations": 3}, PARTICLES, "particles go back one or two generations only"),
        ({"max_population": 300}, PARTICLES, "particles do not count live cells"),
        ({"symmetry": "C2"}, PARTICLES, "particles know no symmetry"),
        ({"different": True}, PARTICLES, "particles do not compare"),
        ({}, replace(PARTICLES, limit=2), "particles find any one predecessor and no other"),
    ],
)
def test_what_particles_cannot_do_is_refused(
    changes: dict[str, Any], options: Options, reason: str
) -> None:
    problem = replace(soup(40, 40), **changes)
    with pytest.raises(UserError, match=rf"^{reason}.*; choose method auto or sat$"):
        engine_of(problem, options)
    assert engine_of(problem, replace(options, method="auto")).name != "particles"


def test_the_best_is_not_for_particles() -> None:
    with pytest.raises(UserError, match=r"^particles find any one predecessor and no other;"):
        engine_of(soup(40, 40), PARTICLES, "fewest")
    assert engine_of(soup(40, 40), Options(), "fewest").name == "board"


def test_a_torus_is_refused() -> None:
    target = soup(40, 40).target
    grid = BoundedGrid("T", target.width, target.height)
    torus = Predecessor(target.replace(grid=grid), outside="torus")
    with pytest.raises(UserError, match=r"^particles need edges, which a torus does not have;"):
        engine_of(torus, PARTICLES)
    assert engine_of(torus, Options()).name == "strips"


@pytest.mark.parametrize("generations", [1, 2])
def test_without_a_compiler_strips_search(
    generations: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    problem = replace(soup(44, 44), generations=generations)
    assert engine_of(problem, PARTICLES).name == engine_of(problem, Options()).name == "particles"
    monkeypatch.setattr(compiler, "can_compile", lambda: False)
    with pytest.raises(UserError, match=r"^particles need numba, which is not installed here;"):
        engine_of(problem, PARTICLES)
    assert engine_of(problem, Options()).name == "strips"


def test_the_first_search_says_that_it_compiles(monkeypatch: pytest.MonkeyPatch) -> None:
    for first in (True, False):
        monkeypatch.setattr(compiler, "compiles_first", lambda _, first=first: first)
        started = next(search(ListSolutions(soup(40, 40)), PARTICLES))
        assert isinstance(started, Started)
        assert started.note.startswith("the loops of particles are compiled first") == first
        assert bool(started.note) == first


def test_whether_there_is_code(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NUMBA_CACHE_DIR", raising=False)
    monkeypatch.setattr(compiler, "__file__", str(tmp_path / "compiler.py"))
    cache = tmp_path / "particles" / "__pycache__"
    cache.mkdir(parents=True)
    assert compiler.compiles_first("particles/messages")
    (cache / "messages._upper-1.py399.nbi").touch()
    assert compiler.compiles_first("particles/messages")
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    assert not compiler.compiles_first("particles/messages")
    monkeypatch.delenv("NUMBA_CACHE_DIR")
    version = "py{}{}".format(*sys.version_info)
    (cache / f"messages._upper-1.{version}.nbi").touch()
    assert not compiler.compiles_first("particles/messages")


def test_particles_are_for_large_boards_without_large_dead_areas() -> None:
    assert prefers_particles(soup(40, 40))
    assert not prefers_particles(soup(30, 40))
    assert not prefers_particles(soup(600, 600))
    assert dead_blocks(soup(40, 40)) < 0.05
    assert dead_blocks(drawing(40, 40)) > 0.9
    assert not prefers_particles(drawing(40, 40))


def test_a_portfolio_has_strips_beside_particles() -> None:
    def chosen(side: int, method: str) -> list[str]:
        members = fitting_setups(
            portfolio_members(setup_of(soup(side, side), Options(method=method))), 3
        )
        assert len({(each.engine.name, each.seed) for each in members}) == 3
        return [each.engine.name for each in members]

    assert chosen(40, "auto") == ["particles", "strips", "board"]
    assert chosen(100, "auto") == ["particles", "strips", "strips"]
    assert chosen(40, "particles") == ["particles"] * 3


@pytest.mark.parametrize("method", ["auto", "particles"])
def test_portfolios_of_two_seeds_share_no_particles(method: str) -> None:
    seeds = [
        member.seed
        for seed in range(3)
        for member in fitting_setups(
            portfolio_members(setup_of(soup(40, 40), Options(method=method, seed=seed))), 4
        )
        if member.engine.name == "particles"
    ]
    assert len(seeds) == len(set(seeds)) == (3 if method == "auto" else 12)


def test_a_seed_repeats_a_search() -> None:
    target = soup(12, 14).target
    found = {seed: next(predecessors(target, **ONE, seed=seed)) for seed in (0, 1)}
    assert found[0] != found[1]
    assert next(predecessors(target, **ONE)) == found[0]
    assert next(predecessors(target, **ONE, seed=1)) == found[1]


@pytest.mark.quick
def test_the_command_line_takes_a_seed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    target = soup(12, 14).target
    write_file(tmp_path / "soup.rle", write_text(target))
    words = ["predecessors", str(tmp_path / "soup.rle"), "--method", "particles", "--workers", "1"]
    assert main([*words, "--seed", "3"]) == 0
    (found,) = listed(capsys.readouterr().out)
    assert str(found) == str(next(predecessors(target, **ONE, seed=3)))


def test_memory_is_estimated_before_the_search() -> None:
    problem = soup(60, 45)
    needed = SolverSetup(problem, ENCODING, SOLVER, particles_engine.PARTICLES).bytes
    assert setup_of(problem, PARTICLES).bytes == needed
    assert needed >= SolverSetup(problem, ENCODING, SOLVER, STRIPS).bytes
    with pytest.raises(MemoryLimitError):
        next(search(ListSolutions(problem), replace(PARTICLES, memory=needed - 1)))
    next(search(ListSolutions(problem), replace(PARTICLES, memory=needed)))


def test_a_search_tells_how_far_it_is() -> None:
    problem = soup(60, 60)
    started, *events = search(ListSolutions(problem), PARTICLES)
    assert isinstance(started, Started)
    assert (started.scope, started.clauses) == ("particles", 0)
    (solutions,) = (event for event in events if isinstance(event, Solutions))
    assert problem.verify(solutions.boards).all()
    alive = [event.particles for event in events if isinstance(event, Progress)]
    assert all(alive)
    assert max(alive) > 50


def test_strips_prove_that_there_is_none() -> None:
    """Half of the random cells are live, which hardly ever has a parent."""
    cells = np.random.default_rng(0).random((50, 50)) < 0.5
    options = Options(workers=1, time_limit=60.0)
    problem = Predecessor(Pattern.from_array(cells.astype(np.uint8)))
    assert engine_of(problem, options).name == "particles"
    *_, done = search(ListSolutions(problem), options)
    assert isinstance(done, Done)
    assert done.status == "none"


@pytest.mark.parametrize("seconds", [0.5, 6.0])
def test_a_time_limit_ends_it(seconds: float) -> None:
    """The first one while messages are made, the second one among the rows of a narrow board."""
    *events, done = search(ListSolutions(soup(2000, 60)), replace(PARTICLES, time_limit=seconds))
    assert isinstance(done, Done)
    assert done.status == "time_limit"
    assert done.seconds < 3 * seconds + 3
    for event in events:
        if isinstance(event, Partial):
            assert 0 < event.row < event.rows
