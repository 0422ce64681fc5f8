//! Lays out the files of the browser client.
//!
//! ```text
//! OUT/index.html             from assets/, `{{version}}` and `{{size}}` filled in
//! OUT/sw.js                  from assets/, `{{version}}` and `{{files}}` filled in
//! OUT/icon.svg, ...          from assets/
//! OUT/pkg/VERSION/boot.js    from assets/pkg/
//! OUT/pkg/VERSION/style.css, rooms.css   every style sheet among the sources, see `styles`
//! OUT/pkg/VERSION/web.js     generated; loads web_bg.wasm from beside itself
//! OUT/pkg/VERSION/web_bg.wasm
//! OUT/pkg/VERSION/parts.js   from assets/pkg/, `{{parts}}` filled in
//! OUT/pkg/VERSION/web_split.js, PART.wasm, shared.wasm   the other parts, see `split`
//! ```
//!
//! VERSION is a hash of everything the client consists of. A path below `pkg/`
//! therefore never changes its content: it can be cached for ever, and a page
//! can never mix the JavaScript of one build with the WebAssembly of another.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::{Context, Result};
use sha2::{Digest, Sha256};
use wasm_bindgen_cli_support::Bindgen;

use crate::compress::{self, Effort};
use crate::styles::{self, Styles};
use crate::{BINARY, split, step};

/// Filled in with the version in every HTML file and in the worker.
const VERSION: &str = "{{version}}";

/// Filled in with the length of the WebAssembly file in every HTML file: how far it has come is shown while it loads.
const SIZE: &str = "{{size}}";

/// Filled in with where each part lies, in the script that fetches them.
const PARTS: &str = "{{parts}}";

/// What keeps the client in the browser; it has to know every other file.
const WORKER: &str = "sw.js";
/// Filled in with the addresses of all other files in the worker.
const FILES: &str = "{{files}}";

/// What fetches the other parts.
const LOADER: &str = "pkg/parts.js";

/// What a page loads before its buttons work, besides itself.
const FIRST: [&str; 7] = ["style.css", "first.js", "boot.js", "web.js", "web_split.js", "parts.js", "web_bg.wasm"];

/// Part of the version: raise it when this module makes other files from the
/// same input.
const LAYOUT: &[u8] = b"6";

/// What to put where.
pub struct Plan<'a> {
    /// The compiled client.
    pub wasm: &'a Path,
    /// The files that are served as they are.
    pub assets: &'a Path,
    /// The client's sources, with the style sheets among them.
    pub sources: &'a Path,
    /// The directory to fill; what it held before is replaced.
    pub out: &'a Path,
    /// How hard to compress.
    pub effort: Effort,
}

