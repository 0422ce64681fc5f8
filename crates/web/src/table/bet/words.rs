//! A bet in words.

use super::role::{BetView, Offer, Role, seat_of};
use crate::{games::kit::listed, gold::gold};
use parlor_kernel::Seat;
use parlor_wire::{
    BetInfo, BetState, Status, TrustRecord, UserId,
    bet::{BetHolder, RefundReason, Ruling},
};

/// What it is about now and what to do, in a sentence; nothing while people are missing, for that is said already.
pub fn status(bet: &BetView) -> Option<String> {
    let info = &bet.info;
    let (each, all) = (gold(info.amount), gold(total(info)));
    Some(match info.state {
        BetState::Invited if bet.alone => return None,
        BetState::Invited if bet.role == Role::Account => "The bet needs a holder. Would you?".into(),
        BetState::Invited => "Waiting for a holder of the bet.".into(),
        BetState::Depositing if bet.owes() && info.in_escrow > 0 => {
            format!("{} has put in {each}. Put in yours to play.", names(bet, |seat| bet.is_in(seat)))
        }
        BetState::Depositing if bet.owes() => format!("Put in {each} to play."),
        BetState::Depositing => format!("Waiting for {} to put in {each}.", names(bet, |seat| !bet.is_in(seat))),
        BetState::Funded => "All bets are in. Here we go.".into(),
        BetState::Playing => format!("The winner gets {all}."),
        BetState::Settling if is_among(bet, &info.winners) => {
            format!("{} will be yours, unless the result is disputed.", share(info, &info.winners))
        }
        BetState::Settling => format!("{all} will go to {}, unless the result is disputed.", winners(bet)),
        BetState::Disputed if bet.role == Role::Holder => format!("Decide who gets {all}."),
        BetState::Disputed => match &info.holder {
            Some(BetHolder::Person { person, .. }) => {
                format!(
                    "{} decides who gets {all}. If they do not decide in time, it goes to {}.",
                    person.name,
                    winners(bet)
                )
            }
            Some(BetHolder::House) | None => "The house checks the log.".into(),
        },
        BetState::Paid if is_among(bet, &info.paid_to) => {
            format!("{} lies in your purse.", share(info, &info.paid_to))
        }
        BetState::Paid => {
            let to = names(bet, |seat| info.paid_to.contains(&seat));
            format!("{all} was paid to {to}.")
        }
        BetState::Refunded => format!("Everyone got their gold back: {}.", reason(info.refunded)),
    })
}

/// The result of a match for the winner who was paid.
pub fn headline(info: &BetInfo, me: Option<UserId>) -> Option<String> {
    let mine = info.state == BetState::Paid && info.paid_to.contains(&seat_of(info, me)?);
    mine.then(|| format!("You won {}", share(info, &info.paid_to)))
}

/// What has been put in, of what.
pub fn in_escrow(info: &BetInfo) -> String {
    match info.state {
        BetState::Invited | BetState::Paid | BetState::Refunded => format!("{} each", gold(info.amount)),
        BetState::Depositing => format!("{} of {} put in", info.in_escrow, gold(total(info))),
        BetState::Funded | BetState::Playing | BetState::Settling | BetState::Disputed => {
            format!("{} put in", gold(info.in_escrow))
        }
    }
}

/// How a user has held bets so far.
pub fn trust(record: TrustRecord) -> String {
    let TrustRecord { held, disputed, overturned } = record;
    if held == 0 {
        return "has not held a bet to its end yet".into();
    }
    let bets = if held == 1 { "bet" } else { "bets" };
    let rulings = if overturned == 1 { "ruling" } else { "rulings" };
    format!("{held} {bets} held, {disputed} disputed, {overturned} {rulings} against the log")
}

/// How a dispute was decided.
pub fn ruling(bet: &BetView) -> Option<String> {
    let holder = match &bet.info.holder {
        Some(BetHolder::Person { person, .. }) => person.name.as_str(),
        Some(BetHolder::House) | None => "The holder",
    };
    Some(match bet.info.ruling? {
        Ruling::Verified => "The house checked the log, and it holds.".into(),
        Ruling::Unverified => "The house checked the log, and it does not hold.".into(),
        Ruling::Awarded { seat } => format!("{holder} gave it to {}.", bet.name(seat)),
        Ruling::Overturned { seat } => {
            format!("{holder} gave it to {}, but the log proves otherwise.", bet.name(seat))
        }
        Ruling::Refunded => format!("{holder} gave it back."),
        Ruling::Silence => format!("{holder} did not decide in time."),
    })
}

