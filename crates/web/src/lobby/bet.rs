//! Playing for gold: how much, and who holds it.

use super::wish::{Counts, TableForm};
use crate::{
    account::sign_up_from,
    gold::{Gold, PLAY_MONEY, gold},
    house::House,
    place::{href_of, use_path},
    ui::{Icon, TextField, Typed, icon, thousands},
};
use leptos::prelude::*;
use parlor_wire::{BetWish, HolderWish, bet::MAX_BET};

const AMOUNT: &str = "bet-amount";

/// What a player would bet, while they make up their mind.
#[derive(Clone, Copy)]
pub struct BetTerms {
    amount: Typed,
    holder: RwSignal<HolderWish>,
    purse: Gold,
}

impl BetTerms {
    /// A hundred gold that the house holds.
    pub fn new() -> Self {
        Self { amount: Typed::new("100"), holder: RwSignal::default(), purse: Gold::expect() }
    }

    /// The bet.
    ///
    /// # Errors
    /// What is wrong with the amount.
    pub fn wish(&self) -> Result<BetWish, String> {
        let balance = untrack(|| self.purse.balance());
        let amount = amount(&self.amount.now(), balance)?;
        Ok(BetWish { amount, holder: self.holder.get_untracked() })
    }

    /// Says what is wrong, beside the amount.
    pub fn refuse(&self, sentence: String) {
        self.amount.refuse(AMOUNT, sentence);
    }
}

/// Reads an amount that a player with this balance can put in.
fn amount(text: &str, balance: Option<u64>) -> Result<u32, String> {
    let digits: String = text.chars().filter(|letter| !matches!(letter, ',' | ' ')).collect();
    let amount = digits.parse().ok().filter(|amount| (1..=MAX_BET).contains(amount));
    let amount = amount.ok_or_else(|| format!("A whole number from 1 to {}.", thousands(MAX_BET)))?;
    match balance {
        Some(balance) if balance < u64::from(amount) => Err(format!("You have {}: bet that or less.", gold(balance))),
        _ => Ok(amount),
    }
}

/// Whether to play for gold, and why not for guests.
#[component]
pub fn Bet(form: TableForm) -> impl IntoView {
    let BetTerms { amount, holder, purse } = form.bet;
    let (house, here) = (House::expect(), use_path());
    let on = move || form.counts() == Counts::Bet;
    let account = Memo::new(move |_| house.visitor.has_account());
    Effect::new(move |_| {
        if account.get() {
            purse.look();
        }
    });
    let words = move || match account.get() {
        true => purse.balance().map(|balance| format!("You have {}.", gold(balance))).into_any(),
        false => view! {
            "Only players with an account can bet. "
            <a href=move || href_of(&sign_up_from(&here.get())) data-test="bet-sign-up">"Create one"</a>
            "; you keep your games."
        }
        .into_any(),
    };
    view! {
        <div class="bet-choice">
            <label class="switch">
                <input
                    type="checkbox"
                    prop:checked=on
                    disabled=move || !account.get()
                    aria-describedby="bet-note"
                    on:change=move |event| form.count(if event_target_checked(&event) { Counts::Bet } else { Counts::Nothing })
                    data-test="bet"
                />
                <span>"Play for gold"</span>
            </label>
            <p id="bet-note" class="muted small bet-note" data-test="bet-note">{words}</p>
            <Show when=on>
                <div class="bet-terms stack" data-test="bet-terms">
                    <TextField
                        id=AMOUNT
                        label="What each puts in"
                        typed=amount
                        keyboard="numeric"
                        autocomplete="off"
                        hint="The winner takes it all. Without bots, and not rated."
                    />
                    <Holder holder />
                    <p class="muted small">{PLAY_MONEY}</p>
                </div>
            </Show>
        </div>
    }
}

/// Who holds the bet.
#[component]
fn Holder(holder: RwSignal<HolderWish>) -> impl IntoView {
    let choice = move |value: HolderWish, words: &'static str, picture: Icon, test: &'static str| {
        view! {
            <label class="segment">
                <input
                    type="radio"
                    name="holder"
                    prop:checked=move || holder.get() == value
                    on:change=move |_| holder.set(value)
                    data-test=test
                />
                <span>{icon(picture)} {words}</span>
            </label>
        }
    };
    let words = move || match holder.get() {
        HolderWish::House => "If the result is disputed the house checks the log and decides at once.",
        HolderWish::Person => {
            "Someone who does not play sits down as the holder, and decides if the result is disputed."
        }
    };
    view! {
        <fieldset class="setting">
            <legend>"Who holds it"</legend>
            <div class="segments">
                {choice(HolderWish::House, "The house", Icon::Shield, "holder-house")}
                {choice(HolderWish::Person, "A person", Icon::Scales, "holder-person")}
            </div>
            <p class="muted small">{words}</p>
        </fieldset>
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_are_read_as_people_write_them() {
        assert_eq!(amount("100", None), Ok(100));
        assert_eq!(amount(" 1,000 ", Some(1_000)), Ok(1_000));
        assert_eq!(amount("1,000,000", None), Ok(MAX_BET));
        for text in ["", "0", "-5", "1.5", "ten", "1000001", "99999999999999999999"] {
            assert_eq!(amount(text, None), Err("A whole number from 1 to 1,000,000.".into()), "{text}");
        }
    }

    #[test]
    fn a_player_bets_no_more_than_they_have() {
        assert_eq!(amount("101", Some(100)), Err("You have 100 gold: bet that or less.".into()));
    }
}
