"""A search that is being put together: texts, what is wrong with them, what they mean."""

import re
import shlex
from argparse import ArgumentTypeError, Namespace
from collections.abc import Callable
from dataclasses import dataclass, fields, replace
from typing import Any, cast

from lifesat import defaults
from lifesat.cli.searching import effort
from lifesat.cli.target import count, seconds, size
from lifesat.errors import UserError
from lifesat.formats import read_file, read_text, rle
from lifesat.jobs.home import job_folder
from lifesat.jobs.options import Options
from lifesat.pattern import Pattern, life_history_target
from lifesat.problems.eater import CORNERS, Corner, Eater
from lifesat.problems.predecessor import Outside, Predecessor
from lifesat.problems.problem import Problem
from lifesat.rules import BoundedGrid, parse_rule

KINDS = {
    "predecessors": "what could have come before a pattern",
    "orphan proof": "whether a pattern can come up at all, whatever surrounds it",
    "eaters": "still lifes that eat a glider",
}
"""The kinds of search, each with what it looks for."""

CHOICES: dict[str, tuple[str, ...]] = {
    "kind": tuple(KINDS),
    "source": ("text", "file"),
    "outside": ("dead", "free", "torus"),
    "symmetry": ("no", "yes"),
    "unknown": ("no", "yes"),
    "different": ("no", "yes"),
    "corner": CORNERS,
    "phase": ("0", "1", "2", "3"),
    "encoding": defaults.ENCODINGS,
    "solver": defaults.SOLVERS,
}
"""The fields that offer a choice, the first entry being the one to begin with."""

_TARGET = ("source", "path", "text")
_EFFORT = ("limit", "time", "encoding", "solver", "workers", "dask")
_BOUNDS = ("least", "most")
FIELDS = {
    "predecessors": ("name", "kind", *_TARGET, "generations", "outside", "margin", "symmetry",
                     "size", "rule", "unknown", "different", *_BOUNDS, *_EFFORT),
    "orphan proof": ("name", "kind", *_TARGET, "rule", "unknown", "time", "encoding", "solver",
                     "workers", "dask"),
    "eaters": ("name", "kind", "box", "generations", "corner", "phase", *_BOUNDS, *_EFFORT),
}  # fmt: skip
"""The fields of each kind of search."""

_Parse = Callable[[str], Any]
_NUMBERS: dict[str, _Parse] = {
    "generations": count(1, "number of generations"),
    "margin": count(0, "margin"),
    "limit": count(1, "limit"),
    "least": count(0, "population"),
    "most": count(0, "population"),
    "workers": count(1, "number of processes"),
    "time": seconds,
    "size": size,
    "box": size,
    "phase": int,
}


@dataclass(frozen=True)
class Draft:
    """The texts of the form; an empty one leaves things as they are when nothing is said.

    Attributes
    ----------
    kind
        A key of `KINDS`.
    name
        Of the job.
    source, path, text
        Whether the target is in a file or is a text, and these.
    limit
        How many to list; empty for all.
    """

    kind: str = "predecessors"
    name: str = ""
    source: str = "text"
    path: str = ""
    text: str = ""
    generations: str = "1"
    outside: str = "dead"
    margin: str = "1"
    symmetry: str = "no"
    size: str = ""
    rule: str = ""
    unknown: str = "no"
    different: str = "no"
    least: str = ""
    most: str = ""
    limit: str = ""
    time: str = ""
    encoding: str = defaults.ENCODING
    solver: str = defaults.SOLVER
    workers: str = ""
    dask: str = ""
    box: str = "9,9"
    corner: str = CORNERS[0]
    phase: str = "0"

    def has(self, field: str) -> bool:
        """Whether the kind of search has a field."""
        return field in FIELDS[self.kind]


@dataclass(frozen=True)
class Checked:
    """What a draft means.

    Attributes
    ----------
    target
        The target as far as it can be read.
    problem, options
        What to search for, and how; None if something is wrong.
    faults
        For each field that is wrong a sentence.
    """

    target: Pattern | None
    problem: Problem | None
    options: Options | None
    faults: dict[str, str]


