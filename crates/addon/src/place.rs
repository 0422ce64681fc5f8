//! One table as it was last told to the addon: who is there, what goes on, how it ended.

use crate::games::{At, Tongue, game_type, tongue};
use parlor_client::TableModel;
use parlor_kernel::{Reason, Seat, Verdict};
use parlor_wire::{
    BetInfo, BetState, ChatLine, Occupant, SeatInfo, Status, TableInfo, TrustRecord,
    addon::{
        AddonFrame, Body, GameType,
        talk::{Chat, End, State, Sync},
    },
    bet::{BetHolder, DisputeInfo, RefundReason},
    frame::Ended,
};

/// How many lines of chat an addon is told when it comes. HopeAddon keeps as many.
const CHAT_KEPT: usize = 20;

/// A table that the addon hears of.
pub struct Place {
    /// What is played there.
    pub game: GameType,
    pub tongue: Box<dyn Tongue>,
    seats: Vec<SeatInfo>,
    bet: Option<Box<BetInfo>>,
}

impl Place {
    /// A table, if addons have words for what is played there.
    pub fn new(table: &TableModel) -> Option<Self> {
        let TableInfo { game, config, seats, bet, .. } = &table.info;
        let config = config.as_deref()?;
        let (game, tongue) = (game_type(game, config)?, tongue(game, config)?);
        Some(Self { game, tongue, seats: seats.clone(), bet: bet.clone() })
    }

    /// Another match begins: it may follow other rules.
    pub fn renew(&mut self, table: &TableModel) {
        if let Some(anew) = Self::new(table) {
            *self = anew;
        }
    }

    /// Something about this table.
    pub fn frame(&self, table: &TableModel, body: Body) -> AddonFrame {
        AddonFrame::new(self.game, table.info.code.into(), body)
    }

    /// All that is to be known about the table. An addon that hears it forgets what it knew.
    pub fn sync(&mut self, table: &TableModel, now_ms: f64) -> Vec<Body> {
        self.seats.clone_from(&table.info.seats);
        self.bet.clone_from(&table.info.bet);
        let mut out = vec![Body::Sync(Sync::Begin { preset: table.info.preset.clone() })];
        out.push(Body::State(standing(table)));
        out.extend(bet(None, self.bet.as_deref()));
        for (seat, info) in (0..).map(Seat).zip(&table.info.seats).filter(|(_, info)| info.grace_ms.is_some()) {
            out.push(gone(seat, info));
        }
        if let Some(game) = &table.game {
            out.push(Body::State(State::Commitment { hash: game.commitment.to_string() }));
            out.extend(self.tongue.show(&At { table, game, now_ms }));
            if let Some(ended) = &game.ended {
                out.extend(end(table, ended));
            }
        }
        let lately = table.chat.len().saturating_sub(CHAT_KEPT);
        out.extend(table.chat[lately..].iter().map(said));
        out.push(Body::Sync(Sync::End));
        out
    }

    /// Seats, readiness or presence have changed.
    pub fn changed(&mut self, table: &TableModel) -> Vec<Body> {
        let before = std::mem::replace(&mut self.seats, table.info.seats.clone());
        let mut out = Vec::new();
        let standing_changed = before.len() != self.seats.len()
            || before
                .iter()
                .zip(&self.seats)
                .any(|(old, new)| (&old.occupant, old.ready) != (&new.occupant, new.ready));
        if table.info.status != Status::Playing && standing_changed {
            out.push(Body::State(standing(table)));
        }
        let bet_before = std::mem::replace(&mut self.bet, table.info.bet.clone());
        out.extend(bet(bet_before.as_deref(), self.bet.as_deref()));
        for ((seat, old), new) in (0..).map(Seat).zip(&before).zip(&self.seats) {
            if new.grace_ms.is_some() && old.grace_ms.is_none() {
                out.push(gone(seat, new));
            } else if old.grace_ms.is_some() && new.grace_ms.is_none() && new.connected {
                out.push(Body::State(State::Back { seat }));
            }
        }
        out
    }
}

/// What is new about a bet.
fn bet(before: Option<&BetInfo>, now: Option<&BetInfo>) -> Vec<Body> {
    let Some(now) = now.filter(|now| Some(*now) != before) else { return Vec::new() };
    // Each match is a bet of its own.
    let before = before.filter(|before| before.id == now.id);
    // Not all that is known of a bet is in its frame.
    let mut out = Vec::from_iter(Some(terms(now)).filter(|said| before.map(terms).as_ref() != Some(said)));
    if before.is_none_or(|before| before.holder != now.holder) {
        out.push(Body::State(holder(now.holder.as_ref())));
    }
    if let Some(DisputeInfo { by, reason }) = &now.dispute
        && before.is_none_or(|before| before.dispute != now.dispute)
    {
        out.push(Body::State(State::Disputed { seat: *by, reason: reason.clone() }));
    }
    if before.is_none_or(|before| before.state != now.state) {
        match now.state {
            BetState::Paid => out.push(Body::State(State::Paid { seats: now.paid_to.clone() })),
            BetState::Refunded => {
                let reason = now.refunded.map_or("", refund_reason).to_owned();
                out.push(Body::State(State::Refunded { reason }));
            }
            _ => {}
        }
    }
    out
}

