"""The shared part of lifesat's Golly scripts: question, selection, process, results.

The code keeps to Python 3.8, because Golly runs scripts with the Python that it finds. lifesat
itself runs in the interpreter that ``lifesat golly install`` has recorded.
"""

import importlib

from lifesat_golly import (
    boxes,
    browsing,
    layers,
    lookup,
    patterns,
    process,
    questions,
    results,
    running,
    stepping,
)

# Golly's interpreter keeps modules loaded between scripts; the files may have changed.
for _part in (
    running, lookup, layers, patterns, questions, process, results, browsing, boxes, stepping
):  # fmt: skip
    importlib.reload(_part)
