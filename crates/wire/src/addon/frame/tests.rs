//! Frames there and back, with HopeAddon's own examples.

use super::*;
use crate::{
    addon::{
        Hundredths, MAX_FIELDS, MAX_LINE, Setting,
        death_roll::Rolled,
        score::Ping,
        words::{Move as WordsMove, Said, Word},
    },
    slash::Direction,
};
use parlor_kernel::{Code, Seat};
use proptest::{prelude::*, strategy::Union};

fn id(text: &str) -> GameId {
    text.parse().unwrap()
}

/// Reads a line, which must be written as it was read.
fn read(line: &str) -> AddonFrame {
    let frame: AddonFrame = line.parse().unwrap_or_else(|error| panic!("{line}: {error}"));
    assert_eq!(frame.to_string(), line);
    frame
}

fn moved(line: &str) -> Move {
    match read(line).body {
        Body::Move(inner) => inner,
        other => panic!("{other:?}"),
    }
}

/// The table of HopeAddon's network protocol.
#[test]
fn the_seed_s_frames() {
    let bare = AddonFrame::new(GameType::Tetris, GameId::NONE, Body::Invite(Invite::Bare));
    assert_eq!(read("GINV:1:TETRIS::"), bare);
    let accept = Body::Accept(Accept { invitation: None });
    assert_eq!(read("GACC:1:TETRIS:abc123:"), AddonFrame::new(GameType::Tetris, id("abc123"), accept));
    let decline = AddonFrame::new(GameType::Tetris, GameId::NONE, Body::Decline(Decline::No));
    assert_eq!(read("GDEC:1:TETRIS::"), decline);
    let garbage = Body::Move(Move::Tetris(tetris::Move::Garbage { rows: 4, to: None }));
    assert_eq!(read("GMOV:1:TETRIS:abc123:GARBAGE|4"), AddonFrame::new(GameType::Tetris, id("abc123"), garbage));
    let loss = Body::End(End::Loss { score: 1250, reason: None, theirs: None });
    assert_eq!(read("GEND:1:TETRIS:abc123:LOSS|1250"), AddonFrame::new(GameType::Tetris, id("abc123"), loss));
}

/// The tables of its games.
#[test]
fn the_seed_s_moves() {
    let battleship = |data: &str| match moved(&format!("GMOV:1:BATTLESHIP:abc123:{data}")) {
        Move::Battleship(inner) => inner,
        other => panic!("{other:?}"),
    };
    assert_eq!(battleship("SHOT|5|1"), battleship::Move::Shot { row: 5, column: 1, pattern: None });
    let ship = "Battleship".into();
    let found = battleship::Move::Found { row: 5, column: 1, hit: true, sunk: false, ship, by: None };
    assert_eq!(battleship("RESULT|5|1|1|0|Battleship"), found);
    assert_eq!(battleship("READY"), battleship::Move::Ready { seat: None });
    assert_eq!(battleship("SURRENDER"), battleship::Move::Surrender);
    // HopeAddon's flow says READY as a state.
    assert_eq!(read("GSTA:1:BATTLESHIP:abc123:READY").body, Body::State(State::Ready { seat: None }));

    let paddle = pong::Move::Paddle { y: Hundredths(12_050), dy: Hundredths(-30_000), seat: None };
    assert_eq!(moved("GMOV:1:PONG:abc123:PADDLE|120.5|-300"), Move::Pong(paddle));
    let [x, y, dx, dy, speed] = [20_000, 15_000, 14_142, -14_142, 20_000].map(Hundredths);
    let ball = pong::Move::Ball { x, y, dx, dy, speed };
    assert_eq!(moved("GMOV:1:PONG:abc123:BALL|200|150|141.42|-141.42|200"), Move::Pong(ball));

    let word =
        Word { word: "DRAGON".into(), direction: Direction::Across, row: 8, column: 8, score: Some(26), seat: None };
    assert_eq!(moved("GMOV:1:WORDS:abc123:DRAGON|H|8|8|26"), Move::Words(WordsMove::Word(word)));
    assert_eq!(moved("GMOV:1:WORDS:abc123:PASS"), Move::Words(WordsMove::Said(Said::Pass { seat: None })));
    // It is a word of the game, too.
    let word = Word { word: "PASS".into(), direction: Direction::Down, row: 8, column: 8, score: None, seat: None };
    assert_eq!(moved("GMOV:1:WORDS:abc123:PASS|V|8|8"), Move::Words(WordsMove::Word(word)));
    let saved = |fields: &[&str]| Saved { fields: fields.iter().map(|field| (*field).to_owned()).collect() };
    let invite = Invite::Player { name: "Bea".into(), settings: Vec::new() };
    assert_eq!(read("WINV:1:WORDS::PLAYER|Bea").body, Body::WordsInvite(invite));
    assert_eq!(read("WACC:1:WORDS:abc123:").body, Body::WordsAccept(Accept { invitation: None }));
    assert_eq!(read("WDEC:1:WORDS:abc123:").body, Body::WordsDecline(Decline::No));
    assert_eq!(read("WSYNC:1:WORDS:abc123:").body, Body::WordsSync(words::Sync::Ask));
    assert_eq!(read("WSYNC:1:WORDS:abc123:a|b").body, Body::WordsSync(words::Sync::Saved(saved(&["a", "b"]))));

    let rolled = death_roll::Move::Rolled(Rolled { result: 57, max: 100, seat: None });
    assert_eq!(moved("GMOV:1:DEATH_ROLL:abc123:57|100"), Move::DeathRoll(rolled));

    let ping = Ping { score: 1250, lines: 12, level: 3, token: None };
    assert_eq!(moved("GMOV:1:SCORE_TETRIS:abc123:1250|12|3"), Move::Tetris(tetris::Move::Ping(ping.clone())));
    let token = Some("3F2A".into());
    let with_token = pong::Move::Ping(Ping { token, score: 3, lines: 1, level: 1 });
    assert_eq!(moved("GMOV:1:SCORE_PONG:abc123:3|1|1|3F2A"), Move::Pong(with_token));
    assert_eq!(read("GINV:1:SCORE_PONG::").body, Body::Invite(Invite::Bare));
    let win = End::Win { score: 1250, reason: None, theirs: None };
    assert_eq!(read("GEND:1:SCORE_TETRIS:abc123:WIN|1250").body, Body::End(win));
}

