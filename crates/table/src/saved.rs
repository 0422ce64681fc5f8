//! A table as it is kept: all about it that must survive a restart, besides the log of its match and its talk.

use crate::{bet::Bet, clock::MatchClock, counts::Counts, days::Days, restore::RecoverError, waits::Waits};
use parlor_kernel::{Seat, SeatSet};
use parlor_store::User;
use parlor_wire::{EscrowId, MatchId, Occupant, Pace, Status, UserId};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::sync::Arc;

/// A table as it is kept.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Saved {
    /// The game's id.
    pub(crate) game: String,
    /// The preset.
    pub(crate) preset: String,
    /// What the host changed in it.
    pub(crate) options: Value,
    /// What earlier matches at the table have used up: options that win over the host's.
    #[serde(default, skip_serializing_if = "Value::is_null")]
    pub(crate) carried: Value,
    /// The rule set that follows from preset, options and who plays.
    pub(crate) config: Arc<Value>,
    /// Whether it is in the public list.
    pub(crate) public: bool,
    /// What its matches are played for.
    #[serde(flatten)]
    pub(crate) counts: Counts<Bet>,
    /// Face to face or over days.
    #[serde(default)]
    pub(crate) pace: Pace,
    /// How long a player has for a move over days.
    #[serde(default)]
    pub(crate) days: Days,
    /// Who may change things.
    pub(crate) host: UserId,
    /// What goes on.
    pub(crate) status: Status,
    /// Its seats.
    pub(crate) seats: Vec<SavedSeat>,
    /// The match being played or played last.
    pub(crate) match_id: Option<MatchId>,
    /// How the match's clock stands.
    #[serde(default, skip_serializing_if = "MatchClock::never_stood")]
    pub(crate) clock: MatchClock,
    /// Who has sat where in the match that is played: a player who has seen what a seat sees may not take every other.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) sat: Vec<(UserId, Seat)>,
    /// Users whom the host sent away and who may not sit down again.
    pub(crate) kicked: Vec<UserId>,
    /// Since when nothing has happened there, on the wall clock, while it sleeps.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) quiet_since: Option<u64>,
    /// While it sleeps: since when none of those has been there for whom it stays, on the wall clock; like `quiet_since` if
    /// nothing is said about it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) deserted_since: Option<u64>,
}

/// A seat as it is kept.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SavedSeat {
    /// Who sits there.
    pub(crate) occupant: Occupant,
    /// Whether they want the match to begin.
    pub(crate) ready: bool,
    /// The bot that plays for them while they are gone.
    pub(crate) substitute: Option<String>,
    /// How the match has waited for them.
    #[serde(default, skip_serializing_if = "Waits::is_none")]
    pub(crate) waits: Waits,
    /// Since when a match over days waits for them to move, on the wall clock.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) awaited_since: Option<u64>,
}

impl SavedSeat {
    pub(crate) const EMPTY: Self =
        Self { occupant: Occupant::Nobody, ready: false, substitute: None, waits: Waits::NONE, awaited_since: None };

    /// A user sits there. Sitting down is being ready: one tap from the link to the game.
    pub(crate) fn person(user: &User) -> Self {
        Self { occupant: occupant(user), ready: true, ..Self::EMPTY }
    }

    /// A bot sits there.
    pub(crate) const fn bot(level: String) -> Self {
        Self { occupant: Occupant::Bot { level }, ready: true, ..Self::EMPTY }
    }

    /// The level of the bot that acts for this seat, if one does.
    pub(crate) fn acting_bot(&self) -> Option<&str> {
        match &self.occupant {
            Occupant::Bot { level } => Some(level),
            Occupant::Person { .. } | Occupant::Nobody => self.substitute.as_deref(),
        }
    }
}

fn occupant(user: &User) -> Occupant {
    Occupant::Person { id: user.id, name: user.name.clone(), kind: user.kind }
}

impl Saved {
    /// Reads a table that was kept.
    ///
    /// # Errors
    /// If the text is none.
    pub fn read(text: &str) -> Result<Self, RecoverError> {
        Ok(serde_json::from_str(text)?)
    }

