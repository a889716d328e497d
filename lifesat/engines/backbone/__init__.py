"""The backbone of predecessors: the cells that have the same state in all of them."""