/// Our own, in HopeAddon's spirit.
#[test]
fn the_house_s_frames() {
    let settings = vec![Setting::new("preset", "hope"), Setting::new("timers.turn", "30")];
    let bot = Invite::Bot { level: "easy".into(), settings };
    assert_eq!(read("GINV:1:BATTLESHIP::BOT|easy|preset=hope|timers.turn=30").body, Body::Invite(bot));
    let chat = Chat { name: None, text: "Aim: A5 | B7 \\o/".into() };
    assert_eq!(read(r"GCHAT:1:PONG:K7QX2M:Aim\: A5 \| B7 \\o/").body, Body::Chat(chat));
    let turn = State::Turn { seat: Seat(1), seconds: Some(30) };
    assert_eq!(read("GSTA:1:BATTLESHIP:K7QX2M:TURN|2|30").body, Body::State(turn));
    let watching = State::Playing { seat: None, opponent: Some("Ada/Bea".into()) };
    assert_eq!(read("GSTA:1:PONG:K7QX2M:PLAYING||Ada/Bea").body, Body::State(watching));
    assert_eq!(read("GSYNC:1:::").body, Body::Sync(Sync::Ask));
    let error = AddonFrame::error(None, GameId::NONE, ("bad_version", "No."), None);
    assert_eq!(error.to_string(), "GSTA:1:::ERROR|bad_version|No.");
    assert_eq!(moved("GMOV:1:MAHJONG:K7QX2M:D|5"), Move::Other(Saved { fields: vec!["D".into(), "5".into()] }));
}

#[test]
fn what_is_no_frame_is_refused_with_its_code() {
    let long = format!("GCHAT:1:PONG:K7QX2M:{}", "x".repeat(MAX_LINE));
    let many = format!("GMOV:1:MAHJONG:K7QX2M:{}", "|".repeat(MAX_FIELDS));
    let cases = [
        ("", "malformed_frame"),
        ("GMOV", "malformed_frame"),
        ("GMOV:1:PONG:abc123", "malformed_frame"),
        ("gmov:1:PONG:abc123:UP", "unknown_type"),
        ("GXXX:1:PONG:abc123:UP", "unknown_type"),
        ("GMOV:2:PONG:abc123:UP", "bad_version"),
        ("GMOV:99999999999:PONG:abc123:UP", "bad_version"),
        ("GMOV::PONG:abc123:UP", "malformed_frame"),
        ("GMOV:1:CHESS:abc123:UP", "unknown_game_type"),
        ("GMOV:1::abc123:UP", "unknown_game_type"),
        ("GMOV:1:PONG:abc 123:UP", "bad_game_id"),
        ("GMOV:1:PONG:012345678901234567890123456789012:UP", "bad_game_id"),
        ("GMOV:1:PONG:abc123:UP:UP", "malformed_frame"),
        ("GMOV:1:PONG:abc123:UP\nUP", "malformed_frame"),
        ("GMOV:1:PONG:abc123:U\\P", "bad_escape"),
        ("GSTA:1:PONG:abc123:FLY", "unknown_word"),
        ("GMOV:1:PONG:abc123:FLY", "bad_field"),
        ("GMOV:1:PONG:abc123:UP|1", "extra_field"),
        ("GMOV:1:BATTLESHIP:abc123:SHOT|5", "missing_field"),
        ("GMOV:1:BATTLESHIP:abc123:SHOT|5|300", "bad_field"),
        ("GMOV:1:BATTLESHIP:abc123:RESULT|5|1|2|0|Cruiser", "bad_field"),
        ("GSTA:1:BATTLESHIP:abc123:KICK|0", "bad_field"),
        ("GINV:1:BATTLESHIP::BOT|easy|fast", "bad_field"),
        ("GCHAT:1:PONG:abc123:", "missing_field"),
        ("GCHAT:1:PONG:abc123:a|b|c", "extra_field"),
        (&long, "frame_too_long"),
        (&many, "too_many_fields"),
    ];
    for (line, code) in cases {
        let error = line.parse::<AddonFrame>().expect_err(line);
        assert_eq!(error.code(), code, "{line}");
        assert!(error.to_string().ends_with('.'), "{error}");
    }
}