    /// The table as text.
    ///
    /// # Panics
    /// Never: tables are JSON.
    pub fn to_text(&self) -> String {
        // Most tables fit in this, so that the text does not move while it grows.
        let mut text = Vec::with_capacity(1_024);
        serde_json::to_writer(&mut text, self).expect("tables are JSON");
        String::from_utf8(text).expect("JSON is UTF-8")
    }

    /// The game's id.
    pub fn game(&self) -> &str {
        &self.game
    }

    /// What goes on.
    pub const fn status(&self) -> Status {
        self.status
    }

    /// Who sits there, seat by seat.
    pub fn occupants(&self) -> impl Iterator<Item = &Occupant> {
        self.seats.iter().map(|seat| &seat.occupant)
    }

    /// The match being played or played last.
    pub const fn match_id(&self) -> Option<MatchId> {
        self.match_id
    }

    /// The escrow that the table looks after, and how much it says lies there.
    pub fn escrow(&self) -> Option<(EscrowId, u64)> {
        self.bet().map(|bet| (bet.id(), bet.in_escrow()))
    }

    /// How many bytes a match here takes in the database before any action, roughly.
    pub fn weight(&self) -> usize {
        1_000 + self.config.to_string().len()
    }

    /// How many seats it has.
    pub fn count(&self) -> u8 {
        self.seats.len() as u8
    }

    /// The host's options, and over them what earlier matches have used up.
    pub(crate) fn all_options(&self) -> Value {
        match (&self.options, &self.carried) {
            (Value::Object(chosen), Value::Object(carried)) => {
                Value::Object(chosen.iter().chain(carried).map(|(key, value)| (key.clone(), value.clone())).collect())
            }
            (Value::Null, carried) => carried.clone(),
            (chosen, _) => chosen.clone(),
        }
    }

    pub(crate) const fn bet(&self) -> Option<&Bet> {
        self.counts.bet()
    }

    pub(crate) const fn bet_mut(&mut self) -> Option<&mut Bet> {
        self.counts.bet_mut()
    }

    pub(crate) fn is_playing(&self) -> bool {
        self.status == Status::Playing
    }

    /// Where a user sits.
    pub(crate) fn seat_of(&self, user: UserId) -> Option<Seat> {
        let place = self.seats.iter().position(|seat| seat.occupant.person() == Some(user))?;
        Some(Seat(place as u8))
    }

    /// When the player in `seat` forfeits, on the wall clock, if a match over days waits for them.
    pub(crate) fn forfeits_at(&self, seat: Seat) -> Option<u64> {
        self.seats[seat.index()].awaited_since.map(|since| since.saturating_add(self.days.ms()))
    }

    /// What a user who sits here is called.
    pub(crate) fn name_of(&self, user: UserId) -> Option<String> {
        self.seat_of(user).map(|seat| self.seats[seat.index()].occupant.name())
    }

    /// The seats taken by bots.
    pub(crate) fn bots(&self) -> SeatSet {
        let seats = (0u8..).zip(&self.seats);
        seats.filter(|(_, seat)| matches!(seat.occupant, Occupant::Bot { .. })).map(|(seat, _)| Seat(seat)).collect()
    }

    /// The seats for which bots act: theirs, and those of players whom a bot stands in for.
    pub(crate) fn acting_bots(&self) -> SeatSet {
        let seats = (0u8..).zip(&self.seats);
        seats.filter(|(_, seat)| seat.acting_bot().is_some()).map(|(seat, _)| Seat(seat)).collect()
    }

    /// Everyone who sits here, by seat.
    pub(crate) fn people(&self) -> impl Iterator<Item = (Seat, UserId)> {
        (0u8..).zip(&self.seats).filter_map(|(seat, saved)| Some((Seat(seat), saved.occupant.person()?)))
    }

    /// Whether at most one user sits here: no other waits for them.
    pub(crate) fn is_solo(&self) -> bool {
        self.people().count() <= 1
    }

