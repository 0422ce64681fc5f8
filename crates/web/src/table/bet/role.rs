//! A bet as one person sees it, and what they may do about it.

use super::super::TableCtx;
use leptos::prelude::*;
use parlor_client::TableModel;
use parlor_kernel::Seat;
use parlor_wire::{BetInfo, BetState, MatchId, Occupant, Person, SeatInfo, Status, UserId, bet::BetHolder};

/// A viewer's part in a bet.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Role {
    /// They play for it, or would.
    Player(Seat),
    /// They have sat down since, and the bet of the seat's former player is not settled.
    Newcomer,
    /// They hold it.
    Holder,
    /// They could hold it.
    Account,
    /// Bets are for accounts.
    Guest,
}

impl Role {
    /// Whether they do beside the bet what others do about seats.
    pub const fn acts_there(self) -> bool {
        matches!(self, Self::Player(_) | Self::Holder | Self::Guest)
    }
}

/// A bet as one person sees it.
#[derive(Clone, PartialEq, Debug)]
pub struct BetView {
    /// What the house told, without the time left, which [`until`] has.
    pub info: BetInfo,
    /// Who looks.
    pub role: Role,
    /// The seat for which the viewer has put it in, or would.
    pub me: Option<Seat>,
    /// The names of those who play for it, by seat.
    pub names: Vec<String>,
    /// Whether the viewer is the host.
    pub hosting: bool,
    /// Whether a player is still missing.
    pub alone: bool,
    /// What goes on at the table.
    pub status: Status,
    /// The match that is shown.
    pub shown: Option<MatchId>,
}

impl BetView {
    fn of(model: &TableModel, me: Option<&Person>) -> Option<Self> {
        let info = BetInfo { deadline_ms: None, ..BetInfo::clone(model.info.bet.as_ref()?) };
        let my_id = me.map(|me| me.id);
        let mine = seat_of(&info, my_id).or(model.seat.filter(|seat| player(&info, *seat).is_none()));
        let holds = matches!(&info.holder, Some(BetHolder::Person { person, .. }) if Some(person.id) == my_id);
        // In a match that is played or was, the one who put it in, wherever they are now; otherwise the seat's
        // occupant.
        let committed = matches!(info.state, BetState::Playing | BetState::Settling | BetState::Disputed);
        let role = match (if committed { mine } else { model.seat }, me) {
            (Some(seat), _) => Role::Player(seat),
            (None, _) if model.seat.is_some() => Role::Newcomer,
            (None, Some(_)) if holds => Role::Holder,
            (None, Some(me)) if me.kind != parlor_wire::Kind::Guest => Role::Account,
            (None, _) => Role::Guest,
        };
        let seats = &model.info.seats;
        let name = |(seat, there): (Seat, &SeatInfo)| {
            player(&info, seat).map_or_else(|| there.occupant.name(), |person| person.name.clone())
        };
        Some(Self {
            role,
            me: mine,
            names: Seat::all(seats.len() as u8).zip(seats).map(name).collect(),
            hosting: my_id == Some(model.info.host),
            info,
            alone: seats.iter().any(|seat| seat.occupant == Occupant::Nobody),
            status: model.info.status,
            shown: model.game.as_ref().map(|game| game.id),
        })
    }

    /// The name for a seat's player.
    pub fn name(&self, seat: Seat) -> &str {
        self.names.get(seat.index()).map_or("?", String::as_str)
    }

    /// Everyone who plays.
    pub fn seats(&self) -> impl Iterator<Item = Seat> + use<> {
        Seat::all(self.info.deposits.len() as u8)
    }

    /// Whether a seat has put in the bet.
    pub fn is_in(&self, seat: Seat) -> bool {
        self.info.deposits.get(seat.index()).copied().unwrap_or_default()
    }

    /// Whether the viewer has yet to put in the bet.
    pub fn owes(&self) -> bool {
        self.info.state == BetState::Depositing && self.me.is_some_and(|me| !self.is_in(me))
    }

    /// What the viewer may do, the most likely first.
    pub fn offers(&self) -> Vec<Offer> {
        let dismissal = self.may_dismiss().then_some(Offer::Dismiss);
        self.role_offers().into_iter().chain(dismissal).collect()
    }

