//! One player's place at one table: what the house tells that player, said again in the dialect.

use crate::{
    BothPlayersReady, GAME, GameOver, GameStarted, GameState, Message, OpponentBoard, OpponentLeft, Player,
    PlayerJoined, PlayerStats, Players, ShipSunk, ShipsPlaced, ShotOutcome, ShotResult, StatusName, TurnChanged,
    YourBoard,
};
use parlor_battleship::{Battleship, Config, Event, Phase, ShotKind, View};
use parlor_kernel::{Duel, Game, Outcome, Reason, Seat};
use parlor_wire::{
    Occupant, Status, TableCode, TableInfo,
    frame::{Playing, Seen, ServerFrame, Snapshot, TableEvent},
};
use serde_json::value::RawValue;
use thiserror::Error;

/// Why a table cannot be a room.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum NoRoom {
    /// Another game is played there.
    #[error("Another game is played at that table: {0}. Use the event `command` for it.")]
    OtherGame(String),
    /// The player does not sit there.
    #[error("You are not in that room.")]
    NotSeated,
    /// The house speaks in a way that is not understood here: a defect.
    #[error("The house cannot show that room.")]
    Unreadable,
}

/// One player's place at one table.
#[derive(Clone, Debug)]
pub struct Room {
    table: TableInfo,
    config: Config,
    seat: Seat,
    seen: Seen,
    view: Option<View>,
    /// Who plays the match, by seat: whoever leaves afterwards has played it all the same.
    players: [(String, String); 2],
    /// Whether the end of the match has been told.
    told_over: bool,
    last_shot: Option<ShotResult>,
    open: bool,
}

impl Room {
    /// The room that a snapshot shows.
    ///
    /// # Errors
    /// If the player does not sit there, or another game is played.
    pub fn new(snapshot: &Snapshot) -> Result<Self, NoRoom> {
        let table = snapshot.table.clone();
        if table.game != GAME {
            return Err(NoRoom::OtherGame(table.game));
        }
        let mut room = Self {
            config: config_of(&table)?,
            seat: snapshot.seat.ok_or(NoRoom::NotSeated)?,
            seen: snapshot.seen,
            view: None,
            players: players_of(&table),
            told_over: false,
            last_shot: None,
            open: true,
            table,
        };
        if let Some(game) = &snapshot.game {
            let view = view_of(game)?;
            room.told_over = view.outcome.is_some();
            room.view = Some(view);
        }
        Ok(room)
    }

    /// Its code.
    pub const fn code(&self) -> TableCode {
        self.table.code
    }

    /// The rules it is played by.
    pub const fn config(&self) -> &Config {
        &self.config
    }

    /// How far its player has followed it.
    pub const fn seen(&self) -> Seen {
        self.seen
    }

    /// Whether the player is still in it: not sent away, and the table is there.
    pub const fn is_open(&self) -> bool {
        self.open
    }

    /// The player is about to go: that they do not sit there any more is no news then.
    pub const fn leave(&mut self) {
        self.open = false;
    }

    /// The last shot that was told.
    pub const fn last_shot(&self) -> Option<&ShotResult> {
        self.last_shot.as_ref()
    }

    /// How far it has come, in Voxel Battleship's words.
    pub fn status(&self) -> StatusName {
        match (self.view.as_ref().map(|view| view.phase), self.table.status) {
            (Some(Phase::Over), _) | (_, Status::Ended) => StatusName::Finished,
            (Some(Phase::Firing), Status::Playing) => StatusName::Playing,
            (_, Status::Playing) => StatusName::Setup,
            (_, Status::Waiting) => StatusName::Waiting,
        }
    }

    /// All that the player may know now.
    pub fn state(&self) -> GameState {
        let view = self.view.as_ref();
        let player = |seat: Seat| {
            let (id, email) = if view.is_some() {
                self.players[seat.index()].clone()
            } else {
                let occupant = &self.table.seats.get(seat.index())?.occupant;
                identity(seat, occupant)?
            };
            Some(Player { id, email, ready: view.is_some_and(|view| view.ready[seat.index()]) })
        };
        GameState {
            room_code: self.code().to_string(),
            status: self.status(),
            current_turn: view.and_then(|view| view.turn).map(|seat| self.player(seat)),
            players: Players { player1: player(Seat(0)), player2: player(Seat(1)) },
            your_board: view.and_then(|view| YourBoard::of(&self.config, view, self.seat)),
            opponent_board: view.and_then(|view| OpponentBoard::of(&self.config, view, self.seat)),
        }
    }

