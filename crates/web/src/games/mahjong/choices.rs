//! What a player can do now: the buttons by state, each with the reason why it does nothing yet.

use parlor_kernel::Seat;
use parlor_mahjong::{
    Action, Card, Conduct, Config, Direction, Exposure, Illegal, PUNG, Rack, SEXTET, State, Tile, View,
};

/// Something that a player can do.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Choice {
    /// What its button says.
    pub label: String,
    /// The key that does the same.
    pub key: char,
    /// Its name in browser tests.
    pub test: &'static str,
    /// What is done.
    pub action: Action,
    /// Why it does nothing yet.
    pub why: Option<String>,
    /// How much it matters.
    pub weight: Weight,
}

/// How much a choice matters.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Weight {
    /// What is done most of the time.
    Main,
    /// Something else that can be done.
    Other,
    /// It wins the deal.
    Wins,
    /// A mistake costs the hand, so the player is asked.
    Risky,
}

/// What a player has at hand to choose with.
#[derive(Clone, Copy)]
pub struct Hand<'a> {
    /// What the player sees.
    pub view: &'a View,
    /// Whose hand it is.
    pub me: Seat,
    /// The raised tiles.
    pub raised: &'a Rack,
    /// The discard that a blank shall be traded for.
    pub picked: Option<Tile>,
    /// The card, once it is there.
    pub card: Option<&'a Card>,
    /// The rule set.
    pub config: &'a Config,
}

/// How many tiles may be raised now: the fewest and the most. `None` if tiles are raised for nothing.
pub fn wanted(view: &View, me: Seat) -> Option<(u8, u8)> {
    let open = view.sealed.is_none() && view.outcome.is_none() && !view.gone.contains(me);
    match view.state {
        State::Charleston1 | State::Charleston2 if open => Some((if is_blind(view) { 0 } else { 3 }, 3)),
        State::Courtesy if open => {
            Some(view.agreed[me.index() % 2]).filter(|tiles| *tiles > 0).map(|tiles| (tiles, tiles))
        }
        State::LoopChooseDiscard if open && view.turn == Some(me) => Some((1, 1)),
        _ => None,
    }
}

/// Whether a pass may be blind.
pub fn is_blind(view: &View) -> bool {
    matches!(
        (view.state, view.direction),
        (State::Charleston1, Some(Direction::Left)) | (State::Charleston2, Some(Direction::Right))
    )
}

/// Why a tile cannot be raised.
pub fn refusal(view: &View, me: Seat, raised: &Rack, tile: Tile) -> Option<String> {
    let Some((_, most)) = wanted(view, me) else {
        return Some("There is nothing to choose a tile for just now.".into());
    };
    let passes = view.state != State::LoopChooseDiscard;
    if passes && tile == Tile::JOKER {
        return Some(Illegal::JokersStay.to_string());
    }
    if passes && tile == Tile::BLANK && view.hand.naturals().iter().sum::<u8>() >= 3 {
        return Some(Illegal::BlanksStay.to_string());
    }
    (passes && raised.len() >= most).then(|| format!("{} already raised. Lower one first.", tiles_are(most)))
}

fn tiles_are(count: u8) -> String {
    if count == 1 { "One tile is".into() } else { format!("{count} tiles are") }
}

