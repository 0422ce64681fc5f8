//! Two who play any real-time game over a bad network, each with a bot of the game looking at the pictures.

use crate::common::{Open, registry, settings, wish};
use futures_util::{SinkExt, StreamExt};
use parlor_arcade::PauseRules;
use parlor_client::{Session, native::Visitor};
use parlor_kernel::{
    Entry, GameConfig, Input, KeyedDice, Library, Playable, Record, Rng, Rules, Seat, Table, Tick, Viewer,
};
use parlor_wire::{
    ClientFrame, Command, CommandId, ServerFrame, TableCode, TableCommand,
    frame::{Heard, TableEvent},
};
use serde_json::{Value, value::to_raw_value};
use std::{
    collections::{BTreeMap, VecDeque},
    ops::RangeInclusive,
    sync::Arc,
    time::Duration,
};
use tokio::time::{Instant, sleep_until};
use tokio_tungstenite::{
    connect_async_with_config,
    tungstenite::{Message, client::IntoClientRequest, http::header},
};

/// One way takes this long,
const ONE_WAY_MS: f64 = 75.0;
/// give or take this,
const JITTER_MS: f64 = 15.0;
/// and of a hundred packets this many are lost and sent again a round trip later.
const LOST_PERCENT: u32 = 2;
/// The house's patience covers all that, but with little to spare, and this machine may have too much else to do. So an
/// input must not be late if it leaves with this much of the patience left and is answered within that time.
const SPARE_MS: f64 = 30.0;
/// From picture to picture.
const FRAME_MS: f64 = 1000.0 / 60.0;

/// Messages on their way. What is lost is sent again and holds up whatever comes after it, as TCP does.
struct Wire {
    rng: Rng,
    under_way: VecDeque<(f64, String)>,
}

impl Wire {
    fn new(seed: u64) -> Self {
        Self { rng: Rng::new(seed), under_way: VecDeque::new() }
    }

    fn send(&mut self, text: String, now_ms: f64) {
        let jitter = (f64::from(self.rng.below(2_001)) / 1_000.0 - 1.0) * JITTER_MS;
        let again = if self.rng.below(100) < LOST_PERCENT { 2.0 * ONE_WAY_MS } else { 0.0 };
        let due = now_ms + ONE_WAY_MS + jitter + again;
        let last = self.under_way.back().map_or(0.0, |(due, _)| *due);
        self.under_way.push_back((due.max(last), text));
    }

    /// When the next message arrives.
    fn due(&self) -> f64 {
        self.under_way.front().map_or(f64::INFINITY, |(due, _)| *due)
    }

    /// The next message that has arrived.
    fn arrived(&mut self, now_ms: f64) -> Option<String> {
        self.under_way.pop_front_if(|(due, _)| *due <= now_ms).map(|(_, text)| text)
    }
}

/// A player at the far end of a bad line, sixty pictures a second.
struct Far<G: Playable> {
    session: Session,
    /// What each picture showed, by tick: it is compared with what really happened afterwards.
    shown: BTreeMap<Tick, G::View>,
    /// Which inputs we were told of, and what time it was on our screen: until then a picture may have been wrong.
    told: Vec<(Told, Tick)>,
    trips: Trips,
}

/// What becomes of an input.
#[derive(Clone, PartialEq, Debug)]
enum Told {
    /// It counts for that tick.
    Heard(Seat, Tick),
    /// It came too late to count.
    Refused(CommandId),
}

impl Told {
    fn by(text: &str) -> Option<Self> {
        match serde_json::from_str(text) {
            Ok(ServerFrame::Event { event: TableEvent::Heard(Heard { seat, at, .. }), .. }) => {
                Some(Self::Heard(seat, at))
            }
            Ok(ServerFrame::Refused { id: Some(id), code, .. }) if code == "too_late" => Some(Self::Refused(id)),
            _ => None,
        }
    }
}

