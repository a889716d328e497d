"""Memory limits, and estimates of what a search needs before its formula is made.

Learned clauses are not included. A solver deletes most of them again, so whether a search fits is
decided when it starts.
"""

from lifesat.cnf.formula import Size
from lifesat.errors import MemoryLimitError
from lifesat.system.machine import memory_limit

# Measured as the highest resident size of processes on formulas of 300,000 to 15 million clauses:
# random targets of 100x100 to 400x400, every encoding, CaDiCaL and Glucose.
PROCESS_BYTES = 40_000_000
"""The bytes that a process needs without a formula."""
# A literal has four bytes in a block; making blocks takes temporary copies.
_BLOCK_BYTES = Size(literals=6)
# What a solver allocates, including growth while it simplifies the formula.
_CADICAL_BYTES = Size(variables=650, clauses=220, literals=8)
_OTHER_BYTES = Size(variables=200, clauses=60, literals=5)
# What CaDiCaL allocates for a formula that it does not simplify and that comes part by part: strips
# of soups and drawings of 200x200 to 1000x1000, every encoding.
_CADICAL_PARTS_BYTES = Size(variables=550, clauses=85, literals=4)
# Clauses as lists, as JSON, and in a process that reads it.
_COUNTER_BYTES = Size(variables=500, clauses=600, literals=100)


def formula_bytes(size: Size) -> int:
    """Return the bytes that a process needs to make a formula of a size."""
    return PROCESS_BYTES + size.arrays + _weighed(size, _BLOCK_BYTES)


def solver_bytes(size: Size, solver: str) -> int:
    """Return the bytes that a process needs to make a formula and load it into a solver."""
    each = _CADICAL_BYTES if solver.startswith("cadical") else _OTHER_BYTES
    return formula_bytes(size) + _weighed(size, each)


def parts_bytes(size: Size, solver: str) -> int:
    """Return the bytes that a process needs to load a formula into a solver part by part."""
    each = _CADICAL_PARTS_BYTES if solver.startswith("cadical") else _OTHER_BYTES
    return PROCESS_BYTES + size.arrays + _weighed(size, each)


def counter_bytes(size: Size) -> int:
    """Return the bytes that `lifesat.engines.sat.model_counter` needs for a formula of a size."""
    return formula_bytes(size) + _weighed(size, _COUNTER_BYTES)


def check(needed: int, memory: int | None = None) -> None:
    """Raise MemoryLimitError if `needed` bytes exceed `memory`, or half of the machine's memory."""
    most = memory_limit(memory)
    if needed > most:
        whose = "the limit" if memory else "half of this machine's memory"
        raise MemoryLimitError(
            f"this would take about {_words(needed)} of memory, more than {whose}, {_words(most)}; "
            "--memory, or memory= in Python, sets another limit"
        )


def fitting(workers: int, each: int, memory: int | None = None) -> int:
    """Return how many of `workers` processes fit in memory, at least one."""
    return max(1, min(workers, memory_limit(memory) // each))


def _weighed(size: Size, each: Size) -> int:
    return (
        size.variables * each.variables
        + size.clauses * each.clauses
        + size.literals * each.literals
    )


def _words(size: int) -> str:
    """Return a number of bytes in a readable unit.

    >>> _words(6_400_000), _words(12_345_678_901), _words(3 * 10**15)
    ('6.4 MB', '12 GB', '3,000 TB')
    """
    name = "TB" if size >= 10**12 else "GB" if size >= 10**9 else "MB"
    number = size / {"TB": 10**12, "GB": 10**9, "MB": 10**6}[name]
    return f"{number:,.{int(number < 10)}f} {name}"
