//! American Mahjong at a table for four: people who go and come back, and claim windows that give nothing away.

use crate::common::{Open, Player, bot, settings, wish};
use parlor_kernel::{Seat, Viewer};
use parlor_mahjong::{Action, Mahjong, Rack, State, Tile, View};
use parlor_wire::http::{OpenTable, SeatWish};
use serde_json::json;

const ADA: Seat = Seat(0);
const BEA: Seat = Seat(1);

/// A table for two people and two bots without a Charleston, with that long to claim a discard.
fn table(claim_seconds: Option<u8>) -> OpenTable {
    let seats = vec![SeatWish::Person, SeatWish::Person, bot("easy"), bot("easy")];
    OpenTable {
        options: json!({ "charleston": false, "claim_seconds": claim_seconds }),
        ..wish("mahjong", "house", seats)
    }
}

/// Two people at such a table, with tiles in front of them.
async fn dealt(open: &Open, claim_seconds: Option<u8>) -> (Player, Player) {
    let (mut ada, mut bea) = (open.player("Ada").await, open.player("Bea").await);
    let code = ada.open(&table(claim_seconds)).await;
    bea.sit(code).await;
    for player in [&mut ada, &mut bea] {
        player.begun().await;
        player.act(&Action::Ready).await.unwrap();
    }
    for player in [&mut ada, &mut bea] {
        player.until_view_of::<Mahjong, _>(|view| (view.dealt == 1).then_some(())).await;
    }
    (ada, bea)
}

/// The plainest thing that `me` can do, if the table waits for it.
fn plainest(view: &View, me: Seat) -> Option<Action> {
    match view.state {
        State::LoopChooseDiscard if view.turn == Some(me) => Some(Action::Discard { tile: first_natural(&view.hand) }),
        State::LoopQueryClaimDiscard if view.turn != Some(me) && view.sealed.is_none() => Some(Action::Decline),
        _ => None,
    }
}

fn first_natural(rack: &Rack) -> Tile {
    rack.tiles().find(|tile| tile.is_natural()).expect("a rack is never all jokers")
}

/// How many tiles a seat has on the table as discards or has laid open: it grows with every turn.
fn has_played(view: &View, seat: Seat) -> usize {
    view.discards.iter().filter(|discard| discard.seat == seat).count() + view.seats[seat.index()].exposures.len()
}

impl Player {
    /// Plays on, as plainly as can be, until it is so or the deal is over.
    async fn plays_until(&mut self, is_so: impl Fn(&View) -> bool) {
        let me = self.seat().expect("a seat");
        loop {
            let next = self
                .until_view_of::<Mahjong, _>(|view| match view.outcome.is_some() || is_so(view) {
                    true => Some(None),
                    false => plainest(view, me).map(Some),
                })
                .await;
            let Some(action) = next else { return };
            // A bot that stood in a moment ago may have been faster.
            let _ = self.act(&action).await;
        }
    }
}

#[tokio::test]
async fn a_bot_plays_a_hand_for_whoever_is_gone_and_gives_it_back() {
    let mut brief = settings();
    brief.times.grace_ms = 200;
    let open = Open::new(brief).await;
    let (mut ada, mut bea) = dealt(&open, None).await;
    let code = ada.code();
    let mut cleo = open.player("Cleo").await;
    cleo.follow(code).await;
    bea.connection.drop_connection();
    let substitute = ada.until(|session| session.table(code)?.info.seats[1].substitute.clone()).await;
    assert!(!substitute.is_empty());
    // The table does not wait for her: a bot plays her hand.
    ada.plays_until(|view| has_played(view, BEA) > 0).await;

    bea.connection.reconnect().await.unwrap();
    ada.until(|session| {
        let seat = &session.table(code)?.info.seats[1];
        (seat.connected && seat.substitute.is_none()).then_some(())
    })
    .await;
    let view = bea.until_view_of::<Mahjong, _>(|view| (has_played(view, BEA) > 0).then(|| view.clone())).await;
    assert_eq!(view.hand.len(), view.seats[BEA.index()].concealed, "she has the hand as the bot left it");
    let before = has_played(&view, BEA);
    let done = move |view: &View| has_played(view, BEA) > before;
    tokio::join!(ada.plays_until(done), bea.plays_until(done));

    // The spectator has seen no hidden tile.
    let watched = cleo.until_view_of::<Mahjong, _>(|view| (has_played(view, BEA) > 0).then(|| view.clone())).await;
    assert_eq!((watched.seat, watched.hand.is_empty()), (Viewer::Spectator.seat(), true));
    assert!(
        !cleo.frames.iter().any(|frame| frame.contains(r#""drawn":{"seat""#) || frame.contains(r#""hand":{"seat""#))
    );
}

#[tokio::test]
async fn a_claim_window_tells_nobody_who_has_answered() {
    let open = Open::new(settings()).await;
    let (mut ada, mut bea) = dealt(&open, Some(4)).await;
    let tile =
        ada.until_view_of::<Mahjong, _>(|view| (view.turn == Some(ADA)).then(|| first_natural(&view.hand))).await;
    ada.act(&Action::Discard { tile }).await.unwrap();
    let closes = bea
        .until_view_of::<Mahjong, _>(|view| (view.state == State::LoopQueryClaimDiscard).then_some(view.deadline))
        .await;
    assert!(closes.is_some(), "the window has a clock");
    // The bots answer at once, and Bea not at all. She hears of nothing before the clock closes the window.
    let heard = bea.frames.len();
    bea.until_view_of::<Mahjong, _>(|view| (view.state != State::LoopQueryClaimDiscard).then_some(())).await;
    let told: Vec<_> = bea.frames[heard..].iter().filter(|frame| frame.contains(r#""event""#)).collect();
    assert_eq!(told.len(), 1, "{told:#?}");
}
