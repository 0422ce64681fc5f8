//! The grammar of slash commands.

use parlor_kernel::Seat;
use parlor_wire::{
    TableCode,
    slash::{
        Direction, GameWord, Group, HELP, HintCount, MahjongCommand, NotACommand, Slash, WordPlay, WordsCommand,
        complete,
    },
};
use proptest::prelude::*;

fn read(line: &str) -> Slash {
    line.parse().unwrap_or_else(|error| panic!("{line}: {error}"))
}

#[track_caller]
fn refused(line: &str) -> String {
    line.parse::<Slash>().expect_err(line).to_string()
}

#[test]
fn every_command_is_read() {
    use MahjongCommand::*;
    let mahjong = Slash::Mahjong;
    let player = || Some("Ada L.".to_owned());
    let dragon = WordPlay { word: "DRAGON".into(), direction: Direction::Across, row: 8, column: 8 };
    for (line, slash) in [
        ("/hope", Slash::Help),
        ("/hope tetris", Slash::Play { game: GameWord::Tetris, player: None }),
        ("/hope pong Ada L.", Slash::Play { game: GameWord::Pong, player: player() }),
        ("/hope deathroll Ada L.", Slash::Play { game: GameWord::DeathRoll, player: player() }),
        ("/hope battleship", Slash::Play { game: GameWord::Battleship, player: None }),
        ("/hope mahjong", Slash::Play { game: GameWord::Mahjong, player: None }),
        ("/hope codenames", Slash::Play { game: GameWord::Codenames, player: None }),
        ("/hope words", Slash::Play { game: GameWord::Words, player: None }),
        ("/hope words Ada L.", Slash::Play { game: GameWord::Words, player: player() }),
        ("/hope words list", Slash::Words(WordsCommand::List)),
        ("/hope words forfeit Ada L.", Slash::Words(WordsCommand::Forfeit("Ada L.".into()))),
        ("/hope words accept", Slash::Words(WordsCommand::Accept(None))),
        ("/hope words decline Ada L.", Slash::Words(WordsCommand::Decline(player()))),
        ("/hope challenge Ada L.", Slash::Challenge { player: "Ada L.".into(), game: None }),
        ("/hope challenge Ada L. pong", Slash::Challenge { player: "Ada L.".into(), game: Some(GameWord::Pong) }),
        ("/hope join K7QX2M", Slash::Join("K7QX2M".parse().unwrap())),
        ("/hope accept", Slash::Accept(None)),
        ("/hope decline Ada L.", Slash::Decline(player())),
        ("/hope cancel", Slash::Cancel(None)),
        ("/hope stats Ada L.", Slash::Stats(player())),
        ("/word DRAGON H 8 8", Slash::Word(dragon)),
        ("/pass", Slash::Pass),
        ("/swap", Slash::Swap(None)),
        ("/swap AEI", Slash::Swap(Some("AEI".into()))),
        ("/challenge", Slash::ChallengePlay),
        ("/fire A5", Slash::Fire("A5".into())),
        ("/ready", Slash::Ready),
        ("/sit", Slash::Sit(None)),
        ("/sit 3", Slash::Sit(Some(Seat(2)))),
        ("/move 1 16", Slash::Move { from: Seat(0), to: Seat(15) }),
        ("/shuffle", Slash::Shuffle),
        ("/begin", Slash::Begin(None)),
        ("/begin easy", Slash::Begin(Some("easy".into()))),
        ("/surrender", Slash::Surrender),
        ("/roll", Slash::Roll(None)),
        ("/roll 100", Slash::Roll(Some(100))),
        ("/luck three black cats", Slash::Luck("three black cats".into())),
        ("/gc Good luck!  All of you.", Slash::Say("Good luck!  All of you.".into())),
        ("/hint ocean 2", Slash::Hint { clue: "ocean".into(), count: HintCount::Of(2) }),
        ("/hint ocean *", Slash::Hint { clue: "ocean".into(), count: HintCount::Unlimited }),
        ("/appeal oceans 2", Slash::Appeal { clue: "oceans".into(), count: HintCount::Of(2) }),
        ("/appeal oceans *", Slash::Appeal { clue: "oceans".into(), count: HintCount::Unlimited }),
        ("/allow", Slash::Rule { allow: true }),
        ("/deny", Slash::Rule { allow: false }),
        ("/guess ice cream", Slash::Guess("ice cream".into())),
        ("/charleston 1B 2C N", mahjong(Charleston(vec!["1B".into(), "2C".into(), "N".into()]))),
        ("/charleston blind", mahjong(Charleston(Vec::new()))),
        ("/vote more", mahjong(Vote { more: true })),
        ("/vote stop", mahjong(Vote { more: false })),
        ("/courtesy 2", mahjong(Courtesy(2))),
        ("/discard 5D", mahjong(Discard("5D".into()))),
        ("/claim pung", mahjong(Claim(Group { size: 3, jokers: None }))),
        ("/claim sextet 2", mahjong(Claim(Group { size: 6, jokers: Some(2) }))),
        ("/regroup kong 1", mahjong(Regroup(Group { size: 4, jokers: Some(1) }))),
        ("/mahjong", mahjong(Declare)),
        ("/wait", mahjong(Wait)),
        ("/joker 2 1", mahjong(Joker { seat: Seat(1), group: 1 })),
        ("/blank 5D", mahjong(Blank("5D".into()))),
        ("/dead 3", mahjong(Dead(Seat(2)))),
    ] {
        assert_eq!(read(line), slash);
        assert_eq!(slash.to_string(), line, "what is written is what was typed");
    }
}

