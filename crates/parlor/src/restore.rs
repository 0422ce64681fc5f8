//! `parlor restore`: a backup becomes a house again.

use crate::{
    backup::{self, ASIDE, copy_one, sync_folder},
    cli::RestoreFlags,
    config,
    store::{DATABASE, Place},
};
use anyhow::{Context, Result, bail};
use parlor_store::DirectoryLock;
use std::{
    fs,
    path::{Path, PathBuf},
    time::{SystemTime, UNIX_EPOCH},
};

/// Puts a backup into the data folder, if it holds and the folder is free.
///
/// # Errors
/// If the backup does not hold, a house is open in the folder, or something lies there and is not to be replaced.
pub fn run(flags: &RestoreFlags) -> Result<()> {
    let Place::File(database) = Place::of(&config::load(&flags.serve)?)? else {
        bail!("a backup is restored into a data folder; from there `parlor move` brings it into PostgreSQL");
    };
    let folder = database.parent().unwrap_or(Path::new("."));
    if backup::is_inside(&flags.from, folder)? {
        bail!(
            "{} is inside the data folder {}, where everything is put aside first; move it out of there",
            flags.from.display(),
            folder.display()
        );
    }
    // Whichever way it was named: a link that leads to it from the data folder is put aside, too.
    let from = flags.from.canonicalize().with_context(|| format!("cannot find {}", flags.from.display()))?;
    let manifest = backup::checked(&from).with_context(|| format!("{} is no whole backup", from.display()))?;
    fs::create_dir_all(folder).with_context(|| format!("cannot create {}", folder.display()))?;
    // No house opens here until everything is in its place.
    let _lock = DirectoryLock::take(folder)?;
    let there = present(folder)?;
    if let Some(first) = there.first() {
        if !flags.replace {
            bail!(
                "{} is not empty (there is {}); --replace puts aside what is there",
                folder.display(),
                first.display()
            );
        }
        let aside = put_aside(folder, &there)?;
        println!("What was there is in {}.", aside.display());
    }
    // The database last, and under another name until it is whole: a house that is opened after a crash finds all or nothing.
    let partial = folder.join(format!("{DATABASE}.partial"));
    for file in manifest.files.iter().filter(|file| file.path != Path::new(DATABASE)) {
        copy_one(&from.join(&file.path), &folder.join(&file.path))?;
    }
    copy_one(&from.join(DATABASE), &partial)?;
    fs::rename(&partial, &database).with_context(|| format!("cannot rename {}", partial.display()))?;
    sync_folder(folder)?;
    println!("The backup is restored to {}. `parlor check` replays its matches.", folder.display());
    Ok(())
}

/// What lies in the folder, except what a restore has put aside before.
fn present(folder: &Path) -> Result<Vec<PathBuf>> {
    let mut there = Vec::new();
    for entry in fs::read_dir(folder).with_context(|| format!("cannot read {}", folder.display()))? {
        let name = entry?.file_name();
        let text = name.to_string_lossy();
        if text != "parlor.lock" && !text.starts_with(ASIDE) {
            there.push(PathBuf::from(name));
        }
    }
    there.sort();
    Ok(there)
}

/// Moves all of it into a new folder inside.
fn put_aside(folder: &Path, there: &[PathBuf]) -> Result<PathBuf> {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_millis();
    let aside = folder.join(format!("{ASIDE}{now}"));
    fs::create_dir(&aside).with_context(|| format!("cannot create {}", aside.display()))?;
    // In order of their names, so the database before its log: without the log it would be a house as of some earlier moment.
    for name in there {
        fs::rename(folder.join(name), aside.join(name)).with_context(|| format!("cannot move {}", name.display()))?;
    }
    sync_folder(folder)?;
    Ok(aside)
}