impl<G: Playable> Far<G> {
    /// The ticks whose pictures could not be right: from the one an input was made for until `me` was told that it had
    /// been held up; and from where a pause may begin until we were told what the other did, if that took longer than
    /// the notice that pauses give. What was only refused to the other we never hear of, and it changes nothing for us.
    fn misled<'a>(&'a self, me: Seat, held_up: &'a [(Tick, Told)]) -> impl Iterator<Item = RangeInclusive<Tick>> + 'a {
        let moved = held_up.iter().filter_map(|(from, told)| {
            let until = self.told.iter().rev().find(|(known, _)| known == told).map(|(_, at)| *at);
            match (until, told) {
                (Some(until), _) => Some(*from..=until),
                (None, Told::Heard(..)) => Some(*from..=Tick(u64::MAX)),
                (None, Told::Refused(_)) => None,
            }
        });
        let unnoticed = self.told.iter().filter_map(move |(told, until)| match told {
            Told::Heard(seat, at) if *seat != me => Some(*at + u64::from(PauseRules::AGREED.notice)..=*until),
            _ => None,
        });
        moved.chain(unnoticed.filter(|ticks| !ticks.is_empty()))
    }
}

/// An input on its way.
struct Sent {
    /// For which tick it should count.
    at: Tick,
    sent_ms: f64,
    /// Whether that was early enough.
    in_time: bool,
}

/// Our inputs on their way to the house and back.
struct Trips {
    under_way: VecDeque<Sent>,
    /// How long the house waits for them, in milliseconds.
    patience_ms: f64,
    /// How far the house's time is ahead of our clock, in milliseconds: told by frames that nothing has delayed yet.
    ahead_ms: f64,
    /// How many the house put at another tick, though they came in time.
    late: usize,
    /// Those that it put at another tick, or refused, because the network or this machine had held them up for too long:
    /// for which tick they were made, and what became of them.
    held_up: Vec<(Tick, Told)>,
    inputs: usize,
}

impl Trips {
    const fn new(patience: u64) -> Self {
        let patience_ms = patience as f64 * FRAME_MS;
        Self {
            under_way: VecDeque::new(),
            patience_ms,
            ahead_ms: f64::NEG_INFINITY,
            late: 0,
            held_up: Vec::new(),
            inputs: 0,
        }
    }

    fn leaves(&mut self, text: &str, now_ms: f64) {
        if let Ok(ClientFrame { command: Command::At { what: TableCommand::Act { at: Some(at), .. }, .. }, .. }) =
            serde_json::from_str(text)
        {
            self.inputs += 1;
            let age_ms = now_ms + self.ahead_ms - at.0 as f64 * FRAME_MS;
            let in_time = age_ms + SPARE_MS < self.patience_ms;
            self.under_way.push_back(Sent { at, sent_ms: now_ms, in_time });
        }
    }

    /// The house has said this, before the network delays it.
    fn hears(&mut self, text: &str, me: Option<Seat>, now_ms: f64) {
        if let Ok(ServerFrame::Event { tick: Some(tick), .. }) = serde_json::from_str(text) {
            self.ahead_ms = self.ahead_ms.max(tick.0 as f64 * FRAME_MS - now_ms);
        }
        let Some(told) = Told::by(text) else { return };
        let sent = match &told {
            Told::Heard(seat, _) if me == Some(*seat) => self.under_way.pop_front().expect("our own input"),
            Told::Heard(..) => return,
            Told::Refused(_) => self.under_way.pop_front().expect("our own input"),
        };
        if me.is_none_or(|me| told != Told::Heard(me, sent.at)) {
            if sent.in_time && now_ms - sent.sent_ms < SPARE_MS {
                self.late += 1;
            } else {
                self.held_up.push((sent.at, told));
            }
        }
    }
}

