"""``lifesat --version --verbose``."""

import platform
import re
import tomllib
from pathlib import Path

import numpy as np
import pytest

from lifesat import __version__, defaults
from lifesat.cli import PACKAGES, main

pytestmark = pytest.mark.quick

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("words", [["--version", "--verbose"], ["--verbose", "--version"]])
def test_all_versions(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(words) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == f"lifesat {__version__}"
    assert lines[1].endswith(platform.python_version())
    assert f"numpy {np.__version__}" in lines
    assert lines[-1] == f"solvers: {', '.join(defaults.SOLVERS)}"


def test_a_package_that_is_missing_has_no_version(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("lifesat.cli.PACKAGES", ("no-such-package",))
    assert main(["--version", "--verbose"]) == 0
    assert "no-such-package: not installed\n" in capsys.readouterr().out


@pytest.mark.parametrize("words", [["--verbose"], ["--verbose", "paths"]])
def test_only_versions_are_verbose(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stop:
        main(words)
    assert stop.value.code == 2
    assert "--verbose is for --version" in capsys.readouterr().err


def test_the_versions_are_of_every_package_for_users() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = project["optional-dependencies"]
    needed = list(project["dependencies"])
    for name in extras.keys() - {"test", "bench", "peers", "fuzz", "docs", "dev"}:
        needed += extras[name]
    assert {re.split("[<>=]", each)[0] for each in needed} == set(PACKAGES)
