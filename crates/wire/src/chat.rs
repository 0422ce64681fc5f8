//! What people say at a table, and who reads it.
//!
//! A table has rooms. At the table itself everyone reads; who sits there may always speak, others only while no match is
//! being played. The gallery is for those who watch: players never read it, so that none can be told a
//! move. A team's room is for its seats alone.

use crate::{LineId, UserId};
use parlor_kernel::{Seat, Viewer, Voice};
use serde::{Deserialize, Serialize};
use thiserror::Error;
use unicode_normalization::char::is_combining_mark;

/// The longest chat line, in characters.
pub const MAX_CHAT: usize = 500;

/// How many accents may stand on one letter.
const MAX_ACCENTS: usize = 4;
/// How many marks of any script may: some write their vowels and tones so.
const MAX_MARKS: usize = 8;
/// How many invisible characters may follow each other: a heart on fire has two in a row.
const MAX_SILENT: usize = 2;
/// How many letters the name of a flag has, with its end.
const MAX_TAGS: usize = 7;

/// Where at a table something is said.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Room {
    /// At the table: everyone reads it.
    #[default]
    Table,
    /// Beside the table: those who do not sit there read it.
    Gallery,
    /// Among the seats of a team.
    Team(u8),
}

/// Why a person may not speak in a room.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum NotYourRoom {
    /// They watch, and a match is being played.
    #[error("While a match is being played, those who watch talk in the gallery.")]
    Watching,
    /// They sit at the table.
    #[error("The gallery is for those who watch. You talk at the table.")]
    Seated,
    /// They are not of that team.
    #[error("Only a team's own players talk in its room.")]
    OtherTeam,
    /// They know what others must find out.
    #[error("While a match is being played, your seat listens and says nothing here.")]
    Silent,
}

/// What matters about a seat when something is said.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Place {
    /// The team it plays for, where the game has teams.
    pub team: Option<u8>,
    /// Where it may read and write.
    pub voice: Voice,
}

impl Room {
    /// Whether `viewer` may read what is said there; `place` tells what a seat is.
    ///
    /// Everything that shows a line asks this: events, snapshots, and what is kept with a report.
    pub fn is_read_by(self, viewer: Viewer, place: impl FnOnce(Seat) -> Place) -> bool {
        match self {
            Self::Table => true,
            Self::Gallery => viewer == Viewer::Spectator,
            Self::Team(own) => {
                viewer.seat().map(place).is_some_and(|place| place.team == Some(own) && place.voice.reads_team)
            }
        }
    }

    /// Whether `viewer` may speak there; `place` tells what a seat is.
    ///
    /// # Errors
    /// What to tell them if not.
    pub fn hears(self, viewer: Viewer, playing: bool, place: impl Fn(Seat) -> Place) -> Result<(), NotYourRoom> {
        let voice = viewer.seat().map(|seat| place(seat).voice).filter(|_| playing);
        match self {
            Self::Table if viewer == Viewer::Spectator && playing => Err(NotYourRoom::Watching),
            Self::Table if voice.is_some_and(|voice| !voice.writes_table) => Err(NotYourRoom::Silent),
            Self::Team(_) if !self.is_read_by(viewer, place) => Err(NotYourRoom::OtherTeam),
            Self::Team(_) if voice.is_some_and(|voice| !voice.writes_team) => Err(NotYourRoom::Silent),
            Self::Gallery if viewer != Viewer::Spectator => Err(NotYourRoom::Seated),
            Self::Table | Self::Gallery | Self::Team(_) => Ok(()),
        }
    }

    /// The room in which a person speaks who names none: the one for where they stand.
    pub fn of(viewer: Viewer, playing: bool) -> Self {
        if viewer == Viewer::Spectator && playing { Self::Gallery } else { Self::Table }
    }
}

/// A line said at a table. Plain text, never HTML.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ChatLine {
    /// Its id: random, so that lines in other rooms cannot be counted.
    pub id: LineId,
    /// Where it was said.
    #[serde(default)]
    pub room: Room,
    /// Who.
    pub from: UserId,
    /// Their name at the time.
    pub name: String,
    /// Whether they were sitting at the table.
    pub seated: bool,
    /// What.
    pub text: String,
}

/// Why a line cannot be said.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("A line of chat has 1 to {MAX_CHAT} printable characters.")]
pub struct BadChat;

