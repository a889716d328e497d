"""The bridge: its module golly against Lua's own answers, and how scripts end."""

import doctest
import json
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from tests.support.screen import STATE, Golly, wait_for

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "golly_scripts" / "bridge"))
import signatures  # noqa: E402  # a file of the scripts', which lie in no package

PATTERN = "#N Tub and glider\nx = 12, y = 5, rule = B3/S23\nbo8bo$obo8bo$bo7b3o!\n"
CELLS = [n for y in range(60) for x in range(60) if (x * y) % 3 for n in (x, y)]  # a long list

# Calls in the order in which both sides make them; the values are the parameters.
CALLS: list[tuple[str, list[Any]]] = [
    ("os", []),
    ("getname", []),
    ("getinfo", []),
    ("getdir", ["app"]),
    ("getpath", []),
    ("getalgo", []),
    ("getalgo", [1]),
    ("numalgos", []),
    ("setalgo", ["HashLife"]),
    ("getrule", []),
    ("getrect", []),
    ("getcells", [[0, 0, 12, 5]]),
    ("getcells", [[]]),
    ("getselrect", []),
    ("fitsel", []),  # an error: there is no selection
    ("select", [[0, 0, 3, 3]]),
    ("getselrect", []),
    ("fitsel", []),
    ("copy", []),
    ("getclip", []),
    ("getclipstr", []),
    ("cut", []),
    ("paste", [20, 20, "or"]),
    ("setclipstr", ['say "a" \\ \t é\n']),
    ("getclipstr", []),
    ("clear", [1]),
    ("putcells", [CELLS]),
    ("getcells", [[0, 0, 60, 60]]),
    ("putcells", [[1, 0, 0, 1], 5, 5, 0, -1, 1, 0, "xor"]),
    ("setcell", [-7, 9, 1]),
    ("getcell", [-7, 9]),
    ("setcell", [0, 0, 7]),  # an error: no such state
    ("hash", [[0, 0, 10, 10]]),
    ("join", [[1, 2], [3, 4]]),
    ("join", [[1, 2, 1], [3, 4]]),
    ("transform", [[1, 2, 3, 4], 10, 20]),
    ("transform", [[1, 2, 3, 4], 10, 20, 0, -1, 1, 0]),
    ("parse", ["bo$2bo$3o!"]),
    ("parse", ["A.B!", 1, 2, -1, 0, 0, -1]),
    ("evolve", [[0, 0, 1, 0, 2, 0], 1]),
    ("select", [[0, 0, 60, 60]]),
    ("flip", [0]),
    ("rotate", [1]),
    ("advance", [0, 2]),
    ("shrink", []),
    ("shrink", [True]),
    ("select", [[]]),
    ("run", [3]),
    ("setbase", [4]),
    ("getbase", []),
    ("setstep", [1]),
    ("getstep", []),
    ("step", []),
    ("getgen", []),
    ("setgen", ["1,234"]),
    ("getgen", [","]),
    ("getpop", []),
    ("getpop", [","]),
    ("empty", []),
    ("numstates", []),
    ("reset", []),
    ("setrule", ["B36/S23:T40,30"]),
    ("getwidth", []),
    ("getheight", []),
    ("setrule", ["nonsense"]),  # an error
    ("setrule", ["B3/S23"]),
    ("setcursor", ["Select"]),
    ("getcursor", []),
    ("setpos", ["-12", "34"]),
    ("getpos", []),
    ("setmag", [2]),
    ("getmag", []),
    ("visrect", [[0, 0, 1, 1]]),
    ("visrect", [[5000, 0, 1, 1]]),
    ("setview", [500, 300]),
    ("getview", []),
    ("fit", []),
    ("autoupdate", [True]),
    ("autoupdate", [False]),
    ("check", [False]),
    ("check", [True]),
    ("update", []),
    ("setoption", ["showgrid", 0]),
    ("getoption", ["showgrid"]),
    ("setcolor", ["border", 1, 2, 3]),
    ("getcolor", ["border"]),
    ("setcolors", [[1, 10, 20, 30]]),
    ("getcolors", []),
    ("getcolors", [1]),
    ("addlayer", []),
    ("setname", ['it\'s "new"']),
    ("getname", [1]),
    ("duplicate", []),
    ("clone", []),
    ("numlayers", []),
    ("maxlayers", []),
    ("movelayer", [3, 0]),
    ("getlayer", []),
    ("setlayer", [1]),
    ("dellayer", []),
    ("store", [[1, 2, 3, 4], "{home}/stored.rle"]),
    ("load", ["{home}/stored.rle"]),
    ("load", ["{home}/nothing.rle"]),  # an error
    ("setdir", ["files", "{home}/"]),
    ("getdir", ["files"]),
    ("getxy", []),
    ("getevent", []),
    ("getevent", [False]),
    ("doevent", [""]),
    ("show", ["shown"]),
    ("error", ["an error"]),
    ("new", ["fresh"]),
    ("empty", []),
    ("randfill", [50]),  # an error: there is no selection
    ("open", ["{home}/target.rle"]),
    ("getname", []),
    ("save", ["{home}/saved.rle", "rle"]),
    ("getname", []),
]
# With these a dialog or a window opens; the test answers.
DIALOGS: list[tuple[str, list[Any]]] = [
    ("note", ["a note"]),
    ("warn", ["a warning", False]),
    ("getstring", ["What?", "this", "Asked"]),
    ("opendialog", ["Chosen"]),
    ("savedialog", ["Chosen"]),
]
APART = {"exit", "help", *(name for name, _ in DIALOGS)}

