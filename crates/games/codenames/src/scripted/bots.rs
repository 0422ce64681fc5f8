//! Bots beside people: what they leave to them, and when they do not.

use super::*;
use crate::{Language, Source};
use parlor_kernel::{Rng, SeatSet, Viewer};

fn chosen(scene: &Scene, seat: u8) -> Option<Action> {
    let (rules, view) = (&scene.game.rules, scene.game.view(Viewer::Seat(Seat(seat))));
    Codenames::bot("hard").unwrap().choose(rules, &view, Seat(seat), &mut Rng::new(1))
}

#[test]
fn bots_mark_cards_for_people_and_guess_where_there_are_none() {
    let bots: SeatSet = [2, 4, 5].map(Seat).into_iter().collect();
    let mut scene = Scene::of(Config { red: 3, blue: 3, bots, ..Config::default() });
    scene.hint(0, 1);
    assert_eq!(scene.game.awaiting(), [Seat(1), Seat(2)].into_iter().collect());
    scene.act(2, Action::Tag { card: Place(3), on: true }).unwrap();
    assert_eq!(scene.game.awaiting(), SeatSet::only(Seat(1)));
    scene.reveal(RED, 3);
    assert_eq!(scene.game.awaiting().len(), 2, "the marked card is gone");
    scene.reveal(RED, 4);
    scene.hint(3, 1);
    assert_eq!(scene.game.awaiting(), [Seat(4), Seat(5)].into_iter().collect());
}

#[test]
fn a_bot_guesses_once_all_people_of_its_team_have_left() {
    let bots = SeatSet::only(Seat(2));
    let mut scene = Scene::of(Config { red: 3, blue: 3, bots, ..Config::default() });
    scene.hint(0, 1);
    let Some(tag @ Action::Tag { .. }) = chosen(&scene, 2) else { panic!("it leaves the guess to Seat 1") };
    scene.act(2, tag).unwrap();
    scene.game.leave(scene.now, RED, &FastDice(1), &mut ());
    assert_eq!(scene.game.awaiting(), bots);
    let guess = chosen(&scene, 2).unwrap();
    assert!(matches!(guess, Action::Reveal { .. }), "{guess:?}");
    scene.act(2, guess).unwrap();
}

/// A duet in which the second partner is a bot, after the last turn.
fn sudden_death() -> Scene {
    let duet = Config::preset("duet").unwrap();
    let mut scene = Scene::of(Config { bots: SeatSet::only(Seat(1)), ..duet });
    scene.game.turns = 9;
    scene.game.begin_sudden_death(scene.now, &mut ());
    scene
}

#[test]
fn in_sudden_death_a_bot_waits_until_its_partner_has_found_everything() {
    let mut scene = sudden_death();
    // All that is green on the bot's key.
    for card in [0, 1, 2, 9, 10, 11, 12, 13, 14] {
        assert_eq!(scene.game.awaiting(), SeatSet::only(Seat(0)), "there is something to find");
        scene.reveal(Seat(0), card);
    }
    assert_eq!(scene.game.awaiting(), SeatSet::only(Seat(1)), "the rest is on the first partner's key");
    assert_eq!(scene.act(0, Action::Reveal { card: Place(3) }), Err(Illegal::NotPlayersTurn));
    assert_eq!(scene.game.outcome(), None);
}

#[test]
fn in_sudden_death_a_bot_guesses_by_its_partners_hints() {
    let mut scene = sudden_death();
    (scene.game.words[3], scene.game.words[9]) = ("Apple".into(), "Horse".into());
    for (side, word) in [(Side::RED, "fruit"), (Side::BLUE, "animal")] {
        let (word, count) = (word.into(), Count::Number(1));
        scene.game.hints.push(crate::Hint { side, word, count, revealed: Vec::new() });
    }
    assert_eq!(chosen(&scene, 1), Some(Action::Reveal { card: Place(3) }));
}

/// Words that are on the board, or forms or parts of them, are no hints, also for those who know no others.
#[test]
fn there_is_a_hint_whatever_is_on_the_board() {
    let pairs = || ('a'..='z').map(|letter| format!("{letter}a"));
    let boards = [
        // All the words that bots say for want of better ones, and the first that follow.
        crate::enumerate::WORDS.iter().map(|word| (*word).to_owned()).chain(pairs()).take(25).collect::<Vec<_>>(),
        // Eight pairs on each card, from the first ones on.
        (b'a'..=b'y')
            .map(|one| {
                let pairs: Vec<_> = (b'a'..b'i').map(|two| format!("{}{}", char::from(one), char::from(two))).collect();
                pairs.join(" ")
            })
            .collect(),
    ];
    for language in [Language::English, Language::Hungarian, Language::Other] {
        for text in boards.iter().map(|board| board.join("\n")) {
            let words = Source::Custom { language, text };
            let game = Codenames::new(&Config { words, ..Config::default() }.rules().unwrap(), &FastDice(1));
            let seat = game.awaiting().first().unwrap();
            let view = game.view(Viewer::Seat(seat));
            for level in Codenames::LEVELS {
                let mut bot = Codenames::bot(level.id).unwrap();
                let action = bot.choose(&game.rules, &view, seat, &mut Rng::new(1)).unwrap();
                assert_eq!(game.check(seat, &action), Ok(()), "{}: {action:?}", level.id);
            }
            let sampled = game.sampled(seat, &mut Rng::new(1)).unwrap();
            assert_eq!(game.check(seat, &sampled), Ok(()), "{sampled:?}");
        }
    }
}