/// Fills `plan.out`, unless it is up to date already.
pub fn assemble(plan: &Plan<'_>) -> Result<()> {
    let started = Instant::now();
    let wasm = read(plan.wasm)?;
    let mut assets = read_tree(plan.assets)?;
    let Styles { lobby, rooms } = styles::collect(&files_below(plan.sources)?, plan.sources)?;
    assets.insert("pkg/style.css".into(), lobby.into_bytes());
    assets.insert("pkg/rooms.css".into(), rooms.into_bytes());
    let version = version(&wasm, &assets);

    // Beside the directory, not in it: the server embeds all that is in it.
    let stamp = plan.out.with_extension("stamp");
    let state = format!("{version} {:?}\n", plan.effort);
    if plan.out.is_dir() && fs::read_to_string(&stamp).is_ok_and(|old| old == state) {
        step("up to date");
        return Ok(());
    }

    let staging = plan.out.with_extension("tmp");
    clear(&staging)?;
    let pkg = staging.join("pkg").join(&version);
    fs::create_dir_all(&pkg)?;

    step("cutting the client into parts");
    let parts = split::split(&wasm, &pkg)?;

    step("generating JavaScript");
    Bindgen::new()
        .input_bytes(BINARY, parts.main)
        // The other parts are linked to what the main part exports.
        .keep_lld_exports(true)
        .web(true)?
        // Let `init()` find the WebAssembly file beside the JavaScript.
        .omit_default_module_path(false)
        .typescript(false)
        .remove_name_section(true)
        .remove_producers_section(true)
        .generate(&pkg)
        .context("wasm-bindgen failed")?;
    let worker = assets.remove(Path::new(WORKER)).with_context(|| format!("there is no {WORKER}"))?;
    let length = size(&pkg.join(format!("{BINARY}_bg.wasm")))?;
    let blanks = Blanks { version: &version, size: length, parts: &places(&parts.places) };
    for (path, content) in assets {
        place(&staging, &pkg, &path, content, &blanks)?;
    }
    let worker = String::from_utf8(worker)?.replace(VERSION, &version).replace(FILES, &addresses(&staging)?);
    fs::write(staging.join(WORKER), worker)?;

    let files = files_below(&staging)?;
    step(&format!("compressing {} files", files.len()));
    compress::all(&files, plan.effort)?;

    // The stamp goes first and comes back last, so that a run that is cut
    // short is never taken for a complete one.
    if stamp.exists() {
        fs::remove_file(&stamp)?;
    }
    clear(plan.out)?;
    fs::rename(&staging, plan.out).with_context(|| format!("cannot write {}", plan.out.display()))?;
    fs::write(&stamp, state)?;

    step(&format!("{} ready in {:.1} s", plan.out.display(), started.elapsed().as_secs_f32()));
    let pkg = plan.out.join("pkg").join(&version);
    let mut first = report(&plan.out.join("index.html"))?;
    for name in FIRST {
        first += report(&pkg.join(name))?;
    }
    step(&format!("{:16} {:>6}     brotli {:>5} kB", "first load", "", kilo(first)));
    let files: BTreeSet<_> = parts.places.into_values().map(|(file, ..)| file).collect();
    for file in files.into_iter().chain(["rooms.css".to_owned()]) {
        report(&pkg.join(file))?;
    }
    Ok(())
}

/// Says how large a file is; gives back how much of it is sent.
fn report(file: &Path) -> Result<u64> {
    let packed = PathBuf::from(format!("{}.br", file.display()));
    let sent = size(if packed.exists() { &packed } else { file })?;
    let name = file.file_name().unwrap_or_default().display();
    step(&format!("{name:16} {:>6} kB, brotli {:>5} kB", kilo(size(file)?), kilo(sent)));
    Ok(sent)
}

/// Where each part lies, as a JavaScript object.
fn places(places: &BTreeMap<String, (String, usize, usize)>) -> String {
    let line =
        |(name, (file, start, end)): (&String, &(String, usize, usize))| format!("{name}: [{file:?}, {start}, {end}]");
    format!("{{ {} }}", places.iter().map(line).collect::<Vec<_>>().join(", "))
}

/// What is filled in.
struct Blanks<'a> {
    version: &'a str,
    size: u64,
    parts: &'a str,
}

/// Puts one asset in its place: what lies below `pkg/` moves to the versioned
/// directory, the rest keeps its path.
fn place(out: &Path, pkg: &Path, path: &Path, content: Vec<u8>, blanks: &Blanks<'_>) -> Result<()> {
    let target = match path.strip_prefix("pkg") {
        Ok(rest) => pkg.join(rest),
        Err(_) => out.join(path),
    };
    let content = match path.extension() {
        Some(kind) if kind == "html" => String::from_utf8(content)
            .with_context(|| format!("{} is not UTF-8", path.display()))?
            .replace(VERSION, blanks.version)
            .replace(SIZE, &blanks.size.to_string())
            .into_bytes(),
        _ if path == Path::new(LOADER) => String::from_utf8(content)?.replace(PARTS, blanks.parts).into_bytes(),
        _ => content,
    };
    if let Some(dir) = target.parent() {
        fs::create_dir_all(dir)?;
    }
    fs::write(&target, content).with_context(|| format!("cannot write {}", target.display()))
}

/// The addresses of all files below a directory, from there on, as a JavaScript array.
fn addresses(dir: &Path) -> Result<String> {
    let mut addresses = Vec::new();
    for file in files_below(dir)? {
        let path = file.strip_prefix(dir)?.to_str().context("names of files are UTF-8")?;
        addresses.push(if path == "index.html" { String::new() } else { path.to_owned() });
    }
    addresses.sort();
    Ok(format!("{addresses:?}"))
}

