//! No gold is lost, whatever fails and whenever the process dies.
//!
//! A session is played by real clients over a real SQLite file, and something goes wrong at one of its writes: the process
//! dies before it or after it, or the write is reported as failed although it was made, or was not. Then the session goes
//! on. In the end the ledger must balance, every escrow must be empty, and every bet that was put in must have been paid
//! out or given back exactly once.

use crate::{
    bets::kit::{for_gold, settings},
    common::{
        Open, Player,
        gated::{Gate, Gated, Moment},
    },
};
use parlor_client::native::Visitor;
use parlor_death_roll::Action;
use parlor_kernel::Seat;
use parlor_store::{Counterparty, Ledger, Secret, SqliteStore, StatementRow, Tables, Why, Write, Writes};
use parlor_wire::{Command, EscrowId, EscrowStep, HolderWish, TableCode, TableCommand, UserId};
use proptest::prelude::*;
use serde_json::{Value, value::to_raw_value};
use std::{
    collections::{BTreeMap, BTreeSet},
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};
use tempfile::TempDir;
use tokio::{runtime::Runtime, time::timeout};

const BET: u64 = 100;
/// Longer than any window of a bet, and than it takes to roll many times.
const LATER_MS: u64 = 600_000;

/// What goes wrong.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Disaster {
    DiesBefore,
    DiesAfter,
    FailsBefore,
    FailsAfter,
}

const DISASTERS: [Disaster; 4] =
    [Disaster::DiesBefore, Disaster::DiesAfter, Disaster::FailsBefore, Disaster::FailsAfter];

/// What happens in a session. People are 0 and 1, who play, and 2, who may hold the bet.
#[derive(Clone, Debug)]
enum Move {
    Sit(usize),
    Stand(usize),
    Bet(usize, EscrowStep),
    Roll(usize),
    Surrender(usize),
    /// The process dies, and is started again.
    Crash,
    /// The process dies, and is started again much later: every deadline has passed.
    Later,
}

/// A house that can die: it lives in a runtime of its own, which is dropped with everything that runs in it.
struct Life {
    runtime: Runtime,
    open: Open,
    store: Arc<Gated>,
}

struct Session {
    dir: Arc<TempDir>,
    life: Option<Life>,
    /// Looks at the same file from outside.
    auditor: SqliteStore,
    visitors: Vec<Visitor>,
    players: Vec<Player>,
    code: TableCode,
    /// Where the process is about to die, if it is.
    gate: Option<Gate>,
    /// Whether what was planned to go wrong has.
    struck: bool,
}

fn is_about_a_table(writes: &[Write]) -> bool {
    writes.iter().any(|write| matches!(write, Write::SaveTable { .. } | Write::Append { .. } | Write::DropTable { .. }))
}

impl Life {
    async fn begin(dir: &Arc<TempDir>) -> Self {
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build().unwrap();
        let dir = Arc::clone(dir);
        let (open, store) = runtime.spawn(async move { Open::gated_in(dir, settings()).await }).await.unwrap();
        Self { runtime, open, store }
    }
}

impl Session {
    async fn new(holder: HolderWish) -> Self {
        let dir = Arc::new(tempfile::tempdir().unwrap());
        let life = Life::begin(&dir).await;
        let auditor = SqliteStore::open(&life.open.database()).await.unwrap();
        let mut visitors = Vec::new();
        for name in ["Ada", "Bea", "Cid"] {
            let visitor = Visitor::enter(&life.open.base, name).await.unwrap();
            let password = Secret("no password has this hash".into());
            auditor.write(vec![Write::AddAccount { user: visitor.me().id, password, email: None }]).await.unwrap();
            visitors.push(visitor);
        }
        let code = visitors[0].open_table(&for_gold(BET as u32, holder)).await.unwrap().code;
        let mut session =
            Self { dir, life: Some(life), auditor, visitors, players: Vec::new(), code, gate: None, struck: false };
        session.connect().await;
        session
    }

    fn life(&self) -> &Life {
        self.life.as_ref().expect("the house is open")
    }

