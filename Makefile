# From a bare checkout: `make demo` shows the main job, `make test` passes the tests.
PYTHON ?= python3
VENV := .venv
# The tests of `make test`, which need nothing but Python and make, and the files that may have some.
QUICK := quick and not weekly
QUICK_FILES = $$(grep -rlwE 'quick|quick_first' --include 'test_*.py' tests)
# More options of pytest.
PYTEST_OPTIONS ?=
PYTEST := $(VENV)/bin/python -m pytest -n auto $(PYTEST_OPTIONS)

# How long each reader is fuzzed.
SECONDS ?= 60

.PHONY: demo test test-slow weekly coverage check docs reference golly-zip fuzz benchmarks clean

demo: $(VENV)/installed-test
	$(VENV)/bin/lifesat predecessors examples/space-invader.rle --margin 0 --to cells
	@echo
	@echo 'These cells (O) become the space invader one generation later.'
	@echo 'Try next: $(VENV)/bin/lifesat count examples/space-invader.rle --margin 1'

test: $(VENV)/installed-test
	$(PYTEST) -m '$(QUICK)' $(QUICK_FILES)

# The other tests; one whose program is not installed is skipped, and in CI that is a failure.
test-slow: $(VENV)/installed-dev,peers
	$(PYTEST) -m 'not ($(QUICK)) and not weekly'

# What takes too long for every change: all tests with random examples, and a minute of fuzzing for each reader.
weekly: coverage fuzz

# Every test, and which lines and branches of lifesat they execute, processes that they start included.
coverage: $(VENV)/installed-dev,peers
	$(PYTEST) --cov --hypothesis-profile=weekly

# The linters, the type check and the schemas of files that GitHub reads; mypy finds the package lifesat_tui by a link to its folder.
check: $(VENV)/installed-dev
	$(VENV)/bin/ruff check
	$(VENV)/bin/ruff format --check
	@mkdir -p build/types && ln -sfn ../../tui build/types/lifesat_tui
	$(VENV)/bin/mypy
	$(VENV)/bin/lint-imports
	$(VENV)/bin/check-jsonschema --builtin-schema vendor.github-workflows .github/workflows/*.yml
	$(VENV)/bin/check-jsonschema --builtin-schema vendor.github-issue-forms .github/ISSUE_TEMPLATE/*.yml
	$(VENV)/bin/check-jsonschema --builtin-schema vendor.citation-file-format CITATION.cff

# The documentation site, build/docs/index.html; warnings are errors.
docs: $(VENV)/installed-docs
	$(VENV)/bin/sphinx-build --nitpicky --fail-on-warning --keep-going --quiet --conf-dir docs . build/docs
	@echo 'build/docs/index.html'

# docs/commands.md and the man page, after options of the command line have changed; and the page for Golly, after docs/golly.md has.
reference: $(VENV)/installed-test
	$(VENV)/bin/python docs/command_reference.py
	$(VENV)/bin/python docs/man_page.py
	$(VENV)/bin/python docs/golly_page.py

# The scripts for Golly as a zip file, for people who have no terminal.
golly-zip: $(VENV)/installed-test
	$(VENV)/bin/python release/golly_zip.py build

# Arbitrary input for every reader of untrusted input.
fuzz: $(VENV)/installed-fuzz
	$(VENV)/bin/python -m tests.fuzz --seconds $(SECONDS)

benchmarks: $(VENV)/installed-bench,peers
	$(VENV)/bin/python -m benchmarks

# The environment with these extras.
$(VENV)/installed-%: pyproject.toml
	@echo 'setting up $(VENV) with lifesat[$*]' >&2
	@$(PYTHON) -m venv $(VENV) || { \
		echo "the standard venv module is needed; on Debian: apt-get install python3-venv" >&2; exit 1; }
	@$(VENV)/bin/python -m pip install --quiet --disable-pip-version-check --editable '.[$*]'
	@touch '$@'

clean:
	rm -rf $(VENV) build dist *.egg-info .mypy_cache .pytest_cache .ruff_cache .hypothesis .import_linter_cache .coverage*
