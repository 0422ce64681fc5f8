//! A table before its match: who comes, who is ready, and how to invite more.

use super::{
    TableCtx,
    bet::{self, BetPanel, Role, Says},
    free_seat::{AddBot, SitDown, sent_away},
    invite::Invite,
    rearrange::{MoveGrip, MoveHere, Mover, Plan},
    seats::{Presence, SeatMark, seat_title, titles},
    status::line_lost,
};
use crate::{
    games,
    house::House,
    parts::{self, later},
    ui::{Icon, Press, icon, occupant_name, rated_mark},
};
use leptos::prelude::*;
use parlor_client::TableModel;
use parlor_kernel::Seat;
use parlor_wire::{Occupant, SeatInfo, Status, TableCommand, TableInfo};

/// All that the room shows.
#[derive(Clone, PartialEq)]
struct Room {
    info: TableInfo,
    me: Option<Seat>,
    hosting: bool,
    /// The house has said that the host has sent the viewer away.
    sent_away: bool,
    /// The viewer had a seat, and has not stood up here.
    unseated: bool,
    /// The line is down: who is there is not known.
    lost: bool,
    /// What the rules call each seat, where they have a name for it.
    titles: Vec<Option<String>>,
    /// What the rules call each team.
    team_names: Vec<String>,
}

impl Room {
    fn has_free_seat(&self) -> bool {
        self.info.seats.iter().any(|seat| seat.occupant == Occupant::Nobody)
    }

    /// Whether it matters where a player sits: then a free seat can be chosen.
    fn has_choice(&self) -> bool {
        self.info.seats.len() > 2 || self.titles.iter().any(Option::is_some)
    }

    /// Whether seats form teams: then the host begins, once everyone sits where they want to.
    fn is_arranged(&self) -> bool {
        self.info.seats.iter().any(|seat| seat.team.is_some())
    }

    /// The teams in order; one without a number if there are none.
    fn teams(&self) -> Vec<Option<u8>> {
        let mut teams: Vec<_> = self.info.seats.iter().map(|seat| seat.team).collect();
        teams.sort_unstable();
        teams.dedup();
        teams
    }

    /// Whom the table waits for, in a sentence.
    fn status(&self) -> String {
        if self.is_arranged() && self.info.seats.iter().all(|seat| seat.ready || seat.occupant == Occupant::Nobody) {
            return match self.hosting {
                true => "Choose your seats. Begin when you like: bots take the empty ones.".into(),
                false => "Choose your seats. The host begins.".into(),
            };
        }
        let free = self.info.seats.iter().filter(|seat| seat.occupant == Occupant::Nobody).count();
        let unready =
            self.info.seats.iter().zip(0..).find(|(seat, _)| !seat.ready && seat.occupant != Occupant::Nobody);
        match (free, unready, self.me) {
            (1, ..) => "Waiting for one more player.".into(),
            (2.., ..) => format!("Waiting for {free} more players."),
            (0, Some((_, index)), Some(me)) if me == Seat(index) => "Everyone is here. Say when you are ready.".into(),
            (0, Some((seat, _)), _) => format!("Waiting until {} is ready.", seat.occupant.name()),
            (0, None, _) => "Everyone is ready. Here we go.".into(),
        }
    }
}

