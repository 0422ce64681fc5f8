//! Crates may only depend on what ARCHITECTURE.md allows: arrows point one way.

use serde_json::Value;
use std::{collections::BTreeMap, env, process::Command};

/// What each crate of the house may use of the others. A game may use what `games` lists.
const ALLOWED: &[(&str, &[&str])] = &[
    ("kernel", &[]),
    ("lexicon", &[]),
    ("arcade", &["kernel"]),
    ("testdb", &[]),
    ("gauge", &[]),
    ("hub", &[]),
    ("bench", &["kernel", "wire", "store", "table", "catalog", "gauge", "testdb"]),
    ("testkit", &["kernel"]),
    ("games", &["kernel", "arcade", "lexicon"]),
    ("catalog", &["kernel", "lexicon", "games"]),
    ("wire", &["kernel"]),
    ("escrow", &["kernel", "wire"]),
    ("voxel", &["kernel", "wire", "client", "games"]),
    ("addon", &["kernel", "wire", "client", "games"]),
    ("store", &["kernel", "wire"]),
    ("table", &["kernel", "wire", "escrow", "store"]),
    ("server", &["kernel", "wire", "store", "hub", "table", "voxel", "addon"]),
    ("client", &["kernel", "wire", "games"]),
    ("term", &["kernel", "wire", "client", "catalog", "games"]),
    ("web", &["kernel", "arcade", "wire", "client", "games"]),
    ("parlor", &["kernel", "lexicon", "wire", "store", "hub", "server", "client", "catalog", "term", "gauge", "games"]),
];

/// A crate's name on the map: its folder, or `games` for whatever lies below that.
fn place(manifest: &str) -> Option<String> {
    let (_, inside) = manifest.rsplit_once("/crates/")?;
    inside.split('/').next().map(str::to_owned)
}

#[test]
fn arrows_point_one_way() {
    let cargo = env::var("CARGO").unwrap_or_else(|_| "cargo".into());
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/..");
    let output = Command::new(cargo)
        .args(["metadata", "--no-deps", "--format-version", "1"])
        .current_dir(root)
        .output()
        .unwrap();
    let metadata: Value = serde_json::from_slice(&output.stdout).expect("cargo prints JSON");
    let packages = metadata["packages"].as_array().expect("packages");
    let places: BTreeMap<_, _> = packages
        .iter()
        .filter_map(|package| Some((package["name"].as_str()?, place(package["manifest_path"].as_str()?)?)))
        .collect();
    let allowed: BTreeMap<_, _> = ALLOWED.iter().copied().collect();
    let mut seen = 0;
    for package in packages {
        let name = package["name"].as_str().expect("a name");
        let Some(from) = places.get(name) else { continue };
        let may = allowed.get(from.as_str()).unwrap_or_else(|| panic!("{from} is not on the map: add it to ALLOWED"));
        for dependency in package["dependencies"].as_array().expect("dependencies") {
            // Tests may use what they like: the testkit above all.
            let is_test_only = dependency["kind"].as_str() == Some("dev");
            let Some(to) = dependency["name"].as_str().and_then(|name| places.get(name)) else { continue };
            assert!(is_test_only || may.contains(&to.as_str()), "{name} must not depend on {to}");
            seen += 1;
        }
    }
    assert!(seen > 10, "the test looks at real dependencies, but found only {seen}");
}
