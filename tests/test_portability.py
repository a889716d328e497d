"""lifesat on other systems, as far as they can be pretended here; CI on GitHub has real ones."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from lifesat import read_all
from tests.support.environment import PATIENCE_SECONDS
from tests.support.terminals import ROOT, command, pseudo_terminal

# A name with letters that cp1252 has, and with some that it lacks.
NAMED = "#N Törmä → 生命\nx = 3, y = 3, rule = B3/S23\nbo$obo$bo!\n"
# The C locale as it was before Python 3.7, which is ASCII.
ASCII = {"LC_ALL": "C", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0"}


@pytest.fixture
def named(tmp_path: Path) -> Path:
    (tmp_path / "named.rle").write_text(NAMED, encoding="utf-8")
    return tmp_path


def written(folder: Path, *words: str, **variables: str) -> bytes:
    """What a command writes to standard output, which is a pipe."""
    done = subprocess.run(
        command(*words), cwd=folder, capture_output=True, timeout=PATIENCE_SECONDS, check=False,
        env={**os.environ, "PYTHONPATH": str(ROOT), **variables},
    )  # fmt: skip
    assert done.returncode == 0, done.stderr.decode()
    return done.stdout


@pytest.mark.quick
@pytest.mark.parametrize("words", ["convert named.rle --to cells", "predecessors named.rle -q"])
def test_a_pipe_gets_utf_8_whatever_the_locale(named: Path, words: str) -> None:
    text = written(named, *words.split(), **ASCII).decode("utf-8")
    assert "Törmä → 生命" in text


@pytest.mark.quick
def test_a_chosen_encoding_is_kept_and_lacking_letters_are_escaped(named: Path) -> None:
    for encoding, name in {"cp1252": "Törmä", "ascii": "T\\xf6rm\\xe4"}.items():
        text = written(named, "convert", "named.rle", PYTHONIOENCODING=encoding).decode(encoding)
        assert text.startswith(f"#N {name} \\u2192 \\u751f\\u547d\n")


def test_half_blocks_become_ascii_where_there_are_none(named: Path) -> None:
    for encoding, rows in {"cp1252": [",',", " ' "], "cp437": ["▄▀▄", " ▀ "]}.items():
        text = written(named, "show", "named.rle", PYTHONIOENCODING=encoding).decode(encoding)
        assert text.splitlines() == rows


@pytest.mark.parametrize("words", ["convert named.rle --info", "--help", "predecessors none.rle"])
def test_a_terminal_with_few_letters_gets_escapes(named: Path, words: str) -> None:
    controller, terminal = pseudo_terminal()
    done = subprocess.run(
        command(*words.split()), cwd=named, stdin=subprocess.DEVNULL, stdout=terminal,
        stderr=terminal, timeout=PATIENCE_SECONDS, check=False,
        env={**os.environ, "PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "cp1252:strict"},
    )  # fmt: skip
    os.close(terminal)
    shown = os.read(controller, 100_000).decode("cp1252")
    os.close(controller)
    assert "this is a bug" not in shown
    assert done.returncode == (2 if "none" in words else 0)
    assert "info" not in words or "T\xf6rm\xe4 \\u2192" in shown


def in_windows(folder: Path, code: str) -> str:
    """Run code where what only POSIX has is missing, and return what it printed."""
    start = """
import sys, warnings
from tests.support.windows import every_module, pretend
warnings.filterwarnings("error", category=EncodingWarning, module="lifesat|golly_scripts")
pretend()
"""
    variables = {
        "PYTHONPATH": os.pathsep.join([str(ROOT), str(ROOT / "docs")]),
        "PYTHONWARNDEFAULTENCODING": "1",
        "LIFESAT_HOME": str(folder / "home"),
    }
    done = subprocess.run(
        [sys.executable, "-c", start + code], cwd=folder, capture_output=True, text=True,
        timeout=500, check=False,
        env={**os.environ, **variables},
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.mark.parametrize("package", ["lifesat", "lifesat_tui", "tests"])
def test_every_module_can_be_imported(tmp_path: Path, package: str) -> None:
    """A module of tests may skip itself."""
    in_windows(tmp_path, f"every_module('{package}')")


def test_commands_work(named: Path) -> None:
    """They write files, start processes and make jobs."""
    lines = [
        "predecessors named.rle --all -q -o swept.rle",
        "predecessors named.rle --all -q --workers 2 --solver cadical195 -o solved.rle",
        "still-lifes 4,4 --all -q -o still.rle",
        "count named.rle --by-population",
        "show named.rle --generations 1",
        "forced named.rle -q",
        "orphan named.rle -q",
        "marginals named.rle --to svg -o marginals.svg",
        "predecessors named.rle --all --job tub -q -o job.rle",
        "jobs list",
        "jobs export tub --csv",
        "jobs remove tub",
        "golly install --folder scripts",
        "paths",
    ]
    code = f"""
from lifesat.cli import main
codes = {{line: main(line.split()) for line in {lines}}}
print(codes)
assert {{line.split()[0]: code for line, code in codes.items() if code}} == {{"orphan": 1}}, codes
"""
    in_windows(named, code)
    found = {
        name: len(list(read_all(named / f"{name}.rle"))) for name in ("swept", "solved", "job")
    }
    assert found == {"swept": 74, "solved": 74, "job": 74}
