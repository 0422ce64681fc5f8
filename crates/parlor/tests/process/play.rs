//! `parlor play`: people who type, at real terminals' other ends, in a real house.

mod desk;

use desk::{House, Terminal};
use parlor_client::native::Visitor;
use parlor_store::{SqliteStore, Write, Writes};
use parlor_wire::{
    BetWish, ChatLine, Command, HolderWish, Invitee, LineId, Pace, Room, TableCode, TableCommand, TableInfo, UserId,
    http::{OpenTable, Welcome},
};
use std::{io::Write as _, process::Stdio};

/// A player with a token who has opened a table.
async fn opener(house: &House, name: &str, game: &str) -> (Visitor, TableCode) {
    let visitor = Visitor::enter(&house.base, name).await.unwrap();
    let wish = OpenTable { game: game.into(), ..OpenTable::default() };
    let code = visitor.open_table(&wish).await.unwrap().code;
    (visitor, code)
}

/// Ada and Ben at a table of Battleship, each at a terminal: one with a token, one by a link.
async fn duel(house: &House) -> (Terminal, Terminal) {
    let (visitor, code) = opener(house, "Ada", "battleship").await;
    let mut ada = Terminal::with(&[&house.base, code.as_str()], Some(visitor.token()));
    ada.reads("Seat 1: Ada (you), ready");
    ada.reads(&format!("give a friend the code {code} or the link {}/t/{code}", house.base));
    let mut ben = Terminal::open(&[&format!("{}/t/{code}", house.base), "--name", "Ben"]);
    ada.reads("Ben sits down.");
    ben.reads("The match begins.");
    ben.asks("/Ready", "Ben is ready.");
    ada.asks("/READY", "shoots first.");
    ben.reads("The shooting begins.");
    (ada, ben)
}

#[tokio::test]
async fn two_people_play_battleship_by_typing() {
    let house = House::open();
    let (mut ada, mut ben) = duel(&house).await;
    let first = ada.read.contains("Ada shoots first.");
    let (shooter, other) = if first { (&mut ada, &mut ben) } else { (&mut ben, &mut ada) };
    shooter.types("Good luck, both of us!");
    other.reads(": Good luck, both of us!");
    other.asks("/gc And to you.", ": And to you.");
    other.asks("/fire A1", "It is not your turn: wait for your opponent to attack.");
    shooter.reads("Your turn");
    shooter.asks("/fire L1", "L1 is not on the board: choose a cell that is.");

    let (mut shooter, mut other) = (shooter, other);
    let mut shots = 0;
    let last = loop {
        // Each shoots at every cell in order: column by column, in whatever case.
        let (column, row) = (char::from(b'a' + (shots / 20) as u8), shots / 2 % 10 + 1);
        shooter.types(&format!("/fire {column}{row}"));
        let fires = format!("fires at {}{row}:", column.to_ascii_uppercase());
        shooter.reads(&fires);
        other.reads(&fires);
        let told = shooter.reads_any(&["is on turn.", "wins:"]);
        if told.contains("wins:") {
            break told;
        }
        other.reads("Your turn");
        shots += 1;
        std::mem::swap(&mut shooter, &mut other);
    };
    assert!(shots > 33, "17 hits each are needed, but after {shots} shots: {last}");
    shooter.reads("You won.");
    other.reads("You lost.");
    shooter.asks("/hope stats", "Battleship: 1 of 1 against people");
    // A guest has no name of their own in the house, but sits opposite.
    let winner = last.split(' ').next().expect("a name").to_uppercase();
    other.asks(&format!("/hope stats {winner}"), "Battleship: 1 of 1 against people");
    other.asks("/ready", "Waiting until everyone is ready.");
    shooter.asks("/ready", "The match begins.");
    let (adas, complaints, code) = ada.leaves();
    assert_eq!((complaints.as_str(), code), ("", Some(0)));
    ben.reads("Ada is gone, with");
    ben.types("/QUIT");
    let (bens, _, code) = ben.leaves();
    assert_eq!(code, Some(0));
    assert!(adas.contains("Ada places a fleet") && !adas.contains("Ben places a fleet"));
    assert!(bens.contains("Ben places a fleet") && !bens.contains("Ada places a fleet"));
    no_fleet_before_the_end(&adas);
    no_fleet_before_the_end(&bens);
}

