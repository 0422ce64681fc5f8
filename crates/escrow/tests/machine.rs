//! Whatever happens to a bet, in whatever order: no gold appears or gets lost, and it ends.

use parlor_escrow::{Escrow, EscrowError, Holder, Movement, Proof, State, Step, Terms, Verdict};
use parlor_kernel::{Seat, SeatSet};
use parlor_wire::bet::{RefundReason, Ruling};
use proptest::prelude::*;

const TERMS: Terms = Terms { amount: 10, seats: 2, deposit_ms: 120, dispute_ms: 60, ruling_ms: 120 };

fn escrow(holder: Holder) -> Escrow {
    Escrow::new(TERMS, holder)
}

fn playing(holder: Holder) -> Escrow {
    let mut bet = escrow(holder);
    for step in [Step::Gather, Step::Deposit(Seat(0)), Step::Deposit(Seat(1)), Step::Begin] {
        bet.step(0, step).unwrap();
    }
    bet
}

fn settling(holder: Holder) -> Escrow {
    let mut bet = playing(holder);
    bet.step(100, Step::End(SeatSet::only(Seat(1)))).unwrap();
    bet
}

fn disputed(holder: Holder) -> Escrow {
    let mut bet = settling(holder);
    bet.step(110, Step::Dispute { seat: Seat(0), reason: "The die looked odd".into() }).unwrap();
    bet
}

const WON: [Movement; 1] = [Movement::Pay { seat: Seat(1), amount: 20 }];
const BACK: [Movement; 2] = [Movement::Refund(Seat(0)), Movement::Refund(Seat(1))];

#[test]
fn a_bet_goes_its_way_and_the_winner_is_paid() {
    let mut bet = escrow(Holder::House);
    assert_eq!(bet.step(0, Step::Deposit(Seat(0))), Err(EscrowError::NotDepositing));
    bet.step(0, Step::Gather).unwrap();
    assert_eq!(bet.due(), Some(120));
    assert_eq!(bet.step(1, Step::Deposit(Seat(1))).unwrap(), [Movement::Deposit(Seat(1))]);
    assert_eq!(bet.step(1, Step::Deposit(Seat(1))), Err(EscrowError::AlreadyDeposited));
    assert_eq!(bet.step(1, Step::Begin), Err(EscrowError::NotFunded), "not before all have put it in");
    bet.step(2, Step::Deposit(Seat(0))).unwrap();
    assert_eq!((bet.is_funded(), bet.in_escrow(), bet.due()), (true, 20, Some(122)));
    bet.step(3, Step::Begin).unwrap();
    assert_eq!((bet.due(), bet.step(9_999, Step::Time(Proof::Holds))), (None, Err(EscrowError::NotDue)));
    bet.step(100, Step::End(SeatSet::only(Seat(1)))).unwrap();
    assert_eq!(bet.step(159, Step::Time(Proof::Holds)), Err(EscrowError::NotDue));
    assert_eq!(bet.step(160, Step::Time(Proof::Holds)).unwrap(), WON);
    assert_eq!((bet.state(), bet.in_escrow()), (State::Paid { to: SeatSet::only(Seat(1)) }, 0));
    assert_eq!(bet.step(200, Step::Time(Proof::Holds)), Err(EscrowError::BetOver));
}

#[test]
fn late_deposits_and_late_beginnings_are_refunded() {
    let mut bet = escrow(Holder::House);
    bet.step(0, Step::Gather).unwrap();
    bet.step(1, Step::Deposit(Seat(1))).unwrap();
    assert_eq!(bet.step(120, Step::Time(Proof::Holds)).unwrap(), [Movement::Refund(Seat(1))]);
    assert_eq!(bet.state(), State::Refunded { why: RefundReason::Late });
    let mut bet = escrow(Holder::House);
    bet.step(0, Step::Gather).unwrap();
    bet.step(1, Step::Deposit(Seat(1))).unwrap();
    bet.step(1, Step::Deposit(Seat(0))).unwrap();
    assert_eq!(bet.step(121, Step::Time(Proof::Holds)).unwrap(), BACK);
    assert_eq!(bet.state(), State::Refunded { why: RefundReason::NotBegun });
}

#[test]
fn whoever_leaves_before_the_match_scatters_the_others() {
    let mut bet = escrow(Holder::House);
    bet.step(0, Step::Gather).unwrap();
    bet.step(1, Step::Deposit(Seat(1))).unwrap();
    assert_eq!(bet.step(2, Step::Scatter).unwrap(), [Movement::Refund(Seat(1))]);
    assert_eq!(bet.state(), State::Invited);
    assert_eq!(playing(Holder::House).step(9, Step::Scatter), Err(EscrowError::NotDepositing));
}

