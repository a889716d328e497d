"""Fields of the form, with their values and their options on the command line."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Literal

from lifesat import defaults
from lifesat.errors import UserError
from lifesat.formats.detection import plain_text
from lifesat.formats.reading import read_bytes
from lifesat.frontends.options.table import OPTIONS
from lifesat.jobs.paths import job_folder
from lifesat.problems.problem import Goal

from ..shared.file_names import file_path

HowMany = Literal[
    "one", "first", "sample", "all", "smallest", "largest", "nearest", "count", "marginals"
]
"""The choices for how many solutions."""

GOALS: Mapping[str, Goal] = {"smallest": "fewest", "largest": "most"}
"""The goals of a search for the best solution, by their words in the form."""

OF_ALL: Mapping[str, tuple[str, ...]] = {
    "count": ("--count",),
    "marginals": ("--marginals", "table"),
}
"""What is asked of all solutions together, in place of how many, with the command's words."""

LIMIT_WORDS = (*GOALS, *OF_ALL)
"""The words that may stand in place of a number of solutions."""

SWITCH = ("no", "yes")
"""The choices of a field whose option on the command line takes no value."""

Texts = Mapping[str, str]
"""The texts of fields, by name."""

Values = Mapping[str, Any]
"""The parsed values of fields, by name; None for an empty field."""


def _itself(text: str) -> str:
    return text


@dataclass(frozen=True)
class FormField:
    """A field of the form."""

    # The name in drafts. Kinds of search share the texts of fields with the same name.
    name: str
    # The words to the left and to the right of the input.
    label: str
    hint: str = ""
    # The initial text.
    default: str = ""
    # The words to choose from; empty for a text field.
    choices: tuple[str, ...] = ()
    # Returns the value of a text, or raises an error that says which texts are valid.
    parse: Callable[[str], Any] = _itself
    # The command's option; "" if the kind of search adds the value in another way.
    flag: str = ""
    # The value of an empty text.
    empty: Any = None
    # The error message for an empty field; "" if the field is optional.
    missing: str = ""
    # Whether the field is hidden until the user asks for the advanced fields.
    advanced: bool = False
    # Another field and the choice there that makes this field active; None for always.
    when: tuple[str, str] | None = None
    # Whether the text is the name of a file, which the form completes.
    file: bool = False
    # The choices of a field for how many solutions, where an empty text stands for all.
    amount: tuple[HowMany, ...] = ()
    # The choice that this field stands for, if that has a kind of search of its own; else "".
    kind_of_amount: HowMany | Literal[""] = ""
    # The key of the option, if it is not the name.
    key: str = ""

    def offers(self, text: str) -> bool:
        """Return whether the field offers a text; a field without choices takes any text."""
        if text in LIMIT_WORDS and self.name == "limit":
            return text in self.amount
        return not self.choices or text in self.choices

    def value(self, text: str) -> Any:
        """Return the value of a text; raise UserError if it is invalid."""
        text = text.strip()
        if self.choices == SWITCH:
            return text == "yes"
        if not text:
            if self.missing:
                raise UserError(self.missing)
            return self.empty
        return self.parse(text)

    def words(self, text: str) -> list[str]:
        """Return the words of the command line for a text."""
        text = text.strip()
        if self.choices == SWITCH:
            return [self.flag] if text == "yes" else []
        if not self.flag or not text or (text == self.default and not self.missing):
            return []
        return [f"{self.flag}={text}"] if text.startswith("-") else [self.flag, text]


def of_option(
    key: str, label: str, hint: str = "", start: str = "", *, unset: str = "", **layout: Any
) -> FormField:
    """Return the field for an option, given its key in `lifesat.frontends.options.table.OPTIONS`.

    `start` is the initial text, if it is not the default of the option; `unset` is an initial
    choice that leaves the option out. `layout` has further attributes of the field.
    """
    option = OPTIONS[key]
    choices = SWITCH if option.is_switch else option.choices or option.suggestions
    texts = tuple(map(str, choices))
    if unset and unset not in texts:
        texts = (unset, *texts)
    parse = option.parse or _itself
    return FormField(
        option.name,
        label,
        hint,
        start or unset or option.text(option.default),
        texts,
        parse=(lambda text: None if text == unset else parse(text)) if unset else parse,
        flag=option.flag,
        empty=option.default,
        file=option.metavar == "FILE",
        key=key,
        **layout,
    )