/// What a button says.
pub fn offer(bet: &BetView, offer: Offer) -> String {
    let each = gold(bet.info.amount);
    match offer {
        Offer::Deposit if bet.status == Status::Ended => format!("Play again for {each}"),
        Offer::Deposit => format!("Put in {each}"),
        Offer::TakeBack => "Take it back".into(),
        Offer::CallOff => "Call the bet off".into(),
        Offer::NoThanks => "No, thanks".into(),
        Offer::Accept => "Accept the result".into(),
        Offer::Dispute => "Dispute…".into(),
        Offer::Award(seat) => format!("Award to {}", bet.name(seat)),
        Offer::Refund if bet.seats().count() == 2 => "Refund both".into(),
        Offer::Refund => "Refund all".into(),
        Offer::Hold => "Hold the bet".into(),
        Offer::Unhold if bet.info.state == BetState::Disputed => "Leave it to the house".into(),
        Offer::Unhold => "Stop holding it".into(),
        Offer::Dismiss => match &bet.info.holder {
            Some(BetHolder::Person { person, .. }) => format!("Send {} away", person.name),
            Some(BetHolder::House) | None => "Send the holder away".into(),
        },
        Offer::Stand => "Stand up".into(),
    }
}

/// What the holder is asked before something that stands.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Question {
    /// The question itself.
    pub title: String,
    /// What it means.
    pub words: &'static str,
    /// What the button says.
    pub action: &'static str,
}

/// What the holder is asked before a ruling, or before they leave others to the house.
pub fn question(bet: &BetView, offer: Offer) -> Option<Question> {
    const STANDS: &str = "Your decision is final, unless you award the gold to someone who did not win by the log. Decisions against the log show in your record.";
    let (title, words, action) = match offer {
        Offer::Award(seat) => (format!("Give {} to {}?", gold(total(&bet.info)), bet.name(seat)), STANDS, "Decide"),
        Offer::Refund => (format!("Give everyone their {} back?", gold(bet.info.amount)), STANDS, "Decide"),
        Offer::Unhold if bet.info.state == BetState::Disputed => (
            "Leave it to the house?".into(),
            "The house will decide by the log. A dispute that you leave undecided counts in your record.",
            "Leave it",
        ),
        Offer::Unhold => (
            "Stop holding the bet?".into(),
            "All bets are in. The house will hold this one from now on, and you cannot take it back.",
            "Stop holding it",
        ),
        _ => return None,
    };
    Some(Question { title, words, action })
}

const fn reason(why: Option<RefundReason>) -> &'static str {
    match why {
        Some(RefundReason::Late) => "not everyone put in the bet in time",
        Some(RefundReason::NotBegun) => "the match did not begin in time",
        Some(RefundReason::Cancelled) => "the bet was called off",
        Some(RefundReason::NoWinner) => "there was no winner",
        Some(RefundReason::Ruled) => "the dispute was decided so",
        Some(RefundReason::Closed) | None => "the table could not go on",
    }
}

/// What all put in together.
pub fn total(info: &BetInfo) -> u64 {
    u64::from(info.amount) * info.deposits.len() as u64
}

/// What each of those gets.
fn share(info: &BetInfo, among: &[Seat]) -> String {
    gold(total(info) / among.len().max(1) as u64)
}

fn winners(bet: &BetView) -> String {
    names(bet, |seat| bet.info.winners.contains(&seat))
}

fn is_among(bet: &BetView, seats: &[Seat]) -> bool {
    bet.me.is_some_and(|me| seats.contains(&me))
}

/// Some seats in a sentence; our own is "you".
fn names(bet: &BetView, which: impl Fn(Seat) -> bool) -> String {
    let name = |seat: Seat| if bet.me == Some(seat) { "you" } else { bet.name(seat) };
    listed(bet.seats().filter(|&seat| which(seat)).map(name))
}

#[cfg(test)]
mod tests {
    use super::*;
    use parlor_wire::{EscrowId, Kind, Person};

    const ADA: Seat = Seat(0);
    const BEA: Seat = Seat(1);

    fn person(id: u64, name: &str) -> Person {
        Person { id: UserId(id), name: name.into(), kind: Kind::Account }
    }

    fn bet(state: BetState, role: Role) -> BetView {
        let info = BetInfo {
            id: EscrowId(7),
            amount: 100,
            in_escrow: 200,
            state,
            deposits: vec![true, true],
            players: vec![Some(person(1, "Ada")), Some(person(2, "Bea"))],
            match_id: None,
            begun: false,
            holder: Some(BetHolder::House),
            deadline_ms: None,
            winners: Vec::new(),
            accepted: Vec::new(),
            dispute: None,
            ruling: None,
            paid_to: Vec::new(),
            refunded: None,
            called_off_by: None,
        };
        let names = vec!["Ada".to_owned(), "Bea".to_owned()];
        let me = if let Role::Player(seat) = role { Some(seat) } else { None };
        BetView { info, role, me, names, hosting: false, alone: false, status: Status::Waiting, shown: None }
    }

    /// The same, as another person sees it.
    fn seen_by(bet: &BetView, seat: Seat) -> BetView {
        BetView { role: Role::Player(seat), me: Some(seat), ..bet.clone() }
    }

