"""The options of commands that do not search: about patterns, formulas, jobs, other programs."""

from lifesat.frontends.options.choices import GOLLY_LANGUAGES, TRANSFORMS
from lifesat.frontends.options.option import Option
from lifesat.frontends.options.values import parse_integer, parse_picture_size, parse_seconds

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
