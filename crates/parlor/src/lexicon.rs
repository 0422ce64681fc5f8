//! `parlor lexicon`: lists of words become lexicons, and words are looked up.

use crate::cli::{BuildFlags, CheckFlags, LexiconCommand};
use anyhow::{Context, Result, bail};
use parlor_lexicon::{Graph, WordList, build};
use parlor_wire::one_line;
use std::{fs, path::Path};

/// How much of a word is repeated, in characters.
const WORD: usize = 40;

/// Does what `command` says.
///
/// # Errors
/// If a list cannot be read or a word is not in the lexicon.
pub fn run(command: &LexiconCommand) -> Result<()> {
    match command {
        LexiconCommand::Build(flags) => make(flags),
        LexiconCommand::Check(flags) => check(flags),
    }
}

fn make(flags: &BuildFlags) -> Result<()> {
    let mut words = WordList::default();
    for path in &flags.lists {
        let text = fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
        words = words.union(&WordList::parse(&text).with_context(|| format!("{} is no list", path.display()))?);
    }
    let bytes = build(&words)?;
    fs::write(&flags.out, &bytes).with_context(|| format!("cannot write {}", flags.out.display()))?;
    println!("{}: {} words, {} bytes", flags.out.display(), words.len(), bytes.len());
    Ok(())
}

fn check(flags: &CheckFlags) -> Result<()> {
    let bytes = if Path::new(&flags.lexicon).exists() {
        fs::read(&flags.lexicon).with_context(|| format!("cannot read {}", flags.lexicon))?
    } else {
        let registry = parlor_catalog::registry();
        let library = registry.library();
        let id = library.shelf().find("lexicon", &flags.lexicon);
        let id = id.with_context(|| format!("there is no lexicon and no file called {}", flags.lexicon))?;
        library.bytes(&id)?.to_vec()
    };
    let graph = Graph::read(&bytes).with_context(|| format!("{} is no lexicon", flags.lexicon))?;
    let mut missing = 0;
    for word in &flags.words {
        let known = graph.contains_text(word);
        missing += usize::from(!known);
        println!("{} {}", if known { '✓' } else { '✗' }, one_line(word, WORD));
    }
    match missing {
        0 => Ok(()),
        missing => bail!("{missing} of {} words are not in {}", flags.words.len(), flags.lexicon),
    }
}
