//! The log of matches that are being played: lines in the order in which they came, whatever match they belong to.
//!
//! A row is appended at the end of the table `live_log`, so that the lines of a thousand matches that are written together
//! lie on a few pages. When a match ends or its table falls asleep, its lines are copied into `log_parts`, under the match.
//! The rows stay behind, dead, and are cleared from the front, many at a time; a match that is still being played when the
//! front comes to its lines has them copied before. A line counts as copied as soon as `log_parts` has its number: nothing
//! else says so, and a crash in between changes nothing.
//!
//! Nothing in the table finds the lines of a match. Their owner does, who keeps their places in memory.

use super::{db::Db, lines};
use crate::{NewEntry, StoreError};
use parlor_wire::MatchId;
use rusqlite::params;
use std::collections::{HashMap, hash_map::Entry};

/// How many rows are cleared at a time.
const CLEARED: i64 = 4096;
/// How many lines of a match make a part: one is read as a whole.
const PART: usize = 256;

/// Where the lines of matches lie that are being played.
#[derive(Debug, Default)]
pub struct LiveLog {
    /// Whether they are this process's own. Another one that has opened the file, to look something up or to add an account,
    /// knows nothing of them and leaves them alone.
    is_owned: bool,
    /// The first row that may be there.
    front: i64,
    /// The next row.
    next: i64,
    /// How many rows are not copied.
    alive: i64,
    matches: HashMap<MatchId, Lines>,
    /// What has changed since the last commit, in order.
    changes: Vec<Change>,
}

/// The lines of one match.
#[derive(Clone, Debug, Default)]
struct Lines {
    /// How many are copied.
    copied: u64,
    /// The rows of the others, in order.
    places: Vec<i64>,
}

#[derive(Debug)]
enum Change {
    TakenOver,
    Known(MatchId),
    Appended(MatchId),
    /// What was known before.
    Copied(MatchId, Lines),
    /// The front before.
    Cleared(i64),
}

/// A moment to which what has changed since can be undone.
#[derive(Clone, Copy, Debug)]
pub struct Mark(usize);

impl Mark {
    /// The last commit.
    pub const COMMIT: Self = Self(0);
}

impl LiveLog {
    /// Takes over from the house that was here before, and copies all lines that it left.
    pub fn take_over(&mut self, db: &Db) -> Result<(), StoreError> {
        if self.is_owned {
            return Ok(());
        }
        let mut left: HashMap<MatchId, Vec<(u64, String)>> = HashMap::new();
        let rows = "SELECT l.match, l.seq, l.line FROM live_log l
            WHERE l.seq > (SELECT coalesce(max(p.upto), 0) FROM log_parts p WHERE p.match = l.match) ORDER BY l.place";
        db.all(rows, [], |row| {
            let (id, seq, line): (i64, i64, String) = (row.get(0)?, row.get(1)?, row.get(2)?);
            left.entry(MatchId(id.cast_unsigned())).or_default().push((seq.cast_unsigned(), line));
            Ok(())
        })?;
        for (id, lines) in left {
            let copied = lines.first().map_or(0, |(seq, _)| seq - 1);
            put_parts(db, id, copied, lines.into_iter().map(|(_, line)| line))?;
        }
        db.run("DELETE FROM live_log", [])?;
        self.is_owned = true;
        self.changes.push(Change::TakenOver);
        Ok(())
    }

    /// A moment to come back to.
    pub fn mark(&self) -> Mark {
        Mark(self.changes.len())
    }

    /// What has changed is durable.
    pub fn confirm(&mut self) {
        self.changes.clear();
    }

    /// What has changed since did not happen.
    pub fn undo(&mut self, mark: Mark) {
        for change in self.changes.drain(mark.0..).rev() {
            match change {
                Change::TakenOver => self.is_owned = false,
                Change::Known(id) => drop(self.matches.remove(&id)),
                Change::Appended(id) => {
                    if let Some(lines) = self.matches.get_mut(&id) {
                        lines.places.pop();
                        self.alive -= 1;
                    }
                }
                Change::Copied(id, lines) => {
                    self.alive += lines.places.len() as i64;
                    self.matches.insert(id, lines);
                }
                Change::Cleared(front) => self.front = front,
            }
        }
    }