impl Hand<'_> {
    /// Everything that can be done, the main thing first.
    pub fn choices(&self) -> Vec<Choice> {
        let Self { view, me, .. } = *self;
        if view.outcome.is_some() || view.sealed.is_some() || view.gone.contains(me) {
            return Vec::new();
        }
        match view.state {
            State::Start | State::End => self.readiness(),
            State::Charleston1 | State::Charleston2 => self.passing(),
            State::CharlestonQuery => vec![
                choice("Pass on", 'y', "vote-more", Action::Vote { more: true }, Weight::Main),
                choice("Stop here", 'n', "vote-stop", Action::Vote { more: false }, Weight::Other),
            ],
            State::CourtesyQuery => (0..=3).map(bid).collect(),
            State::Courtesy => self.passing(),
            State::LoopChooseDiscard if view.turn == Some(me) => self.turn(),
            State::LoopQueryClaimDiscard if view.turn != Some(me) && view.is_live(me) => self.claims(),
            _ => Vec::new(),
        }
    }

    fn readiness(&self) -> Vec<Choice> {
        let label = if self.view.state == State::Start { "Deal" } else { "Next deal" };
        let ready = choice(label, 'r', "ready-for-deal", Action::Ready, Weight::Main);
        if self.view.ready.contains(self.me) { Vec::new() } else { vec![ready] }
    }

    fn passing(&self) -> Vec<Choice> {
        let Some((least, most)) = wanted(self.view, self.me) else { return Vec::new() };
        let chosen = self.raised.len();
        let label = match (least, chosen) {
            (0, 0) => "Pass blind".into(),
            (0, chosen) if chosen < most => format!("Pass {chosen} and {} blind", most - chosen),
            _ => "Pass".into(),
        };
        let why = (chosen < least || chosen > most)
            .then(|| format!("{} {chosen} raised.", Illegal::WrongCount { least, most }));
        let pass = Choice { why, ..choice(label, 'p', "pass", Action::Pass { tiles: *self.raised }, Weight::Main) };
        let heavenly = self.view.state == State::Charleston1
            && self.view.direction == Some(Direction::Right)
            && self.me == self.view.east
            && self.wins(&self.view.hand);
        let heavenly = heavenly.then(|| choice("Mahjong", 'w', "mahjong", Action::Mahjong, Weight::Wins));
        heavenly.into_iter().chain([pass]).collect()
    }

    fn turn(&self) -> Vec<Choice> {
        let chosen = self.raised.tiles().next().filter(|_| self.raised.len() == 1);
        let label = chosen.map_or_else(|| "Discard".into(), |tile| format!("Discard {}", tile.name()));
        let why = chosen.is_none().then(|| "Choose exactly 1 tile to discard.".to_owned());
        let action = Action::Discard { tile: chosen.unwrap_or(Tile::JOKER) };
        let discard = Choice { why, ..choice(label, 'd', "discard", action, Weight::Main) };
        // A claim may have laid the last tile open.
        let discard = (!self.view.hand.is_empty()).then_some(discard);
        self.declaration()
            .into_iter()
            .chain(discard)
            .chain(self.exchanges())
            .chain(self.trade())
            .chain(self.regroups())
            .collect()
    }

    /// Mahjong, if the hand is complete; without a referee it is the player who says whether it is.
    fn declaration(&self) -> Option<Choice> {
        let rack = match self.view.offered().filter(|_| self.view.state == State::LoopQueryClaimDiscard) {
            Some(tile) => self.view.hand.with(tile),
            None => self.view.hand,
        };
        let weight = match self.config.conduct {
            Conduct::Refereed if self.wins(&rack) => Weight::Wins,
            Conduct::Refereed => return None,
            Conduct::Authentic => Weight::Risky,
        };
        Some(choice("Mahjong", 'w', "mahjong", Action::Mahjong, weight))
    }

    fn wins(&self, rack: &Rack) -> bool {
        self.card.is_some_and(|card| card.winning(rack, self.exposures()).is_some())
    }

    fn exposures(&self) -> &[Exposure] {
        &self.view.seats[self.me.index()].exposures
    }

    fn exchanges(&self) -> impl Iterator<Item = Choice> {
        let hand = self.view.hand;
        (0..).map(Seat).zip(&self.view.seats).flat_map(move |(seat, public)| {
            let can = move |group: &Exposure| group.jokers > 0 && hand.count(group.tile) > 0;
            (0..).zip(&public.exposures).filter(move |(_, group)| can(group)).map(move |(exposure, group)| {
                let label = format!("Take a joker for {}", group.tile.name());
                choice(label, 'j', "exchange", Action::Exchange { seat, exposure }, Weight::Other)
            })
        })
    }

    fn trade(&self) -> Option<Choice> {
        let some = self.view.discards.iter().any(|discard| discard.tile.is_natural());
        if self.view.hand.count(Tile::BLANK) == 0 || !some {
            return None;
        }
        let picked = self.picked.filter(|tile| self.view.discards.iter().any(|discard| discard.tile == *tile));
        let label = picked.map_or_else(|| "Trade a blank".into(), |tile| format!("Trade a blank for {}", tile.name()));
        let why = picked.is_none().then(|| "Choose a tile among the discards first.".to_owned());
        let action = Action::Trade { tile: picked.unwrap_or(Tile::BLANK) };
        Some(Choice { why, ..choice(label, 'b', "trade", action, Weight::Other) })
    }

    /// Other sizes that the group just claimed may have.
    fn regroups(&self) -> Vec<Choice> {
        let exposures = self.exposures();
        let Some((last, others)) = exposures.split_last().filter(|_| self.view.correctable) else { return Vec::new() };
        let mut rack = self.view.hand;
        rack.add_many(last.tile, last.naturals() - 1);
        rack.add_many(Tile::JOKER, last.jokers);
        let groups = self.groups(last.tile, &rack, others).into_iter().filter(|group| group != last);
        let correct = |group: Exposure| {
            let label = format!("Make it {}", group_words(group));
            choice(label, 'g', "regroup", Action::Regroup { size: group.size, jokers: group.jokers }, Weight::Other)
        };
        groups.map(correct).collect()
    }

    fn claims(&self) -> Vec<Choice> {
        let Some(tile) = self.view.offered() else { return Vec::new() };
        let mut choices: Vec<_> = self.declaration().into_iter().collect();
        for group in self.groups(tile, &self.view.hand, self.exposures()) {
            let (key, test) = match group.size {
                3 => ('3', "claim-pung"),
                4 => ('4', "claim-kong"),
                5 => ('5', "claim-quint"),
                _ => ('6', "claim-sextet"),
            };
            let action = Action::Call { size: group.size, jokers: group.jokers };
            choices.push(choice(capital(group_words(group)), key, test, action, Weight::Other));
        }
        choices.push(choice("Let it go", 'p', "decline", Action::Decline, Weight::Main));
        if self.view.deadline.is_some() && !self.view.paused && self.config.turn_seconds.is_none() {
            choices.push(choice("Wait", 'x', "pause", Action::Pause, Weight::Other));
        }
        choices
    }

    /// The groups of a tile that can be laid open: of each size the one with the fewest jokers.
    fn groups(&self, tile: Tile, rack: &Rack, others: &[Exposure]) -> Vec<Exposure> {
        if !tile.is_natural() {
            return Vec::new();
        }
        let (held, jokers) = (rack.count(tile), rack.jokers());
        let most = (held + jokers + 1).min(SEXTET);
        let groups = (PUNG..=most).map(|size| Exposure { tile, size, jokers: (size - 1).saturating_sub(held) });
        let allowed = |group: &Exposure| {
            let all: Vec<_> = others.iter().copied().chain([*group]).collect();
            self.config.conduct == Conduct::Authentic || self.card.is_none_or(|card| card.allows(&all))
        };
        groups.filter(allowed).collect()
    }
}

