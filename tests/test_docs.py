"""The documents: their commands and Python work, and their links and file names exist."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import get_args

import numpy as np
import pytest
from PIL import Image

from lifesat._version import __version__
from lifesat.cli import main, parser
from lifesat.cli.overview import COMMANDS
from lifesat.frontends.output import exit_codes
from lifesat.queries.events import Status

ROOT = Path(__file__).resolve().parents[1]
DOCUMENTS = [
    ROOT / "README.md",
    ROOT / "ARCHITECTURE.md",
    ROOT / "CHANGELOG.md",
    ROOT / "CONTRIBUTING.md",
    ROOT / "SECURITY.md",
    ROOT / "examples" / "README.md",
    *sorted((ROOT / "docs").rglob("*.md")),
]

# The first commands of blocks in the README that take long.
LONG = {
    "lifesat count examples/space-invader.rle --margin 1",
    "lifesat draw HELLO | lifesat count - --samples 20",
    "lifesat orphan examples/garden-of-eden-10.rle --unknown --minimise --proof proof.drat",
    "lifesat orphans 8,18 --beam 1 -o orphan.rle",
    "lifesat predecessors examples/life.rle --margin 0 --generations 3 --max-population 39",
    "lifesat predecessors examples/pond.rle --outside free --all --job pond --detach",
    "lifesat self-forcing examples/self-forcing.rle --unknown",
}
# Those that take longest in other documents; all of docs/results.md does.
LONGEST = {
    "lifesat predecessors examples/mandelbrot.rle",
    "lifesat predecessors examples/mandelbrot.rle --layout row --cell-size 3 -o mandelbrot.svg",
    "lifesat draw --picture examples/portrait.png --size 200,200 --dither --weights w.txt -o p.rle",
}
_FIRST_LINES = 25


def console_blocks() -> list[tuple[Path, list[tuple[str, str]]]]:
    """The documents' console blocks: their commands, each with the output that is shown."""
    found = []
    for document in DOCUMENTS:
        for block in re.findall(r"```console\n(.*?)```", document.read_text(), re.DOTALL):
            parts = re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]
            lines = (part.partition("\n") for part in parts)
            found.append((document, [(line, output) for line, _, output in lines]))
    return found


def marks(document: Path, command: str) -> list[pytest.MarkDecorator]:
    """How often the block that begins with this command is tested."""
    if document.name == "results.md" or command in LONGEST:
        return [pytest.mark.weekly]
    return [pytest.mark.quick] * (document.name == "README.md" and command not in LONG)


@pytest.mark.parametrize(
    ("document", "commands"),
    [
        pytest.param(
            document,
            commands,
            id=f"{document.name}: {commands[0][0]}",
            marks=marks(document, commands[0][0]),
        )
        for document, commands in console_blocks()
    ],
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
            timeout=500,  # a busy machine takes its time
            check=False,
        )
        expected = "".join(
            ".*" if line == "..." else re.escape(line) + "\n" for line in shown.splitlines()
        )
        assert re.fullmatch(expected, result.stdout, re.DOTALL), result.stdout + result.stderr
        assert "Traceback" not in result.stderr
        assert result.returncode == 0, result.stderr
        for picture in re.findall(r" ([\w-]+\.(?:svg|png|gif|apng))\b", command):
            assert (tmp_path / picture).stat().st_size > 100


def python_blocks(document: Path) -> list[str]:
    return re.findall(r"```python\n(.*?)```", document.read_text(), re.DOTALL)


