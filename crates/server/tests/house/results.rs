//! What finished matches count for: records, profiles, leaderboards, ratings; and quick match.

use crate::common::{Open, Player, bot, duel, eventually, settings, wish};
use parlor_battleship::Action;
use parlor_kernel::{Reason, Seat};
use parlor_wire::{
    Command, Kind, Occupant, TableCommand,
    http::{Leaderboard, MatchInfo, MatchPage, MatchStatus, OpenTable, Profile, RatingCurve, SeatResult, SeatWish},
};
use tokio::net::TcpStream;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, tungstenite::client::IntoClientRequest};

async fn profile(player: &Player) -> Profile {
    player.visitor.get(&format!("/api/people/{}", player.visitor.me().id)).await.unwrap()
}

async fn surrender(loser: &mut Player, winner: &mut Player) {
    loser.act(&Action::Surrender).await.unwrap();
    let code = winner.code();
    winner.until(|session| session.table(code)?.game.as_ref()?.ended.clone()).await;
}

#[tokio::test]
async fn a_whole_game_becomes_a_record_and_counts() {
    let open = Open::new(settings()).await;
    let (mut ada, mut bea) = duel(&open).await;
    let id = ada.info().match_id.expect("a match");
    let running: MatchInfo = ada.visitor.get(&format!("/api/matches/{id}")).await.unwrap();
    assert_eq!((running.status, running.outcome, running.turns), (MatchStatus::InProgress, None, None));
    tokio::join!(ada.play_to_the_end(), bea.play_to_the_end());
    let view = ada.view();
    let ended: MatchInfo = bea.visitor.get(&format!("/api/matches/{id}")).await.unwrap();
    assert_eq!((ended.status, ended.outcome), (MatchStatus::Completed, view.outcome));
    assert!(ended.started_at <= ended.ended_at.unwrap());
    assert_eq!(ended.turns, Some(u64::from(view.tallies[0].attacks + view.tallies[1].attacks)));
    for (place, seat) in ended.seats.iter().enumerate() {
        let tally = &view.tallies[place];
        let counted = ["shots", "hits", "misses"].map(|stat| seat.stats[stat]);
        assert_eq!(counted, [tally.shots, tally.hits, tally.misses()].map(i64::from));
        assert_eq!(seat.person.as_ref().unwrap().id, [&ada, &bea][place].visitor.me().id);
    }
    let won = ended.seats.iter().position(|seat| seat.result == Some(SeatResult::Won)).unwrap();
    let (winner, loser) = if won == 0 { (&ada, &bea) } else { (&bea, &ada) };
    let best = profile(winner).await;
    let record = &best.games[0];
    assert_eq!((record.game.as_str(), record.people.won, record.people.streak), ("battleship", 1, 1));
    assert_eq!(record.people.bests["attacks"], ended.seats[won].stats["attacks"]);
    let tally = &view.tallies[won];
    assert_eq!(record.people.percentage("hits", "shots"), tally.accuracy());
    assert_eq!((best.rivals[0].person.id, best.rivals[0].won), (loser.visitor.me().id, 1));
    assert_eq!(profile(loser).await.games[0].people.streak, -1);
    let page: MatchPage = loser.visitor.get("/api/me/matches").await.unwrap();
    assert_eq!((page.matches.len(), page.matches[0].id, page.next), (1, id, None));
}

#[tokio::test]
async fn practice_is_counted_apart_and_surrender_is_a_loss() {
    let open = Open::new(settings()).await;
    let mut ada = open.player("Ada").await;
    ada.open(&wish("battleship", "voxel", vec![SeatWish::Person, bot("easy")])).await;
    ada.deploy().await;
    // The match counts once both fleets lie.
    assert!(ada.my_turn().await);
    ada.act(&Action::Surrender).await.unwrap();
    let profile = profile(&ada).await;
    assert_eq!((profile.person.kind, profile.rivals.len()), (Kind::Guest, 0));
    let record = &profile.games[0];
    assert_eq!((record.people.played, record.bots.played, record.bots.lost), (0, 1, 1));
    let page: MatchPage = ada.visitor.get("/api/me/matches").await.unwrap();
    assert_eq!(page.matches[0].outcome.unwrap().reason, Reason::Surrender(Seat(0)));
    assert_eq!(page.matches[0].seats[1].label.bot.as_deref(), Some("easy"));
}