    /// Everyone comes to the table; it may be gone.
    async fn connect(&mut self) {
        let base = self.life().open.base.clone();
        self.players.clear();
        for (number, visitor) in self.visitors.iter().enumerate() {
            let visitor = visitor.at(&base);
            let name = format!("{number}-{}", base.rsplit(':').next().unwrap());
            let mut player = self.life().open.connect(visitor, &name).await;
            // A house that is about to die does not answer.
            let _ = timeout(Duration::from_millis(200), player.connection.follow(self.code)).await;
            self.players.push(player);
        }
    }

    /// Something will go wrong at the `at`-th write about a table from now on.
    fn plan(&mut self, disaster: Disaster, at: usize) {
        let seen = AtomicUsize::new(0);
        let strikes = move |moment: &Moment<'_>| {
            let counts = match (disaster, moment) {
                (Disaster::DiesBefore | Disaster::FailsBefore, Moment::Writing(writes)) => is_about_a_table(writes),
                (Disaster::DiesAfter | Disaster::FailsAfter, Moment::Written(writes)) => is_about_a_table(writes),
                _ => false,
            };
            counts && seen.fetch_add(1, Ordering::Relaxed) + 1 == at
        };
        self.struck = false;
        match disaster {
            Disaster::DiesBefore | Disaster::DiesAfter => self.gate = Some(self.life().store.hold(1, strikes)),
            Disaster::FailsBefore | Disaster::FailsAfter => self.life().store.fail(strikes),
        }
    }

    /// The process dies, time passes or not, and it is started again.
    async fn crash(&mut self, later_ms: u64) {
        let clock = self.life().open.house.clock.now_ms();
        self.die().await;
        if later_ms > 0 {
            self.auditor.write(vec![Write::Clock(clock + later_ms)]).await.unwrap();
        }
        self.check().await;
        self.life = Some(Life::begin(&self.dir).await);
        self.connect().await;
    }

    async fn die(&mut self) {
        let life = self.life.take().expect("the house is open");
        life.store.die().await;
        life.runtime.shutdown_background();
        self.players.clear();
        self.gate = None;
    }

    /// Gives a command. It may be refused; if the house dies over it, the house is started again.
    async fn command(&mut self, who: usize, command: Command) {
        let gate = self.gate.clone();
        let dies = async {
            match &gate {
                Some(gate) => gate.is_reached().await,
                None => std::future::pending().await,
            }
        };
        let player = &mut self.players[who];
        let died = tokio::select! {
            answer = timeout(Duration::from_secs(20), player.connection.command(command)) => {
                if let Err(error) = answer.expect("an answer") {
                    assert!(error.code().is_some(), "only refusals are answers: {error}");
                }
                false
            }
            () = dies => true,
        };
        self.struck |= died || !(self.gate.is_some() || self.life().store.is_armed());
        if died {
            self.crash(0).await;
        }
    }

    async fn make(&mut self, step: Move) {
        let table = self.code;
        let act = |action: Action| TableCommand::Act { action: to_raw_value(&action).unwrap(), at: None }.at(table);
        match step {
            Move::Sit(who) => self.command(who, TableCommand::Sit { seat: None }.at(table)).await,
            Move::Stand(who) => self.command(who, TableCommand::Stand.at(table)).await,
            Move::Bet(who, step) => self.command(who, TableCommand::Escrow { step }.at(table)).await,
            Move::Roll(who) => self.command(who, act(Action::Roll)).await,
            Move::Surrender(who) => self.command(who, act(Action::Surrender)).await,
            Move::Crash => self.crash(0).await,
            Move::Later => self.crash(LATER_MS).await,
        }
        self.check().await;
    }

    /// At every moment the books balance. (What a table says about its escrow is checked once the house is down: while it
    /// runs, two questions may get answers from two moments.)
    async fn check(&self) {
        let audit = self.auditor.audit().await.unwrap();
        assert!(audit.faults.is_empty(), "{audit:?}");
        if self.life.is_none() {
            let promised: u64 = self.auditor.tables().await.unwrap().iter().map(|(_, state)| in_escrow(state)).sum();
            assert_eq!(audit.in_escrow, promised as i64, "a table and its escrow were saved apart");
        }
    }

    /// Lets time pass until every escrow is empty, and looks at every deposit that was ever made.
    async fn end(mut self) -> Vec<u64> {
        for _ in 0..30 {
            let emptied = async {
                while !self.auditor.escrows().await.unwrap().is_empty() {
                    tokio::time::sleep(Duration::from_millis(5)).await;
                }
            };
            if timeout(Duration::from_millis(100), emptied).await.is_ok() {
                break;
            }
            self.crash(LATER_MS).await;
        }
        self.die().await;
        self.check().await;
        let audit = self.auditor.audit().await.unwrap();
        assert_eq!((audit.in_escrow, audit.out), (0, 3_000), "every purse has its gold back");
        let mut lines = BTreeMap::new();
        let mut balances = Vec::new();
        for visitor in &self.visitors {
            let user = visitor.me().id;
            for line in self.auditor.statement(user, None, 10_000).await.unwrap() {
                lines.entry(line.id).or_insert_with(Vec::new).push((user, line));
            }
            balances.push(self.auditor.purse(user, 0).await.unwrap().balance);
        }
        every_deposit_ends_once(lines);
        balances
    }
}

