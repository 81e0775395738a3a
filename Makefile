PYTHON ?= python3
BIN := .venv/bin
FONT := static/fonts/stix-two-math.woff2

.DEFAULT_GOAL := help
.PHONY: help setup run test lint format bench font clean

help:  ## Print this list
	@sed -n 's/^\([a-z]*\):[^#]*## */\1\t/p' Makefile | expand -t 10

setup: .venv/.setup  ## Install what the application needs into .venv

run: setup  ## Serve the page on HOST:PORT, by default 127.0.0.1:8000
	@exec $(BIN)/gunicorn

test: .venv/.dev  ## Run every test, in Chromium too
	@$(BIN)/python -m tests.browser.chromium
	$(BIN)/pytest

lint: .venv/.dev  ## Check style, types and the Dockerfile
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/hadolint Dockerfile

format: .venv/.dev  ## Put the code into its standard form
	$(BIN)/ruff check --fix
	$(BIN)/ruff format

bench: .venv/.dev  ## Measure against statsmodels, SciPy and a bare Flask page
	$(BIN)/python -m tests.bench

# Hints and features go: Chromium sets formulas the same without them, from three quarters of the bytes.
font: .venv/.dev  ## Rebuild the formula font from characters.txt (needs npm)
	rm -rf build/font && mkdir -p build/font
	cd build/font && npm pack --silent @fontsource/stix-two-math@5.3.0 && tar -xzf *.tgz
	$(BIN)/pyftsubset build/font/package/files/stix-two-math-latin-400-normal.woff2 \
		--unicodes-file=static/fonts/characters.txt --no-hinting --layout-features= \
		--flavor=woff2 --output-file=$(FONT)
	cp build/font/package/LICENSE static/fonts/OFL.txt
	rm -rf build

clean:  ## Remove everything that the other targets made
	rm -rf .venv .mypy_cache .pytest_cache .ruff_cache .hypothesis build
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "Python 3.11 or newer is needed: make PYTHON=/path/to/python3.11 ..." >&2; exit 1; }
	@$(PYTHON) -c 'import ensurepip' 2>/dev/null || \
		{ echo "$(PYTHON) cannot make a virtual environment; on Debian: apt-get install python3-venv" >&2; exit 1; }
	$(PYTHON) -m venv --clear .venv

.venv/.setup: requirements.txt | $(BIN)/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -r requirements.txt
	@touch $@

.venv/.dev: requirements-dev.txt .venv/.setup
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -r requirements-dev.txt
	@touch $@
