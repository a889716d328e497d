"""Inputs that a reader once failed on, by the target: each is read or rejected today."""

_DEEP = b"[" * 100_000
_LONG = b"9" * 5000


def _macrocell(leaf: bytes, level: int, chain: int, doublings: int) -> bytes:
    """Return a leaf below so many levels with one live part, and so many with four equal ones."""
    lines = [b"[M2]", leaf]
    for number in range(1, chain + doublings + 1):
        parts = (number,) + (number if number > chain else 0,) * 3
        lines.append(b"%d %d %d %d %d" % (level + number, *parts))
    return b"\n".join(lines)


_FORM = b"predecessors\0text="

FINDINGS: tuple[tuple[str, bytes], ...] = (
    ("rule", b"B3/S23" + b"History" * 2000),
    ("rule", _LONG + b",1,1,1,1"),
    ("rle", b"\x02x = 0, y = 99999999999\n!"),
    ("macrocell", b"\x00" + _macrocell(b"*$$$$$$$$", 3, 400, 2)),
    ("mcell", b"\r#L.7$.8888AA\n#RULE 213/\n"),
    ("sokoban", b"0#"),
    ("sokoban", b".\nTitle: nothing"),
    ("problem", b""),
    ("problem", b"[]"),
    ("problem", _DEEP),
    ("problem", b'{"kind": []}'),
    ("problem", b'{"kind": "sudoku"}'),
    ("problem", b'{"kind": "sudoku", "clues": 1}'),
    ("problem", b'{"kind": "sokoban", "rows": [1], "moves": 1}'),
    ("problem", b'{"kind": "still_life", "width": "3", "height": 3}'),
    ("problem", b'{"kind": "still_life", "width": 3, "height": 3, "depth": 3}'),
    ("problem", b'{"kind": "still_life", "width": ' + _LONG + b', "height": 3}'),
    ("problem", b'{"kind": "oscillator", "width": 3, "height": 3, "period": 2, "shift": [0]}'),
    ("problem", b'{"kind": "predecessor", "target": 3}'),
    ("problem", b'{"kind": "predecessor", "target": "bo!", "require": [[1]]}'),
    ("problem", b'{"kind": "predecessor", "target": "x = 1, y = 1\\no!", "outside": 3}'),
    ("options", b"[]"),
    ("options", b'{"at":1}'),
    ("forum", b"\x01[code]\n! a\xc2\xa0b\n"),
    ("options", _DEEP),
    ("model", b"\x01v " + _LONG),
    ("value", b"\x02" + _LONG),
    ("value", b"\x04" + _LONG + b"G"),
    ("journal", b"started={}"),
    ("journal", b"started=" + _DEEP),
    ("journal", b"solution=3|b:\x01\x02|1|1"),
    ("journal", b"solution=3|text|none|1"),
    ("journal", b"cube=one|1"),
    ("journal", b"seconds=9e999"),
    ("journal-file", b"\xed\xef\xf8\xfe\x00@"),
    ("journal-file", b"\xbf\xf80"),
    ("journal-file", b"\xeeI$A"),
    ("journal-file", b"\xed\xec\xed\xec\x03"),
    ("tui-marks", _LONG),
    ("tui-settings", b"updates = " + _LONG),
    ("tui-settings", b"theme = " + _DEEP),
    ("golly-answer", b"\0" + _DEEP),
    ("golly-answer", b"\xe6" * 64 + b"?"),
    ("golly-configuration", b"[]"),
    ("golly-configuration", _DEEP),
    ("golly-events", b"\x00[]\n"),
    ("golly-events", b"\x00\xff\n"),
    ("golly-events", b"\x00" + _DEEP + b"\n"),
    ("golly-events", b'\x00{"type": "solution"}\n'),
    ("golly-events", b'\x00{"type": "progress", "total": "all"}\n'),
    ("golly-events", b'\x00{"type": "done", "status": "failed"}\n'),
    ("golly-events", b'\x00{"type": "solution", "rle": "x = ' + _LONG + b', y = 1, rule = \\n"}\n'),
    ("golly-bridge", b"\x94!"),
    ("golly-bridge", b"\x94=" + _DEEP[:4000]),
    ("golly-bridge", b'\x16=["$"]'),
    ("macrocell", b"1[M2] (gS)\n#R B\x1e/ V"),
    ("rle", b"\x05x ! 3, y = 1, rule = Codd\npAyO.!"),
    ("kaggle", b"\x05\x1f\x1f\x01\x00\x00i,1\n"),
)
"""Inputs that raised another exception than an error for the user, or changed their meaning."""

_PAIRS = b"33000000 2 0\nd 33000000 2 0\n"

LARGE: tuple[tuple[str, bytes], ...] = (
    ("known-cells", b"!!x$$$$$$$$$$$$$$$$$$$$$$$$99$$$$$$$$$$9992999$$$9$$\x1d$\x1d$!$$"),
    ("macrocell", b"\x00" + _macrocell(b"*$$$$$$$$", 3, 310, 8)),
    ("macrocell", b"\x00" + _macrocell(b"1 1 0 0 0", 1, 6, 12)),
    ("rle", b"\x0cx = 100000, y = 1\n100000o!"),
    ("rle", b"\x02x = 0, y = 99999999999\n!"),
    ("sokoban", b"2#" + b"#" * 400_000),
    ("drat", b"p cnf 33000000 3\n33000000 1 0\n-33000000 1 0\n-1 2 0\n\0" + _PAIRS * 100),
)
"""Inputs that took minutes or many gigabytes, with the limits that are not lowered for tests."""
