//! Tetris, Pong and both score challenges over the addon door, against bots and against the native client.

use crate::{
    addon::client::{Addon, verified},
    common::{Open, Player, settings},
};
use parlor_client::native::NativeError;
use parlor_kernel::{Bot, Game, Rng, Rules, Seat, Verdict};
use parlor_pong::{Pong, Steer};
use parlor_tetris::{Action as Stroke, Key, Tetris};
use parlor_wire::addon::{
    AddonFrame, Body, Move,
    pong::Move as Court,
    talk::{End, State},
    tetris::Move as Well,
};
use serde_json::value::to_raw_value;

/// Drops every piece where it enters, until the match is over.
async fn drop_all(addon: &mut Addon, seat: u8) -> End {
    loop {
        let over = addon
            .until(|frame| match &frame.body {
                // Another piece is shown, so one has entered.
                Body::Move(Move::Tetris(Well::Next { seat: whose, .. })) if whose.0 + 1 == seat => Some(None),
                Body::Move(Move::Tetris(Well::Piece { seat: whose, row: ..2, .. })) if whose.0 + 1 == seat => {
                    Some(None)
                }
                Body::End(end) => Some(Some(end.clone())),
                _ => None,
            })
            .await;
        match over {
            Some(end) => return end,
            None => addon.send("GMOV", "TAP|HARD").await,
        }
    }
}

/// The moves of Tetris among the lines that an addon has read.
fn wells(addon: &Addon) -> Vec<Well> {
    let moves = addon.lines.iter().filter_map(|line| match line.parse::<AddonFrame>().unwrap().body {
        Body::Move(Move::Tetris(said)) => Some(said),
        _ => None,
    });
    moves.collect()
}

/// What an addon was told about its own field in the end is what the log comes to.
fn score_of(end: &End) -> (i64, i64) {
    match end {
        End::Win { score, theirs, .. } | End::Loss { score, theirs, .. } | End::Draw { score, theirs, .. } => {
            (*score, theirs.unwrap())
        }
        other => panic!("{other:?}"),
    }
}

/// A native client that drops pieces left and right, until the match is over.
async fn native_drops(player: &mut Player) {
    player.begun().await;
    let code = player.code();
    for side in [Key::Left, Key::Right].into_iter().cycle() {
        for key in [side, side, Key::Hard] {
            match player.act(&Stroke::Tap(key)).await {
                Ok(()) | Err(NativeError::Refused { .. }) => {}
                Err(error) => panic!("{error}"),
            }
        }
        if player.session().table(code).unwrap().game.as_ref().unwrap().ended.is_some() {
            return;
        }
    }
}

#[tokio::test]
async fn tetris_against_a_bot_who_sends_garbage() {
    let open = Open::new(settings()).await;
    let mut ada = Addon::enter(&open, "Ada").await;
    ada.invite("TETRIS", "BOT|hard").await;
    let seat = ada.begun().await;
    ada.heard("GSTA", "COUNTDOWN|").await;
    ada.heard("GMOV", "PIECE|1|").await;
    // Keys do what they say.
    ada.send("GMOV", "PRESS|LEFT").await;
    ada.until(|frame| match &frame.body {
        Body::Move(Move::Tetris(Well::Piece { seat: Seat(0), column: ..=2, .. })) => Some(()),
        _ => None,
    })
    .await;
    ada.send("GMOV", "RELEASE|LEFT").await;
    ada.send("GMOV", "TAP|TURN_RIGHT").await;
    ada.heard("GMOV", "PIECE|1|").await;
    // The bot clears lines; rows fly here and rise.
    let rows = ada
        .until(|frame| match &frame.body {
            Body::Move(Move::Tetris(Well::Garbage { rows, to: Some(Seat(0)) })) => Some(*rows),
            _ => None,
        })
        .await;
    assert!(rows > 0);
    let end = drop_all(&mut ada, seat).await;
    assert!(matches!(end, End::Loss { .. }), "{end:?}");
    let told = wells(&ada);
    assert!(told.iter().any(|said| matches!(said, Well::Board { seat: Seat(0), rows } if rows.contains('#'))));
    assert!(told.iter().any(|said| matches!(said, Well::Board { seat: Seat(1), .. })), "the other field is shown");
    assert!(told.iter().any(|said| matches!(said, Well::Cleared { seat: Seat(1), lines: 1.., .. })));
    assert!(told.contains(&Well::Out { seat: Seat(0) }));
    verified(&open, &ada).await;
}