@pytest.mark.parametrize(
    "document",
    # Another test compares what the blocks of docs/python.md print.
    [path for path in DOCUMENTS if python_blocks(path) and path.name != "python.md"],
    ids=lambda document: document.name,
)
def test_python_in_the_documents_works(
    document: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The blocks of a document run in turn, in a folder with the examples."""
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("LIFESAT_HOME", str(tmp_path / "home"))
    names: dict[str, object] = {"__name__": document.stem}
    for block in python_blocks(document):
        exec(compile(block, document.name, "exec"), names)  # noqa: S102 - our own text


@pytest.mark.quick
def test_python_in_the_readme_prints_every_predecessor(capsys: pytest.CaptureFixture[str]) -> None:
    (block,) = python_blocks(ROOT / "README.md")
    exec(compile(block, "README.md", "exec"), {})  # noqa: S102 - our own text
    assert capsys.readouterr().out.count("\n\n") == 6


@pytest.mark.parametrize(
    "document", [*sorted((ROOT / "docs").glob("*.md"))], ids=lambda path: path.name
)
def test_every_page_begins_with_an_example(document: Path) -> None:
    """Commands, or Python, among its first lines."""
    first = document.read_text().splitlines()[:_FIRST_LINES]
    assert {"```console", "```python"} & {*first} or any(line.startswith("    ") for line in first)


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_links_lead_somewhere(document: Path) -> None:
    for link in re.findall(r"\]\(([^)#\s]+)", document.read_text()):
        if not link.startswith("http"):
            assert (document.parent / link).exists(), link


@pytest.mark.parametrize(
    ("script", "name", "words"),
    [
        ("golly_page", "../golly_scripts/lifesat.html", ["<code>1 0 free 1</code>"]),
        ("command_reference", "commands.md", ["\n## lifesat predecessors\n", "`--time-limit T`"]),
        ("man_page", "lifesat.1", ['.SH "LIFESAT PREDECESSORS"\n', "\\-\\-time\\-limit T\n"]),
    ],
)
def test_what_is_written_from_the_parsers_and_the_documents_is_up_to_date(
    script: str, name: str, words: list[str]
) -> None:
    written = subprocess.run(
        [sys.executable, ROOT / "docs" / f"{script}.py", "-"],
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    shown = (ROOT / "docs" / name).read_text()
    assert written == shown, f"{name} is out of date: run `make reference`"
    assert all(word in shown for word in words)


def test_the_man_page_has_no_mistakes() -> None:
    """Of troff, none; and what it prints names every command, and has no markup left."""
    if not (groff := shutil.which("groff")) or not (man := shutil.which("man")):
        pytest.skip("groff or man is not installed")
    page = ROOT / "docs" / "lifesat.1"
    checked = subprocess.run(
        [groff, "-ww", "-man", "-Tascii", "-z", page], capture_output=True, text=True, check=True
    )
    assert checked.stderr == ""
    wide = {**os.environ, "MANWIDTH": "500", "MAN_KEEP_FORMATTING": "", "LC_ALL": "C.UTF-8"}
    printed = subprocess.run(
        [man, "--local-file", page], capture_output=True, text=True, check=True, env=wide
    ).stdout
    for name, summary in COMMANDS.items():
        assert re.search(rf"^ +lifesat {name}\n +{re.escape(summary)}$", printed, re.MULTILINE)
        assert f"\nLIFESAT {name.upper()}\n" in printed
    assert not re.search(r"\\[fe&(-]|^\.[A-Z]{1,2}\b", printed, re.MULTILINE)


@pytest.mark.parametrize(
    ("name", "sources"), [("frontier", ()), ("strips", ("strips.csv",))], ids=["frontier", "strips"]
)
def test_pictures_are_what_their_scripts_draw(
    name: str, sources: tuple[str, ...], tmp_path: Path
) -> None:
    script = f"{name}_picture.py"
    for each in (script, *sources):
        shutil.copy(ROOT / "docs" / each, tmp_path)
    subprocess.run([sys.executable, tmp_path / script], check=True)
    drawn, shown = (folder / f"{name}.svg" for folder in (tmp_path, ROOT / "docs"))
    assert drawn.read_text() == shown.read_text()


def test_the_portrait_is_what_its_script_draws(tmp_path: Path) -> None:
    """But for the rounding of shades."""
    (tmp_path / "docs").mkdir()
    (tmp_path / "examples").mkdir()
    script = shutil.copy(ROOT / "docs" / "portrait_picture.py", tmp_path / "docs")
    subprocess.run([sys.executable, script], check=True)
    name = Path("examples", "portrait.png")
    drawn, shown = (np.array(Image.open(folder / name), int) for folder in (tmp_path, ROOT))
    assert drawn.shape == shown.shape
    assert abs(drawn - shown).max() <= 1


def test_the_picture_of_marginals_is_what_the_command_draws(tmp_path: Path) -> None:
    drawn = tmp_path / "marginals.svg"
    target = str(ROOT / "examples" / "life.rle")
    assert main(["marginals", target, "--margin", "0", "--to", "svg", "-o", str(drawn)]) == 0
    assert drawn.read_text() == (ROOT / "docs" / "marginals.svg").read_text()


@pytest.mark.quick
def test_the_exit_codes_are_documented_and_in_the_help(capsys: pytest.CaptureFixture[str]) -> None:
    table = (ROOT / "docs" / "command-line.md").read_text().split("| exit code | meaning |")[1]
    rows = re.findall(r"^\| (\d+) \| (.*) \|$", table.split("\n\n")[0], re.MULTILINE)
    assert {int(code): meaning for code, meaning in rows} == exit_codes.EXIT_CODES
    numbers = {value for name, value in vars(exit_codes).items() if isinstance(value, int)}
    assert numbers == set(exit_codes.EXIT_CODES)
    with pytest.raises(SystemExit):
        parser().parse_args(["--help"])
    shown = capsys.readouterr().out.partition("exit codes:\n")[2]
    lines = [line.split(maxsplit=1) for line in shown.splitlines() if line]
    assert {int(code): meaning for code, meaning in lines} == exit_codes.EXIT_CODES


def test_every_status_is_documented() -> None:
    _, _, table = (ROOT / "docs" / "events.md").read_text().partition("| status | meaning |\n")
    statuses = re.findall(r"^\| `(\w+)` \|", table.split("\n\n")[0], re.MULTILINE)
    assert statuses == list(get_args(Status))


def test_files_that_the_architecture_names_exist() -> None:
    named = re.findall(
        r"`((?:lifesat|tui|golly_scripts)/[\w/.-]*)`", (ROOT / "ARCHITECTURE.md").read_text()
    )
    assert len(set(named)) > 20
    assert not {name for name in named if not (ROOT / name).exists()}


def test_the_page_for_sat_people_names_the_files_about_sat() -> None:
    named = re.findall(r"^\| `(\w+\.py)` \|", (ROOT / "docs" / "sat.md").read_text(), re.MULTILINE)
    files = {path.name for path in (ROOT / "lifesat" / "engines" / "sat").glob("*.py")} - {
        "__init__.py"
    }
    assert sorted(named) == sorted(files)


def test_what_security_says_is_tested() -> None:
    """Every row about an input names tests, and they exist."""
    text = (ROOT / "SECURITY.md").read_text()
    named = set(re.findall(r"\btests/[\w/.-]+", text))
    assert len(named) > 10
    assert not {name for name in named if not (ROOT / name.rstrip(".")).is_file()}
    rows = text.partition("| tests |\n| --- | --- | --- |\n")[2].partition("\n\n")[0].splitlines()
    assert len(rows) > 5
    assert all("tests/" in row.rpartition(" | ")[2] for row in rows)


@pytest.mark.quick
def test_the_version_to_cite_is_the_version() -> None:
    assert f"\nversion: {__version__}\n" in (ROOT / "CITATION.cff").read_text()