#[test]
fn case_and_space_do_not_matter() {
    assert_eq!(read("  /FIRE  a 5 "), Slash::Fire("A5".into()));
    assert_eq!(read("/Hope BattleShip"), read("/hope battleship"));
    assert_eq!(read("/hope death-roll"), read("/hope deathroll"));
    assert_eq!(read("/word dragon v 08 8"), read("/word DRAGON V 8 8"));
    assert_eq!(read("/swap a, e i"), read("/swap AEI"));
    assert_eq!(read("/GameChat hi"), read("/gc hi"));
    assert_eq!(read("/hope help"), Slash::Help);
    assert_eq!(read("/hope JOIN k7q-x2m"), read("/hope join K7QX2M"));
}

#[test]
fn mistakes_are_explained() {
    assert_eq!("hello".parse::<Slash>(), Err(NotACommand::NoSlash));
    assert!(refused("/fier A5").contains("/fier") && refused("/fier A5").contains("/hope"));
    assert!(refused("/hope chess").contains("chess"));
    assert_eq!(refused("/hope Tet"), "/hope does not know Tet. Did you mean /hope tetris?");
    assert_eq!(refused("/rol"), "There is no command called /rol. Did you mean /roll?");
    for (line, usage) in [
        ("/hope join", "/hope join code"),
        ("/hope join K7QX2", "/hope join code"),
        ("/fire", "/fire A5"),
        ("/fire 5A", "/fire A5"),
        ("/fire A0", "/fire A5"),
        ("/fire A05", "/fire A5"),
        ("/fire AAA5", "/fire A5"),
        ("/fire A500", "/fire A5"),
        ("/word DRAGON X 8 8", "/word DRAGON H 8 8"),
        ("/word DRAGON H 8", "/word DRAGON H 8 8"),
        ("/word DRAG0N H 8 8", "/word DRAGON H 8 8"),
        ("/word DRAGON H 0 8", "/word DRAGON H 8 8"),
        ("/roll nothing", "/roll 100"),
        ("/roll 0", "/roll 100"),
        ("/hint ocean", "/hint clue 2"),
        ("/hint ocean 10", "/hint clue 2"),
        ("/hint two words 2", "/hint clue 2"),
        ("/guess", "/guess word"),
        ("/luck", "/luck 7"),
        ("/gc", "/gc hello"),
        ("/swap 1", "/swap AEI"),
        ("/hope challenge", "/hope challenge player"),
        ("/challenge Ada", "/hope challenge player"),
        ("/hope words forfeit", "/hope words forfeit player"),
        ("/charleston", "/charleston 1B 2C N"),
        ("/charleston 1B 2C 3C 4C", "/charleston 1B 2C N"),
        ("/vote maybe", "/vote more"),
        ("/courtesy 4", "/courtesy 2"),
        ("/discard", "/discard 5D"),
        ("/discard 10B", "/discard 5D"),
        ("/claim pair", "/claim pung"),
        ("/claim pung 9", "/claim pung"),
        ("/mahjong now", "/mahjong"),
        ("/joker 2", "/joker 2 1"),
        ("/dead 0", "/dead 3"),
    ] {
        assert!(refused(line).contains(usage), "{line}: {}", refused(line));
    }
    assert!(refused("/pass now").contains("nothing more"));
    assert!(refused("/hope stats \u{202e}").contains("cannot be a player's name"));
    assert_eq!(refused(&format!("/gc {}", "x".repeat(501))), "That is too long.");
    assert_eq!(refused(&format!("/{}", "x".repeat(9_999))), "That is too long.");
}

