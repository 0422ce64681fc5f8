//! The end of a deal: the hand that won, what it pays, and fireworks for those who made it.

use super::{
    desk::Desk,
    ledger::Ledger,
    seats,
    tile::{Size, lying},
    words,
};
use crate::{games::kit::Names, ui::Press};
use leptos::prelude::*;
use parlor_mahjong::{Action, Card, Exposure, Rack, Settlement, State, Tile, View, Winner};

/// How many rockets rise, and how many sparks each has.
const ROCKETS: u8 = 5;
const SPARKS: u8 = 12;

/// The winning tiles in the order of the hand: the groups that were concealed, jokers where they stood in.
pub fn arranged(card: Option<&Card>, tiles: &Rack, exposures: &[Exposure]) -> Vec<Vec<Tile>> {
    let plain = || vec![tiles.tiles().collect()];
    let Some((card, win)) = card.and_then(|card| Some((card, card.winning(tiles, exposures)?))) else { return plain() };
    let Some(ground) = card.grounds().get(usize::from(win.ground)) else { return plain() };
    let (mut left, mut open) = (*tiles, exposures.to_vec());
    let mut take = |tile: Tile| {
        let found = if left.count(tile) > 0 { tile } else { Tile::JOKER };
        if left.count(found) > 0 {
            left.remove(found);
        }
        found
    };
    // Where no joker may stand in comes first, so that naturals are not used up elsewhere.
    let mut groups: Vec<_> = ground.groups.clone();
    groups.retain(|group| {
        let place = open.iter().position(|exposure| exposure.group() == *group);
        place.map(|place| open.remove(place)).is_none()
    });
    groups.sort_by_key(|group| group.takes_jokers());
    let mut laid: Vec<_> =
        groups.iter().map(|group| (group.tile, (0..group.size).map(|_| take(group.tile)).collect())).collect();
    laid.sort_by_key(|(tile, _)| *tile);
    laid.into_iter().map(|(_, tiles)| tiles).collect()
}

/// The hand that won a deal, or that none did, and who pays what.
pub fn summary(view: &View, settlement: &Settlement, card: Option<&Card>, names: &Names) -> AnyView {
    let hand = settlement.winner.as_ref().map(|winner| {
        let Winner { seat, tiles, .. } = winner;
        let exposed = &view.seats[seat.index()].exposures;
        let group = |tiles: Vec<Tile>| {
            view! { <span class="mj-group">{tiles.into_iter().map(|tile| lying(tile, Size::Small)).collect_view()}</span> }
        };
        let concealed = arranged(card, tiles, exposed).into_iter().map(group).collect_view();
        view! { <p class="mj-won" data-test="winning-hand">{seats::exposures(exposed, |_| None)} {concealed}</p> }
    });
    view! {
        <p data-test="settled">{words::settled(settlement, names)}</p>
        {hand}
    }
    .into_any()
}

/// What is shown between two deals.
#[component]
pub fn DealEnd(desk: Desk) -> impl IntoView {
    let over = Memo::new(move |_| {
        desk.of(|view| (view.state == State::End && view.outcome.is_none()).then(|| view.clone())).flatten()
    });
    let waits =
        Memo::new(move |_| desk.me.is_some_and(|me| desk.of(|view| !view.ready.contains(me)).unwrap_or_default()));
    move || {
        let view = over.get()?;
        let settlement = view.settlement.clone()?;
        let summary = summary(&view, &settlement, desk.card.get().as_deref(), &desk.play.names.get());
        let next = move || {
            waits.get().then(|| {
                view! { <Press class="primary large" test="next-deal" on_press=move || desk.act(Action::Ready)>"Next deal"</Press> }
            })
        };
        Some(view! {
            <div class="mj-end" data-test="deal-end">
                <section class="mj-end-card">
                    <h2>{if settlement.winner.is_some() { "Mahjong!" } else { "A wall game" }}</h2>
                    {summary}
                    <Ledger play=desk.play />
                    {next}
                </section>
            </div>
        })
    }
}

/// Fireworks for the player who has won a deal, until the next.
#[component]
pub fn Fireworks(desk: Desk) -> impl IntoView {
    let won = Memo::new(move |_| {
        let winner = desk.of(|view| Some(view.settlement.as_ref()?.winner.as_ref()?.seat)).flatten();
        winner.is_some() && winner == desk.me
    });
    let sparks = || (0..SPARKS).map(|spark| view! { <i style=format!("--i: {spark}")></i> }).collect_view();
    let rockets = move || {
        (0..ROCKETS)
            .map(|rocket| view! { <span class="mj-rocket" style=format!("--r: {rocket}")>{sparks()}</span> })
            .collect_view()
    };
    move || {
        won.get()
            .then(|| view! { <div class="mj-fireworks" aria-hidden="true" data-test="fireworks">{rockets()}</div> })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use parlor_kernel::GameConfig;
    use parlor_mahjong::Config;

    fn rack(text: &str) -> Rack {
        text.split(' ').map(|tile| tile.parse::<Tile>().unwrap()).collect()
    }

    #[test]
    fn a_winning_hand_is_laid_out_group_by_group() {
        let card = Config::preset("house").unwrap().rules().unwrap().assets.clone();
        let open = [Exposure { tile: "2B".parse().unwrap(), size: 3, jokers: 0 }];
        let told = |tiles: &str| {
            let groups = arranged(Some(&card), &rack(tiles), &open);
            let text = |group: &Vec<Tile>| group.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
            groups.iter().map(text).collect::<Vec<_>>().join(" | ")
        };
        assert_eq!(told("1B 1B 3B 3B J 4B J J 5B 5B 5B"), "1B 1B | 3B 3B J | 4B J J | 5B 5B 5B");
        // Tiles that win nothing stand as they are.
        assert_eq!(told("1B 1B 3B"), "1B 1B 3B");
    }
}
