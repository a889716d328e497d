"""Options: each declared once, for command lines, forms and the Python API."""
