"""The table of options: the API has its names and defaults, and each option is used."""

import inspect
import re
from pathlib import Path
from typing import Any

import pytest

import lifesat
from lifesat.api.arguments import Conditions, EffortArguments
from lifesat.errors import UserError
from lifesat.frontends.options.table import OPTIONS, check, check_together
from lifesat.life.rule import LIFE

pytestmark = pytest.mark.quick

ROOT = Path(__file__).parents[3]
COMMANDS = {
    **dict.fromkeys(("oscillators", "spaceships", "still_lifes"), "objects"),
    "completions": "complete",
    "count_block": "search",
    "search_block": "search",
    "search_file": "search",
}
# Where a function means the same by another type, or needs another default.
DIFFERENT: dict[tuple[str, str], Any] = {
    ("agars", "up_to_symmetry"): True,  # the command lists agars up to symmetry, without an option
    ("agars", "rule"): LIFE,
    ("find_orphan", "rule"): LIFE,
    ("oscillators", "rule"): LIFE,
    ("replicators", "rule"): LIFE,
    ("spaceships", "rule"): LIFE,
    ("still_lifes", "rule"): LIFE,
    ("catalysts", "filter"): (),  # patterns, not files
    ("catalysts", "different_from"): (),
    ("predecessors", "require"): (),  # cells, not a file
    ("predecessors", "forbid"): (),
    ("estimate_marginals", "samples"): 100,  # the command estimates if there are samples
}


def key_of(function: str, name: str) -> str:
    key = f"{COMMANDS.get(function, function)}.{name}"
    return key if key in OPTIONS else name


def test_the_api_has_the_names_and_defaults_of_the_table() -> None:
    different = set()
    for function in lifesat.__all__:
        value = getattr(lifesat, function)
        if not inspect.isfunction(value) or value.__module__.split(".")[1] != "api":
            continue
        for name, argument in inspect.signature(value).parameters.items():
            option = OPTIONS.get(key_of(function, name))
            if option is None or argument.default is inspect.Parameter.empty:
                continue
            if argument.default != option.default:
                different.add((function, name))
                assert argument.default == DIFFERENT[function, name], (function, name)
    assert different == set(DIFFERENT)


def test_conditions_and_effort_are_options() -> None:
    names = {*Conditions.__annotations__, *EffortArguments.__annotations__}
    assert names - set(OPTIONS) == {"progress"}


def test_commands_have_no_options_of_their_own() -> None:
    files = (ROOT / "lifesat/cli").glob("*.py")
    by_hand = {path.name for path in files if ".add_argument(" in path.read_text()}
    assert by_hand == {"__init__.py", "arguments.py"}


def test_each_option_is_one_of_a_command() -> None:
    modules = [*(ROOT / "lifesat/cli").glob("*.py"), *(ROOT / "lifesat").rglob("command*.py")]
    code = "".join(path.read_text() for path in modules)
    assert [key for key in OPTIONS if not re.search(rf'"{re.escape(key)}"', code)] == []


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        ("period", 0, "period is 0; it must be an int of at least 1"),
        ("period", None, "period is None; it must be an int of at least 1"),
        ("different", 1, "different is 1; it must be True or False"),
        ("connected", "no", "connected is 'no'; it can be any, strict, pseudo"),
        ("solver", 3, "solver is 3; it must be a name"),
        ("eaters__generations", None, "generations is None; it must be an int of at least 2"),
    ],
)
def test_wrong_values(name: str, value: object, message: str) -> None:
    with pytest.raises(UserError, match=re.escape(message)):
        check(**{name: value})


def test_options_that_exclude_or_need_each_other() -> None:
    values = {"skip": 0, "project": "cells.rle", "detach": True, "job": "a"}
    check_together(values, values)
    with pytest.raises(UserError, match="--skip cannot be combined with --project"):
        check_together(values, values | {"skip": 1})
    with pytest.raises(UserError, match="--detach needs --job NAME"):
        check_together(values, values | {"job": None})


def test_options_of_one_name_are_told_apart() -> None:
    values = {"weights": "w.txt", "picture": None, "nearest": True, "generations": 0}
    check_together(["weights", "picture", "nearest", "later.generations"], values)
    with pytest.raises(UserError, match="--weights needs --picture FILE"):
        check_together(["draw.weights", "picture", "nearest"], values)