/// What the Enter key does: the main button's choice, unless there is a reason why it does nothing yet.
pub fn main(choices: &[Choice]) -> Option<&Choice> {
    choices.iter().find(|choice| choice.why.is_none() && matches!(choice.weight, Weight::Main | Weight::Wins))
}

fn choice(label: impl Into<String>, key: char, test: &'static str, action: Action, weight: Weight) -> Choice {
    Choice { label: label.into(), key, test, action, why: None, weight }
}

fn bid(tiles: u8) -> Choice {
    let test = ["bid-0", "bid-1", "bid-2", "bid-3"][usize::from(tiles)];
    let label = match tiles {
        0 => "None".to_owned(),
        1 => "1 tile".into(),
        tiles => format!("{tiles} tiles"),
    };
    choice(
        label,
        char::from(b'0' + tiles),
        test,
        Action::Bid { tiles },
        if tiles == 0 { Weight::Main } else { Weight::Other },
    )
}

/// "a kong with 1 joker".
fn group_words(group: Exposure) -> String {
    let name = match group.size {
        3 => "pung",
        4 => "kong",
        5 => "quint",
        _ => "sextet",
    };
    match group.jokers {
        0 => format!("a {name}"),
        1 => format!("a {name} with 1 joker"),
        jokers => format!("a {name} with {jokers} jokers"),
    }
}

