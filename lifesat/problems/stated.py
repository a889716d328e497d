"""Problems that their fields state wholly, as JSON."""

import json
from dataclasses import asdict, dataclass
from typing import Any, Self

from lifesat.problems.problem import Problem


@dataclass(frozen=True)
class Stated(Problem):
    """What frozen dataclasses have in common whose fields are numbers, words and tuples of them."""

    def to_json(self) -> str:
        """Return the problem as one line of JSON, always the same for equal problems."""
        return json.dumps({"kind": self.kind, **asdict(self)}, sort_keys=True)

    @classmethod
    def from_json(cls, text: str) -> Self:
        """Return the problem that `to_json` wrote."""
        fields: dict[str, Any] = json.loads(text)
        del fields["kind"]
        return cls(**{name: _tuples(value) for name, value in fields.items()})


def _tuples(value: Any) -> Any:
    """Return a value with tuples for the lists that JSON has for them."""
    return tuple(map(_tuples, value)) if isinstance(value, list) else value