def check(draft: Draft) -> Checked:
    """Read all fields of a draft and say what they mean, or what is wrong with them."""
    faults: dict[str, str] = {}
    values: dict[str, Any] = {}
    for field, parse in _NUMBERS.items():
        text = getattr(draft, field).strip()
        values[field] = None
        if draft.has(field) and text:
            try:
                values[field] = parse(text)
            except ArgumentTypeError as error:
                faults[field] = str(error)
    target = None
    if draft.has("source"):
        try:
            target = _target(draft, values)
        except (UserError, OSError) as error:
            faults[_blamed(draft, error)] = str(error)
    problem = None
    if not faults:
        try:
            problem = _problem(draft, values, target)
        except UserError as error:
            faults["problem"] = str(error)
    if fault := _name_fault(draft.name.strip()):
        faults["name"] = fault
    options = None if faults else _options(draft, values)
    return Checked(target, problem, options, faults)


def _blamed(draft: Draft, error: Exception) -> str:
    """Return the field that an unreadable target is shown at."""
    if draft.rule and "rule" in str(error) and not hasattr(error, "line"):
        return "rule"
    return "path" if draft.source == "file" else "text"


def _name_fault(name: str) -> str:
    try:
        if not name:
            return "the job needs a name"
        if job_folder(name).exists():
            return f"there is a job {name} already"
    except UserError as error:
        return str(error)
    return ""


def _target(draft: Draft, values: dict[str, Any]) -> Pattern:
    """Return the target that a draft names."""
    unknown = draft.unknown == "yes"
    if draft.source == "file":
        if not draft.path.strip():
            raise UserError("give the name of a file")
        target = read_file(draft.path.strip(), unknown=unknown)
    else:
        if not draft.text.strip():
            raise UserError("paste a pattern here, or draw one")
        target = read_text(draft.text, unknown=unknown, source="text")
    if target.rule.family == "life-history":
        target = life_history_target(target, unknown=unknown)
    if draft.rule.strip():
        rule, grid = parse_rule(draft.rule.strip())
        target = target.replace(rule=rule, grid=grid)
    if draft.has("size") and draft.outside == "torus":
        if values["size"]:
            target = target.replace(grid=BoundedGrid("T", *values["size"]))
    else:
        target = target.replace(grid=None)
    return target


def _problem(draft: Draft, values: dict[str, Any], target: Pattern | None) -> Problem:
    least, most = values["least"] or 0, values["most"]
    if draft.kind == "eaters":
        if not values["box"]:
            raise UserError("give the box in which all happens, such as 9,9")
        width, height = values["box"]
        phase, corner = values["phase"] or 0, cast("Corner", draft.corner)
        generations = values["generations"] or 2
        return Eater(width, height, generations, corner, phase, least=least, most=most)
    if target is None:
        raise UserError("there is no target")
    if draft.kind == "orphan proof":
        return Predecessor(target, outside="free")
    return Predecessor(
        target,
        generations=values["generations"] or 1,
        outside=cast("Outside", draft.outside),
        margin=1 if values["margin"] is None else values["margin"],
        least=least,
        most=most,
        different=draft.different == "yes",
    )


def _options(draft: Draft, values: dict[str, Any]) -> Options:
    limit = values["limit"] if draft.has("limit") else 1
    options = effort(
        Namespace(
            encoding=draft.encoding,
            solver=draft.solver,
            all=limit is None,
            limit=limit,
            time_limit=values["time"],
            workers=values["workers"],
            dask=draft.dask.strip() or None,
        )
    )
    symmetry = draft.has("symmetry") and draft.symmetry == "yes"
    chosen = draft.encoding != defaults.ENCODING or draft.solver != defaults.SOLVER
    sweep = limit is None and draft.has("source") and not symmetry and not chosen
    return replace(options, up_to_symmetry=symmetry, sweep=sweep)


# -------------------------------------------------------------------- the equivalent command

