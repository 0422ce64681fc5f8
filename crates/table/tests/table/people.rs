//! People who do all kinds of things at a table, at random.

use crate::{
    oracle::Check,
    subject::Bug,
    world::{Pending, World},
};
use parlor_battleship::Battleship;
use parlor_death_roll::DeathRoll;
use parlor_kernel::{Registry, Rng, Seat};
use parlor_pong::Pong;
use parlor_store::User;
use parlor_table::{Asker, ConnectionId, HouseRules, Input, Saved, Times};
use parlor_testkit::toy::{self, Pebbles};
use parlor_wire::{
    BetState, BetWish, CommandId, EscrowStep, HolderWish, Kind, Room, Status, TableCommand, UserId,
    bet::BetHolder,
    frame::Seen,
    http::{OpenTable, SeatWish},
};
use serde_json::{Value, json, value::RawValue};
use std::{collections::VecDeque, sync::Arc};

/// How many of the latest commands may be repeated.
const RECENT: usize = 12;
/// How many connections a person may have.
const WINDOWS: usize = 3;

/// The games of the house, and those of the toy.
pub fn house() -> Arc<HouseRules> {
    let games = Registry::new(toy::library()).with::<Battleship>().with::<DeathRoll>().with::<Pong>().with::<Pebbles>();
    let times = Times {
        grace_ms: 4_000,
        return_ms: 1_000,
        linger_ms: 30_000,
        idle_ms: 3_600_000,
        solo_idle_ms: 86_400_000,
        sleep_ms: 5_000,
        bot_think_min_ms: 400,
        bot_think_max_ms: 1_200,
        deposit_ms: 120_000,
        dispute_ms: 60_000,
        ruling_ms: 120_000,
    };
    Arc::new(HouseRules { games, times, chat_per_ten_seconds: 8 })
}

/// Ada, Ben, Cat, Dan and Eve, who have accounts, and Fay, who is a guest.
pub fn people() -> Vec<User> {
    let kind = |name: &str| if name == "Fay" { Kind::Guest } else { Kind::Account };
    let user = |(id, name): (u64, &str)| User { id: UserId(id), name: name.into(), kind: kind(name) };
    (1..).zip(["Ada", "Ben", "Cat", "Dan", "Eve", "Fay"]).map(user).collect()
}

/// Tables of every kind.
pub fn wish(kind: u32) -> OpenTable {
    let table =
        |game: &str, preset: &str| OpenTable { game: game.into(), preset: Some(preset.into()), ..OpenTable::default() };
    let bet = |holder| Some(BetWish { amount: 100, holder });
    let long = json!({ "start": 1_000_000 });
    match kind {
        0 => table("pebbles", "party"),
        1 | OVER_DAYS => table("pebbles", "duel"),
        2 => OpenTable { bet: bet(HolderWish::House), options: long, ..table("death-roll", "hope") },
        3 => OpenTable { bet: bet(HolderWish::Person), options: long, ..table("death-roll", "hope") },
        4 => OpenTable { rated: true, ..table("death-roll", "hope") },
        5 => table("pong", "hope"),
        6 => OpenTable {
            options: json!({ "width": 5, "height": 5, "fleet": small_fleet() }),
            ..table("battleship", "voxel")
        },
        _ => OpenTable {
            seats: vec![SeatWish::Person, SeatWish::Bot("hard".into()), SeatWish::Bot("easy".into())],
            ..table("pebbles", "party")
        },
    }
}

/// How many kinds of tables there are.
const KINDS: u32 = 9;
/// The kind that is played over days.
const OVER_DAYS: u32 = 8;

fn small_fleet() -> Value {
    json!([{ "id": "a", "name": "Ship", "size": 2 }])
}

struct Person {
    user: User,
    connections: Vec<ConnectionId>,
    /// How far they had followed the table when they last left.
    seen: Option<Seen>,
}

/// A world full of people.
pub struct Crowd {
    pub world: World,
    people: Vec<Person>,
    recent: VecDeque<(usize, CommandId, TableCommand)>,
    counter: u64,
    /// How many crashes and naps they know of.
    breaks: u64,
    has_bet: bool,
}

