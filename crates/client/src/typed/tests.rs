//! What every command becomes in each situation.

use super::*;
use crate::MatchModel;
use parlor_kernel::{AnyTable, Key, Seat, SeatSet, Tick, Viewer};
use parlor_wire::{
    ChatLine, Invitation, InvitationId, Kind, LineId, Person, TableInfo,
    frame::Seen,
    http::MyTable,
    slash::{Direction, HintCount, MahjongCommand, WordPlay, WordsCommand},
};
use serde_json::{Value, json};
use std::collections::BTreeSet;

const ADA: UserId = UserId(1);

/// Where a command is typed.
struct Scene {
    games: Registry,
    table: Option<TableModel>,
    room: Option<Room>,
    invitations: Vec<OpenInvitation>,
}

impl Scene {
    fn nowhere() -> Self {
        Self { games: parlor_catalog::registry(), table: None, room: None, invitations: Vec::new() }
    }

    /// At a table where nothing is played yet.
    fn waiting(game: &str, preset: &str) -> Self {
        let scene = Self::nowhere();
        let config = scene.games.game(game).unwrap().configure(Some(preset), &Value::Null, SeatSet::EMPTY).unwrap().0;
        let info = TableInfo {
            code: "ABC234".parse().unwrap(),
            game: game.into(),
            preset: preset.into(),
            config: Some(config.into()),
            public: false,
            rated: false,
            pace: Pace::Live,
            days: None,
            host: ADA,
            status: Status::Waiting,
            seats: Vec::new(),
            spectators: 0,
            match_id: None,
            held: None,
            bet: None,
        };
        let seen = Seen { epoch: 1, seq: 1 };
        let (seat, chat) = (Some(Seat(0)), Vec::new());
        let table = TableModel { info, rules: None, told_ms: 0.0, seen, seat, game: None, chat, closed: None };
        Self { table: Some(table), ..scene }
    }

    /// At a table where these actions have been done.
    fn playing(game: &str, preset: &str, done: &[(u8, Value)]) -> Self {
        let mut scene = Self::waiting(game, preset);
        let known = scene.games.game(game).unwrap().clone();
        let model = scene.table.as_mut().unwrap();
        let mut table: Box<dyn AnyTable> =
            known.rules(model.info.config.as_deref().unwrap()).unwrap().open(Key([7; 32])).unwrap();
        for (seat, action) in done {
            table.act(Tick(0), Seat(*seat), &action.to_string()).unwrap();
        }
        let view = known.see(&table.view(Viewer::Seat(Seat(0)))).unwrap();
        let commitment = Key([7; 32]).commitment();
        let game = MatchModel {
            id: parlor_wire::MatchId(1),
            commitment,
            players: Vec::new(),
            told: (Tick(0), 0.0),
            stands: false,
            view,
            ahead: None,
            moves: crate::MoveLog::default(),
            ended: None,
        };
        model.game = Some(game);
        model.info.status = Status::Playing;
        scene
    }

    /// Ada has been invited by Ben, then by Cleo, and has invited Dora.
    fn invited() -> Self {
        let person = |id, name: &str| Person { id: UserId(id), name: name.into(), kind: Kind::Guest };
        let invitation = |id, game: &str, from: Person, to: Person| OpenInvitation {
            incoming: to.id == ADA,
            invitation: Invitation {
                id: InvitationId(id),
                from,
                to,
                wish: OpenTable { game: game.into(), ..OpenTable::default() },
                pace: Pace::Live,
                expires_in_ms: 60_000,
            },
            until_ms: 60_000.0,
        };
        let ada = || person(1, "Ada");
        let invitations = vec![
            invitation(0xB, "words", person(2, "Ben"), ada()),
            invitation(0xC, "pong", person(3, "Cleo"), ada()),
            invitation(0xD, "pong", ada(), person(4, "Dora")),
        ];
        Self { invitations, ..Self::nowhere() }
    }