_FLAGS = {
    "generations": "--generations", "outside": "--outside", "margin": "--margin",
    "size": "--size", "rule": "--rule", "least": "--min-population", "most": "--max-population",
    "limit": "--limit", "time": "--time-limit", "encoding": "--encoding", "solver": "--solver",
    "workers": "--workers", "dask": "--dask", "box": "--size", "corner": "--corner",
    "phase": "--phase",
}  # fmt: skip
_SWITCHES = {"unknown": "--unknown", "different": "--different", "symmetry": "--up-to-symmetry"}
# What the command assumes where the form is empty is left out, but for what it insists on.
_INSISTED = {"eaters": ("box", "generations")}


def command(draft: Draft) -> str:
    """Return the command line that begins the same search."""
    words = ["lifesat", "eater" if draft.kind == "eaters" else "predecessors"]
    before = ""
    if draft.has("source"):
        if draft.source == "file":
            words.append(draft.path.strip())
        else:
            words.append("-")
            before = _printed(draft.text) + " | "
    plain = Draft()
    for field, flag in _FLAGS.items():
        text = getattr(draft, field).strip()
        insisted = field in _INSISTED.get(draft.kind, ())
        if draft.has(field) and text and (insisted or text != getattr(plain, field)):
            words += [flag, text]
    if draft.has("outside") and draft.outside == "dead" and ":T" in draft.text + draft.rule:
        words += ["--outside", "dead"]
    words += [flag for field, flag in _SWITCHES.items()
              if draft.has(field) and getattr(draft, field) == "yes"]  # fmt: skip
    if draft.kind == "orphan proof":
        words += ["--outside", "free"]
    elif not draft.limit.strip():
        words.append("--all")
    name = draft.name.strip()
    words += ["--job", name, "--detach"] if name else []
    return before + shlex.join(words)


def _printed(text: str) -> str:
    """Return the command that prints a text, on one line."""
    escapes: dict[str, str | int | None] = {"\\": "\\\\", "%": "%%", "\n": "\\n", "\r": ""}
    return "printf " + shlex.quote((text.strip("\n") + "\n").translate(str.maketrans(escapes)))


# -------------------------------------------------------------------- from a job


def draft_of(name: str, problem: Problem, options: Options) -> Draft:
    """Return the draft that states the search of a job, under another name.

    Raises
    ------
    UserError
        If the form has no fields for it.
    """
    common = Draft(
        name=name,
        limit="" if options.limit is None else str(options.limit),
        time="" if options.seconds is None else f"{options.seconds:g}",
        encoding=options.encoding,
        solver=options.solver,
        workers=str(options.workers),
        dask=options.cluster or "",
        symmetry="yes" if options.up_to_symmetry else "no",
    )
    match problem:
        case Predecessor(require=require, forbid=forbid) if not require and not forbid:
            return _draft_of_predecessor(common, problem)
        case Eater(as_published=False):
            return replace(
                common,
                kind="eaters",
                box=f"{problem.width},{problem.height}",
                generations=str(problem.generations),
                corner=problem.corner,
                phase=str(problem.phase),
                least=str(problem.least or ""),
                most="" if problem.most is None else str(problem.most),
            )
    raise UserError("this search has conditions for which the form has no fields")


def _draft_of_predecessor(common: Draft, problem: Predecessor) -> Draft:
    target, grid = problem.target, problem.target.grid
    torus = grid is not None and problem.outside == "torus"
    return replace(
        common,
        text=rle.write(target if torus else target.replace(grid=None)),
        unknown="yes" if target.has_unknown else "no",
        generations=str(problem.generations),
        outside=problem.outside,
        margin=str(problem.margin),
        size=f"{grid.width},{grid.height}" if torus and grid else "",
        different="yes" if problem.different else "no",
        least=str(problem.least or ""),
        most="" if problem.most is None else str(problem.most),
    )


def changed(draft: Draft, field: str, value: str) -> Draft:
    """Return the draft with another text in one field."""
    return replace(draft, **{field: value})


def names() -> tuple[str, ...]:
    """Return the names of all fields."""
    return tuple(field.name for field in fields(Draft))


def free_name(base: str) -> str:
    """Return a name that no job has: `base`, or `base` with a number."""
    stem = re.sub(r"-\d+$", "", base)
    tries = 1
    name = base
    while job_folder(name).exists():
        tries += 1
        name = f"{stem}-{tries}"
    return name
