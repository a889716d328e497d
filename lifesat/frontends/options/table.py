"""Every option, stated once; parsers, forms and the checks of the API are made from this table.

It loads quickly: nothing but the standard library. The names that a user can choose from are listed
without loading the code that they stand for.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from lifesat import defaults
from lifesat.defaults import AGAR_PAD, REWIND_SECONDS
from lifesat.errors import UserError
from lifesat.frontends.options.option import (
    Option,
    parse_block_size,
    parse_colours,
    parse_disk,
    parse_generation_and_file,
    parse_integer,
    parse_memory,
    parse_offset,
    parse_picture_size,
    parse_range,
    parse_rule_name,
    parse_rule_of_objects,
    parse_rule_of_orphan,
    parse_seconds,
    parse_shift,
    parse_size,
)
from lifesat.plugins import plugins

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from typing import Any, TypeVar

    from lifesat.plugins import Plugin

    Request = TypeVar("Request")


LIFE = "B3/S23"
"""The rule of Life, the default."""

OUTSIDES = ("dead", "free", "torus", "grid")
"""What lies beyond the edges of a predecessor's window; the first is the default."""

BLOCK_OUTSIDES = ("dead", "bounded", "torus")
"""What lies outside a block of space-time, if no grid is named; the first is the default."""

SYMMETRIES = ("C1", "C2", "C4", "D2_+", "D2_x", "D4_+", "D4_x", "D8")
"""Symmetries of a pattern; the first is the default."""

NO_GLIDE = "identity"
"""The default for `GLIDES`: an object returns as it was."""

GLIDES = ("rot90", "rot180", "rot270", "flip_x", "flip_y", "transpose", "anti_transpose")
"""How an object may be transformed when it returns."""

TRANSFORMS = (NO_GLIDE, *GLIDES)
"""The names of the eight symmetries of the square."""

CORNERS = ("lower-left", "lower-right", "upper-left", "upper-right")
"""The corners an eater's glider may start in; the first is the default."""

STILL_LIFE_CLASSES = ("any", "strict", "pseudo")
"""Classes of still lifes; the first is the default."""

COMPLETION_STATES = ("lifesat", "golly-history", "complete-still", "stator-optimizer", "two-state")
"""Ways to read the states of a pattern that is to be completed; see docs/completion.md."""

MINIMISE = ("population", "box", "population,box", "box,population")
"""What the best completion minimises; the first is the default."""

MARGINALS = ("table", "csv", "svg", "png")
"""The forms of marginals; the first is the default."""

GOLLY_LANGUAGES = ("python", "lua")
"""The languages of the scripts for Golly."""


_FIRST, *_OTHERS, _LAST = SYMMETRIES