    fn typed(&self, line: &str) -> String {
        let slash: Slash = line.parse().unwrap();
        let known = Known {
            games: &self.games,
            typed: &GAMES,
            table: self.table.as_ref(),
            room: self.room,
            invitations: &self.invitations,
        };
        text(meaning(&slash, &known))
    }
}

/// What came of it, short enough for a table.
fn text(typed: Typed) -> String {
    match typed {
        Typed::Give(commands) => {
            let json = |command: &Command| match command {
                Command::At { what: TableCommand::Act { action, .. }, .. } => format!("act {}", action.get()),
                other => serde_json::to_string(other).unwrap(),
            };
            commands.iter().map(json).collect::<Vec<_>>().join("; ")
        }
        Typed::Tell(lines) => lines.join("\n"),
        Typed::Open(wish) => format!("open {} {} {:?}", wish.game, wish.preset.unwrap_or_default(), wish.seats),
        Typed::Visit(code) => format!("visit {code}"),
        Typed::Record(whose) => format!("record {whose:?}"),
        Typed::Look(errand) => format!("look {}", errand.game),
    }
}

/// One line for every command there is. A command that is added to the grammar does not compile here until it is.
fn usage(slash: &Slash) -> &'static str {
    match slash {
        Slash::Help => "/hope",
        Slash::Play { player: None, .. } => "/hope battleship",
        Slash::Play { player: Some(_), .. } => "/hope battleship Ben",
        Slash::Words(WordsCommand::List) => "/hope words list",
        Slash::Words(WordsCommand::Forfeit(_)) => "/hope words forfeit Ben",
        Slash::Words(WordsCommand::Accept(_)) => "/hope words accept",
        Slash::Words(WordsCommand::Decline(_)) => "/hope words decline",
        Slash::Challenge { game: None, .. } => "/hope challenge Ben",
        Slash::Challenge { game: Some(_), .. } => "/hope challenge Ben pong",
        Slash::Join(_) => "/hope join ABC234",
        Slash::Accept(_) => "/hope accept",
        Slash::Decline(_) => "/hope decline",
        Slash::Cancel(_) => "/hope cancel",
        Slash::Stats(_) => "/hope stats Ben",
        Slash::Word(WordPlay { direction: Direction::Across, .. }) => "/word ROW H 8 8",
        Slash::Word(WordPlay { direction: Direction::Down, .. }) => "/word ROW V 8 8",
        Slash::Pass => "/pass",
        Slash::Swap(_) => "/swap",
        Slash::ChallengePlay => "/challenge",
        Slash::Fire(_) => "/fire A5",
        Slash::Ready => "/ready",
        Slash::Sit(_) => "/sit 2",
        Slash::Move { .. } => "/move 1 2",
        Slash::Shuffle => "/shuffle",
        Slash::Begin(_) => "/begin easy",
        Slash::Surrender => "/surrender",
        Slash::Roll(None) => "/roll",
        Slash::Roll(Some(_)) => "/roll 57",
        Slash::Luck(_) => "/luck three black cats",
        Slash::Say(_) => "/gc hello",
        Slash::Hint { count: HintCount::Of(_), .. } => "/hint sea 2",
        Slash::Hint { count: HintCount::Unlimited, .. } => "/hint sea *",
        Slash::Appeal { count: HintCount::Of(_), .. } => "/appeal seas 2",
        Slash::Appeal { count: HintCount::Unlimited, .. } => "/appeal seas *",
        Slash::Rule { allow: true } => "/allow",
        Slash::Rule { allow: false } => "/deny",
        Slash::Guess(_) => "/guess whale",
        Slash::Mahjong(command) => match command {
            MahjongCommand::Charleston(_) => "/charleston 1B 2C N",
            MahjongCommand::Vote { .. } => "/vote more",
            MahjongCommand::Courtesy(_) => "/courtesy 2",
            MahjongCommand::Discard(_) => "/discard 5D",
            MahjongCommand::Claim(_) => "/claim pung",
            MahjongCommand::Regroup(_) => "/regroup kong 1",
            MahjongCommand::Declare => "/mahjong",
            MahjongCommand::Wait => "/wait",
            MahjongCommand::Joker { .. } => "/joker 2 1",
            MahjongCommand::Blank(_) => "/blank 5D",
            MahjongCommand::Dead(_) => "/dead 3",
        },
    }
}

