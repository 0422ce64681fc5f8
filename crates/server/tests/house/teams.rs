//! A table for four in two teams, with roles, a sealed round and an asset: four real clients, a drop, a restart, and a bot
//! that fills in.

use crate::common::{Open, Player, registry, settings, wish};
use parlor_kernel::{Reason, Record, Seat, Team, Verdict};
use parlor_testkit::toy::{Action, Pebbles, View};
use parlor_wire::{Room, Status, TableCode, TableCommand};

impl Player {
    async fn begins(&mut self, code: TableCode) -> Result<(), String> {
        let begun = self.command(TableCommand::Begin { bots: None }.at(code)).await;
        begun.map_err(|error| error.code().unwrap_or_default().to_owned())
    }

    /// Guesses as soon as it is this player's turn; says whether it ever was.
    async fn guesses(&mut self) -> bool {
        let seat = self.seat().expect("a seat");
        let free = self
            .until_view_of::<Pebbles, _>(|view: &View| match view.outcome {
                Some(_) => Some(None),
                None => (view.turn == Some(seat)).then(|| (0..).find(|total| is_free(view, *total))),
            })
            .await;
        let Some(total) = free else { return false };
        self.act(&Action::Guess { total }).await.is_ok()
    }
}

fn is_free(view: &View, total: u8) -> bool {
    !view.calls.iter().flatten().any(|call| *call == parlor_testkit::toy::Call::Guess(total))
}

#[tokio::test]
async fn four_play_in_two_teams_through_a_drop_and_a_restart() {
    let mut brief = settings();
    brief.times.grace_ms = 300;
    let open = Open::new(brief.clone()).await;
    let mut ada = open.player("Ada").await;
    let code = ada.open(&wish("pebbles", "party", vec![])).await;
    let (mut bea, mut cleo, mut dan) = (open.player("Bea").await, open.player("Cleo").await, open.player("Dan").await);
    // They choose where to sit, and the host puts it right.
    for (player, seat) in [(&mut bea, 3), (&mut cleo, 2), (&mut dan, 1)] {
        player.follow(code).await;
        player.command(TableCommand::Sit { seat: Some(Seat(seat)) }.at(code)).await.unwrap();
    }
    assert_eq!(dan.refused(TableCommand::Move { from: Seat(1), to: Seat(3) }.at(code)).await, "not_host");
    ada.command(TableCommand::Move { from: Seat(1), to: Seat(3) }.at(code)).await.unwrap();
    for (player, seat) in [(&mut ada, 0), (&mut bea, 1), (&mut cleo, 2), (&mut dan, 3)] {
        player.until(|session| (session.table(code)?.seat == Some(Seat(seat))).then_some(())).await;
    }
    let model = ada.session().table(code).unwrap();
    let plans: Vec<_> = (0..4).map(|seat| model.seat_plan(Seat(seat)).unwrap().clone()).collect();
    assert_eq!(plans[0].name, "Red guesser");
    assert_eq!((plans[3].team, plans[3].role.as_deref()), (Some(Team(1)), Some("keeper")));
    assert_eq!(ada.info().status, Status::Waiting, "the host begins");
    assert_eq!(bea.begins(code).await, Err("not_host".into()));
    bea.command(TableCommand::Ready { ready: false }.at(code)).await.unwrap();
    assert_eq!(ada.begins(code).await, Err("not_ready".into()));
    bea.command(TableCommand::Ready { ready: true }.at(code)).await.unwrap();
    ada.begins(code).await.unwrap();
    for player in [&mut ada, &mut bea, &mut cleo, &mut dan] {
        player.begun().await;
    }
    // A team talks; its keeper listens.
    ada.command(TableCommand::Chat { text: "few or many?".into(), room: Some(Room::Team(0)) }.at(code)).await.unwrap();
    cleo.until(|session| session.table(code)?.chat.iter().any(|line| line.text == "few or many?").then_some(())).await;
    let answer = TableCommand::Chat { text: "many".into(), room: Some(Room::Team(0)) };
    assert_eq!(cleo.refused(answer.at(code)).await, "not_your_room");
    ada.act(&Action::Hide { pebbles: 1 }).await.unwrap();
    bea.act(&Action::Hide { pebbles: 2 }).await.unwrap();
    assert!(!bea.frames.concat().contains("few or many?"));

    // The house is restarted, and Cleo does not come back: a bot fills in for her.
    let open = open.restart(brief).await;
    for player in [&mut ada, &mut bea, &mut dan] {
        while player.next().await.is_ok() {}
        player.connection.moved(&open.base);
        player.connection.reconnect().await.unwrap();
    }
    let substitute = ada.until(|session| session.table(code)?.info.seats[2].substitute.clone()).await;
    assert!(!substitute.is_empty());
    dan.act(&Action::Hide { pebbles: 3 }).await.unwrap();
    let (first, second) = tokio::join!(ada.guesses(), bea.guesses());
    assert!(first && second, "both guess");
    let ended = dan.until(|session| session.table(code)?.game.as_ref()?.ended.clone()).await;
    assert!(matches!(ended.outcome.verdict, Verdict::Won(_) | Verdict::Ranked(_) | Verdict::Draw), "{ended:?}");
    assert_eq!(ended.outcome.reason, Reason::Completed);
    let id = dan.info().match_id.unwrap();
    let log = open.visitor("Eve").await.get_text(&format!("/api/matches/{id}/log")).await.unwrap();
    let record = Record::from_text(&log).unwrap();
    registry().game("pebbles").unwrap().verify(record).unwrap();
}

/// A host who has friends for two seats begins with bots in the others.
#[tokio::test]
async fn bots_take_the_seats_that_are_empty() {
    let open = Open::new(settings()).await;
    let (mut ada, mut bea) = (open.player("Ada").await, open.player("Bea").await);
    let code = ada.open(&wish("pebbles", "party", vec![])).await;
    bea.sit(code).await;
    ada.command(TableCommand::Shuffle.at(code)).await.unwrap();
    ada.command(TableCommand::Begin { bots: Some("genius".into()) }.at(code)).await.unwrap_err();
    assert_eq!(ada.info().status, Status::Waiting);
    ada.begins(code).await.unwrap();
    for player in [&mut ada, &mut bea] {
        player.begun().await;
    }
    let bots = ada.info().seats.iter().filter(|seat| seat.occupant.person().is_none()).count();
    assert_eq!(bots, 2);
}
