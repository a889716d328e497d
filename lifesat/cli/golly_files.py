"""The files that are installed for Golly, by the language of its scripts."""

import html
import json
import sys
from collections.abc import Iterator
from pathlib import Path

from lifesat import __version__
from lifesat.errors import UserError
from lifesat.system.files import write_bytes

ENDS = {"python": ".py", "lua": ".lua"}
"""The extensions of scripts, by language."""

SOURCE = Path(__file__).parents[2] / "golly_scripts"
"""The folder of the scripts in this installation of lifesat."""

SCRIPTS = frozenset(path.stem for path in SOURCE.glob("*.py"))
"""The names of the scripts, without extensions."""

EXAMPLES = {
    "space-invader.rle": "step-back",
    "life.rle": "find-predecessors",
    "garden-of-eden-1.rle": "prove-orphan",
    "unsynthesizable.rle": "find-self-forcing-patch",
    "given-cells.rle": "complete-still-life",
}
"""The examples installed beside the scripts, each with the script to try."""

PAGE = "lifesat.html"
"""The page that Golly shows, with links that run the scripts."""

# As in a checkout, and as in a wheel.
_EXAMPLES = (SOURCE.parent / "examples", SOURCE.parent / "lifesat_tui" / "examples")
# Hidden, so that the dialog for a folder does not offer the only folder within that of the scripts.
_BRIDGE = ".bridge"

CONFIGURATION = "lifesat_golly/lifesat.json"
"""The file beside the code of the scripts that says how to run lifesat."""


def contents(language: str, folder: str) -> Iterator[tuple[str, bytes]]:
    """Yield the name in the folder and the content of each file.

    `folder` is the folder as Golly finds it; a relative path starts at Golly's own folder. With
    scripts in Lua, the Python code is in the folder of the bridge that runs it.
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
    """Return what the scripts need to know: the interpreter that has lifesat, and its version."""
    return {"python": sys.executable, "version": __version__}


def install(folder: Path, language: str) -> None:
    """Write all files and the path of the interpreter; remove files of other installations."""
    files = dict(contents(language, folder.as_posix()))
    for name, content in files.items():
        _write(folder / name, content)
    configuration = json.dumps(record(), ensure_ascii=False)
    _write(code(folder, language) / CONFIGURATION, f"{configuration}\n".encode())
    # Golly would list files of another version, and open them as patterns.
    for script in SCRIPTS:
        for end in ENDS.values():
            if script + end not in files:
                (folder / (script + end)).unlink(missing_ok=True)
    (folder / "lifesat.json").unlink(missing_ok=True)
    folders = ["lifesat_golly", _BRIDGE]
    # Up to lifesat 0.1 the bridge was not hidden; a folder of patterns may have that name, too.
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
    """Return the folder of the Python scripts and the code that they share."""
    return folder / _BRIDGE if language == "lua" else folder


def interpreter(folder: Path) -> str:
    """Return the interpreter that the scripts in a folder use; raise `UserError` if unknown."""
    file = code(folder, installed_language(folder)) / CONFIGURATION
    try:
        return str(json.loads(file.read_text(encoding="utf-8"))["python"])
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        raise UserError(
            f"{file} does not name an interpreter; run: lifesat golly install"
        ) from None


def _remove_others(ours: Path, kept: set[str], folder: Path) -> None:
    """Remove the files from one of our folders that are not kept, and empty folders."""
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
    """Write a file whole or not at all, and create its folder."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UserError(f"cannot write {path}: {error.strerror}") from error
    write_bytes(path, content, force=True)
