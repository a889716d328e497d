"""What lifesat's scripts for Golly share: question, selection, lifesat's process, layer of results.

Syntax and library of Python 3.8, for Golly runs its scripts with whatever Python it finds; lifesat
itself runs in the interpreter that ``lifesat golly install`` wrote down.
"""

import importlib

from lifesat_golly import boxes, patterns, process, questions, results, running

# Golly's interpreter lives on when a script has ended, and the files may have changed since.
for _part in (running, questions, patterns, process, results, boxes):
    importlib.reload(_part)
