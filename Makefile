# From a bare checkout: `make demo` shows the main job, `make test` passes the tests.
PYTHON ?= python3
EXTRAS ?= test
VENV := .venv
STAMP := $(VENV)/installed-$(EXTRAS)

.PHONY: demo test check benchmarks clean

demo: $(STAMP)
	$(VENV)/bin/lifesat predecessors examples/space-invader.rle --margin 0 --to cells

test: $(STAMP)
	$(VENV)/bin/python -m pytest -n auto

# The linters and the type check; needs EXTRAS=dev.
check: $(STAMP)
	$(VENV)/bin/ruff check
	$(VENV)/bin/ruff format --check
	$(VENV)/bin/mypy
	$(VENV)/bin/lint-imports

# Needs EXTRAS=bench.
benchmarks: $(STAMP)
	$(VENV)/bin/python -m benchmarks

$(STAMP): pyproject.toml
	@echo 'setting up $(VENV) with lifesat[$(EXTRAS)]' >&2
	@$(PYTHON) -m venv $(VENV) || { \
		echo "the standard venv module is needed; on Debian: apt-get install python3-venv" >&2; exit 1; }
	@$(VENV)/bin/python -m pip install --quiet --disable-pip-version-check --editable '.[$(EXTRAS)]'
	@touch '$(STAMP)'

clean:
	rm -rf $(VENV) build dist *.egg-info .mypy_cache .pytest_cache .ruff_cache .hypothesis .import_linter_cache
