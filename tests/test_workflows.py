"""Workflows and documents agree with the files that hold the same facts."""

import re
import tomllib
from pathlib import Path

import pytest

from lifesat import __version__

ROOT = Path(__file__).parents[1]
if not (ROOT / ".github").exists():
    pytest.skip("the sdist has no workflows", allow_module_level=True)
TESTS = (ROOT / ".github" / "workflows" / "tests.yml").read_text(encoding="utf-8")
PROJECT = (ROOT / "pyproject.toml").read_text(encoding="utf-8")


def line(text: str, name: str) -> str:
    """The value that a line of a text gives to a name."""
    (value,) = re.findall(rf"^ *{name} *:?= *(.+)$|^ *{name}: (.+)$", text, re.MULTILINE)
    return "".join(value)


def test_the_quick_tests_are_those_of_the_makefile() -> None:
    assert line(TESTS, "QUICK") == line((ROOT / "Makefile").read_text(encoding="utf-8"), "QUICK")


def test_every_version_of_python_that_lifesat_supports_is_tested() -> None:
    supported = re.findall(r'"Programming Language :: Python :: (3\.\d+)"', PROJECT)
    assert re.findall(r'"(3\.\d+)"', line(TESTS, "python")) == supported
    assert line(PROJECT, "requires-python") == f'">={supported[0]}"'


def test_what_is_tested_on_windows_exists() -> None:
    assert all((ROOT / each).exists() for each in line(TESTS, "ON_WINDOWS").split())


def test_the_distributions_have_the_name_that_a_release_looks_for() -> None:
    release = (ROOT / ".github" / "workflows" / "release.yml").read_text(encoding="utf-8")
    assert '"lifesat-${GITHUB_REF_NAME#v}.tar.gz"' in release
    assert 'name = "lifesat"\n' in PROJECT


def test_the_recipe_for_conda_has_the_version_and_the_requirements() -> None:
    recipe = (ROOT / "conda" / "recipe.yaml").read_text(encoding="utf-8")
    project = tomllib.loads(PROJECT)["project"]
    extras = project["optional-dependencies"]
    required = (each.partition(";")[0] for each in project["dependencies"])
    needed = [*required, *extras["pictures"]]
    run = recipe.partition("  run:\n")[2].partition("\n\n")[0]
    listed = {word.replace(" ", "") for word in re.findall(r"^ +- (.+)$", run, re.MULTILINE)}
    assert listed == {"python>=${{python_min}}", *(each.lower() for each in needed)}
    assert f'\n  version: "{__version__}"\n' in recipe
    scripts = [f"{name} = {where}" for name, where in project["scripts"].items()]
    points = recipe.partition("entry_points:\n")[2].partition("\n\n")[0]
    assert re.findall(r"^ +- (.+)$", points, re.MULTILINE) == scripts
    for each in tomllib.loads(PROJECT)["build-system"]["requires"]:
        assert f"- {each.replace('>=', ' >=')}\n" in recipe


def test_the_extras_for_users_are_documented() -> None:
    """The others are for those who change lifesat."""
    extras = tomllib.loads(PROJECT)["project"]["optional-dependencies"]
    shown = (ROOT / "docs" / "installation.md").read_text(encoding="utf-8")
    documented = set(re.findall(r"^\| `(\w+)` \|", shown, re.MULTILINE))
    assert documented == extras.keys() - {"test", "bench", "peers", "fuzz", "docs", "dev"}