    /// Takes in what the house tells, and says what to tell the client. Frames about other tables are ignored.
    ///
    /// # Errors
    /// If a frame makes no sense here: a defect. The room is closed then.
    pub fn hear(&mut self, frame: &ServerFrame) -> Result<Vec<Message>, NoRoom> {
        let mut out = Vec::new();
        let heard = match frame {
            ServerFrame::Snapshot(snapshot) if snapshot.table.code == self.code() => {
                self.hear_snapshot(snapshot, &mut out)
            }
            ServerFrame::Event { table, seq, event, .. } if *table == self.code() && *seq > self.seen.seq => {
                self.seen.seq = *seq;
                self.hear_event(event, &mut out)
            }
            _ => Ok(()),
        };
        self.open &= heard.is_ok();
        heard.map(|()| out)
    }

    /// Everything anew: what happened in between cannot be told, so all is shown.
    fn hear_snapshot(&mut self, snapshot: &Snapshot, out: &mut Vec<Message>) -> Result<(), NoRoom> {
        if snapshot.seat.is_none() {
            self.sent_away(out);
            return Ok(());
        }
        let before = std::mem::replace(self, Self::new(snapshot)?);
        let same_match = before.view.is_some() && before.table.match_id == self.table.match_id;
        if same_match {
            // Somebody may have left the table meanwhile; they have played all the same.
            (self.players, self.last_shot) = (before.players, before.last_shot);
        }
        out.push(Message::GameState(Box::new(self.state())));
        let outcome = self.view.as_ref().and_then(|view| view.outcome);
        if let Some(outcome) = outcome.filter(|_| !(same_match && before.told_over)) {
            self.over(outcome, out);
        }
        Ok(())
    }

    fn hear_event(&mut self, event: &TableEvent, out: &mut Vec<Message>) -> Result<(), NoRoom> {
        match event {
            TableEvent::Table(table) => self.hear_table(table, out)?,
            TableEvent::Began(playing) => {
                self.view = Some(view_of(playing)?);
                self.players = players_of(&self.table);
                (self.told_over, self.last_shot) = (false, None);
                let message = format!("{} is there: place your ships.", self.players[Duel::other(self.seat).index()].1);
                out.push(Message::GameStarted(GameStarted { message }));
            }
            TableEvent::Game(events) => {
                for event in events {
                    self.hear_game(event, out)?;
                }
            }
            TableEvent::Closed { reason } => {
                self.open = false;
                out.push(Message::Error(reason.clone()));
            }
            TableEvent::Ended(_) | TableEvent::Chat(_) | TableEvent::Heard(_) | TableEvent::Settled { .. } => {}
        }
        Ok(())
    }

    /// Who sits opposite may have changed.
    fn hear_table(&mut self, table: &TableInfo, out: &mut Vec<Message>) -> Result<(), NoRoom> {
        let opposite = Duel::other(self.seat);
        let sitting = |table: &TableInfo| table.seats.get(opposite.index()).map(|seat| seat.occupant.clone());
        let (before, after) = (sitting(&self.table), sitting(table));
        if self.table.config != table.config {
            self.config = config_of(table)?;
        }
        self.table = table.clone();
        let id = |occupant: &Option<Occupant>| occupant.as_ref().and_then(|occupant| identity(opposite, occupant));
        let (before, after) = (id(&before), id(&after));
        if before.as_ref().map(|(id, _)| id) == after.as_ref().map(|(id, _)| id) {
            return Ok(());
        }
        // Whoever left a match that is over has been told of with its result.
        if let Some((_, name)) = before.filter(|_| !self.told_over) {
            out.push(left(&name));
        }
        if let Some((player_id, email)) = after {
            out.push(Message::PlayerJoined(PlayerJoined { player_id, email }));
        }
        Ok(())
    }

