#!/usr/bin/env bash
# Stands in for rustc where `make test` compiles the crates of this workspace (RUSTC_WORKSPACE_WRAPPER). It is the same compiler,
# which also warns of what Clippy does, and then writes the documentation of libraries and programs. As steps of their own, lints
# and documentation would read every dependency once more.
set -euo pipefail
shift # rustc's own path

source=
tests=
options=() # those that rustdoc has, too
expected=("$@")
while [ $# -gt 0 ]; do
  case $1 in
    --test) tests=yes ;;
    --crate-name | --cfg | --check-cfg | --extern | -L) options+=("$1" "$2") && shift ;;
    --edition=*) options+=("$1") ;;
    *.rs) source=$1 ;;
  esac
  shift
done

# What is not run is not optimised.
[[ $source != */benches/* && $source != */examples/* ]] || expected+=(-C opt-level=0)
# Without a source, cargo asks what the compiler can do.
[ -z "$source" ] || expected+=(-D warnings)
clippy-driver "${expected[@]}"

# Programs are always compiled with their tests, and not always without; and they have no readers but their authors.
case $source$tests in
  */src/lib.rs) ;;
  */src/main.rsyes | */src/bin/*yes) options+=(--document-private-items) ;;
  *) exit ;;
esac
pages=$(mktemp -d)
trap 'rm -r "$pages"' EXIT
rustdoc "$source" "${options[@]}" --out-dir "$pages" -D warnings
