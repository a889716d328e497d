"""``lifesat tui``: what the command passes to the application and what it prints afterwards."""

import importlib.util
from collections.abc import Iterable

import pytest

from lifesat.cli import main


def test_its_options_and_its_output(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    given: list[object] = []

    def run(*words: object, **options: object) -> Iterable[str]:
        given.extend([words, options])
        return ["bo!\n", "2o!\n"]

    monkeypatch.setattr("lifesat_tui.run", run)
    assert main(["tui", "tub", "--no-mouse", "--pictures", "ascii"]) == 0
    assert capsys.readouterr() == ("bo!\n2o!\n", "")
    assert given == [("tub",), {"mouse": False, "theme": None, "pictures": "ascii"}]


@pytest.mark.parametrize("missing", ["textual", "lifesat_tui"])
def test_without_textual(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], missing: str
) -> None:
    found = importlib.util.find_spec
    monkeypatch.setattr(
        importlib.util, "find_spec", lambda name: None if name == missing else found(name)
    )
    assert main(["tui"]) == 2
    sentence = "lifesat: lifesat tui needs Textual: pip install 'lifesat[tui]'\n"
    assert capsys.readouterr() == ("", sentence)