    #[test]
    fn everyone_is_told_what_to_do_about_deposits() {
        let mut bet = bet(BetState::Depositing, Role::Player(BEA));
        bet.info.deposits = vec![false, false];
        bet.info.in_escrow = 0;
        assert_eq!(status(&bet).as_deref(), Some("Put in 100 gold to play."));
        assert_eq!(bet.offers(), [Offer::Deposit, Offer::Stand]);
        bet.info.deposits[0] = true;
        bet.info.in_escrow = 100;
        assert_eq!(status(&bet).as_deref(), Some("Ada has put in 100 gold. Put in yours to play."));
        bet = seen_by(&bet, ADA);
        assert_eq!(status(&bet).as_deref(), Some("Waiting for Bea to put in 100 gold."));
        assert_eq!(bet.offers(), [Offer::TakeBack, Offer::Stand]);
        bet.status = Status::Ended;
        bet = seen_by(&bet, BEA);
        assert_eq!(bet.offers(), [Offer::Deposit, Offer::NoThanks], "a rematch may be declined");
        bet.role = Role::Guest;
        assert_eq!(bet.offers(), [], "onlookers put in nothing");
    }

    #[test]
    fn only_whoever_lost_is_asked_to_accept() {
        let mut bet = bet(BetState::Settling, Role::Player(BEA));
        bet.info.winners = vec![ADA];
        assert_eq!(bet.offers(), [Offer::Accept, Offer::Dispute]);
        assert_eq!(status(&bet).as_deref(), Some("200 gold will go to Ada, unless the result is disputed."));
        let winner = seen_by(&bet, ADA);
        assert_eq!(winner.offers(), [Offer::Dispute]);
        assert_eq!(status(&winner).as_deref(), Some("200 gold will be yours, unless the result is disputed."));
        // The player in her seat by now has nothing to do with it.
        let newcomer = BetView { role: Role::Newcomer, me: None, ..bet };
        assert_eq!(newcomer.offers(), []);
        assert_eq!(status(&newcomer).as_deref(), Some("200 gold will go to Ada, unless the result is disputed."));
    }

    #[test]
    fn the_holder_decides_what_is_disputed() {
        let mut bet = bet(BetState::Disputed, Role::Holder);
        bet.info.holder = Some(BetHolder::Person { person: person(9, "Clio"), record: TrustRecord::default() });
        bet.info.winners = vec![ADA];
        assert_eq!(bet.offers(), [Offer::Award(ADA), Offer::Award(BEA), Offer::Refund, Offer::Unhold]);
        assert_eq!(status(&bet).as_deref(), Some("Decide who gets 200 gold."));
        bet = seen_by(&bet, BEA);
        bet.hosting = true;
        assert_eq!(bet.offers(), [], "the judge cannot be sent away");
        assert_eq!(question(&bet, Offer::Award(ADA)).unwrap().title, "Give 200 gold to Ada?");
        assert!(question(&bet, Offer::Unhold).unwrap().words.contains("counts in your record"));
        bet.info.ruling = Some(Ruling::Overturned { seat: BEA });
        assert_eq!(ruling(&bet).as_deref(), Some("Clio gave it to Bea, but the log proves otherwise."));
    }

    #[test]
    fn the_host_may_send_the_holder_away_while_nobody_depends_on_them() {
        let mut bet = bet(BetState::Depositing, Role::Player(ADA));
        bet.info.holder = Some(BetHolder::Person { person: person(9, "Clio"), record: TrustRecord::default() });
        assert_eq!(bet.offers(), [Offer::TakeBack, Offer::Stand], "the others may not");
        bet.hosting = true;
        assert_eq!(bet.offers(), [Offer::TakeBack, Offer::Stand, Offer::Dismiss]);
        assert_eq!(offer(&bet, Offer::Dismiss), "Send Clio away");
        bet.info.state = BetState::Funded;
        assert_eq!(bet.offers(), [Offer::TakeBack]);
    }

    #[test]
    fn nobody_plays_again_without_a_holder_where_a_person_is_wanted() {
        let mut bet = bet(BetState::Paid, Role::Player(ADA));
        bet.status = Status::Ended;
        assert_eq!(bet.offers(), [Offer::Deposit]);
        bet.info.holder = None;
        assert_eq!(bet.offers(), [], "a deposit would be refused");
        bet.role = Role::Account;
        assert_eq!(bet.offers(), [Offer::Hold]);
    }

    #[test]
    fn the_end_names_the_sum() {
        let mut bet = bet(BetState::Paid, Role::Player(ADA));
        bet.info.paid_to = vec![ADA];
        bet.info.in_escrow = 0;
        assert_eq!(headline(&bet.info, Some(UserId(1))).as_deref(), Some("You won 200 gold"));
        assert_eq!(headline(&bet.info, Some(UserId(2))), None);
        assert_eq!(headline(&bet.info, None), None);
        bet = seen_by(&bet, BEA);
        assert_eq!(status(&bet).as_deref(), Some("200 gold was paid to Ada."));
    }

    #[test]
    fn a_holder_is_known_by_their_record() {
        let record = TrustRecord { held: 3, disputed: 1, overturned: 0 };
        assert_eq!(trust(record), "3 bets held, 1 disputed, 0 rulings against the log");
        assert_eq!(trust(TrustRecord::default()), "has not held a bet to its end yet");
    }
}
