# make site   the leaderboards and the documentation, in site/
# make test   every check that a pull request has to pass
# make schemas   the JSON Schemas of the files, in schemas/
# make assets    the style sheets and scripts of the pages, after a change of a source of theirs
# make messages  the catalogues of the languages, after a change of a text
# make fuzz   made-up files for the reader, for FUZZ_SECONDS
# make dist   the wheel and what it needs, as an SBOM, in dist/; make audit looks for known weaknesses of it
# All make .venv on their first run. They need Python 3.11 or newer and nothing else;
# the tests also drive Debian's Chromium.

PYTHON ?= python3
SITE ?= site
BASE_URL ?=
LANGUAGES ?= en,zh,fa
FUZZ_SECONDS ?= 60
DOCS := $(wildcard mkdocs.yml)
VENV := .venv
BIN := $(VENV)/bin

.PHONY: site test test-cluster test-floor test-slow fuzz dist audit assets messages schemas screenshot browser clean

site: $(VENV)/.ready-site
	$(BIN)/penguin-board build --out '$(SITE)' --languages '$(LANGUAGES)' $(if $(BASE_URL),--base-url '$(BASE_URL)') $(if $(DOCS),--docs)
	$(if $(DOCS),$(BIN)/mkdocs build --strict --site-dir '$(SITE)/docs')

test: $(VENV)/.ready-test browser
	$(BIN)/ruff format --check
	$(BIN)/ruff check
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/codespell
	$(BIN)/penguin-board validate
	$(BIN)/pytest --numprocesses=auto

# The same aggregation through Ibis, on Spark (which needs Java) and on DuckDB: in a place of its own.
test-cluster: $(VENV)/cluster/.ready
	$(VENV)/cluster/bin/pytest tests/test_cluster.py tests/test_aggregate_grouped.py tests/test_parquet_attempts.py

$(VENV)/cluster/.ready: pyproject.toml $(BIN)/python
	$(BIN)/python -m venv $(VENV)/cluster
	$(VENV)/cluster/bin/python -m pip install --quiet --upgrade 'pip>=25.1'
	$(VENV)/cluster/bin/python -m pip install --quiet --editable . --group cluster
	touch $@

# The tests without a browser, with the lowest release of every dependency that pyproject.toml lets in.
test-floor: $(VENV)/floor/.ready
	$(VENV)/floor/bin/pytest --numprocesses=auto -m 'not browser and not slow' --ignore=tests/test_architecture.py

$(VENV)/floor/.ready: pyproject.toml scripts/floors.py $(BIN)/python
	$(BIN)/python -m venv $(VENV)/floor
	$(VENV)/floor/bin/python -m pip install --quiet --upgrade 'pip>=25.1'
	$(BIN)/python scripts/floors.py > $(VENV)/floor/floors.txt
	$(VENV)/floor/bin/python -m pip install --quiet --prefer-binary --editable . --group docs --group test --constraint $(VENV)/floor/floors.txt
	touch $@

# Bytes that reach new code of the reader, until time is over or one of them is too much for it.
fuzz: $(VENV)/fuzz/.ready
	$(VENV)/fuzz/bin/python -m fuzz -max_total_time='$(FUZZ_SECONDS)' -max_len=4000 -timeout=30 -artifact_prefix=.cache/ .cache/fuzz

# The wheel, and beside it what an installation of it consists of.
dist: $(VENV)/supply/.ready
	rm -rf dist
	$(VENV)/supply/bin/python -m build --outdir dist
	$(VENV)/supply/bin/python -m venv --clear --without-pip $(VENV)/runtime
	$(VENV)/supply/bin/python -m pip --python $(VENV)/runtime/bin/python install --quiet dist/*.whl
	$(VENV)/supply/bin/cyclonedx-py environment --pyproject pyproject.toml --output-reproducible --output-format JSON --output-file dist/penguin-board.cdx.json $(VENV)/runtime/bin/python
	$(BIN)/python scripts/check_sbom.py dist/penguin-board.cdx.json

# Asks the registry that the releases come from.
audit: dist
	$(VENV)/supply/bin/python -m pip --python $(VENV)/runtime/bin/python freeze --exclude penguin-board > $(VENV)/runtime/needed.txt
	$(VENV)/supply/bin/pip-audit --strict --no-deps --disable-pip --requirement $(VENV)/runtime/needed.txt

$(VENV)/fuzz/.ready $(VENV)/supply/.ready: pyproject.toml $(BIN)/python
	$(BIN)/python -m venv $(@D)
	$(@D)/bin/python -m pip install --quiet --upgrade 'pip>=25.1'
	$(@D)/bin/python -m pip install --quiet --editable . --group $(notdir $(@D))
	touch $@

# Studies that take minutes: how often an interval covers the truth.
test-slow: $(VENV)/.ready-test
	$(BIN)/pytest -m slow

# After a change in templates/assets/css or js: what pages load is kept in git.
assets: $(VENV)/.ready-test
	$(BIN)/python scripts/assets.py

# After a change of a text that pages show: the catalogues in penguin_board/locales.
messages: $(VENV)/.ready-site
	$(BIN)/python scripts/messages.py

# Editors read these from the repository.
schemas: $(VENV)/.ready-site
	$(BIN)/penguin-board schema --out schemas

# The pictures of the README and the documentation.
screenshot: $(VENV)/.ready-test browser site
	$(BIN)/python scripts/screenshot.py '$(SITE)' docs/assets

# --group came with pip 25.1.
$(VENV)/.ready-site $(VENV)/.ready-test: pyproject.toml $(BIN)/python
	$(BIN)/python -m pip install --quiet --upgrade 'pip>=25.1'
	$(BIN)/python -m pip install --quiet --editable . --group $(if $(filter %-test,$@),dev,docs)
	touch $@

$(BIN)/python:
	@command -v '$(PYTHON)' >/dev/null || \
		{ echo 'Python 3.11 or newer is needed, "$(PYTHON)" was not found (name it: make PYTHON=...)' >&2; exit 1; }
	@'$(PYTHON)' -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "Python 3.11 or newer is needed, found $$('$(PYTHON)' --version) (name another: make PYTHON=...)" >&2; exit 1; }
	'$(PYTHON)' -m venv $(VENV)

browser:
	@command -v chromium >/dev/null || { \
		if ! command -v apt-get >/dev/null; then as_root=missing; \
		elif [ "$$(id -u)" = 0 ]; then as_root=; \
		elif command -v sudo >/dev/null; then as_root=sudo; \
		else as_root=missing; fi; \
		if [ "$$as_root" != missing ] && $$as_root apt-get update && \
			$$as_root apt-get install --yes --no-install-recommends chromium; then exit 0; fi; \
		echo 'The tests drive a browser: install Chromium (Debian: apt-get install chromium)' >&2; exit 1; }

clean:
	rm -rf '$(SITE)' $(VENV) dist .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache
	find penguin_board tests -name __pycache__ -type d -prune -exec rm -rf {} +