impl Crowd {
    /// A table of a random kind, still empty.
    pub fn new(seed: u64, bug: Bug) -> Self {
        let mut rng = Rng::new(seed);
        let (house, people) = (house(), people());
        let kind = rng.below(KINDS);
        let mut saved = Saved::open(&house, &people[0], wish(kind)).expect("a table");
        if kind == OVER_DAYS {
            saved.play_over_days(&house.games).expect("rules without a clock");
        }
        let has_bet = saved.escrow().is_some();
        let mut world = World::new(house, saved, &people, rng, bug);
        world.troubles = 10;
        let people = people.into_iter().map(|user| Person { user, connections: Vec::new(), seen: None }).collect();
        Self { world, people, recent: VecDeque::new(), counter: 0, breaks: 0, has_bet }
    }

    /// Makes up so many things that happen, and then lets everything come to an end.
    pub fn live(&mut self, steps: u64) -> Check {
        while self.world.steps < steps && !self.world.closed {
            self.something_happens()?;
        }
        if self.world.closed {
            return Ok(());
        }
        self.world.end()
    }

    fn below(&mut self, bound: usize) -> usize {
        self.world.rng.below(bound as u32) as usize
    }

    fn something_happens(&mut self) -> Check {
        if self.world.wake_at.is_some_and(|at| at <= self.world.now.house_ms) && self.world.rng.percent(70) {
            return self.world.wake();
        }
        if self.world.crashes + self.world.naps != self.breaks {
            // After a restart, or much later, clients repeat only what was not answered.
            self.breaks = self.world.crashes + self.world.naps;
            self.recent.clear();
        }
        // Those who went with the process are not there any more.
        let watchers = &self.world.oracle.watchers;
        for person in &mut self.people {
            person.connections.retain(|connection| watchers.contains_key(connection));
        }
        let is_playing = self.world.oracle.kept.status == Status::Playing;
        match self.world.rng.below(1_000) {
            0..180 => self.time_passes(is_playing),
            180..300 => self.comes(),
            300..330 => self.goes(),
            330..400 => self.says_something(),
            400..420 => self.repeats(),
            420..440 => self.gives_again_what_was_lost(),
            440..445 => self.is_renamed(),
            445..447 => self.is_deleted(),
            447..449 => self.world.crash(),
            449..460 => self.plays_host(),
            460..480 => self.stands(),
            480..620 if self.has_bet => self.bets(),
            _ if is_playing => self.acts(),
            _ => self.wants_to_play(),
        }
    }

    fn time_passes(&mut self, is_playing: bool) -> Check {
        let until_due = self.world.wake_at.map_or(0, |at| at.saturating_sub(self.world.now.house_ms));
        let ms = match self.world.rng.below(100) {
            0..50 => u64::from(self.world.rng.below(200)),
            50..93 => until_due.min(10_000),
            93..98 => u64::from(self.world.rng.below(5_000)),
            98 if is_playing => until_due,
            98 => until_due.min(120_000),
            _ => u64::from(self.world.rng.below(100_000)),
        };
        self.world.pass(ms);
        Ok(())
    }

    /// A person comes, or opens one more window.
    fn comes(&mut self) -> Check {
        let who = self.below(self.people.len());
        let most = if who < 4 { WINDOWS } else { 1 };
        if self.people[who].connections.len() >= most {
            return Ok(());
        }
        let connection = self.new_connection();
        let person = &mut self.people[who];
        person.connections.push(connection);
        let (user, seen) = (person.user.clone(), person.seen.take());
        self.world.watch(&user, connection, seen)
    }

    fn new_connection(&mut self) -> ConnectionId {
        self.counter += 1;
        ConnectionId(self.counter)
    }

    /// A person closes a window, or loses the connection.
    fn goes(&mut self) -> Check {
        let who = self.below(self.people.len());
        let Some(connection) = self.people[who].connections.pop() else { return Ok(()) };
        let watcher = self.world.oracle.watchers.get(&connection);
        self.people[who].seen = watcher.and_then(|watcher| watcher.seen);
        self.world.unwatch(connection)
    }

    /// A person gives a command, through one of their windows or without watching.
    fn give(&mut self, who: usize, command: TableCommand) -> Check {
        self.counter += 1;
        let id = format!("c{}", self.counter).parse::<CommandId>().expect("an id");
        self.recent.push_back((who, id.clone(), command.clone()));
        if self.recent.len() > RECENT {
            self.recent.pop_front();
        }
        self.give_as(who, id, command)
    }