TARGETS = (
    Option("target", "pattern file, or - for standard input", metavar="TARGET", positional=True),
    Option("self_forcing.target",
           "pattern file, or - for standard input; all cells of its box count, dead ones too",
           metavar="PATTERN", positional=True),
    Option("pattern", "pattern file, or - for standard input",
           metavar="PATTERN", positional=True),
    Option("files", "pattern files, or - for standard input",
           metavar="FILE", positional=True, repeated=True),
    Option("generations",
           "how many generations back (default 1, or the delta that a row of kaggle names)",
           metavar="N", short="-g", least=1, noun="number of generations"),
    Option("rewind.generations",
           "stop N generations back (default: as far as --time-limit, or "
           f"{REWIND_SECONDS} s without --job, allows)",
           metavar="N", short="-g", least=1, noun="number of generations"),
    Option("ancestors.generations",
           "the most generations between them (default {default})",
           metavar="N", short="-g", least=0, default=100, noun="number of generations"),
    Option("outside",
           "what lies beyond the edges: dead cells (default), anything (free), the opposite edge "
           "(torus), or what the bounded grid of the target's rule joins to them (grid); a target "
           "with a grid has torus or grid unless given", choices=OUTSIDES),
    Option("margin", "{when}cells by which {what} on every side (default {default})",
           metavar="M", short="-m", least=0, default=1),
    Option("size", "size of the torus, if the file does not say it",
           metavar="W,H", parse=parse_size),
    Option("format", "the format of the input", metavar="FORMAT", flag="--from"),
    Option("rule", "use this rule instead of the file's", metavar="RULE", parse=parse_rule_name),
    Option("unknown", "read ? as a cell of any state; in LifeHistory files, state 0"),
    Option("states",
           "how the states of a LifeHistory file are read: one of "
           f"{', '.join(COMPLETION_STATES[:3])}; or assignments such as '0=any 2=off', with on, "
           "off, any (default: 1, 3 and 5 are on, 2 and 4 off)", metavar="WORDS", default=""),
    Option("complete.states",
           f"how states are read: {', '.join(COMPLETION_STATES)}; or assignments such as "
           "'0=free 1=on 2=off', with on, off (in the first generation), live, empty, free (in "
           "all generations), any; rotor=run keeps the cells that change when PATTERN runs",
           metavar="WORDS", default=""),
    Option("clip",
           "cut a pattern larger than its bounded grid, as Golly does; otherwise it is an error"),
    Option("min_population", "at least N {cells}",
           metavar="N", least=0, default=0, noun="population"),
    Option("max_population", "at most N {cells}", metavar="N", least=0, noun="population"),
    Option("max_outside",
           "at most N live cells of the first generation lie outside the target's box",
           metavar="N", least=0, noun="population"),
    Option("different", "some cell of the target is different (a still life is its own parent)"),
    Option("require", "pattern file: these cells of the first generation are live",
           metavar="CELLS"),
    Option("forbid", "pattern file: these cells of the first generation are dead",
           metavar="CELLS"),
    Option("given",
           "pattern file: live and dead cells are so in the first generation, ? is not given",
           metavar="CELLS"),
    Option("within",
           "live cells of the first generation lie at most N cells from a live cell of the "
           "target, also diagonally; no spark dies out far away",
           metavar="N", least=0, noun="distance"),
    Option("symmetry", f"{{what}}: {_FIRST} (default), {', '.join(_OTHERS)} or {_LAST}",
           metavar="NAME", default=_FIRST, suggestions=SYMMETRIES),
    Option("orphan.symmetry",
           "with --minimise: a symmetry of TARGET that the orphan keeps (default {default})",
           metavar="NAME", default=_FIRST, suggestions=SYMMETRIES, needs="minimise"),
    Option("project",
           "pattern file: {verb} the distinct states that these cells of the first generation "
           "take over all predecessors",
           metavar="CELLS", excludes=("skip", "smallest", "largest")),
    Option("at", "the cells of generation T, before the last; the first is 0 (default {default})",
           metavar="T", least=0, default=0, noun="generation"),
    Option("complete.minimise",
           "what the smallest has least of: live cells in the first generation (population, the "
           "default), cells in the box of all generations (box), or one and of these the other: "
           f"{', '.join(MINIMISE[2:])} (separated by a comma)",
           metavar="WHAT", choices=MINIMISE, default=MINIMISE[0]),
    Option("weights",
           "with --nearest: how much each cell of TARGET counts, as rows of digits or as CSV",
           metavar="FILE", needs="nearest"),
)  # fmt: skip

