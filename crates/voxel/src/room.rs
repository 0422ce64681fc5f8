//! One player's place at one table: what the house tells that player, said again in the dialect.

use crate::{
    BothPlayersReady, GAME, GameOver, GameStarted, GameState, Message, OpponentBoard, OpponentDisconnected,
    OpponentLeft, OpponentReconnected, PlayerEntry, PlayerJoined, PlayerStats, Players, ShipSunk, ShipsPlaced,
    ShotOutcome, ShotResult, StatusName, TurnChanged, YourBoard,
};
use parlor_battleship::{Battleship, Config, Event, Phase, ShotKind, View};
use parlor_client::{BadFrame, Notice, Session, TableModel};
use parlor_kernel::{AnyEvent, Duel, Outcome, Reason, Registry, Seat};
use parlor_wire::{ClientFrame, MatchId, Occupant, Status, TableCode, TableInfo, frame::ServerFrame};
use strum::{IntoStaticStr, VariantNames};
use thiserror::Error;

/// Why a table cannot be a room.
#[derive(Clone, PartialEq, Eq, Debug, Error, IntoStaticStr, VariantNames)]
#[strum(serialize_all = "snake_case")]
pub enum NoRoom {
    /// Another game is played there.
    #[error("Another game is played at that table: {0}. Use the event `command` for it.")]
    OtherGame(String),
    /// The player does not sit there.
    #[error("You are not in that room.")]
    NotSeated,
    /// The house speaks in a way that is not understood here: a defect.
    #[error("The house cannot show that room.")]
    #[strum(serialize = "internal")]
    Unreadable,
}

impl From<BadFrame> for NoRoom {
    fn from(_: BadFrame) -> Self {
        Self::Unreadable
    }
}

/// One player's place at one table. It follows the table in a [`Session`] of its own.
pub struct Room {
    session: Session,
    code: TableCode,
    config: Config,
    seat: Seat,
    /// The match of which the player has been told.
    played: Option<MatchId>,
    /// Who plays it, by seat: a player who leaves afterwards has played it all the same.
    players: [Identity; 2],
    /// Who sits in the other seat.
    opposite: Option<Identity>,
    /// Whether the player has been told that the opponent has lost the connection.
    told_gone: bool,
    /// Whether the end of the match has been told.
    told_over: bool,
    last_shot: Option<ShotResult>,
    open: bool,
}

/// A player's id and display name.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Identity {
    id: String,
    name: String,
}

impl Room {
    /// The room that a snapshot shows; its questions to the house will have ids that begin with `name`.
    ///
    /// # Errors
    /// If the player does not sit there, or another game is played.
    pub fn new(registry: Registry, name: String, frame: &ServerFrame) -> Result<Self, NoRoom> {
        let ServerFrame::Snapshot(snapshot) = frame else { return Err(NoRoom::Unreadable) };
        let (table, seat) = (&snapshot.table, snapshot.seat.ok_or(NoRoom::NotSeated)?);
        if table.game != GAME {
            return Err(NoRoom::OtherGame(table.game.clone()));
        }
        let mut session = Session::new(registry, name);
        session.watch(table.code);
        session.hear(frame, 0.0)?;
        let mut room = Self {
            session,
            code: table.code,
            config: config_of(table)?,
            seat,
            played: snapshot.game.as_ref().map(|game| game.match_id),
            players: players_of(table),
            opposite: identity(table, Duel::other(seat)),
            told_gone: false,
            told_over: false,
            last_shot: None,
            open: true,
        };
        room.told_over = room.outcome().is_some();
        Ok(room)
    }

    /// Its code.
    pub const fn code(&self) -> TableCode {
        self.code
    }

    /// The rules it is played by.
    pub const fn config(&self) -> &Config {
        &self.config
    }

    /// Whether the player is still in it: not sent away, and the table is there.
    pub const fn is_open(&self) -> bool {
        self.open
    }

    /// The player is about to go: that they do not sit there any more is no news then.
    pub const fn leave(&mut self) {
        self.open = false;
    }

    /// The player is back, by a new connection: asks the house for what happened meanwhile.
    pub fn resume(&mut self) {
        self.session.closed();
        self.session.opened();
    }

    /// What to pass on to the house now.
    pub fn to_house(&mut self) -> Vec<ClientFrame> {
        self.session.outgoing()
    }

    /// The last shot that was told.
    pub const fn last_shot(&self) -> Option<&ShotResult> {
        self.last_shot.as_ref()
    }

    fn model(&self) -> Option<&TableModel> {
        self.session.table(self.code)
    }

