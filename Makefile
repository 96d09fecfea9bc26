# `make demo` and `make test` need Python 3.11 or later and make, nothing else: they set up .venv themselves.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
WORKERS ?= 2
TORCH ?= 2.13.0
SIZE ?= 100
SEED ?= 1
MINUTES ?= 60
EXTRAS = $(shell grep -rl --include='*.py' importorskip tests)
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check
unexport PYTHONDONTWRITEBYTECODE  # without bytecode, every command that a test starts would compile the package

.PHONY: help install demo serve test test-slow test-all test-neural test-extras test-browser mutants fuzz lint docs-check docs bench clean

help:
	@echo "make install     set up .venv; the command is then $(BIN)/multiplane"
	@echo "make demo        the same, then analyse, explain and draw what is built in, train and parse"
	@echo "make serve       open the page in a browser: parse, watch, bend, explore, define (installs FastAPI)"
	@echo "make test        lint, types, all tests but the slow and the long ones, the examples in Python"
	@echo "make test-slow   the slow ones: processes, compilation, whole treebanks, the commands of all pages"
	@echo "make test-all    all tests, the long ones too (exhaustive checks)"
	@echo "make test-neural the tests of training neural models (installs PyTorch)"
	@echo "make test-extras the tests with spaCy, pandas, scikit-learn and the judges of others (installs them)"
	@echo "make test-browser the pages and pictures in Chromium (installs Playwright; Chromium must be there)"
	@echo "make mutants     plant bugs one at a time and tell which the quick tests see (SIZE, SEED, MINUTES)"
	@echo "make fuzz        attack the command with made-up input, going on where it was left (SEED, MINUTES)"
	@echo "make lint        ruff and mypy alone"
	@echo "make docs-check  run every example of the docstrings, README and docs/"
	@echo "make docs        build the documentation as a site, in site/, and check its links"
	@echo "make bench       the benchmarks, which take hours (installs the peers they measure)"
	@echo "make clean       remove .venv and everything that was built"

$(VENV)/created:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "multiplane needs Python 3.11 or later; say which with make PYTHON=..."; exit 1; }
	$(PYTHON) -m venv $(VENV)
	@touch $@

$(VENV)/installed: pyproject.toml | $(VENV)/created
	$(PIP) --editable .
	@touch $@

$(VENV)/installed-test: pyproject.toml | $(VENV)/created
	$(PIP) --no-compile 'hatchling>=1.27' editables
	$(PIP) --no-compile --no-build-isolation --editable '.[test]'
	@touch $(VENV)/installed $@

$(VENV)/installed-neural: $(VENV)/installed-test
	$(PIP) torch==$(TORCH)
	@touch $@

$(VENV)/installed-extras: $(VENV)/installed-test
	$(PIP) --editable '.[spacy,frame,svm,judges,web]'
	@touch $@

$(VENV)/installed-browser: $(VENV)/installed-test
	$(PIP) --editable '.[browser,web]'
	if command -v npm >/dev/null; then npm install --silent --no-save --no-package-lock --prefix $(VENV) axe-core; fi
	@touch $@

$(VENV)/installed-web: $(VENV)/installed
	$(PIP) --editable '.[web]'
	@touch $@

$(VENV)/installed-docs: $(VENV)/installed
	$(PIP) --editable '.[docs]'
	@touch $@

$(VENV)/installed-bench: $(VENV)/installed-test
	$(PIP) --editable '.[bench]'
	@touch $@

install: $(VENV)/installed
	@echo "The command is $(BIN)/multiplane: try $(BIN)/multiplane show sample:dutch-2"

demo: $(VENV)/installed
	@PATH="$(CURDIR)/$(BIN):$$PATH" sh demo.sh
	@printf '\nThe command is %s: try %s --help\n' $(BIN)/multiplane $(BIN)/multiplane

serve: $(VENV)/installed-web
	$(BIN)/multiplane serve

lint: $(VENV)/installed-test
	$(BIN)/ruff check src tests benchmarks scripts
	$(BIN)/ruff format --check src tests benchmarks scripts
	$(BIN)/mypy

docs-check: $(VENV)/installed-test
	$(BIN)/python -m pytest --doctest-modules src/multiplane tests/docs/test_examples.py

test: $(VENV)/installed-test
	$(BIN)/python -m pytest -n $(WORKERS) --dist worksteal -m "not long and not slow" --doctest-modules src/multiplane tests

test-slow: $(VENV)/installed-test
	$(BIN)/python -m pytest -n $(WORKERS) --dist worksteal -m "slow and not long" tests

test-all: $(VENV)/installed-test
	$(BIN)/python -m pytest -n $(WORKERS) --dist worksteal --hypothesis-profile thorough --doctest-modules src/multiplane tests

test-neural: $(VENV)/installed-neural
	$(BIN)/python -m pytest tests/learn/neural

test-extras: $(VENV)/installed-extras
	$(BIN)/python -m pytest -n $(WORKERS) --dist worksteal -m "not long" $(EXTRAS)

test-browser: $(VENV)/installed-browser
	@command -v chromium || command -v chromium-browser || command -v google-chrome || \
	  { echo "test-browser needs Chromium: on Debian, apt-get install chromium"; exit 1; }
	$(BIN)/python -m pytest tests/draw/test_browser.py tests/serve/test_page.py

mutants: $(VENV)/installed-test
	$(BIN)/python scripts/mutants.py --size $(SIZE) --seed $(SEED) --minutes $(MINUTES)

fuzz: $(VENV)/installed-extras $(VENV)/installed-neural
	$(BIN)/python scripts/fuzz --seed $(SEED) --minutes $(MINUTES) --resume

docs: $(VENV)/installed-docs
	NO_MKDOCS_2_WARNING=1 $(BIN)/python -m mkdocs build --strict --quiet
	$(BIN)/python scripts/site/links.py site

bench: $(VENV)/installed-bench
	@for benchmark in benchmarks/*.py; do echo "== $$benchmark"; $(BIN)/python $$benchmark || exit 1; done

clean:
	rm -rf $(VENV) .fuzz .mypy_cache .pytest_cache .ruff_cache .hypothesis demo-output site
	find src tests benchmarks scripts -name __pycache__ -type d -prune -exec rm -rf {} +
