"""``lifesat golly``: what it copies, and what the doctor finds wrong."""

import ctypes.util
import json
import sys
from html.parser import HTMLParser
from pathlib import Path

import pytest

from lifesat import __version__
from lifesat.cli import main
from lifesat.cli.golly import _check_library
from lifesat.errors import UserError

PREFERENCES = "# comment\nprefs_version=4\ngolly_version={}\npython_lib={}\n"


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Golly's data folder in a new home."""
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setattr(sys, "platform", "linux")
    folder = tmp_path / ".golly"
    folder.mkdir()
    (folder / "GollyPrefs").write_text(PREFERENCES.format("3.3", "PYTHON_SHLIB"))
    return folder


def doctor(capsys: pytest.CaptureFixture[str], code: int, *words: str) -> list[str]:
    capsys.readouterr()
    assert main(["golly", "doctor", *words]) == code
    out, err = capsys.readouterr()
    assert err == ""
    return out.splitlines()


@pytest.mark.quick
def test_install_copies_every_script_and_names_the_interpreter(
    data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["golly", "install"]) == 0
    folder = data / "Scripts" / "lifesat"
    assert capsys.readouterr().out == f"{folder}\n"
    source = Path(__file__).resolve().parents[2] / "golly_scripts"
    for path in source.rglob("*"):
        name = path.relative_to(source)
        if path.suffix == ".py":
            name = Path("bridge") / name.relative_to("bridge" if "bridge" in name.parts else "")
        if path.suffix in (".py", ".lua"):
            name = Path(name.as_posix().replace("bridge/", ".bridge/"))
            assert (folder / name).read_bytes() == path.read_bytes()
    # A dialog for a folder would complete its name by that of a folder in it.
    assert [path.name for path in folder.iterdir() if path.is_dir()] == [".bridge"]
    configuration = folder / ".bridge" / "lifesat_golly" / "lifesat.json"
    assert json.loads(configuration.read_text())["python"] == sys.executable
    assert not list(folder.rglob("*.new"))