/// The room.
#[component]
pub fn WaitingRoom(ctx: TableCtx) -> impl IntoView {
    let house = House::expect();
    let (lost, titles) = (line_lost(ctx), titles(ctx));
    let (stood, unseated) = (StoredValue::new(false), RwSignal::new(false));
    let room = Memo::new(move |_| {
        let (me, lost) = (house.visitor.me().get().map(|me| me.id), lost.get());
        let room = |model: &TableModel| Room {
            info: model.info.clone(),
            me: model.seat,
            hosting: me == Some(model.info.host),
            sent_away: ctx.is_sent_away(),
            unseated: unseated.get(),
            lost,
            titles: titles.get(),
            team_names: house.catalog.team_names(&model.info.game, model.info.config.as_deref()),
        };
        ctx.with(room)
    });
    Effect::new(move |before: Option<Option<Seat>>| {
        let me = room.with(|room| room.as_ref().map(|room| room.me));
        match (before.flatten(), me) {
            (_, Some(Some(_))) => {
                stood.set_value(false);
                unseated.set(false);
            }
            (Some(_), Some(None)) => unseated.set(!stood.get_value()),
            _ => {}
        }
        me.flatten()
    });
    // The host looks for the link first.
    let inviting =
        Memo::new(move |_| room.with(|room| room.as_ref().is_some_and(|room| room.hosting && room.has_free_seat())));
    // Rules that a match has been played by or a bet was made on stay as they are.
    let changeable = Memo::new(move |_| {
        let is_open =
            |room: &Room| room.hosting && !room.lost && room.info.status == Status::Waiting && room.info.bet.is_none();
        room.with(|room| room.as_ref().is_some_and(is_open))
    });
    let bet = bet::bet_at(ctx);
    Effect::new(move |_| {
        if let Some(room) = room.get() {
            let about_the_bet = bet.with(|bet| bet.as_ref().and_then(bet::status));
            ctx.status().set(about_the_bet.unwrap_or_else(|| room.status()));
        }
    });
    // Where all seats are alike, moving makes no difference.
    let plan = Memo::new(move |_| {
        let read = |room: &Room| Plan::of(&room.info, room.me, room.hosting);
        room.with(|room| room.as_ref().filter(|room| room.has_choice()).and_then(read))
    });
    let mover = Mover::new(ctx, plan.into());
    let role = Memo::new(move |_| bet.with(|bet| bet.as_ref().map(|bet| bet.role)));
    let game = ctx.with_untracked(|model| model.info.game.clone()).unwrap_or_default();
    view! {
        <div class="waiting-room" data-test="waiting">
            <div class="waiting-head">
                <span class="waiting-mark">{games::mark(&game)}</span>
                <div>
                    <h1>{house.catalog.game_name(&game)}</h1>
                    <p class="muted" data-test="rules">
                        {move || room.get().filter(|room| room.info.rated).map(|_| rated_mark())}
                        {move || room.get().map(|room| rules(house, &room.info))}
                    </p>
                </div>
            </div>
            {move || room.get().map(|room| view! { <Welcome ctx room role=role.get() stood /> })}
            {move || inviting.get().then(|| view! { <Invite ctx /> })}
            <BetPanel ctx says=Says::StatusLine />
            {move || room.get().map(|room| teams(ctx, &room, mover))}
            {move || room.get().filter(Room::is_arranged).map(|room| view! { <Beginning ctx room /> })}
            {move || (!inviting.get()).then(|| view! { <Invite ctx /> })}
            {move || changeable.get().then(|| view! { <Options ctx /> })}
        </div>
    }
}

/// What the host may still change, folded away.
#[component]
fn Options(ctx: TableCtx) -> impl IntoView {
    let opened = RwSignal::new(false);
    view! {
        <details class="options" on:toggle=move |_| opened.set(true) data-test="table-options">
            <summary>"Options"</summary>
            <Show when=move || opened.get()>{later(parts::above, move |above| (above.change)(ctx))}</Show>
        </details>
    }
}

/// The rule set and who may come: all that a player should know before agreeing to a bet.
fn rules(house: House, info: &TableInfo) -> String {
    let door = if info.public { "In the public list" } else { "Only with the code" };
    let counts = if info.rated { ", rated" } else { "" };
    format!("{} {door}{counts}.", house.catalog.rules(info))
}

