"""Target: search files, as TOML and as text."""

from lifesat.errors import UserError
from lifesat.formats import known_cells
from lifesat.formats.detection import plain_text
from lifesat.frontends.input.search_file import SearchRequest, write_search
from lifesat.problems.kinds import problem_from_json
from tests.fuzz.target import Target, examples

_FILES = (
    *examples("examples/diagonal-end.csv"),
    *examples("examples/flipping-centre.toml", "examples/ship-in-any-rule.toml"),
    b"Rule = B36/S23\n0, a, -b'\n* 1 0'\n\n# next\n0 0 0\n,--a, -*', 1,\n",
    b'width = 3\nheight = 2\ngenerations = 2\nrule = "B2-a/S12"\nmax_population = 4\n',
    b"Rule = pB2-a3cy-k/S23\n* *\n\n* 1\n",
    b"Rule = 345/2/4\n* 3 a\n\n2 a' 0\n",
    b"rule = '/2/3'\ncells = '''2 *'''\ndifferent_from = '2 *'\nmax_growth = 1\n",
    b"Rule = {base: pB3/S, 'B2ae': 'x', S2: -x}\n* *\n",
    b'cells = "*"\n[rule]\nbase = "pB3/S2"\nB2a = "x"\nS2i = "-x"\nS8 = 1\nB7 = "*"\n',
    b"outside = 'torus'\nmin_population = 1\ncells = '''0 1\na -a\n\n1 1\n* b'\n'''\n",
    b"cells = '''* *\n* *'''\nsymmetry = ['p0 RE\\ x1', 'D4_x1']\nasymmetry = 'C2'\n",
    b"width = 3\nheight = 2\ngenerations = 3\npopulation = ['<=4', '>1 0 2']\nmax_change = 3\n",
    b"cells = '''*\n\n*'''\nforce_change = [[0, 1]]\nmax_decay = 1\ndifferent_from = '0'\n",
    b"cells = '*'\nmax_growth = 2\nbackground = '''1\n0'''\nbackground_offset = [0, -1, 7]\n",
)
_MOST_CELLS = 10_000


def _check(data: bytes) -> None:
    """Read a search file; the problem is the same when written and read again."""
    try:
        problem = SearchRequest(text=plain_text(data)).problem()
    except UserError:
        return
    generations, height, width = problem.shape
    if generations * height * width > _MOST_CELLS:
        return
    if SearchRequest(text=write_search(problem)).problem() != problem:
        raise AssertionError(f"{problem} is written and read as another")
    if problem_from_json(problem.to_json()) != problem:
        raise AssertionError(f"{problem} changes in JSON")
    if problem.variables < problem.projection:
        raise AssertionError(f"{problem} has fewer variables than unknown cells")


# What the letter X stands for.
_LAST = 24
_KNOWN = (b"x = 3, y = 1\n2o?b!$$2A!\n# next\n.B!o", b"x=1,y=1,rule=345/2/4\n3C$?.!")


def _check_known(data: bytes) -> None:
    """Read known cells; all generations have one size, and cells are states or unknown."""
    try:
        cells = known_cells.read(plain_text(data))
    except UserError:
        return
    if len({(len(rows), row.count(" ")) for rows in cells for row in rows}) != 1:
        raise AssertionError(f"{cells} are not a block")
    if any(
        cell != "*" and int(cell) > _LAST for rows in cells for row in rows for cell in row.split()
    ):
        raise AssertionError(f"{cells} have other states than letters say")


TARGETS = (
    Target("search-file", _FILES, _check),
    Target("known-cells", _KNOWN, _check_known),
)
