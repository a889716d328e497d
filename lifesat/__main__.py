"""``python -m lifesat`` is the command line."""

import sys

from lifesat.cli import main

if __name__ == "__main__":
    sys.exit(main())