/// What a visitor can do, or what a player has yet to do. Those who play for gold or hold it do that beside the bet.
#[component]
fn Welcome(ctx: TableCtx, room: Room, role: Option<Role>, stood: StoredValue<bool>) -> impl IntoView {
    if role.is_some_and(Role::acts_there) {
        return ().into_any();
    }
    match room.me {
        Some(me) => view! { <MySeat ctx info=room.info.seats[me.index()].clone() stood /> }.into_any(),
        None if room.sent_away => sent_away().into_any(),
        None if room.has_free_seat() => {
            let watching = RwSignal::new(false);
            let words = move || match (watching.get(), room.unseated) {
                (true, _) => "You are watching. A seat is still free.",
                // They may have stood up in another tab: the house says more if they try to sit down.
                (false, true) => "You no longer sit here. If you did not stand up, the host has sent you away.",
                (false, false) => "A seat is free for you.",
            };
            view! {
                <div class="welcome" data-test="visitor">
                    <p role="status">{words}</p>
                    <div class="row">
                        <SitDown ctx />
                        <Show when=move || !watching.get()>
                            <button
                                type="button"
                                class="button large"
                                data-test="watch"
                                on:click=move |_| watching.set(true)
                            >
                                {icon(Icon::Eye)}
                                "Watch"
                            </button>
                        </Show>
                    </div>
                </div>
            }
            .into_any()
        }
        None => view! { <p class="welcome" data-test="full">"All seats are taken. You are watching."</p> }.into_any(),
    }
}

/// Ready or not, and the way up from the seat.
#[component]
fn MySeat(ctx: TableCtx, info: SeatInfo, stood: StoredValue<bool>) -> impl IntoView {
    let (table, ready) = (ctx.code(), info.ready);
    let stand = move |_| {
        stood.set_value(true);
        ctx.command(TableCommand::Stand.at(table));
    };
    view! {
        <div class="welcome row">
            <button
                type="button"
                class="button large"
                class:primary=!ready
                aria-pressed=ready.to_string()
                data-test="ready"
                on:click=move |_| ctx.command(TableCommand::Ready { ready: !ready }.at(table))
            >
                {icon(Icon::Check)}
                {if ready { "Ready" } else { "I am ready" }}
            </button>
            <button
                type="button"
                class="button quiet large"
                data-test="stand"
                on:click=stand
            >
                "Stand up"
            </button>
        </div>
    }
}

/// The seats of each team, or all of them.
fn teams(ctx: TableCtx, room: &Room, mover: Mover) -> impl IntoView + use<> {
    let names = &room.team_names;
    let lists = room.teams().into_iter().map(|team| {
        let name = team.and_then(|team| names.get(usize::from(team)).cloned()).filter(|_| room.teams().len() > 1);
        let label = name.clone().map_or_else(|| "Seats".to_owned(), |name| format!("Seats of {name}"));
        view! {
            <section class="team" data-team=team data-test="team">
                {name.map(|name| view! { <h2>{name}</h2> })}
                <ul class="places" aria-label=label>{places(ctx, room, team, mover)}</ul>
            </section>
        }
    });
    let lists = lists.collect_view();
    view! { <div class="teams" class:choosing=move || mover.is_choosing()>{lists}</div> }
}

/// What the host decides before a match in teams: who sits where by chance, and when it begins.
#[component]
fn Beginning(ctx: TableCtx, room: Room) -> impl IntoView {
    let table = ctx.code();
    if !room.hosting || room.me.is_none() {
        return ().into_any();
    }
    let late = room
        .info
        .seats
        .iter()
        .zip(0..)
        .find(|(seat, index)| room.me != Some(Seat(*index)) && seat.occupant != Occupant::Nobody && !seat.ready);
    let why = late.map(|(seat, _)| format!("{} is not ready yet.", seat.occupant.name()));
    let begin = move || ctx.command(TableCommand::Begin { bots: None }.at(table));
    let shuffle = move || ctx.command(TableCommand::Shuffle.at(table));
    view! {
        <div class="row beginning">
            <Press class="primary large" test="begin" why=Signal::stored(why) on_press=begin>"Begin"</Press>
            <Press class="large" test="shuffle" on_press=shuffle>"Draw seats by chance"</Press>
        </div>
    }
    .into_any()
}

