"""Reports on searches and jobs, and the files that results are written to."""