#[tokio::test]
async fn tetris_against_a_web_client() {
    let open = Open::new(settings()).await;
    let mut ada = Addon::enter(&open, "Ada").await;
    ada.invite("TETRIS", "PRIVATE|preset=guideline|start_level=5").await;
    let mut bea = open.player("Bea").await;
    bea.sit(ada.code.parse().unwrap()).await;
    let seat = ada.begun().await;
    let (end, ()) = tokio::join!(drop_all(&mut ada, seat), native_drops(&mut bea));
    let record = verified(&open, &ada).await;
    let outcome = record.footer.unwrap().outcome;
    assert_eq!(matches!(end, End::Win { .. }), outcome.winners().contains(Seat(0)));
    // The last picture is what the engine knows.
    let view = bea.view_of::<Tetris>();
    let (mine, theirs) = score_of(&end);
    let points = [0, 1].map(|seat| view.position.well(Seat(seat)).score as i64);
    assert_eq!([mine, theirs], points);
}

#[tokio::test]
async fn a_score_challenge_in_tetris_against_a_bot() {
    let open = Open::new(settings()).await;
    let mut ada = Addon::enter(&open, "Ada").await;
    ada.invite("SCORE_TETRIS", "BOT|easy").await;
    let seat = ada.begun().await;
    // Claims come to nothing: neither points nor garbage nor a win.
    for claim in ["999999|99|9|3F2A", "GARBAGE|4"] {
        ada.send("GMOV", claim).await;
    }
    ada.send("GEND", "WIN|999999").await;
    let end = drop_all(&mut ada, seat).await;
    let (mine, theirs) = score_of(&end);
    assert!(mine < 10_000 && theirs < 10_000, "{end:?}");
    assert!(ada.lines.iter().any(|line| line.contains(":FINISHED|1|")), "there was no room any more");
    let told = wells(&ada);
    let pings: Vec<_> =
        told.iter().filter_map(|said| if let Well::Ping(ping) = said { Some(ping.score) } else { None }).collect();
    assert!(pings.len() > 1 && pings.is_sorted(), "{pings:?}");
    assert!(!told.iter().any(|said| matches!(said, Well::Board { seat: Seat(1), .. } | Well::Garbage { .. })));
    let record = verified(&open, &ada).await;
    let won = record.footer.unwrap().outcome.winners().contains(Seat(0));
    assert_eq!(matches!(end, End::Win { .. }), won);
}

#[tokio::test]
async fn a_score_challenge_in_tetris_against_a_web_client() {
    let open = Open::new(settings()).await;
    let mut ada = Addon::enter(&open, "Ada").await;
    ada.invite("SCORE_TETRIS", "PRIVATE").await;
    let mut bea = open.player("Bea").await;
    bea.sit(ada.code.parse().unwrap()).await;
    let seat = ada.begun().await;
    let (end, ()) = tokio::join!(drop_all(&mut ada, seat), native_drops(&mut bea));
    let (mine, theirs) = score_of(&end);
    let view = bea.view_of::<Tetris>();
    assert_eq!([mine, theirs], [0, 1].map(|seat| view.position.well(Seat(seat)).score as i64));
    verified(&open, &ada).await;
}

/// Follows the ball until it has come back from the own paddle once, and stays where it is from then on.
async fn return_once(addon: &mut Addon) -> End {
    let (mut came, mut returned, mut sent) = (false, false, String::new());
    loop {
        let mut goal = None;
        let over = addon
            .until(|frame| match &frame.body {
                Body::Move(Move::Pong(Court::Ball { y, dx, .. })) => {
                    came |= dx.0 < 0;
                    returned |= came && dx.0 > 0;
                    // The middle of the paddle to the middle of the ball.
                    goal = Some(format!("PADDLE|{}|0", (y.as_f64() + 5.0 - 30.0).round()));
                    Some(None)
                }
                Body::End(end) => Some(Some(end.clone())),
                // What was sent with the last ball may come after it.
                Body::State(State::Error { code, .. }) if code != "game_already_over" => panic!("{code}"),
                _ => None,
            })
            .await;
        if let Some(end) = over {
            return end;
        }
        if let Some(goal) = goal.filter(|goal| !returned && *goal != sent) {
            addon.send("GMOV", &goal).await;
            sent = goal;
        }
    }
}