fn places(ctx: TableCtx, room: &Room, team: Option<u8>, mover: Mover) -> impl IntoView + use<> {
    let seats = Seat::all(room.info.seats.len() as u8).zip(room.info.seats.iter().cloned());
    let plan = Plan::of(&room.info, room.me, room.hosting).filter(|_| room.has_choice());
    seats
        .filter(|(_, info)| info.team == team)
        .map(|(seat, info)| {
            let mine = room.me == Some(seat);
            let host = info.occupant.person() == Some(room.info.host);
            let (hosting, has_bet) = (room.hosting, room.info.bet.is_some());
            let among_people = room.info.rated || has_bet;
            let title = room.titles.get(seat.index()).cloned().flatten();
            // Where gold is played for, sitting down is done beside the bet.
            let can_take = info.occupant == Occupant::Nobody && !has_bet && room.has_choice() && !room.sent_away;
            let moves = room.me.is_some();
            let note = match (&info.occupant, mine) {
                (Occupant::Nobody, _) => "",
                (_, true) => "you",
                (Occupant::Person { .. }, _) if !info.connected => "away",
                // Putting in the bet is being ready.
                (_, false) if has_bet => "",
                (_, false) if info.ready => "ready",
                (_, false) => "not ready yet",
            };
            let taken = info.occupant != Occupant::Nobody;
            let name = info.occupant.name();
            let grip =
                plan.as_ref().is_some_and(|plan| plan.moves(seat)).then(|| view! { <MoveGrip mover seat name /> });
            view! {
                <li
                    class="place"
                    class:held=move || mover.holds(seat)
                    class:over=move || mover.is_over(seat)
                    style=move || mover.shift(seat)
                    data-seat=seat.0
                    data-test="place"
                >
                    {grip}
                    <SeatMark presence=Presence::of(&info, mine, room.lost) />
                    <span class="seat-name">{occupant_name(&info.occupant)}</span>
                    {title.map(seat_title)}
                    {host.then(|| view! { <span class="badge" title="Opened the table">{icon(Icon::Host)}</span> })}
                    <span class="seat-note">{note}</span>
                    <span class="spacer"></span>
                    <MoveHere mover seat taken />
                    {can_take.then(|| view! { <TakeSeat ctx seat moves /> })}
                    {(hosting && !mine).then(|| host_controls(ctx, seat, &info.occupant, among_people))}
                </li>
            }
        })
        .collect_view()
}

/// Sits down in this seat, or moves here from another.
#[component]
fn TakeSeat(ctx: TableCtx, seat: Seat, moves: bool) -> impl IntoView {
    // Who sits already moves: to stand up first would cost the host the table, and others might take the seat.
    let take = move |_| ctx.command(TableCommand::Sit { seat: Some(seat) }.at(ctx.code()));
    view! {
        <button type="button" class="button quiet" data-test="take-seat" on:click=take>
            {if moves { "Move here" } else { "Sit here" }}
        </button>
    }
}

/// What the host can do about a seat.
fn host_controls(ctx: TableCtx, seat: Seat, occupant: &Occupant, among_people: bool) -> AnyView {
    let table = ctx.code();
    match occupant {
        Occupant::Nobody if among_people => {
            view! { <span class="muted small">"players with an account only"</span> }.into_any()
        }
        Occupant::Nobody => view! { <AddBot ctx seat /> }.into_any(),
        Occupant::Bot { .. } => view! {
            <button
                type="button"
                class="button quiet"
                data-test="remove-bot"
                on:click=move |_| ctx.command(TableCommand::SeatBot { seat, level: None }.at(table))
            >
                "Remove"
            </button>
        }
        .into_any(),
        Occupant::Person { .. } => view! {
            <button
                type="button"
                class="button quiet"
                data-test="kick"
                on:click=move |_| ctx.command(TableCommand::Kick { seat }.at(table))
            >
                "Send away"
            </button>
        }
        .into_any(),
    }
}