#[test]
fn it_can_be_called_off_before_the_first_turn() {
    let cancel = |begun| Step::Cancel { seat: Seat(0), begun };
    assert_eq!(escrow(Holder::House).step(0, cancel(false)), Err(EscrowError::NothingToCancel));
    assert_eq!(playing(Holder::House).step(9, cancel(false)).unwrap(), BACK);
    assert_eq!(playing(Holder::House).step(9, cancel(true)), Err(EscrowError::BetStands));
    assert_eq!(settling(Holder::House).step(109, cancel(false)), Err(EscrowError::BetStands));
    let mut drawn = playing(Holder::House);
    assert_eq!(drawn.step(9, Step::End(SeatSet::EMPTY)).unwrap(), BACK);
    assert_eq!(drawn.state(), State::Refunded { why: RefundReason::NoWinner });
}

#[test]
fn the_house_decides_at_once_by_the_log() {
    let mut bet = disputed(Holder::House);
    assert_eq!(bet.due(), Some(110));
    assert_eq!(bet.step(110, Step::Rule(Verdict::Refund, Proof::Holds)), Err(EscrowError::NoHolder));
    assert_eq!(bet.step(110, Step::Time(Proof::Holds)).unwrap(), WON);
    assert_eq!(bet.ruling(), Some(Ruling::Verified));
    let mut bet = disputed(Holder::House);
    assert_eq!(bet.step(110, Step::Time(Proof::Broken)).unwrap(), BACK);
    assert_eq!(bet.ruling(), Some(Ruling::Unverified));
}

/// A bet that a person holds.
fn held(stage: fn(Holder) -> Escrow) -> Escrow {
    stage(Holder::Person)
}

#[test]
fn a_person_awards_refunds_or_is_overturned() {
    let mut bet = held(disputed);
    assert_eq!(bet.due(), Some(230));
    bet.step(111, Step::Rule(Verdict::Award(Seat(7)), Proof::Holds)).unwrap_err();
    assert_eq!(bet.step(111, Step::Rule(Verdict::Award(Seat(1)), Proof::Holds)).unwrap(), WON);
    assert_eq!(bet.ruling(), Some(Ruling::Awarded { seat: Seat(1) }));
    let mut bet = held(disputed);
    assert_eq!(bet.step(111, Step::Rule(Verdict::Award(Seat(0)), Proof::Holds)).unwrap(), WON, "the log decides");
    assert_eq!(bet.ruling(), Some(Ruling::Overturned { seat: Seat(0) }));
    let mut bet = held(disputed);
    assert_eq!(bet.step(111, Step::Rule(Verdict::Refund, Proof::Holds)).unwrap(), BACK);
    assert_eq!((bet.ruling(), bet.was_seen_through()), (Some(Ruling::Refunded), true));
    let mut bet = held(disputed);
    let paid = bet.step(111, Step::Rule(Verdict::Award(Seat(0)), Proof::Broken)).unwrap();
    assert_eq!(paid, [Movement::Pay { seat: Seat(0), amount: 20 }], "where the log proves nothing, the holder decides");
    let mut bet = held(disputed);
    assert_eq!(bet.step(230, Step::Time(Proof::Holds)).unwrap(), WON);
    assert_eq!(bet.ruling(), Some(Ruling::Silence));
}

#[test]
fn a_holder_may_go() {
    let mut bet = escrow(Holder::Wanted);
    assert_eq!(bet.step(0, Step::Gather), Err(EscrowError::NoHolder));
    bet.step(0, Step::Hold).unwrap();
    assert_eq!(bet.step(0, Step::Hold), Err(EscrowError::HolderTaken));
    bet.step(0, Step::Gather).unwrap();
    bet.step(1, Step::Deposit(Seat(0))).unwrap();
    assert_eq!(bet.step(2, Step::HolderLeft).unwrap(), [Movement::Refund(Seat(0))]);
    assert_eq!((bet.state(), bet.holder()), (State::Invited, Holder::Wanted));
    let mut bet = held(disputed);
    assert_eq!(bet.step(120, Step::HolderLeft).unwrap(), []);
    assert_eq!((bet.holder(), bet.due()), (Holder::House, Some(120)), "the house decides instead, at once");
    assert_eq!(bet.step(120, Step::HolderLeft), Err(EscrowError::NoHolder));
}

