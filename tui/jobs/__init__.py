"""The list of jobs, its preview, the line where a search begins, and the examples."""
