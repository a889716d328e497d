"""The names of files that the user enters, completed as they are typed."""

import shlex
from contextlib import suppress
from pathlib import Path
from urllib.parse import unquote, urlsplit

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


def file_named(text: str) -> str:
    """Return the name of an existing file, without the quotes of a shell, or ""."""
    line = text.strip()
    if "\n" in line or not line:
        return ""
    if line.startswith("file://"):
        line = unquote(urlsplit(line).path)
    try:
        words = shlex.split(line)
    except ValueError:
        words = []
    for name in (line, *words[:1]):
        try:
            if file_path(name).is_file():
                return name
        except UserError:
            continue
    return ""


def file_completion(text: str) -> str | None:
    """Return the name of the first file or folder that begins with a text, or None.

    The name of a folder ends in a slash.
    """
    stem = text.rpartition("/")[2]
    names = files_like(text) if stem else []
    return names[0] if names and names[0].startswith(text) else None


def files_like(text: str) -> list[str]:
    """Return the files and folders whose names contain the last part of a text.

    Names that begin with it come first.
    """
    folder, _, stem = text.rpartition("/")
    begin = text[: len(text) - len(stem)]
    try:
        place = file_path(f"{folder}/" if "/" in text else ".")
        names = sorted(
            path.name + "/" * path.is_dir()
            for path in place.iterdir()
            if stem.lower() in path.name.lower()
            and (stem.startswith(".") or not path.name.startswith("."))
        )
    except (UserError, OSError):  # no such folder, user or name
        return []
    return [begin + name for name in sorted(names, key=lambda name: not name.startswith(stem))]


def free_path(stem: str, ending: str) -> str:
    """Return a name that no file has yet, with a number if needed."""
    name, number = stem + ending, 1
    while Path(name).exists():
        number += 1
        name = f"{stem}-{number}{ending}"
    return name


def file_error(path: str) -> str:
    """Return an error message for the name of a file to write, or ""."""
    try:
        is_file = path and not file_path(path).is_dir()
    except UserError as error:
        return str(error)
    return "" if is_file else "enter the name of a file"