/// Cleans typed text into one line: breaks become spaces, and what reorders, hides or piles up goes. What every
/// script and every emoji needs stays.
///
/// # Errors
/// If nothing is left to read, or too much, or if it holds control characters.
pub fn chat_text(typed: &str) -> Result<String, BadChat> {
    let mut line = String::with_capacity(typed.len().min(4 * MAX_CHAT));
    let (mut marks, mut silent, mut flag) = (0, 0, None);
    for c in typed.chars() {
        let c = if is_break(c) { ' ' } else { c };
        if c.is_control() {
            return Err(BadChat);
        }
        if is_unwanted(c) {
            continue;
        }
        // The names of some flags are spelled in letters that cannot be seen: there, and only there, they mean something.
        if is_tag(c) {
            let Some(spelled) = flag.filter(|spelled| *spelled < MAX_TAGS) else { continue };
            flag = Some(spelled + 1);
            line.push(c);
            continue;
        }
        flag = (c == '\u{1F3F4}').then_some(0);
        if is_silent(c) {
            silent += 1;
            if silent > MAX_SILENT {
                continue;
            }
        } else if is_combining_mark(c) {
            marks += 1;
            if marks > if is_accent(c) { MAX_ACCENTS } else { MAX_MARKS } {
                continue;
            }
        } else {
            (marks, silent) = (0, 0);
        }
        line.push(c);
    }
    let line = line.trim();
    if line.chars().all(is_blank) || line.chars().count() > MAX_CHAT {
        return Err(BadChat);
    }
    Ok(line.into())
}

/// Where a line would break, or jump.
const fn is_break(c: char) -> bool {
    matches!(c, '\t'..='\r' | '\u{85}' | '\u{2028}' | '\u{2029}')
}

/// What reorders the line around it, or is there to look like nothing.
const fn is_unwanted(c: char) -> bool {
    matches!(c,
        '\u{AD}' | '\u{34F}' | '\u{115F}' | '\u{1160}' | '\u{17B4}' | '\u{17B5}' | '\u{200B}' | '\u{202A}'..='\u{202E}'
        | '\u{2060}'..='\u{206F}' | '\u{3164}' | '\u{FEFF}' | '\u{FFA0}' | '\u{FFF0}'..='\u{FFFB}' | '\u{E0080}'..='\u{E0FFF}')
}

/// Letters in the names of flags.
const fn is_tag(c: char) -> bool {
    matches!(c, '\u{E0000}'..='\u{E007F}')
}

/// What joins, parts or chooses between pictures of signs, and cannot be seen itself.
const fn is_silent(c: char) -> bool {
    matches!(c, '\u{61C}' | '\u{180B}'..='\u{180F}' | '\u{200C}'..='\u{200F}' | '\u{FE00}'..='\u{FE0F}')
}

/// Accents of no particular script, which can be piled up without end.
const fn is_accent(c: char) -> bool {
    matches!(c,
        '\u{300}'..='\u{36F}' | '\u{1AB0}'..='\u{1AFF}' | '\u{1DC0}'..='\u{1DFF}' | '\u{20D0}'..='\u{20FF}'
        | '\u{FE20}'..='\u{FE2F}')
}

fn is_blank(c: char) -> bool {
    c.is_whitespace() || is_silent(c) || is_combining_mark(c) || c == '\u{2800}'
}

#[cfg(test)]
mod tests {
    use super::*;
    use parlor_kernel::Team;

    const TEAMS: [Option<u8>; 4] = [Some(0), Some(1), Some(0), None];

    /// The second of the first team knows too much to speak.
    fn place(seat: Seat) -> Place {
        let team = TEAMS[seat.index()];
        let full = Voice::full(team.map(Team));
        let voice = if seat == Seat(2) { Voice { writes_team: false, writes_table: false, ..full } } else { full };
        Place { team, voice }
    }

    fn readers(room: Room) -> Vec<Viewer> {
        Viewer::all(4).filter(|viewer| room.is_read_by(*viewer, place)).collect()
    }

    #[test]
    fn rooms_have_their_readers() {
        let seat = |n| Viewer::Seat(Seat(n));
        assert_eq!(readers(Room::Table).len(), 5);
        assert_eq!(readers(Room::Gallery), [Viewer::Spectator]);
        assert_eq!(readers(Room::Team(0)), [seat(0), seat(2)]);
        assert_eq!(readers(Room::Team(1)), [seat(1)]);
        assert_eq!(readers(Room::Team(2)), []);
    }

