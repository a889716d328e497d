"""Sudoku by brute force."""

from collections.abc import Iterator

Grid = tuple[tuple[int, ...], ...]


def completions(grid: list[list[int]], side: int) -> Iterator[Grid]:
    """All solutions, by trying one cell after another."""
    size = side * side
    empty = [(y, x) for y in range(size) for x in range(size) if not grid[y][x]]
    if not empty:
        yield tuple(map(tuple, grid))
        return
    y, x = empty[0]
    top, left = y - y % side, x - x % side
    seen = {*grid[y], *(row[x] for row in grid)}
    seen |= {grid[top + i][left + j] for i in range(side) for j in range(side)}
    for number in set(range(1, size + 1)) - seen:
        grid[y][x] = number
        yield from completions(grid, side)
        grid[y][x] = 0
