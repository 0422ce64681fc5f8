.DEFAULT_GOAL := help
.PHONY: help run dev web pictures test lint fmt bench faults fuzz clean

# Tools that this Makefile installs for itself.
export PATH := $(CURDIR)/target/tools/bin:$(PATH)

# Arguments of what a target starts: make run ARGS="--help"
ARGS ?=
BENCH ?=
FUZZ_SECONDS ?= 30

help: ## Show this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-8s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

run: web ## Build everything and start the server (ARGS="...")
	@cargo build --release -p parlor
	@exec target/release/parlor serve $(ARGS)

dev: ## The same, built for debugging (ARGS="...")
	@scripts/setup.sh run
	@cargo run --quiet -p xtask -- web --profile web-dev
	@cargo build -p parlor
	@exec target/debug/parlor serve $(ARGS)

web: ## Build the browser client into target/web-dist
	@scripts/setup.sh run
	@cargo run --quiet -p xtask -- web

test: ## Run every check and every test
	@scripts/setup.sh run
	@scripts/test.sh

lint: ## Check formatting and lints
	cargo fmt --all --check
	cargo clippy --workspace --all-targets -- -D warnings

fmt: ## Format the code
	cargo fmt --all

pictures: ## Draw every page on every screen, into target/pictures
	@scripts/setup.sh test
	@cargo run --quiet -p xtask -- web
	@cargo test --quiet -p parlor --test browser -- --ignored pictures_of_every_page

bench: $(if $(ARGS),,web) ## Measure a turn, a house and its peer (BENCH="--full --pages"), or run benchmarks (ARGS="-p parlor-tetris --bench moves")
ifdef ARGS
	cargo bench $(ARGS)
else
	@cargo build --release -p parlor -p parlor-bench
	@target/release/bench $(BENCH)
endif

faults: ## Let houses endure every fault at length (FAULT_ACTIONS=10000)
	@scripts/setup.sh test
	@cargo test --quiet -p parlor --test cluster -- --ignored --nocapture whatever_goes_wrong_at_length

fuzz: ## Fuzz each target for FUZZ_SECONDS (needs a nightly toolchain)
	@command -v cargo-fuzz >/dev/null || cargo install --quiet --locked --root target/tools cargo-fuzz
	@set -e; for name in $$(cargo +nightly fuzz list); do \
		echo "fuzzing $$name for $(FUZZ_SECONDS) s"; \
		cargo +nightly fuzz run $$name -- -max_total_time=$(FUZZ_SECONDS); \
	done

clean: ## Remove everything that was built
	cargo clean
