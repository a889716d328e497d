"""Problems that their fields state wholly: bounds, names and text."""

import json
from dataclasses import asdict, dataclass, replace
from typing import Any, ClassVar, Self


@dataclass(frozen=True)
class Stated:
    """What frozen dataclasses have in common whose fields are numbers, words and pairs of numbers.

    A subclass adds the rest of `lifesat.problems.problem.Populated`, the fields ``least`` and
    ``most`` among it.
    """

    kind: ClassVar[str]
    noun: ClassVar[str]
    nouns: ClassVar[str]

    @property
    def label(self) -> str:
        """The words to which a solution's number is added to name it."""
        return self.noun

    def within(self, least: int, most: int | None) -> Self:
        """Return the same problem with other bounds on the live cells."""
        changes: dict[str, Any] = {"least": least, "most": most}
        return replace(self, **changes)

    def to_json(self) -> str:
        """Return the problem as one line of JSON, always the same for equal problems."""
        return json.dumps({"kind": self.kind, **asdict(self)}, sort_keys=True)

    @classmethod
    def from_json(cls, text: str) -> Self:
        """Return the problem that `to_json` wrote."""
        fields: dict[str, Any] = json.loads(text)
        del fields["kind"]
        pairs = {name: tuple(value) for name, value in fields.items() if isinstance(value, list)}
        return cls(**{**fields, **pairs})