    /// Whether every seat is taken and everyone wants to begin.
    pub(crate) fn all_ready(&self) -> bool {
        self.seats.iter().all(|seat| seat.ready && seat.occupant != Occupant::Nobody)
    }

    /// A user who sits here, holds the bet or has put it in has another name, or an account now.
    pub(crate) fn rename(&mut self, user: &User) {
        for seat in &mut self.seats {
            if seat.occupant.person() == Some(user.id) {
                seat.occupant = occupant(user);
            }
        }
        if let Some(bet) = self.bet_mut() {
            bet.rename(user);
        }
    }

    /// A match begins.
    pub(crate) fn begin(&mut self, id: MatchId, config: Arc<Value>) {
        self.match_id = Some(id);
        self.config = config;
        self.status = Status::Playing;
        self.sat = self.people().map(|(seat, user)| (user, seat)).collect();
    }

    /// The match is over: bots want another at once, players are asked.
    pub(crate) fn end(&mut self) {
        self.status = Status::Ended;
        self.clock = MatchClock::default();
        self.sat.clear();
        for seat in &mut self.seats {
            (seat.substitute, seat.waits, seat.awaited_since) = (None, Waits::NONE, None);
            seat.ready = matches!(seat.occupant, Occupant::Bot { .. });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{open, user};
    use parlor_wire::{BetWish, HolderWish, http::OpenTable};
    use serde_json::json;

    #[test]
    fn a_table_is_kept_in_the_form_that_houses_have_on_their_disks() {
        let rated = open(OpenTable { rated: true, ..OpenTable::default() });
        let value: Value = serde_json::from_str(&rated.to_text()).unwrap();
        assert_eq!((&value["rated"], &value["bet"], &value["pace"]), (&json!(true), &Value::Null, &json!("live")));
        assert_eq!(value["seats"][1], json!({"occupant": "nobody", "ready": false, "substitute": null}));
        assert_eq!(value.get("clock"), None);
        let bet =
            open(OpenTable { bet: Some(BetWish { amount: 5, holder: HolderWish::House }), ..OpenTable::default() });
        let value: Value = serde_json::from_str(&bet.to_text()).unwrap();
        assert_eq!((&value["rated"], &value["bet"]["escrow"]["terms"]["amount"]), (&json!(false), &json!(5)));
        for saved in [rated, bet] {
            assert_eq!(Saved::read(&saved.to_text()).unwrap(), saved);
        }
    }

    #[test]
    fn a_table_that_is_both_rated_and_played_for_gold_cannot_be_read() {
        let bet =
            open(OpenTable { bet: Some(BetWish { amount: 5, holder: HolderWish::House }), ..OpenTable::default() });
        let text = bet.to_text().replace("\"rated\":false", "\"rated\":true");
        assert!(Saved::read(&text).unwrap_err().to_string().contains("rated or has a bet"));
    }

    #[test]
    fn what_is_used_up_wins_over_the_hosts_options() {
        let mut saved = open(OpenTable::default());
        saved.options = json!({"a": 1, "used": "0"});
        assert_eq!(saved.all_options(), saved.options);
        saved.carried = json!({"used": "7"});
        assert_eq!(saved.all_options(), json!({"a": 1, "used": "7"}));
        saved.options = Value::Null;
        assert_eq!(saved.all_options(), saved.carried);
    }

    #[test]
    fn after_a_match_bots_are_ready_and_players_are_asked() {
        let mut saved = open(OpenTable::default());
        saved.seats[1] = SavedSeat::bot("easy".into());
        saved.begin(MatchId(7), json!({}).into());
        saved.seats[0].substitute = Some("easy".into());
        assert_eq!((saved.bots().len(), saved.acting_bots().len()), (1, 2));
        saved.end();
        assert_eq!((saved.status, saved.all_ready()), (Status::Ended, false));
        assert!(!saved.seats[0].ready && saved.seats[1].ready && saved.acting_bots() == saved.bots());
        assert_eq!(saved.name_of(user(1).id).as_deref(), Some("Ada"));
    }
}
