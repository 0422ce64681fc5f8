//! Copying a file while a house writes to it.

use super::BUSY;
use crate::StoreError;
use rusqlite::{
    Connection, OpenFlags,
    backup::{Backup, StepResult},
};
use std::path::Path;

/// How many pages are copied at a time: four megabytes.
const PAGES: i32 = 1000;

/// Copies the database file `from` to `to`, which must not exist, as it is at one moment: a house may write to it meanwhile. The copy
/// is one file with no log beside it. `told` hears how many pages are copied, of how many.
///
/// # Errors
/// If either file cannot be opened, read or written.
pub fn copy_file(from: &Path, to: &Path, mut told: impl FnMut(u64, u64)) -> Result<(), StoreError> {
    // Not read-only: after a crash the write-ahead log has to be looked through first.
    let source =
        Connection::open_with_flags(from, OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX)?;
    source.busy_timeout(BUSY)?;
    // As long as this reads, it reads what is there now. Without it every commit of the house would make the copy begin anew.
    let moment = source.unchecked_transaction()?;
    moment.query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get::<_, i64>(0))?;
    let mut copy = Connection::open(to)?;
    {
        let backup = Backup::new(&source, &mut copy)?;
        loop {
            let step = backup.step(PAGES)?;
            let progress = backup.progress();
            let total = u64::from(progress.pagecount.unsigned_abs());
            told(total - u64::from(progress.remaining.unsigned_abs()).min(total), total);
            match step {
                StepResult::Done => break,
                StepResult::More => {}
                // Only a checkpoint that is just under way: it is over in a moment.
                _ => std::thread::sleep(std::time::Duration::from_millis(20)),
            }
        }
    }
    drop(moment);
    // A reader of the copy that may not write must not leave a log beside it. A house that opens it turns the log on again.
    copy.pragma_update(None, "journal_mode", "DELETE")?;
    copy.close().map_err(|(_, error)| error)?;
    Ok(())
}