#[tokio::test]
async fn who_leaves_abandons() {
    let mut short = settings();
    short.times.grace_ms = 50;
    let open = Open::new(short).await;
    let (ada, mut bea) = duel(&open).await;
    let id = bea.info().match_id.expect("a match");
    let code = bea.code();
    drop(ada);
    bea.until(|session| session.table(code)?.game.as_ref()?.ended.clone()).await;
    let record: MatchInfo = bea.visitor.get(&format!("/api/matches/{id}")).await.unwrap();
    assert_eq!((record.status, record.outcome.unwrap().reason), (MatchStatus::Abandoned, Reason::Abandoned(Seat(0))));
    assert_eq!(record.seats[1].result, Some(SeatResult::Won));
}

/// No player loses because the house could not be reached: when everyone stays away, the match does not count.
#[tokio::test]
async fn when_nobody_comes_back_the_match_does_not_count() {
    let mut short = settings();
    short.times.grace_ms = 300;
    short.times.linger_ms = 100;
    let open = Open::new(short.clone()).await;
    let (ada, mut bea) = duel(&open).await;
    let id = bea.info().match_id.expect("a match");
    let open = open.restart(short).await;
    let visitor = ada.visitor.at(&open.base);
    let read = async || visitor.get::<MatchInfo>(&format!("/api/matches/{id}")).await.unwrap();
    eventually(async || read().await.status != MatchStatus::InProgress).await;
    let record = read().await;
    assert_eq!((record.status, record.outcome.unwrap().reason), (MatchStatus::Abandoned, Reason::Void));
    assert!(record.seats.iter().all(|seat| seat.result == Some(SeatResult::Void)));
    let profile: Profile = visitor.get(&format!("/api/people/{}", ada.visitor.me().id)).await.unwrap();
    assert!(profile.games.is_empty(), "it is in no record");
    let text = visitor.get_text(&format!("/api/matches/{id}/log")).await.unwrap();
    let log = parlor_kernel::Record::from_text(&text).unwrap();
    crate::common::registry().game("battleship").unwrap().verify(log).unwrap();
}

#[tokio::test]
async fn only_matches_played_out_by_plain_rules_set_records() {
    let open = Open::new(settings()).await;
    let (mut ada, mut bea) = duel(&open).await;
    surrender(&mut ada, &mut bea).await;
    let winner = profile(&bea).await;
    assert_eq!((winner.games[0].people.won, winner.games[0].people.bests.len()), (1, 0));
    let mut cy = open.player("Cy").await;
    let mut tiny = wish("battleship", "hope", vec![SeatWish::Person, bot("easy")]);
    tiny.options = serde_json::json!({"width": 5, "height": 5});
    cy.open(&tiny).await;
    cy.deploy().await;
    cy.play_to_the_end().await;
    let record = profile(&cy).await;
    assert_eq!((record.games[0].bots.played, record.games[0].bots.bests.len()), (1, 0));
}

#[tokio::test]
async fn history_has_pages_and_can_be_narrowed() {
    let open = Open::new(settings()).await;
    let (mut ada, mut bea) = duel(&open).await;
    let code = ada.code();
    for round in 0..22 {
        surrender(&mut ada, &mut bea).await;
        if round < 21 {
            ada.command(TableCommand::Ready { ready: true }.at(code)).await.unwrap();
            bea.command(TableCommand::Ready { ready: true }.at(code)).await.unwrap();
            ada.begun().await;
            bea.begun().await;
            ada.deploy().await;
            bea.deploy().await;
        }
    }
    let path = format!("/api/people/{}/matches", ada.visitor.me().id);
    let first: MatchPage = bea.visitor.get(&path).await.unwrap();
    let next = first.next.expect("an older page");
    let second: MatchPage = bea.visitor.get(&format!("{path}?before={next}")).await.unwrap();
    assert_eq!((first.matches.len(), second.matches.len(), second.next), (20, 2, None));
    assert!(first.matches.last().unwrap().started_at >= second.matches[0].started_at);
    let of_game: MatchPage = bea.visitor.get(&format!("{path}?game=battleship&before={next}")).await.unwrap();
    assert_eq!((of_game.matches[0].id, of_game.matches.len(), of_game.next), (second.matches[0].id, 2, None));
    for other in ["death-roll", "chess"] {
        let other: MatchPage = bea.visitor.get(&format!("{path}?game={other}")).await.unwrap();
        assert!(other.matches.is_empty());
    }
    for wrong in ["?before=yesterday", "?limit=1000000"] {
        assert!(bea.visitor.get::<MatchPage>(&format!("{path}{wrong}")).await.is_err(), "{wrong}");
    }
    let profile = profile(&bea).await;
    assert_eq!((profile.games[0].people.best_streak, profile.rivals[0].won), (22, 22));
}

