"""Plug-ins: lifesat without those that it brings, and with one of another distribution."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from lifesat import still_lifes
from lifesat.plugins import PACKAGES, loaded, plugins
from lifesat_tui.kinds.registry import KINDS
from lifesat_tui.shared.actions import NUMBERED

ROOT = Path(__file__).parents[1]

# An editable installation finds what the copy lacks in the checkout.
ALONE = """
import sys
sys.meta_path = [each for each in sys.meta_path if "editable" not in repr(each).lower()]
"""
COMMAND_LINE = """
from lifesat.cli import main
sys.exit(main())
"""
IMPORT_ALL = """
import importlib, pkgutil, lifesat, lifesat_tui
for package in (lifesat, lifesat_tui):
    for module in pkgutil.walk_packages(package.__path__, package.__name__ + "."):
        if not module.name.endswith(("__main__", "tui.browser", "grey_levels")):
            importlib.import_module(module.name)
from lifesat_tui.jobs.examples import EXAMPLES
from lifesat_tui.kinds.registry import KINDS
print(len(KINDS), [each.title for each in EXAMPLES])
"""

PLUGIN = """
from lifesat.plugins import Plugin
PLUGIN = Plugin(
    problems={"coin": "coins.coin:Coin"},
    commands={"coins": ("puzzles", "toss a coin", "coins.command")},
    options="coins.options",
)
"""
OPTIONS = """
from lifesat.frontends.options.option import Option
OPTIONS = (Option("coins.side", "the side of the box", metavar="N", least=1, default=3),)
"""
COMMAND = """
from lifesat.cli.arguments import add

def configure(parser):
    parser.set_defaults(run=run)
    add(parser, "coins.side")

def run(options):
    from coins.coin import Coin
    from lifesat.engines.options import Options
    from lifesat.problems.kinds import KINDS
    from lifesat.queries.events import Done
    from lifesat.queries.query import (query_from_json)
    from lifesat.queries.search import search
    from lifesat.queries.solutions import ListSolutions

    assert "coin" not in KINDS
    query = query_from_json(ListSolutions(Coin(options.side, options.side)).to_json())
    assert type(query.problem) is Coin
    *_, done = search(query, Options(limit=None))
    assert isinstance(done, Done)
    print(done.found, query.nouns)
    return 0
"""
COIN = """
from lifesat.problems.life.still_life import StillLife

class Coin(StillLife):
    kind = "coin"
    noun = "coin"
    nouns = "coins"
"""


def run(
    folder: Path, *words: str, program: str = COMMAND_LINE, code: int = 0
) -> subprocess.CompletedProcess[str]:
    """Run the command line with the packages in a folder, and nothing of this checkout."""
    environment = {k: v for k, v in os.environ.items() if not k.startswith("PYTHON")}
    environment |= {"PYTHONPATH": str(folder), "LIFESAT_HOME": str(folder / "home")}
    done = subprocess.run(
        [sys.executable, "-c", ALONE + program, *words],
        capture_output=True, text=True, cwd=folder, env=environment, check=False,
    )  # fmt: skip
    assert done.returncode == code, done.stderr
    return done


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """A folder with the packages, without caches."""
    for source, target in (("lifesat", "lifesat"), ("tui", "lifesat_tui")):
        ignored = shutil.ignore_patterns("__pycache__")
        shutil.copytree(ROOT / source, tmp_path / target, ignore=ignored)
    shutil.copytree(ROOT / "examples", tmp_path / "lifesat_tui" / "examples")
    return tmp_path


def test_without_the_plug_ins(copy: Path) -> None:
    """The rest of lifesat imports nothing from them."""
    for package in (*PACKAGES, "lifesat_tui.puzzles"):
        shutil.rmtree(copy / package.replace(".", "/"))
    overview = run(copy, "--help").stdout
    assert "predecessors" in overview
    assert not {"sudoku", "sokoban", "knuth", "puzzles:"} & set(overview.split())
    assert "unknown command 'sudoku'" in run(copy, "sudoku", "x", code=2).stderr
    assert run(copy, "count", str(ROOT / "examples" / "tub.rle")).stdout == "74\n"
    forms = len(KINDS) - sum(len(each.forms) for each in plugins())
    said = run(copy, program=IMPORT_ALL).stdout
    assert said.startswith(f"{forms} [")
    assert "Sudoku" not in said


def test_a_plug_in_of_another_distribution(copy: Path) -> None:
    """Its command runs, and its problem is read from JSON and searched."""
    for name, text in {
        "coins/__init__.py": "",
        "coins/plugin.py": PLUGIN,
        "coins/options.py": OPTIONS,
        "coins/command.py": COMMAND,
        "coins/coin.py": COIN,
        "coins-1.0.dist-info/METADATA": "Metadata-Version: 2.1\nName: coins\nVersion: 1.0\n",
        "coins-1.0.dist-info/entry_points.txt": "[lifesat.plugins]\ncoins = coins.plugin:PLUGIN\n",
    }.items():
        (copy / name).parent.mkdir(exist_ok=True)
        (copy / name).write_text(text)
    assert "--side N" in run(copy, "coins", "--help").stdout
    number = len(list(still_lifes(4, 4)))
    assert number > 10
    assert run(copy, "coins", "--side", "4").stdout == f"{number} coins\n"
    assert "unknown command 'coin'" in run(copy, "coin", code=2).stderr


@pytest.mark.quick
def test_every_place_exists() -> None:
    for plugin in plugins():
        for place in (*plugin.problems.values(), *plugin.queries.values(), *plugin.forms):
            assert isinstance(loaded(place), type)
        assert set(plugin.main_forms) <= set(NUMBERED)
        assert set(plugin.main_forms) <= set(KINDS)