#[test]
fn a_result_is_accepted_by_who_lost_it() {
    let mut bet = settling(Holder::House);
    assert_eq!(bet.step(101, Step::Accept(Seat(1))).unwrap(), []);
    assert_eq!(bet.step(101, Step::Accept(Seat(0))).unwrap(), WON);
    let reasons = ["", "  ", "\u{200b}", "bell\u{7}", &"x".repeat(201)];
    for reason in reasons {
        let dispute = Step::Dispute { seat: Seat(0), reason: reason.into() };
        assert_eq!(settling(Holder::House).step(101, dispute), Err(EscrowError::BadReason));
    }
    let late = Step::Dispute { seat: Seat(0), reason: "late".into() };
    assert_eq!(settling(Holder::House).step(160, late), Err(EscrowError::NotSettling));
}

fn proof() -> impl Strategy<Value = Proof> {
    prop_oneof![Just(Proof::Holds), Just(Proof::Broken)]
}

/// Anything, for a table of three seats and one that is not there.
fn step() -> impl Strategy<Value = Step> {
    let seat = || (0u8..4).prop_map(Seat);
    let set = prop::collection::vec((0u8..3).prop_map(Seat), 0..3).prop_map(|seats| seats.into_iter().collect());
    let verdict = prop_oneof![seat().prop_map(Verdict::Award), Just(Verdict::Refund)];
    prop_oneof![
        3 => Just(Step::Gather),
        1 => Just(Step::Scatter),
        2 => Just(Step::Hold),
        1 => Just(Step::HolderLeft),
        8 => seat().prop_map(Step::Deposit),
        1 => (seat(), any::<bool>()).prop_map(|(seat, begun)| Step::Cancel { seat, begun }),
        4 => Just(Step::Begin),
        3 => set.prop_map(Step::End),
        2 => seat().prop_map(Step::Accept),
        2 => (seat(), "[a-z]{0,3}").prop_map(|(seat, reason)| Step::Dispute { seat, reason }),
        2 => (verdict, proof()).prop_map(|(verdict, proof)| Step::Rule(verdict, proof)),
        2 => proof().prop_map(Step::Time),
        1 => Just(Step::Void),
    ]
}

/// What everyone has, and how each deposit ended.
#[derive(Default)]
struct Books {
    purses: [i64; 3],
    in_escrow: i64,
}

impl Books {
    fn carry_out(&mut self, terms: &Terms, movements: &[Movement]) {
        for movement in movements {
            let (seat, gold) = match *movement {
                Movement::Deposit(seat) => (seat, -i64::from(terms.amount)),
                Movement::Refund(seat) => (seat, i64::from(terms.amount)),
                Movement::Pay { seat, amount } => (seat, amount as i64),
            };
            self.purses[seat.index()] += gold;
            self.in_escrow -= gold;
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1_000, ..ProptestConfig::default() })]

    #[test]
    fn gold_is_conserved_and_every_bet_ends(
        amount in 1u32..50,
        wanted in any::<bool>(),
        script in prop::collection::vec((0u64..90, step()), 0..60),
        last in proof(),
    ) {
        let terms = Terms { amount, seats: 3, deposit_ms: 120, dispute_ms: 60, ruling_ms: 120 };
        let mut bet = Escrow::new(terms, if wanted { Holder::Wanted } else { Holder::House });
        let mut books = Books::default();
        let mut now = 0;
        for (later, step) in script {
            now += later;
            let before = bet.clone();
            match bet.step(now, step) {
                Ok(movements) => {
                    prop_assert_eq!(bet.steps(), before.steps() + 1);
                    books.carry_out(&terms, &movements);
                }
                Err(_) => prop_assert_eq!(&bet, &before, "a refusal leaves no trace"),
            }
            prop_assert_eq!(books.purses.iter().sum::<i64>() + books.in_escrow, 0);
            prop_assert_eq!(books.in_escrow, bet.in_escrow() as i64, "the escrow holds what it says");
            prop_assert!(books.in_escrow >= 0);
            let text = serde_json::to_string(&bet).unwrap();
            prop_assert_eq!(serde_json::from_str::<Escrow>(&text).unwrap(), bet.clone());
        }
        // Time passes, and the match ends: nothing else is needed.
        for _ in 0..4 {
            let step = match bet.due() {
                Some(due) => { now = now.max(due); Step::Time(last) }
                None if bet.state() == State::Playing => Step::End(SeatSet::only(Seat(2))),
                None => break,
            };
            let movements = bet.step(now, step).unwrap();
            books.carry_out(&terms, &movements);
        }
        prop_assert!(bet.is_over() || bet.state() == State::Invited);
        prop_assert_eq!((books.in_escrow, books.purses.iter().sum::<i64>()), (0, 0), "the escrow is empty");
        if let State::Refunded { .. } | State::Invited = bet.state() {
            prop_assert_eq!(books.purses, [0; 3], "everyone has exactly what they had");
        }
    }
}
