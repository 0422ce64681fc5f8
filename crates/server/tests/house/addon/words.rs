//! Words over the addon door: whole games against a bot and against the native client, over days, and claims that are wrong.

use crate::{
    addon::client::{Addon, verified},
    common::{Open, Player, registry, settings},
};
use parlor_kernel::{Record, Replay, Rules, Seat, Viewer};
use parlor_wire::addon::{
    Body, Move,
    talk::{End, State},
    words::{Move as Moved, Said, Sync},
};
use parlor_words::{Action, Board, Config, Direction, Tiles, Words, moves::Field};
use std::{
    io,
    ops::ControlFlow,
    sync::{Arc, LazyLock, Mutex, PoisonError},
};
use tracing_subscriber::fmt::MakeWriter;

static RULES: LazyLock<Rules<Words>> = LazyLock::new(|| {
    let config = <Config as parlor_kernel::GameConfig>::preset("hope").unwrap();
    Rules::load(config, registry().library()).unwrap()
});

/// The play that counts most, with what it counts.
fn best(board: &Board, rack: &Tiles) -> Option<(Action, i32)> {
    let field = Field::new(&RULES.config, RULES.assets.graph(), board);
    let mut best = None;
    let _ = field.each_play(rack, |found| {
        if best.is_none_or(|best: parlor_words::moves::Found| best.score < found.score) {
            best = Some(*found);
        }
        ControlFlow::<()>::Continue(())
    });
    best.map(|found| (found.action(board), found.score))
}

/// What an addon would send for an action.
fn frame(action: &Action, score: i32) -> String {
    let Action::Play { at, word, .. } = action else { panic!("{action:?}") };
    let way = if at.direction == Direction::Across { "H" } else { "V" };
    format!("{word}|{way}|{}|{}|{score}", at.square.row + 1, at.square.column + 1)
}

/// The match as the house tells it.
async fn synced(addon: &mut Addon) -> (Board, Tiles) {
    addon.send("WSYNC", "").await;
    addon
        .until(|frame| match &frame.body {
            Body::WordsSync(Sync::State { board, rack, .. }) => {
                let rows: Vec<_> = board.split('/').collect();
                Some((Board::of(&rows).unwrap(), rack.clone().unwrap_or_default().parse().unwrap()))
            }
            _ => None,
        })
        .await
}

/// Waits for the own turn, or the end.
async fn turn(addon: &mut Addon, seat: u8) -> Option<End> {
    addon
        .until(|frame| match &frame.body {
            Body::State(State::Turn { seat: turn, .. }) if turn.0 + 1 == seat => Some(None),
            Body::End(end) => Some(Some(end.clone())),
            Body::State(State::Error { code, .. }) => panic!("{code}"),
            _ => None,
        })
        .await
}

/// Plays the best word whenever it may, until the match is over. Gives back how it ended.
async fn play(addon: &mut Addon, seat: u8) -> End {
    loop {
        if let Some(end) = turn(addon, seat).await {
            return end;
        }
        let (board, rack) = synced(addon).await;
        // What is told of the turn is told again with the match.
        turn(addon, seat).await;
        let Some((action, score)) = best(&board, &rack) else {
            addon.send("GMOV", "PASS").await;
            addon.heard("GMOV", &format!("PASS|{seat}")).await;
            continue;
        };
        let frame = frame(&action, score);
        addon.send("GMOV", &frame).await;
        // The house counts as the addon does, and says whose it was.
        addon.heard("GMOV", &format!("{frame}|{seat}")).await;
    }
}

/// The same, for a native client.
async fn play_native(player: &mut Player) {
    let seat = player.seat();
    let on_turn = |view: &parlor_words::View| match view.common.outcome {
        Some(_) => Some(false),
        None => (view.common.turn == seat).then_some(true),
    };
    while player.until_view_of::<Words, _>(on_turn).await {
        let view = player.view_of::<Words>();
        let action = best(&view.common.board, &view.rack()).map_or(Action::Pass, |(action, _)| action);
        player.act(&action).await.unwrap();
    }
}