def texts_of_values(values: Values) -> dict[str, str]:
    """Return the texts of fields, given the values of their options by name."""
    return {name: OPTIONS[name].text(value) for name, value in values.items()}


def _free_name(name: str) -> str:
    if job_folder(name).exists():
        raise UserError(f"the job {name!r} already exists")
    return name


def _path(text: str) -> str:
    return str(file_path(text))


def _absolute(text: str) -> str:
    """Return the absolute path of a file, which the job's process can find."""
    return str(Path(text).absolute())


# How many solutions a list has; the command's default is one, so `Kind.words` always says it.
_LIST: tuple[HowMany, ...] = ("one", "first", "all")
# How many objects to list, which is best, or what to say of all.
_OBJECTS: tuple[HowMany, ...] = (*_LIST, "smallest", "count", "marginals")
# How many parents to list, or which is best; the other choices have kinds of their own.
_PARENTS: tuple[HowMany, ...] = ("one", "first", "sample", "all", "smallest", "largest", "nearest")
_LIMIT = replace(of_option("limit", "how many", "or type N", "1000", amount=_LIST), flag="")
_SOLVER = of_option("solver", "solver", "the SAT solver", unset=defaults.SOLVER, advanced=True)


def _limit_or_word(text: str) -> int | str:
    limit: int | str = text if text in LIMIT_WORDS else _LIMIT.parse(text)
    return limit


