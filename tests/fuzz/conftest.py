"""What pytest leaves out here."""

# It needs atheris, which is not among the test dependencies.
collect_ignore = ["harness.py"]
