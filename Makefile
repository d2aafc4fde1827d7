# Two commands do everything on a machine with nothing but Python 3.11 or newer:
#   make run    the app with a demo campaign
#   make test   the whole test suite
PYTHON ?= python3
PORT ?= 8000
BIN := .venv/bin
TESTS ?= tests

.PHONY: run test check bench lock format clean

run: .venv/run.stamp
	$(BIN)/python manage.py run_local --port $(PORT)

test: .venv/dev.stamp
	$(BIN)/python -m tests.suite $(TESTS)

check: .venv/dev.stamp
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python manage.py makemigrations --check --dry-run
	TRACKER_PRODUCTION=1 TRACKER_SECRET_KEY=$$($(BIN)/python -c 'import secrets; print(secrets.token_urlsafe(60))') \
	  TRACKER_ALLOWED_HOSTS=tracker.example $(BIN)/python manage.py check --deploy --fail-level WARNING

bench: .venv/dev.stamp
	$(BIN)/python -m tests.benchmarks

format: .venv/dev.stamp
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

# Locks carry hashes and no addresses.
LOCK := $(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-header --no-annotate \
	--no-emit-index-url pyproject.toml
lock: .venv/dev.stamp
	$(LOCK) --upgrade -o requirements.lock
	$(LOCK) --extra dev -c requirements.lock -o requirements-dev.lock

.venv/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit("Python 3.11 or newer is needed; this is " + sys.version.split()[0] + ". Say where: make PYTHON=python3.12" if sys.version_info < (3, 11) else 0)'
	$(PYTHON) -m venv .venv

.venv/run.stamp: requirements.lock | .venv/bin/python
	$(BIN)/pip install --quiet --disable-pip-version-check --require-hashes -r requirements.lock
	@touch $@

.venv/dev.stamp: requirements-dev.lock | .venv/bin/python
	$(BIN)/pip install --quiet --disable-pip-version-check --require-hashes -r requirements-dev.lock
	@touch $@ .venv/run.stamp

clean:
	rm -rf .venv var staticfiles .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