#[tokio::test]
async fn rated_tables_are_for_accounts_and_plain_rules() {
    let open = Open::new(settings()).await;
    let mut ada = open.member("Ada").await;
    let mut guest = open.player("Guest").await;
    let rated = OpenTable { rated: true, ..wish("battleship", "voxel", vec![]) };
    let refused = async |player: &Player, wish: OpenTable| {
        player.visitor.open_table(&wish).await.unwrap_err().code().unwrap().to_owned()
    };
    assert_eq!(refused(&guest, rated.clone()).await, "rated_needs_account");
    let with_bot = OpenTable { seats: vec![SeatWish::Person, bot("easy")], ..rated.clone() };
    assert_eq!(refused(&ada, with_bot).await, "rated_without_bots");
    let other_rules = OpenTable { options: serde_json::json!({"width": 8}), ..rated.clone() };
    assert_eq!(refused(&ada, other_rules).await, "rated_plain_rules");
    let untimed = OpenTable { preset: Some("hope".into()), ..rated.clone() };
    assert_eq!(refused(&ada, untimed).await, "rated_needs_clock");
    let code = ada.open(&rated).await;
    let bot = TableCommand::SeatBot { seat: parlor_kernel::Seat(1), level: Some("easy".into()) }.at(code);
    assert_eq!(ada.refused(bot).await, "rated_without_bots");
    guest.follow(code).await;
    assert_eq!(guest.refused(TableCommand::Sit { seat: None }.at(code)).await, "rated_needs_account");
    assert!(ada.info().rated);
}

#[tokio::test]
async fn rated_matches_move_ratings_and_the_leaderboard() {
    let open = Open::new(settings()).await;
    let (mut ada, mut bea) = (open.member("Ada").await, open.member("Bea").await);
    let code = ada.open(&OpenTable { rated: true, ..wish("battleship", "voxel", vec![]) }).await;
    bea.sit(code).await;
    ada.deploy().await;
    bea.deploy().await;
    surrender(&mut ada, &mut bea).await;
    let id = bea.info().match_id.unwrap();
    let record: MatchInfo = ada.visitor.get(&format!("/api/matches/{id}")).await.unwrap();
    let changes: Vec<_> = record.seats.iter().map(|seat| seat.rating.unwrap()).collect();
    assert!(changes.iter().all(|change| change.before == 1500));
    assert!(changes[0].after < 1400 && changes[1].after > 1600, "{changes:?}");
    let curve = format!("/api/people/{}/ratings/battleship", ada.visitor.me().id);
    let curve: RatingCurve = ada.visitor.get(&curve).await.unwrap();
    assert_eq!(curve.points.iter().map(|point| point.value).collect::<Vec<_>>(), [changes[0].after]);
    let board: Leaderboard = ada.visitor.get("/api/leaderboards/battleship").await.unwrap();
    let names: Vec<_> = board.leaders.iter().map(|leader| (leader.rank, leader.person.name.as_str())).collect();
    assert_eq!(names, [(1, "Bea"), (2, "Ada")]);
    assert_eq!(board.leaders[0].rating.unwrap().value, changes[1].after);
    let by_wins: Leaderboard = ada.visitor.get("/api/leaderboards/battleship?by=wins").await.unwrap();
    assert_eq!(by_wins.leaders.len(), 1, "who has won nothing is not on it");
    let bots: Leaderboard = ada.visitor.get("/api/leaderboards/battleship?bots=true").await.unwrap();
    assert!(bots.leaders.is_empty());
    assert!(ada.visitor.get::<Leaderboard>("/api/leaderboards/chess").await.is_err());
}

/// The list of those who have won, as anyone sees it.
async fn winners(player: &Player) -> Vec<String> {
    let board: Leaderboard = player.visitor.get("/api/leaderboards/battleship?by=wins").await.unwrap();
    board.leaders.into_iter().map(|leader| leader.person.name).collect()
}

/// Eve sits down at a new table of Ada's, and leaves it again: before the match has begun in earnest, or after.
async fn leave(eve: &mut Player, ada: &mut Player, in_earnest: bool) {
    let code = ada.open(&wish("battleship", "voxel", vec![])).await;
    eve.sit(code).await;
    for player in [&mut *ada, &mut *eve] {
        player.begun().await;
        if in_earnest {
            player.deploy().await;
        }
    }
    eve.command(TableCommand::Stand.at(code)).await.unwrap();
    let ended = ada.until(|session| session.table(code)?.game.as_ref()?.ended.clone()).await;
    assert_eq!(ended.outcome.reason, Reason::Abandoned(Seat(1)), "the match itself has a winner");
    ada.command(TableCommand::Stand.at(code)).await.unwrap();
}

