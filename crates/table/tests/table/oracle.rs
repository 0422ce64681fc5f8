//! Knows from what was written alone what every connection must hear, and checks that it hears exactly that.

use crate::{rows::Rows, shadow::Shadow};
use parlor_escrow::Escrow;
use parlor_kernel::{Announcement, Audience, Registry, Seat, Viewer};
use parlor_store::{Transfer, Why, Write};
use parlor_table::ConnectionId;
use parlor_wire::{
    ChatLine, EscrowId, Frame, Occupant, Room, ServerFrame, Status, UserId,
    frame::{Playing, Seen, Snapshot, TableEvent},
};
use serde::Deserialize;
use std::collections::{BTreeMap, HashMap, VecDeque};

/// What is wrong.
pub type Check = Result<(), String>;

/// How many frames there are for each whose text is looked through.
const LOOKED_THROUGH: u64 = 61;

/// What the oracle reads of a saved table.
#[derive(Clone, Debug, Deserialize)]
pub struct Kept {
    pub preset: String,
    pub public: bool,
    pub status: Status,
    pub seats: Vec<KeptSeat>,
    pub kicked: Vec<UserId>,
    pub bet: Option<KeptBet>,
}

#[derive(Clone, Debug, Deserialize)]
pub struct KeptSeat {
    pub occupant: Occupant,
    pub ready: bool,
}

#[derive(Clone, Debug, Deserialize)]
pub struct KeptBet {
    pub id: EscrowId,
    pub escrow: Escrow,
}

impl Kept {
    pub fn viewer(&self, user: UserId) -> Viewer {
        let place = self.seats.iter().position(|seat| seat.occupant.person() == Some(user));
        place.map_or(Viewer::Spectator, |place| Viewer::Seat(Seat(place as u8)))
    }
}

/// A connection that watches, and how far it has come.
#[derive(Clone, Copy, Debug)]
pub struct Watcher {
    pub user: UserId,
    pub viewer: Viewer,
    /// The last event; none until it has been shown the table.
    pub seen: Option<Seen>,
    /// What it has heard in this step.
    heard: Heard,
}

#[derive(Clone, Copy, Debug, Default)]
struct Heard {
    /// How many of the game's announcements are behind it.
    announcements: usize,
    lines: usize,
    is_shown: bool,
    has_begun: bool,
    has_ended: bool,
}

impl Watcher {
    /// A connection of a user that has just come, and may have seen something before.
    pub const fn new(user: UserId, viewer: Viewer, seen: Option<Seen>) -> Self {
        let heard = Heard { announcements: 0, lines: 0, is_shown: false, has_begun: false, has_ended: false };
        Self { user, viewer, seen, heard }
    }
}

/// What has been written, and who listens.
pub struct Oracle {
    games: Registry,
    pub kept: Kept,
    pub match_now: Option<Shadow>,
    pub watchers: BTreeMap<ConnectionId, Watcher>,
    /// The connection that has just come back, and is told what it has missed.
    pub coming_back: Option<ConnectionId>,
    /// Who could hear what has been announced.
    past: HashMap<String, Audience>,
    /// How often notable things have happened.
    pub seen: BTreeMap<&'static str, u64>,
    frames: u64,
}

/// What a batch of writes means for those who listen.
#[derive(Default)]
pub struct Expected<'a> {
    /// What the shadow of the match has yet to take in.
    pending: VecDeque<&'a Write>,
    announcements: Vec<Announcement>,
    lines: Vec<ChatLine>,
    begins: bool,
    ends: bool,
    closes: bool,
}

impl Oracle {
    pub fn new(games: Registry, state: &str) -> Self {
        let kept = serde_json::from_str(state).expect("tables are JSON");
        Self {
            games,
            kept,
            match_now: None,
            watchers: BTreeMap::new(),
            coming_back: None,
            past: HashMap::new(),
            seen: BTreeMap::new(),
            frames: 0,
        }
    }

    /// Something notable happens.
    pub fn note(&mut self, what: &'static str) {
        *self.seen.entry(what).or_default() += 1;
    }

    fn team(&self, seat: Seat) -> Option<u8> {
        (self.kept.preset == "party").then_some(seat.0 % 2)
    }

    /// Whether a viewer may read what is said in a room.
    pub fn reads(&self, viewer: Viewer, room: Room) -> bool {
        match (room, viewer) {
            (Room::Table, _) | (Room::Gallery, Viewer::Spectator) => true,
            (Room::Team(team), Viewer::Seat(seat)) => self.team(seat) == Some(team),
            (Room::Gallery | Room::Team(_), _) => false,
        }
    }

