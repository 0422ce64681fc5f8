//! Build tasks that cargo alone cannot do. Run as `cargo run -p xtask -- TASK`.

mod compress;
mod dist;
mod split;
mod styles;
mod toolchain;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result, bail};
use toolchain::Toolchain;

const USAGE: &str = "\
usage: cargo run -p xtask -- TASK [OPTIONS]

tasks:
  web        build the browser client into a directory the server can embed

options:
  --profile NAME      cargo profile of the client             [default: web]
  --out DIR           where `web` puts the files              [default: target/web-dist]
  --toolchain KIND    auto, rustup or debian                  [default: auto]";

/// The package that holds the browser client, and its binary target.
const PACKAGE: &str = "parlor-web";
const BINARY: &str = "web";

struct Options {
    profile: String,
    out: PathBuf,
    toolchain: String,
}

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> Result<()> {
    let root =
        Path::new(env!("CARGO_MANIFEST_DIR")).parent().context("xtask lies directly below the workspace root")?;
    let mut args = std::env::args().skip(1);
    let task = args.next().unwrap_or_default();
    let options = Options::parse(args, root)?;
    match task.as_str() {
        "web" => web(root, &options),
        "" | "help" | "-h" | "--help" => {
            println!("{USAGE}");
            Ok(())
        }
        other => bail!("unknown task `{other}`\n\n{USAGE}"),
    }
}

impl Options {
    fn parse(mut args: impl Iterator<Item = String>, root: &Path) -> Result<Self> {
        let mut options = Self { profile: "web".into(), out: root.join("target/web-dist"), toolchain: "auto".into() };
        while let Some(name) = args.next() {
            let value = args.next().with_context(|| format!("`{name}` needs a value\n\n{USAGE}"))?;
            match name.as_str() {
                "--profile" => options.profile = value,
                "--out" => options.out = std::path::absolute(value)?,
                "--toolchain" => options.toolchain = value,
                _ => bail!("unknown option `{name}`\n\n{USAGE}"),
            }
        }
        Ok(options)
    }
}

/// Compiles the client, generates its JavaScript, and lays out the files.
fn web(root: &Path, options: &Options) -> Result<()> {
    let toolchain = Toolchain::find(&options.toolchain)?;
    step(&format!("compiling {PACKAGE} for WebAssembly (profile {}, {toolchain})", options.profile));
    let target_dir = wasm_target_dir(root);
    toolchain.build(root, &target_dir, &options.profile)?;
    // Cargo's `dev` profile is the one whose directory is not its name.
    let profile_dir = match options.profile.as_str() {
        "dev" => "debug",
        name => name,
    };
    let wasm = target_dir.join(toolchain::TARGET).join(profile_dir).join(BINARY).with_extension("wasm");
    dist::assemble(&dist::Plan {
        wasm: &wasm,
        assets: &root.join("crates/web/assets"),
        sources: &root.join("crates/web/src"),
        out: &options.out,
        effort: compress::Effort::for_profile(&options.profile),
    })
}

/// The client has its own target directory: its compiler and flags may differ
/// from those of host builds, and neither then waits for the other's lock.
fn wasm_target_dir(root: &Path) -> PathBuf {
    root.join("target/wasm")
}

/// Prints the one progress line of a step.
fn step(message: &str) {
    eprintln!("web: {message}");
}