#[tokio::test]
async fn words_against_a_bot() {
    let open = Open::new(settings()).await;
    let mut ada = Addon::enter(&open, "Ada").await;
    ada.invite("WORDS", "BOT|easy").await;
    let seat = ada.begun().await;
    let end = play(&mut ada, seat).await;
    assert!(matches!(end, End::Win { .. } | End::Loss { .. }), "{end:?}");
    ada.heard("GSTA", "ENDED").await;
    verified(&open, &ada).await;
}

#[tokio::test]
async fn words_against_a_web_client_and_no_rack_is_told() {
    let open = Open::new(settings()).await;
    let mut ada = Addon::enter(&open, "Ada").await;
    ada.invite("WORDS", "PRIVATE").await;
    let mut bea = open.player("Bea").await;
    bea.sit(ada.code.parse().unwrap()).await;
    let seat = ada.begun().await;
    ada.lines.clear();
    let (end, ()) = tokio::join!(play(&mut ada, seat), play_native(&mut bea));
    let view = bea.view_of::<Words>();
    assert_eq!(matches!(end, End::Win { .. }), view.common.outcome.unwrap().winners().contains(Seat(0)));
    // The only racks that Ada is told are her own: what the log makes of it agrees with every one of them.
    let record = verified(&open, &ada).await;
    let racks = racks_of(&record);
    for line in &ada.lines {
        let told = match line.parse::<parlor_wire::addon::AddonFrame>().unwrap().body {
            Body::Move(Move::Words(Moved::Said(Said::Rack { letters }))) => letters,
            Body::WordsSync(Sync::State { rack: Some(rack), .. }) => rack,
            _ => continue,
        };
        assert!(racks.contains(&told), "{line}");
    }
}

/// Every rack that the first seat has held.
fn racks_of(record: &Record) -> Vec<String> {
    let mut replay = Replay::<Words>::new(record.clone(), registry().library()).unwrap();
    let mut racks = Vec::new();
    loop {
        racks.push(replay.view(Viewer::Seat(Seat(0))).rack().to_string());
        if replay.step().unwrap().is_none() {
            return racks;
        }
    }
}

/// Words' own frames: an invitation over days, a saved game that one comes back to, and a game given up.
#[tokio::test]
async fn an_invitation_over_days_speaks_in_words_frames() {
    let open = Open::new(settings()).await;
    let (mut ada, mut bea) = (Addon::enter(&open, "Ada").await, Addon::enter(&open, "Bea").await);
    ada.say("WINV:1:WORDS::PLAYER|bea").await;
    let sent = ada.until_line("WINV:1:WORDS:").await;
    let id = sent.split(':').nth(3).unwrap().to_owned();
    assert_eq!(sent, format!("WINV:1:WORDS:{id}:SENT|Bea|86400|preset=hope|pace=correspondence"));
    bea.until_line(&format!("WINV:1:WORDS:{id}:FROM|Ada|86400|")).await;
    bea.say(&format!("WDEC:1:WORDS:{id}:")).await;
    ada.until_line(&format!("WDEC:1:WORDS:{id}:DECLINED")).await;

    // The other way round, and accepted.
    bea.say("WINV:1:WORDS::PLAYER|ada").await;
    let got = ada.until_line("WINV:1:WORDS:").await;
    let id = got.split(':').nth(3).unwrap().to_owned();
    ada.say(&format!("WACC:1:WORDS:{id}:")).await;
    let accepted = ada.until_line("WACC:1:WORDS:").await;
    let code = accepted.split(':').nth(3).unwrap().to_owned();
    assert_eq!(accepted, format!("WACC:1:WORDS:{code}:{id}"));
    (ada.game, ada.code) = ("WORDS", code.clone());
    ada.heard("GSTA", "TURN|1").await;
    bea.until_line(&format!("WACC:1:WORDS:{code}:{id}")).await;
    (bea.game, bea.code) = ("WORDS", code);
    assert_eq!(turn(&mut bea, 1).await, None);
    let (board, rack) = synced(&mut bea).await;
    let (action, score) = best(&board, &rack).map_or((None, 0), |(action, score)| (Some(action), score));
    bea.send("GMOV", &action.as_ref().map_or("PASS".into(), |action| frame(action, score))).await;

    // Ada was away meanwhile: all that she missed is in what she asks for.
    ada.come_back().await;
    ada.say("WSYNC:1:WORDS::").await;
    let (board, _) = loop {
        let state = synced(&mut ada).await;
        if action.is_none() || !state.0.is_empty() {
            break state;
        }
    };
    assert_eq!(board.is_empty(), action.is_none());
    ada.send("GMOV", "SURRENDER").await;
    assert!(matches!(ada.ended().await, End::Loss { reason: Some(reason), .. } if reason == "surrender"));
    assert!(matches!(bea.ended().await, End::Win { .. }));
}

