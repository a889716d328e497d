"""The command that a job runs to have its answer."""

import json
import shlex
from dataclasses import asdict, dataclass

from lifesat.errors import UserError
from lifesat.problems.json_fields import known_fields, make, read_object

_COMMAND = "command of a job"
_COMMANDS = (
    "agars", "complete", "count", "marginals", "orphan", "predecessors", "sample",
    "self-forcing", "sokoban", "sudoku",
)  # fmt: skip


@dataclass(frozen=True)
class Command:
    """What such a job runs.

    Attributes
    ----------
    words
        The command line without ``lifesat``; ``-`` stands for the input.
    text
        The input.
    folder
        The folder in which it runs, so that the names of files in it mean what they did.
    form
        A text that the program that made the job wants to have later.
    """

    words: tuple[str, ...]
    text: str = ""
    folder: str = ""
    form: str = ""

    def __post_init__(self) -> None:
        if not self.words:
            raise UserError(f"invalid {_COMMAND}: it has no words")
        if self.words[0] not in _COMMANDS:
            raise UserError(f"invalid {_COMMAND}: {self.words[0]!r} answers no question")
        if any("--force".startswith(word) and len(word) > len("--fo") for word in self.words):
            raise UserError(f"invalid {_COMMAND}: --force would replace files")

    @property
    def line(self) -> str:
        """The command line as a user types it, without its input."""
        return shlex.join(["lifesat", *self.words])

    def to_json(self) -> str:
        """Return the command as one line of JSON."""
        return json.dumps(asdict(self))

    @classmethod
    def from_json(cls, text: str) -> "Command":
        """Return the command that `to_json` wrote; unknown fields are ignored.

        Raises
        ------
        UserError
            If the text does not hold a command.
        """
        return make(cls, known_fields(cls, read_object(text, _COMMAND)), _COMMAND)