#[tokio::test]
async fn wins_are_not_farmed_with_a_guest_who_leaves_before_a_shot() {
    let open = Open::new(settings()).await;
    let (mut ada, mut eve) = (open.member("Ada").await, open.player("Eve").await);
    for _ in 0..3 {
        leave(&mut eve, &mut ada, false).await;
    }
    assert!(winners(&ada).await.is_empty());
    for player in [&ada, &eve] {
        assert!(profile(player).await.games.is_empty(), "in no record");
        let page: MatchPage = player.visitor.get("/api/me/matches").await.unwrap();
        assert!(page.matches.is_empty(), "in no history");
    }
    leave(&mut eve, &mut ada, true).await;
    assert_eq!(winners(&ada).await, ["Ada"], "both fleets lay");
    assert_eq!(profile(&ada).await.games[0].people.won, 1);
}

/// Opens one more connection of a player, as from `address`.
async fn seems_to_come_from(open: &Open, player: &Player, address: &str) -> WebSocketStream<MaybeTlsStream<TcpStream>> {
    let mut request = format!("{}/ws", open.base.replacen("http", "ws", 1)).into_client_request().unwrap();
    let headers = request.headers_mut();
    headers.insert("authorization", format!("Bearer {}", player.visitor.token()).parse().unwrap());
    headers.insert("x-forwarded-for", address.parse().unwrap());
    tokio_tungstenite::connect_async(request).await.unwrap().0
}

#[tokio::test]
async fn a_win_over_a_player_of_the_same_address_does_not_climb() {
    let mut proxied = settings();
    proxied.trusted_proxies = "127.0.0.1".parse().unwrap();
    let open = Open::new(proxied).await;
    let (mut ada, mut eve) = (open.member("Ada").await, open.player("Eve").await);
    let _ada = seems_to_come_from(&open, &ada, "198.51.100.7").await;
    let _eve = seems_to_come_from(&open, &eve, "198.51.100.7").await;
    leave(&mut eve, &mut ada, true).await;
    assert_eq!(profile(&ada).await.games[0].people.won, 1, "a result");
    assert!(winners(&ada).await.is_empty(), "and no more than that");
    let mut fay = open.player("Fay").await;
    let _fay = seems_to_come_from(&open, &fay, "198.51.100.8").await;
    leave(&mut fay, &mut ada, true).await;
    assert_eq!(winners(&ada).await, ["Ada"]);
}

#[tokio::test]
async fn who_may_not_sit_down_any_more_keeps_nobody_else_from_a_quick_match() {
    let mut settings = settings();
    settings.limits.tables_per_person = 1;
    let open = Open::new(settings).await;
    let mut greedy = open.player("Eve").await;
    greedy.command(Player::seek("death-roll", false)).await.unwrap();
    greedy.open(&wish("battleship", "voxel", vec![])).await;
    let (mut ada, mut bea) = (open.player("Ada").await, open.player("Bea").await);
    ada.command(Player::seek("death-roll", false)).await.unwrap();
    let refused = |text: &String| text.contains("too_many_tables");
    while !greedy.frames.iter().any(refused) {
        greedy.next().await.unwrap();
    }
    bea.command(Player::seek("death-roll", false)).await.unwrap();
    let (code, same) = tokio::join!(ada.paired(), bea.paired());
    assert_eq!(code, same);
    assert!(!ada.frames.iter().any(refused), "that was said to one alone: {:?}", ada.frames);
}

#[tokio::test]
async fn quick_match_seats_two_who_want_the_same() {
    let open = Open::new(settings()).await;
    let (mut ada, mut bea) = (open.player("Ada").await, open.player("Bea").await);
    let mut cy = open.player("Cy").await;
    cy.command(Player::seek("death-roll", false)).await.unwrap();
    ada.command(Player::seek("battleship", false)).await.unwrap();
    bea.command(Player::seek("battleship", false)).await.unwrap();
    let (code, same) = tokio::join!(ada.paired(), bea.paired());
    assert_eq!(code, same);
    ada.begun().await;
    bea.begun().await;
    assert_eq!(ada.info().game, "battleship");
    assert!(matches!(&ada.info().seats[0].occupant, Occupant::Person { name, .. } if name == "Ada"));
    assert_eq!(cy.refused(Player::seek("chess", false)).await, "unknown_game");
    assert_eq!(cy.refused(Player::seek("battleship", true)).await, "rated_needs_account");
    // A player who has stopped waiting is not paired.
    cy.command(Player::seek("death-roll", false)).await.unwrap();
    cy.command(Command::Unseek).await.unwrap();
    let (mut eve, mut fay) = (open.player("Eve").await, open.player("Fay").await);
    eve.command(Player::seek("death-roll", false)).await.unwrap();
    fay.command(Player::seek("death-roll", false)).await.unwrap();
    let (code, same) = tokio::join!(eve.paired(), fay.paired());
    assert_eq!(code, same);
}