    fn view(&self) -> Option<&View> {
        self.model()?.game.as_ref()?.view_of::<Battleship>()
    }

    /// How the match ended, if it has. When one is called off no game hears of it, only the table.
    fn outcome(&self) -> Option<Outcome> {
        let game = self.model()?.game.as_ref()?;
        let called_off = game.ended.as_ref().map(|ended| ended.outcome);
        game.view_of::<Battleship>().and_then(|view| view.outcome).or(called_off)
    }

    /// How far it has come, in Voxel Battleship's words.
    pub fn status(&self) -> StatusName {
        let status = self.model().map_or(Status::Ended, |model| model.info.status);
        match (self.view().map(|view| view.phase), status) {
            (Some(Phase::Over), _) | (_, Status::Ended) => StatusName::Finished,
            (Some(Phase::Firing), Status::Playing) => StatusName::Playing,
            (_, Status::Playing) => StatusName::Setup,
            (_, Status::Waiting) => StatusName::Waiting,
        }
    }

    /// All that the player may know now.
    pub fn state(&self) -> GameState {
        let view = self.view();
        let player = |seat: Seat| {
            let Identity { id, name } = match view {
                Some(_) => self.players[seat.index()].clone(),
                None => identity(&self.model()?.info, seat)?,
            };
            Some(PlayerEntry { id, email: name, ready: view.is_some_and(|view| view.ready[seat.index()]) })
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
        let heard = match self.session.hear(frame, 0.0) {
            Ok(Some(notice)) => self.notice(notice, &mut out),
            Ok(None) => Ok(()),
            Err(error) => Err(error.into()),
        };
        self.open &= heard.is_ok();
        heard.map(|()| out)
    }

    fn notice(&mut self, notice: Notice<()>, out: &mut Vec<Message>) -> Result<(), NoRoom> {
        match notice {
            Notice::Refreshed(_) => self.refreshed(out)?,
            Notice::Changed(_) => {
                self.seats_changed(out);
                out.extend(self.line_changed());
            }
            Notice::Began(_) => self.began(out)?,
            Notice::Game { events, .. } => {
                for event in &events {
                    self.happened(event, out);
                }
            }
            Notice::Ended(_) => self.ended(out),
            Notice::Closed(_, reason) | Notice::NotFollowed { message: reason, .. } => {
                self.open = false;
                out.push(Message::Error(reason));
            }
            // The rest is about other things than rooms.
            _ => {}
        }
        Ok(())
    }

    /// Everything anew: what happened in between cannot be told, so all is shown.
    fn refreshed(&mut self, out: &mut Vec<Message>) -> Result<(), NoRoom> {
        let model = self.session.table(self.code).ok_or(NoRoom::Unreadable)?;
        let Some(seat) = model.seat else {
            self.sent_away(out);
            return Ok(());
        };
        let played = model.game.as_ref().map(|game| game.id);
        let is_news = played.is_none() || played != self.played;
        (self.config, self.seat, self.played) = (config_of(&model.info)?, seat, played);
        self.opposite = identity(&model.info, Duel::other(seat));
        if is_news {
            // Otherwise a player may have left the table meanwhile, who has played all the same.
            (self.players, self.last_shot, self.told_over) = (players_of(&model.info), None, false);
        }
        out.push(Message::GameState(Box::new(self.state())));
        out.extend(self.line_changed());
        self.ended(out);
        Ok(())
    }

    /// The match may be over, and the game may not have told it.
    fn ended(&mut self, out: &mut Vec<Message>) {
        if let Some(outcome) = self.outcome().filter(|_| !self.told_over) {
            self.over(outcome, out);
        }
    }

    /// What to tell if the opponent has lost the connection during a match, or is back.
    pub fn line_changed(&mut self) -> Option<Message> {
        let info = &self.model()?.info;
        let other = Duel::other(self.seat);
        let seat = info.seats.get(other.index())?;
        let grace_ms = seat.grace_ms.filter(|_| info.status == Status::Playing && !seat.connected);
        let is_there = info.status == Status::Playing && seat.connected;
        let Identity { id: player_id, name } = identity(info, other)?;
        match (self.told_gone, grace_ms) {
            (false, Some(grace_ms)) => {
                self.told_gone = true;
                let seconds = grace_ms.div_ceil(1_000);
                let message = format!("{name} has lost the connection, and has {seconds} s to come back.");
                Some(Message::OpponentDisconnected(OpponentDisconnected { player_id, message, grace_ms }))
            }
            (true, None) => {
                self.told_gone = false;
                let message = format!("{name} is back.");
                is_there.then_some(Message::OpponentReconnected(OpponentReconnected { player_id, message }))
            }
            (true, Some(_)) | (false, None) => None,
        }
    }

    fn began(&mut self, out: &mut Vec<Message>) -> Result<(), NoRoom> {
        let model = self.session.table(self.code).ok_or(NoRoom::Unreadable)?;
        (self.config, self.players) = (config_of(&model.info)?, players_of(&model.info));
        self.played = model.game.as_ref().map(|game| game.id);
        (self.told_over, self.last_shot) = (false, None);
        let message = format!("{} is there: place your ships.", self.players[Duel::other(self.seat).index()].name);
        out.push(Message::GameStarted(GameStarted { message }));
        Ok(())
    }

    /// The player in the other seat may be another one.
    fn seats_changed(&mut self, out: &mut Vec<Message>) {
        let Some(model) = self.session.table(self.code) else { return };
        let now = identity(&model.info, Duel::other(self.seat));
        let before = std::mem::replace(&mut self.opposite, now.clone());
        if before.as_ref().map(|one| &one.id) == now.as_ref().map(|one| &one.id) {
            return;
        }
        // That a player left a match which is over has been told with its result.
        if let Some(Identity { name, .. }) = before.filter(|_| !self.told_over) {
            out.push(left(&name));
        }
        if let Some(Identity { id, name }) = now {
            out.push(Message::PlayerJoined(PlayerJoined { player_id: id, email: name }));
        }
    }

    fn happened(&mut self, event: &AnyEvent, out: &mut Vec<Message>) {
        match event.of::<Battleship>() {
            Some(&Event::Ready { seat }) => {
                out.push(Message::ShipsPlaced(ShipsPlaced { player_id: self.player(seat), ready: true }));
            }
            Some(&Event::Begun { first, .. }) => {
                let message = format!("Both fleets are at sea. {} fires first.", self.players[first.index()].name);
                out.push(Message::BothPlayersReady(BothPlayersReady { first_player: self.player(first), message }));
                out.push(self.turn(first));
            }
            Some(Event::Attacked { seat, shots, sunk, .. }) => {
                let seat = *seat;
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
            Some(&Event::Turn { seat, .. }) => out.push(self.turn(seat)),
            Some(Event::Over { outcome, .. }) => self.over(*outcome, out),
            // The player knows their own fleet and plans; a missed turn shows as a turn that changed.
            Some(Event::Placed { .. } | Event::Planned { .. } | Event::TurnMissed { .. }) | None => {}
        }
    }

    fn turn(&self, seat: Seat) -> Message {
        Message::TurnChanged(TurnChanged { current_player: self.player(seat), is_your_turn: seat == self.seat })
    }

    fn over(&mut self, outcome: Outcome, out: &mut Vec<Message>) {
        self.told_over = true;
        let Some(view) = self.view() else { return };
        let seats = [Seat(0), Seat(1)];
        let winner = seats.into_iter().find(|&seat| outcome.winners().contains(seat));
        if matches!(outcome.reason, Reason::Abandoned(_)) && winner == Some(self.seat) {
            out.push(left(&self.players[Duel::other(self.seat).index()].name));
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
            winner_email: winner.map(|seat| self.players[seat.index()].name.clone()),
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
        self.players[seat.index()].id.clone()
    }

    fn ship_name(&self, ship: u8) -> Option<String> {
        self.config.fleet.get(usize::from(ship)).map(|class| class.name.clone())
    }
}

fn left(name: &str) -> Message {
    Message::OpponentLeft(OpponentLeft { message: format!("{name} has left the room.") })
}

fn config_of(table: &TableInfo) -> Result<Config, NoRoom> {
    table.read_config().ok_or(NoRoom::Unreadable)
}

/// The player in a seat. Bots have no account; their seat tells them apart.
fn identity(table: &TableInfo, seat: Seat) -> Option<Identity> {
    let occupant = &table.seats.get(seat.index())?.occupant;
    let id = match occupant {
        Occupant::Nobody => return None,
        Occupant::Person { id, .. } => id.to_string(),
        Occupant::Bot { .. } => format!("bot:{}", seat.0),
    };
    Some(Identity { id, name: occupant.name() })
}

fn players_of(table: &TableInfo) -> [Identity; 2] {
    let nobody = |seat: Seat| Identity { id: format!("nobody:{}", seat.0), name: "Nobody".into() };
    [Seat(0), Seat(1)].map(|seat| identity(table, seat).unwrap_or_else(|| nobody(seat)))
}
