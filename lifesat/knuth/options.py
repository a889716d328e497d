"""The options of ``lifesat knuth``."""

from lifesat.frontends.options.option import Option

OPTIONS = (
    Option("knuth.rows", "rows", metavar="M", positional=True, least=1, noun="number of rows"),
    Option("knuth.columns", "columns",
           metavar="N", positional=True, least=1, noun="number of columns"),
    Option("sat-life-grid.generations", "steps",
           metavar="R", positional=True, least=0, noun="number of steps"),
    Option("sat-life-grid-eater.generations", "steps",
           metavar="R", positional=True, least=1, noun="number of steps"),
    Option("knuth.format", "Knuth's own format (default), or DIMACS with the names in comments",
           choices=("symbolic", "dimacs"), default="symbolic"),
)  # fmt: skip
