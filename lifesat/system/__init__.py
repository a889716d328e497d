"""The operating system: files, processes, terminals, and the resources of the machine."""
