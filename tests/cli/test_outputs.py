"""Every command that writes a file writes to pipes and devices too, and replaces neither."""

import os
import stat
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from lifesat.cli import main
from lifesat.engines.options import Options
from lifesat.formats import read_file
from lifesat.jobs.job import Job
from lifesat.jobs.worker import work
from lifesat.problems.life.predecessor import Predecessor
from lifesat.queries.solutions import ListSolutions

pytestmark = pytest.mark.skipif(os.name != "posix", reason="devices and pipes are those of POSIX")

# Under this rule nothing is born, so that every live cell is an orphan.
ORPHAN = ["orphan", "dot.rle", "--rule", "B/S", "--workers", "1"]
WRITERS = {
    "convert": (["convert", "tub.rle", "{}"], "x = 3, y = 3"),
    "predecessors": (["predecessors", "tub.rle", "-o", "{}"], "#N"),
    "predecessors, events": (["predecessors", "tub.rle", "--jsonl", "-o", "{}"], '"done"'),
    "still lifes": (["still-lifes", "3,3", "-o", "{}"], "x = "),
    "sample": (["sample", "tub.rle", "-o", "{}"], "x = "),
    "marginals": (["marginals", "tub.rle", "-o", "{}"], "0.541"),
    "forced": (["forced", "tub.rle", "-o", "{}"], "x = "),
    "self-forcing": (["self-forcing", "dot.rle", "--rule", "B/S", "--largest", "-o", "{}"], "x = "),
    "encode": (["encode", "tub.rle", "-o", "{}"], "p cnf"),
    "decode": (["decode", "block.rle", "model", "--margin", "0", "-o", "{}"], "2o$2o!"),
    "knuth": (["knuth", "sat-life-grid", "2", "2", "1", "-o", "{}"], "~"),
    "sudoku": (["sudoku", "sudoku.txt", "-o", "{}"], "1234"),
    "sokoban": (["sokoban", "level.xsb", "--shortest", "-o", "{}"], "R\n"),
    "minimal orphan": ([*ORPHAN, "--minimise", "-o", "{}"], "#C orphan"),
    "proof": ([*ORPHAN, "--proof", "{}"], "0\n"),
    "formula of a proof": ([*ORPHAN, "--proof", "{proof}"], "p cnf"),
    "solutions of a job": (["jobs", "export", "tub", "-o", "{}"], "x = "),
    "numbers of a job": (["jobs", "export", "tub", "--csv", "-o", "{}"], "number,population"),
}
writers = pytest.mark.parametrize("writer", WRITERS)


@pytest.fixture(autouse=True)
def inputs(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (folder / "model").write_text("v 1 2 3 4 0\n")
    (folder / "sudoku.txt").write_text("1234\n3412\n2143\n432.\n")
    (folder / "level.xsb").write_text("#####\n#@$.#\n#####\n")
    monkeypatch.setenv("LIFESAT_HOME", str(folder / "home"))
    return folder


def words(writer: str, name: str) -> list[str]:
    """Return a command that writes to a name, making the job that it may need."""
    if "job" in writer:
        job = Job.create(
            "tub", ListSolutions(Predecessor(read_file("tub.rle"))), Options(limit=None)
        )
        for _ in work(job):
            pass
    proof = name.removesuffix(".cnf")
    return [word.replace("{}", name).replace("{proof}", proof) for word in WRITERS[writer][0]]


@writers
@pytest.mark.parametrize("force", [False, True])
def test_a_pipe(inputs: Path, writer: str, force: bool) -> None:
    name = "pipe.cnf" if writer == "formula of a proof" else "pipe"
    os.mkfifo(inputs / name)
    command = words(writer, name)
    got: list[str] = []
    reader = threading.Thread(target=lambda: got.append((inputs / name).read_text()), daemon=True)
    reader.start()
    assert main([*command, *["--force"] * force]) == 0
    reader.join()
    assert WRITERS[writer][1] in got[0]
    assert (inputs / name).is_fifo()


@writers
@pytest.mark.parametrize("force", [False, True])
def test_a_device(inputs: Path, writer: str, force: bool) -> None:
    name = "null.cnf" if writer == "formula of a proof" else "null"
    try:
        os.mknod(inputs / name, stat.S_IFCHR | 0o666, os.makedev(1, 3))
        (inputs / name).write_text("")
    except OSError as error:
        pytest.skip(f"no device can be made here: {error}")
    assert main([*words(writer, name), *["--force"] * force]) == 0
    assert (inputs / name).is_char_device()


@writers
def test_a_device_without_room(
    inputs: Path, writer: str, capsys: pytest.CaptureFixture[str]
) -> None:
    name = "full.cnf" if writer == "formula of a proof" else "full"
    try:
        os.mknod(inputs / name, stat.S_IFCHR | 0o666, os.makedev(1, 7))
        os.close(os.open(inputs / name, os.O_WRONLY))
    except OSError as error:
        pytest.skip(f"no device can be made here: {error}")
    command = words(writer, name)
    capsys.readouterr()
    # A proof is written by the search, which fails.
    assert main(command) == (4 if "proof" in writer else 2)
    last = capsys.readouterr().err.splitlines()[-1]
    assert last == f"lifesat: cannot write {name}: No space left on device"
    assert (inputs / name).is_char_device()


@writers
def test_a_link_and_its_file(inputs: Path, writer: str) -> None:
    name = "link.cnf" if writer == "formula of a proof" else "link"
    (inputs / "target").write_text("mine")
    (inputs / "target").chmod(0o600)
    (inputs / name).symlink_to("target")
    command = words(writer, name)
    assert main(command) == 2
    assert (inputs / "target").read_text() == "mine"
    assert main([*command, "--force"]) == 0
    assert (inputs / name).is_symlink()
    assert WRITERS[writer][1] in (inputs / "target").read_text()
    assert stat.S_IMODE((inputs / "target").stat().st_mode) == 0o600
    assert not [path for path in inputs.iterdir() if path.name.startswith(".")]


@pytest.mark.parametrize("name", ["/dev/null", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"])
def test_no_formula_is_written_among_the_devices(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*ORPHAN, "--proof", name]) == 2
    assert "--proof needs the name of a file" in capsys.readouterr().err
    assert not Path(f"{name}.cnf").exists()


@pytest.mark.parametrize("form", ["solutions", "events"])
def test_standard_output_by_its_name(inputs: Path, form: str) -> None:
    """What the shell opened is written on, be it a file: not replaced, not cut."""
    command = [sys.executable, "-m", "lifesat", "predecessors", "tub.rle", "-o", "/dev/stdout"]
    with (inputs / "out").open("wb") as stream:
        stream.write(b"before\n")
        stream.flush()
        flags = ["--jsonl"] * (form == "events")
        subprocess.run([*command, *flags, "--quiet", "--force"], stdout=stream, check=True)
    text = (inputs / "out").read_text()
    assert text.startswith("before\n")
    assert len(text) > len("before\n")


def test_a_reader_that_goes_away(inputs: Path) -> None:
    os.mkfifo(inputs / "pipe")
    reader = threading.Thread(target=lambda: (inputs / "pipe").open("rb").close(), daemon=True)
    reader.start()
    command = [sys.executable, "-m", "lifesat", "predecessors", "empty.rle", "--margin", "0"]
    done = subprocess.run(
        [*command, "--limit", "100000", "-o", "pipe"], capture_output=True, text=True, check=False
    )
    reader.join()
    assert done.returncode == 141
    assert "Traceback" not in done.stderr