/// Of the other's waters nothing is seen but what was shot at, until the match is over.
fn no_fleet_before_the_end(read: &str) {
    let before = &read[..read.find("wins: every ship").expect("the end")];
    let rows: Vec<_> = before.lines().filter(|line| line.starts_with("  1 ") || line.starts_with(" 10 ")).collect();
    assert!(rows.len() > 20, "pictures were shown");
    let is_board = |line: &&str| line.chars().count() == 49 && line.chars().all(|c| " #ox*.0123456789".contains(c));
    for line in before.lines().filter(is_board) {
        assert!(!line[25..].contains('#'), "{line}");
    }
    assert!(before.lines().filter(is_board).any(|line| line[..25].contains('#')), "one's own fleet is seen");
}

#[tokio::test]
async fn a_bot_is_beaten_or_not() {
    let house = House::open();
    let mut ada = Terminal::open(&[&house.base, "--name", "Ada"]);
    ada.asks("/roll", "You are at no table.");
    ada.asks("/hope DeathRoll", "Seat 2: Bot (easy)");
    ada.reads("Your roll, 1 to 100: type /roll.");
    ada.asks("/luck three black cats", "to the dice.");
    ada.asks("/luck 7", "You have added your salt already.");
    ada.asks("/roll 99", "The next roll is out of 100.");
    ada.asks("/roll 100", "Ada rolls");
    loop {
        if !ada.reads_any(&["Your roll", "You won.", "You lost."]).starts_with("Your roll") {
            break;
        }
        ada.types("/roll");
    }
    ada.reads("Fair: the house kept the promise about chance that it made before the first move.");
    let check = ada.reads("To check every move:");
    // What is printed can be typed.
    let log = check.split(' ').find(|word| word.starts_with(&house.base)).expect("an address");
    let log = reqwest::get(log).await.unwrap().error_for_status().unwrap().text().await.unwrap();
    let mut verify = crate::binary::parlor();
    verify.args(["verify", "-"]).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut verify = verify.spawn().unwrap();
    verify.stdin.take().unwrap().write_all(log.as_bytes()).unwrap();
    assert!(verify.wait().unwrap().success());
    ada.reads("Type /ready for another match.");
    assert!(ada.read.contains(": death."), "the last roll has its word: {}", ada.read);
    ada.asks("/hope battleship", "Type /ready and a fleet is laid out for you");
    ada.asks("/ready", "Your fleet lies");
    // What ends before both fleets lie is nobody's loss.
    ada.reads("The shooting begins.");
    ada.asks("/hope deathroll", "You are in the middle of a match.");
    ada.asks("/surrender", "You lost.");
    ada.asks("/hope stats", "Battleship: 0 of 0 against people, 0 of 1 against bots");
    let local = format!("Tetris is played with keys, in a browser: {}/local/tetris", house.base);
    ada.asks("/hope tetris", &local);
    ada.asks("/hope challenge Ben pong", "Pong is played with keys, in a browser");
    assert_eq!(ada.leaves().2, Some(0));
}

#[tokio::test]
async fn mahjong_is_played_by_typing() {
    let house = House::open();
    let mut ada = Terminal::open(&[&house.base, "--name", "Ada"]);
    ada.asks("/hope mahjong", "Seat 4: Bot (easy)");
    ada.reads("Type /ready for the next deal.");
    ada.types("/ready");
    ada.reads("Deal 1: Ada is East.");
    let asked =
        ["for example /", "Another Charleston?", "/courtesy and a number", "type /pass", "the match", "no winner"];
    let (mut passes, mut discards) = (0, 0);
    while discards < 3 {
        let told = ada.reads_any(&asked);
        let example =
            told.split_once("for example ").map(|(_, rest)| rest.split([',', '.']).next().unwrap_or_default());
        match example {
            Some(line) => {
                passes += u8::from(line.starts_with("/charleston"));
                discards += u8::from(line.starts_with("/discard"));
                ada.types(line);
            }
            None if told.contains("type /pass") => ada.types("/pass"),
            None if told.contains("/vote stop") => ada.types("/vote stop"),
            None if told.contains("/courtesy and") => ada.types("/courtesy 0"),
            None if told.contains("Another") => {}
            None => break,
        }
    }
    assert!(passes >= 3, "{}", ada.read);
    ada.asks("/vote more", "That is not what the table is waiting for.");
    assert!(ada.read.contains("Ada discards"), "{}", ada.read);
    assert_eq!(ada.leaves().2, Some(0));
}

