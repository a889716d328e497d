"""The rule of a block of space-time, or the set of rules from which each solution has one."""