    fn give_as(&mut self, who: usize, id: CommandId, command: TableCommand) -> Check {
        let connection = match self.people[who].connections.len() {
            0 => self.new_connection(),
            count => {
                let window = self.below(count);
                self.people[who].connections[window]
            }
        };
        let asker = Asker { user: self.people[who].user.clone().into(), connection };
        self.world.command(asker, id, command)
    }

    /// A client repeats a command that it has given lately.
    fn repeats(&mut self) -> Check {
        if self.recent.is_empty() {
            return Ok(());
        }
        let place = self.below(self.recent.len());
        let (who, id, command) = self.recent[place].clone();
        self.give_as(who, id, command)
    }

    /// A client repeats a command that was never answered.
    fn gives_again_what_was_lost(&mut self) -> Check {
        let Some(Pending { user, id, command, match_id, .. }) = self.world.lost.values().next().cloned() else {
            return Ok(());
        };
        // Clients watch anew, and repeat commands as soon as they are back.
        let match_now = self.world.oracle.match_now.as_ref().map(|live| live.id);
        if id.as_str().starts_with('w') || match_id != match_now {
            self.world.lost.remove(&parlor_table::name_of(user.id, &id));
            return Ok(());
        }
        let who = self.people.iter().position(|person| person.user.id == user.id).expect("a known person");
        self.give_as(who, id, command)
    }

    fn says_something(&mut self) -> Check {
        let who = self.below(self.people.len());
        let rooms = [None, None, Some(Room::Table), Some(Room::Gallery), Some(Room::Team(0)), Some(Room::Team(1))];
        let room = rooms[self.below(rooms.len())];
        let text = if self.world.rng.percent(5) { " ".into() } else { format!("line {}", self.counter) };
        self.give(who, TableCommand::Chat { text, room })
    }

    /// Who sits somewhere.
    fn sitting(&self, seat: Seat) -> Option<usize> {
        let occupant = &self.world.oracle.kept.seats.get(seat.index())?.occupant;
        let user = occupant.person()?;
        self.people.iter().position(|person| person.user.id == user)
    }

    /// A player acts in the match: mostly the one it waits for, and mostly by the rules.
    fn acts(&mut self) -> Check {
        let seats = self.world.oracle.kept.seats.len();
        let any = Seat(self.below(seats) as u8);
        let is_orderly = self.world.rng.percent(85);
        let Some(live) = &mut self.world.oracle.match_now else { return Ok(()) };
        let seat = live.awaited().filter(|_| is_orderly).unwrap_or(any);
        let legal = live.any_action(seat, &mut self.world.rng);
        let action = match self.world.rng.below(100) {
            0..2 => "\"surrender\"".to_owned(),
            2..4 => "{\"fly\":1}".to_owned(),
            _ => legal.unwrap_or_else(|| "\"roll\"".into()),
        };
        let who = self.sitting(seat).unwrap_or_else(|| self.below(self.people.len()));
        let action = RawValue::from_string(action).expect("actions are JSON");
        let seen = self.world.oracle.match_now.as_ref().map(|live| live.now() + u64::from(self.world.rng.below(60)));
        let at = seen.filter(|_| self.world.rng.percent(50));
        self.give(who, TableCommand::Act { action, at })
    }

    /// A person sits down, is ready, or comes to where they sit.
    fn wants_to_play(&mut self) -> Check {
        let seats = self.world.oracle.kept.seats.len();
        let seat = Seat(self.below(seats) as u8);
        match (self.sitting(seat), self.world.rng.below(10)) {
            (Some(who), 0..4) if self.people[who].connections.is_empty() => {
                let connection = self.new_connection();
                self.people[who].connections.push(connection);
                let user = self.people[who].user.clone();
                self.world.watch(&user, connection, None)
            }
            (Some(who), 0..7) => {
                let ready = self.world.rng.percent(90);
                self.give(who, TableCommand::Ready { ready })
            }
            (None, 0..8) => {
                let who = self.below(self.people.len());
                let seat = Some(seat).filter(|_| self.world.rng.percent(50));
                self.give(who, TableCommand::Sit { seat })
            }
            _ => {
                let who = self.below(self.people.len());
                self.give(who, TableCommand::Ready { ready: true })
            }
        }
    }

