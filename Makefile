# `make demo` and `make test` need Python 3.11 or later and make, nothing else: they set up .venv themselves.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
WORKERS ?= 2

.PHONY: help demo test test-all lint types docs-check bench clean

help:
	@echo "make demo        install, then analyse, explain and draw what is built in"
	@echo "make test        lint, types, all tests but the long ones, the examples in docs"
	@echo "make test-all    the long tests too (exhaustive checks)"
	@echo "make lint        ruff and mypy alone"
	@echo "make docs-check  run every example of the docstrings, README and docs/"
	@echo "make bench       the benchmarks, which take hours (installs the peers they measure)"

$(VENV)/ready: pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "multiplane needs Python 3.11 or later; say which with make PYTHON=..."; exit 1; }
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[test]'
	@touch $@

demo: $(VENV)/ready
	@PATH="$(CURDIR)/$(BIN):$$PATH" sh demo.sh

lint: $(VENV)/ready
	$(BIN)/ruff check src tests benchmarks scripts
	$(BIN)/ruff format --check src tests benchmarks scripts
	$(BIN)/mypy

docs-check: $(VENV)/ready
	$(BIN)/python -m pytest --doctest-modules src/multiplane tests/docs_check.py

test: lint $(VENV)/ready
	$(BIN)/python -m pytest -n $(WORKERS) --dist worksteal -m "not long" --doctest-modules src/multiplane tests tests/docs_check.py

test-all: lint $(VENV)/ready
	$(BIN)/python -m pytest -n $(WORKERS) --dist worksteal --doctest-modules src/multiplane tests tests/docs_check.py

bench: $(VENV)/ready
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[bench]'
	@for benchmark in benchmarks/*.py; do echo "== $$benchmark"; $(BIN)/python $$benchmark || exit 1; done

clean:
	rm -rf $(VENV) .mypy_cache .pytest_cache .ruff_cache .hypothesis demo-output
	find src tests benchmarks -name __pycache__ -type d -prune -exec rm -rf {} +
