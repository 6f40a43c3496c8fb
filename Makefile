# make solve GAME=two-rings SEED=7   solve one numbered deal
# make test                          run the tests and the examples in the docstrings
# make check                         lint and type-check
# make bench                         run the benchmarks
# make cpsat-cross-check             compare CP-SAT with search on 500 small deals a game
# make certificates                  make and check certificates for all lost puzzles, with times
# make kill-test                     kill a survey 50 times and see that nothing is lost
# make clean                         remove everything that was made here
#
# The first target that needs it makes the environment in .venv; choose the interpreter (3.10 or
# later) with PYTHON=python3.12. Extra words for the command: ARGS="--json", ARGS="-k seeds".

PYTHON = python3
GAME = two-rings
SEED = 7
ARGS =

VENV = .venv
BIN = $(VENV)/bin

.PHONY: solve test check bench certificates cpsat-cross-check kill-test clean
.DEFAULT_GOAL = solve

# Stamps: a target below is up to date until pyproject.toml changes. The install is editable, so
# changed and new source files need nothing.
$(VENV)/made:
	$(PYTHON) -m venv $(VENV)
	touch $@

$(VENV)/installed: pyproject.toml | $(VENV)/made
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable .
	touch $@

$(VENV)/installed-test: pyproject.toml | $(VENV)/made
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[test]'
	touch $@ $(VENV)/installed

$(VENV)/installed-dev: pyproject.toml | $(VENV)/made
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	touch $@ $(VENV)/installed $(VENV)/installed-test

# The exit status is the verdict: 0 solvable, 20 proved unsolvable, 30 unknown. All three mean that
# the program did its work, so make succeeds; any other status is a failure and stays one.
solve: $(VENV)/installed
	@$(BIN)/cadogan solve '$(GAME)' --seed '$(SEED)' $(ARGS); status=$$?; \
	case $$status in 0|20|30) ;; *) exit $$status ;; esac

test: $(VENV)/installed-test
	$(BIN)/pytest -n auto --dist worksteal $(ARGS)

check: $(VENV)/installed-dev
	$(BIN)/ruff check .
	$(BIN)/mypy -p cadogan

bench: $(VENV)/installed
	$(BIN)/python -m benchmarks speed $(ARGS)

cpsat-cross-check: $(VENV)/installed-test
	CADOGAN_CPSAT_DEALS=500 $(BIN)/pytest tests/test_cpsat.py tests/test_stays.py -k 'verdicts or few_moves' $(ARGS)

certificates: $(VENV)/installed
	$(BIN)/python -m benchmarks certificates $(ARGS)

kill-test: $(VENV)/installed-test
	CADOGAN_KILLS=50 CADOGAN_KILL_DEALS=500 $(BIN)/pytest -s tests/test_survey_kills.py $(ARGS)

clean:
	rm -rf $(VENV) build dist src/cadogan.egg-info .pytest_cache .hypothesis .mypy_cache .ruff_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