PYTHON = """\
import json
import golly as g

answers = []
with open("{home}/calls.json", encoding="utf-8") as file:
    calls = json.load(file)
for name, parameters in calls:
    try:
        answers.append(getattr(g, name)(*parameters))
    except RuntimeError as error:
        answers.append("error: " + str(error))
with open("{home}/answers.json", "w", encoding="utf-8") as file:
    json.dump(answers, file)
"""
LUA = """
local answers = {}
local function json(v)
    if type(v) == 'string' then
        local function escaped(c) return ('\\\\u%%04x'):format(c:byte()) end
        return '"' .. v:gsub('[%%c\\\\"]', escaped) .. '"'
    elseif type(v) == 'table' then
        for n = 1, #v do v[n] = json(v[n]) end
        return '[' .. table.concat(v, ',') .. ']'
    end
    return tostring(v)
end
for n, call in ipairs({%s}) do
    local values = table.pack(pcall(g[call[1]], table.unpack(call, 2)))
    if values[1] then
        answers[n] = json({table.unpack(values, 2, values.n)})
    else
        g.continue('')
        answers[n] = json('error: ' .. tostring(values[2]):gsub('^%%s+', ''))
    end
end
return '[' .. table.concat(answers, ',') .. ']'
"""


def lua(value: Any, flag: bool = False) -> str:
    """Write a value in Lua."""
    if flag or isinstance(value, bool):
        return str(bool(value)).lower()
    if isinstance(value, list):
        return "{" + ",".join(map(lua, value)) + "}"
    return json.dumps(value, ensure_ascii=False)


def as_python(name: str, values: Any) -> Any:
    """Return what Golly's Python would have returned where Lua returned these values."""
    if isinstance(values, str):
        return values
    if name == "getclip":
        width, height, cells = values
        return [width, height, *cells]
    plain = [{True: 1, False: 0}[v] if isinstance(v, bool) else v for v in values]
    return None if not plain else plain[0] if len(plain) == 1 else plain


def through_the_bridge(golly: Golly, name: str, script: str) -> None:
    """Put a Python script beside the others and run it by a launcher like theirs."""
    (golly.scripts / ".bridge" / f"{name}.py").write_text(script)
    launcher = (golly.scripts / "convert-rle.lua").read_text()
    (golly.scripts / f"{name}.lua").write_text(launcher)
    golly.begin(name)


def test_every_function_is_called() -> None:
    assert {name for name, _ in CALLS} | APART == set(signatures.SIGNATURES)


def test_examples_in_docstrings_hold() -> None:
    assert doctest.testmod(signatures) == (0, 1)


def test_functions_return_what_lua_is_told(golly: Golly, display: str, tmp_path: Path) -> None:
    home = str(golly.home)
    calls = json.loads(json.dumps(CALLS).replace("{home}", home))
    golly.start(PATTERN)
    (golly.home / "calls.json").write_text(json.dumps(calls))
    through_the_bridge(golly, "calls", PYTHON.format(home=home))
    assert golly.finish()[-1].text == ""
    answers = json.loads((golly.home / "answers.json").read_text())
    ours = golly.probe(STATE), (golly.home / "saved.rle").read_text()
    golly.kill()

    golly.start(PATTERN)
    lines = []
    for name, parameters in calls:
        letters = signatures.SIGNATURES[name].strip().replace("|", "")
        words = [lua(v, letters[n] == "b") for n, v in enumerate(parameters)]
        lines.append("{" + ",".join([lua(name), *words]) + "}")
    expected = golly.probe(LUA % ",\n".join(lines))
    theirs = golly.probe(STATE), (golly.home / "saved.rle").read_text()

    for (name, parameters), answer, values in zip(calls, answers, expected, strict=True):
        assert answer == as_python(name, values), (name, parameters)
    assert sum(isinstance(a, str) and a.startswith("error") for a in answers) == 5
    long = json.dumps(answers[CALLS.index(("getcells", [[0, 0, 60, 60]]))])
    assert len(long) > 4096
    assert ours == theirs


