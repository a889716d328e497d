"""Atomic writing of pattern files, compressed if the name ends in .gz."""

from os import PathLike

from lifesat.system.files import NewFile
from lifesat.system.printing import printable_lines


def write_file(path: str | PathLike[str], text: str, *, force: bool = False) -> None:
    """Write a text to a file, which appears complete or not at all.

    Parameters
    ----------
    path
        The file; if its name ends in ``.gz`` it is compressed.  A device or a pipe is written
        directly; on a terminal, characters that it would not print are escaped.
    text
        The text to write.
    force
        Whether an existing file may be replaced.

    Raises
    ------
    UserError
        If the file exists and `force` is false, or if it cannot be written.
    """
    with NewFile(path, force=force) as new:
        data = (printable_lines(text) if new.stream.isatty() else text).encode("utf-8")
        if str(path).endswith(".gz"):
            import gzip  # noqa: PLC0415  # slow to load and seldom needed

            data = gzip.compress(data, mtime=0)
        new.stream.write(data)
        new.commit()
