"""The parameters and results of Golly's Python functions, and their form in Lua."""

from __future__ import annotations

from typing import Any, Sequence

# A letter for each parameter: s string, i integer, b flag (an integer that Lua wants as a boolean),
# l list of integers. Those after | may be left out.
SIGNATURES = dict(
    (line + " ").split(" ", 1)
    for line in """\
addlayer
advance ii
autoupdate b
check b
clear i
clone
copy
cut
dellayer
doevent s
duplicate
empty
error s
evolve li
exit |s
fit
fitsel
flip i
getalgo |i
getbase
getcell ii
getcells l
getclip
getclipstr
getcolor s
getcolors |i
getcursor
getdir s
getevent |b
getgen |s
getheight
getinfo
getlayer
getmag
getname |i
getoption s
getpath
getpop |s
getpos |s
getrect
getrule
getselrect
getstep
getstring s|ss
getview |i
getwidth
getxy
hash l
help s
join ll
load s
maxlayers
movelayer ii
new s
note s|b
numalgos
numlayers
numstates
open s|b
opendialog |ssssb
os
parse s|iiiiii
paste iis
putcells l|iiiiiis
randfill i
reset
rotate i
run i
save ss|b
savedialog |ssssb
select l
setalgo s
setbase i
setcell iii
setclipstr s
setcolor siii
setcolors l
setcursor s
setdir ss
setgen s
setlayer i
setmag i
setname s|i
setoption si
setpos ss
setrule s
setstep i
setview ii
show s
shrink |b
step
store ls
transform lii|iiii
update
visrect l
warn s|b""".splitlines()
)

_TYPES = {"s": str, "i": int, "b": int, "l": list}


def words(name: str, values: Sequence[Any]) -> str:
    """Return the arguments of a call as an expression list of Lua.

    Raises TypeError if their number or a type is wrong for the function.
    """
    needed, _, optional = SIGNATURES[name].strip().partition("|")
    letters = needed + optional
    if not len(needed) <= len(values) <= len(letters):
        count = "%d" % len(needed) + (" to %d" % len(letters) if optional else "")
        raise TypeError("%s() takes %s arguments, not %d" % (name, count, len(values)))
    for place, (letter, value) in enumerate(zip(letters, values), 1):
        if not isinstance(value, _TYPES[letter]):
            kind = _TYPES[letter].__name__
            raise TypeError(
                "%s() argument %d must be %s, not %s" % (name, place, kind, type(value).__name__)
            )
    return ",".join(
        literal(bool(value) if letter == "b" else value) for letter, value in zip(letters, values)
    )


def literal(value: int | str | list[int]) -> str:
    r"""Return a flag, integer, string or list of integers in one line of Lua.

    >>> literal([1, -2]), literal(True), literal('say "a"' + chr(10))
    ('{1,-2}', 'true', '"say \\034a\\034\\010"')
    """
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return '"' + value.translate(_ESCAPES) + '"'
    if isinstance(value, list):
        return "{" + ",".join(["%d" % number for number in value]) + "}"
    return "%d" % value


_ESCAPES = {code: "\\%03d" % code for code in [*range(32), 34, 92, 127]}


def result(name: str, values: list[Any]) -> Any:
    """Return what Python's function of this name returns where Lua's returned `values`.

    Booleans are integers and several values a tuple; the clipboard's cells follow its size.
    """
    if name == "getclip":
        if len(values) != 3 or not isinstance(values[2], list):
            raise RuntimeError("the clipboard is not a size and a list of cells")
        return [*values[:2], *values[2]]
    values = [int(value) if isinstance(value, bool) else value for value in values]
    if len(values) > 1:
        return tuple(values)
    return values[0] if values else None
