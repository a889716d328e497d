"""The effort of a search with particles: its particles, its windows, and their memory.

Every search estimates memory, so this module loads fast: it does not import numpy.
"""

from typing import NamedTuple

MOST_BACK = 120
"""The most rows that a search goes back after a death."""
AHEAD = 8
"""The number of rows below a death for which new messages are made."""
MOST_TIMES = 4
"""After deaths at one place, there are up to this many times as many particles."""
WIDEST = 5
"""The widest windows of new messages, after deaths at one place."""
LAYER_WIDTH = 3
"""The columns of a window of two generations. With one more, a step takes 64 times as long."""
LAYER_PARTICLES = 400
"""The number of particles two generations back."""

# The columns of a window.
_WIDTH = 4
# The number of particles: per column of a board, and its limits.
_FOR_EACH_COLUMN = 1.5
_FEWEST, _MOST = 100, 200

_FLOAT_BYTES = 4
# The factor for temporary copies of the arrays that a step keeps for all columns.
_COPIES = 2
# This many rows around a place where particles die have the most particles and the widest windows.
_HARD_ROWS = 60
# The bytes of a cell of a population, and of one without promises.
_PARTICLE_BYTES, _PAST_BYTES = 16, 3
# The bytes of a state of a window while a row is drawn, for each particle and column.
_WAY_BYTES = 24


class Effort(NamedTuple):
    """The width of windows and the number of particles of a search."""

    # At least 4.
    width: int
    particles: int

    @classmethod
    def of(cls, columns: int) -> "Effort":
        """Return the default for a board: wider ones have more places where particles may die."""
        return cls(_WIDTH, min(max(_FEWEST, int(_FOR_EACH_COLUMN * columns)), _MOST))


def most_bytes(rows: int, columns: int, particles: int | None = None) -> int:
    """Return the most bytes that a search takes on a board, without the process itself.

    None stands for the default number of particles.
    """
    width, usual = Effort.of(columns)
    particles = particles or usual
    message, wider = (_message_bytes(columns, each) for each in (width, WIDEST))
    held = _held_bytes(rows, message, wider) + _population_bytes(rows, columns, particles)
    drawn = (columns + 1 << WIDEST) * _WAY_BYTES * particles * MOST_TIMES
    return max(message_bytes(rows, columns), held + max(drawn, _step_bytes(columns, WIDEST)))


def most_layer_bytes(rows: int, columns: int) -> int:
    """Return the most bytes that a search two generations back takes; see `most_bytes`."""
    # A window of letters has as many states as one of twice as many cells.
    width = 2 * LAYER_WIDTH
    message = _message_bytes(columns, width)
    held = _held_bytes(rows, message, message) + _population_bytes(rows, columns, LAYER_PARTICLES)
    drawn = (columns + 1 << width) * _WAY_BYTES * LAYER_PARTICLES * MOST_TIMES
    step = message * _COPIES
    return max(2 * (rows + 3) * message + step, held + max(drawn, step))


def message_bytes(rows: int, columns: int) -> int:
    """Return the most bytes that the messages of a board take while they are made."""
    return 2 * (rows + 3) * _message_bytes(columns, _WIDTH) + _step_bytes(columns, _WIDTH)


def _held_bytes(rows: int, message: int, wider: int) -> int:
    """Return the bytes of all messages, and of new ones around a place where particles die.

    `message` and `wider` are the bytes of the message of a pair of rows, and of a new one.
    """
    return (rows + 3) * message + 2 * min(rows, _HARD_ROWS + AHEAD) * wider


def _population_bytes(rows: int, columns: int, particles: int) -> int:
    """Return the bytes of the populations of all rows."""
    cells = min(rows, MOST_BACK) + (MOST_TIMES - 1) * min(rows, _HARD_ROWS)
    return (cells * _PARTICLE_BYTES + rows * _PAST_BYTES) * columns * particles


def _message_bytes(columns: int, width: int) -> int:
    """Return the bytes of the message of a pair of rows."""
    return (columns + 1) * (1 << 2 * width) * _FLOAT_BYTES


def _step_bytes(columns: int, width: int) -> int:
    """Return the bytes that a step takes for one row, besides messages."""
    # The states before each column, those with one more column of two rows, and the weights.
    each = 3 * (1 << 3 * (width - 1)) + (1 << 2 * width)
    return (columns + 1) * each * _FLOAT_BYTES * _COPIES
