//! `parlor move`: a house from its SQLite file into PostgreSQL, or back.

use crate::{
    backup::progress_bar,
    cli::MoveFlags,
    config,
    store::{DATABASE, Place},
};
use anyhow::{Context, Result, bail};
use parlor_server::StoreUrl;
use parlor_store::{
    DirectoryLock,
    moving::{self, MoveError, Moved, Progress, Source},
};
use std::{fs, path::Path};
use tokio::runtime::Runtime;

/// Moves the house, and says what was moved.
///
/// # Errors
/// If a house is open in either place, the target is not empty, or either fails. Then nothing has been moved.
pub fn run(flags: &MoveFlags) -> Result<()> {
    let from = Place::of(&config::load(&flags.serve)?)?;
    let to = target(&flags.to)?;
    let moved = Runtime::new()?.block_on(async {
        match (&from, &to) {
            (Place::File(file), Place::Postgres(url)) => {
                if !file.exists() {
                    bail!("there is no database at {from}; name its folder with --data-dir");
                }
                let _lock = DirectoryLock::take(folder_of(file))?;
                let bar = progress_bar("rows");
                let moved = moving::to_postgres(file, &url.0, |progress| show(&bar, progress)).await;
                bar.finish_and_clear();
                Ok(moved?)
            }
            (Place::Postgres(url), Place::File(file)) => {
                let folder = folder_of(file);
                fs::create_dir_all(folder).with_context(|| format!("cannot create {}", folder.display()))?;
                let _lock = DirectoryLock::take(folder)?;
                Ok(copy(&url.0, Source::Alone, file).await?)
            }
            (Place::File(_), Place::File(_)) => {
                bail!("both are files: `parlor backup` and `parlor restore` copy one")
            }
            (Place::Postgres(_), Place::Postgres(_)) => bail!("both are PostgreSQL: pg_dump and pg_restore copy one"),
        }
    });
    let moved = moved.with_context(|| format!("cannot move {from} to {to}"))?;
    for Moved { table, rows, digest } in &moved {
        println!("{table:<20} {rows:>10} rows  {digest}");
    }
    let rows: u64 = moved.iter().map(|table| table.rows).sum();
    println!("Moved {rows} rows of {} tables to {to}; all were read back and are the same.", moved.len());
    println!("What is in {from} is as it was. Do not open it again: the house goes on in the other place.");
    Ok(())
}

/// Where a house is moved to; a folder is named without a scheme.
fn target(url: &StoreUrl) -> Result<Place> {
    if url.0.contains("://") { Place::at(url) } else { Ok(Place::File(Path::new(&url.0).join(DATABASE))) }
}

fn folder_of(file: &Path) -> &Path {
    file.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Copies a house in PostgreSQL into a file.
///
/// # Errors
/// If either cannot be used.
pub async fn copy(url: &str, whose: Source, file: &Path) -> Result<Vec<Moved>, MoveError> {
    let bar = progress_bar("rows");
    let moved = moving::to_sqlite(url, whose, file, |progress| show(&bar, progress)).await;
    bar.finish_and_clear();
    moved
}

fn show(bar: &indicatif::ProgressBar, Progress { table, done, total }: Progress<'_>) {
    bar.set_length(total);
    bar.set_position(done);
    bar.set_message(table.to_owned());
}
