"""Where tests are, and what they share in ``tests/support``."""

import ast
from collections.abc import Iterator
from pathlib import Path

TESTS = Path(__file__).parent
ROOT = TESTS.parent
MODULES = sorted(TESTS.rglob("*.py"))
# Folders with tests of something else than a package of lifesat.
OTHERS = {
    "fuzz": "tests/fuzz",
    "golden": "lifesat/cli",
    "golly": "golly_scripts",
    "support": "tests/support",
    "tui": "tui",
}


def imported(module: Path) -> Iterator[str]:
    """Yield the full names of what a module imports, at its top or later."""
    package = module.relative_to(ROOT).parts
    for node in ast.walk(ast.parse(module.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            origin = [*package[: -node.level]] if node.level else []
            origin += [node.module] if node.module else []
            yield from (".".join([*origin, name.name]) for name in node.names)


def test_no_module_imports_from_a_module_of_tests() -> None:
    """What several modules need is in ``tests/support``, or a fixture of a ``conftest.py``."""
    errors = [
        f"{module.relative_to(ROOT)} imports {name}"
        for module in MODULES
        for name in imported(module)
        if any(part == "conftest" or part.startswith("test_") for part in name.split("."))
    ]
    assert not errors


def test_every_folder_of_tests_has_a_package() -> None:
    folders = {path.parent.relative_to(TESTS) for path in MODULES if path.name.startswith("test_")}
    packages = {folder: OTHERS.get(str(folder), f"lifesat/{folder}") for folder in folders}
    assert [folder for folder in folders if not (ROOT / packages[folder]).is_dir()] == []


def test_the_terminal_application_is_imported_by_the_name_that_users_import() -> None:
    errors = [
        f"{module.relative_to(ROOT)} imports {name}"
        for module in MODULES
        for name in imported(module)
        if name.split(".")[0] == "tui"
    ]
    assert not errors
