//! Bets: what a step writes, and who is named in it.

use super::*;
use crate::{
    Seed,
    testing::{TIMES, ada, at, ben, cat},
};

const TABLE: &str = "K7QX2M";

struct Scene {
    bet: Bet,
    seats: Vec<SavedSeat>,
    chance: Chance,
    now_ms: u64,
}

impl Scene {
    fn new(holder: HolderWish) -> Self {
        let mut chance = Chance::new(Seed([2; 32]));
        let mut bet = Bet::open(BetWish { amount: 100, holder }, 2, &TIMES).unwrap();
        bet.renew(&mut chance);
        Self { bet, seats: vec![SavedSeat::person(&ada()), SavedSeat::EMPTY], chance, now_ms: 1_000 }
    }

    /// Ada and Ben sit there, and the house holds it.
    fn gathered() -> Self {
        let mut scene = Self::new(HolderWish::House);
        scene.sits(1, &ben());
        scene
    }

    fn at(&self) -> At {
        At { table: TABLE.parse().unwrap(), now: at(self.now_ms) }
    }

    fn sits(&mut self, seat: usize, user: &User) {
        self.seats[seat] = SavedSeat::person(user);
        self.follow();
    }

    fn follow(&mut self) -> Vec<Transfer> {
        transfers(self.bet.follow(self.at(), &self.seats))
    }

    fn deposit(&mut self, seat: u8, user: &User) -> Result<Vec<Transfer>, BetError> {
        let at = self.at();
        self.bet.deposit(at, (Seat(seat), user), &self.seats, &mut self.chance).map(transfers)
    }

    fn step(&mut self, step: Step) -> Vec<Transfer> {
        transfers(self.bet.step(self.at(), step).unwrap())
    }

    /// A match has been played for it, and Ada has won.
    fn settling() -> Self {
        let mut scene = Self::gathered();
        scene.deposit(0, &ada()).unwrap();
        scene.deposit(1, &ben()).unwrap();
        scene.bet.begin(scene.at(), MatchId(7)).unwrap();
        scene.step(Step::End(SeatSet::only(Seat(0))));
        scene
    }
}

fn transfers(writes: Vec<Write>) -> Vec<Transfer> {
    assert!(writes.is_empty() || matches!(writes[0], Write::Clock(1_000..)), "deadlines count from the clock");
    let transfers = writes.into_iter().filter_map(|write| match write {
        Write::Transfer(transfer) => Some(transfer),
        _ => None,
    });
    transfers.inspect(|transfer| assert_eq!(transfer.legs.iter().map(|leg| leg.amount).sum::<i64>(), 0)).collect()
}

fn purses(transfer: &Transfer) -> Vec<(UserId, i64)> {
    let purse = |leg: &Leg| if let Till::Purse(user) = leg.till { Some((user, leg.amount)) } else { None };
    transfer.legs.iter().filter_map(purse).collect()
}

#[test]
fn gold_goes_into_the_escrow_and_to_the_winner() {
    let mut scene = Scene::gathered();
    let deposit = scene.deposit(0, &ada()).unwrap();
    assert_eq!((deposit[0].why, purses(&deposit[0])), (Why::Deposit, vec![(ada().id, -100)]));
    assert_eq!((scene.bet.in_escrow(), scene.bet.is_funded()), (100, false));
    assert_eq!(scene.deposit(0, &ada()), Err(BetError::Escrow(EscrowError::AlreadyDeposited)));
    scene.deposit(1, &ben()).unwrap();
    assert!(scene.bet.is_funded());
    scene.bet.begin(scene.at(), MatchId(7)).unwrap();
    assert!(scene.step(Step::End(SeatSet::only(Seat(0)))).is_empty(), "it may be disputed first");
    scene.now_ms += TIMES.dispute_ms;
    let paid = scene.step(Step::Time(Proof::Holds));
    assert_eq!((paid[0].why, purses(&paid[0])), (Why::Payout, vec![(ada().id, 200)]));
    assert_eq!(scene.bet.in_escrow(), 0);
}

#[test]
fn every_transfer_has_a_name_of_its_own() {
    let mut scene = Scene::settling();
    scene.now_ms += TIMES.dispute_ms;
    scene.step(Step::Time(Proof::Holds));
    let first = scene.bet.id();
    let again = scene.deposit(0, &ada()).unwrap();
    assert_ne!(scene.bet.id(), first, "the next match is another bet");
    let more = scene.deposit(1, &ben()).unwrap();
    assert_ne!(again[0].key, more[0].key);
    assert!(again[0].key.starts_with(&format!("bet:{}:", scene.bet.id())));
}

