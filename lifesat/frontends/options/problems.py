"""The options that state a problem: a target, an object, a block of space-time, a puzzle."""

from lifesat.defaults import AGAR_PAD, REWIND_SECONDS
from lifesat.frontends.options.choices import (
    BLOCK_OUTSIDES,
    COMPLETION_STATES,
    CORNERS,
    LIFE,
    MINIMISE,
    NO_GLIDE,
    OUTSIDES,
    STILL_LIFE_CLASSES,
    SYMMETRIES,
    TRANSFORMS,
)
from lifesat.frontends.options.option import Option
from lifesat.frontends.options.values import (
    parse_block_size,
    parse_offset,
    parse_rule_in_box,
    parse_rule_name,
    parse_rule_on_torus,
    parse_shift,
    parse_size,
)

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
           "what lies beyond the edges: dead cells (default), anything (free), or the opposite "
           "edge (torus; the default for a target whose rule has a :T grid)", choices=OUTSIDES),
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
           "the rule, {default} unless given; any of 3x3 cells without B0, also a Generations "
           "rule, but for eaters",
           metavar="RULE", parse=parse_rule_in_box, default=LIFE),
    Option("orphans.rule", "the rule, {default} unless given; any of two states and 3x3 cells",
           metavar="RULE", parse=parse_rule_on_torus, default=LIFE),
    Option("agars.rule", "the rule, {default} unless given; any of two states and 3x3 cells",
           metavar="RULE", parse=parse_rule_on_torus, default=LIFE),
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
           "default), dead cells in which births are ignored (bounded), or the opposite edge "
           "(torus)", choices=BLOCK_OUTSIDES),
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
           "a symmetry as in Logic Life Search: D4x, or p7 for a period, or 'p2 RE\\ x1' for a "
           "reflection and a shift by 1 after 2 generations; also LifeWiki's names, such as D4_x1",
           metavar="WORDS", repeated=True),
    Option("asymmetry", "only what lacks this symmetry", metavar="WORDS", repeated=True),
    Option("force_change", "generations T1 and T2 differ",
           metavar=("T1", "T2"), least=0, noun="generation", repeated=True),
    Option("population",
           "a bound on live cells: '<=12', '>3' or '=5' for the first generation, '<=12 0 1' for "
           "generations 0 and 1 together, '<=3 outside 2,2,5,4' for cells outside the box of 5x4 "
           "cells whose top left cell is 2,2", metavar="BOUND", repeated=True),
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