OBJECTS = (
    Option("box", "{what}", metavar="W,H", parse=parse_size, positional=True),
    Option("objects.rule",
           "the rule, {default} unless given; any of 3x3 cells, also a Generations rule; one with "
           "B0 needs a grid without an outside",
           metavar="RULE", parse=parse_rule_of_objects, default=LIFE),
    Option("objects.outside",
           "what lies beyond the edges of the box: cells that stay dead (dead, the default), dead "
           "cells in which births are ignored (bounded), the opposite edge (torus), or what "
           "Golly's bounded grid of this size joins to them, such as T20,10+2 or K20*,10",
           metavar="OUTSIDE", default=BLOCK_OUTSIDES[0]),
    Option("orphans.rule", "the rule, {default} unless given; any of two states and 3x3 cells",
           metavar="RULE", parse=parse_rule_of_orphan, default=LIFE),
    Option("period", "the pattern first repeats after P generations{usual}",
           metavar="P", short="-p", least=1, default=1),
    Option("replicators.period", "there are two copies after P generations",
           metavar="P", short="-p", least=1),
    Option("replicators.shift",
           "how far right and down of the pattern one copy is; the other one is as far left and "
           "up",
           metavar="DX,DY", parse=parse_shift),
    Option("shift",
           "how far right and down the pattern is after a period{usual}; write --shift=-1,0 "
           "where the first is negative",
           metavar="DX,DY", parse=parse_shift, default=(0, 0)),
    Option("glide", "it is turned in equal steps until then: one of {choices}",
           metavar="TURN", choices=TRANSFORMS, default=NO_GLIDE),
    Option("diagonal_width",
           "live cells are at most N columns from the diagonal \\ of the box's top left corner",
           metavar="N", least=0, noun="distance"),
    Option("no_empty_lines", "a live cell in every row and every column"),
    Option("density", "a live cell in every chunk of K cells, the box read row by row",
           metavar="K", least=1, noun="length"),
    Option("connected",
           "strict: one that cannot be taken apart into smaller ones; pseudo: one that can be, "
           "though its parts touch; any (default)",
           metavar="KIND", choices=STILL_LIFE_CLASSES, default=STILL_LIFE_CLASSES[0]),
    Option("self_forcing",
           "only those whose every generation has no predecessor but the one before it",
           excludes=("smallest", "print_config")),
    Option("pad",
           "with --self-forcing: the largest patch that is to show it is one period with N cells "
           "on every side (default {default})",
           metavar="N", least=0, default=AGAR_PAD, noun="padding", needs="self_forcing"),
    Option("eaters.generations",
           "the still life alone is there R generations later, and in the one before",
           metavar="R", short="-g", least=2, noun="number of generations", required=True),
    Option("corner", "where the glider is at first: one of {choices} (default {default})",
           metavar="CORNER", choices=CORNERS, default=CORNERS[0]),
    Option("phase", "its phase there, 0 to 3 generations ahead of Knuth's (default {default})",
           metavar="P", choices=(0, 1, 2, 3), least=0, default=0),
    Option("as_published",
           "let Knuth's clauses alone say that the glider came undisturbed; they miss cases"),
    Option("with_glider", "show the glider in its corner as well"),
    Option("catalysts.generations",
           "PATTERN runs for T generations, and the still life has recovered by the last ones",
           metavar="T", short="-g", least=1, noun="number of generations", required=True),
    Option("contact",
           "the first cell becomes active in one of the generations A to B (default: any from "
           "which the still life can recover)", metavar="A..B", parse=parse_range),
    Option("recovered", "no cell is active in the last N generations (default {default})",
           metavar="N", least=1, default=4, noun="number of generations"),
    Option("max_active",
           "at most N cells are active in each generation: they are on or beside the still life, "
           "and not as it has them", metavar="N", least=1, noun="number of cells"),
    Option("active_box", "a box of W,H cells holds all cells that are ever active",
           metavar="W,H", parse=parse_size),
    Option("filter",
           "in generation T, cells are as in this pattern file, in PATTERN's coordinates; ? is not "
           "compared, nor is state 0 of LifeHistory",
           metavar="T:FILE", parse=parse_generation_and_file, repeated=True),
    Option("catalysts.different_from",
           "not this still life: a pattern file as for --filter, for generation 0",
           metavar="FILE", repeated=True),
    Option("catalysts.margin",
           "cells by which the box in which all happens exceeds PATTERN's on every side "
           "(default {default})", metavar="M", short="-m", least=0, default=4),
)  # fmt: skip

