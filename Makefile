# Everything a newcomer needs: `make play` and `make test`. The rest is for those who work on Paishan.
PYTHON ?= python3
BIN := .venv/bin

.PHONY: play test check bench soak docs packages format clean

play: .venv/ready
	@$(BIN)/paishan play

test: .venv/tests-ready
	$(BIN)/python -m pytest -m "not long and not browser" -n 2 --dist loadgroup
	$(BIN)/python -m pytest -m "browser and not long" -n 2 --dist loadgroup

check: .venv/tests-ready node_modules/ready
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python -m tools.faces --check
	$(BIN)/python -m tools.messages --check
	$(BIN)/python -m tools.report --check
	$(BIN)/python -m tools.licences
	npx --no-install tsc -p jsconfig.json

bench: .venv/tests-ready
	$(BIN)/python -m bench

soak: .venv/tests-ready
	$(BIN)/python -m pytest -m "long and not browser" -n 2 --dist loadgroup
	$(BIN)/python -m pytest -m "long and browser" -n 2 --dist loadgroup
	$(BIN)/python -m tests.soak.kills --kills 400
	$(BIN)/python -m tests.soak.kills --kills 400 --database postgresql
	$(BIN)/python -m tests.soak.kills --kills 200 --database postgresql --target database
	$(BIN)/python -m tests.fuzz.solver_fuzz --seconds 600
	$(BIN)/python -m tests.fuzz.formats_fuzz --seconds 4800
	$(BIN)/python -m tests.fuzz.decoders_fuzz --seconds 600
	$(BIN)/python -m tests.soak.schema --cases 5000
	$(BIN)/python -m bench.solver --deals 1000000

docs: .venv/docs-ready
	NO_MKDOCS_2_WARNING=1 $(BIN)/python -m mkdocs build --strict

packages: .venv/packages-ready
	$(BIN)/python -m build --outdir dist
	PAISHAN_PURE=1 $(BIN)/python -m build --wheel --outdir dist

format: .venv/tests-ready
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

clean:
	rm -rf .venv node_modules build src/*.egg-info
	find src -name '*.so' -o -name '*.c' | xargs rm -f

.venv/ready: pyproject.toml setup.py scripts/setup
	@PYTHON=$(PYTHON) scripts/setup play

.venv/tests-ready: .venv/ready pyproject.toml scripts/setup
	@PYTHON=$(PYTHON) scripts/setup test

.venv/packages-ready: .venv/ready pyproject.toml scripts/setup
	@PYTHON=$(PYTHON) scripts/setup packages

.venv/docs-ready: .venv/ready pyproject.toml scripts/setup
	@PYTHON=$(PYTHON) scripts/setup docs

node_modules/ready: package.json
	npm install --no-audit --no-fund --no-package-lock
	@touch $@
