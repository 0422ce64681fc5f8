//! What a player has chosen about the look and the feel of the table. The browser remembers it.

use crate::prefs::Prefs;
use leptos::prelude::*;

/// How the rack is kept in order.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Sort {
    /// Suit by suit.
    #[default]
    Suit,
    /// Number by number.
    Rank,
    /// What the most promising hand needs first.
    Hand,
    /// As the player laid it out.
    Own,
}

impl Sort {
    const ALL: [Self; 4] = [Self::Suit, Self::Rank, Self::Hand, Self::Own];

    /// What it is called.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Suit => "suit",
            Self::Rank => "rank",
            Self::Hand => "hand",
            Self::Own => "own order",
        }
    }
}

/// What a player has chosen. Copy it freely.
#[derive(Clone, Copy)]
pub struct Looks {
    prefs: Prefs,
    /// Letters instead of pictures.
    pub text: Memo<bool>,
    /// Large tiles.
    pub big: Memo<bool>,
    /// Discards that the player cannot use are let go without being asked.
    pub quick: Memo<bool>,
    /// Whether there is music.
    pub music: Memo<bool>,
    /// How the rack is kept in order.
    pub sort: Memo<Sort>,
}

/// What can be switched on and off.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Switch {
    /// Letters instead of pictures.
    Text,
    /// Large tiles.
    Big,
    /// Useless discards are let go.
    Quick,
    /// Music.
    Music,
}

impl Switch {
    const fn key(self) -> &'static str {
        match self {
            Self::Text => "mahjong.text",
            Self::Big => "mahjong.big",
            Self::Quick => "mahjong.quick",
            Self::Music => "mahjong.music",
        }
    }

    /// What holds before the player has chosen.
    const fn first(self) -> bool {
        matches!(self, Self::Quick)
    }

    fn read(self, prefs: Prefs) -> bool {
        prefs.numbers.with(|numbers| numbers.get(self.key()).map_or(self.first(), |number| *number > 0))
    }
}

const SORT: &str = "mahjong.sort";

impl Looks {
    /// For everything below the current component.
    pub fn provide() -> Self {
        let prefs = Prefs::expect();
        let on = |switch: Switch| Memo::new(move |_| switch.read(prefs));
        let sort = Memo::new(move |_| {
            let number = prefs.numbers.with(|numbers| numbers.get(SORT).copied()).unwrap_or_default();
            Sort::ALL.get(usize::from(number)).copied().unwrap_or_default()
        });
        let looks = Self {
            prefs,
            text: on(Switch::Text),
            big: on(Switch::Big),
            quick: on(Switch::Quick),
            music: on(Switch::Music),
            sort,
        };
        provide_context(looks);
        looks
    }

    /// What has been chosen, from anywhere below the board.
    pub fn expect() -> Self {
        expect_context()
    }

    /// Whether something is on.
    pub fn is_on(self, switch: Switch) -> bool {
        switch.read(self.prefs)
    }

    /// Turns something on or off.
    pub fn flip(self, switch: Switch) {
        let on = untrack(|| switch.read(self.prefs));
        self.prefs.numbers.update(|numbers| _ = numbers.insert(switch.key().into(), u8::from(!on)));
    }

    /// Keeps the rack in another order.
    pub fn set_sort(self, sort: Sort) {
        let number = Sort::ALL.iter().position(|known| *known == sort).unwrap_or_default();
        self.prefs.numbers.update(|numbers| _ = numbers.insert(SORT.into(), number as u8));
    }
}
