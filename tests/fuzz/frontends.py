"""Targets: what the terminal application and the scripts for Golly read."""

import json
import os
import re
import sys
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache
from importlib import import_module
from types import ModuleType, SimpleNamespace
from typing import Any
from unittest.mock import patch

from lifesat.cli import golly_files
from lifesat.errors import UserError
from lifesat.jobs.job import Job
from lifesat.queries.query import query_from_json
from lifesat_tui.form.draft import Draft, check
from lifesat_tui.job.solutions import favourites
from lifesat_tui.kinds.registry import KINDS
from lifesat_tui.shared.settings import read_settings
from tests.fuzz.target import ROOT, Target, choice, examples, parts, scratch, scratch_file, text_of
from tests.support.stand_in import StandIn, Universe

_SCRIPTS = ROOT / "golly_scripts"
_SOLUTION = json.dumps(
    {
        "v": 1,
        "type": "solution",
        "number": 1,
        "rle": "#CXRLE Pos=-1,2\n#N p\nx = 3, y = 1, rule = B3/S23\n3o!\n",
    }
).encode()
_EVENTS = (
    b'{"v": 1, "type": "progress", "found": 1, "total": 9, "seconds": 0.1}\n'
    + _SOLUTION
    + b"\n"
    + _SOLUTION
    + b'\n{"v": 1, "type": "done", "status": "complete", "found": 2}\n'
)


@cache
def _golly() -> tuple[StandIn, dict[str, ModuleType]]:
    """Return a stand-in for Golly, and the scripts' modules that call it."""
    stand_in = StandIn(scratch())
    modules = {"golly": stand_in.module()}
    path = [str(_SCRIPTS), str(_SCRIPTS / "bridge"), *sys.path]
    names = [
        f"lifesat_golly.{name}" for name in ("questions", "process", "layers", "results", "running")
    ]
    with patch.dict(sys.modules, modules), patch.object(sys, "path", path):
        return stand_in, {name: import_module(name) for name in (*names, "bridge", "signatures")}


@contextmanager
def _refused() -> Iterator[None]:
    """Take what the scripts tell the user in a sentence: their own errors, and Golly's."""
    _, modules = _golly()
    try:
        yield
    except (modules["lifesat_golly.running"].UserError, RuntimeError) as error:
        if isinstance(error, RecursionError):
            raise


def _check_settings(data: bytes) -> None:
    """Read a configuration of the terminal application."""
    scratch_file("tui.toml", data)
    with patch.dict(os.environ, LIFESAT_HOME=str(scratch())), suppress(UserError):
        read_settings()


def _check_marks(data: bytes) -> None:
    """Read marks of solutions."""
    scratch_file("favourites", data)
    job = object.__new__(Job)
    job.folder = scratch()
    favourites(job)


def _check_form(data: bytes) -> None:
    """Read a form: the kind of search, then what is typed in fields, all divided by zero bytes."""
    kind, *fields = text_of(data).split("\0")
    pairs = [field.partition("=") for field in fields]
    typed = {"name": "a", **{name: text for name, _, text in pairs}, "source": "text"}
    with patch.dict(os.environ, LIFESAT_HOME=str(scratch() / "empty")):
        checked = check(Draft(kind if kind in KINDS else next(iter(KINDS)), typed))
    query = checked.query
    if bool(checked.errors) == (query is not None):
        raise AssertionError(f"{checked} has neither faults nor a query, or both")
    if query is not None and query_from_json(query.to_json()) != query:
        raise AssertionError(f"{query} changes in JSON")


def _check_answers(data: bytes) -> None:
    """Read the answer to a question, and the file of earlier answers."""
    golly, modules = _golly()
    answer, earlier = parts(data, 2)
    scratch_file("lifesat/answers.json", earlier)
    golly.answer = text_of(answer) if answer else None
    words = ("grid", "unknown", "up-to-symmetry")
    questions, found = modules["lifesat_golly.questions"], modules["lifesat_golly.results"].Found

    def search(answer: str) -> object:
        questions.parse_question(answer, words, several=True).options()
        return found([], "", stopped=False)

    with _refused():
        questions.answered("A", "Which?", "1 1 dead 1", search)


def _check_configuration(data: bytes) -> None:
    """Read the file that names the interpreter, with the scripts' code and with lifesat's."""
    _, modules = _golly()
    path = scratch_file("lifesat_golly/lifesat.json", data)
    process = modules["lifesat_golly.process"]
    folder = patch.object(process, "_FOLDER", str(path.parent))
    with folder, patch.object(process.lookup, "installed", dict), _refused():
        process._interpreter()
    with suppress(UserError):
        golly_files.interpreter(scratch())


