//! Finds a compiler for WebAssembly and runs cargo with it.

use std::ffi::OsString;
use std::fmt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail, ensure};

use crate::PACKAGE;

/// The triple of the browser client.
pub const TARGET: &str = "wasm32-unknown-unknown";

/// How long `rustup target add` may take before it is given up.
const DOWNLOAD_LIMIT: Duration = Duration::from_secs(60);

/// A way to compile for [`TARGET`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Toolchain {
    /// The toolchain that built this program, with the target installed.
    Rustup,
    /// Debian's `rustc-web`, which builds the standard library from source.
    Debian,
}

impl fmt::Display for Toolchain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Rustup => "rustup target",
            Self::Debian => "Debian's rustc-web",
        })
    }
}

impl Toolchain {
    /// Finds the toolchain of this kind; `auto` takes the first that works.
    pub fn find(kind: &str) -> Result<Self> {
        match kind {
            "auto" if target_installed() => Ok(Self::Rustup),
            "auto" if debian_installed() => Ok(Self::Debian),
            "auto" | "rustup" if target_installed() || add_target() => Ok(Self::Rustup),
            "debian" if debian_installed() => Ok(Self::Debian),
            "auto" | "rustup" | "debian" => bail!(
                "no WebAssembly compiler: run `rustup target add {TARGET}` or, on Debian, \
                 `apt-get install rustc-web cargo-web rust-web-src lld`"
            ),
            other => bail!("unknown toolchain `{other}`: use auto, rustup or debian"),
        }
    }

    /// Compiles the client, with `target_dir` for its output.
    pub fn build(self, root: &Path, target_dir: &Path, profile: &str) -> Result<()> {
        let status = self
            .command()
            .current_dir(root)
            .args(["build", "--package", PACKAGE, "--target", TARGET, "--profile", profile, "--target-dir"])
            .arg(target_dir)
            .status()
            .context("cannot start cargo")?;
        ensure!(status.success(), "{PACKAGE} does not compile for WebAssembly");
        Ok(())
    }

    /// `cargo` for this toolchain. What is set here reaches only that process,
    /// so host builds never see it.
    fn command(self) -> Command {
        match self {
            Self::Rustup => Command::new("cargo"),
            Self::Debian => {
                let mut path = OsString::from("/usr/bin:");
                path.push(std::env::var_os("PATH").unwrap_or_default());
                let mut cargo = Command::new("/usr/bin/cargo");
                cargo
                    .env("PATH", path)
                    .env("RUSTC", "/usr/bin/rustc")
                    .env("RUSTC_BOOTSTRAP", "1")
                    .env("CARGO_UNSTABLE_BUILD_STD", "std,panic_abort")
                    .env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER", "wasm-ld")
                    // Set by the cargo that runs this program, for another compiler.
                    .env_remove("LD_LIBRARY_PATH");
                cargo
            }
        }
    }
}

fn target_installed() -> bool {
    sysroot("rustc").is_some_and(|dir| dir.join("lib/rustlib").join(TARGET).is_dir())
}

fn debian_installed() -> bool {
    Path::new("/usr/bin/cargo").exists()
        && succeeds(Command::new("wasm-ld").arg("--version"))
        && sysroot("/usr/bin/rustc").is_some_and(|dir| dir.join("lib/rustlib/src/rust/library/std").is_dir())
}

/// Tries to download the target: quietly, and not for long.
fn add_target() -> bool {
    let Ok(mut child) = Command::new("rustup")
        .args(["target", "add", TARGET])
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
    else {
        return false;
    };
    let started = Instant::now();
    while started.elapsed() < DOWNLOAD_LIMIT {
        match child.try_wait() {
            Ok(Some(status)) => return status.success() && target_installed(),
            Ok(None) => std::thread::sleep(Duration::from_millis(100)),
            Err(_) => break,
        }
    }
    // It may have ended by itself meanwhile; either way it is over.
    let _ = child.kill();
    let _ = child.wait();
    false
}

fn sysroot(rustc: &str) -> Option<PathBuf> {
    let output = Command::new(rustc)
        .args(["--print", "sysroot"])
        .stderr(Stdio::null())
        .output()
        .ok()
        .filter(|output| output.status.success())?;
    Some(String::from_utf8(output.stdout).ok()?.trim_end().into())
}

fn succeeds(command: &mut Command) -> bool {
    command.stdout(Stdio::null()).stderr(Stdio::null()).status().is_ok_and(|status| status.success())
}