const NO_TABLE: &str =
    "You are at no table. Open one, for example with /hope battleship, or go to one with /hope join.";
const WITH_KEYS: &str = "is played with keys, in a browser: only /ready, /surrender and /gc can be typed.";

/// The same words are the same number in every client.
const LUCK: &str = r#"{"salt":{"salt":73901480}}"#;

/// What means the same wherever it is typed.
const ANYWHERE: [(&str, &str); 12] = [
    ("/hope battleship", r#"open battleship hope [Person, Bot("easy")]"#),
    ("/hope Tetris", r#"open tetris hope [Person, Bot("easy")]"#),
    ("/hope mahjong", r#"open mahjong house [Person, Bot("easy"), Bot("easy"), Bot("easy")]"#),
    ("/hope codenames", r#"open codenames standard [Person, Bot("easy"), Bot("easy"), Bot("easy")]"#),
    (
        "/hope battleship Ben",
        r#"{"invite":{"to":{"name":"Ben"},"wish":{"game":"battleship","preset":"hope","options":null,"public":false,"rated":false,"seats":[]},"pace":"live"}}"#,
    ),
    (
        "/hope challenge Ben pong",
        r#"{"invite":{"to":{"name":"Ben"},"wish":{"game":"pong","preset":"challenge","options":null,"public":false,"rated":false,"seats":[]},"pace":"live"}}"#,
    ),
    ("/hope words list", "look words"),
    ("/hope words Ben", "look words"),
    ("/hope words forfeit Ben", "look words"),
    ("/hope join abc-234", "visit ABC234"),
    ("/hope stats", "record Mine"),
    ("/hope stats Nobody", r#"record Named("Nobody")"#),
];

#[test]
fn every_command_has_a_meaning_in_every_situation() {
    let auto = || json!("auto_place");
    let ready = || json!("ready");
    let at_war = [(0, auto()), (1, auto()), (0, ready()), (1, ready())];
    let not_for = |line: &str| (line.to_owned(), format!("{line} is not for this game."));
    let act = |line: &str, action: &str| (line.to_owned(), format!("act {action}"));
    let says = |line: &str, what: &str| (line.to_owned(), what.to_owned());
    let hello = says("/gc hello", r#"{"chat":{"table":"ABC234","text":"hello"}}"#);
    let ready_here = says("/ready", r#"{"ready":{"table":"ABC234","ready":true}}"#);
    let give_up = act("/surrender", r#""surrender""#);
    let challenge = |game: &str, preset: &str| {
        let wish =
            json!({"game": game, "preset": preset, "options": null, "public": false, "rated": false, "seats": []});
        let invite = format!(r#"{{"invite":{{"to":{{"name":"Ben"}},"wish":{wish},"pace":"live"}}}}"#);
        let typed = Scene::waiting(game, preset).typed("/hope challenge Ben");
        // Two spellings of the same JSON.
        assert_eq!(serde_json::from_str::<Value>(&typed).unwrap(), serde_json::from_str::<Value>(&invite).unwrap());
    };
    challenge("death-roll", "thousand");
    challenge("battleship", "armada");

    let strange = [
        "/pass",
        "/word ROW H 8 8",
        "/word ROW V 8 8",
        "/swap",
        "/challenge",
        "/hint sea 2",
        "/hint sea *",
        "/guess whale",
    ];
    let battleship = |fire: &str, ready: (String, String)| {
        let more = [
            says("/fire b7", fire),
            ready,
            give_up.clone(),
            hello.clone(),
            not_for("/roll"),
            not_for("/roll 57"),
            not_for("/luck 7"),
        ];
        strange.iter().map(|line| not_for(line)).chain(more).collect::<Vec<_>>()
    };
    let direct = r#"act {"fire":{"at":"B7"}}"#;
    let death_roll = |ready| {
        let rolls = [
            act("/roll", r#""roll""#),
            act("/ROLL 100", r#""roll""#),
            act("/luck 007", r#"{"salt":{"salt":7}}"#),
            act("/luck three  black cats", LUCK),
            give_up.clone(),
            hello.clone(),
            ready,
            not_for("/fire A5"),
        ];
        strange.iter().map(|line| not_for(line)).chain(rolls).collect::<Vec<_>>()
    };
    let keys = |name: &str, ready| {
        let with_keys = |line: &&str| (line.to_string(), format!("{name} {WITH_KEYS}"));
        let typed = ["/fire A5", "/roll", "/roll 57", "/luck 7"];
        let more = [ready, give_up.clone(), hello.clone()];
        strange.iter().chain(&typed).map(with_keys).chain(more).collect::<Vec<_>>()
    };
    let on_already = || says("/ready", "The match is on already.");
    let nobody = "Nobody has invited you.";
    let nowhere = strange.iter().chain(&[
        "/fire A5",
        "/roll",
        "/roll 57",
        "/luck 7",
        "/ready",
        "/sit",
        "/surrender",
        "/gc hello",
    ]);
    let nowhere = nowhere.chain(&["/hope challenge Ben"]).map(|line| says(line, NO_TABLE)).chain([
        says("/hope accept", nobody),
        says("/hope decline", nobody),
        says("/hope words accept", "Nobody has invited you to Words."),
        says("/hope words decline", "Nobody has invited you to Words."),
        says("/hope cancel", "You have not invited anybody."),
        says("/hope accept Ben", "Ben has not invited you."),
    ]);
    let on = |id: &str| format!(r#"{{"invitation":"00000000000000{id}"}}"#);
    let invited = [
        says("/hope accept", &format!(r#"{{"accept_invitation":{}}}"#, on("0c"))),
        says("/hope accept BEN", &format!(r#"{{"accept_invitation":{}}}"#, on("0b"))),
        says("/hope decline cleo", &format!(r#"{{"decline_invitation":{}}}"#, on("0c"))),
        says("/hope cancel", &format!(r#"{{"withdraw_invitation":{}}}"#, on("0d"))),
        says("/hope cancel Dora", &format!(r#"{{"withdraw_invitation":{}}}"#, on("0d"))),
        says("/hope accept Dora", "Dora has not invited you."),
        says("/hope words accept", &format!(r#"{{"accept_invitation":{}}}"#, on("0b"))),
        says("/hope words decline Ben", &format!(r#"{{"decline_invitation":{}}}"#, on("0b"))),
        says("/hope words accept Cleo", "Cleo has not invited you to Words."),
        says("/hope cancel Ben", "You have not invited Ben."),
    ];
    let mahjong = |ready| {
        let moves = [
            act("/charleston 1b 2C n", r#"{"pass":{"tiles":["2C","1B","N"]}}"#),
            act("/charleston blind", r#"{"pass":{"tiles":[]}}"#),
            act("/vote more", r#"{"vote":{"more":true}}"#),
            act("/courtesy 2", r#"{"bid":{"tiles":2}}"#),
            act("/discard 5d", r#"{"discard":{"tile":"5D"}}"#),
            act("/claim quint 2", r#"{"call":{"size":5,"jokers":2}}"#),
            act("/regroup kong 1", r#"{"regroup":{"size":4,"jokers":1}}"#),
            act("/mahjong", r#""mahjong""#),
            act("/wait", r#""pause""#),
            act("/joker 2 1", r#"{"exchange":{"seat":1,"exposure":0}}"#),
            act("/blank 5D", r#"{"trade":{"tile":"5D"}}"#),
            act("/dead 3", r#"{"challenge":{"seat":2}}"#),
            act("/pass", r#""decline""#),
            says("/dead 9", "The players are 1 to 4."),
            not_for("/surrender"),
            not_for("/roll"),
            hello.clone(),
            ready,
        ];
        moves.to_vec()
    };
    let scenes = [
        ("before Mahjong", Scene::waiting("mahjong", "house"), mahjong(ready_here.clone())),
        ("in Mahjong", Scene::playing("mahjong", "house", &[]), mahjong(act("/ready", r#""ready""#))),
        ("at no table", Scene::nowhere(), nowhere.collect()),
        ("invited", Scene::invited(), invited.to_vec()),
        ("before Battleship", Scene::waiting("battleship", "voxel"), battleship(direct, ready_here.clone())),
        (
            "placing",
            Scene::playing("battleship", "voxel", &[]),
            battleship(direct, says("/Ready", r#"act "auto_place"; act "ready""#)),
        ),
        (
            "placed",
            Scene::playing("battleship", "voxel", &[(0, auto())]),
            battleship(direct, act("/ready", r#""ready""#)),
        ),
        ("firing", Scene::playing("battleship", "voxel", &at_war), battleship(direct, act("/ready", r#""ready""#))),
        (
            "planning",
            Scene::playing("battleship", "armada", &at_war),
            battleship(r#"act {"plan":{"at":"B7"}}; act "confirm""#, act("/ready", r#""ready""#)),
        ),
        ("before Death Roll", Scene::waiting("death-roll", "hope"), {
            let mut lines = death_roll(ready_here.clone());
            lines.extend([
                says("/sit", r#"{"sit":{"table":"ABC234","seat":null}}"#),
                says("/sit 2", r#"{"sit":{"table":"ABC234","seat":1}}"#),
                says("/move 1 2", r#"{"move":{"table":"ABC234","from":0,"to":1}}"#),
                says("/shuffle", r#"{"shuffle":{"table":"ABC234"}}"#),
                says("/begin easy", r#"{"begin":{"table":"ABC234","bots":"easy"}}"#),
            ]);
            lines
        }),
        ("rolling", Scene::playing("death-roll", "hope", &[]), {
            let mut lines = death_roll(not_for("/ready"));
            lines.push(says("/roll 57", "The next roll is out of 100."));
            lines
        }),
        ("before Tetris", Scene::waiting("tetris", "hope"), keys("Tetris", ready_here.clone())),
        ("in Tetris", Scene::playing("tetris", "hope", &[]), keys("Tetris", on_already())),
        ("in Pong", Scene::playing("pong", "hope", &[]), keys("Pong", on_already())),
        (
            "before Words",
            Scene::waiting("words", "hope"),
            vec![
                act("/challenge", r#""challenge""#),
                act("/pass", r#""pass""#),
                says("/word ROW H 8 8", "The match has not begun."),
                says("/swap", "The match has not begun."),
                not_for("/roll"),
                give_up.clone(),
            ],
        ),
        (
            "before Codenames",
            Scene::waiting("codenames", "standard"),
            vec![
                act("/hint sea 2", r#"{"hint":{"word":"sea","count":"2"}}"#),
                act("/hint sea *", r#"{"hint":{"word":"sea","count":"unlimited"}}"#),
                act("/appeal seas 2", r#"{"appeal":{"word":"seas","count":"2"}}"#),
                act("/appeal seas *", r#"{"appeal":{"word":"seas","count":"unlimited"}}"#),
                act("/allow", r#"{"rule":{"allow":true}}"#),
                act("/deny", r#"{"rule":{"allow":false}}"#),
                says("/guess whale", "The match has not begun."),
                act("/pass", r#""end_turn""#),
                not_for("/roll"),
            ],
        ),
        (
            "in Codenames",
            Scene::playing("codenames", "standard", &[]),
            vec![
                says("/guess nosuchword", "There is no nosuchword on the board."),
                act("/guess B3", r#"{"reveal":{"card":7}}"#),
            ],
        ),
    ];
    let mut seen = BTreeSet::new();
    for (when, scene, lines) in &scenes {
        let lines = lines.iter().map(|(line, means)| (line.as_str(), means.as_str()));
        for (line, means) in lines.chain(ANYWHERE) {
            assert_eq!(scene.typed(line), means, "{line}, {when}");
            seen.insert(usage(&line.parse().unwrap()));
        }
        assert!(scene.typed("/hope").contains("/fire A5: "), "the help, {when}");
    }
    let all = ["/hope", "/hope challenge Ben"].into_iter().chain(seen).collect::<BTreeSet<_>>();
    assert_eq!(all.len(), 48, "every arm of `usage` has been tried: {all:?}");
}

#[test]
fn a_challenge_is_to_the_very_game_of_the_table() {
    let mut scene = Scene::waiting("battleship", "hope");
    let info = &mut scene.table.as_mut().unwrap().info;
    let config = std::sync::Arc::make_mut(info.config.as_mut().unwrap());
    (config["width"], config["height"]) = (json!(6), json!(6));
    (info.rated, info.pace) = (true, Pace::Correspondence);
    let typed: Value = serde_json::from_str(&scene.typed("/hope challenge Ben")).unwrap();
    let wish = json!({"game": "battleship", "preset": "hope", "options": {"width": 6, "height": 6}, "public": false,
        "rated": true, "seats": []});
    assert_eq!(typed["invite"], json!({"to": {"name": "Ben"}, "wish": wish, "pace": "correspondence"}));
}

#[test]
fn what_a_preset_leaves_to_who_plays_is_no_change_of_its_rules() {
    let mut scene = Scene::waiting("death-roll", "hope");
    let bots = SeatSet::only(Seat(1));
    let info = &mut scene.table.as_mut().unwrap().info;
    let (config, _) = scene.games.game("death-roll").unwrap().configure(Some("hope"), &Value::Null, bots).unwrap();
    info.config = Some(config.into());
    let seat = |occupant| parlor_wire::SeatInfo {
        occupant,
        ..serde_json::from_value(json!({"occupant": "nobody", "ready": true, "connected": true})).unwrap()
    };
    info.seats = vec![seat(parlor_wire::Occupant::Nobody), seat(parlor_wire::Occupant::Bot { level: "easy".into() })];
    assert!(scene.typed("/hope challenge Ben").contains(r#""options":null"#));
}

#[test]
fn what_is_said_is_said_in_the_room_that_is_shown() {
    let mut scene = Scene::waiting("battleship", "hope");
    scene.room = Some(Room::Gallery);
    assert_eq!(scene.typed("/gc psst"), r#"{"chat":{"table":"ABC234","text":"psst","room":"gallery"}}"#);
}

#[test]
fn records_of_guests_are_found_where_they_are() {
    let ben = r#"record Known(0000000000000002)"#;
    let mut scene = Scene::waiting("battleship", "hope");
    assert_eq!(scene.typed("/hope stats ben"), r#"record Named("ben")"#, "an account, then");
    let table = scene.table.as_mut().unwrap();
    let seat = |occupant| json!({"occupant": occupant, "ready": true, "connected": true});
    let person = json!({"person": {"id": "0000000000000002", "name": "Ben", "kind": "guest"}});
    table.info.seats = serde_json::from_value(json!([seat(json!("nobody")), seat(person)])).unwrap();
    assert_eq!(scene.typed("/hope stats ben"), ben, "who sits opposite");
    let mut scene = Scene::waiting("battleship", "hope");
    let (id, room, name, text) = (LineId(1), Room::Gallery, "Ben".to_owned(), "hello".to_owned());
    scene.table.as_mut().unwrap().chat = vec![ChatLine { id, room, from: UserId(2), name, seated: false, text }];
    assert_eq!(scene.typed("/hope stats BEN"), ben, "who speaks here");
    assert_eq!(Scene::invited().typed("/hope stats Ben"), ben, "who has invited us");
}

#[test]
fn a_cell_that_no_board_has_is_explained() {
    let scene = Scene::playing("battleship", "voxel", &[]);
    assert_eq!(scene.typed("/fire ZZ99"), "That is no cell: a cell is a letter and a number, like A5.");
}

#[test]
fn a_claim_takes_as_few_jokers_as_it_can() {
    use parlor_mahjong::{Discard, State, View};
    let mut scene = Scene::playing("mahjong", "house", &[]);
    let game = scene.table.as_mut().unwrap().game.as_mut().unwrap();
    let mut view: View = game.view_of::<parlor_mahjong::Mahjong>().unwrap().clone();
    (view.state, view.turn) = (State::LoopQueryClaimDiscard, Some(Seat(2)));
    view.discards = vec![Discard { seat: Seat(2), tile: "5D".parse().unwrap() }];
    view.hand = ["5D", "5D", "J", "J"].iter().map(|tile| tile.parse::<parlor_mahjong::Tile>().unwrap()).collect();
    game.view = scene.games.game("mahjong").unwrap().see(&serde_json::to_string(&view).unwrap()).unwrap();
    assert_eq!(scene.typed("/claim pung"), r#"act {"call":{"size":3,"jokers":0}}"#);
    assert_eq!(scene.typed("/claim quint"), r#"act {"call":{"size":5,"jokers":2}}"#);
    assert_eq!(
        scene.typed("/discard 5X"),
        "5X is no tile: tiles are 1C to 9C, 1B to 9B, 1D to 9D, N E W S, R G 0, F, J and X."
    );
}

/// A table of Words at which Ada sits with another player.
fn with(code: &str, other: &str, my_turn: bool) -> MyTable {
    let seat = |id: &str, name: &str| {
        let person = json!({"person": {"id": id, "name": name, "kind": "guest"}});
        json!({"occupant": person, "ready": true, "connected": false})
    };
    let seats = [seat("0000000000000001", "Ada"), seat("0000000000000002", other)];
    let table = json!({"code": code, "game": "words", "preset": "hope", "public": false, "pace": "correspondence",
        "host": "0000000000000001", "status": "playing", "seats": seats, "spectators": 0, "match_id": null});
    MyTable { table: serde_json::from_value(table).unwrap(), my_turn }
}

#[test]
fn games_over_days_are_listed_gone_on_with_and_given_up() {
    let look = |line: &str, tables: &[MyTable]| {
        let scene = Scene::nowhere();
        let known = Known { games: &scene.games, typed: &GAMES, table: None, room: None, invitations: &[] };
        let Typed::Look(errand) = meaning(&line.parse().unwrap(), &known) else { panic!("{line} looks nowhere") };
        match errand.among(ADA, tables) {
            Found::Tell(lines) => lines.join("\n"),
            Found::Visit(code) => format!("visit {code}"),
            Found::Give(commands) => text(Typed::Give(commands)),
        }
    };
    let battleship =
        MyTable { table: TableInfo { game: "battleship".into(), ..with("ABC234", "Dora", true).table }, my_turn: true };
    let mine = [with("ABC234", "Cleo", false), with("K7QX2M", "Ben", true), battleship];
    assert_eq!(
        look("/hope words list", &mine),
        "K7QX2M with Ben: your turn. Go there with /hope join K7QX2M.\n\
         ABC234 with Cleo: their turn. Go there with /hope join ABC234."
    );
    assert_eq!(look("/hope words list", &[]), "You have no games. /hope words NAME invites a player.");
    assert_eq!(look("/hope words ben", &mine), "visit K7QX2M");
    let invited = look("/hope words Dora", &mine);
    assert!(invited.contains(r#""invite""#) && invited.contains(r#""pace":"correspondence""#), "{invited}");
    assert_eq!(look("/hope words forfeit cleo", &mine), r#"act "surrender""#);
    assert_eq!(look("/hope words forfeit Dora", &mine), "You have no game with Dora.");
}
