"""The options about which solutions to find, how to search, and what to write."""

from lifesat import defaults
from lifesat.frontends.options.option import Option
from lifesat.frontends.options.values import parse_colours, parse_disk, parse_memory, parse_seconds

# What writes no patterns that could be posted, one at a time.
_NO_POSTS = ("jsonl", "csv", "info", "check", "all_generations", "detach", "project",
             "encode", "print_config")  # fmt: skip
# What says how many solutions to look for, where, and how to write them.
_OF_SOLUTIONS = (
    "limit", "all", "count", "smallest", "largest", "densest", "skip", "up_to_symmetry",
    "partial", "minimise", "job", "detach", "cluster", "jsonl", "to", "all_generations",
)  # fmt: skip

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
    Option("search.count",
           "print the exact number of solutions and list none; blocks of two generations without "
           "names and constraints are swept, others counted by pyganak if it is installed",
           excludes=("to", "proof", "solver", "workers", "cluster")),
    Option("by_population",
           "print a line for each number of live cells: that number, and how many there are"),
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
           "decides", choices=("table", "csv", "svg", "png")),
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
