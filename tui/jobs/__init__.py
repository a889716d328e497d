"""The list of jobs, its preview, and the line where a search begins."""