#[test]
fn tab_finishes_commands_in_a_terminal() {
    let house = House::open();
    let mut ada = Terminal::with_keys(&[&house.base, "--name", "Ada"]);
    ada.reads("anything else is chat.");
    ada.strikes("/ho\tDEA\t\r");
    ada.reads("Death Roll");
    ada.reads("Your roll, 1 to 100");
    ada.strikes("/ro\t100\r");
    ada.reads("Ada rolls");
    // Ctrl-D.
    ada.strikes("\u{4}");
    let (read, _, code) = ada.leaves();
    assert!(read.contains("> /hope deathroll ") && read.contains("> /roll "), "{read}");
    assert_eq!(code, Some(0));
}

#[tokio::test]
async fn people_are_invited_by_typing() {
    let house = House::open();
    let mut ada = Terminal::open(&[&house.base, "--name", "Ada"]);
    let mut ben = Terminal::open(&[&house.base, "--name", "Ben"]);
    ada.reads("You are Ada.");
    ben.reads("You are Ben.");
    ada.asks(
        "/hope deathroll ben",
        "You have invited Ben to Death Roll (From 100 · the challenger rolls first · 30 s a roll). /hope cancel Ben takes it back.",
    );
    ben.reads(
        "Ada invites you to Death Roll (From 100 · the challenger rolls first · 30 s a roll): type /hope accept Ada, or",
    );
    ben.asks("/hope decline ADA", "You decline the invitation from Ada.");
    ada.reads("Ben does not want to play now.");
    ben.asks("/hope accept", "Nobody has invited you");
    ada.asks("/hope challenge Ben", "You are at no table.");
    ada.asks("/hope challenge BEN battleship", "You have invited Ben to Battleship (Relaxed · the challenger begins · no clock to place ships · no clock to shoot).");
    ben.reads("Ada invites you to Battleship");
    ada.asks("/hope cancel", "You take back the invitation to Ben.");
    ben.reads("Ada takes the invitation back.");
    ada.types("/hope deathroll Ben");
    ben.reads("Ada invites you to Death Roll");
    ben.asks("/hope accept", "You accept the invitation from Ada.");
    ada.reads("Ben accepts.");
    ada.reads("Your roll, 1 to 100");
    ben.reads("The match begins.");
    ada.asks("/roll", "Ada rolls");
    ben.reads("Ada rolls");
}

/// A visitor with an account.
async fn account(house: &House, name: &str) -> Visitor {
    let body = serde_json::json!({"name": name, "password": "correct horse battery"});
    let made = reqwest::Client::new().post(format!("{}/api/register", house.base)).json(&body).send().await.unwrap();
    let welcome: Welcome = made.error_for_status().unwrap().json().await.unwrap();
    Visitor::with_token(&house.base, &welcome.token).await.unwrap()
}

#[tokio::test]
async fn what_is_played_for_is_said_and_what_cannot_be_typed_is_left_to_a_browser() {
    let house = House::open();
    let (ada, ben) = (account(&house, "Ada").await, account(&house, "Ben").await);
    let mut terminal = Terminal::with(&[&house.base], Some(ben.token()));
    terminal.reads("You are Ben.");
    let mut ada = ada.connect(parlor_catalog::registry(), "ada").await.unwrap();
    let game = |game: &str| OpenTable { game: game.into(), ..OpenTable::default() };
    let invite = |wish, pace| Command::Invite { to: Invitee::Name("Ben".into()), wish, pace };
    let bet = Some(BetWish { amount: 50, holder: HolderWish::House });
    ada.command(invite(OpenTable { bet, ..game("death-roll") }, Pace::Live)).await.unwrap();
    terminal.reads("Ada invites you to Death Roll (the challenger rolls first · 30 s a roll · for 50 gold, held by the house). This is for 50 gold each");
    terminal.asks("/hope accept", &format!("gold is put in with a browser: {}/invitations", house.base));
    terminal.asks("/hope decline", "You decline the invitation from Ada.");
    ada.command(invite(game("pong"), Pace::Live)).await.unwrap();
    terminal.reads("Ada invites you to Pong (to 5 points). Pong is played with keys, in a browser");
    terminal.asks("/hope accept", "Pong is played with keys, in a browser");
    let rated = OpenTable { rated: true, preset: Some("voxel".into()), ..game("battleship") };
    ada.command(invite(rated, Pace::Live)).await.unwrap();
    terminal.reads("Ada invites you to Battleship (Classic · the dice say who begins · 5 min to place ships · 30 s a shot · rated): type");
    terminal.asks("/hope accept", "You accept the invitation from Ada.");
    terminal.reads(": Battleship (Classic · rated).");
}

