//! The log of matches that are being played: lines in the order in which they came, whatever match they belong to.
//!
//! A row is appended at the end of the table `live_log`, so that the lines of a thousand matches that are written together
//! lie on a few pages. When a match ends or its table falls asleep, its lines are copied into `log_parts`, under the match.
//! The rows stay behind, dead, and are cleared from the front, many at a time; a match that is still being played when the
//! front comes to its lines has them copied before. A line counts as copied as soon as `log_parts` has its number: nothing
//! else says so, and a crash in between changes nothing.
//!
//! The table is read after a crash alone. Until its lines are copied, the owner keeps their text in memory.

use super::{db::Db, lines};
use crate::{NewEntry, StoreError};
use parlor_wire::{MatchId, UserId};
use rusqlite::params;
use std::collections::{HashMap, hash_map::Entry};

/// How many rows are cleared at a time.
const CLEARED: i64 = 4096;
/// How many lines of a match make a part: one is read as a whole.
pub const PART: u64 = 256;
/// How many bytes of a match's lines are kept in memory before they become a part.
pub const PART_BYTES: usize = 4 * 1024;

/// For how many bytes of lines a text has room when it is full.
const ROOM: usize = 1024;

/// The lines of matches that are being played.
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
    /// The row of the first that is not.
    first: i64,
    /// How many are not.
    count: u64,
    /// Those lines, one below the other.
    text: String,
    /// How much of the text is durable.
    durable: usize,
}

/// The durable lines of a match that are not copied.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Uncopied {
    /// How many come before them.
    pub after: u64,
    /// The lines, one below the other.
    pub text: String,
}

#[derive(Debug)]
enum Change {
    TakenOver,
    Known(MatchId),
    /// The length of the text before.
    Appended(MatchId, usize),
    /// What was known before.
    Copied(MatchId, Lines),
    /// What was known before.
    Reworded(MatchId, Lines),
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
            for part in lines.chunks(PART as usize) {
                let texts: Vec<_> = part.iter().map(|(_, line)| line.as_str()).collect();
                put_part(db, id, part.last().map_or(0, |(seq, _)| *seq), &texts.join("\n"))?;
            }
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
        for change in self.changes.drain(..) {
            if let Change::Appended(id, _) | Change::Reworded(id, ..) = change
                && let Some(lines) = self.matches.get_mut(&id)
            {
                lines.durable = lines.text.len();
            }
        }
    }

    /// What has changed since did not happen.
    pub fn undo(&mut self, mark: Mark) {
        for change in self.changes.drain(mark.0..).rev() {
            match change {
                Change::TakenOver => self.is_owned = false,
                Change::Known(id) => drop(self.matches.remove(&id)),
                Change::Appended(id, length) => {
                    if let Some(lines) = self.matches.get_mut(&id) {
                        lines.text.truncate(length);
                        lines.count -= 1;
                        self.alive -= 1;
                    }
                }
                Change::Copied(id, lines) => {
                    self.alive += lines.count.cast_signed();
                    self.matches.insert(id, lines);
                }
                Change::Reworded(id, lines) => drop(self.matches.insert(id, lines)),
                Change::Cleared(front) => self.front = front,
            }
        }
    }

    /// The durable lines of a match that are not copied; none if they are not this process's own.
    pub fn uncopied(&self, id: MatchId) -> Option<Uncopied> {
        // Until a change is durable, the lines are what they were before.
        let before = self.changes.iter().find_map(|change| match change {
            Change::Copied(changed, lines) | Change::Reworded(changed, lines) if *changed == id => Some(lines),
            _ => None,
        });
        let uncopied = |lines: &Lines| Uncopied { after: lines.copied, text: lines.text[..lines.durable].to_owned() };
        // Nor are lines this process's own before what it took over is durable.
        let is_owned = self.is_owned && !matches!(self.changes.first(), Some(Change::TakenOver));
        is_owned.then(|| before.or_else(|| self.matches.get(&id)).map(uncopied).unwrap_or_default())
    }

    /// Appends a line, which must be the next of its match.
    pub fn append(&mut self, db: &Db, id: MatchId, entry: &NewEntry) -> Result<(), StoreError> {
        self.take_over(db)?;
        let place = self.next;
        let lines = self.lines_of(db, id)?;
        if entry.seq != lines.copied + lines.count + 1 {
            return Err(StoreError::OutOfOrder);
        }
        let length = lines.text.len();
        // By so much at a time: doubled, the texts of all running matches would be half empty.
        if lines.text.capacity() - length < ROOM / 4 {
            lines.text.reserve_exact(ROOM);
        }
        if lines.count == 0 {
            lines.first = place;
        } else {
            lines.text.push('\n');
        }
        let start = lines.text.len();
        lines::append(&mut lines.text, entry);
        lines.count += 1;
        let row = params![place, id.0.cast_signed(), entry.seq.cast_signed(), &lines.text[start..]];
        let is_full = lines.count == PART || lines.text.len() >= PART_BYTES;
        let added = db.run("INSERT INTO live_log (place, match, seq, line) VALUES (?1, ?2, ?3, ?4)", row);
        self.next += 1;
        self.alive += 1;
        self.changes.push(Change::Appended(id, length));
        added?;
        if is_full { self.copy(db, id) } else { Ok(()) }
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
                Ok(unknown.insert(Lines { copied, ..Lines::default() }))
            }
        }
    }

    /// Copies the lines of a match and forgets them here. If it goes on, it is known again.
    pub fn copy(&mut self, db: &Db, id: MatchId) -> Result<(), StoreError> {
        let Some(lines) = self.matches.remove(&id) else { return Ok(()) };
        let copied = if lines.count == 0 { Ok(()) } else { put_part(db, id, lines.copied + lines.count, &lines.text) };
        self.alive -= lines.count.cast_signed();
        self.changes.push(Change::Copied(id, lines));
        copied
    }

    /// A user is forgotten: their commands are no longer named in lines that are still to be copied.
    pub fn forget(&mut self, user: UserId) {
        for (id, lines) in &mut self.matches {
            if let Some(text) = lines::without_commands_of(user, &lines.text) {
                let Lines { copied, first, count, .. } = *lines;
                let before = std::mem::replace(lines, Lines { copied, first, count, text, durable: 0 });
                self.changes.push(Change::Reworded(*id, before));
            }
        }
    }

    /// Clears some rows from the front, once there are as many dead ones as others.
    pub fn clear_front(&mut self, db: &Db) -> Result<(), StoreError> {
        let dead = self.next - self.front - self.alive;
        if dead < CLEARED.max(self.alive) {
            return Ok(());
        }
        let front = self.front + CLEARED;
        let old = self.matches.iter().filter(|(_, lines)| lines.count > 0 && lines.first < front);
        for id in old.map(|(id, _)| *id).collect::<Vec<_>>() {
            self.copy(db, id)?;
        }
        db.run("DELETE FROM live_log WHERE place < ?1", [front])?;
        self.changes.push(Change::Cleared(self.front));
        self.front = front;
        Ok(())
    }
}

/// Adds a part to the log of a match, up to a line.
fn put_part(db: &Db, id: MatchId, upto: u64, lines: &str) -> Result<(), StoreError> {
    let part = params![id.0.cast_signed(), upto.cast_signed(), lines];
    db.run("INSERT INTO log_parts (match, upto, lines) VALUES (?1, ?2, ?3)", part).map(drop)
}
