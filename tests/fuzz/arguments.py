"""Targets: the command line, and what it takes for values."""

from argparse import ArgumentParser
from collections.abc import Callable
from contextlib import redirect_stderr, redirect_stdout
from functools import cache
from io import StringIO
from math import isfinite

from lifesat.cli import parser
from lifesat.cli.overview import COMMANDS
from lifesat.errors import UserError
from lifesat.frontends.options.option import (
    parse_memory,
    parse_seconds,
    parse_shift,
    parse_size,
    whole_number,
)
from tests.fuzz.target import Target, choice, text_of

_TYPES: tuple[Callable[[str], object], ...] = (
    whole_number("number"),
    whole_number("number", 1, digits=1000),
    parse_seconds,
    parse_size,
    parse_memory,
    parse_shift,
)
_LINES = b"""\
predecessors a.rle --generations 2 --outside torus --size 5,5 --all --jsonl
predecessors - -g1 -m 0 --rule B36/S23 --unknown --different --require b --symmetry D2_+ --limit 3
predecessors a --all --project b --up-to-symmetry --job c
predecessors a --nearest --weights b --reached c --proof d --time-limit 3
count a --memory 1.5G --min-population 3 --max-population 9
forced a --generations 2 --at 1 --time-limit 3 --to cells
sample a --number 3 --seed 7 --to cells
marginals a --margin 0 --to csv --memory 500M
eater 6,6 --generations 4
still-lifes 5x5 --density 3 --time-limit 2m
oscillators 5,5 --period 3
spaceships 5,5 --period 4 --shift=-1,1 --workers 2
replicators 5,5 --period 2 --shift=-1,1 --limit 2
agars 5,5 --period 2 --shift=-1,1 --self-forcing --pad 3
complete a --period 2 --states lifesat,0=any --margin 0 --minimise population,box --time-limit 3
complete - --all --up-to-symmetry --max-population 9 --jsonl
catalysts a -g 9 --contact 2..4 --recovered 3 --max-active 5 --active-box 4,3 --time-limit 3
catalysts a -g 9 --margin 2 --filter 3:b --different-from b --smallest --time-limit 3
sudoku a --limit 2
sokoban a --moves 9 --level 1 --jsonl --job b --detach
encode a -o b --force --encoding truth_table
decode a b
orphan a --proof b
self-forcing a --period 2 --largest --time-limit 3 --to cells
self-forcing a --unknown --minimise --restarts 1 --seed 2 --time-limit 3
check-proof a b -q
knuth grid 3 3 2
jobs list
jobs follow a --after 3
draw HI --spacing 2 -o a --to cells
draw --picture a --size 20,10 --dither --invert --weights w
convert a b --from rle --to cells --evolve 3 --pad -2 --transform rot90
paths
tui
golly check""".split(b"\n")


def _check_values(data: bytes) -> None:
    """Parse a value; what comes of it are finite numbers."""
    number, text = choice(data)
    try:
        value = _TYPES[number % len(_TYPES)](text_of(text))
    except UserError:
        return
    numbers = value if isinstance(value, tuple) else (value,)
    if not all(isinstance(n, int) or (isinstance(n, float) and isfinite(n)) for n in numbers):
        raise AssertionError(f"{text!r} is {value!r}")


def _check_words(data: bytes) -> None:
    """Parse a command line, words divided by zero bytes or spaces."""
    words = text_of(data).replace("\0", " ").split(" ")
    command = next((word for word in words if word in COMMANDS), "")
    with redirect_stdout(StringIO()), redirect_stderr(StringIO()) as said:
        try:
            options = _parser(command).parse_args(words)
        except SystemExit as end:
            if end.code == 0 or (end.code == 2 and said.getvalue().strip()):
                return
            raise AssertionError(f"exit code {end.code}") from end
    assert callable(options.run)


@cache
def _parser(command: str) -> ArgumentParser:
    return parser([command])


TARGETS = (
    Target(
        "value",
        tuple(
            bytes([number]) + text
            for number in range(len(_TYPES))
            for text in (b"12", b"0", b"1.5h", b"25,20", b"3x4", b"8GB", b"500M", b"-1,2")
        ),
        _check_values,
    ),
    Target("command-line", tuple(_LINES), _check_words),
)