#[tokio::test]
async fn a_game_over_days_takes_nobody_away_from_their_table() {
    let house = House::open();
    let (visitor, code) = opener(&house, "Ada", "battleship").await;
    let mut ada = Terminal::with(&[&house.base, code.as_str()], Some(visitor.token()));
    ada.reads("Seat 1: Ada (you), ready");
    let ben = Visitor::enter(&house.base, "Ben").await.unwrap();
    let mut ben = ben.connect(parlor_catalog::registry(), "ben").await.unwrap();
    let mut window = visitor.connect(parlor_catalog::registry(), "window").await.unwrap();
    let wish = OpenTable { game: "battleship".into(), preset: Some("hope".into()), ..OpenTable::default() };
    let to = Invitee::Name("Ben".into());
    window.command(Command::Invite { to, wish, pace: Pace::Correspondence }).await.unwrap();
    ada.reads("You have invited Ben to Battleship (Relaxed · the challenger begins · no clock to place ships · no clock to shoot · over days).");
    let invitation =
        ben.until(|session| session.inbox().waiting().first().map(|open| open.invitation.id)).await.unwrap();
    ben.command(Command::AcceptInvitation { invitation }).await.unwrap();
    ada.reads("Ben accepts.");
    ada.reads("go there with /hope join ");
    ada.asks("still here", "Ada: still here");
    let there = visitor.get::<TableInfo>(&format!("/api/tables/{code}")).await.unwrap();
    assert!(there.seats[0].connected, "Ada has not left her table");
}

#[tokio::test]
async fn who_is_muted_is_not_read() {
    let house = House::open();
    let (ada, code) = opener(&house, "Ada", "battleship").await;
    let ben = Visitor::enter(&house.base, "Ben").await.unwrap();
    let mute = reqwest::Client::new()
        .put(format!("{}/api/me/mutes/{}", house.base, ada.me().id))
        .bearer_auth(ben.token())
        .send()
        .await
        .unwrap();
    assert!(mute.status().is_success(), "{mute:?}");
    let mut mouth = ada.connect(parlor_catalog::registry(), "ada").await.unwrap();
    mouth.follow(code).await.unwrap();
    let say = |text: &str| TableCommand::Chat { text: text.into(), room: None }.at(code);
    mouth.command(say("said before")).await.unwrap();
    let mut terminal = Terminal::with(&[&house.base, code.as_str()], Some(ben.token()));
    terminal.reads("Seat 2: Ben (you)");
    mouth.command(say("said later")).await.unwrap();
    terminal.asks("anybody?", "Ben: anybody?");
    let (read, ..) = terminal.leaves();
    assert!(!read.contains("said before") && !read.contains("said later"), "{read}");
}

#[tokio::test]
async fn mistakes_are_explained() {
    let house = House::open();
    let (_, code) = opener(&house, "Ada", "battleship").await;
    let mut ben = Terminal::open(&[&house.base, "--name", "Ben"]);
    for (typed, answer) in [
        ("hello?", "You are at no table."),
        ("/fier A5", "There is no command called /fier. Type /hope to see what there is."),
        ("/hope", "/fire A5: Battleship: shoot, column first"),
        ("/fire 5A", "It goes like this: /fire A5"),
        ("/hope chess", "/hope does not know chess."),
        ("/hope tet", "Did you mean /hope tetris?"),
        ("/hope join ZZZZZZ", "There is no such table."),
        ("/hope stats Nobody Here", "No player here is called Nobody Here."),
        ("/hope battleship Nobody Here", "No player here has that name."),
        ("/hope join", "It goes like this: /hope join code"),
    ] {
        ben.asks(typed, answer);
    }
    ben.asks(&format!("/hope JOIN {}", code.as_str().to_lowercase()), "Seat 1: Ada");
    ben.asks("/word DRAGON H 8 8", "not for this game");
    ben.asks(&"x".repeat(501), "That is too long.");

    let (read, complaints, status) = Terminal::with(&[&house.base], Some("not a token")).leaves();
    assert_eq!(status, Some(1), "{read}{complaints}");
    assert!(complaints.starts_with("parlor: cannot play at ") && !complaints.contains("not a token"), "{complaints}");
    let (_, complaints, status) = Terminal::open(&["http://127.0.0.1:1"]).leaves();
    assert_eq!(
        (complaints.as_str(), status),
        ("parlor: cannot play at http://127.0.0.1:1: The house cannot be reached.\n", Some(1))
    );
    let (_, complaints, status) = Terminal::open(&[&house.base, "ZZZZZZ"]).leaves();
    assert!(status == Some(1) && complaints.contains("There is no such table."), "{complaints}");
    let (_, complaints, status) = Terminal::open(&[&house.base, "--name", "\u{202E}"]).leaves();
    assert!(status == Some(1) && complaints.contains("Names cannot contain"), "{complaints}");
}

