"""The documents: their commands work, their links lead somewhere, and every option is in them."""

import argparse
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from lifesat.cli import parser

ROOT = Path(__file__).resolve().parents[1]
DOCUMENTS = [
    ROOT / "README.md",
    ROOT / "examples" / "README.md",
    *sorted((ROOT / "docs").glob("*.md")),
]


def console_blocks() -> list[tuple[Path, list[tuple[str, str]]]]:
    """The documents' console blocks: their commands, each with the output that is shown."""
    found = []
    for document in DOCUMENTS:
        for block in re.findall(r"```console\n(.*?)```", document.read_text(), re.DOTALL):
            parts = re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]
            lines = (part.partition("\n") for part in parts)
            found.append((document, [(line, output) for line, _, output in lines]))
    return found


@pytest.mark.parametrize(
    ("document", "commands"),
    [pytest.param(*block, id=f"{block[0].name}: {block[1][0][0]}") for block in console_blocks()],
)
def test_commands_do_what_the_documents_show(
    tmp_path: Path, document: Path, commands: list[tuple[str, str]]
) -> None:
    """In a folder with the examples, where documents may write files."""
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    tools = Path(sys.executable).parent
    home = {"PATH": f"{tools}:{os.environ['PATH']}", "LIFESAT_HOME": str(tmp_path / "home")}
    for command, shown in commands:
        result = subprocess.run(
            ["bash", "-c", command],
            cwd=tmp_path,
            env={**os.environ, **home},
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )
        expected = "".join(
            ".*" if line == "..." else re.escape(line) + "\n" for line in shown.splitlines()
        )
        assert re.fullmatch(expected, result.stdout, re.DOTALL), result.stdout + result.stderr
        assert "Traceback" not in result.stderr
        assert result.returncode == 0, result.stderr


def test_python_in_the_readme_works(capsys: pytest.CaptureFixture[str]) -> None:
    blocks = re.findall(r"```python\n(.*?)```", (ROOT / "README.md").read_text(), re.DOTALL)
    assert blocks
    for block in blocks:
        exec(compile(block, "README.md", "exec"), {})  # noqa: S102 - our own text
    assert capsys.readouterr().out.count("\n\n") == 6


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_links_lead_somewhere(document: Path) -> None:
    for link in re.findall(r"\]\(([^)#]+)", document.read_text()):
        if not link.startswith("http"):
            assert (document.parent / link).exists(), link


def test_every_command_and_option_is_documented() -> None:
    text = (ROOT / "docs" / "command-line.md").read_text()
    (commands,) = (a for a in parser()._actions if isinstance(a, argparse._SubParsersAction))
    for name, command in commands.choices.items():
        _, _, section = text.partition(f"## lifesat {name}\n")
        assert section, f"docs/command-line.md has no section for {name}"
        section = section.split("\n## ")[0]
        for option in _options(command):
            assert re.search(rf"(?<![\w-]){re.escape(option)}(?![\w-])", section), (
                f"docs/command-line.md says nothing of {name} {option}"
            )


def _options(command: argparse.ArgumentParser) -> Iterator[str]:
    """Everything that can be said to a command, and to its own commands."""
    for action in command._actions:
        if isinstance(action, argparse._SubParsersAction):
            for name, inner in action.choices.items():
                yield name
                yield from _options(inner)
        elif action.option_strings != ["-h", "--help"]:
            yield from action.option_strings or [str(action.metavar)]