def _check_events(data: bytes) -> None:
    """Read what a lifesat process writes, and show the patterns."""
    golly, modules = _golly()
    golly.layers, golly.current, golly.checking = [Universe("target", "B3/S23")], 0, True
    code, output = choice(data)
    process, results = modules["lifesat_golly.process"], modules["lifesat_golly.results"]
    layers = modules["lifesat_golly.layers"]
    lifesat = object.__new__(process.Lifesat)
    lifesat._folder, lifesat._source, lifesat._began = str(scratch()), "source", 0.0
    lifesat._read, lifesat._begun, lifesat._lines = 0, b"", deque()
    lifesat._process = SimpleNamespace(poll=lambda: code % 5, returncode=code % 5)
    scratch_file("output", output)
    scratch_file("words", b"lifesat: 2 predecessors")
    # The stand-in rejects patterns of which Golly would take a part.
    with _refused(), suppress(UserError):
        results.show(results.search(lifesat, None), layers.Destination("found", []), 2)


def _check_bridge(data: bytes) -> None:
    """Read an answer of Golly's, or a file that holds it."""
    _, modules = _golly()
    number, answer = choice(data)
    names = sorted(modules["signatures"].SIGNATURES)
    name = names[number % len(names)]
    reading, writing = os.pipe()
    bridge = object.__new__(modules["bridge"].Bridge)
    bridge._folder, bridge._answers, bridge._pulse = str(scratch()), reading, bytearray(2)
    bridge._waiting = SimpleNamespace(poll=lambda: None)
    bridge._output = os.open(os.devnull, os.O_WRONLY)
    scratch_file("answer", answer)
    os.write(writing, answer if number & 128 else b"@\n")
    os.close(writing)
    # Without an answer Golly has died: the bridge would change what SIGINT does to this process.
    alive = patch.object(modules["bridge"], "_leave_cleaning_up_undisturbed")
    try:
        with alive, _refused(), suppress(KeyboardInterrupt):
            modules["signatures"].result(name, bridge.call(name, ""))
    finally:
        os.close(reading)
        os.close(bridge._output)


def _check_calls(data: bytes) -> None:
    """Write a call to Golly; it is one line, and its texts are what they were."""
    _, modules = _golly()
    signatures = modules["signatures"]
    number, text = choice(data)
    names = sorted(signatures.SIGNATURES)
    values: list[Any] = [text_of(text), number, [number, -number], bool(number)]
    name = names[number % len(names)]
    needed, _, optional = signatures.SIGNATURES[name].strip().partition("|")
    by_letter = dict(zip("silb", values, strict=True))
    line = signatures.words(name, [by_letter[letter] for letter in needed + optional])
    literal = signatures.literal(values[0])
    said = re.sub(r"\\([0-9]{3})", lambda code: chr(int(code[1])), literal[1:-1])
    if "\n" in line or said != values[0] or '"' in literal[1:-1]:
        raise AssertionError(f"{values[0]!r} is written as {literal!r}")


_CONFIGURATION = b'theme = "ansi-light"\nmouse = false\npictures = "half-blocks"\nupdates = 2\n'
_GLIDER = examples("examples/block.rle")[0]
_FORMS = (
    b"predecessors\0text=" + _GLIDER + b"\0generations=1\0outside=torus\0size=5,5\0limit=3",
    b"predecessors\0text=" + _GLIDER + b"\0outside=free\0least=1\0most=5\0rule=B36/S23\0time=2m",
    b"count\0text=.O.\0margin=0\0unknown=yes",
    b"sudoku\0text=1..4\n....\n....\n4..1",
    b"sokoban\0text=#####\n#@$.#\n#####\0moves=3",
    *(name.encode() + b"\0box=6,6\0period=4\0shift=1,1\0symmetry=D2_+" for name in KINDS),
)

TARGETS = (
    Target(
        "tui-settings",
        (
            _CONFIGURATION,
            _CONFIGURATION + b'[keys]\nnext = "n, m"\nhelp = "f2"\n',
            b"a = " + b"[" * 100_000,
        ),
        _check_settings,
    ),
    Target("tui-marks", (b"1\n2\n30\n", b"1" * 5000), _check_marks),
    Target("tui-form", _FORMS, _check_form),
    Target(
        "golly-answer",
        (
            b'1 0 dead 20 grid\0{"A": "2 1 free all"}',
            b"1,0,torus,all,d4_+\0[]",
            b'\0{"A": "1 2 dead 3"}',
            b"\0" + b"[" * 100_000,
        ),
        _check_answers,
    ),
    Target(
        "golly-configuration",
        (b'{"python": "/usr/bin/python3"}', b"[]", b"[" * 100_000),
        _check_configuration,
    ),
    Target("golly-events", (b"\0" + _EVENTS, b"\2", b"\0{}\n[]\n" + b"[" * 100_000), _check_events),
    Target(
        "golly-bridge",
        tuple(
            bytes([number]) + answer
            for number in (20, 24, 148, 155)
            for answer in (
                b"=[1,2,true]\n",
                b'=["a"]\n',
                b"=[]\n",
                b'!"wrong"\n',
                b"^\n",
                b"=[1,2,[3]]",
            )
        ),
        _check_bridge,
    ),
    Target("golly-call", (b"\1words", b'\x30"a\\b"\n\0\x7f'), _check_calls),
)