/// "Kong with 1 joker": what a button says.
fn capital(words: String) -> String {
    let words = words.strip_prefix("a ").unwrap_or(&words);
    let mut letters = words.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use parlor_kernel::{FastDice, Game, GameConfig, Table, Tick, Viewer};
    use parlor_mahjong::Mahjong;
    use std::sync::Arc;

    const ME: Seat = Seat(0);

    fn rack(text: &str) -> Rack {
        text.split_whitespace().map(|tile| tile.parse::<Tile>().unwrap()).collect()
    }

    /// A table after the deal, and its card.
    fn dealt() -> (View, Arc<Card>) {
        let rules = Config::preset("house").unwrap().rules().unwrap();
        let card = Arc::clone(&rules.assets);
        let mut table = Table::<Mahjong, _>::new(rules, FastDice(1));
        for seat in Seat::all(4) {
            table.act(Tick::ZERO, seat, Action::Ready, &mut ()).unwrap();
        }
        (table.game().view(Viewer::Seat(ME)), card)
    }

    fn labels(view: &View, raised: &str, card: &Card, conduct: Conduct) -> Vec<String> {
        let raised = rack(raised);
        let config = Config { conduct, ..Config::default() };
        let hand = Hand { view, me: ME, raised: &raised, picked: None, card: Some(card), config: &config };
        hand.choices()
            .into_iter()
            .map(|choice| format!("{}{}", choice.label, if choice.why.is_some() { " (not yet)" } else { "" }))
            .collect()
    }

    #[test]
    fn passes_count_their_tiles() {
        let (mut view, card) = dealt();
        let told = |view: &View, raised| labels(view, raised, &card, Conduct::Refereed);
        assert_eq!(told(&view, "1C 2C"), ["Pass (not yet)"]);
        assert_eq!(told(&view, "1C 2C 3C"), ["Pass"]);
        view.direction = Some(Direction::Left);
        assert_eq!(told(&view, ""), ["Pass blind"]);
        assert_eq!(told(&view, "1C 2C"), ["Pass 2 and 1 blind"]);
        view.sealed = Some(Action::Pass { tiles: Rack::EMPTY });
        assert_eq!(told(&view, ""), [""; 0]);
        (view.sealed, view.state, view.agreed) = (None, State::Courtesy, [2, 0]);
        assert_eq!(told(&view, "1C"), ["Pass (not yet)"]);
        view.agreed = [0, 2];
        assert_eq!(told(&view, "1C"), [""; 0]);
    }

    #[test]
    fn tiles_that_stay_are_refused_with_the_reason() {
        let (view, _) = dealt();
        let why = |raised: &str, tile: &str| refusal(&view, ME, &rack(raised), tile.parse().unwrap());
        assert_eq!(why("", "5B"), None);
        assert_eq!(why("", "J").unwrap(), "Jokers are never passed.");
        assert_eq!(why("1C 2C 3C", "5B").unwrap(), "3 tiles are already raised. Lower one first.");
    }

    #[test]
    fn a_discard_is_claimed_for_what_a_hand_can_use() {
        let (mut view, card) = dealt();
        view.state = State::LoopQueryClaimDiscard;
        view.turn = Some(Seat(2));
        view.discards = vec![parlor_mahjong::Discard { seat: Seat(2), tile: "5B".parse().unwrap() }];
        view.hand = rack("5B 5B J 1C 2C 3C 4C 9D 9D N E S W");
        let claims = labels(&view, "", &card, Conduct::Refereed);
        assert_eq!(claims, ["Pung", "Kong with 1 joker", "Let it go"]);
        assert_eq!(labels(&view, "", &card, Conduct::Authentic)[0], "Mahjong");
        view.deadline = Some(Tick(8_000));
        assert_eq!(labels(&view, "", &card, Conduct::Refereed).last().unwrap(), "Wait");
        view.deadline = None;
        view.hand = rack("5B 1C 2C 3C 4C 9D 9D N E S W");
        assert_eq!(labels(&view, "", &card, Conduct::Refereed), ["Let it go"]);
    }

    #[test]
    fn enter_presses_the_main_button_and_nothing_else() {
        let (mut view, card) = dealt();
        let config = Config::default();
        let pressed = |view: &View, raised: &str| {
            let raised = rack(raised);
            let hand = Hand { view, me: ME, raised: &raised, picked: None, card: Some(&card), config: &config };
            main(&hand.choices()).map(|choice| choice.label.clone())
        };
        view.state = State::LoopQueryClaimDiscard;
        view.turn = Some(Seat(2));
        view.discards = vec![parlor_mahjong::Discard { seat: Seat(2), tile: "5B".parse().unwrap() }];
        view.hand = rack("5B 5B J 1C 2C 3C 4C 9D 9D N E S W");
        assert_eq!(pressed(&view, "").unwrap(), "Let it go", "not the claim that stands before it");
        view.hand = rack("1B 1B 2B 2B 2B 3B 3B 3B 4B 4B 4B 5B 5B");
        assert_eq!(pressed(&view, "").unwrap(), "Mahjong");
        (view.state, view.turn) = (State::LoopChooseDiscard, Some(ME));
        view.hand = rack("5B 5B 1C 2C 3C 4C 9D 9D N E S W R R");
        view.seats[1].exposures = vec![Exposure { tile: "5B".parse().unwrap(), size: 3, jokers: 1 }];
        assert_eq!(pressed(&view, ""), None, "no tile is raised, and a joker is not taken instead");
        assert_eq!(pressed(&view, "N").unwrap(), "Discard North");
    }

    #[test]
    fn a_hand_that_lies_open_as_a_whole_can_only_be_declared() {
        let (mut view, card) = dealt();
        (view.state, view.turn, view.hand) = (State::LoopChooseDiscard, Some(ME), Rack::EMPTY);
        let laid = |text: &str, size| Exposure { tile: text.parse().unwrap(), size, jokers: 0 };
        view.seats[0].exposures = vec![laid("E", 3), laid("W", 3), laid("R", 4), laid("G", 4)];
        assert_eq!(labels(&view, "", &card, Conduct::Refereed), ["Mahjong"]);
        assert_eq!(labels(&view, "", &card, Conduct::Authentic), ["Mahjong"]);
    }

    #[test]
    fn a_turn_offers_what_the_tiles_allow() {
        let (mut view, card) = dealt();
        (view.state, view.turn) = (State::LoopChooseDiscard, Some(ME));
        view.hand = rack("5B 5B 1C 2C 3C 4C 9D 9D N E S W X R");
        view.seats[1].exposures = vec![Exposure { tile: "5B".parse().unwrap(), size: 3, jokers: 1 }];
        view.discards = vec![parlor_mahjong::Discard { seat: Seat(2), tile: "1B".parse().unwrap() }];
        let told = |view: &View, raised| labels(view, raised, &card, Conduct::Refereed);
        assert_eq!(told(&view, ""), ["Discard (not yet)", "Take a joker for 5 Bam", "Trade a blank (not yet)"]);
        assert_eq!(told(&view, "N")[0], "Discard North");
        // A hand of the card: C1 with 1 to 5 of Bams.
        view.hand = rack("1B 1B 2B 2B 2B 3B 3B 3B 4B 4B 4B 5B 5B J");
        assert_eq!(told(&view, "")[0], "Mahjong");
    }
}