/// Plays a match to its end, with a bot of the game looking at the pictures, and does what the script says besides.
async fn play<G: Playable>(
    visitor: Visitor,
    base: String,
    code: TableCode,
    level: &str,
    script: &[(u64, G::Action)],
    seed: u64,
) -> Far<G> {
    let mut script = script.iter().peekable();
    let mut request = format!("{}/ws", base.replacen("http", "ws", 1)).into_client_request().unwrap();
    let bearer = format!("Bearer {}", visitor.token()).parse().unwrap();
    request.headers_mut().insert(header::AUTHORIZATION, bearer);
    let (socket, _) = connect_async_with_config(request, None, true).await.unwrap();
    let (mut sink, mut stream) = socket.split();
    let mut session = Session::<()>::new(registry(), format!("far{seed}"));
    session.opened();
    session.watch(code);
    session.command(TableCommand::Sit { seat: None }.at(code));
    let (mut there, mut back) = (Wire::new(seed), Wire::new(!seed));
    let started = Instant::now();
    let clock = || started.elapsed().as_secs_f64() * 1000.0;
    let (mut rng, mut bot) = (Rng::new(seed), G::bot(level).unwrap());
    let (mut shown, mut told, mut trips) = (BTreeMap::new(), Vec::new(), Trips::new(G::PATIENCE));
    let (mut asked, mut frame_ms) = (Tick::ZERO, 0.0);
    loop {
        let due = started + Duration::from_secs_f64(there.due().min(back.due()).min(frame_ms) / 1000.0);
        tokio::select! {
            message = stream.next() => {
                if let Message::Text(text) = message.unwrap().unwrap() {
                    trips.hears(&text, session.table(code).and_then(|model| model.seat), clock());
                    back.send(text.to_string(), clock());
                }
            }
            () = sleep_until(due) => {}
        }
        let now_ms = clock();
        while let Some(text) = back.arrived(now_ms) {
            session.receive(&text, now_ms).unwrap();
            let ahead = session.table(code).and_then(|model| model.game.as_ref()?.ahead.as_ref());
            told.extend(Told::by(&text).zip(ahead.map(|ahead| Tick(ahead.now(now_ms) as u64))));
        }
        if now_ms >= frame_ms {
            frame_ms = now_ms.max(frame_ms + FRAME_MS);
            if let Some(model) = session.table(code)
                && let (Some(seat), Some(game)) = (model.seat, &model.game)
            {
                if game.ended.is_some() {
                    return Far { session, shown, told, trips };
                }
                let (view, now) = game.picture::<G>(now_ms).unwrap();
                let tick = Tick(now as u64);
                let config: G::Config = model.info.read_config().unwrap();
                let rules = Rules::<G>::load(config, &Library::default()).unwrap();
                while let Some((_, action)) = script.next_if(|(due, _)| *due <= tick.0) {
                    session.input((), code, to_raw_value(action).unwrap(), now_ms);
                }
                if tick >= asked + G::BOT_EVERY {
                    asked = tick;
                    if let Some(action) = bot.choose(&rules, &view, seat, &mut rng) {
                        session.input((), code, to_raw_value(&action).unwrap(), now_ms);
                    }
                }
                shown.insert(tick, view);
            }
        }
        for frame in session.outgoing() {
            there.send(frame.text(), now_ms);
        }
        while let Some(text) = there.arrived(now_ms) {
            trips.leaves(&text, now_ms);
            sink.send(Message::text(text)).await.unwrap();
        }
    }
}

/// What really was at every tick, from the log alone, until the match was decided: then everything stands still, and
/// cannot be known before hearing of it.
fn truth<G: Playable>(record: &Record) -> Vec<G::View> {
    let config: G::Config = serde_json::from_value(record.header.config.clone()).unwrap();
    config.validate().unwrap();
    let rules = Rules::load(config, &Library::default()).unwrap();
    let footer = record.footer.as_ref().unwrap();
    let mut table = Table::<G, _>::new(Arc::new(rules), KeyedDice::new(footer.key.clone()));
    let mut views = Vec::new();
    let mut entries = record.entries.iter().peekable();
    for tick in 0..=footer.tick.0 {
        while let Some(Entry { input, .. }) = entries.next_if(|entry| entry.tick.0 <= tick) {
            table.advance(Tick(tick), &mut ());
            if let Input::Act { seat, action } = input {
                let action = serde_json::from_value(action.clone()).unwrap();
                table.act(Tick(tick), *seat, action, &mut ()).unwrap();
            }
        }
        table.advance(Tick(tick), &mut ());
        views.push(table.view(Viewer::Spectator));
        if table.outcome().is_some() {
            break;
        }
    }
    views
}

