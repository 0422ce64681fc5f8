//! How far a bet has come, as a line of steps.

use leptos::prelude::*;
use parlor_wire::{BetInfo, BetState, bet::RefundReason};

/// One step of the way.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Step {
    /// What it is called.
    pub name: &'static str,
    /// Whether it is behind, here or ahead.
    pub place: Place,
}

/// Where a step is, seen from now.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Place {
    /// Done.
    Behind,
    /// Now.
    Here,
    /// To come.
    Ahead,
}

/// The whole way of a bet, and where on it it is.
pub fn steps(info: &BetInfo) -> Vec<Step> {
    let settling = if info.dispute.is_some() { "Disputed" } else { "Settling" };
    let way = ["Invited", "Deposits", "Funded", "Playing", settling, "Paid"];
    let here = match info.state {
        BetState::Invited => 0,
        BetState::Depositing => 1,
        BetState::Funded => 2,
        BetState::Playing => 3,
        BetState::Settling | BetState::Disputed => 4,
        BetState::Paid => 5,
        BetState::Refunded => return cut_short(&way[..reached(info.refunded)]),
    };
    let place = |index: usize| match index.cmp(&here) {
        std::cmp::Ordering::Less => Place::Behind,
        std::cmp::Ordering::Equal => Place::Here,
        std::cmp::Ordering::Greater => Place::Ahead,
    };
    way.into_iter().enumerate().map(|(index, name)| Step { name, place: place(index) }).collect()
}

/// How many steps were made before everyone got their bet back.
const fn reached(why: Option<RefundReason>) -> usize {
    match why {
        Some(RefundReason::Late | RefundReason::Cancelled) => 2,
        Some(RefundReason::NotBegun) => 3,
        Some(RefundReason::NoWinner) => 4,
        Some(RefundReason::Ruled) => 5,
        Some(RefundReason::Closed) | None => 1,
    }
}

fn cut_short(behind: &[&'static str]) -> Vec<Step> {
    let behind = behind.iter().map(|name| Step { name, place: Place::Behind });
    behind.chain([Step { name: "Refunded", place: Place::Here }]).collect()
}

/// Shows the steps. Where there is little room only the current one shows its name; all are said aloud.
pub fn line(steps: Vec<Step>) -> impl IntoView {
    let step = |Step { name, place }| {
        let (class, ears) = match place {
            Place::Behind => ("behind", ", done"),
            Place::Here => ("here", ""),
            Place::Ahead => ("ahead", ""),
        };
        view! {
            <li class=class aria-current=(place == Place::Here).then_some("step")>
                <span>{name}</span>
                <span class="for-ears">{ears}</span>
            </li>
        }
    };
    let steps = steps.into_iter().map(step).collect_view();
    view! { <ol class="table-bet-steps" aria-label="How far the bet has come" data-test="table-bet-steps">{steps}</ol> }
}

#[cfg(test)]
mod tests {
    use super::*;
    use parlor_wire::{
        EscrowId,
        bet::{BetHolder, DisputeInfo},
    };

    fn info(state: BetState) -> BetInfo {
        BetInfo {
            id: EscrowId(7),
            amount: 100,
            in_escrow: 0,
            state,
            deposits: vec![false, false],
            players: vec![None, None],
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
        }
    }

    fn told(info: &BetInfo) -> String {
        let mark = |step: &Step| match step.place {
            Place::Behind => format!("{} ✓", step.name),
            Place::Here => format!("[{}]", step.name),
            Place::Ahead => step.name.to_owned(),
        };
        steps(info).iter().map(mark).collect::<Vec<_>>().join(" → ")
    }

    #[test]
    fn the_way_is_told_from_the_invitation_to_the_payment() {
        assert_eq!(told(&info(BetState::Funded)), "Invited ✓ → Deposits ✓ → [Funded] → Playing → Settling → Paid");
        assert!(told(&info(BetState::Paid)).ends_with("Settling ✓ → [Paid]"));
    }

    #[test]
    fn a_dispute_and_a_refund_change_the_way() {
        let dispute = Some(DisputeInfo { by: parlor_kernel::Seat(0), reason: "no".into() });
        let disputed = BetInfo { dispute, ..info(BetState::Disputed) };
        assert!(told(&disputed).ends_with("Playing ✓ → [Disputed] → Paid"));
        let late = BetInfo { refunded: Some(RefundReason::Late), ..info(BetState::Refunded) };
        assert_eq!(told(&late), "Invited ✓ → Deposits ✓ → [Refunded]");
    }
}
