"""The command ``python -m benchmarks``."""

import argparse
import sys
from collections.abc import Callable, Iterator, Sequence
from importlib import import_module
from pathlib import Path

from benchmarks.report import Row, Scale, table, to_json

NAMES = (
    *("enumeration", "encoding", "startup", "choice", "large", "formats", "frontier", "knuth"),
    *("jobs", "tui", "objects", "sudoku", "sokoban", "orphan", "proofs", "smallest"),
    *("marginals", "forced", "completion", "blocks", "particles"),
)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run benchmarks; return 1 if a promise was not kept, so that a script can tell."""
    parser = _parser()
    options = parser.parse_args(arguments)
    if unknown := set(options.names) - set(NAMES):
        parser.error(f"no benchmark {min(unknown)!r}: choose from {', '.join(NAMES)}")
    rows = []
    for name in options.names or NAMES:
        make: Callable[[Scale], Iterator[Row]] = import_module(f"benchmarks.{name}").rows
        for row in make("tiny" if options.tiny else "full"):
            print(f"{name}: {row.work}: {row.ours} / {row.other} {row.ratio:.2f}", file=sys.stderr)
            rows.append(row)
    print(table(rows))
    options.json.write_text(to_json(rows), encoding="utf-8")
    return int(any(row.met is False for row in rows))


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks",
        description="Time lifesat against other programs, pair by pair on the same work.",
        epilog="Exit code 1 says that a promise was not kept.",
    )
    parser.add_argument(
        "names", nargs="*", metavar="NAME", help=f"what to time (default all): {', '.join(NAMES)}"
    )
    parser.add_argument(
        "--json", metavar="FILE", type=Path, default=Path("benchmarks.json"),
        help="where to write the rows (default %(default)s)",
    )  # fmt: skip
    parser.add_argument(
        "--tiny", action="store_true", help="work so small that only its running says anything"
    )
    return parser


if __name__ == "__main__":
    sys.exit(main())