BLOCKS = (
    Option("search.file", "search file, or - for standard input",
           metavar="FILE", positional=True, optional=True),
    Option("search.rule",
           "use this rule instead of the file's; it may be a Generations rule, or be unknown in "
           "part, as in Logic Life Search: with pB3a-c/S23, 3a makes a birth, 3c does not, and "
           "others with 3 (or survivals with 2 or 3) may or may not", metavar="RULE"),
    Option("blank",
           "without FILE: a block of unknown cells, W wide and H high, T generations in all (a "
           "period of P needs P + 1)", metavar="W,H,T", parse=parse_block_size),
    Option("search.outside",
           "instead of the file's: what lies beyond the edges: cells that stay dead (dead, the "
           "default), dead cells in which births are ignored (bounded), the opposite edge (torus), "
           "or what Golly's bounded grid of this size joins to them, such as T20,10+2 or K20*,10",
           metavar="OUTSIDE", suggestions=BLOCK_OUTSIDES),
    # No default, so that 0 too replaces what the file says.
    Option("search.min_population", "at least N {cells}",
           metavar="N", least=0, noun="population"),
    Option("search.given",
           "these cells of the block are known too: a pattern, whose ? are not given, at the top "
           "left of the first generation, or generations of 0, 1 and * as text",
           metavar="FILE", repeated=True),
    Option("known_cells",
           "the same, but FILE is RLE as rlifesrc reads known cells: a pattern for each "
           "generation, in which only the cells that are written are given",
           metavar="FILE", repeated=True),
    Option("counted_generation",
           "--min-population, --max-population, --smallest and --largest count the live cells of "
           "generation T (default 0, the first one)", metavar="T", least=0),
    Option("search.symmetry",
           "equal cells: '(x, y, t) = (x + 1, -y, t + 2)'; or a symmetry as in Logic Life Search: "
           "D4x, or p7 for a period, or 'p2 RE\\ x1' for a reflection and a shift by 1 after 2 "
           "generations; also LifeWiki's names, such as D4_x1",
           metavar="WORDS", repeated=True),
    Option("asymmetry", "only what lacks this symmetry", metavar="WORDS", repeated=True),
    Option("force_change", "generations T1 and T2 differ",
           metavar=("T1", "T2"), least=0, noun="generation", repeated=True),
    Option("population",
           "a bound on live cells: '<=12', '>3' or '=5' for the first generation, '<=12 0 1' for "
           "generations 0 and 1 together, '<=12 0..9 each' for each of ten, '<=9 0..9 ever' for "
           "cells that are live in any, '<=6x4' for the box that holds them, '=0 5..9 active' for "
           "cells on or beside those of the last generation that are not as there, '<=3 outside "
           "2,2,5,4' for cells outside the box of 5x4 cells whose top left cell is 2,2",
           metavar="BOUND", repeated=True),
    Option("max_change", "no generation differs from the first one in more than N cells",
           metavar="N", least=0, noun="greatest change"),
    Option("max_growth",
           "no generation has, beside those of the first one, more than N live cells",
           metavar="N", least=0, noun="greatest growth"),
    Option("max_decay",
           "no generation lacks, of those of the first one, more than N live cells",
           metavar="N", least=0, noun="greatest decay"),
    Option("different_from",
           "not this block: a pattern, the first generation, or known cells as text",
           metavar="FILE", repeated=True),
    Option("background",
           "what lies outside: a pattern, or cells as text, that repeats in space and time",
           metavar="FILE"),
    Option("background_offset",
           "the background's column, row and generation at the top left of the first generation "
           "(default 0,0,0)", metavar="X,Y,T", parse=parse_offset),
)  # fmt: skip