    fn hear_game(&mut self, event: &RawValue, out: &mut Vec<Message>) -> Result<(), NoRoom> {
        let event: Event = serde_json::from_str(event.get()).map_err(|_| NoRoom::Unreadable)?;
        let view = self.view.as_mut().ok_or(NoRoom::Unreadable)?;
        Battleship::fold(view, &event);
        match event {
            Event::Ready { seat } => {
                out.push(Message::ShipsPlaced(ShipsPlaced { player_id: self.player(seat), ready: true }));
            }
            Event::Begun { first, .. } => {
                let message = format!("Both fleets are at sea. {} fires first.", self.players[first.index()].1);
                out.push(Message::BothPlayersReady(BothPlayersReady { first_player: self.player(first), message }));
                out.push(self.turn(first));
            }
            Event::Attacked { seat, shots, sunk, .. } => {
                for shot in shots {
                    let result = match shot.result {
                        ShotKind::Miss => ShotOutcome::Miss,
                        ShotKind::Hit => ShotOutcome::Hit,
                        ShotKind::Sunk => ShotOutcome::Sunk,
                        ShotKind::Spent => continue,
                    };
                    let shot = ShotResult {
                        coordinate: shot.at.into(),
                        result,
                        ship_name: shot.ship.and_then(|ship| self.ship_name(ship)),
                        attacker: self.player(seat),
                        defender: self.player(Duel::other(seat)),
                    };
                    self.last_shot = Some(shot.clone());
                    out.push(Message::ShotResult(shot));
                }
                for ship_name in sunk.iter().filter_map(|ship| self.ship_name(ship.ship)) {
                    out.push(Message::ShipSunk(ShipSunk { ship_name, player_id: self.player(Duel::other(seat)) }));
                }
            }
            Event::Turn { seat, .. } => out.push(self.turn(seat)),
            Event::Over { outcome, .. } => self.over(outcome, out),
            // One's own fleet and plans come from oneself; a missed turn shows as a turn that changed.
            Event::Placed { .. } | Event::Planned { .. } | Event::TurnMissed { .. } => {}
        }
        Ok(())
    }

    fn turn(&self, seat: Seat) -> Message {
        Message::TurnChanged(TurnChanged { current_player: self.player(seat), is_your_turn: seat == self.seat })
    }

    fn over(&mut self, outcome: Outcome, out: &mut Vec<Message>) {
        let Some(view) = &self.view else { return };
        self.told_over = true;
        let seats = [Seat(0), Seat(1)];
        let winner = seats.into_iter().find(|&seat| outcome.winners().contains(seat));
        if matches!(outcome.reason, Reason::Abandoned(_)) && winner == Some(self.seat) {
            out.push(left(&self.players[Duel::other(self.seat).index()].1));
        }
        let stats = seats.map(|seat| {
            let tally = &view.tallies[seat.index()];
            let stats = PlayerStats {
                shots: tally.shots,
                hits: tally.hits,
                misses: tally.misses(),
                ships_remaining: view.ships_left(&self.config, seat).count() as u32,
            };
            (self.player(seat), stats)
        });
        out.push(Message::GameOver(GameOver {
            winner_id: winner.map(|seat| self.player(seat)),
            winner_email: winner.map(|seat| self.players[seat.index()].1.clone()),
            loser_id: winner.map(|seat| self.player(Duel::other(seat))),
            reason: outcome.reason.into(),
            stats: stats.into(),
        }));
    }

    fn sent_away(&mut self, out: &mut Vec<Message>) {
        if std::mem::replace(&mut self.open, false) {
            out.push(Message::Error("You do not sit in this room any more.".into()));
        }
    }

    fn player(&self, seat: Seat) -> String {
        self.players[seat.index()].0.clone()
    }

    fn ship_name(&self, ship: u8) -> Option<String> {
        self.config.fleet.get(usize::from(ship)).map(|class| class.name.clone())
    }
}

fn left(name: &str) -> Message {
    Message::OpponentLeft(OpponentLeft { message: format!("{name} has left the room.") })
}

fn config_of(table: &TableInfo) -> Result<Config, NoRoom> {
    serde_json::from_value(table.config.clone()).map_err(|_| NoRoom::Unreadable)
}

fn view_of(playing: &Playing) -> Result<View, NoRoom> {
    serde_json::from_str(playing.view.get()).map_err(|_| NoRoom::Unreadable)
}

/// A player's id and display name. Bots have no account; their seat tells them apart.
fn identity(seat: Seat, occupant: &Occupant) -> Option<(String, String)> {
    match occupant {
        Occupant::Nobody => None,
        Occupant::Person { id, name, .. } => Some((id.to_string(), name.clone())),
        Occupant::Bot { .. } => Some((format!("bot:{}", seat.0), occupant.name())),
    }
}

fn players_of(table: &TableInfo) -> [(String, String); 2] {
    [Seat(0), Seat(1)].map(|seat| {
        let occupant = table.seats.get(seat.index()).map(|seat| &seat.occupant);
        let known = occupant.and_then(|occupant| identity(seat, occupant));
        known.unwrap_or_else(|| (format!("nobody:{}", seat.0), "Nobody".into()))
    })
}
