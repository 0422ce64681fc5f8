#!/usr/bin/env bash
# Installs what a build needs and this machine lacks. Safe to run again: it
# checks first, prints nothing when nothing is missing, and installs only the
# difference.
#
#   scripts/setup.sh run    a C compiler, pkg-config, a WebAssembly toolchain
#   scripts/setup.sh test   the same, a browser with its driver, PostgreSQL,
#                           Redis, cargo-deny, Socket.IO clients for node and
#                           Python, axe-core, a validator and a client
#                           generator for the API's description
set -euo pipefail
cd "$(dirname "$0")/.."

mode=${1:-run}
case $mode in
  run | test) ;;
  *) echo "usage: scripts/setup.sh run|test" >&2; exit 2 ;;
esac

fail() { echo "setup: $*" >&2; exit 1; }
have() { command -v "$1" >/dev/null 2>&1; }
any() { local name; for name; do have "$name" && return; done; return 1; }

packages=() # Debian packages to install
missing=    # the same in words
need() {    # need "what it is" package...
  missing+="${missing:+, }$1"
  shift
  packages+=("$@")
}

wasm_target_installed() {
  [ -d "$(rustc --print sysroot)/lib/rustlib/wasm32-unknown-unknown" ]
}
debian_wasm_toolchain_installed() {
  [ -x /usr/bin/rustc ] && [ -x /usr/bin/cargo ] && have wasm-ld &&
    [ -d "$(/usr/bin/rustc --print sysroot)/lib/rustlib/src/rust/library/std" ]
}
add_wasm_target() {
  local limit=
  have timeout && limit="timeout 60"
  have rustup && $limit rustup target add wasm32-unknown-unknown >/dev/null 2>&1
}

apt() {
  local as_root=
  [ "$(id -u)" -eq 0 ] || as_root=sudo
  $as_root env DEBIAN_FRONTEND=noninteractive apt-get -qq "$@" </dev/null >>"$log" 2>&1
}
install_packages() {
  have apt-get || fail "missing: $missing. Install with this system's package manager and try again."
  [ "$(id -u)" -eq 0 ] || have sudo ||
    fail "missing: $missing. As root: apt-get install ${packages[*]}"
  echo "setup: installing ${packages[*]}"
  log=$(mktemp)
  trap 'rm -f "$log"' EXIT
  local install=(install -y --no-install-recommends "${packages[@]}")
  # The second try is for package lists that are absent or out of date.
  apt "${install[@]}" || { apt update; apt "${install[@]}"; } || {
    tail -n 15 "$log" >&2
    fail "apt-get could not install ${packages[*]} (missing: $missing)."
  }
}

# Checks the licences and sources of dependencies. The tests go on without it
# and say what they skipped.
install_cargo_deny() {
  echo "setup: building cargo-deny (about a minute, once)"
  CARGO_PROFILE_DEV_DEBUG=0 cargo install --quiet --locked --debug --root target/tools cargo-deny@0.20.2 ||
    echo "setup: cargo-deny could not be built; its checks will be skipped." >&2
}

# The real Socket.IO clients, for the tests of that door: pinned, and kept away
# from the sources.
clients=target/socketio-clients
client_tests=crates/server/tests/socketio
clients_installed() {
  cmp -s $client_tests/package-lock.json $clients/installed-package-lock.json &&
    cmp -s $client_tests/requirements.txt $clients/installed-requirements.txt
}
install_clients() {
  echo "setup: installing Socket.IO clients into $clients"
  mkdir -p $clients
  rm -f $clients/installed-*
  cp $client_tests/package.json $client_tests/package-lock.json $client_tests/.npmrc $clients/
  (cd $clients && npm ci --silent) || fail "npm could not install socket.io-client."
  python3 -m venv $clients/venv || fail "python3 could not make $clients/venv."
  $clients/venv/bin/pip install --quiet --disable-pip-version-check -r $client_tests/requirements.txt ||
    fail "pip could not install python-socketio."
  cp $client_tests/package-lock.json $clients/installed-package-lock.json
  cp $client_tests/requirements.txt $clients/installed-requirements.txt
}

# What reads the API's description in the tests: pinned, too.
api_tools=target/openapi-tools
api_tests=crates/server/tests/openapi
api_tools_installed() { cmp -s $api_tests/requirements.txt $api_tools/installed-requirements.txt; }
install_api_tools() {
  echo "setup: installing the API's validator and client generator into $api_tools"
  mkdir -p $api_tools
  rm -f $api_tools/installed-*
  python3 -m venv $api_tools/venv || fail "python3 could not make $api_tools/venv."
  $api_tools/venv/bin/pip install --quiet --disable-pip-version-check -r $api_tests/requirements.txt ||
    fail "pip could not install openapi-spec-validator and openapi-python-client."
  cp $api_tests/requirements.txt $api_tools/installed-requirements.txt
}

# What looks for barriers on the pages: pinned, too.
axe=target/axe
axe_tests=crates/parlor/tests/axe
axe_installed() { cmp -s $axe_tests/package-lock.json $axe/installed-package-lock.json; }
install_axe() {
  echo "setup: installing axe-core into $axe"
  mkdir -p $axe
  rm -f $axe/installed-*
  cp $axe_tests/package.json $axe_tests/package-lock.json $axe_tests/.npmrc $axe/
  (cd $axe && npm ci --silent) || fail "npm could not install axe-core."
  cp $axe_tests/package-lock.json $axe/installed-package-lock.json
}

have cargo || fail "Rust is missing; install it from https://rustup.rs and try again."
any cc gcc clang || need "a C compiler" gcc libc6-dev
any pkg-config pkgconf || need "pkg-config" pkg-config
wasm_target_installed || debian_wasm_toolchain_installed || add_wasm_target ||
  need "the Rust target wasm32-unknown-unknown" rustc-web cargo-web rust-web-src lld
if [ "$mode" = test ]; then
  any chromium chromium-browser google-chrome || need "Chromium" chromium
  have chromium-headless-shell || need "a headless Chromium" chromium-headless-shell
  have chromedriver || need "chromedriver" chromium-driver
  have initdb || compgen -G "/usr/lib/postgresql/*/bin/initdb" >/dev/null || need "PostgreSQL" postgresql
  have redis-server || need "Redis" redis-server
  have node || need "node" nodejs
  have npm || need "npm" npm
  python3 -c "import venv, ensurepip" 2>/dev/null || need "Python with venv" python3 python3-venv
fi

if [ ${#packages[@]} -gt 0 ]; then install_packages; fi
if [ "$mode" = test ]; then
  # While it is built, the others are waited for.
  any cargo-deny target/tools/bin/cargo-deny || install_cargo_deny &
  clients_installed || install_clients
  api_tools_installed || install_api_tools
  axe_installed || install_axe
  wait
fi