#[test]
fn the_help_can_be_typed() {
    for line in HELP {
        let typed = line.usage.replace("[player]", "Ada").replace("[game]", "pong").replace("[max]", "7");
        let typed = typed
            .replace("[letters]", "AEI")
            .replace("[jokers]", "1")
            .replace("[2]", "2")
            .replace("player", "Ada")
            .replace("code", "K7QX2M");
        read(&typed);
    }
}

#[test]
fn half_typed_lines_are_completed() {
    let people = ["Ada L.", "Ben"];
    assert_eq!(complete("/h", &people), ["/hope", "/hint"]);
    assert_eq!(complete("/hope b", &people), ["/hope battleship"]);
    assert_eq!(complete("/HOPE B", &people), ["/HOPE battleship"]);
    assert_eq!(complete("/hope j", &people), ["/hope join"]);
    assert!(complete("/hope join ", &people).is_empty());
    assert_eq!(complete("/hope words f", &people), ["/hope words forfeit"]);
    assert_eq!(complete("/hope stats a", &people), ["/hope stats Ada L."]);
    assert_eq!(complete("/hope stats ada l", &people), ["/hope stats Ada L."]);
    assert_eq!(complete("/hope words accept Ada ", &people), ["/hope words accept Ada L."]);
    assert_eq!(complete("/hope challenge ada ", &people)[0], "/hope challenge Ada L.");
    assert_eq!(complete("/hope challenge Ada L. te", &people), ["/hope challenge Ada L. tetris"]);
    assert_eq!(complete("/hope challenge Ben p", &people), ["/hope challenge Ben pong"]);
    assert_eq!(complete("/hope ", &people).len(), 14, "every game and every topic");
    assert!(complete("hello", &people).is_empty() && complete("/fire A", &people).is_empty());
    assert_eq!(complete("/chal", &people), ["/challenge"]);
    assert_eq!(complete("/", &people).len(), 32, "every command");
    assert_eq!(complete("/hope stats ", &["Ada"; 99]).len(), 32, "and no more than help");
}

fn name() -> impl Strategy<Value = String> {
    // Not a game's word at the end, which a challenge would take for the game.
    "[A-Z][a-z]{0,7}( [A-Z][a-z]{1,6}x)?x".prop_map(|name| name.chars().take(24).collect())
}

fn mahjong() -> impl Strategy<Value = MahjongCommand> {
    use MahjongCommand::*;
    let tile = || "[1-9][BCD]|[NEWSRGFJX0]";
    let group = || (3u8..=6, prop::option::of(0u8..6)).prop_map(|(size, jokers)| Group { size, jokers });
    let seat = || (0u8..16).prop_map(Seat);
    prop_oneof![
        prop::collection::vec(tile(), 0..=3).prop_map(Charleston),
        any::<bool>().prop_map(|more| Vote { more }),
        (0u8..=3).prop_map(Courtesy),
        tile().prop_map(Discard),
        group().prop_map(Claim),
        group().prop_map(Regroup),
        Just(Declare),
        Just(Wait),
        (seat(), 1u8..=5).prop_map(|(seat, group)| Joker { seat, group }),
        tile().prop_map(Blank),
        seat().prop_map(Dead),
    ]
}