/// What is logged while it lives, on this thread.
#[derive(Clone, Default)]
struct Log(Arc<Mutex<Vec<u8>>>);

impl Log {
    fn has(&self, what: &str) -> bool {
        let bytes = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        String::from_utf8_lossy(&bytes).contains(what)
    }
}

impl io::Write for Log {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl MakeWriter<'_> for Log {
    type Writer = Self;

    fn make_writer(&self) -> Self {
        self.clone()
    }
}

/// Ruling: received scores are always counted anew; a claim that differs is logged and ignored.
#[tokio::test]
async fn wrong_claims_are_ignored_and_logged() {
    let log = Log::default();
    let subscriber = tracing_subscriber::fmt().with_writer(log.clone()).with_max_level(tracing::Level::DEBUG).finish();
    let _logging = tracing::subscriber::set_default(subscriber);
    let open = Open::new(settings()).await;
    let mut ada = Addon::enter(&open, "Ada").await;
    ada.invite("WORDS", "BOT|easy").await;
    let seat = ada.begun().await;
    let (board, rack, action, score) = loop {
        assert_eq!(turn(&mut ada, seat).await, None);
        let (board, rack) = synced(&mut ada).await;
        turn(&mut ada, seat).await;
        match best(&board, &rack) {
            Some((action, score)) => break (board, rack, action, score),
            None => ada.send("GMOV", "SWAP").await,
        }
    };
    ada.send("GMOV", "RACK|QZJX").await;
    ada.send("WSYNC", "STATE|made|up||0").await;
    ada.send("WSYNC", "{8={8=D}}").await;
    let (still, held) = synced(&mut ada).await;
    assert_eq!((still, held), (board, rack), "nothing has changed");
    assert!(log.has("a claimed rack differs and is ignored") && log.has("a claimed match differs and is ignored"));
    assert!(!log.has("a claimed score differs"));
    ada.send("GMOV", &frame(&action, score + 500)).await;
    ada.heard("GMOV", &format!("{}|{seat}", frame(&action, score))).await;
    ada.heard("GMOV", &format!("POINTS|{seat}|{score}")).await;
    assert!(log.has("a claimed score differs and is ignored"));
}

#[tokio::test]
async fn words_that_are_none_are_refused_with_the_game_s_codes() {
    let open = Open::new(settings()).await;
    let mut ada = Addon::enter(&open, "Ada").await;
    ada.invite("WORDS", "PRIVATE|preset=classic|clock=none").await;
    let mut bea = open.player("Bea").await;
    bea.sit(ada.code.parse().unwrap()).await;
    let seat = ada.begun().await;
    let first = bea.until_view_of::<Words, _>(|view| view.common.turn).await.0 + 1;
    if seat != first {
        bea.act(&Action::Pass).await.unwrap();
    }
    turn(&mut ada, seat).await;
    for (data, code) in [
        ("QQQQQQQ|H|8|8", "not_a_word"),
        ("DRAGON|H|8|14", "off_board"),
        ("DRAGON|H|0|8", "bad_field"),
        ("DRAGON|X|8|8", "bad_field"),
        ("DR4GON|H|8|8", "bad_field"),
        ("DRAGON|H|8", "missing_field"),
        ("SWAP|AB!", "bad_field"),
        ("CHALLENGE", "nothing_to_challenge"),
        ("SWAPPED|1|3", "not_a_move"),
        ("POINTS|1|900", "not_a_move"),
    ] {
        ada.send("GMOV", data).await;
        assert_eq!(ada.error().await, code, "{data}");
    }
}