# What writes no patterns that could be posted, one at a time.
_NO_POSTS = ("jsonl", "csv", "info", "check", "all_generations", "detach", "project",
             "encode", "print_config")  # fmt: skip
# What says how many solutions to look for, where, and how to write them.
_OF_SOLUTIONS = (
    "limit", "all", "count", "smallest", "largest", "densest", "skip", "up_to_symmetry",
    "partial", "minimise", "job", "detach", "cluster", "jsonl", "to", "all_generations",
)  # fmt: skip

# What a sweep that lists nothing has no use for.
_OF_SWEEPS = ("proof", "solver", "workers", "cluster", "self_forcing", "up_to_symmetry")

QUESTIONS = (
    Option("limit", "{when}stop after K {nouns}", metavar="K", short="-k", least=1),
    Option("all", "{when}list all {nouns}", short="-a"),
    Option("smallest", "one with the fewest live cells, proved", excludes=("up_to_symmetry",)),
    Option("largest", "one with the most live cells, proved", excludes=("up_to_symmetry",)),
    Option("densest", "one with the most live cells, proved", excludes=("up_to_symmetry",)),
    Option("nearest",
           "one of the pattern nearest to TARGET that has any, proved: the fewest cells differ",
           excludes=("skip", "up_to_symmetry", "project", "partial", "print_config")),
    Option("self_forcing.largest",
           "write the largest self-forcing patch inside it; the exit code is 1 if there is none"),
    Option("minimise", "write a minimal {noun} inside it: every cell is necessary"),
    Option("restarts",
           "with --minimise: change the smallest patch so far N times, and minimise again "
           "(default {default})",
           metavar="N", least=0, default=0, noun="number of restarts", needs="minimise"),
    Option("orphans.restarts",
           "search N more times, each time in another way (default {default})",
           metavar="N", least=0, default=0, noun="number of restarts"),
    Option("beam",
           "spend M million endings of parents on each cell: more find smaller orphans, and take "
           "longer in proportion (default {default})",
           metavar="M", least=1, default=defaults.ORPHAN_BEAM, noun="beam"),
    Option("fewest",
           "which orphan is the best: the one with the fewest required cells (cells, the "
           "default), the fewest live ones (live), or the smallest box (box)",
           metavar="WHAT", choices=defaults.ORPHAN_CRITERIA, default=defaults.ORPHAN_CRITERIA[0]),
    Option("count",
           "print the exact number of {nouns} and list none: by a sweep where one fits, otherwise "
           "by pyganak if it is installed, or by a list",
           excludes=("to", "proof", "solver", "workers", "cluster", "self_forcing")),
    Option("by_population",
           "print a line for each number of live cells: that number, and how many there are"),
    Option("listed.by_population",
           "with --count: a line for each number of live cells, and how many have it",
           needs="count"),
    Option("sample",
           "draw K {nouns} independently, all with the same probability",
           metavar="K", least=1, noun="number", excludes=_OF_SWEEPS),
    Option("marginals",
           "write, for each cell, the exact probability that it is live in the first generation of "
           "one of all {nouns}: a table, csv, svg or png",
           metavar="FORM", choices=MARGINALS, excludes=("to", *_OF_SWEEPS)),
    Option("sample.seed", "with --sample: the seed of the draws (default {default})",
           metavar="S", least=0, default=0, needs="sample"),
    Option("up_to_symmetry", "{when}one for each orbit under the symmetries of {whole}"),
    Option("skip", "begin after the first N predecessors of the order that docs/frontier.md states",
           metavar="N", least=0, default=0, digits=1000, noun="number",
           excludes=("up_to_symmetry", "smallest", "largest")),
    Option("number", "how many to draw (default {default}); one may come more than once",
           metavar="K", short="-k", least=1, default=1),
    Option("samples",
           "estimate {what} from K independent samples (at least "
           f"{defaults.FEWEST_SAMPLES}; 100 is a good start)",
           metavar="K", least=defaults.FEWEST_SAMPLES, noun="number of samples"),
    Option("approximate",
           "draw by particles, which fit boards of any width: probabilities are only nearly the "
           "same, and that there is no predecessor cannot be proved", excludes=("disk",)),
)  # fmt: skip

