"""The files for Golly: which there are in each language, and how they come into a folder."""

import html
import json
import sys
from collections.abc import Iterator
from pathlib import Path

from lifesat import __version__
from lifesat.errors import UserError
from lifesat.system.files import write_bytes

ENDS = {"python": ".py", "lua": ".lua"}
"""How the names of scripts end, by their language."""

SOURCE = Path(__file__).parents[2] / "golly_scripts"
"""The folder of the scripts in this installation of lifesat."""

SCRIPTS = frozenset(path.stem for path in SOURCE.glob("*.py"))
"""The names of the scripts, without their ends."""

EXAMPLES = {
    "space-invader.rle": "step-back",
    "life.rle": "find-predecessors",
    "garden-of-eden-1.rle": "prove-orphan",
    "unsynthesizable.rle": "find-self-forcing-patch",
    "given-cells.rle": "complete-still-life",
}
"""The examples that lie beside the scripts, each with the script to try."""

PAGE = "lifesat.html"
"""The page that Golly shows: what there is, and links that run it."""

# As in a checkout, and as in a wheel.
_EXAMPLES = (SOURCE.parent / "examples", SOURCE.parent / "lifesat_tui" / "examples")
# Hidden, so that the dialog for a folder does not offer the only folder within that of the scripts.
_BRIDGE = ".bridge"

CONFIGURATION = "lifesat_golly/lifesat.json"
"""The file, beside the code of the scripts, with what they need to know of lifesat."""


def contents(language: str, folder: str) -> Iterator[tuple[str, bytes]]:
    """Yield each file: its name in the folder, and what it holds.

    Beside the scripts of Lua, those of Python are in the folder of the bridge that runs them.

    Parameters
    ----------
    language
        The language of the scripts that Golly runs.
    folder
        The folder as Golly finds it; if it is relative, from Golly's own folder.
    """
    for path in sorted(SOURCE.rglob("*")):
        name = path.relative_to(SOURCE).as_posix()
        if path.suffix == ".lua" and language == "lua":
            yield name.replace("bridge/", f"{_BRIDGE}/"), path.read_bytes()
        elif path.suffix == ".py" and language == "lua":
            yield f"{_BRIDGE}/{name.removeprefix('bridge/')}", path.read_bytes()
        elif path.suffix == ".py" and path.parent.name != "bridge":
            yield name, path.read_bytes()
    examples = next(path for path in _EXAMPLES if path.is_dir())
    for name in EXAMPLES:
        yield name, (examples / name).read_bytes()
    page = (SOURCE / PAGE).read_text(encoding="ascii").replace("@END@", ENDS[language])
    page = page.replace("@FOLDER@", html.escape(folder))
    yield PAGE, page.encode("ascii", "xmlcharrefreplace")


def record() -> dict[str, str]:
    """Return what the scripts need to know of lifesat: the interpreter that has it, its version."""
    return {"python": sys.executable, "version": __version__}


def install(folder: Path, language: str) -> None:
    """Write all files, and which interpreter has lifesat; remove those of other installations.

    Raises
    ------
    UserError
        If a file cannot be written.
    """
    files = dict(contents(language, folder.as_posix()))
    for name, content in files.items():
        _write(folder / name, content)
    configuration = json.dumps(record(), ensure_ascii=False)
    _write(code(folder, language) / CONFIGURATION, f"{configuration}\n".encode())
    # Golly would list, and open as patterns, what another version has put here.
    for script in SCRIPTS:
        for end in ENDS.values():
            if script + end not in files:
                (folder / (script + end)).unlink(missing_ok=True)
    (folder / "lifesat.json").unlink(missing_ok=True)
    folders = ["lifesat_golly", _BRIDGE]
    # Up to lifesat 0.1 the bridge was not hidden; the name may be that of somebody's patterns.
    folders += ["bridge"] if (folder / "bridge" / "bridge.lua").is_file() else []
    kept = {*files, (code(folder, language) / CONFIGURATION).relative_to(folder).as_posix()}
    for name in folders:
        _remove_others(folder / name, kept, folder)


def installed_language(folder: Path) -> str:
    """Return the language of the scripts in a folder, or "" if there are none."""
    if (folder / _BRIDGE / "bridge.lua").is_file():
        return "lua"
    return "python" if (folder / "lifesat_golly").is_dir() else ""


def code(folder: Path, language: str) -> Path:
    """Return the folder of the scripts that has those of Python, with what they share."""
    return folder / _BRIDGE if language == "lua" else folder


def interpreter(folder: Path) -> str:
    """Return the interpreter that the scripts in a folder use.

    Raises
    ------
    UserError
        If they do not name one.
    """
    file = code(folder, installed_language(folder)) / CONFIGURATION
    try:
        return str(json.loads(file.read_text(encoding="utf-8"))["python"])
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        raise UserError(
            f"{file} does not name an interpreter; run: lifesat golly install"
        ) from None


def _remove_others(ours: Path, kept: set[str], folder: Path) -> None:
    """Remove all but some files from a folder that is ours, and what is empty then."""
    if ours.is_symlink():
        return  # to a checkout
    for path in sorted(ours.rglob("*"), reverse=True):
        if path.is_dir() and not path.is_symlink():
            if not any(path.iterdir()):
                path.rmdir()
        elif path.relative_to(folder).as_posix() not in kept:
            path.unlink()
    if ours.is_dir() and not any(ours.iterdir()):
        ours.rmdir()


def _write(path: Path, content: bytes) -> None:
    """Write a file whole or not at all, and its folder."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UserError(f"cannot write {path}: {error.strerror}") from error
    write_bytes(path, content, force=True)
