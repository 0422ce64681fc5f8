//! Talk at a table: who says what in which room, who reads it, and what a report is told of it.

use super::actor::Actor;
use crate::{chance, limits, settings::Limits};
use governor::DefaultDirectRateLimiter;
use parlor_kernel::{Refusal, Seat, Viewer};
use parlor_store::{User, Write};
use parlor_wire::{
    ChatLine, LineId, Room, Status, UserId,
    chat::{BadChat, NotYourRoom, chat_text},
    frame::TableEvent,
    http::Reported,
};
use std::collections::{HashMap, VecDeque};

/// How many lines a table remembers of each room.
pub const CHAT_KEPT: usize = 100;
/// How many lines a report is told, beside the one it is about.
const EVIDENCE: usize = 20;
/// How many people's chat rates a table remembers before it starts over.
const CHATTERS: usize = 1_000;

/// What a table knows of its talk.
#[derive(Default)]
pub struct Talk {
    lines: VecDeque<ChatLine>,
    chatters: HashMap<UserId, DefaultDirectRateLimiter>,
    /// The team of each seat, where the game has teams.
    teams: Vec<Option<u8>>,
}

/// What a report is about, and what was said around it as the reporter may read it.
#[derive(Debug)]
pub struct Evidence {
    /// About whom.
    pub about: UserId,
    /// What they are called.
    pub name: String,
    /// The line, if it is about one.
    pub line: Option<LineId>,
    /// The last lines, oldest first.
    pub lines: Vec<ChatLine>,
}

impl Talk {
    /// Goes on from what was said before a restart.
    pub fn recall(&mut self, lines: Vec<ChatLine>) {
        self.lines = lines.into();
    }

    /// The rules for the next match have these teams.
    pub fn set_teams(&mut self, teams: Vec<Option<u8>>) {
        self.teams = teams;
    }

    /// The team of a seat.
    pub fn team(&self, seat: Seat) -> Option<u8> {
        self.teams.get(seat.index()).copied().flatten()
    }

    /// Whether `viewer` may read what is said in `room`: everything that shows a line asks this.
    fn reads(&self, viewer: Viewer, room: Room) -> bool {
        room.is_read_by(viewer, |seat| self.team(seat))
    }

    /// What was said lately, as `viewer` may read it, oldest first.
    pub fn history(&self, viewer: Viewer) -> impl DoubleEndedIterator<Item = &ChatLine> {
        self.lines.iter().filter(move |line| self.reads(viewer, line.room))
    }

    /// Remembers a line. What is said in one room pushes nothing out of another.
    fn keep(&mut self, line: ChatLine) {
        let mut same = self.lines.iter().enumerate().filter(|(_, known)| known.room == line.room);
        let oldest = same.next().map(|(place, _)| place);
        if same.count() + 1 >= CHAT_KEPT {
            oldest.map(|place| self.lines.remove(place));
        }
        self.lines.push_back(line);
    }

    /// Forgets what somebody said; whether they may have said anything.
    fn forget(&mut self, user: UserId) -> bool {
        let remembered = self.lines.len();
        self.lines.retain(|line| line.from != user);
        self.chatters.remove(&user).is_some() || self.lines.len() < remembered
    }

    fn not_too_fast(&mut self, user: UserId, limits: &Limits) -> Result<(), Refusal> {
        if self.chatters.len() >= CHATTERS {
            self.chatters.clear();
        }
        let rate = self.chatters.entry(user).or_insert_with(|| limits::chat(limits));
        rate.check()
            .map_err(|_| Refusal { code: "too_fast", message: "One thing after another: wait a moment.".into() })
    }
}