fn slash() -> impl Strategy<Value = Slash> {
    let game = || prop::sample::select(GameWord::ALL.to_vec());
    let player = || prop::option::of(name());
    let play = ("[A-Z?]{1,15}", any::<bool>(), 1u8..=99, 1u8..=99).prop_map(|(word, down, row, column)| {
        let direction = if down { Direction::Down } else { Direction::Across };
        Slash::Word(WordPlay { word, direction, row, column })
    });
    let count = prop_oneof![(0u8..=9).prop_map(HintCount::Of), Just(HintCount::Unlimited)];
    prop_oneof![
        prop::sample::select(vec![
            Slash::Help,
            Slash::Pass,
            Slash::ChallengePlay,
            Slash::Ready,
            Slash::Shuffle,
            Slash::Surrender
        ]),
        (game(), player()).prop_map(|(game, player)| Slash::Play { game, player }),
        prop_oneof![
            Just(WordsCommand::List),
            name().prop_map(WordsCommand::Forfeit),
            player().prop_map(WordsCommand::Accept),
            player().prop_map(WordsCommand::Decline)
        ]
        .prop_map(Slash::Words),
        (name(), prop::option::of(game())).prop_map(|(player, game)| Slash::Challenge { player, game }),
        any::<u64>().prop_map(|bits| Slash::Join(TableCode::from_bits(bits))),
        player().prop_map(Slash::Accept),
        player().prop_map(Slash::Decline),
        player().prop_map(Slash::Cancel),
        player().prop_map(Slash::Stats),
        play,
        prop::option::of("[A-Z?]{1,7}").prop_map(Slash::Swap),
        ("[A-Z]{1,2}", 1u8..=99).prop_map(|(column, row)| Slash::Fire(format!("{column}{row}"))),
        prop::option::of(1u32..).prop_map(Slash::Roll),
        prop::option::of((0u8..16).prop_map(Seat)).prop_map(Slash::Sit),
        (0u8..16, 0u8..16).prop_map(|(from, to)| Slash::Move { from: Seat(from), to: Seat(to) }),
        player().prop_map(Slash::Begin),
        "[!-~]([ -~]{0,60}[!-~])?".prop_map(Slash::Say),
        ("[!-)+-~äß]{1,20}", count.clone()).prop_map(|(clue, count)| Slash::Hint { clue, count }),
        ("[!-)+-~äß]{1,20}", count).prop_map(|(clue, count)| Slash::Appeal { clue, count }),
        any::<bool>().prop_map(|allow| Slash::Rule { allow }),
        "[!-~]{1,12}( [!-~]{1,12})?".prop_map(Slash::Guess),
        "[!-~]{1,12}( [!-~]{1,12})?".prop_map(Slash::Luck),
        mahjong().prop_map(Slash::Mahjong),
    ]
}

proptest! {
    #[test]
    fn what_is_written_is_read_as_the_same(slash in slash()) {
        let text = slash.to_string();
        prop_assert_eq!(text.parse::<Slash>(), Ok(slash));
    }

    #[test]
    fn what_is_read_is_written_in_one_way(line in "/(hope|fire|word|challenge|roll|luck|hint|gc|swap|guess|HOPE)? ?[ -~]{0,40}") {
        if let Ok(slash) = line.parse::<Slash>() {
            let text = slash.to_string();
            let again = text.parse::<Slash>();
            prop_assert_eq!(again.as_ref(), Ok(&slash));
            prop_assert_eq!(again.unwrap().to_string(), text);
        }
    }

    #[test]
    fn nothing_that_is_typed_panics(line in "\\PC{0,80}") {
        let _ = line.parse::<Slash>();
        let _ = complete(&line, &["Ada"]);
    }
}