/// What a saved table says lies in its escrow.
fn in_escrow(state: &str) -> u64 {
    let state: Value = serde_json::from_str(state).unwrap();
    let escrow = &state["bet"]["escrow"];
    let deposited = escrow["deposited"].as_u64().unwrap_or(0);
    u64::from(deposited.count_ones()) * escrow["terms"]["amount"].as_u64().unwrap_or(0)
}

/// Goes through all transfers in the order in which they were made.
fn every_deposit_ends_once(transfers: BTreeMap<u64, Vec<(UserId, StatementRow)>>) {
    let mut escrows: BTreeMap<EscrowId, BTreeSet<UserId>> = BTreeMap::new();
    let mut paid = BTreeSet::new();
    for sides in transfers.into_values() {
        let Counterparty::Bet { id, .. } = sides[0].1.counterparty.clone() else { continue };
        let inside = escrows.entry(id).or_default();
        assert!(!paid.contains(&id), "nothing happens to a bet that was paid: {sides:?}");
        let bet = BET as i64;
        match sides[0].1.why {
            Why::Deposit => {
                let [(user, line)] = &sides[..] else { panic!("one at a time: {sides:?}") };
                assert!(line.amount == -bet && inside.insert(*user), "once and exactly: {sides:?}");
            }
            Why::Refund => {
                let back: BTreeSet<_> = sides.iter().map(|(user, _)| *user).collect();
                assert!(sides.iter().all(|(_, line)| line.amount == bet), "{sides:?}");
                assert_eq!(*inside, back, "everyone gets back what they put in, and no more");
                inside.clear();
            }
            Why::Payout => {
                let [(winner, line)] = &sides[..] else { panic!("one wins: {sides:?}") };
                assert!(inside.contains(winner) && inside.len() == 2 && line.amount == 2 * bet, "{sides:?}");
                inside.clear();
                paid.insert(id);
            }
            why => panic!("{why:?} is no matter of an escrow"),
        }
    }
    assert!(escrows.values().all(BTreeSet::is_empty), "some gold never came back: {escrows:?}");
}

/// Something of everything: a bet that is refunded, one that is paid, and one that is disputed.
fn whole_story() -> Vec<Move> {
    use EscrowStep::{Accept, Award, Cancel, Deposit, Hold};
    let dispute = EscrowStep::Dispute { reason: "The die looked odd".into() };
    vec![
        Move::Sit(1),
        Move::Bet(2, Hold),
        Move::Bet(0, Deposit),
        Move::Stand(1),
        Move::Sit(1),
        Move::Bet(1, Deposit),
        Move::Bet(0, Deposit),
        Move::Bet(0, Cancel),
        Move::Bet(0, Deposit),
        Move::Bet(1, Deposit),
        Move::Roll(0),
        Move::Roll(1),
        Move::Surrender(1),
        Move::Bet(1, Accept),
        Move::Bet(1, Deposit),
        Move::Bet(0, Deposit),
        Move::Roll(0),
        Move::Surrender(1),
        Move::Bet(1, dispute),
        Move::Bet(2, Award { seat: Seat(1) }),
    ]
}