/// A match over a bad network, and what of it is compared.
pub struct Duel<G: Playable, P> {
    pub preset: &'static str,
    pub options: Value,
    /// The bots that look at the pictures, by seat.
    pub levels: [&'static str; 2],
    /// What the seats do besides, and at which tick of their own pictures.
    pub scripts: [Vec<(u64, G::Action)>; 2],
    /// The part of a picture that shows what a seat did.
    pub part: fn(&G::View, Seat, Tick) -> P,
}

/// What a player saw of it.
pub struct Seen {
    pub pictures: usize,
    /// In how many the other's part was wrong.
    pub other_wrong: usize,
    pub inputs: usize,
}

impl<G: Playable, P: PartialEq> Duel<G, P> {
    /// Plays the match. What both have folded together must be what happened, no input may be late, and a player's own
    /// part may never have been wrong, except until they were told that an input had been held up.
    pub async fn play(self) -> [Seen; 2] {
        let open = Open::new(settings()).await;
        let (ada, bea) = (open.visitor("Ada").await, open.visitor("Bea").await);
        let mut wish = wish(G::SPEC.id, self.preset, vec![]);
        wish.options = self.options;
        let code = ada.open_table(&wish).await.unwrap().code;
        let [first, second] = self.levels;
        let [mine, theirs] = &self.scripts;
        let others = play::<G>(bea, open.base.clone(), code, second, theirs, 2);
        let (mut one, mut two) = tokio::join!(play::<G>(ada.clone(), open.base.clone(), code, first, mine, 1), others);
        let id = one.session.table(code).unwrap().info.match_id.unwrap();
        let record = Record::from_text(&ada.get_text(&format!("/api/matches/{id}/log")).await.unwrap()).unwrap();
        registry().game(G::SPEC.id).unwrap().verify(record.clone()).unwrap();
        parlor_testkit::tamper::<G>(&record, &Library::default()).unwrap();
        let truth = truth::<G>(&record);
        let (end, before) = truth.split_last().unwrap();
        // A pause stops both: what was held up of one may set the other back.
        let held_up = [&one, &two].map(|far| far.trips.held_up.clone()).concat();
        [(&mut one, Seat(0)), (&mut two, Seat(1))].map(|(far, seat)| {
            let last = far.session.table(code).unwrap().game.as_ref().unwrap().view_of::<G>().unwrap().clone();
            assert_eq!(&last, end, "what the client has folded together is what happened");
            let wrong = |seat: Seat| -> Vec<Tick> {
                let differs = |&(&tick, view): &(&Tick, &G::View)| {
                    let real = before.get(tick.0 as usize);
                    real.is_some_and(|real| (self.part)(real, seat, tick) != (self.part)(view, seat, tick))
                };
                far.shown.iter().filter(differs).map(|(tick, _)| *tick).collect()
            };
            let misled: Vec<_> = far.misled(seat, &held_up).collect();
            let (mut own_wrong, other_wrong) = (wrong(seat), wrong(parlor_kernel::Duel::other(seat)).len());
            own_wrong.retain(|tick| !misled.iter().any(|ticks| ticks.contains(tick)));
            let (pictures, misled) = (far.shown.len(), misled.len());
            let (inputs, late) = (far.trips.inputs, far.trips.late);
            println!(
                "{seat}: {pictures} pictures, own part wrong in {own_wrong:?}, the other's in {other_wrong}; \
                 {inputs} inputs, {late} late, {misled} held up, of both"
            );
            assert_eq!(late, 0, "what comes in time counts for the tick its player saw");
            assert!(own_wrong.is_empty(), "the own part is what its player saw: {misled:?} {own_wrong:?}");
            Seen { pictures, other_wrong, inputs }
        })
    }
}
