PYTHON ?= python3

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:

BIN := .venv/bin
LOCKED := .venv/.locked
READY := .venv/.ready
BROWSER := .venv/.browser
SERVING := .venv-run/.ready
MUTANTS := .venv-mutants/.ready
OPENSPIEL := .venv-openspiel/.ready

.PHONY: help
help: ## show this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "  make %-15s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

.PHONY: venv
venv: $(READY) ## make .venv from the lock (PYTHON=python3.12 picks another Python)

$(LOCKED): requirements-dev.lock
	@tools/venv.sh $(PYTHON) .venv requirements-dev.lock "all that developing takes, some 900 MB: this takes a minute, once"
	@touch $@

$(READY): $(LOCKED) pyproject.toml
	@tools/install.sh .venv
	@touch $@

$(BROWSER): $(READY)
	@tools/browser.sh
	@touch $@

$(SERVING): requirements-run.lock
	@tools/venv.sh $(PYTHON) .venv-run requirements-run.lock "only what serving takes: some seconds, once"
	@touch $@

$(MUTANTS): requirements-dev.lock
	@tools/venv.sh $(PYTHON) .venv-mutants requirements-dev.lock "what mutation testing takes"
	@.venv-mutants/bin/python -m pip install --quiet --disable-pip-version-check --no-input mutmut==3.8.1
	@touch $@

$(OPENSPIEL): requirements-dev.lock
	@tools/venv.sh $(PYTHON) .venv-openspiel requirements-dev.lock "what the comparison with OpenSpiel takes"
	@.venv-openspiel/bin/python -m pip install --quiet --disable-pip-version-check --no-input open_spiel==2.0.2
	@touch $@

.PHONY: run
run: $(SERVING) ## serve the HTTP API on 127.0.0.1:8000, with SQLite (ARGS="--port 9000" and the like are passed on)
	@PYTHONPATH=src .venv-run/bin/python -m cardkit_api $(ARGS)

# Tests start Python hundreds of times: its modules are compiled once, even where the environment forbids to keep that.
test test-fast test-all soak coverage: export PYTHONDONTWRITEBYTECODE =

.PHONY: test
test: $(READY) $(BROWSER) ## the whole test suite
	$(BIN)/python -m pytest -n auto

.PHONY: test-fast
test-fast: $(READY) ## for the edit loop: no processes, no databases, few matches
	$(BIN)/python -m pytest -n auto -m "not slow"

.PHONY: test-all
test-all: ## the suite on every supported Python that is found here
	tools/test_all.sh

.PHONY: soak
soak: $(READY) $(BROWSER) ## the suite at full size, for hours rather than minutes
	CARDKIT_SOAK=1 $(BIN)/python -m pytest -n auto

.PHONY: coverage
coverage: $(READY) $(BROWSER) ## the suite, and the lines it misses
	$(BIN)/python -m pytest -n auto --cov

.PHONY: mutants
mutants: $(MUTANTS) ## change the rules in one place at a time: do tests notice? (ARGS="push --sample 300")
	.venv-mutants/bin/python tools/mutants.py $(ARGS)

.PHONY: check
check: format-check lint types docs verify-types package ## form, types, docs and the built package

.PHONY: format
format: $(READY) ## put the code into form
	$(BIN)/ruff format
	$(BIN)/ruff check --fix

.PHONY: format-check
format-check: $(READY)
	$(BIN)/ruff format --check

.PHONY: lint
lint: $(READY)
	$(BIN)/ruff check

.PHONY: types
types: $(READY)
	$(BIN)/mypy
	$(BIN)/pyright

.PHONY: verify-types
verify-types: $(READY)
	PATH="$(CURDIR)/$(BIN):$$PATH" pyright --verifytypes cardkit --ignoreexternal
	PATH="$(CURDIR)/$(BIN):$$PATH" pyright --verifytypes cardkit_api --ignoreexternal

.PHONY: package
package: $(READY)
	$(BIN)/python tools/check_package.py

.PHONY: bench
bench: $(READY) ## print the figures that the docs state: speed, sizes, what deriving costs
	$(BIN)/python -m bench

.PHONY: bench-strength
bench-strength: $(READY) ## pit bots against each other, for hours (ARGS="strong:20ms greedy --games push --deals 40")
	$(BIN)/python -m bench.strength $(ARGS)

.PHONY: bench-api
bench-api: $(READY) ## measure the HTTP API against a bare endpoint
	$(BIN)/python -m bench.api

.PHONY: bench-page
bench-page: $(READY) $(BROWSER) ## measure the page in a browser: first paint, and a move until others see it
	$(BIN)/python -m bench.page

.PHONY: bench-openspiel
bench-openspiel: $(OPENSPIEL) ## our ISMCTS against OpenSpiel's (ARGS="--games push --deals 3 --ms 20")
	PYTHONPATH=src .venv-openspiel/bin/python -m bench.openspiel $(ARGS)

.PHONY: bench-rules
bench-rules: $(OPENSPIEL) ## the example games beside OpenSpiel's: rules and speed (ARGS="--matches 300 --seconds 0")
	PYTHONPATH=src .venv-openspiel/bin/python -m bench.openspiel_rules $(ARGS)

.PHONY: lines
lines: $(READY) ## how many lines of code each game has (ARGS="src/cardkit/games/push/*.py" counts these)
	$(BIN)/python tools/count_lines.py $(ARGS)

.PHONY: docs
docs: $(READY) ## build the docs into docs/_build
	$(BIN)/python -m sphinx -W --keep-going -q docs docs/_build

.PHONY: map
map: $(READY) ## draw the pictures of docs/architecture.md
	$(BIN)/python -m tools.draw_map
	$(BIN)/python -m tools.draw_move

.PHONY: deploy-check
deploy-check: $(READY) ## check the files in deploy/ by systemd, nginx and Caddy, and play through the proxies
	$(BIN)/python -m tools.check_deploy

.PHONY: pictures
pictures: $(READY) ## draw the tables and the replay of README and docs
	$(BIN)/python -m tools.draw_pictures

.PHONY: lock
lock: $(LOCKED) ## pin anew what requirements-dev.in and the extra api ask for (UPGRADE=1 takes newer releases)
	tools/lock.sh $(if $(UPGRADE),--upgrade)

.PHONY: clean
clean: ## remove all that was made
	rm -rf .venv .venv-3.* .venv-mutants .venv-openspiel mutants build dist docs/_build htmlcov .coverage .coverage.* \
		.hypothesis .mypy_cache .pytest_cache .ruff_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