#[tokio::test]
async fn nothing_is_lost_wherever_it_goes_wrong() {
    let mut untroubled = Session::new(HolderWish::Person).await;
    for step in whole_story() {
        untroubled.make(step).await;
    }
    assert_eq!(untroubled.end().await, [1_200, 800, 1_000], "Ada has won twice, even where the holder was wrong");
    for disaster in DISASTERS {
        for at in 1.. {
            let mut session = Session::new(HolderWish::Person).await;
            session.plan(disaster, at);
            for step in whole_story() {
                session.make(step).await;
            }
            let struck = session.struck;
            session.end().await;
            if !struck {
                assert!(at > 20, "{disaster:?}: the story has only {at} writes");
                break;
            }
        }
    }
}

/// Any move, sensible or not.
fn any_move() -> impl Strategy<Value = Move> {
    let who = || 0usize..3;
    let bet = prop_oneof![
        3 => Just(EscrowStep::Deposit),
        1 => Just(EscrowStep::Cancel),
        1 => Just(EscrowStep::Accept),
        1 => Just(EscrowStep::Dispute { reason: "odd".into() }),
        1 => (0u8..2).prop_map(|seat| EscrowStep::Award { seat: Seat(seat) }),
        1 => Just(EscrowStep::Refund),
        1 => Just(EscrowStep::Hold),
        1 => Just(EscrowStep::Unhold),
    ];
    prop_oneof![
        2 => who().prop_map(Move::Sit),
        2 => who().prop_map(Move::Stand),
        8 => (who(), bet).prop_map(|(who, step)| Move::Bet(who, step)),
        2 => who().prop_map(Move::Roll),
        1 => who().prop_map(Move::Surrender),
        1 => Just(Move::Crash),
        1 => Just(Move::Later),
    ]
}

/// Moves that lead somewhere, and others in between.
fn some_moves() -> impl Strategy<Value = Vec<Move>> {
    let gather = vec![Move::Sit(0), Move::Sit(1), Move::Bet(2, EscrowStep::Hold)];
    let deposit = |who| Move::Bet(who, EscrowStep::Deposit);
    let dispute = Move::Bet(0, EscrowStep::Dispute { reason: "odd".into() });
    prop_oneof![
        4 => any_move().prop_map(|one| vec![one]),
        2 => Just(gather),
        4 => Just(vec![deposit(0), deposit(1)]),
        2 => Just(vec![Move::Roll(0), Move::Roll(1)]),
        2 => (0usize..2).prop_map(|who| vec![Move::Surrender(who), Move::Bet(who, EscrowStep::Accept)]),
        1 => Just(vec![Move::Surrender(0), dispute]),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, max_shrink_iters: 20, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_session_loses_gold(
        held in any::<bool>(),
        script in prop::collection::vec(some_moves(), 8..20),
        disasters in prop::collection::vec((prop::sample::select(DISASTERS.to_vec()), 1usize..12), 1..4),
    ) {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        runtime.block_on(async {
            let mut session = Session::new(if held { HolderWish::Person } else { HolderWish::House }).await;
            let mut disasters = disasters.into_iter();
            session.struck = true;
            for step in [Move::Sit(1), Move::Bet(2, EscrowStep::Hold)].into_iter().chain(script.into_iter().flatten()) {
                // One after another: the next is planned when the last has struck.
                if session.struck && let Some((disaster, at)) = disasters.next() {
                    session.plan(disaster, at);
                }
                session.make(step).await;
            }
            session.end().await;
        });
    }
}
