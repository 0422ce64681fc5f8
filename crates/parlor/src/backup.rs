//! `parlor backup`: a whole house as a folder that can be checked and put back.

use crate::{
    cli::BackupFlags,
    config, moving,
    store::{DATABASE, Place},
};
use anyhow::{Context, Result, bail};
use indicatif::{ProgressBar, ProgressStyle};
use parlor_store::{check_file, copy_file, moving::Source};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::{
    env,
    ffi::OsStr,
    fs::{self, File},
    io::{self, IsTerminal, Read},
    path::{Component, Path, PathBuf},
    time::{SystemTime, UNIX_EPOCH},
};
use tokio::runtime::Runtime;

/// The list of what a backup holds. It is written last: a folder without it is no backup.
pub const MANIFEST: &str = "backup.json";
/// The only format there is so far.
const FORMAT: u32 = 1;
/// What a restore puts aside begins so, and is no part of the house any more.
pub const ASIDE: &str = "replaced-";

/// What a backup holds.
#[derive(Debug, Serialize, Deserialize)]
pub struct Manifest {
    /// How this list and the folder are to be read.
    format: u32,
    /// Which version of Parlor made it.
    parlor: String,
    /// When, in milliseconds since 1970.
    made_at: u64,
    /// Every file.
    pub files: Vec<Listed>,
}

/// A file of a backup.
#[derive(Debug, Serialize, Deserialize)]
pub struct Listed {
    /// Where it is inside the folder.
    pub path: PathBuf,
    /// How long it is.
    pub bytes: u64,
    /// Its SHA-256, as hexadecimal digits.
    sha256: String,
}

/// Copies the house into a new folder and checks the copy.
///
/// # Errors
/// If there is no house, the folder exists, or anything cannot be copied or does not hold.
pub fn run(flags: &BackupFlags) -> Result<()> {
    let settings = config::load(&flags.serve)?;
    let place = Place::of(&settings)?;
    if let Place::File(database) = &place
        && !database.exists()
    {
        bail!("there is no database at {place}; name its folder with --data-dir");
    }
    if flags.to.symlink_metadata().is_ok() {
        bail!("{} exists; name a folder that does not", flags.to.display());
    }
    let folder = match &place {
        Place::File(database) => database.parent().unwrap_or(Path::new(".")),
        Place::Postgres(_) => &settings.data_dir,
    };
    if is_inside(&flags.to, folder)? {
        bail!(
            "{} is inside the data folder {}, so each backup would hold all before it; name a folder outside",
            flags.to.display(),
            folder.display()
        );
    }
    // Under another name until it is whole: what an interrupted backup leaves must not be taken for one.
    let partial = with_suffix(&flags.to, ".partial");
    if partial.exists() {
        fs::remove_dir_all(&partial).with_context(|| format!("cannot remove {}", partial.display()))?;
    }
    fs::create_dir_all(&partial).with_context(|| format!("cannot create {}", partial.display()))?;
    private(&partial)?;
    let manifest =
        copy(&place, folder, &partial).with_context(|| format!("the backup in {} is not whole", partial.display()))?;
    fs::rename(&partial, &flags.to).with_context(|| format!("cannot rename {}", partial.display()))?;
    sync_folder(flags.to.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new(".")))?;
    let bytes: u64 = manifest.files.iter().map(|file| file.bytes).sum();
    println!("The house is copied to {}: {} files, {bytes} bytes, checked.", flags.to.display(), manifest.files.len());
    Ok(())
}

/// Whether a path leads into a folder, or would if there were anything at it.
///
/// # Errors
/// If there is no current folder.
pub fn is_inside(path: &Path, folder: &Path) -> Result<bool> {
    Ok(real(path)?.starts_with(real(folder)?))
}

/// Where a path leads, as far as anything is there.
fn real(path: &Path) -> Result<PathBuf> {
    let path = env::current_dir().context("there is no current folder")?.join(path);
    let known = path.ancestors().find_map(|part| Some((part.canonicalize().ok()?, path.strip_prefix(part).ok()?)));
    Ok(known.map_or_else(|| path.clone(), |(real, rest)| real.join(rest)))
}

fn copy(place: &Place, folder: &Path, to: &Path) -> Result<Manifest> {
    let (copied, cannot) = (to.join(DATABASE), || format!("cannot copy {place}"));
    match place {
        Place::File(database) => {
            let bar = progress_bar("pages");
            copy_file(database, &copied, |done, total| {
                bar.set_length(total);
                bar.set_position(done);
            })
            .with_context(cannot)?;
            bar.finish_and_clear();
        }
        // As a file, like any other house: what restores it need not know where it came from.
        Place::Postgres(url) => {
            Runtime::new()?.block_on(moving::copy(&url.0, Source::Beside, &copied)).with_context(cannot)?;
        }
    }
    let others = if folder.is_dir() { others_in(folder)? } else { Vec::new() };
    for path in &others {
        copy_one(&folder.join(path), &to.join(path))?;
    }
    let mut files = Vec::new();
    for path in std::iter::once(PathBuf::from(DATABASE)).chain(others) {
        let copied = to.join(&path);
        private(&copied)?;
        // Read back from where it was written, not remembered from where it came from.
        File::open(&copied)?.sync_all()?;
        let (bytes, sha256) = digest(&copied)?;
        files.push(Listed { path, bytes, sha256 });
    }
    sound(&to.join(DATABASE))?;
    let made_at = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_millis() as u64;
    let manifest = Manifest { format: FORMAT, parlor: env!("CARGO_PKG_VERSION").into(), made_at, files };
    let list = to.join(MANIFEST);
    fs::write(&list, serde_json::to_vec_pretty(&manifest)?)
        .with_context(|| format!("cannot write {}", list.display()))?;
    File::open(&list)?.sync_all()?;
    sync_folder(to)?;
    Ok(manifest)
}