/// The first 16 hex digits of a hash of all that goes in.
fn version(wasm: &[u8], assets: &BTreeMap<PathBuf, Vec<u8>>) -> String {
    let mut hash = Sha256::new();
    let mut add = |part: &[u8]| {
        hash.update((part.len() as u64).to_le_bytes());
        hash.update(part);
    };
    add(LAYOUT);
    add(wasm);
    for (path, content) in assets {
        add(path.as_os_str().as_encoded_bytes());
        add(content);
    }
    hash.finalize()[..8].iter().map(|byte| format!("{byte:02x}")).collect()
}

/// All files below a directory, by their path in it.
fn read_tree(dir: &Path) -> Result<BTreeMap<PathBuf, Vec<u8>>> {
    files_below(dir)?.into_iter().map(|file| Ok((file.strip_prefix(dir)?.to_owned(), read(&file)?))).collect()
}

fn files_below(dir: &Path) -> Result<Vec<PathBuf>> {
    let entries = fs::read_dir(dir).with_context(|| format!("cannot list {}", dir.display()))?;
    let mut files = Vec::new();
    for entry in entries {
        let path = entry?.path();
        if path.is_dir() {
            files.extend(files_below(&path)?);
        } else {
            files.push(path);
        }
    }
    Ok(files)
}

fn read(file: &Path) -> Result<Vec<u8>> {
    fs::read(file).with_context(|| format!("cannot read {}", file.display()))
}

fn clear(dir: &Path) -> Result<()> {
    if dir.exists() {
        fs::remove_dir_all(dir).with_context(|| format!("cannot remove {}", dir.display()))?;
    }
    Ok(())
}

fn size(file: &Path) -> Result<u64> {
    Ok(fs::metadata(file).with_context(|| format!("cannot see {}", file.display()))?.len())
}

const fn kilo(bytes: u64) -> u64 {
    bytes.div_ceil(1000)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn assets(files: &[(&str, &str)]) -> BTreeMap<PathBuf, Vec<u8>> {
        files.iter().map(|(path, content)| (path.into(), content.as_bytes().to_vec())).collect()
    }

    #[test]
    fn version_depends_on_every_part() {
        let base = version(b"wasm", &assets(&[("a", "1")]));
        assert_eq!(base.len(), 16);
        assert_eq!(base, version(b"wasm", &assets(&[("a", "1")])));
        for other in [
            version(b"wasm2", &assets(&[("a", "1")])),
            version(b"wasm", &assets(&[("b", "1")])),
            version(b"wasm", &assets(&[("a", "2")])),
            version(b"wasm", &assets(&[("a", "1"), ("b", "")])),
            version(b"wasma", &assets(&[("", "1")])),
        ] {
            assert_ne!(base, other);
        }
    }

    #[test]
    fn assets_go_where_the_page_looks_for_them() {
        let dir = tempfile::tempdir().unwrap();
        let out = dir.path();
        let pkg = out.join("pkg/v1");
        let put = |path: &str, content: &str| {
            place(out, &pkg, path.as_ref(), content.into(), &Blanks { version: "v1", size: 7, parts: "{}" }).unwrap();
        };
        put("index.html", "<script src=/pkg/{{version}}/boot.js><progress max={{size}}>");
        put("icons/a.svg", "{{version}}");
        put("pkg/fonts/b.woff2", "font");
        put("pkg/parts.js", "const PLACES = {{parts}};");

        let read = |path: &str| fs::read_to_string(out.join(path)).unwrap();
        assert_eq!(read("index.html"), "<script src=/pkg/v1/boot.js><progress max=7>");
        assert_eq!(read("icons/a.svg"), "{{version}}");
        assert_eq!(read("pkg/v1/fonts/b.woff2"), "font");
        assert_eq!(read("pkg/v1/parts.js"), "const PLACES = {};");
        assert_eq!(addresses(out).unwrap(), r#"["", "icons/a.svg", "pkg/v1/fonts/b.woff2", "pkg/v1/parts.js"]"#);
    }
}