EFFORT = (
    Option("encoding",
           "how Life becomes clauses{when} (default "
           f"{defaults.ENCODING}, or for rules that are not life-like truth_table)",
           choices=defaults.ENCODINGS),
    Option("method",
           "how to search for one predecessor: sat (one formula), strips (a strip of rows at a "
           "time, for large boards), particles (many boards at a time, row by row, for large "
           "boards without large dead areas) or auto (default: as the board suggests; --nearest "
           "takes windows)", metavar="NAME", choices=defaults.METHODS, default=defaults.METHODS[0]),
    Option("seed", "{when}the seed of {what} (default {default}){remark}",
           metavar="S", least=0, default=0),
    Option("solver", "one of {choices} (default {usual})",
           metavar="NAME", choices=defaults.SOLVERS),
    Option("time_limit", "stop after T seconds (or 5m, 2h, 1d){then}",
           metavar="T", parse=parse_seconds),
    Option("workers",
           "{when}search in N processes, if it takes more than some seconds{usual}",
           metavar="N", least=1, noun="number of processes"),
    Option("memory",
           "the most memory for all processes together, such as 500M or 8G (default: half of the "
           "machine's); a search that needs more is rejected before it begins",
           metavar="SIZE", least=1, parse=parse_memory),
    Option("disk",
           "the most temporary files, for what a sweep has no room for in memory, such as 20G "
           "(default: four times the memory, but at most half of the space that is free)",
           metavar="SIZE", least=0, parse=parse_disk),
    Option("job",
           "search in a process that outlives this one, and keep everything under this name",
           metavar="NAME"),
    Option("detach", "with --job: return at once; `lifesat jobs` goes on", needs="job"),
    Option("cluster", "{when}search on the cluster of this dask scheduler",
           metavar="ADDRESS", needs="job"),
)  # fmt: skip

OUTPUT = (
    Option("output", "{when}write to a file", metavar="FILE", short="-o", default="-"),
    Option("folder.output",
           "write to a file when the search ends, or a file for each solution to a folder",
           metavar="FILE|DIR", short="-o", default="-"),
    Option("has_parent.output",
           "write the answers to a file; or to a folder the predecessors that were found, a file "
           "for each pattern that has one",
           metavar="FILE|DIR", short="-o", default="-"),
    Option("has_parent.to",
           "instead of yes and no, write the predecessors that were found, in a format such as "
           "rle, cells or png", metavar="FORMAT"),
    Option("force", "let files be replaced"),
    Option("to", "{when}write another format than RLE, such as cells or png{others}",
           metavar="FORMAT"),
    # As in `lifesat.frontends.output.marginals`, which is slow to load.
    Option("marginals.to",
           "rounded numbers in the shape of the board (default), a line for each cell with all "
           "digits, or a picture in grey levels (png needs Pillow); without it, the name of FILE "
           "decides", choices=MARGINALS),
    Option("jsonl", "{when}write events as JSON lines"),
    Option("csv", "write numbers, populations and orbits as CSV"),
    Option("after", "skip the first N solutions", metavar="N", least=0, default=0, noun="number"),
    Option("partial",
           "with --jsonl: also write what a search strip by strip has of a predecessor, once a "
           "second at most", needs="jsonl"),
    Option("all_generations", "write every generation, the oldest first and the target's last"),
    Option("search.all_generations",
           "write all generations of a solution, as text that Logic Life Search and lifesat read, "
           "like --to lls; other formats have the first generation, and life-history also which "
           "cells are live in others"),
    Option("reached",
           "with --nearest: also write the pattern that the predecessor becomes",
           metavar="FILE", needs="nearest", excludes=("detach",)),
    Option("proof", "{when}write a DRAT proof{what}, and the formula to FILE.cnf",
           metavar="FILE"),
    Option("encode", "write the formula in DIMACS, and do not search", excludes=_OF_SOLUTIONS),
    Option("cnf_format", "the format (default {default})",
           flag="--format", choices=("dimacs",), default="dimacs"),
    Option("print_config", "write the search as a file for `lifesat search`, and do not search",
           excludes=_OF_SOLUTIONS),
    Option("quiet", "nothing on standard error but errors", short="-q"),
    Option("viewer",
           "add a line with which LifeViewer, on forums and wikis, plays each predecessor up to "
           "TARGET; the scripts in TARGET's own comments are kept", excludes=_NO_POSTS),
    Option("links", "beside each apgcode, write its address in Catagolue", excludes=_NO_POSTS),
    Option("layout",
           "the first generation (single, the default of SVG and PNG), all in a row, or all in "
           "turn (animation: the default of GIF and APNG, possible in SVG); several patterns are "
           "a sheet", choices=defaults.LAYOUTS),
    Option("cell_size", "the side of a cell (default: 16, or what fits)",
           metavar="PIXELS", least=1, digits=3, noun="size of a cell"),
    Option("colours",
           "light, dark, golly, print, or those of live and dead cells, such as ffcc00,000000 "
           "(default: light)", metavar="COLOURS", parse=parse_colours),
    Option("grid", "lines between cells (default: in cells of five pixels or more)",
           choices=defaults.GRIDS),
)  # fmt: skip