    /// Takes in what has been written.
    pub fn written<'a>(&mut self, writes: &'a [Write]) -> Result<Expected<'a>, String> {
        let mut expected = Expected::default();
        for write in writes {
            if let Some(what) = notable(write) {
                self.note(what);
            }
            match write {
                Write::SaveTable { state, .. } | Write::SleepTable { state, .. } => {
                    self.kept = serde_json::from_str(state).map_err(|error| error.to_string())?;
                }
                Write::BeginMatch { .. } => expected.begins = true,
                Write::EndMatch { .. } => expected.ends = true,
                Write::Chat { line, .. } => expected.lines.push(line.clone().into()),
                Write::DropTable { .. } => expected.closes = true,
                _ => {}
            }
            if matches!(write, Write::BeginMatch { .. } | Write::Append { .. } | Write::EndMatch { .. }) {
                expected.pending.push_back(write);
            }
        }
        Ok(expected)
    }

    /// Lets the shadow of the match take in what was written, up to the beginning of a match or to the end.
    fn catch_up(&mut self, expected: &mut Expected<'_>, to_the_end: bool) -> Check {
        while let Some(write) = expected.pending.pop_front() {
            match write {
                Write::BeginMatch { row, .. } => {
                    self.match_now = Some(Shadow::new(&self.games, row));
                    if !to_the_end {
                        break;
                    }
                }
                Write::Append { id, entry } => {
                    let shadow =
                        self.match_now.as_mut().filter(|shadow| shadow.id == *id).ok_or("a log of no match")?;
                    let announced = shadow.apply(entry)?;
                    self.past.extend(announced.iter().map(|told| (told.json.clone(), told.audience)));
                    expected.announcements.extend(announced);
                }
                _ => self.match_now.as_mut().ok_or("the end of no match")?.is_over = true,
            }
        }
        Ok(())
    }

    /// What was written is not told: the process has died, or does not know what has become of it.
    pub fn silent(&mut self, mut expected: Expected<'_>) -> Check {
        self.catch_up(&mut expected, true)
    }

    /// The table goes on from what is stored, and so does the shadow: moments that were told and not written may come again.
    pub fn start_over(&mut self, rows: &Rows) -> Check {
        let Some(known) = &self.match_now else { return Ok(()) };
        let kept = rows.matches.get(&known.id).ok_or("a match is not stored")?;
        let mut shadow = Shadow::new(&self.games, &kept.row);
        for entry in &kept.entries {
            shadow.apply(entry)?;
        }
        shadow.is_over = kept.row.footer.is_some();
        self.match_now = Some(shadow);
        Ok(())
    }

    /// Nothing has been told in this step yet.
    pub fn listen(&mut self) {
        self.watchers.values_mut().for_each(|watcher| watcher.heard = Heard::default());
    }

    /// A frame is sent.
    pub fn hears(&mut self, to: &[ConnectionId], frame: &Frame, expected: &mut Expected<'_>, rows: &Rows) -> Check {
        self.frames += 1;
        if to.windows(2).any(|pair| pair[0] >= pair[1]) {
            return Err("a connection is told something twice".into());
        }
        if let ServerFrame::Event { event, .. } = frame.value() {
            match event {
                TableEvent::Began(_) if expected.begins => self.catch_up(expected, false)?,
                TableEvent::Game(_) | TableEvent::Settled { .. } | TableEvent::Ended(_) => {
                    self.catch_up(expected, true)?;
                }
                _ => {}
            }
        }
        let audience = self.audience(frame);
        for connection in to {
            let watcher = *self.watchers.get(connection).ok_or("a connection is told something that does not watch")?;
            let heard = match frame.value() {
                ServerFrame::Snapshot(snapshot) => self.shown(watcher, snapshot, expected, rows),
                ServerFrame::Event { seq, event, .. } if self.coming_back == Some(*connection) => {
                    self.missed(watcher, (*seq, event), audience, rows)
                }
                ServerFrame::Event { seq, event, .. } => self.event(watcher, (*seq, event), audience, expected),
                other => Err(format!("a table does not say {other:?}")),
            };
            let heard = heard.map_err(|wrong| format!("{} ({:?}): {wrong}", watcher.user, watcher.viewer))?;
            self.watchers.insert(*connection, heard);
        }
        if self.frames.is_multiple_of(LOOKED_THROUGH)
            && let Some(live) = self.match_now.as_ref().filter(|live| !live.is_over)
            && frame.text().contains(&live.key)
        {
            return Err("the key of a match is told before its end".into());
        }
        Ok(())
    }

    /// Who may know of the input that a frame tells of, if it does.
    fn audience(&self, frame: &Frame) -> Option<Audience> {
        let ServerFrame::Event { event: TableEvent::Heard(heard), .. } = frame.value() else { return None };
        self.match_now.as_ref()?.input_audience(heard.seat, &heard.action)
    }

    fn shown(
        &mut self,
        watcher: Watcher,
        snapshot: &Snapshot,
        expected: &mut Expected<'_>,
        rows: &Rows,
    ) -> Result<Watcher, String> {
        let viewer = self.kept.viewer(watcher.user);
        if snapshot.seat != viewer.seat() {
            return Err(format!("is shown the table from {:?}", snapshot.seat));
        }
        if snapshot.table.config.is_none() {
            return Err("is shown a table without its rules".into());
        }
        if !rows.talk().into_iter().filter(|line| self.reads(viewer, line.room)).eq(&snapshot.chat) {
            return Err(format!("is shown other talk than was said: {:?}", snapshot.chat));
        }
        if let Some(playing) = &snapshot.game {
            // It is from before what else was written in this step, or from after it.
            if self.sees(viewer, playing, expected).is_err() {
                self.catch_up(expected, true)?;
                self.sees(viewer, playing, expected)?;
            }
        }
        let heard = Heard { is_shown: true, ..watcher.heard };
        Ok(Watcher { viewer, seen: Some(snapshot.seen), heard, ..watcher })
    }

    fn sees(&mut self, viewer: Viewer, playing: &Playing, expected: &Expected<'_>) -> Check {
        let Some(shadow) = self.match_now.as_mut() else { return Err("is shown a match that was not begun".into()) };
        if playing.match_id != shadow.id {
            return Err("is shown another match".into());
        }
        if let Some(tick) = playing.settled.filter(|_| !shadow.is_over) {
            let is_behind = |write: &&Write| match write {
                Write::Append { entry, .. } => entry.tick < tick || entry.tick == tick && entry.input == "\"wake\"",
                _ => false,
            };
            if expected.pending.front().is_some_and(is_behind) {
                return Err("is shown more than was written".into());
            }
            shadow.settle(tick)?;
        }
        if !shadow.is_view(viewer, &playing.view) {
            return Err(format!("is shown what {viewer:?} may not know, or not all of it: {}", playing.view));
        }
        for heard in &playing.heard {
            let audience = shadow.input_audience(heard.seat, &heard.action).ok_or("is shown no action")?;
            if !audience.includes(viewer) {
                return Err("is shown an input that they may not know of".into());
            }
        }
        if playing.ended.is_some() != shadow.is_over {
            return Err("is shown another end than the log's".into());
        }
        Ok(())
    }

    /// An event that a connection has missed and is told now.
    fn missed(
        &mut self,
        watcher: Watcher,
        (seq, event): (u64, &TableEvent),
        audience: Option<Audience>,
        rows: &Rows,
    ) -> Result<Watcher, String> {
        let watcher = watcher.counts(seq)?;
        self.note("an event is told to a connection that comes back");
        let viewer = watcher.viewer;
        let may_hear = match event {
            TableEvent::Game(events) | TableEvent::Settled { events, .. } => {
                events.iter().all(|event| self.past.get(event.get()).is_some_and(|past| past.includes(viewer)))
            }
            TableEvent::Chat(line) => self.reads(viewer, line.room) && rows.chat.contains(line),
            TableEvent::Heard(_) => audience.is_none_or(|audience| audience.includes(viewer)),
            TableEvent::Table(_) | TableEvent::Began(_) | TableEvent::Ended(_) | TableEvent::Closed { .. } => true,
        };
        if may_hear { Ok(watcher) } else { Err(format!("comes back and hears what they may not hear: {event:?}")) }
    }

    fn event(
        &mut self,
        mut watcher: Watcher,
        (seq, event): (u64, &TableEvent),
        audience: Option<Audience>,
        expected: &Expected<'_>,
    ) -> Result<Watcher, String> {
        let viewer = watcher.viewer;
        match event {
            TableEvent::Table(info) => {
                if !(info.config.is_none() || expected.begins && !watcher.heard.has_begun) {
                    return Err("is told the rules although no match begins".into());
                }
            }
            TableEvent::Began(playing) => {
                self.sees(viewer, playing, expected)?;
                watcher.heard.has_begun = true;
            }
            TableEvent::Game(events) | TableEvent::Settled { events, .. } => {
                for event in events {
                    let (announcement, behind) =
                        next(&expected.announcements, watcher.heard.announcements, viewer).unzip();
                    let due = announcement.map_or("nothing", |announcement| &announcement.json);
                    if due != event.get() {
                        return Err(format!("hears {event}, and may hear {due}"));
                    }
                    watcher.heard.announcements = behind.unwrap_or_default();
                }
                if let (TableEvent::Settled { tick, .. }, Some(shadow)) = (event, &mut self.match_now)
                    && !shadow.is_over
                {
                    shadow.settle(*tick)?;
                }
            }
            TableEvent::Heard(_) => {
                self.note("an input is heard of");
                let audience = audience.ok_or("hears no action, or an input to no match")?;
                if !audience.includes(viewer) {
                    return Err("hears of an input that they may not know of".into());
                }
            }
            TableEvent::Ended(ended) => {
                let key = serde_json::to_string(&ended.key).map_err(|error| error.to_string())?;
                let is_right = self.match_now.as_ref().is_some_and(|shadow| key.contains(&shadow.key));
                if !expected.ends || watcher.heard.has_ended || !is_right {
                    return Err("hears of an end that was not written".into());
                }
                watcher.heard.has_ended = true;
            }
            TableEvent::Chat(line) => {
                if !expected.lines.contains(line) {
                    return Err(format!("reads what was not said: {line:?}"));
                }
                if !self.reads(viewer, line.room) {
                    return Err(format!("reads what was said in another room: {line:?}"));
                }
                watcher.heard.lines += 1;
            }
            TableEvent::Closed { .. } if !expected.closes => return Err("hears that the table closes".into()),
            TableEvent::Closed { .. } => {}
        }
        // Last: what tells a viewer too much may also be out of order, and the first matters more.
        watcher.counts(seq)
    }

    /// Everything has been told: no client has missed anything.
    pub fn heard_all(&mut self, mut expected: Expected<'_>) -> Check {
        self.catch_up(&mut expected, true)?;
        for watcher in self.watchers.values().filter(|watcher| !watcher.heard.is_shown && watcher.seen.is_some()) {
            let (user, viewer, heard) = (watcher.user, watcher.viewer, watcher.heard);
            let missed = |what: &str| Err(format!("{user} ({viewer:?}) does not hear {what}"));
            if viewer != self.kept.viewer(user) {
                return missed("that they sit elsewhere");
            }
            if let Some((event, _)) = next(&expected.announcements, heard.announcements, viewer) {
                return missed(&event.json);
            }
            if heard.lines != expected.lines.iter().filter(|line| self.reads(viewer, line.room)).count() {
                return missed("what was said");
            }
            if heard.has_ended != expected.ends {
                return missed("that the match is over");
            }
            if heard.has_begun != expected.begins {
                return missed("that a match begins");
            }
        }
        Ok(())
    }
}