@pytest.mark.quick
def test_the_doctor_is_content_with_what_was_installed(
    data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    main(["golly", "install"])
    lines = doctor(capsys, 0)
    assert [line[:6] for line in lines] == ["ok    "] * 5
    assert lines[0].endswith(f"Golly 3.3, by {data / 'GollyPrefs'}")
    assert "has no Python, and the scripts that end in .lua run" in lines[1]
    assert f"lifesat {__version__}, run by {sys.executable}" in lines[3]
    assert "a search as the scripts run it: found" in lines[4]


def test_a_golly_with_python_gets_the_scripts_of_python(
    data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """And what an earlier version has left beside them goes."""
    main(["golly", "install"])
    folder = data / "Scripts" / "lifesat"
    (folder / "lifesat.json").write_text("{}")
    (folder / "my-own.py").touch()
    library = ctypes.util.find_library("c")  # it stands for a library of Python
    preferences = PREFERENCES.replace("python_lib", "python3_lib")
    (data / "GollyPrefs").write_text(preferences.format("5.0", library))
    main(["golly", "install"])
    assert (folder / "find-predecessors.py").is_file()
    assert (folder / "my-own.py").is_file()
    assert not list(folder.rglob("*.lua"))
    assert [path.name for path in folder.rglob("*.json")] == ["lifesat.json"]
    assert [path.name for path in folder.iterdir() if path.is_dir()] == ["lifesat_golly"]
    lines = doctor(capsys, 0)
    assert f"it loads {library}, which runs the scripts that end in .py" in lines[1]


def test_another_folder(
    data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["golly", "install", "--folder", 'it\'s "here"/é']) == 0
    folder = tmp_path / 'it\'s "here"' / "é"
    assert capsys.readouterr().out == f"{folder}\n"
    assert len(doctor(capsys, 0, "--folder", str(folder))) == 5
    (tmp_path / "file").touch()
    assert main(["golly", "install", "--folder", str(tmp_path / "file" / "x")]) == 2
    assert capsys.readouterr().err.startswith(f"lifesat: cannot write {tmp_path / 'file' / 'x'}")


def test_the_doctor_names_what_is_wrong(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = data / "Scripts" / "lifesat"
    (data / "GollyPrefs").unlink()
    lines = doctor(capsys, 2)
    assert [line[:6] for line in lines] == ["wrong "] * 3
    assert "start Golly once, and close it" in lines[0]
    assert "run: lifesat golly install" in lines[1]
    main(["golly", "install"])
    (folder / ".bridge" / "convert-rle.py").write_text("# older\n")
    assert (
        f"wrong  {folder / '.bridge' / 'convert-rle.py'} is of another version"
        in doctor(capsys, 2)[1]
    )
    main(["golly", "install"])
    (folder / ".bridge/lifesat_golly/lifesat.json").write_text('{"python": "/nowhere/python"}')
    lines = doctor(capsys, 2)
    assert lines[1].startswith("ok     scripts in")
    assert lines[2] == "wrong  cannot start /nowhere/python: No such file or directory"
    assert lines[3].startswith("wrong  a search as the scripts run it failed: cannot start")


def test_the_doctor_looks_at_golly_s_python(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main(["golly", "install", "--language", "python"])
    assert "Golly has no Python, and the scripts end in .py; run: " in doctor(capsys, 2)[1]
    preferences = PREFERENCES.replace("python_lib", "python3_lib")
    (data / "GollyPrefs").write_text(preferences.format("4.3", "libpython3.99.so"))
    assert "Golly is to load libpython3.99.so, which is not there" in doctor(capsys, 2)[1]
    library = ctypes.util.find_library("c")  # a library that is there, whatever its name says
    (data / "GollyPrefs").write_text(preferences.format("4.3", library))
    reported = f"ok     it loads {library}, which runs the scripts that end in .py"
    assert reported in doctor(capsys, 0)
    main(["golly", "install", "--language", "lua"])
    reported = (
        "ok     it has a Python, and the scripts that end in .lua run; `lifesat golly install` "
    )
    assert reported + "brings those that end in .py" in doctor(capsys, 0)


class Links(HTMLParser):
    """Where the links of a page lead, and its elements."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.to: list[str] = []
        self.elements: set[str] = set()
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.add(tag)
        self.to += [value or "" for name, value in attrs if name == "href"]


@pytest.mark.quick
@pytest.mark.parametrize(("language", "end"), [("python", ".py"), ("lua", ".lua")])
def test_the_page_for_golly_leads_to_every_script_and_example(
    tmp_path: Path, data: Path, language: str, end: str
) -> None:
    folder = tmp_path / "it's" / "<b>" / "\u00e9&amp;"
    assert main(["golly", "install", "--language", language, "--folder", str(folder)]) == 0
    links = Links((folder / "lifesat.html").read_text(encoding="ascii"))
    assert {link.partition(":")[0] for link in links.to} == {"open", "prefs"}
    opened = {link.removeprefix("open:") for link in links.to if link.startswith("open:")}
    lying = {path for path in folder.iterdir() if path.suffix in (end, ".rle")}
    assert opened == set(map(str, lying))
    assert len(lying) > len(list(folder.glob(f"*{end}"))) == 13
    # Of what wxHtmlWindow knows.
    known = {"a", "b", "body", "br", "code", "font", "html", "i", "p", "table", "td", "title", "tr"}
    assert links.elements <= known


def test_an_earlier_bridge_and_what_python_left_there_go(data: Path) -> None:
    """And a folder of that name that somebody else has made stays."""
    bridge = data / "Scripts" / "lifesat" / "bridge"
    (bridge / "lifesat_golly" / "__pycache__").mkdir(parents=True)
    (bridge / "lifesat_golly" / "__pycache__" / "boxes.cpython-311.pyc").touch()
    (bridge / "tower.rle").touch()
    main(["golly", "install"])
    assert bridge.is_dir()
    (bridge / "tower.rle").unlink()
    (bridge / "bridge.lua").touch()
    main(["golly", "install"])
    assert not bridge.exists()


def test_what_is_assumed_before_golly_has_been_closed(
    data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    main(["golly", "install"])
    assert "assumed" not in capsys.readouterr().err
    (data / "GollyPrefs").unlink()
    main(["golly", "install"])
    assert "assumed: --language lua" in capsys.readouterr().err
    main(["golly", "install", "--language", "python"])
    assert "assumed" not in capsys.readouterr().err


@pytest.mark.quick
@pytest.mark.parametrize(
    ("library", "old"),
    [
        ("libpython3.10.so.1.0", False),
        ("python39.dll", False),
        ("libpython3.7m.so", True),
        ("/Library/Frameworks/Python.framework/Versions/2.7/Python", True),
    ],
)
def test_a_python_too_old_for_the_scripts_is_named(library: str, old: bool) -> None:
    if old:
        with pytest.raises(UserError, match=r"the scripts need Python 3\.8 or later"):
            _check_library(library)
    else:
        _check_library(library)