    fn role_offers(&self) -> Vec<Offer> {
        use BetState::{Depositing, Disputed, Funded, Invited, Paid, Playing, Refunded, Settling};
        match (self.role, self.info.state) {
            (Role::Player(_), Invited) => self.standing(Vec::new()),
            (Role::Player(me), Depositing) if self.is_in(me) => self.standing(vec![Offer::TakeBack]),
            (Role::Player(_), Depositing) if self.status == Status::Ended => vec![Offer::Deposit, Offer::NoThanks],
            (Role::Player(_), Paid | Refunded) if self.info.holder.is_none() => self.standing(Vec::new()),
            (Role::Player(_), Depositing | Paid | Refunded) => self.standing(vec![Offer::Deposit]),
            (Role::Player(_), Funded) => vec![Offer::TakeBack],
            (Role::Player(_), Playing) if self.info.begun => Vec::new(),
            (Role::Player(_), Playing) => vec![Offer::CallOff],
            (Role::Player(me), Settling) if self.may_accept(me) => vec![Offer::Accept, Offer::Dispute],
            (Role::Player(_), Settling) => vec![Offer::Dispute],
            (Role::Player(_), Disputed) => Vec::new(),
            (Role::Holder, Disputed) => self.seats().map(Offer::Award).chain([Offer::Refund, Offer::Unhold]).collect(),
            (Role::Holder, _) => vec![Offer::Unhold],
            (Role::Account, _) if self.info.holder.is_none() => vec![Offer::Hold],
            (Role::Newcomer | Role::Account | Role::Guest, _) => Vec::new(),
        }
    }

    /// The host may send the holder away while no deposit depends on them.
    fn may_dismiss(&self) -> bool {
        let free = matches!(self.info.state, BetState::Invited | BetState::Depositing) || self.info.state.is_over();
        self.hosting && free && matches!(self.info.holder, Some(BetHolder::Person { .. }))
    }

    /// Whether everyone has put it in and counts on the holder: if the holder leaves, the house takes over and does not
    /// ask them back.
    pub fn depends_on_holder(&self) -> bool {
        use BetState::{Disputed, Funded, Playing, Settling};
        matches!(self.info.state, Funded | Playing | Settling | Disputed)
    }

    /// Only the losers are asked.
    fn may_accept(&self, me: Seat) -> bool {
        !self.info.winners.contains(&me) && !self.info.accepted.contains(&me)
    }

    /// Before the match a player may also stand up.
    fn standing(&self, mut offers: Vec<Offer>) -> Vec<Offer> {
        offers.extend((self.status == Status::Waiting).then_some(Offer::Stand));
        offers
    }
}

/// Something the viewer may do about a bet.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Offer {
    /// To put in the bet.
    Deposit,
    /// To take out what one has put in, and with it everyone's.
    TakeBack,
    /// To call off a match that has just begun, and the bet with it.
    CallOff,
    /// Not to play for the same again.
    NoThanks,
    /// Not to dispute the result.
    Accept,
    /// To dispute it.
    Dispute,
    /// As the holder: to give it to a seat.
    Award(Seat),
    /// As the holder: to give everyone theirs back.
    Refund,
    /// To take the holder's seat.
    Hold,
    /// To give it up.
    Unhold,
    /// As the host: to send the holder away.
    Dismiss,
    /// To get up from the table.
    Stand,
}

/// The bet at a table, if there is one.
pub fn bet_at(ctx: TableCtx) -> Memo<Option<BetView>> {
    let me = ctx.house().visitor.me();
    Memo::new(move |_| ctx.with(|model| me.with(|me| BetView::of(model, me.as_ref()))).flatten())
}

/// When it moves on by itself, on the screen's clock.
pub fn until(ctx: TableCtx) -> Memo<Option<f64>> {
    ctx.memo(|model| {
        let left = model.info.bet.as_ref()?.deadline_ms?;
        Some(model.told_ms + left as f64)
    })
}

/// The bet on the match that is shown, as it was last told: the next one may have begun since.
pub fn settled_at(ctx: TableCtx) -> Memo<Option<(MatchId, BetInfo)>> {
    Memo::new(move |before: Option<&Option<(MatchId, BetInfo)>>| {
        let now = ctx.with(|model| {
            let (info, id) = (model.info.bet.as_ref()?, model.game.as_ref()?.id);
            let about_it = info.match_id == Some(id) && info.state != BetState::Playing;
            about_it.then(|| (id, BetInfo { deadline_ms: None, ..BetInfo::clone(info) }))
        });
        let (before, now) = (before.cloned().flatten(), now.flatten());
        let shown = ctx.with(|model| model.game.as_ref().map(|game| game.id)).flatten();
        match (before, now) {
            (Some(before), None) if Some(before.0) == shown => Some(before),
            (_, now) => now,
        }
    })
}

/// Who has put it in for a seat.
fn player(info: &BetInfo, seat: Seat) -> Option<&Person> {
    info.players.get(seat.index())?.as_ref()
}

/// The seat for which a person has put it in.
pub fn seat_of(info: &BetInfo, who: Option<UserId>) -> Option<Seat> {
    let mine = |seat: &Seat| player(info, *seat).is_some_and(|person| Some(person.id) == who);
    Seat::all(info.players.len() as u8).find(mine)
}