impl Watcher {
    /// The next event, without a gap.
    fn counts(mut self, seq: u64) -> Result<Self, String> {
        let Some(seen) = &mut self.seen else { return Err("hears something before they are shown the table".into()) };
        if seq != seen.seq + 1 {
            return Err(format!("hears event {seq} after {}", seen.seq));
        }
        seen.seq = seq;
        Ok(self)
    }
}

/// What is notable about a write.
fn notable(write: &Write) -> Option<&'static str> {
    match write {
        Write::BeginMatch { .. } => Some("a match begins"),
        Write::EndMatch { .. } => Some("a match ends"),
        Write::Append { entry, .. } if entry.input == "\"wake\"" => Some("the clock does something"),
        Write::Append { entry, .. } if entry.input.starts_with("{\"leave") => Some("a seat leaves a match"),
        Write::Append { entry, .. } if entry.input == "\"call_off\"" => Some("a match is called off"),
        Write::Append { entry, .. } if entry.command.is_none() => Some("a bot acts"),
        Write::Append { .. } => Some("a player acts"),
        Write::Transfer(Transfer { why: Why::Deposit, .. }) => Some("a bet is put in"),
        Write::Transfer(Transfer { why: Why::Refund, .. }) => Some("bets are given back"),
        Write::Transfer(Transfer { why: Why::Payout, .. }) => Some("a bet is paid"),
        Write::Held { disputed: true, .. } => Some("a dispute is decided, or left undecided"),
        Write::SaveTable { state, .. } if state.contains("stands_since") => Some("a match stands still"),
        Write::SaveTable { state, .. } if state.contains("\"substitute\":\"") => Some("a bot stands in for a player"),
        Write::Chat { .. } => Some("a line is said"),
        Write::ForgetChat { .. } => Some("what a user said is forgotten"),
        Write::DropTable { .. } => Some("a table closes"),
        _ => None,
    }
}

/// The next announcement that a viewer may hear, and how many are behind it then.
fn next(announcements: &[Announcement], behind: usize, viewer: Viewer) -> Option<(&Announcement, usize)> {
    let rest = announcements.iter().enumerate().skip(behind);
    rest.filter(|(_, told)| told.audience.includes(viewer)).map(|(place, told)| (told, place + 1)).next()
}