FIELDS = {field.key or field.name: field for field in (
    FormField("name", "name", "of the new job", parse=_free_name,
              missing="enter a name for the job"),
    # The target.
    FormField("source", "target from", "pasted or drawn text, or a file", "text",
              ("text", "file")),
    FormField("path", "file", "RLE, .cells, .mc, ...; also .gz", parse=_path,
              missing="enter the name of a file", when=("source", "file"), file=True),
    FormField("text", "pattern", missing="paste or draw a pattern", when=("source", "text")),
    of_option("rule", "rule", "such as B3/S23; empty: from the file", advanced=True),
    of_option("unknown", "unknown cells", "? means a cell of any state", advanced=True),
    # Its predecessors.
    of_option("generations", "generations", "how many generations back", "1"),
    # It has a name of its own: kinds share texts by name, and elsewhere the field is never empty.
    replace(of_option("rewind.generations", "generations",
                      "how many; empty: as many as possible"), name="back"),
    of_option("outside", "outside", "cells outside: dead, free, torus or grid", "dead"),
    of_option("size", "torus size", "width,height; empty: from the file",
              when=("outside", "torus")),
    of_option("margin", "margin", "cells to add around the target's box",
              when=("outside", "dead")),
    of_option("different", "different", "exclude the target itself", advanced=True),
    of_option("min_population", "min cells", "minimum population", advanced=True),
    of_option("max_population", "max cells", "maximum population; empty: any", advanced=True),
    of_option("max_outside", "max outside", "live cells outside the box; empty: any",
              advanced=True),
    of_option("by_population", "by population", "one count per population"),
    of_option("weights", "weights", "file: how much each cell counts; empty: 1"),
    # Orphans and patches.
    replace(of_option("proof", "proof file", "DRAT; also writes the formula"),
            parse=_absolute, empty=""),
    of_option("minimise", "minimise", "remove unnecessary cells", "yes"),
    of_option("orphans.restarts", "restarts", "more searches, in other ways"),
    of_option("fewest", "fewest", "what the best has fewest of"),
    of_option("beam", "beam", "million endings for each cell"),
    of_option("orphans.rule", "rule", "such as B36/S23", advanced=True),
    replace(of_option("period", "period", "predecessors so many generations earlier"),
            key="self_forcing.period"),
    # Objects.
    of_option("box", "box", "width,height of the search area", "6,6",
              missing="enter the width and height of the box, such as 9,9"),
    of_option("period", "period", "generations until it repeats", "2",
              missing="enter the period, such as 2"),
    of_option("shift", "shift", "cells right,down in one period"),
    of_option("glide", "glide", "symmetry applied once per step", advanced=True),
    of_option("diagonal_width", "diagonal", "cells beside the diagonal", advanced=True),
    of_option("symmetry", "symmetry", "symmetry of every solution"),
    of_option("orphan.symmetry", "symmetry", "symmetry that the orphan keeps",
              advanced=True, when=("minimise", "yes")),
    of_option("connected", "connected", "any, or strict or pseudo still lifes"),
    of_option("no_empty_lines", "no empty lines", "a live cell in each row and column"),
    of_option("density", "density", "a live cell in each chunk of n cells", advanced=True),
    of_option("objects.rule", "rule", "such as B36/S23", advanced=True),
    of_option("objects.outside", "outside", "dead, bounded, torus, or a grid: K8*,5",
              advanced=True),
    of_option("replicators.period", "period", "generations until there are two", "12",
              missing="enter the period, such as 12"),
    of_option("replicators.shift", "shift", "cells right,down to one copy", "2,2",
              missing="enter the shift, such as 2,2"),
    of_option("pad", "padding", "cells around the largest patch", advanced=True),
    of_option("eaters.generations", "generations", "time until the eater recovers", "5",
              missing="enter the number of generations, such as 5"),
    of_option("corner", "corner", "corner where the glider starts"),
    of_option("phase", "phase", "phase of the glider"),
    of_option("catalysts.generations", "generations", "for how many the pattern runs", "40",
              missing="enter the number of generations, such as 40"),
    of_option("contact", "contact", "generations A..B; empty: any"),
    of_option("recovered", "recovered", "last generations without active cells"),
    of_option("max_active", "max active", "active cells at a time; empty: any"),
    of_option("active_box", "active box", "width,height of all; empty: any", advanced=True),
    of_option("catalysts.margin", "margin", "cells to add around the pattern's box"),
    of_option("complete.states", "states", "such as 0=free 1=on; empty: default"),
    of_option("complete.minimise", "minimise", "live cells, the box, or both"),
    # How many solutions, and how to search for them.
    _LIMIT,
    replace(_LIMIT, key="objects.limit", amount=_OBJECTS, parse=_limit_or_word),
    replace(_LIMIT, key="parents.limit", amount=_PARENTS, parse=_limit_or_word),
    replace(of_option("number", "how many", "or type N", "1000", amount=_PARENTS,
                      kind_of_amount="sample"), flag="", missing="enter how many to draw"),
    FormField("nearest", "how many", default="nearest", amount=_PARENTS,
              kind_of_amount="nearest"),
    of_option("up_to_symmetry", "up to symmetry", "one solution per symmetry orbit"),
    of_option("time_limit", "time limit", "seconds, or 5m, 2h, 1d; empty: none"),
    of_option("encoding", "encoding", "translation of Life into clauses", unset="default",
              advanced=True),
    _SOLVER,
    replace(_SOLVER, key="prover", choices=defaults.PROVERS),
    of_option("workers", "processes", "empty: one per core", advanced=True),
    of_option("cluster", "dask scheduler", "tcp://host:8786; empty: this machine", advanced=True),
    of_option("memory", "memory", "such as 8G; empty: half of the machine's", advanced=True),
    of_option("seed", "seed", "the same seed finds the same", advanced=True),
)}  # fmt: skip
"""The fields of the forms of Life, by the keys of their options, or their names."""

_GROUPS = {
    "target": "source path text",
    "bounds": "min_population max_population",
    "conditions": "different min_population max_population max_outside",
    "effort": "encoding solver workers memory cluster",
}
CONDITIONS = tuple(_GROUPS["conditions"].split())
"""The names of the conditions on a predecessor that a form has, besides its symmetry."""


def form(names: str, **changes: Mapping[str, Any]) -> tuple[FormField, ...]:
    """Return fields, given the keys of `FIELDS` and the names of groups in a text.

    `changes` has the attributes that differ from those in the table, by the name of the field.

    >>> [field.default for field in form("box bounds", box={"default": "9,9"})]
    ['9,9', '0', '']
    """
    keys = " ".join(_GROUPS.get(name, name) for name in names.split()).split()
    return tuple(replace(FIELDS[key], **changes.get(FIELDS[key].name, {})) for key in keys)


def given_text(values: Values) -> str:
    """Return the text in the values, or that of the file that they name."""
    if values["source"] == "file":
        return plain_text(read_bytes(values["path"] or ""))
    return values["text"] or ""


def file_argument(texts: Texts) -> list[str]:
    """Return the file that the texts name as an argument; ``-`` for standard input."""
    if texts.get("source") != "file":
        return ["-"]
    name = texts["path"].strip()
    try:
        return [_path(name)]
    except UserError:  # which the form shows at the field
        return [name]