#[test]
fn before_a_match_the_bet_follows_who_sits_there() {
    let mut scene = Scene::gathered();
    scene.deposit(0, &ada()).unwrap();
    scene.seats[1] = SavedSeat::EMPTY;
    let back = scene.follow();
    assert_eq!((back[0].why, purses(&back[0])), (Why::Refund, vec![(ada().id, 100)]));
    assert_eq!((scene.bet.stage(), scene.bet.seat_of(ada().id)), (BetState::Invited, None));
    scene.sits(1, &cat());
    assert_eq!(scene.bet.stage(), BetState::Depositing);
    scene.deposit(0, &ada()).unwrap();
    scene.deposit(1, &cat()).unwrap();
    // Another in the same seat: what was put in is not theirs.
    scene.seats[1] = SavedSeat::person(&ben());
    assert_eq!(scene.follow().len(), 1);
    assert_eq!(scene.bet.stage(), BetState::Invited);
}

#[test]
fn a_player_who_stood_up_is_paid_all_the_same() {
    let mut scene = Scene::settling();
    scene.seats[0] = SavedSeat::person(&cat());
    assert!(scene.follow().is_empty(), "the match is played");
    assert_eq!(scene.deposit(0, &cat()), Err(BetError::Unsettled));
    let paid = scene.step(Step::Accept(Seat(1)));
    assert_eq!(purses(&paid[0]), [(ada().id, 200)]);
}

#[test]
fn a_holder_is_wanted_counted_and_cannot_play() {
    let mut scene = Scene::new(HolderWish::Person);
    scene.sits(1, &ben());
    assert_eq!(scene.bet.stage(), BetState::Invited, "nobody holds it");
    let at = scene.at();
    scene.bet.hold(at, &cat(), TrustRecord::default(), &mut scene.chance).unwrap();
    scene.follow();
    assert_eq!(scene.bet.may_play(&cat()), Err(BetError::HolderPlays));
    assert_eq!(scene.bet.is_holder(ada().id), Err(BetError::NotHolder));
    scene.deposit(0, &ada()).unwrap();
    scene.deposit(1, &ben()).unwrap();
    assert_eq!(scene.bet.dismiss(at).unwrap_err(), BetError::HolderStays);
    scene.bet.begin(at, MatchId(7)).unwrap();
    scene.step(Step::End(SeatSet::only(Seat(0))));
    scene.step(Step::Dispute { seat: Seat(1), reason: "odd".into() });
    let writes = scene.bet.step(at, Step::Rule(Verdict::Award(Seat(1)), Proof::Holds)).unwrap();
    let held = writes.iter().find_map(|write| match write {
        Write::Held { holder, disputed, overturned, .. } => Some((*holder, *disputed, *overturned)),
        _ => None,
    });
    assert_eq!(held, Some((cat().id, true, true)), "the log says that Ada has won");
    let info = scene.bet.info(at.now, true);
    let Some(BetHolder::Person { record, .. }) = info.holder else { panic!("Cat holds it") };
    assert_eq!(record, TrustRecord { held: 1, disputed: 1, overturned: 1 });
    assert_eq!(info.paid_to, [Seat(0)]);
}

#[test]
fn a_holder_who_leaves_a_dispute_undecided_is_counted_too() {
    let mut scene = Scene::new(HolderWish::Person);
    let at = scene.at();
    scene.bet.hold(at, &cat(), TrustRecord::default(), &mut scene.chance).unwrap();
    scene.sits(1, &ben());
    let again = scene.bet.hold(at, &cat(), TrustRecord::default(), &mut scene.chance);
    assert_eq!(again.unwrap_err(), EscrowError::HolderTaken.into());
    scene.deposit(0, &ada()).unwrap();
    scene.deposit(1, &ben()).unwrap();
    scene.bet.begin(at, MatchId(7)).unwrap();
    scene.step(Step::End(SeatSet::only(Seat(0))));
    scene.step(Step::Dispute { seat: Seat(1), reason: "odd".into() });
    let writes = scene.bet.holder_left(at, cat().id).unwrap();
    assert!(writes.iter().any(|write| matches!(write, Write::Held { disputed: true, .. })));
    assert_eq!((scene.bet.holder(), scene.bet.due()), (None, Some(scene.now_ms)), "the house decides at once");
}

#[test]
fn names_change_and_are_forgotten() {
    let mut scene = Scene::settling();
    scene.bet.rename(&User { name: "Countess".into(), ..ada() });
    scene.bet.forget(ben().id);
    let names: Vec<_> = scene.bet.info(at(0), true).players.into_iter().flatten().map(|person| person.name).collect();
    assert_eq!(names, ["Countess", "A player who left"]);
}

#[test]
fn a_bet_whose_gold_is_elsewhere_moves_nothing_more() {
    let mut scene = Scene::settling();
    scene.bet.give_up(at(5_000));
    assert_eq!((scene.bet.in_escrow(), scene.bet.due()), (0, None));
    assert!(scene.bet.stage().is_over());
}