impl Actor {
    /// Somebody says something, where they stand if they name no room.
    pub(super) async fn say(&mut self, user: &User, text: &str, room: Option<Room>) -> Result<(), Refusal> {
        let (viewer, playing) = (self.viewer(user.id), self.saved.status == Status::Playing);
        let room = room.unwrap_or_else(|| Room::of(viewer, playing));
        room.hears(viewer, playing, |seat| self.talk.team(seat)).map_err(not_your_room)?;
        let text = chat_text(text).map_err(bad_chat)?;
        self.talk.not_too_fast(user.id, &self.house.settings.limits)?;
        let (id, seated) = (chance::line_id(), viewer != Viewer::Spectator);
        let line = ChatLine { id, room, from: user.id, name: user.name.clone(), seated, text };
        self.commit(vec![Write::Chat { code: self.code, line: line.clone() }]).await?;
        self.talk.keep(line.clone());
        self.stir();
        for viewer in self.streams.viewers() {
            if self.talk.reads(viewer, room) {
                self.publish(viewer, TableEvent::Chat(line.clone()));
            }
        }
        Ok(())
    }

    /// People have been deleted: nothing they said is shown any more, and what was said since is not kept either.
    pub(super) async fn forget(&mut self, gone: &[User]) -> Result<(), Refusal> {
        let mut writes = Vec::new();
        for user in gone {
            self.stand_up(user).await?;
            self.forget_payer(user.id).await?;
            // Whoever never said anything has nothing to be written down: there are many tables.
            if self.talk.forget(user.id) {
                writes.push(Write::ForgetChat { code: self.code, user: user.id });
            }
        }
        if !writes.is_empty() {
            // Also not to those who come back and would be sent what they have missed.
            self.streams.begin_anew();
            self.refresh_all();
            self.commit(writes).await?;
        }
        Ok(())
    }

    /// What `reporter` may show of what they report.
    pub(super) fn evidence(&self, reporter: UserId, about: Reported) -> Result<Evidence, Refusal> {
        let readable: Vec<_> = self.talk.history(self.viewer(reporter)).collect();
        let (about, name, line) = match about {
            Reported::Line(id) => {
                let line = readable.iter().find(|line| line.id == id).ok_or_else(no_such_line)?;
                (line.from, line.name.clone(), Some(*line))
            }
            Reported::Person(id) => {
                let said = readable.iter().rev().find(|line| line.from == id).map(|line| line.name.clone());
                let name = self.saved.name_of(id).or(said).ok_or_else(nobody_there)?;
                (id, name, None)
            }
        };
        if about == reporter {
            return Err(Refusal { code: "not_yourself", message: "You cannot report yourself.".into() });
        }
        let latest = &readable[readable.len().saturating_sub(EVIDENCE)..];
        // A line that was said long ago comes first.
        let older = line.filter(|line| !latest.contains(line));
        let lines = older.into_iter().chain(latest.iter().copied()).cloned().collect();
        Ok(Evidence { about, name, line: line.map(|line| line.id), lines })
    }
}

fn not_your_room(error: NotYourRoom) -> Refusal {
    Refusal { code: "not_your_room", message: error.to_string() }
}

fn bad_chat(error: BadChat) -> Refusal {
    Refusal { code: "bad_chat", message: error.to_string() }
}

fn no_such_line() -> Refusal {
    Refusal { code: "no_such_line", message: "That line is not there any more.".into() }
}

fn nobody_there() -> Refusal {
    Refusal { code: "nobody_there", message: "They do not sit at this table and have said nothing here.".into() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_noisy_room_pushes_nothing_out_of_another() {
        let line = |id, room| ChatLine {
            id: LineId(id),
            room,
            from: UserId(1),
            name: "Ada".into(),
            seated: false,
            text: "hi".into(),
        };
        let mut talk = Talk::default();
        talk.keep(line(1, Room::Table));
        for id in 2..=300 {
            talk.keep(line(id, Room::Gallery));
        }
        let ids = |viewer| talk.history(viewer).map(|line| line.id.0).collect::<Vec<_>>();
        assert_eq!(ids(Viewer::Seat(Seat(0))), [1]);
        let watched = ids(Viewer::Spectator);
        assert_eq!((watched.len(), watched[1], watched[100]), (101, 201, 300));
    }
}