/// A line of chat from before the house refused such things, as it lies in the database.
#[tokio::test]
async fn escape_sequences_do_not_reach_the_terminal() {
    let mut house = House::open();
    let (visitor, code) = opener(&house, "Ada", "battleship").await;
    let line = |text: &str| ChatLine {
        id: LineId(1),
        room: Room::Table,
        from: UserId(9),
        name: "Mal\u{1B}[1mlory".into(),
        seated: true,
        text: text.into(),
    };
    let (red, title) =
        (line("\u{1B}[31mred\u{1B}[2J alert\u{7}"), line("\u{1B}]0;owned\u{7}\u{9B}31m\u{202E}harmless"));
    let writes = [red, title].map(|line| Write::Chat { code, line: line.into() }).to_vec();
    house.fall();
    let store = SqliteStore::open(&house.database()).await.unwrap();
    store.write(writes).await.unwrap();
    store.close().await;
    house.rise();
    let mut ben = Terminal::open(&[&house.base, code.as_str(), "--name", "Ben"]);
    assert_eq!(ben.reads("red"), "Mallory: red alert");
    assert_eq!(ben.reads("harmless"), "Mallory: 31mharmless");
    // What the house lets through today cannot pass for a line of another's.
    let mut connection = visitor.connect(parlor_catalog::registry(), "ada").await.unwrap();
    connection.follow(code).await.unwrap();
    connection.command(TableCommand::Chat { text: "hello\nBen: I give up".into(), room: None }.at(code)).await.unwrap();
    assert_eq!(ben.reads("hello"), "Ada: hello Ben: I give up");
    let (read, ..) = ben.leaves();
    assert!(!read.chars().any(|c| c.is_control() && c != '\n'), "{read:?}");
}

#[tokio::test]
async fn a_fallen_house_is_waited_for() {
    let mut house = House::open();
    let (mut ada, mut ben) = duel(&house).await;
    let first = ada.read.contains("Ada shoots first.");
    let (shooter, other) = if first { (&mut ada, &mut ben) } else { (&mut ben, &mut ada) };
    shooter.reads("Your turn");
    house.fall();
    shooter.reads("The connection is lost. Trying again …");
    house.rise();
    other.reads("The connection is back.");
    other.reads("Seat 2: Ben");
    shooter.reads("The connection is back.");
    shooter.reads("Your turn");
    shooter.asks("/fire a1", "fires at A1:");
    other.reads("fires at A1:");
    other.reads("Your turn");
}

/// A game of Words that may last for days, by nothing but typing: asked for, listed, gone away from, gone on with, ended.
#[tokio::test]
async fn words_over_days_are_played_by_typing() {
    let house = House::open();
    let mut ada = Terminal::open(&[&house.base, "--name", "Ada"]);
    let mut ben = Terminal::open(&[&house.base, "--name", "Ben"]);
    ben.reads("You are Ben.");
    ada.asks("/hope words list", "You have no games.");
    ada.asks("/hope words accept", "Nobody has invited you to Words.");
    ada.asks("/hope words forfeit Ben", "You have no game with Ben.");
    ada.asks("/hope words ben", "You have invited Ben to Words");
    ben.reads("Ada invites you to Words");
    ben.asks("/hope words accept ada", "Seat 2: Ben (you)");
    ben.reads("Your rack: ");
    ada.reads("Ben accepts.");
    ada.asks("/hope words list", "with Ben: your turn.");
    ada.asks("/hope words BEN", "Your rack: ");
    assert!(ada.read.contains("  A B C D E F G H I J K L M N O"), "the board as text: {}", ada.read);
    ada.asks("/word QQQQQ H 8 8", "QQQQQ");
    ada.asks("/word DRAGON H 16 8", "Rows and columns go from 1 to 15.");
    ada.asks("/swap", "Ada swaps 7 tiles.");
    ben.reads("Your turn");
    // Ada leaves the table, and is told where she is.
    ada.asks("/hope deathroll", "Your roll");
    ben.asks("/pass", "Ben passes.");
    ada.reads("It is your turn: Words with Ben. Go there with /hope join ");
    ada.asks("/surrender", "You lost.");
    ada.asks("/hope words forfeit ben", "You have lost: Words with Ben.");
    ben.reads("You won.");
}
