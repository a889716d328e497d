"""``python -m lifesat`` is the command line."""

import os
import sys


def forget_current_folder() -> None:
    """Remove the folder that ``python -m`` put first in the import path.

    Files beside a pattern are not part of lifesat, neither here nor in processes that inherit this
    path. The folder stays if lifesat itself is in it.
    """
    # Anything but os and sys might be imported from there.
    try:
        folder = os.getcwd()  # noqa: PTH109
    except OSError:  # it was removed
        return
    home = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))  # noqa: PTH100, PTH120
    if not sys.flags.safe_path and sys.path[:1] == [folder] and folder != home:
        del sys.path[0]


if __name__ == "__main__":
    forget_current_folder()
    from lifesat.cli import main

    sys.exit(main())