PATTERNS = (
    Option("later.generations", "the next N generations too{how}",
           metavar="N", short="-g", least=0, default=0, noun="number of generations"),
    Option("split", "of a FILE with several patterns, write each to a file of its own"),
    Option("evolve", "run N generations", metavar="N", parse=parse_integer, default=0),
    Option("crop", "take the smallest box"),
    Option("convert.pad", "add a margin of N cells; a negative N takes an empty margin away",
           metavar="N", parse=parse_integer, default=0),
    Option("transform", "one of {choices}", metavar="NAME", choices=TRANSFORMS),
    Option("convert.output", "write to a file, or into a folder, instead of the last FILE",
           metavar="FILE|DIR", short="-o", excludes=("check", "info")),
    Option("check", "only say what is wrong or assumed"),
    Option("info", "describe each pattern"),
    Option("json", "with --info: a line of JSON for each", needs="info"),
    Option("show.files", "pattern files, or - for standard input (the default)",
           metavar="FILE", positional=True, repeated=True, optional=True, default=("-",)),
    Option("step", "seconds for each generation that is played (default {default})",
           metavar="T", parse=parse_seconds, default=0.3),
    Option("text", "the text; \\n begins a line", metavar="TEXT", positional=True, optional=True),
    Option("spacing", "dead cells between letters (default {default})",
           metavar="N", least=0, default=1, excludes=("picture",)),
    Option("picture", "draw this picture, PNG or any that Pillow reads", metavar="FILE"),
    Option("draw.size", "cells (default: a cell for each pixel); W alone keeps the proportions",
           metavar="W,H", parse=parse_picture_size, needs="picture"),
    Option("threshold", "pixels darker than this are live: 1 to 255 (default {default})",
           metavar="N", least=1, default=128, needs="picture"),
    Option("dither", "show grey by the density of live cells", needs="picture"),
    Option("invert", "light is live, not dark", needs="picture"),
    Option("draw.weights",
           "also write weights for lifesat predecessors --nearest: a digit for each cell, from 1 "
           "where the picture is as light as the threshold to 9 where it is black or white",
           metavar="FILE", needs="picture"),
)  # fmt: skip

