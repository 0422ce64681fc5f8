//! The commands that the documents name are there.

use std::{collections::BTreeSet, fs, path::Path};

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/..");

fn read(file: &str) -> String {
    fs::read_to_string(Path::new(ROOT).join(file)).unwrap()
}

/// What stands for itself in a document, as code: `make test` on a line of its own, or between backticks.
fn commands(text: &str) -> BTreeSet<String> {
    let pieces = text.lines().chain(text.split('`'));
    pieces.filter_map(|piece| piece.trim().strip_prefix("make ")).filter_map(target).collect()
}

/// The target of a command, if it is one.
fn target(arguments: &str) -> Option<String> {
    let (target, rest) = arguments.split_once(' ').unwrap_or((arguments, ""));
    let is_command = ["ARGS=", "#"].iter().any(|beginning| rest.trim_start().starts_with(beginning));
    (rest.is_empty() || is_command).then(|| target.to_owned())
}

#[test]
fn every_named_target_is_in_the_makefile() {
    let makefile = read("Makefile");
    let is_there = |target: &str| makefile.lines().any(|line| line.starts_with(&format!("{target}:")));
    for file in ["README.md", "CONTRIBUTING.md", "docs/hosting.md"] {
        let missing: Vec<_> = commands(&read(file)).into_iter().filter(|target| !is_there(target)).collect();
        assert!(missing.is_empty(), "{file} names {missing:?}");
    }
}

/// A newcomer needs two commands: one to run the house, and one to check it.
#[test]
fn the_readme_names_both_commands() {
    let named = commands(&read("README.md"));
    assert!(["run", "test"].iter().all(|&target| named.contains(target)), "{named:?}");
}
