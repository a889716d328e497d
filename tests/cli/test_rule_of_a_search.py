"""The rule of a search: what is said of it, and which encodings can express it."""

from pathlib import Path

import pytest

from lifesat import Pattern
from lifesat.cli import main
from lifesat.problems.life.predecessor import Predecessor


def test_what_a_proof_holds_for_names_the_rule() -> None:
    for text in ("B36/S23", "B2/S34H"):
        problem = Predecessor(Pattern.from_rows(["O"], rule=text))
        assert f", rule {text}" in problem.conditions()
    assert "rule" not in Predecessor(Pattern.from_rows(["O"])).conditions()


@pytest.mark.parametrize("command", ["predecessors", "count", "forced", "encode", "decode"])
def test_no_command_takes_an_encoding_that_cannot_express_the_rule(
    tmp_path: Path, command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    target, model = tmp_path / "dot.rle", tmp_path / "model"
    target.write_text("x = 1, y = 1, rule = B2-a/S12\nb!\n")
    model.write_text("v " + " ".join(str(-variable) for variable in range(1, 10)) + " 0\n")
    words = [command, str(target), *[str(model)] * (command == "decode")]
    assert main([*words, "--encoding", "truth_table"]) == 0
    capsys.readouterr()
    assert main([*words, "--encoding", "column_triples"]) == 2
    output, errors = capsys.readouterr()
    assert not output
    assert "rule B2-a/S12 cannot be encoded with column_triples" in errors
