//! What a client knows about a table it follows.

use crate::{Ahead, MoveLog};
use parlor_kernel::{
    AnyEvent, AnyRules, AnyView, Commitment, Game, Predict, Seat, SeatLabel, SeatPlan, SeenView, Team, Tick, Viewer,
    Voice,
};
use parlor_wire::{
    ChatLine, MatchId, Room, Status, TableInfo,
    chat::Place,
    frame::{Ended, Seen},
};
use std::sync::Arc;

/// A followed table.
pub struct TableModel {
    /// Seats and status.
    pub info: TableInfo,
    /// The rule set, read once for each match; none if this client does not know the game or the rules.
    pub rules: Option<Arc<dyn AnyRules>>,
    /// The client's own clock (in milliseconds) when the house told that: times left in it run from there.
    pub told_ms: f64,
    /// The last event included.
    pub seen: Seen,
    /// The client's own seat.
    pub seat: Option<Seat>,
    /// The match that is being played or has just ended.
    pub game: Option<MatchModel>,
    /// What was said lately, oldest first.
    pub chat: Vec<ChatLine>,
    /// Why the table is gone, if it is.
    pub closed: Option<String>,
}

impl TableModel {
    /// As whom we see the table.
    fn viewer(&self) -> Viewer {
        self.seat.map_or(Viewer::Spectator, Viewer::Seat)
    }

    fn team(&self, seat: Seat) -> Option<u8> {
        self.info.seats.get(seat.index())?.team
    }

    fn place(&self, seat: Seat) -> Place {
        let team = self.team(seat);
        let voice = self.rules.as_ref().map_or_else(|| Voice::full(team.map(Team)), |rules| rules.voice(seat));
        Place { team, voice }
    }

    /// What a seat is called and does, as far as the rules tell.
    pub fn seat_plan(&self, seat: Seat) -> Option<&SeatPlan> {
        self.rules.as_ref()?.seat_plans().get(seat.index())
    }

    /// The rooms we may read, the table itself first. The gallery is not worth a word before a first match.
    pub fn rooms(&self) -> Vec<Room> {
        let heard = |room| self.chat.iter().any(|line| line.room == room);
        let gallery = self.info.status == Status::Playing || heard(Room::Gallery);
        let own = self.seat.and_then(|seat| self.team(seat)).map(Room::Team);
        let all = [Room::Table].into_iter().chain(gallery.then_some(Room::Gallery)).chain(own);
        all.filter(|room| room.is_read_by(self.viewer(), |seat| self.place(seat))).collect()
    }

    /// The room we stand in: where we speak if we name none.
    pub fn room(&self) -> Room {
        Room::of(self.viewer(), self.info.status == Status::Playing)
    }

    /// Whether we may speak in a room.
    pub fn may_speak(&self, room: Room) -> bool {
        room.hears(self.viewer(), self.info.status == Status::Playing, |seat| self.place(seat)).is_ok()
    }

    /// Takes in a line, keeping at most `kept` of its room.
    pub(crate) fn hear(&mut self, line: ChatLine, kept: usize) {
        if self.chat.iter().filter(|known| known.room == line.room).count() >= kept
            && let Some(oldest) = self.chat.iter().position(|known| known.room == line.room)
        {
            self.chat.remove(oldest);
        }
        self.chat.push(line);
    }
}

/// A followed match.
pub struct MatchModel {
    /// Its id.
    pub id: MatchId,
    /// The promise about its dice.
    pub commitment: Commitment,
    /// Who sat in each seat when it began.
    pub players: Vec<SeatLabel>,
    /// The match's time when the house last told it, and the client's own clock (in milliseconds) at that moment.
    pub told: (Tick, f64),
    /// Whether the match's time stands still.
    pub stands: bool,
    /// What this client may know of it; in a real-time match, as far as it is settled.
    pub view: Box<dyn AnyView>,
    /// What is known beyond that, in a real-time match.
    pub ahead: Option<Ahead>,
    /// What has happened in it, as far as this client heard of it.
    pub moves: MoveLog,
    /// How it ended, if it has.
    pub ended: Option<Ended>,
}

impl MatchModel {
    /// Lists what a step announced, in the words of `rules`.
    pub(crate) fn note(&mut self, rules: Option<&Arc<dyn AnyRules>>, events: &[AnyEvent]) {
        if let (Some(rules), false) = (rules, events.is_empty()) {
            let names: Vec<_> = self.players.iter().map(|label| label.name.clone()).collect();
            self.moves.note(rules.as_ref(), events, &names);
        }
    }

    /// The view, if the match is a `G`.
    pub fn view_of<G: Game>(&self) -> Option<&G::View> {
        self.view.as_any().downcast_ref::<SeenView<G>>().map(|seen| &seen.0)
    }

    /// What a real-time match should look like when the client's clock shows `now_ms`, with the time it shows; nothing
    /// unless it is a `G` in real time.
    pub fn picture<G: Predict>(&self, now_ms: f64) -> Option<(G::View, f64)> {
        let ahead = self.ahead.as_ref()?;
        let now = ahead.now(now_ms);
        Some((ahead.picture::<G>(self.view_of::<G>()?, Tick(now as u64)), now))
    }

    /// The same in the moment for which something counts that we do when the client's clock shows `now_ms`, with all that
    /// we have done before: what the rules allow us then is what they will allow.
    pub fn next<G: Predict>(&self, now_ms: f64) -> Option<(G::View, Tick)> {
        let ahead = self.ahead.as_ref()?;
        let next = ahead.next_tick(now_ms);
        Some((ahead.picture::<G>(self.view_of::<G>()?, next), next))
    }

    /// Milliseconds until `deadline` when the client's clock shows `now_ms`; never negative.
    pub fn remaining_ms<G: Game>(&self, deadline: Tick, now_ms: f64) -> f64 {
        let (tick, at_ms) = self.told;
        let ticks_ms = (deadline - tick) as f64 * 1000.0 / f64::from(G::SPEC.ticks_per_second);
        let passed_ms = if self.stands { 0.0 } else { now_ms - at_ms };
        (ticks_ms - passed_ms).max(0.0)
    }
}
