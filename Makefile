# Everything a newcomer needs: `make help` lists it. Only Python (3.11 or newer) and make are asked for.
PYTHON ?= python3
PY := .venv/bin/python

.DEFAULT_GOAL := help
.PHONY: help setup test report lab lint bench notebooks golden docs lock clean

help: ## list the targets
	@grep -E '^[a-z]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z]+):.*## (.*)/\1\t\2/' | expand -t 12

setup: .venv/ready ## install everything into .venv, in the versions of requirements.lock

.venv/ready: requirements.lock pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Python 3.11 or newer is needed: make PYTHON=python3.12 setup")'
	$(PYTHON) -m venv .venv
	$(PY) -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements.lock
	$(PY) -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .
	@touch $@

test: setup ## run all tests and re-run every notebook against its committed outputs
	# compiles everything once, the longest beside the rest, before several processes ask for it
	$(PY) -m simulation.games knitting:search & $(PY) -m simulation.games knutten knit_wit knitting; wait
	# what takes longest comes first, so that no processor waits for another in the end
	GAMEGAUGE_PROGRESS=off $(PY) -m pytest --numprocesses=auto --maxprocesses=4 --dist=loadfile --no-loadscope-reorder \
		--nbval --nbval-current-env --nbval-cell-timeout=600 tests/simulation/test_conformance.py notebooks tests

report: setup ## play the games and render every notebook to reports/index.html
	.venv/bin/gamegauge report

lab: setup ## open JupyterLab on the notebooks
	.venv/bin/jupyter lab --notebook-dir=notebooks

lint: setup ## check style, imports and types
	.venv/bin/ruff check . && .venv/bin/ruff format --check . && .venv/bin/mypy

bench: setup ## print speeds side by side with OpenSpiel, as ratios
	$(PY) -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements-bench.lock
	$(PY) benchmarks/run.py

notebooks: setup ## run the notebooks anew and keep their outputs
	GAMEGAUGE_PROGRESS=off .venv/bin/jupyter nbconvert --to notebook --execute --inplace \
		--ExecutePreprocessor.record_timing=False --log-level=WARN notebooks/*/*.ipynb

golden: setup ## write the golden games anew (look at the difference before committing it)
	$(PY) tests/regenerate_golden.py

docs: setup ## write docs/log.md from the log's schema
	$(PY) docs/make_log_dictionary.py

lock: setup ## resolve the newest versions into the two lock files
	.venv/bin/uv pip compile --quiet --universal --generate-hashes --python-version 3.11 --upgrade --group dev \
		--custom-compile-command "make lock" --output-file requirements.lock pyproject.toml
	.venv/bin/uv pip compile --quiet --universal --generate-hashes --python-version 3.11 --group pyproject.toml:bench \
		--custom-compile-command "make lock" --constraint requirements.lock --output-file requirements-bench.lock

clean: ## remove the environment, runs, reports and compiled code of this checkout
	rm -rf .venv data/runs reports .mypy_cache .ruff_cache .pytest_cache .hypothesis
	find . -name __pycache__ -prune -exec rm -rf {} +