    #[test]
    fn nobody_speaks_where_they_cannot_read_and_no_watcher_to_players() {
        for playing in [true, false] {
            for viewer in Viewer::all(4) {
                for room in [Room::Table, Room::Gallery, Room::Team(0), Room::Team(1), Room::Team(9)] {
                    let speaks = room.hears(viewer, playing, place).is_ok();
                    assert!(!speaks || room.is_read_by(viewer, place), "{viewer:?} in {room:?}");
                }
                let silent = playing && viewer == Viewer::Seat(Seat(2));
                let expected = if silent { Err(NotYourRoom::Silent) } else { Ok(()) };
                assert_eq!(Room::of(viewer, playing).hears(viewer, playing, place), expected, "where they stand");
            }
            let watcher = Room::Table.hears(Viewer::Spectator, playing, place);
            assert_eq!(watcher, if playing { Err(NotYourRoom::Watching) } else { Ok(()) });
        }
        let keeper = Viewer::Seat(Seat(2));
        assert_eq!(Room::Team(0).hears(keeper, true, place), Err(NotYourRoom::Silent));
        assert_eq!(Room::Team(0).hears(keeper, false, place), Ok(()));
        let player = Viewer::Seat(Seat(3));
        assert_eq!(Room::Gallery.hears(player, false, place), Err(NotYourRoom::Seated));
        assert_eq!(Room::Team(0).hears(player, false, place), Err(NotYourRoom::OtherTeam));
    }

    #[test]
    fn lines_look_like_this() {
        let text = r#"{"id":"00000000000000ab","room":{"team":1},"from":"0000000000000001","name":"Ada","seated":true,"text":"hi"}"#;
        let line: ChatLine = serde_json::from_str(text).unwrap();
        assert_eq!(line.room, Room::Team(1));
        assert_eq!(serde_json::to_string(&line).unwrap(), text);
        let text = text.replace(r#""room":{"team":1},"#, "");
        assert_eq!(serde_json::from_str::<ChatLine>(&text).unwrap().room, Room::Table);
        assert_eq!(serde_json::to_string(&Room::Gallery).unwrap(), r#""gallery""#);
    }

    #[test]
    fn what_people_write_stays_as_it_is() {
        for said in [
            "<img src=x onerror=alert(1)></script>",
            "Zoë & Zoe\u{308}: 100 %",
            "می‌خواهم",
            "שָׁלוֹם \u{200F}(hi)",
            "ကျွန်ုပ်တို့ နိုင်ပြီ",
            "สวัสดีครับ",
            "प्रस्थिति क्ष्म्य",
            "tiếng Việt",
            "日本語　です",
            "👩‍👩‍👧‍👦 ❤️‍🔥 🏴󠁧󠁢󠁳󠁣󠁴󠁿 👍🏽 1️⃣ 🇨🇭",
        ] {
            assert_eq!(chat_text(said).as_deref(), Ok(said));
        }
    }

    #[test]
    fn what_reorders_hides_or_piles_up_goes() {
        let cleaned = |said: &str| chat_text(said).unwrap();
        assert_eq!(cleaned("  a\n\r\tb\u{2028}c "), "a   b c");
        assert_eq!(cleaned("abc\u{202E}def\u{2066}g\u{2069}"), "abcdefg");
        assert_eq!(cleaned("a\u{200B}\u{FEFF}\u{AD}b"), "ab");
        assert_eq!(cleaned(&format!("a{}b", "\u{200D}".repeat(300))), "a\u{200D}\u{200D}b");
        assert_eq!(cleaned(&format!("H{}i", "\u{30D}".repeat(99))), format!("H{}i", "\u{30D}".repeat(4)));
        assert_eq!(cleaned("hi\u{E0068}\u{E0069}"), "hi", "no hidden letters");
        assert_eq!(cleaned(&format!("🏴{}", "\u{E0068}".repeat(40))).chars().count(), 1 + MAX_TAGS);
    }

    #[test]
    fn nothing_to_read_and_too_much_are_refused() {
        for bad in [
            "",
            " \n",
            "\u{200B}\u{200B}",
            "\u{200D}",
            "\u{2800}",
            "\u{3164}",
            "\u{301}",
            "bell\u{7}",
            "\0",
            "\u{9B}1m",
        ] {
            assert_eq!(chat_text(bad), Err(BadChat), "{bad:?}");
        }
        assert!(chat_text(&"x".repeat(MAX_CHAT)).is_ok());
        assert_eq!(chat_text(&"x".repeat(MAX_CHAT + 1)), Err(BadChat));
    }

    proptest::proptest! {
        #[test]
        fn what_is_clean_stays_so(typed in r"[a\u{300}\u{301}\u{5b0}\u{200b}-\u{200f}\u{202e}\u{fe0f}\u{1f3f4}\u{e0061}\u{e007f} \n]{0,40}") {
            if let Ok(line) = chat_text(&typed) {
                proptest::prop_assert_eq!(chat_text(&line), Ok(line));
            }
        }
    }
}
