# Everything Hearth promises to be run with `make`. `make` alone lists it.
SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
# Two builds at once in one folder only wait for each other.
.NOTPARALLEL:

SEEDS ?= 1000
FUZZ_SECONDS ?= 600
START ?= 1
KIND ?=
SECONDS ?= 20
FAULTS ?= kill,pause,disconnect,clock
DATA ?= ./data
ARGS ?=
RELEASE := swift build -c release --static-swift-stdlib --product hearth
HEARTH := .build/hearth
PYTHON := .venv/bin/python

.PHONY: help setup assets build run test e2e sim opinion fuzz bugs example histories docs screenshots bench peers format lint clean

help: ## List these targets
	@awk -F ':.*## ' '/^[a-z0-9]+:.*## / { printf "make %-12s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

setup: ## Install what a build needs (Debian 12 with Swift; asks for nothing)
	@tools/setup

assets: setup ## Embed the web app's static files (done by every build when they changed)

build: setup ## Build .build/hearth, with its symbols beside it
	$(RELEASE)
	@tools/strip-program .build/release/hearth $(HEARTH)

run: build ## Build and serve from DATA (./data); more options in ARGS
	@exec $(HEARTH) serve --data "$(DATA)" $(ARGS)

test: ## Run every test that a change must pass, from a fresh machine on
	@tools/test

e2e: build ## Run the browser tests
	@tools/setup --tests
	@for file in Tests/e2e/*.py; do \
	  case "$$(basename "$$file")" in _*|support.py|screenshots.py) continue ;; esac; \
	  echo "== $$file"; HEARTH=$(HEARTH) $(PYTHON) "$$file"; \
	done

sim: setup ## Simulate SEEDS histories from START on, of KIND engine, household, money, family or drivers, or of all
	@swift build -c release --static-swift-stdlib --product simulate
	@tools/sim $(if $(KIND),--kind $(KIND)) --seeds $(SEEDS) --start $(START)

opinion: setup ## Let another program judge SEEDS histories of KIND engine, money or family, or of all three, anew
	@swift build -c release --static-swift-stdlib --product simulate
	@for kind in $(or $(KIND),engine money family); do \
	  .build/release/simulate --kind $$kind --seeds $(SEEDS) --start $(START) --unsealed --trace .build/trace.jsonl && \
	  tools/second-opinion .build/trace.jsonl || exit; \
	done

fuzz: setup ## Give every decoder spoiled input for FUZZ_SECONDS (600)
	@tools/fuzz --seconds $(FUZZ_SECONDS)

bugs: setup ## Plant every known bug and show after how many histories it is caught
	@swift build --product simulate
	@.build/debug/simulate --bugs $(if $(KIND),--kind $(KIND)) --seeds $(SEEDS) --start $(START)

example: setup ## Build and try out the example of the libraries, as somebody from outside would
	@tools/example

histories: setup ## Disturb a hub and devices SECONDS long each way (20), check what they answered
	@tools/histories --seconds $(SECONDS) --faults $(FAULTS) --out .build/histories.jsonl
	@tools/check-histories .build/histories.jsonl

docs: setup ## Write reference pages of the libraries to .build/docs
	@tools/docs

screenshots: build ## Take docs/screenshots/*.png of a household that it makes up
	@tools/setup --tests
	@HEARTH=$(HEARTH) $(PYTHON) Tests/e2e/screenshots.py docs/screenshots

bench: build ## Measure, print a table, write bench-results.json and docs/performance.md
	@tools/bench

peers: build ## Install Kinto from its registry and measure side by side
	@tools/peers

format: ## Format the Swift sources in place
	swift format format --in-place --parallel --recursive Package.swift Sources Tests Examples

lint: ## Say what `make format` would change
	swift format lint --strict --parallel --recursive Package.swift Sources Tests Examples

clean: ## Remove what was built; the data folder stays
	rm -rf .build .venv Sources/CAssets/generated.c bench-run