/// The moves of Pong among the lines that an addon has read.
fn courts(addon: &Addon) -> Vec<Court> {
    let moves = addon.lines.iter().filter_map(|line| match line.parse::<AddonFrame>().unwrap().body {
        Body::Move(Move::Pong(said)) => Some(said),
        _ => None,
    });
    moves.collect()
}

/// A native client that plays with the eyes of a bot, until the match is over.
async fn native_plays(player: &mut Player) {
    player.begun().await;
    let (code, seat) = (player.code(), player.seat().unwrap());
    let mut eyes: Box<dyn Bot<Pong>> = Pong::bot("medium").unwrap();
    let mut rng = Rng::new(1);
    loop {
        player.next().await.unwrap();
        let now_ms = player.connection.now_ms();
        let game = player.session().table(code).unwrap().game.as_ref().unwrap();
        if game.ended.is_some() {
            return;
        }
        let (view, _) = game.picture::<Pong>(now_ms).unwrap();
        if let Some(action) = eyes.choose(&Rules::plain(view.config.clone()), &view, seat, &mut rng) {
            player.session().input((), code, to_raw_value(&action).unwrap(), now_ms);
        }
    }
}

const SHORT: &str = "points_to_win=2|countdown_seconds=1";
/// Against the machine, which seldom errs while the ball is slow.
const SHORTEST: &str = "points_to_win=1|countdown_seconds=1|ball.speed=390";
/// And a challenge in which neither waits for the other.
const HASTY: &str = "challenge.seconds=60|challenge.wait_seconds=10";

#[tokio::test]
async fn pong_against_a_bot() {
    let open = Open::new(settings()).await;
    let mut ada = Addon::enter(&open, "Ada").await;
    ada.invite("PONG", &format!("BOT|medium|preset=blitz|{SHORT}")).await;
    ada.begun().await;
    // A paddle goes where it is sent, as fast as it can, and says so.
    ada.send("GMOV", "PADDLE|100|-450").await;
    ada.heard("GMOV", "PADDLE|0|0|1").await;
    ada.send("GMOV", "DOWN").await;
    ada.heard("GMOV", "PADDLE|240|0|1").await;
    let end = return_once(&mut ada).await;
    assert!(matches!(end, End::Win { .. } | End::Loss { .. }), "{end:?}");
    let told = courts(&ada);
    assert!(told.iter().any(|said| matches!(said, Court::Court { width: 400, height: 300, points: 2, .. })));
    assert!(told.iter().any(|said| matches!(said, Court::Paddle { seat: Some(Seat(1)), .. })));
    assert!(told.iter().filter(|said| matches!(said, Court::Ball { .. })).count() > 20);
    let (mine, theirs) = score_of(&end);
    assert!(told.contains(&Court::Points { yours: mine as u8, theirs: theirs as u8 }), "{mine} to {theirs}");
    verified(&open, &ada).await;
}

/// One player against the machine: it has no seat, so its paddle is not reported as a player's.
#[tokio::test]
async fn pong_alone_against_the_machine() {
    let open = Open::new(settings()).await;
    let mut ada = Addon::enter(&open, "Ada").await;
    ada.invite("PONG", &format!("PRIVATE|preset=solo|{SHORTEST}")).await;
    ada.begun().await;
    // Both paddles are told before the ball.
    ada.heard("GMOV", "BALL|").await;
    let paddles = courts(&ada).into_iter().filter_map(|said| match said {
        Court::Paddle { seat, .. } => Some(seat),
        _ => None,
    });
    let seats: Vec<_> = paddles.collect();
    assert_eq!(seats[..2], [Some(Seat(0)), None]);
}

