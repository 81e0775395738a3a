PYTHON ?= python3
BIN := .venv/bin
FONT := static/fonts/stix-two-math.woff2

.DEFAULT_GOAL := help
.PHONY: help setup run test lint format bench font card-fonts fuzz observatory clean

help:  ## Print this list
	@sed -n 's/^\([a-z-]*\):[^#]*## */\1\t/p' Makefile | expand -t 13

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

# The fonts of the preview picture, without hints: Latin, Greek, Cyrillic, and the scripts of names.
CARD_LATIN := U+0020-024F,U+0300-052F,U+1E00-1EFF,U+2000-209F,U+20A0-20BF,U+2100-2193,U+2200-22FF
CARD_HAN := U+1100-11FF,U+2E80-9FFF,U+AC00-D7AF,U+F900-FAFF,U+FE30-FE4F,U+FF00-FFEF
SUBSET := $(CURDIR)/$(BIN)/pyftsubset --no-hinting --output-file=$(CURDIR)/app/web/fonts
card-fonts: .venv/.dev  ## Rebuild the fonts of the preview picture (needs npm and apt)
	rm -rf build/fonts && mkdir -p build/fonts
	cd build/fonts && apt-get download fonts-droid-fallback && dpkg-deb -x fonts-droid-fallback*.deb .
	cd build/fonts && npm install --silent @expo-google-fonts/inter@0.4.2 \
		@expo-google-fonts/noto-sans-arabic@0.4.3 @expo-google-fonts/noto-sans-hebrew@0.4.1 \
		@expo-google-fonts/noto-sans-thai@0.4.2 @expo-google-fonts/noto-sans-devanagari@0.4.1 \
		@expo-google-fonts/noto-emoji@0.4.7
	cd build/fonts/node_modules/@expo-google-fonts && \
	latin="--unicodes=$(CARD_LATIN) --layout-features=kern,mark,mkmk,ccmp,locl,tnum" && \
	$(SUBSET)/inter-regular.ttf inter/400Regular/*.ttf $$latin && \
	$(SUBSET)/inter-semibold.ttf inter/600SemiBold/*.ttf $$latin && \
	for script in arabic hebrew thai devanagari; do \
		$(SUBSET)/noto-sans-$$script.ttf noto-sans-$$script/400Regular/*.ttf --unicodes=* || exit 1; \
	done && \
	$(SUBSET)/noto-emoji.ttf noto-emoji/400Regular/*.ttf --unicodes=* --layout-features=
	$(SUBSET)/droid-sans-fallback.ttf --unicodes=$(CARD_HAN) --layout-features= \
		build/fonts/usr/share/fonts-droid-fallback/truetype/DroidSansFallback.ttf
	rm -rf build

fuzz: .venv/.dev  ## Let Schemathesis try the API at length
	SCHEMATHESIS_EXAMPLES=2000 $(BIN)/pytest tests/web/test_schemathesis.py

observatory: setup  ## Grade the headers by Mozilla's HTTP Observatory (needs npm)
	rm -rf build/observatory && mkdir -p build/observatory
	cp tests/observatory/grade.mjs build/observatory
	cd build/observatory && npm install --silent --ignore-scripts @mdn/mdn-http-observatory@1.4.8
	@TRUSTED_PROXIES=1 PORT=8765 $(BIN)/gunicorn & server=$$!; sleep 3; \
		node build/observatory/grade.mjs 'http://127.0.0.1:8765/?b=17&c=3&a=157&d=23'; \
		grade=$$?; kill $$server; exit $$grade
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
