#!/usr/bin/env bash
# Everything that must hold before a change is merged. Stops at the first step
# that fails; the last line says how it went.
set -uo pipefail
cd "$(dirname "$0")/.." || exit 1
export PATH="$PWD/target/tools/bin:$PATH"

# What is compiled for the first time gains nothing from being cut up for the next time.
[ -d target/debug/incremental ] || export CARGO_INCREMENTAL=0

steps=0
tests=0
unsteady=()

minutes() { printf '%dm%02ds' $(($1 / 60)) $(($1 % 60)); }

step() { # step "heading" command...
  local heading=$1 start=$SECONDS
  shift
  steps=$((steps + 1))
  printf '\n==> %d. %s\n' "$steps" "$heading"
  if ! "$@"; then
    printf '\nFAILED: step %d (%s) after %s\n' "$steps" "$heading" "$(minutes $SECONDS)"
    exit 1
  fi
  printf '    %s: ok, %s\n' "$heading" "$(minutes $((SECONDS - start)))"
}

# Side by side: the browser client is optimised as a whole, by one thread for minutes. As part of the workspace, xtask
# shares its dependencies with the tests; alone it would have other features of them, and compile them anew.
build() {
  cargo build --quiet --workspace --bin xtask || return
  target/debug/xtask web &
  local client=$!
  cargo test --quiet --workspace --no-run
  local built=$?
  wait "$client" && return "$built"
}

run_tests() {
  local log status
  log=$(mktemp)
  # The same cases every time: a change is not to blame for a rare case that another found. Without it they are new ones.
  export PROPTEST_RNG_SEED=1
  # Most tests wait for clocks, disks and networks more than they compute.
  export RUST_TEST_THREADS=$((3 * $(nproc)))
  cargo test --workspace --no-fail-fast 2>&1 | tee "$log"
  status=$?
  tests=$(awk '/^test result:/ { n += $4 } END { print n + 0 }' "$log")
  [ $status = 0 ] || again "$log"
  status=$?
  rm -f "$log"
  return $status
}

# A few tests that failed among all the others may try once more by themselves, as on a machine with nothing else to do.
# Those that pass then are named at the end: they are to be made steady.
again() { # again log
  local failed
  mapfile -t failed < <(sed -nE 's/^test (\S+) \.\.\. FAILED$/\1/p' "$1")
  # Whatever is not such a test (a crash, an example in the documentation) has no second try.
  ! grep -q "process didn't exit successfully" "$1" && [ "$(grep -cE '^test .*FAILED$' "$1")" = ${#failed[@]} ] && [ ${#failed[@]} -gt 0 ] && [ ${#failed[@]} -le 3 ] || return 1
  printf '\n==> again, one at a time: %s\n' "${failed[*]}"
  RUST_TEST_THREADS=1 cargo test --workspace --lib --bins --tests -- --exact "${failed[@]}" 2>&1 | grep -v '^test result: ok. 0 passed' || return 1
  unsteady=("${failed[@]}")
}

# Fuzzing needs a nightly compiler; that the targets still compile can be seen with any. Nothing is linked, so libFuzzer
# itself (and a C++ compiler) is not needed: the path only keeps it from being built.
check_fuzz_targets() { CUSTOM_LIBFUZZER_PATH=/dev/null cargo check --quiet --manifest-path fuzz/Cargo.toml --target-dir target/fuzz; }

build_docs() { RUSTDOCFLAGS="-D warnings" cargo doc --workspace --no-deps --quiet; }

check_dependencies() {
  if ! command -v cargo-deny >/dev/null; then
    echo "skipped: cargo-deny is not installed (cargo install cargo-deny)"
    return
  fi
  cargo deny check --hide-inclusion-graph licenses bans sources || return
  if timeout 60 cargo deny fetch db >/dev/null 2>&1; then
    cargo deny check --disable-fetch advisories
  else
    echo "skipped: the advisory database cannot be reached"
  fi
}

step "formatting" cargo fmt --all --check
step "lints" cargo clippy --workspace --all-targets -- -D warnings
step "browser client and tests are built" build
step "browser client lints" target/debug/xtask lint-web
step "fuzz targets" check_fuzz_targets
step "tests" run_tests
step "documentation" build_docs
step "dependencies" check_dependencies

[ ${#unsteady[@]} = 0 ] || printf '\nUNSTEADY: %s failed first and passed alone\n' "${unsteady[*]}"
printf '\nPASSED: %d steps, %d tests in %s\n' "$steps" "$tests" "$(minutes $SECONDS)"
