#!/usr/bin/env bash
# Everything that must hold before a change is merged. Stops at the first step
# that fails; the last line says how it went.
set -uo pipefail
cd "$(dirname "$0")/.." || exit 1
export PATH="$PWD/target/tools/bin:$PATH"

# What is compiled for the first time gains nothing from being cut up for the next time, nor for cores that have enough to do.
[ -d target/debug/incremental ] || export CARGO_INCREMENTAL=0 CARGO_PROFILE_DEV_CODEGEN_UNITS=1
# A panic names its line without them; a backtrace is read where it can be made again.
[ -z "${CI:-}" ] || export CARGO_PROFILE_DEV_DEBUG=0

steps=0
tests=0
unsteady=()
declare -A asides # what runs beside the steps: its process group by its heading
logs=$(mktemp -d)

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

# Begins what a later step waits for. It takes what time the steps between leave over, tests that wait above all, and is
# heard when it is waited for.
aside() { # aside "heading" command...
  local heading=$1
  shift
  set -m
  { renice -n 5 -p "$BASHPID" >/dev/null && "$@"; } >"$logs/$heading" 2>&1 &
  set +m
  asides[$heading]=$!
}

finish() { # finish "heading"
  wait "${asides[$1]}"
  local status=$?
  unset "asides[$1]"
  cat "$logs/$1"
  return $status
}

leave() {
  local group
  for group in "${asides[@]}"; do kill -- "-$group" 2>/dev/null; done
  rm -rf "$logs"
}
trap leave EXIT
trap 'exit 130' INT TERM

# What this workspace is made of is checked as it is compiled, by a compiler that looks for more. Everything below has to say so,
# or is compiled anew.
checked() { RUSTC_WORKSPACE_WRAPPER=$PWD/scripts/checked-rustc.sh cargo "$@"; }

# As part of the workspace, xtask shares its dependencies with the tests; alone it would have other features of them, and
# compile them anew.
build_tasks() { checked build --quiet --workspace --bin xtask; }

# Optimised as a whole, by one thread for minutes. Its lints are those of the workspace: hardly a line of it depends on the target.
build_client() { target/debug/xtask web; }

build_tests() { checked test --quiet --workspace --all-targets --no-run; }

# The same cases every time: a change is not to blame for a rare case that another found. Without it they are new ones.
export PROPTEST_RNG_SEED=1

# Two cargos run tests at once. They choose among them by the first letters of their names, so that a new one is in one of
# the three; and always as a workspace, for otherwise dependencies would have other features and be compiled anew.
test_houses() { run_tests "$((5 * $(nproc)))" --test '[chmps]*'; } # they wait for clocks, disks and networks
test_rules() { # they compute
  local status=0
  run_tests "$(nproc)" --lib --bins --test '[!bchmps]*' || status=1
  # Also after a failure: it may be tried again and pass, and then nothing is to be left out.
  run_tests "$(nproc)" --doc || status=1
  return $status
}
test_in_browsers() { run_tests "$((5 * $(nproc)))" --test 'b*'; } # and these need the client

run_tests() { # run_tests threads which...
  local threads=$1
  shift
  RUST_TEST_THREADS=$threads checked test --workspace --no-fail-fast "$@" 2>&1
}

now() { # now tests
  "$1" | tee "$logs/$1"
  judge $? "$logs/$1"
}
later() { # later tests
  finish "$1"
  judge $? "$logs/$1"
}

# Counts tests that were run.
judge() { # judge status log
  tests=$((tests + $(awk '/^test result:/ { n += $4 } END { print n + 0 }' "$2")))
  [ "$1" = 0 ] || again "$2"
}

# A few tests that failed among all the others may try once more by themselves, as on a machine with nothing else to do.
# Those that pass then are named at the end: they are to be made steady.
again() { # again log
  local failed
  mapfile -t failed < <(sed -nE 's/^test (\S+) \.\.\. FAILED$/\1/p' "$1")
  # Whatever is not such a test (a crash, an example in the documentation) has no second try.
  ! grep -q "process didn't exit successfully" "$1" && [ "$(grep -cE '^test .*FAILED$' "$1")" = ${#failed[@]} ] && [ ${#failed[@]} -gt 0 ] && [ $((${#failed[@]} + ${#unsteady[@]})) -le 3 ] || return 1
  printf '\n==> again, one at a time: %s\n' "${failed[*]}"
  RUST_TEST_THREADS=1 checked test --workspace --lib --bins --tests -- --exact "${failed[@]}" 2>&1 | grep -v '^test result: ok. 0 passed' || return 1
  unsteady+=("${failed[@]}")
}

# Fuzzing needs a nightly compiler; that the targets still compile can be seen with any. Nothing is linked, so libFuzzer
# itself (and a C++ compiler) is not needed: the path only keeps it from being built.
check_fuzz_targets() { CUSTOM_LIBFUZZER_PATH=/dev/null cargo check --quiet --manifest-path fuzz/Cargo.toml --target-dir target/fuzz; }

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

aside "tools" scripts/setup.sh test
step "formatting" cargo fmt --all --check
step "build tasks" build_tasks
aside "browser client" build_client
step "fuzz targets" check_fuzz_targets
step "tests are built, without a warning" build_tests
aside test_rules test_rules
step "tools of the tests are installed" finish "tools"
step "tests of houses" now test_houses
step "browser client is built" finish "browser client"
step "tests in a browser" now test_in_browsers
step "tests of rules" later test_rules
step "dependencies" check_dependencies

[ ${#unsteady[@]} = 0 ] || printf '\nUNSTEADY: %s failed first and passed alone\n' "${unsteady[*]}"
printf '\nPASSED: %d steps, %d tests in %s\n' "$steps" "$tests" "$(minutes $SECONDS)"
