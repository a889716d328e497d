"""What can be asked about a problem: a file for each query, and the engines that answer."""