    fn stands(&mut self) -> Check {
        let who = self.below(self.people.len());
        if self.world.rng.percent(10) {
            let user = self.people[who].user.clone();
            return self.world.give(Input::StandUp(user));
        }
        self.give(who, TableCommand::Stand)
    }

    fn plays_host(&mut self) -> Check {
        let host = self.people.iter().position(|person| person.user.id == self.world.listed.host);
        let who = host.filter(|_| self.world.rng.percent(70)).unwrap_or_else(|| self.below(self.people.len()));
        let seat = Seat(self.below(5) as u8);
        let command = match self.world.rng.below(20) {
            0..2 => TableCommand::Kick { seat },
            2..4 => TableCommand::SeatBot { seat, level: None },
            4..9 => TableCommand::SeatBot { seat, level: Some("easy".into()) },
            9..11 => TableCommand::Move { from: seat, to: Seat(self.below(5) as u8) },
            11 => TableCommand::Shuffle,
            12..17 => TableCommand::Begin { bots: self.world.rng.percent(50).then(|| "easy".into()) },
            17..19 => self.other_rules(),
            _ => TableCommand::Hurry,
        };
        self.give(who, command)
    }

    fn other_rules(&mut self) -> TableCommand {
        let presets: &[&str] = match self.world.listed.game.as_str() {
            "pebbles" => &["duel", "circle", "party"],
            "death-roll" => &["hope", "thousand"],
            _ => &["odd"],
        };
        let preset = presets[self.below(presets.len())].to_owned();
        let (public, rated) = (self.world.rng.percent(50), self.world.rng.percent(20));
        TableCommand::SetRules { preset, options: Box::default(), public, rated }
    }

    /// A person does something about the bet: mostly something that makes sense.
    fn bets(&mut self) -> Check {
        let bet = self.world.listed.bet.as_ref().map(|bet| (bet.state, bet.holder.clone()));
        let holder = match &bet {
            Some((BetState::Disputed, Some(BetHolder::Person { person, .. }))) => Some(person.id),
            _ => None,
        };
        let (seat, is_sensible) = (Seat(self.below(2) as u8), self.world.rng.percent(60));
        let decides = self.people.iter().position(|person| Some(person.user.id) == holder);
        if let Some(who) = decides.filter(|_| is_sensible) {
            let step = if self.world.rng.percent(70) { EscrowStep::Award { seat } } else { EscrowStep::Refund };
            return self.give(who, TableCommand::Escrow { step });
        }
        if let Some(who) = self.sitting(seat).filter(|_| is_sensible)
            && matches!(bet, Some((BetState::Settling, _)))
        {
            return self.give(who, TableCommand::Escrow { step: EscrowStep::Dispute { reason: "odd".into() } });
        }
        self.bets_at_random()
    }

    fn bets_at_random(&mut self) -> Check {
        let who = self.below(self.people.len());
        let step = match self.world.rng.below(20) {
            0..8 => {
                let seat = Seat(self.below(2) as u8);
                let who = self.sitting(seat).unwrap_or(who);
                return self.give(who, TableCommand::Escrow { step: EscrowStep::Deposit });
            }
            8 => EscrowStep::Cancel,
            9..11 => EscrowStep::Accept,
            11..13 => EscrowStep::Dispute { reason: "odd".into() },
            13 => EscrowStep::Award { seat: Seat(self.below(2) as u8) },
            14 => EscrowStep::Refund,
            15..18 => EscrowStep::Hold,
            18 => EscrowStep::Unhold,
            _ => EscrowStep::Dismiss,
        };
        self.give(who, TableCommand::Escrow { step })
    }

    fn is_renamed(&mut self) -> Check {
        let who = self.below(self.people.len());
        self.people[who].user.name =
            format!("{} the {}th", self.people[who].user.name.chars().next().unwrap(), self.counter);
        let user = self.people[who].user.clone();
        self.world.give(Input::Renamed(user))
    }

    /// A person is deleted, and comes back as another with the same name.
    fn is_deleted(&mut self) -> Check {
        let who = self.below(self.people.len());
        let user = self.people[who].user.clone();
        self.world.give(Input::Forget([user].into()))
    }
}
