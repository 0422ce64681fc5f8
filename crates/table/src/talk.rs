//! Talk at a table: who says what in which room, who reads it, and what a report is told of it.

use crate::{chance::Chance, input::Moment, rules::Rules};
use parlor_kernel::Viewer;
use parlor_store::User;
use parlor_wire::{
    ChatLine, LineId, Room, UserId,
    chat::{BadChat, NotYourRoom, chat_text},
    http::Reported,
};
use std::collections::{BTreeMap, VecDeque};
use strum::{IntoStaticStr, VariantNames};
use thiserror::Error;

/// How many lines a table remembers of each room.
pub const CHAT_KEPT: usize = 100;
/// How many lines a report is told, beside the one it is about.
const EVIDENCE: usize = 20;
/// How many users' paces a table remembers before it starts over.
const SPEAKERS: usize = 1_000;
/// Within which time a user may say [so many](crate::HouseRules::chat_per_ten_seconds) lines, in milliseconds.
const PACE_MS: u64 = 10_000;

/// Why something about talk is refused.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error, IntoStaticStr, VariantNames)]
#[strum(serialize_all = "snake_case")]
pub enum TalkError {
    /// The caller may not speak there.
    #[error(transparent)]
    NotYourRoom(#[from] NotYourRoom),
    /// The line will not do.
    #[error(transparent)]
    BadChat(#[from] BadChat),
    /// The caller talks too much.
    #[error("One thing after another: wait a moment.")]
    TooFast,
    /// The line is gone, or was never there for the caller to read.
    #[error("That line is not there any more.")]
    NoSuchLine,
    /// The person who is reported has nothing to do with the table.
    #[error("They do not sit at this table and have said nothing here.")]
    NobodyThere,
    /// The caller reports themselves.
    #[error("You cannot report yourself.")]
    NotYourself,
}

/// What a report is about, and what was said around it as the reporter may read it.
#[derive(Clone, PartialEq, Eq, Debug)]
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

/// What was said at a table lately, and how fast.
#[derive(Debug, Default)]
pub struct Talk {
    lines: VecDeque<ChatLine>,
    /// When each user will have used up what they said, on the house's clock.
    paces: BTreeMap<UserId, u64>,
}

impl Talk {
    /// Goes on from what was said before.
    pub fn recall(&mut self, lines: Vec<ChatLine>) {
        self.lines = lines.into();
    }

    /// What was said lately, as `viewer` may read it, oldest first.
    pub fn history(&self, viewer: Viewer, rules: &Rules) -> impl DoubleEndedIterator<Item = &ChatLine> {
        self.lines.iter().filter(move |line| rules.reads(viewer, line.room))
    }

    /// A user says something, in their own room if they name none.
    ///
    /// # Errors
    /// If they may not speak there, or not now.
    pub fn say(
        &mut self,
        (user, viewer): (&User, Viewer),
        (text, room): (&str, Option<Room>),
        is_playing: bool,
        (rules, per_ten_seconds): (&Rules, u32),
        (now, chance): (Moment, &mut Chance),
    ) -> Result<ChatLine, TalkError> {
        let room = room.unwrap_or_else(|| Room::of(viewer, is_playing));
        room.hears(viewer, is_playing, |seat| rules.place(seat))?;
        let text = chat_text(text)?;
        self.not_too_fast(user.id, now.house_ms, per_ten_seconds)?;
        let (id, seated) = (LineId(chance.word()), viewer != Viewer::Spectator);
        let line = ChatLine { id, room, from: user.id, name: user.name.clone(), seated, text };
        self.keep(line.clone());
        Ok(line)
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

    /// Forgets what a user said; tells whether they may have said anything.
    pub fn forget(&mut self, user: UserId) -> bool {
        let remembered = self.lines.len();
        self.lines.retain(|line| line.from != user);
        self.paces.remove(&user).is_some() || self.lines.len() < remembered
    }

    /// So many lines at once, and then one whenever a part of ten seconds has passed.
    fn not_too_fast(&mut self, user: UserId, now_ms: u64, per_ten_seconds: u32) -> Result<(), TalkError> {
        if self.paces.len() >= SPEAKERS {
            self.paces.clear();
        }
        let each = PACE_MS / u64::from(per_ten_seconds.max(1));
        let used_up = self.paces.entry(user).or_insert(now_ms);
        let next = now_ms.max(*used_up) + each;
        if next > now_ms + PACE_MS {
            return Err(TalkError::TooFast);
        }
        *used_up = next;
        Ok(())
    }

    /// What `reporter` may show of what they report. `name_of` names those who sit at the table.
    ///
    /// # Errors
    /// If they cannot see what they report.
    pub fn evidence(
        &self,
        (reporter, viewer): (UserId, Viewer),
        about: Reported,
        rules: &Rules,
        name_of: impl FnOnce(UserId) -> Option<String>,
    ) -> Result<Evidence, TalkError> {
        let readable: Vec<_> = self.history(viewer, rules).collect();
        let (about, name, line) = match about {
            Reported::Line(id) => {
                let line = readable.iter().find(|line| line.id == id).ok_or(TalkError::NoSuchLine)?;
                (line.from, line.name.clone(), Some(*line))
            }
            Reported::Person(id) => {
                let said = readable.iter().rev().find(|line| line.from == id).map(|line| line.name.clone());
                (id, name_of(id).or(said).ok_or(TalkError::NobodyThere)?, None)
            }
        };
        if about == reporter {
            return Err(TalkError::NotYourself);
        }
        let latest = &readable[readable.len().saturating_sub(EVIDENCE)..];
        // A line that was said long ago comes first.
        let older = line.filter(|line| !latest.contains(line));
        let lines = older.into_iter().chain(latest.iter().copied()).cloned().collect();
        Ok(Evidence { about, name, line: line.map(|line| line.id), lines })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        Seed,
        testing::{ada, at, ben, cat, party},
    };
    use parlor_kernel::Seat;

    /// Ada, Ben and Cat at a table for four in two teams: Ada and Cat play against each other, Ben watches.
    struct Scene {
        talk: Talk,
        rules: Rules,
        chance: Chance,
    }

    impl Scene {
        fn new() -> Self {
            Self { talk: Talk::default(), rules: party(), chance: Chance::new(Seed([1; 32])) }
        }

        fn says(&mut self, user: &User, room: Option<Room>, text: &str, now_ms: u64) -> Result<ChatLine, TalkError> {
            let (viewer, chance) = (viewer(user), &mut self.chance);
            self.talk.say((user, viewer), (text, room), true, (&self.rules, 8), (at(now_ms), chance))
        }

        fn reads(&self, viewer: Viewer) -> Vec<&str> {
            self.talk.history(viewer, &self.rules).map(|line| line.text.as_str()).collect()
        }
    }

    fn viewer(user: &User) -> Viewer {
        let seats = [(ada().id, Seat(0)), (cat().id, Seat(1))];
        seats.iter().find(|(id, _)| *id == user.id).map_or(Viewer::Spectator, |(_, seat)| Viewer::Seat(*seat))
    }

    #[test]
    fn a_line_is_read_in_its_room_only() {
        let mut scene = Scene::new();
        scene.says(&ada(), None, "aloud", 0).unwrap();
        scene.says(&ada(), Some(Room::Team(0)), "whispered", 0).unwrap();
        scene.says(&ben(), None, "in the gallery", 0).unwrap();
        assert_eq!(scene.reads(Viewer::Seat(Seat(2))), ["aloud", "whispered"]);
        assert_eq!(scene.reads(Viewer::Seat(Seat(1))), ["aloud"]);
        assert_eq!(scene.reads(Viewer::Spectator), ["aloud", "in the gallery"]);
        let refused = scene.says(&ben(), Some(Room::Table), "play the king", 0).unwrap_err();
        assert!(matches!(refused, TalkError::NotYourRoom(_)), "{refused:?}");
        let refused = scene.says(&ada(), None, " ", 0).unwrap_err();
        assert!(matches!(refused, TalkError::BadChat(_)), "{refused:?}");
    }

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
        let mut scene = Scene::new();
        scene.talk.keep(line(1, Room::Table));
        for id in 2..=300 {
            scene.talk.keep(line(id, Room::Gallery));
        }
        let ids = |viewer| scene.talk.history(viewer, &scene.rules).map(|line| line.id.0).collect::<Vec<_>>();
        assert_eq!(ids(Viewer::Seat(Seat(0))), [1]);
        let watched = ids(Viewer::Spectator);
        assert_eq!((watched.len(), watched[1], watched[100]), (101, 201, 300));
    }

    #[test]
    fn a_user_talks_at_a_pace_and_slows_nobody_else() {
        let mut scene = Scene::new();
        for _ in 0..8 {
            scene.says(&ada(), None, "again", 0).unwrap();
        }
        assert_eq!(scene.says(&ada(), None, "again", 1_249), Err(TalkError::TooFast));
        scene.says(&cat(), None, "hush", 1_249).unwrap();
        scene.says(&ada(), None, "again", 1_250).unwrap();
        assert_eq!(scene.says(&ada(), None, "again", 1_250), Err(TalkError::TooFast));
        for _ in 0..8 {
            scene.says(&ada(), None, "after a while", 60_000).unwrap();
        }
        assert_eq!(scene.says(&ada(), None, "again", 60_000), Err(TalkError::TooFast));
    }

    #[test]
    fn a_report_is_told_what_its_author_may_read() {
        let mut scene = Scene::new();
        let whispered = scene.says(&ada(), Some(Room::Team(0)), "whispered", 0).unwrap().id;
        let first = scene.says(&ada(), None, "first", 0).unwrap().id;
        for number in 0..30 {
            scene.says(&cat(), None, &number.to_string(), 100_000 * number).unwrap();
        }
        let report = |reporter: &User, about| {
            let reporter = (reporter.id, viewer(reporter));
            scene.talk.evidence(reporter, about, &scene.rules, |_| None)
        };
        assert_eq!(report(&ben(), Reported::Line(whispered)), Err(TalkError::NoSuchLine));
        let old = report(&ben(), Reported::Line(first)).unwrap();
        assert_eq!((old.about, old.line, old.lines.len()), (ada().id, Some(first), 1 + EVIDENCE));
        assert_eq!((old.lines[0].id, old.lines[1].text.as_str()), (first, "10"));
        let person = report(&ben(), Reported::Person(cat().id)).unwrap();
        assert_eq!((person.name.as_str(), person.line, person.lines.len()), ("Cat", None, EVIDENCE));
        assert_eq!(report(&ben(), Reported::Person(UserId(99))), Err(TalkError::NobodyThere));
        assert_eq!(report(&ada(), Reported::Line(first)), Err(TalkError::NotYourself));
    }

    #[test]
    fn what_a_user_said_is_forgotten() {
        let mut scene = Scene::new();
        scene.says(&ada(), None, "mine", 0).unwrap();
        scene.says(&cat(), None, "hers", 0).unwrap();
        assert!(scene.talk.forget(ada().id));
        assert!(!scene.talk.forget(ada().id), "once");
        assert_eq!(scene.reads(Viewer::Spectator), ["hers"]);
    }
}