FORMULAS = (
    Option("model",
           "the solver's output, or - for standard input: lines 'v 1 -2 .. 0', or the bare "
           "literals", metavar="MODEL", positional=True),
    Option("formula", "DIMACS CNF, or - for standard input", metavar="FORMULA", positional=True),
    Option("check-proof.proof", "DRAT as text, or - for standard input",
           metavar="PROOF", positional=True),
)  # fmt: skip

PROGRAMS = (
    Option("jobs.name", "the job's name", metavar="NAME", positional=True),
    Option("jobs.names", "the jobs' names", metavar="NAME", positional=True, repeated=True),
    Option("jobs.deleted", "the job's name; without it, list them",
           metavar="NAME", positional=True, optional=True),
    Option("begin", "show this job at first, or the form of a new search with this file",
           metavar="JOB|FILE", positional=True, optional=True),
    Option("no_mouse", "leave the mouse to the terminal"),
    Option("theme",
           "a theme, such as lifesat-dark or lifesat-light; ansi-dark and ansi-light keep the "
           "terminal's own colours", metavar="THEME"),
    Option("pictures",
           "how patterns are drawn: auto (the default) takes the largest that fit",
           choices=("auto", "half-block", "braille", "ascii")),
    Option("browser",
           "serve the application to a browser on this machine and print the address; Ctrl-C ends "
           "this"),
    Option("port", "with --browser: the port (default: a free one)",
           metavar="N", least=1, noun="port", needs="browser"),
    Option("golly.action", "",
           metavar="ACTION", positional=True, choices=("install", "doctor", "where")),
    Option("folder",
           "where the scripts are to lie (default: Scripts/lifesat in Golly's data folder)",
           metavar="DIR"),
    Option("language",
           "the scripts to install: python for a Golly with Python, lua for others (default: as "
           "Golly's preferences say)", choices=GOLLY_LANGUAGES),
    Option("keys",
           "with install: show which keys Golly would run scripts with, ask, and write them into "
           "Golly's preferences; a copy of the old ones is kept. Without a value: p for step-back "
           "and shift+p for find-predecessors", metavar="SCRIPT=KEY,...", optional=True),
)  # fmt: skip


def options_of(plugin: Plugin) -> tuple[Option, ...]:
    """Return the options of the commands of a plug-in."""
    options: tuple[Option, ...] = import_module(plugin.options).OPTIONS
    return options


OPTIONS: dict[str, Option] = {
    option.key: option
    for option in (
        *TARGETS,
        *OBJECTS,
        *BLOCKS,
        *QUESTIONS,
        *EFFORT,
        *OUTPUT,
        *PATTERNS,
        *FORMULAS,
        *PROGRAMS,
        *(each for plugin in plugins() if plugin.options for each in options_of(plugin)),
    )
}
"""The options by their keys."""


def from_values(kind: type[Request], values: Mapping[str, Any]) -> Request:
    """Build a dataclass from the values of the options that its fields are named after.

    Other values are ignored; fields without a value have their defaults.
    """
    names = kind.__dataclass_fields__  # type: ignore[attr-defined]
    return kind(**{name: values[name] for name in names if name in values})


def check(**values: object) -> None:
    """Reject values of options that have the wrong type or are not allowed.

    Each keyword is the key of an option, with two underscores for a dot.
    """
    for name, value in values.items():
        OPTIONS[name.replace("__", ".")].check(value)


def check_together(keys: Iterable[str], values: Mapping[str, object]) -> None:
    """Reject options that cannot be combined, or that lack another one they need.

    `keys` are those of all options of a command; `values` has their values by name.
    """
    known = {OPTIONS[key].name: OPTIONS[key] for key in keys}
    given = {name: each for name, each in known.items() if each.is_given(values[name])}
    for option in given.values():
        for other in option.excludes:
            if other in given:
                raise UserError(f"{given[other].flag} cannot be combined with {option.flag}")
        if option.needs in known and option.needs not in given:
            needed = known[option.needs]
            raise UserError(f"{option.flag} needs {needed.flag} {needed.metavar or ''}".rstrip())