fn holder(holder: Option<&BetHolder>) -> State {
    match holder {
        None => State::HolderWanted,
        Some(BetHolder::House) => State::Holder { name: None, held: None, disputed: None, overturned: None },
        Some(BetHolder::Person { person, record: TrustRecord { held, disputed, overturned } }) => State::Holder {
            name: Some(person.name.clone()),
            held: Some(*held),
            disputed: Some(*disputed),
            overturned: Some(*overturned),
        },
    }
}

const fn refund_reason(reason: RefundReason) -> &'static str {
    match reason {
        RefundReason::Late => "late",
        RefundReason::NotBegun => "not_begun",
        RefundReason::Cancelled => "cancelled",
        RefundReason::NoWinner => "no_winner",
        RefundReason::Ruled => "ruled",
        RefundReason::Closed => "closed",
    }
}

/// A bet.
fn terms(bet: &BetInfo) -> Body {
    let state = match bet.state {
        BetState::Invited => "INVITED",
        BetState::Depositing => "DEPOSITING",
        BetState::Funded => "FUNDED",
        BetState::Playing => "PLAYING",
        BetState::Settling => "SETTLING",
        BetState::Disputed => "DISPUTED",
        BetState::Paid => "PAID",
        BetState::Refunded => "REFUNDED",
    };
    Body::State(State::Stake {
        state: state.into(),
        amount: bet.amount,
        in_escrow: bet.in_escrow,
        seconds: bet.deadline_ms.map(|ms| ms.div_ceil(1000)),
        deposits: bet.deposits.clone(),
    })
}

fn gone(seat: Seat, info: &SeatInfo) -> Body {
    Body::State(State::Gone { seat, seconds: info.grace_ms.map(|ms| ms.div_ceil(1000)) })
}

/// Who is in the other seat; for those who watch, everyone.
fn opponent(info: &TableInfo, seat: Option<Seat>) -> Option<String> {
    let name = |seat: &SeatInfo| (seat.occupant != Occupant::Nobody).then(|| seat.occupant.name());
    let Some(seat) = seat else {
        return Some(info.seats.iter().map(|seat| name(seat).unwrap_or_default()).collect::<Vec<_>>().join("/"));
    };
    info.seats.iter().enumerate().find(|(place, _)| *place != seat.index()).and_then(|(_, other)| name(other))
}

/// What goes on at a table, in HopeAddon's words.
pub fn standing(table: &TableModel) -> State {
    let (seat, opponent) = (table.seat, opponent(&table.info, table.seat));
    match table.info.status {
        Status::Playing => State::Playing { seat, opponent },
        Status::Waiting | Status::Ended => State::Waiting { seat, opponent },
    }
}

/// How a match ended for the player in the addon's seat, with the secret of its dice.
pub fn end(table: &TableModel, ended: &Ended) -> Vec<Body> {
    let Ended { outcome, scores, key } = ended;
    let reason = reason(outcome.reason);
    let told = match table.seat {
        None => End::Over { winner: outcome.winners().first(), reason: reason.into(), scores: scores.clone() },
        Some(seat) => {
            let score = scores.get(seat.index()).copied().unwrap_or_default();
            let theirs = scores.iter().enumerate().find(|(place, _)| *place != seat.index()).map(|(_, score)| *score);
            let reason = Some(reason.to_owned());
            match outcome.verdict {
                Verdict::Won(_) | Verdict::Ranked(_) if outcome.winners().contains(seat) => {
                    End::Win { score, reason, theirs }
                }
                Verdict::Won(_) | Verdict::Ranked(_) => End::Loss { score, reason, theirs },
                Verdict::Draw => End::Draw { score, reason, theirs },
                Verdict::Void => End::Void { score, reason, theirs },
            }
        }
    };
    let key = serde_json::to_value(key).ok().and_then(|key| key.as_str().map(str::to_owned)).unwrap_or_default();
    vec![Body::End(told), Body::State(State::Key { key }), Body::State(State::Ended)]
}

const fn reason(reason: Reason) -> &'static str {
    match reason {
        Reason::Completed => "completed",
        Reason::Surrender(_) => "surrender",
        Reason::Timeout(_) => "timeout",
        Reason::Abandoned(_) => "abandoned",
        Reason::Void => "void",
    }
}

/// A line of chat.
pub fn said(line: &ChatLine) -> Body {
    Body::Chat(Chat { name: Some(line.name.clone()), text: line.text.clone() })
}