/// A match of Words; a saved one that is empty would be the question for it.
fn any_match() -> impl Strategy<Value = words::Sync> {
    let says = |sync: &words::Sync| !matches!(sync, words::Sync::Saved(saved) if saved.fields.is_empty());
    words::Sync::any().prop_filter("something is said", says)
}

/// Any frame of any type and game.
fn any_frame() -> impl Strategy<Value = AddonFrame> {
    let moves = GameType::ALL.map(|game| {
        let inner = match game {
            GameType::Battleship => battleship::Move::any().prop_map(Move::Battleship).boxed(),
            GameType::Tetris | GameType::ScoreTetris => tetris::Move::any().prop_map(Move::Tetris).boxed(),
            GameType::Pong | GameType::ScorePong => pong::Move::any().prop_map(Move::Pong).boxed(),
            GameType::DeathRoll => death_roll::Move::any().prop_map(Move::DeathRoll).boxed(),
            GameType::Words => words::Move::any().prop_map(Move::Words).boxed(),
            GameType::Mahjong | GameType::Codenames => Saved::any().prop_map(Move::Other).boxed(),
        };
        inner.prop_map(move |inner| (Some(game), Body::Move(inner))).boxed()
    });
    let game = || proptest::option::of(proptest::sample::select(&GameType::ALL[..]));
    let talk = [
        (game(), Invite::any().prop_map(Body::Invite)).boxed(),
        (game(), Accept::any().prop_map(Body::Accept)).boxed(),
        (game(), Decline::any().prop_map(Body::Decline)).boxed(),
        (game(), State::any().prop_map(Body::State)).boxed(),
        (game(), End::any().prop_map(Body::End)).boxed(),
        (game(), Chat::any().prop_map(Body::Chat)).boxed(),
        (game(), Sync::any().prop_map(Body::Sync)).boxed(),
        (game(), Invite::any().prop_map(Body::WordsInvite)).boxed(),
        (game(), Accept::any().prop_map(Body::WordsAccept)).boxed(),
        (game(), Decline::any().prop_map(Body::WordsDecline)).boxed(),
        (game(), any_match().prop_map(Body::WordsSync)).boxed(),
    ];
    let bodies = Union::new(moves.into_iter().chain(talk));
    (bodies, "[A-Za-z0-9_-]{0,32}").prop_map(|((game, body), text)| AddonFrame { game, id: id(&text), body })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4_000))]

    #[test]
    fn what_is_written_is_read_as_the_same(frame in any_frame()) {
        let line = frame.to_string();
        prop_assert!(!line.contains('\n'), "a frame is one line");
        prop_assert_eq!(line.parse::<AddonFrame>(), Ok(frame), "{}", line);
    }

    /// Lines that are nearly frames: a line that can be cut into parts is written as it was.
    #[test]
    fn what_is_read_is_written_as_it_was(
        head in "(GINV|GMOV|GSTA|GEND|WINV|XX):(1|2|):(TETRIS|DEATH_ROLL||PONG|CHESS):[a-z0-9]{0,6}:",
        data in "[A-Z0-9|:\\\\nr ä-]{0,24}",
    ) {
        let line = head + &data;
        if let Ok(raw) = line.parse::<Raw>() {
            prop_assert_eq!(raw.to_string(), line.as_str());
        }
        if let Ok(frame) = line.parse::<AddonFrame>() {
            // Numbers may have been spelled in another way; once written, no more.
            let written = frame.to_string();
            prop_assert_eq!(written.parse::<AddonFrame>(), Ok(frame));
        }
    }
}

/// Every frame in the reference for authors is one, and written as the house would write it.
#[test]
fn the_reference_shows_real_frames() {
    let reference = include_str!("../../../../../docs/addon.md");
    let blocks = reference.split("```").skip(1).step_by(2);
    let lines = blocks.flat_map(str::lines).map(|line| line.strip_prefix("> ").unwrap_or(line));
    let frames: Vec<_> = lines.filter(|line| !line.is_empty()).map(read).collect();
    assert!(frames.len() > 50, "{}", frames.len());
}