#[tokio::test]
async fn pong_against_a_web_client() {
    let open = Open::new(settings()).await;
    // The native client opens the table, so the addon has the second seat and sees the court mirrored.
    let mut bea = open.player("Bea").await;
    let mut wish = crate::common::wish("pong", "blitz", vec![]);
    wish.options = serde_json::json!({"points_to_win": 2, "countdown_seconds": 1});
    let code = bea.open(&wish).await;
    let mut ada = Addon::enter(&open, "Ada").await;
    ada.join("PONG", &code.to_string()).await;
    assert_eq!(ada.begun().await, 2);
    let (end, ()) = tokio::join!(return_once(&mut ada), native_plays(&mut bea));
    let record = verified(&open, &ada).await;
    let outcome = record.footer.unwrap().outcome;
    assert_eq!(matches!(end, End::Win { .. }), outcome.winners().contains(Seat(1)));
    assert!(matches!(outcome.verdict, Verdict::Won(_)));
    // Bea serves first, from the left of her screen: to the addon, from the right.
    let before_points = |said: &Court| !matches!(said, Court::Points { yours, theirs } if yours + theirs > 0);
    let flights = courts(&ada).into_iter().take_while(before_points).filter_map(|said| match said {
        Court::Ball { dx, speed, .. } if dx.0 != 0 => Some((speed.0, dx.0)),
        _ => None,
    });
    // Every hit makes it faster: the slowest is as it was served.
    let served = flights.min_by_key(|(speed, _)| *speed);
    assert!(served.is_some_and(|(_, dx)| dx < 0), "{served:?}");
}

#[tokio::test]
async fn a_score_challenge_in_pong_against_a_bot() {
    let open = Open::new(settings()).await;
    let mut ada = Addon::enter(&open, "Ada").await;
    ada.invite("SCORE_PONG", &format!("BOT|easy|{SHORTEST}|{HASTY}")).await;
    ada.begun().await;
    ada.send("GMOV", "5|0|1").await;
    let end = return_once(&mut ada).await;
    let told = courts(&ada);
    assert!(told.iter().any(|said| matches!(said, Court::Ping(_))), "the other's standing is told");
    assert!(told.iter().any(|said| matches!(said, Court::Paddle { seat: None, .. })), "the machine's paddle");
    let record = verified(&open, &ada).await;
    let won = record.footer.unwrap().outcome.winners().contains(Seat(0));
    assert_eq!(matches!(end, End::Win { .. }), won, "{end:?}");
}

#[tokio::test]
async fn a_score_challenge_in_pong_against_a_web_client() {
    let open = Open::new(settings()).await;
    let mut ada = Addon::enter(&open, "Ada").await;
    ada.invite("SCORE_PONG", &format!("PRIVATE|{SHORTEST}|{HASTY}")).await;
    let mut bea = open.player("Bea").await;
    bea.sit(ada.code.parse().unwrap()).await;
    ada.begun().await;
    bea.begun().await;
    // Bea stays where the machine soon gets past her; what she does counts all the same.
    bea.act(&parlor_pong::Action::Steer(Steer::Up)).await.unwrap();
    let code = bea.code();
    let over = bea.until(|session| session.table(code)?.game.as_ref()?.ended.clone());
    let (end, _) = tokio::join!(return_once(&mut ada), over);
    let record = verified(&open, &ada).await;
    let won = record.footer.unwrap().outcome.winners().contains(Seat(0));
    assert_eq!(matches!(end, End::Win { .. }), won, "{end:?}");
}

#[tokio::test]
async fn pauses_need_both_and_whoever_comes_back_sees_the_field() {
    let open = Open::new(settings()).await;
    let mut ada = Addon::enter(&open, "Ada").await;
    ada.invite("TETRIS", "PRIVATE").await;
    let mut bea = Addon::enter(&open, "Bea").await;
    bea.join("TETRIS", &ada.code.clone()).await;
    ada.begun().await;
    ada.heard("GMOV", "PIECE|1|").await;
    ada.send("GMOV", "TAP|HARD").await;
    ada.until(|frame| match &frame.body {
        Body::Move(Move::Tetris(Well::Board { seat: Seat(0), rows })) if !rows.is_empty() => Some(()),
        _ => None,
    })
    .await;
    ada.send("GSTA", "PAUSE").await;
    bea.heard("GSTA", "PAUSE_ASKED|1").await;
    bea.send("GSTA", "PAUSE").await;
    ada.heard("GSTA", "PAUSED").await;
    ada.come_back().await;
    ada.send("GSYNC", "").await;
    ada.heard("GSYNC", "BEGIN|hope").await;
    ada.heard("GSTA", "PAUSED").await;
    let field = ada.heard("GMOV", "FIELD|1|").await;
    assert!(!field.ends_with("FIELD|1|"), "the piece lies there: {field}");
    ada.send("GSTA", "RESUME").await;
    bea.heard("GSTA", "COUNTDOWN|").await;
    bea.send("GMOV", "SURRENDER").await;
    assert!(matches!(ada.ended().await, End::Win { .. }));
}
