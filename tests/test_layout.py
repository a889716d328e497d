"""Where tests are, what they share in ``tests/support``, and how long files and functions are."""

import ast
from collections.abc import Iterator
from pathlib import Path

TESTS = Path(__file__).parent
ROOT = TESTS.parent
MODULES = sorted(TESTS.rglob("*.py"))
# Folders with tests of something else than a package of lifesat.
OTHERS = {"fuzz": "tests/fuzz", "golly": "golly_scripts", "support": "tests/support", "tui": "tui"}
SOURCES = ("lifesat", "tui", "golly_scripts", "tests", "benchmarks", "docs")
MOST_LINES_OF_A_FILE = 400
MOST_LINES_OF_A_FUNCTION = 50  # the docstring is not counted


def len_of(node: ast.stmt) -> int:
    """Return the number of lines of a statement."""
    assert node.end_lineno is not None
    return node.end_lineno - node.lineno + 1


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
    faults = [
        f"{module.relative_to(ROOT)} imports {name}"
        for module in MODULES
        for name in imported(module)
        if any(part == "conftest" or part.startswith("test_") for part in name.split("."))
    ]
    assert not faults


def test_every_folder_of_tests_has_a_package() -> None:
    folders = {path.parent.relative_to(TESTS) for path in MODULES if path.name.startswith("test_")}
    packages = {folder: OTHERS.get(str(folder), f"lifesat/{folder}") for folder in folders}
    assert [folder for folder in folders if not (ROOT / packages[folder]).is_dir()] == []


def test_the_terminal_application_is_imported_by_the_name_that_users_import() -> None:
    faults = [
        f"{module.relative_to(ROOT)} imports {name}"
        for module in MODULES
        for name in imported(module)
        if name.split(".")[0] == "tui"
    ]
    assert not faults


def test_files_and_functions_are_short() -> None:
    faults = []
    for module in sorted(file for top in SOURCES for file in (ROOT / top).rglob("*.py")):
        text = module.read_text(encoding="utf-8")
        if text.count("\n") > MOST_LINES_OF_A_FILE:
            faults.append(f"{module.relative_to(ROOT)} has {text.count(chr(10))} lines")
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                lines = len_of(node) - (len_of(node.body[0]) if ast.get_docstring(node) else 0)
                if lines > MOST_LINES_OF_A_FUNCTION:
                    faults.append(f"{module.relative_to(ROOT)}: {node.name} has {lines} lines")
    assert not faults
