"""The nearest pattern that has a parent: windows that improve it, and a lower bound."""
