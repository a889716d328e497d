"""Writing files: whole or not at all, compressed if their name says so."""

from __future__ import annotations

import os

from lifesat.errors import UserError

TYPE_CHECKING = False  # importing typing would cost a third of the start-up time
if TYPE_CHECKING:
    from os import PathLike


def write_file(path: str | PathLike[str], text: str, *, force: bool = False) -> None:
    """Write a text to a file, which appears complete or not at all.

    Parameters
    ----------
    path
        The file; if its name ends in ``.gz`` it is compressed.
    text
        What to write.
    force
        Whether a file of this name may be replaced.

    Raises
    ------
    UserError
        If the file exists already, or if it cannot be written.
    """
    data = text.encode("utf-8")
    if str(path).endswith(".gz"):
        import gzip  # noqa: PLC0415  # slow to load and seldom needed

        data = gzip.compress(data, mtime=0)
    temporary = f"{path}.{os.getpid()}.part"
    try:
        with open(temporary, "xb") as file:  # noqa: PTH123  # pathlib is slow to load
            file.write(data)
        if force:
            os.replace(temporary, path)  # noqa: PTH105
        else:
            os.link(temporary, path)  # fails if there is a file of this name
    except FileExistsError:
        raise UserError(f"{path} exists; --force replaces it") from None
    except OSError as error:
        raise UserError(f"cannot write {path}: {error.strerror}") from None
    finally:
        if os.path.exists(temporary):  # noqa: PTH110
            os.unlink(temporary)  # noqa: PTH108