    /// The rows of a match's lines that are not copied, in order; none if these lines are not this process's own.
    pub fn places(&self, id: MatchId) -> Option<&[i64]> {
        self.is_owned.then(|| self.matches.get(&id).map_or(&[][..], |lines| &lines.places))
    }

    /// Appends a line, which must be the next of its match.
    pub fn append(&mut self, db: &Db, id: MatchId, entry: &NewEntry) -> Result<(), StoreError> {
        self.take_over(db)?;
        let place = self.next;
        let lines = self.lines_of(db, id)?;
        if entry.seq != lines.copied + lines.places.len() as u64 + 1 {
            return Err(StoreError::OutOfOrder);
        }
        let row = params![place, id.0.cast_signed(), entry.seq.cast_signed(), lines::text(entry)];
        db.run("INSERT INTO live_log (place, match, seq, line) VALUES (?1, ?2, ?3, ?4)", row)?;
        lines.places.push(place);
        self.next += 1;
        self.alive += 1;
        self.changes.push(Change::Appended(id));
        Ok(())
    }

    /// What is known of a match that is being played.
    fn lines_of(&mut self, db: &Db, id: MatchId) -> Result<&mut Lines, StoreError> {
        match self.matches.entry(id) {
            Entry::Occupied(known) => Ok(known.into_mut()),
            Entry::Vacant(unknown) => {
                let sql = "SELECT (SELECT coalesce(max(upto), 0) FROM log_parts WHERE match = id) FROM matches
                    WHERE id = ?1 AND footer IS NULL";
                let copied: Option<i64> = db.first(sql, [id.0.cast_signed()], |row| Ok(row.get(0)?))?;
                let copied = copied.ok_or(StoreError::OutOfOrder)?.cast_unsigned();
                self.changes.push(Change::Known(id));
                Ok(unknown.insert(Lines { copied, places: Vec::new() }))
            }
        }
    }

    /// Copies the lines of a match and forgets their places. If it goes on, it is known again.
    pub fn copy(&mut self, db: &Db, id: MatchId) -> Result<(), StoreError> {
        let Some(lines) = self.matches.remove(&id) else { return Ok(()) };
        let line =
            |place| db.one("SELECT line FROM live_log WHERE place = ?1", [place], |row| Ok(row.get::<_, String>(0)?));
        let texts: Result<Vec<_>, _> = lines.places.iter().map(line).collect();
        let copied = lines.copied;
        self.alive -= lines.places.len() as i64;
        self.changes.push(Change::Copied(id, lines));
        put_parts(db, id, copied, texts?)
    }

    /// Clears some rows from the front, once there are as many dead ones as others.
    pub fn clear_front(&mut self, db: &Db) -> Result<(), StoreError> {
        let dead = self.next - self.front - self.alive;
        if dead < CLEARED.max(self.alive) {
            return Ok(());
        }
        let front = self.front + CLEARED;
        let old = self.matches.iter().filter(|(_, lines)| lines.places.first().is_some_and(|&place| place < front));
        for id in old.map(|(id, _)| *id).collect::<Vec<_>>() {
            self.copy(db, id)?;
        }
        db.run("DELETE FROM live_log WHERE place < ?1", [front])?;
        self.changes.push(Change::Cleared(self.front));
        self.front = front;
        Ok(())
    }
}

/// Adds lines to those of a match that are copied, in parts.
fn put_parts(db: &Db, id: MatchId, mut upto: u64, lines: impl IntoIterator<Item = String>) -> Result<(), StoreError> {
    let mut lines = lines.into_iter();
    loop {
        let part: Vec<_> = lines.by_ref().take(PART).collect();
        if part.is_empty() {
            return Ok(());
        }
        upto += part.len() as u64;
        db.run(
            "INSERT INTO log_parts (match, upto, lines) VALUES (?1, ?2, ?3)",
            params![id.0.cast_signed(), upto.cast_signed(), part.join("\n")],
        )?;
    }
}
