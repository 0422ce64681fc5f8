//! Cuts the compiled client into parts, so that a page loads what it shows.
//!
//! The client is linked with its relocations (`crates/web/build.rs`), and `#[wasm_split(NAME, …)]` marks the ways into each
//! part. The main part holds what the first page needs, and each part what nothing else needs. What several parts share
//! comes as many small modules: they go into one file, of which `parts.js` takes slices.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result, anyhow, ensure};
use wasm_split_cli_support::{Options, transform};

/// The module that the client imports its loaders from; it lies beside the client's JavaScript.
const LOADERS: &str = "web_split.js";
/// What several parts share.
const SHARED: &str = "shared.wasm";
/// What begins the name of a module that several parts share.
const CHUNK: &str = "chunk_";
/// How the loaders fetch a module, as they are generated.
const FETCH: (&str, &str) = ("fetch(new URL(\"./", ".wasm\", import.meta.url))");

/// Where a module lies: in this file, from here, to there.
type Slice = (String, usize, usize);

/// A client that was cut.
pub struct Parts {
    /// The main part, for wasm-bindgen.
    pub main: Vec<u8>,
    /// Where each module lies, by its name.
    pub places: BTreeMap<String, Slice>,
}

/// Cuts `wasm` and writes its parts, with the module that loads them, into `pkg`.
pub fn split(wasm: &[u8], pkg: &Path) -> Result<Parts> {
    let scratch = tempfile::tempdir()?;
    let main_path = scratch.path().join("main.wasm");
    let mut options = Options::new(wasm);
    options.output_dir = scratch.path();
    options.main_out_path = &main_path;
    let link = format!("./{LOADERS}");
    options.link_name = &link;
    options.main_module = "./web.js";
    let mut modules = transform(options).map_err(|error| anyhow!("cannot cut the client: {error:?}"))?.split_modules;
    modules.sort();

    let mut places = BTreeMap::new();
    let mut shared = Vec::new();
    for path in &modules {
        let name = path.file_stem().and_then(|name| name.to_str()).context("modules have names")?;
        let module = without_custom_sections(&fs::read(path)?)?;
        if name.starts_with(CHUNK) {
            places.insert(name.to_owned(), (SHARED.to_owned(), shared.len(), shared.len() + module.len()));
            shared.extend(module);
        } else {
            let file = format!("{name}.wasm");
            fs::write(pkg.join(&file), &module)?;
            places.insert(name.to_owned(), (file, 0, module.len()));
        }
    }
    fs::write(pkg.join(SHARED), shared)?;
    fs::write(pkg.join(LOADERS), loaders(&fs::read_to_string(scratch.path().join(LOADERS))?, &places)?)?;
    Ok(Parts { main: fs::read(main_path)?, places })
}

/// The loaders, changed to take their modules from `parts.js`, which counts what comes and knows the slices.
fn loaders(generated: &str, places: &BTreeMap<String, Slice>) -> Result<String> {
    let mut pieces = generated.split(FETCH.0);
    let mut text = format!("import {{ part }} from \"./parts.js\";\n{}", pieces.next().unwrap_or_default());
    for piece in pieces {
        let (name, rest) = piece.split_once(FETCH.1).context("the loaders fetch in another way than they used to")?;
        ensure!(places.contains_key(name), "the loaders fetch {name}, which was not written");
        text += &format!("part(\"{name}\"){rest}");
    }
    ensure!(!text.contains("fetch("), "the loaders fetch in another way than they used to");
    Ok(text)
}

/// A module without names and the like, which are for debuggers: they are almost half of it.
fn without_custom_sections(module: &[u8]) -> Result<Vec<u8>> {
    const HEADER: usize = 8;
    let (header, mut rest) = module.split_at_checked(HEADER).context("that is no module")?;
    let mut kept = header.to_vec();
    while let Some(&id) = rest.first() {
        let (length, digits) = leb128(&rest[1..]).context("a section has a length")?;
        let (section, after) = rest.split_at_checked(1 + digits + length).context("a section is cut off")?;
        if id != 0 {
            kept.extend_from_slice(section);
        }
        rest = after;
    }
    Ok(kept)
}

/// A number as it is written in modules, and how many bytes it takes.
fn leb128(bytes: &[u8]) -> Option<(usize, usize)> {
    let mut number = 0;
    for (index, byte) in bytes.iter().take(5).enumerate() {
        number |= usize::from(byte & 0x7f) << (7 * index);
        if byte & 0x80 == 0 {
            return Some((number, index + 1));
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_module_loses_what_is_for_debuggers() {
        let header = b"\0asm\x01\0\0\0";
        let names = [0, 3, 2, b'n', b'm'];
        let code = [10, 0x81, 0, 7];
        let module = [header, &names[..], &code[..], &names[..]].concat();
        assert_eq!(without_custom_sections(&module).unwrap(), [header, &code[..]].concat());
        assert!(without_custom_sections(&module[..module.len() - 1]).is_err());
        assert!(without_custom_sections(b"\0asm").is_err());
    }

    #[test]
    fn loaders_take_modules_from_where_they_lie() {
        let places = BTreeMap::from([("chunk_1".to_owned(), (SHARED.to_owned(), 0, 9))]);
        let generated = "const a = fetch(new URL(\"./chunk_1.wasm\", import.meta.url));\n";
        let text = loaders(generated, &places).unwrap();
        assert_eq!(text, "import { part } from \"./parts.js\";\nconst a = part(\"chunk_1\");\n");
        assert!(loaders("fetch(new URL(\"./chunk_2.wasm\", import.meta.url))", &places).is_err());
        assert!(loaders("fetch(\"./chunk_1.wasm\")", &places).is_err());
    }
}
