//! Builds the lexicons of Words from their lists, if the program is to have its assets.

use parlor_lexicon::{WordList, build};
use std::{env, error::Error, fs, path::Path};

/// The name of each lexicon, and its lists in `data/lexicons`. `parlor_words::LEXICONS` has the digests, and a test
/// compares them.
const LEXICONS: &[(&str, &[&str])] =
    &[("azeroth+english", &["azeroth", "english"]), ("azeroth", &["azeroth"]), ("english", &["english"])];

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed=build.rs");
    if env::var_os("CARGO_FEATURE_ASSETS").is_none() {
        return Ok(());
    }
    let lists = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data/lexicons");
    let out = env::var_os("OUT_DIR").ok_or("cargo names a folder for what is built")?;
    for (name, parts) in LEXICONS {
        let mut words = WordList::default();
        for part in *parts {
            let path = lists.join(part).with_extension("txt");
            println!("cargo::rerun-if-changed={}", path.display());
            words = words.union(&WordList::parse(&fs::read_to_string(path)?)?);
        }
        fs::write(Path::new(&out).join(name).with_extension("lexicon"), build(&words)?)?;
    }
    Ok(())
}
