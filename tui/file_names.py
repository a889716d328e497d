"""The names of files that the user enters."""

from contextlib import suppress
from pathlib import Path

from lifesat.errors import UserError


def file_path(name: str) -> Path:
    """Return the path of a file, which may not exist; ``~`` at its beginning is a home folder.

    Raises UserError if no file can have this name.
    """
    try:
        # Not for "./~name", whose path has lost the dot.
        path = Path(name).expanduser() if name.startswith("~") else Path(name)
    except RuntimeError:
        user = Path(name).parts[0].removeprefix("~")
        raise UserError(f"there is no user {user}" if user else "there is no home folder") from None
    try:
        with suppress(FileNotFoundError, NotADirectoryError):
            path.stat()
    except OSError as error:
        raise UserError(f"{error.strerror}: {name}") from None
    except ValueError:  # as at a null character
        raise UserError("no file can have this name") from None
    return path
