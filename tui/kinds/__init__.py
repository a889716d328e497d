"""The kinds of search that the form offers, one file each, but for those of plug-ins."""
