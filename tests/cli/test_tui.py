"""``lifesat tui``: what the command passes to the application and what it prints afterwards."""

from collections.abc import Iterable

import pytest

from lifesat.cli import main

pytestmark = pytest.mark.quick


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