/// Reads the list of a backup and compares every file with it.
///
/// # Errors
/// What is wrong with it.
pub fn checked(folder: &Path) -> Result<Manifest> {
    let list = folder.join(MANIFEST);
    let text =
        fs::read(&list).with_context(|| format!("cannot read {}; a folder without it is no backup", list.display()))?;
    let manifest: Manifest =
        serde_json::from_slice(&text).with_context(|| format!("cannot read {}", list.display()))?;
    if manifest.format != FORMAT {
        bail!("it was made by Parlor {}, which writes backups in another way", manifest.parlor);
    }
    if !manifest.files.iter().any(|file| file.path == Path::new(DATABASE)) {
        bail!("{} lists no {DATABASE}", list.display());
    }
    for Listed { path, bytes, sha256 } in &manifest.files {
        if !path.components().all(|part| matches!(part, Component::Normal(_))) {
            bail!("{} lists {}, which is not inside the backup", list.display(), path.display());
        }
        let file = folder.join(path);
        let found = digest(&file)?;
        if found != (*bytes, sha256.clone()) {
            bail!("{} is not as it was when the backup was made", file.display());
        }
    }
    sound(&folder.join(DATABASE))?;
    Ok(manifest)
}

fn sound(database: &Path) -> Result<()> {
    let faults = Runtime::new()?.block_on(check_file(database))?;
    if !faults.is_empty() {
        bail!("{} is damaged: {}", database.display(), faults.join("; "));
    }
    Ok(())
}

/// What lies in a data folder beside the database and what belongs to a house that is open: paths inside the folder.
///
/// # Errors
/// If the folder cannot be read.
pub fn others_in(folder: &Path) -> Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    let mut folders = vec![PathBuf::new()];
    while let Some(inside) = folders.pop() {
        let at = folder.join(&inside);
        for entry in fs::read_dir(&at).with_context(|| format!("cannot read {}", at.display()))? {
            let (entry, top) = (entry?, inside.as_os_str().is_empty());
            let (name, kind) = (entry.file_name(), entry.file_type()?);
            if top && (is_of_the_database(&name) || name.to_string_lossy().starts_with(ASIDE)) {
                continue;
            }
            // A link may lead anywhere, and a pipe to no end.
            if kind.is_dir() {
                folders.push(inside.join(name));
            } else if kind.is_file() {
                found.push(inside.join(name));
            }
        }
    }
    found.sort();
    Ok(found)
}

fn is_of_the_database(name: &OsStr) -> bool {
    let name = name.to_string_lossy();
    name == "parlor.lock"
        || name.strip_prefix(DATABASE).is_some_and(|rest| matches!(rest, "" | "-wal" | "-shm" | "-journal"))
}

/// Copies a file to where there may be no folder yet, durably.
///
/// # Errors
/// If it cannot be read or written.
pub fn copy_one(from: &Path, to: &Path) -> Result<()> {
    let cannot = || format!("cannot copy {} to {}", from.display(), to.display());
    if let Some(parent) = to.parent() {
        fs::create_dir_all(parent).with_context(cannot)?;
    }
    fs::copy(from, to).with_context(cannot)?;
    File::open(to).and_then(|file| file.sync_all()).with_context(cannot)
}

/// How long a file is, and its SHA-256.
fn digest(path: &Path) -> Result<(u64, String)> {
    let read = || -> io::Result<(u64, String)> {
        let (mut file, mut hash, mut bytes) = (File::open(path)?, Sha256::new(), 0);
        let mut buffer = vec![0; 1 << 20];
        loop {
            let read = file.read(&mut buffer)?;
            if read == 0 {
                break;
            }
            hash.update(&buffer[..read]);
            bytes += read as u64;
        }
        Ok((bytes, hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect()))
    };
    read().with_context(|| format!("cannot read {}", path.display()))
}

/// A backup holds what others must not read, whatever the folder around it allows.
#[cfg(unix)]
fn private(path: &Path) -> Result<()> {
    use std::os::unix::fs::PermissionsExt;
    let mode = if path.is_dir() { 0o700 } else { 0o600 };
    fs::set_permissions(path, fs::Permissions::from_mode(mode))
        .with_context(|| format!("cannot protect {}", path.display()))
}

#[cfg(not(unix))]
fn private(_: &Path) -> Result<()> {
    Ok(())
}

/// Makes the names in a folder durable.
///
/// # Errors
/// If it cannot be.
pub fn sync_folder(folder: &Path) -> Result<()> {
    // Windows knows no such thing.
    if cfg!(unix) {
        File::open(folder)
            .and_then(|folder| folder.sync_all())
            .with_context(|| format!("cannot sync {}", folder.display()))?;
    }
    Ok(())
}

fn with_suffix(path: &Path, suffix: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(suffix);
    name.into()
}

/// A bar for people; nothing where none would look.
pub fn progress_bar(what: &str) -> ProgressBar {
    if !io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let style =
        ProgressStyle::with_template(&format!("{{bar:40}} {{pos}}/{{len}} {what}, {{per_sec}}, {{eta}} left {{msg}}"));
    ProgressBar::new(0).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}
