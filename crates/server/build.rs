//! The web client is built by `xtask web` before the server; without it the server still compiles and says so
//! when a visitor opens the page.

use std::{env, fs, path::PathBuf};

fn main() {
    let dist = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default()).join("../../target/web-dist");
    // Embedding needs the folder to exist; an empty one is an empty client.
    if let Err(error) = fs::create_dir_all(&dist) {
        println!("cargo::warning=cannot create {}: {error}", dist.display());
    }
    // A debug build reads the client when it runs.
    let embeds = env::var("PROFILE").is_ok_and(|profile| profile == "release");
    println!("cargo::rerun-if-changed={}", if embeds { dist } else { PathBuf::from("build.rs") }.display());
}