def test_dialogs_return_what_the_user_answers(golly: Golly) -> None:
    home = str(golly.home)
    golly.start(PATTERN)
    (golly.home / "calls.json").write_text(json.dumps(DIALOGS))
    through_the_bridge(golly, "calls", PYTHON.format(home=home))
    golly.answer("Golly note", "")
    golly.answer("Golly warning", "")
    golly.answer("Asked", "that")
    for _ in range(2):
        golly.cancel("Chosen")
    assert golly.finish()[-1].text == ""
    assert json.loads((golly.home / "answers.json").read_text()) == [None, None, "that", "", ""]


TYPES = """\
import sys
import golly as g

g.select([0, 0, 3, 3])
g.copy()
values = [g.empty(), g.getrect(), g.getview(), g.getclip(), g.getgen(), g.show("")]
values += [g.getoption("showgrid"), g.getcolor("border"), g.visrect([0, 0, 1, 1])]
g.show(" ".join(type(value).__name__ for value in values))
for name, wrong in (
    ("getcell", [1]), ("getcell", [1, "x"]), ("getcells", [(0, 0, 1, 1)]), ("show", [1]),
    ("getrect", [1]),
):
    try:
        getattr(g, name)(*wrong)
    except TypeError as error:
        g.show(str(error))
g.show(repr((__name__, sys.path[0], "__file__" in globals())))
"""


def test_types_are_those_of_golly_s_python(golly: Golly) -> None:
    golly.start(PATTERN)
    through_the_bridge(golly, "values", TYPES)
    shown = [each.text for each in golly.finish() if each.kind == "show"]
    assert shown[1:] == [
        "int list tuple list str NoneType int tuple int",
        "getcell() takes 2 arguments, not 1",
        "getcell() argument 2 must be int, not str",
        "getcells() argument 1 must be list, not tuple",
        "show() argument 1 must be str, not int",
        "getrect() takes 0 arguments, not 1",
        "('builtins', '', False)",
    ]


def test_an_error_of_the_script_comes_as_a_dialog(golly: Golly) -> None:
    golly.start(PATTERN)
    through_the_bridge(golly, "broken", "import golly\n1 / 0\n")
    assert "ZeroDivisionError: division by zero" in golly.finish()[-1].text
    golly.answer("Lua error", "")
    # More than a pipe takes at once.
    through_the_bridge(golly, "long", "raise ValueError('\\u00e9' * 20000)\n")
    assert golly.finish()[-1].text.count("\u00e9") == 20_000
    golly.key("Return")
    through_the_bridge(golly, "accents", "# \xe9\n")
    assert "UnicodeDecodeError" in golly.finish()[-1].text
    golly.answer("Lua error", "")


def test_sys_exit_ends_the_script_and_not_golly(golly: Golly) -> None:
    golly.start(PATTERN)
    through_the_bridge(golly, "leaves", "import sys\nprint('nothing for Lua')\nsys.exit(3)\n")
    assert golly.finish()[-1].text == ""
    assert golly.layers()[0].name == "target.rle"


BUSY = """\
import os
import golly as g

g.show("busy")
try:
    while not os.path.exists({file!r}):
        pass
    g.show("not seen")
finally:
    g.show("cleaned up")
"""


def test_escape_is_seen_while_python_is_busy(golly: Golly) -> None:
    golly.start(PATTERN)
    file = golly.home / "go on"
    through_the_bridge(golly, "busy", BUSY.format(file=str(file)))
    wait_for(lambda: len(golly.shown()) > 1, "the script")
    golly.escape()
    file.touch()
    assert [each.text for each in golly.finish()[1:]] == ["busy", "cleaned up", ""]
    assert golly.processes() == []


def test_a_second_escape_ends_a_script_that_does_not_listen(golly: Golly) -> None:
    golly.start(PATTERN)
    through_the_bridge(golly, "busy", BUSY.format(file=str(golly.home / "nowhere")))
    wait_for(lambda: len(golly.shown()) > 1, "the script")
    golly.escape()
    time.sleep(1.1)  # a second one that comes at once is taken for the first one
    golly.escape()
    assert [each.text for each in golly.finish()[1:]] == ["busy", ""]
    assert golly.processes() == []


@pytest.mark.parametrize("name", ["busy", "waiting"])
def test_a_script_cleans_up_when_golly_is_killed(golly: Golly, name: str) -> None:
    trace = golly.home / "cleaned"
    body = {"busy": "while True:\n        pass", "waiting": "while True:\n        g.doevent('')"}
    golly.start(PATTERN)
    through_the_bridge(
        golly,
        name,
        f"import time\nimport golly as g\ntry:\n    g.show('')\n    {body[name]}\n"
        f"finally:\n    time.sleep(0.3)\n    open('{trace}', 'w').close()\n",
    )
    wait_for(lambda: len(golly.shown()) > 1, "the script")
    golly.kill()
    wait_for(lambda: golly.processes() == [], "the end of all processes")
    assert trace.exists()
