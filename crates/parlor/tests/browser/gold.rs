//! Playing for gold: deposits, payment, disputes, refunds, and why some cannot.

use crate::{
    death_roll::Next,
    keyboard::{ENTER, tabs_to},
    person::{Person, Weather},
    screen::Screen,
    stage::Stage,
};
use serde_json::json;

#[tokio::test(flavor = "multi_thread")]
async fn the_winner_takes_the_gold() {
    let stage = Stage::as_installed();
    let (ada, bea) = (stage.person("Ada", Screen::DESK).await, stage.person("Bea", Screen::PHONE).await);
    for person in [&ada, &bea] {
        person.signs_up().await;
    }
    ada.wants_a_bet().await;
    ada.types("bet-amount", "5,000").await;
    ada.press("open-submit").await;
    ada.reads_in("bet-amount-note", "You have 1,000 gold: bet that or less").await;
    ada.types("bet-amount", "600").await;
    ada.takes_pictures("open-bet").await;
    ada.press("open-submit").await;
    let code = ada.reads("big-code").await;

    ada.reads_in("status", "Waiting for one more player").await;
    bea.joins_by_code(&code).await;
    bea.reads_in("status", "Put in 600 gold to play").await;
    bea.reads_in("rules", "Rules “From 100”: Starts at 100; 30 seconds for a roll.").await;
    bea.press("deposit").await;
    bea.reads_in("status", "Waiting for Ada to put in 600 gold").await;
    ada.reads_in("status", "Bea has put in 600 gold. Put in yours to play").await;
    ada.reads_in("table-bet-total", "600 of 1,200 gold").await;
    for person in [&ada, &bea] {
        person.fits_in_width().await;
        person.takes_pictures("deposits").await;
    }
    ada.press("deposit").await;

    for person in [&ada, &bea] {
        person.reads_in("table-bet-line", "1,200 gold put in").await;
        person.fits_on_the_screen().await;
    }
    let (winner, loser) = duel(&ada, &bea).await;
    winner.reads_in("table-bet-note", "1,200 gold will be yours").await;
    loser.reads_in("table-bet-note", &format!("1,200 gold will go to {}", winner.name)).await;
    for person in [winner, loser] {
        person.takes_pictures("settling").await;
    }
    loser.press("accept").await;
    winner.reads_in("headline", "You won 1,200 gold").await;
    loser.reads_in("table-bet-note", &format!("1,200 gold was paid to {}", winner.name)).await;
    for person in [winner, loser] {
        person.takes_pictures("paid").await;
    }
    // A rematch costs the same again. A player with little left gets the gift of the day, and even so it is too little.
    winner.reads_in("deposit", "Play again for 600 gold").await;
    loser.reads_in("purse-note", "You have 500 gold, and the bet is 600 gold").await;
    loser.press("deposit").await;
    loser.reads_in("toast", "You have 500 gold").await;
    // A winner who asks for more is heard, and takes it back when there is no answer.
    winner.press("deposit").await;
    loser.reads_in("table-bet-note", &format!("{} has put in 600 gold", winner.name)).await;
    winner.reads_in("headline", "You won 1,200 gold").await;
    loser.press("no-thanks").await;
    winner.reads_in("table-bet-note", "Everyone got their gold back").await;

    winner.visit("/me/gold").await;
    winner.reads_in("balance", "1,600").await;
    let lines = winner.statement().await;
    assert_eq!(amounts(&lines), ["+600", "−600", "+1,200", "−600", "+1,000"], "{lines:#?}");
    assert!(lines[2].contains("Bet won") && lines[2].contains(loser.name) && lines[2].contains(&code), "{lines:#?}");
    loser.visit("/me/gold").await;
    loser.reads_in("balance", "500").await;
    loser.reads_in("grant", "Your next gift").await;
    for person in [winner, loser] {
        person.fits_in_width().await;
        person.takes_pictures("statement").await;
        person.has_a_calm_console(Weather::Fair).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_person_holds_the_bet_and_decides() {
    let stage = Stage::as_installed();
    let (ada, bea) = (stage.person("Ada", Screen::DESK).await, stage.person("Bea", Screen::PHONE).await);
    let clio = stage.person("Clio", Screen::SMALL_PHONE).await;
    for person in [&ada, &bea, &clio] {
        person.signs_up().await;
    }
    bea.wants_a_bet().await;
    bea.wants_a_long_way_down().await;
    bea.chooses("holder-person").await;
    bea.fits_in_width().await;
    bea.takes_pictures("open-bet").await;
    bea.press("open-submit").await;
    let code = bea.reads("big-code").await;
    ada.joins_by_code(&code).await;
    ada.reads_in("status", "Waiting for a holder of the bet").await;
    // A stranger comes first, and is sent away again.
    let dora = stage.person("Dora", Screen::DESK).await;
    dora.signs_up().await;
    dora.visit(&format!("/t/{code}")).await;
    dora.press("hold").await;
    bea.reads_in("dismiss", "Send Dora away").await;
    bea.fits_in_width().await;
    assert!(!ada.sees("dismiss").await, "that is for the host");
    bea.press("dismiss").await;
    ada.reads_in("holder", "The bet has no holder yet").await;
    clio.visit(&format!("/t/{code}")).await;
    clio.press("hold").await;
    clio.reads_in("holder", "Clio holds the bet").await;
    ada.reads_in("trust", "has not held a bet to its end yet").await;
    for person in [&ada, &bea] {
        person.press("deposit").await;
    }
    // The one who opened the table rolls first.
    bea.press("roll").await;
    ada.press("table-bet-line").await;
    ada.reads_in("table-bet-note", "The winner gets 200 gold").await;
    ada.see("promise").await;
    assert!(!ada.sees("call-off").await, "a bet stands once a player has rolled");
    ada.takes_pictures("table-bet-dialog").await;
    ada.press("dialog-close").await;
    ada.surrenders().await;

    ada.press("dispute").await;
    ada.press("dispute-submit").await;
    ada.reads_in("dispute-reason-note", "Say what is wrong").await;
    ada.takes_pictures("dispute").await;
    ada.types("dispute-reason", "My finger slipped: <b>that</b> was no surrender").await;
    ada.press("dispute-submit").await;
    for person in [&ada, &bea, &clio] {
        person.reads_in("dispute-said", "Ada disputes the result: “My finger slipped: <b>that</b>").await;
        person.fits_in_width().await;
    }
    bea.reads_in("table-bet-note", "Clio decides who gets 200 gold. If they do not decide in time, it goes to you")
        .await;
    clio.reads_in("evidence-verdict", "Verified").await;
    clio.reads_in("evidence", "Bea: roll").await;
    for person in [&ada, &bea, &clio] {
        person.takes_pictures("disputed").await;
    }
    clio.press("unhold").await;
    clio.reads_in("confirm-dialog", "Leave it to the house?").await;
    clio.press("confirm-no").await;
    // What the log proves wrong is overturned.
    clio.press_by("the award to Ada", "[data-test=award]:nth-of-type(2)").await;
    clio.reads_in("confirm-dialog", "Give 200 gold to Ada?").await;
    clio.press("confirm-no").await;
    clio.press_by("the award to Ada", "[data-test=award]:nth-of-type(2)").await;
    clio.press("confirm-yes").await;
    bea.reads_in("headline", "You won 200 gold").await;
    ada.reads_in("dispute-said", "Clio gave it to Ada, but the log proves otherwise").await;
    ada.reads_in("table-bet-note", "200 gold was paid to Bea").await;
    for person in [&ada, &bea, &clio] {
        person.takes_pictures("ruled").await;
    }
    // The next bet has no holder: until it does, no player is asked to put it in.
    bea.reads_in("deposit", "Play again").await;
    clio.press("unhold").await;
    bea.reads_in("holder", "The bet needs a holder").await;
    bea.sees_no_more("deposit").await;
    clio.visit("/me").await;
    clio.reads_in("trust", "1 bet held, 1 disputed, 1 ruling against the log").await;
    clio.press("to-gold").await;
    clio.reads_in("balance", "1,000").await;
    for person in [&ada, &bea, &clio] {
        person.has_a_calm_console(Weather::Fair).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_not_played_for_is_given_back() {
    let stage = Stage::with_little_patience();
    let (ada, bea) = (stage.person("Ada", Screen::DESK).await, stage.person("Bea", Screen::SMALL_PHONE).await);
    for person in [&ada, &bea] {
        person.signs_up().await;
    }
    ada.wants_a_bet().await;
    ada.press("open-submit").await;
    let code = ada.reads("big-code").await;
    bea.joins_by_code(&code).await;
    // Without a pointer.
    ada.see("deposit").await;
    tabs_to(&ada, "deposit").await;
    ada.strikes(ENTER).await;
    ada.reads_in("status", "Waiting for Bea").await;
    bea.see("table-bet-clock").await;
    // Bea thinks about it for too long.
    for person in [&ada, &bea] {
        person.reads_in("status", "Everyone got their gold back: not everyone put in the bet in time").await;
    }
    bea.fits_in_width().await;
    bea.takes_pictures("refunded").await;

    // Once more, and both change their minds before the first roll.
    for person in [&ada, &bea] {
        person.press("deposit").await;
    }
    bea.press("table-bet-line").await;
    bea.press("call-off").await;
    for person in [&ada, &bea] {
        person.reads_in("table-bet-note", "Everyone got their gold back: the bet was called off").await;
        // It is over, and looks it.
        person.reads_in("status", "The match does not count").await;
        assert!(!person.sees("roll").await && !person.sees("salt").await && !person.sees("clock").await);
    }
    ada.reads_in("why", "Bea called the match off").await;
    bea.reads_in("why", "You called the match off").await;
    ada.press("back").await;
    ada.press("who").await;
    // No gift of the day while a bet is open: it is still hers.
    ada.reads_in("my-gold", "1,000").await;
    ada.takes_pictures("menu-gold").await;
    ada.press("my-gold").await;
    ada.reads_in("balance", "1,000").await;
    let lines = ada.statement().await;
    assert_eq!(amounts(&lines), ["+100", "−100", "+100", "−100", "+1,000"], "{lines:#?}");
    for person in [&ada, &bea] {
        person.has_a_calm_console(Weather::Fair).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bet_belongs_to_whoever_put_it_in() {
    let stage = Stage::as_installed();
    let (ada, bea) = (stage.person("Ada", Screen::DESK).await, stage.person("Bea", Screen::PHONE).await);
    let dan = stage.person("Dan", Screen::DESK).await;
    for person in [&ada, &bea, &dan] {
        person.signs_up().await;
    }
    ada.wants_a_bet().await;
    ada.wants_a_long_way_down().await;
    ada.press("open-submit").await;
    let code = ada.reads("big-code").await;
    bea.joins_by_code(&code).await;
    for person in [&ada, &bea] {
        person.press("deposit").await;
    }
    // Ada rolls, Bea gives up, and both leave before it is settled.
    ada.press("roll").await;
    bea.press("surrender").await;
    bea.reads_in("confirm-dialog", "Your bet goes with it").await;
    bea.press("confirm-no").await;
    bea.surrenders().await;
    ada.reads_in("table-bet-note", "200 gold will be yours").await;
    ada.press("to-lobby").await;
    bea.reads_in("table-bet-note", "200 gold will go to Ada").await;
    bea.press("to-lobby").await;
    // Dan looks on: whose bet it is does not depend on who sits there now.
    dan.visit(&format!("/t/{code}")).await;
    dan.reads_in("table-bet-note", "200 gold will go to Ada").await;
    assert!(!dan.sees("accept").await && !dan.sees("dispute").await);
    // Bea comes back to watch, and may still accept.
    bea.visit(&format!("/t/{code}")).await;
    bea.reads_in("table-bet-note", "200 gold will go to Ada").await;
    bea.see("dispute").await;
    bea.press("accept").await;
    dan.reads_in("table-bet-note", "200 gold was paid to Ada").await;
    ada.visit("/me/gold").await;
    ada.reads_in("balance", "1,100").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn guests_are_told_why_they_cannot_bet() {
    let stage = Stage::as_installed();
    let (ada, guest) = (stage.person("Ada", Screen::DESK).await, stage.person("Gus", Screen::PHONE).await);
    ada.signs_up().await;
    ada.wants_a_bet().await;
    // Gold is played for among people, and beside the ratings.
    ada.sees_no_more("seat-bot-easy").await;
    ada.chooses("rated").await;
    ada.sees_no_more("bet-terms").await;
    ada.chooses("bet").await;
    ada.press("open-submit").await;
    let code = ada.reads("big-code").await;

    guest.visit("/").await;
    guest.introduces_themselves().await;
    guest.press("open-table").await;
    guest.chooses("game-death-roll").await;
    guest.reads_in("bet-note", "Only players with an account can bet. Create one; you keep your games.").await;
    let disabled: bool = guest.ask("return document.querySelector('[data-test=bet]').disabled", json!([])).await;
    assert!(disabled);
    guest.takes_pictures("open-guest").await;
    guest.visit(&format!("/t/{code}")).await;
    guest.reads_in("bets-need-an-account", "Only players with an account can bet").await;
    assert!(!guest.sees("sit").await && !guest.sees("deposit").await);
    guest.visit("/me/gold").await;
    guest.reads_in("gold-guest", "Gold is for accounts").await;
    guest.takes_pictures("gold-guest").await;

    // A guest who gets an account comes back to the table and may sit down.
    guest.visit(&format!("/t/{code}")).await;
    guest.press_by("the offer", "[data-test=bets-need-an-account] a").await;
    guest.fills_in(crate::people::PASSWORD).await;
    guest.press("sit").await;
    guest.reads_in("status", "Put in 100 gold to play").await;
    for person in [&ada, &guest] {
        person.has_a_calm_console(Weather::Fair).await;
    }
}

/// The gift of the day comes when the purse is looked into, and is in the books without a reload.
#[tokio::test(flavor = "multi_thread")]
async fn the_daily_gift_shows_at_once() {
    let stage = Stage::as_installed();
    let (ada, bea) = (stage.person("Ada", Screen::DESK).await, stage.person("Bea", Screen::DESK).await);
    for person in [&ada, &bea] {
        person.signs_up().await;
    }
    ada.wants_a_bet().await;
    ada.wants_a_long_way_down().await;
    ada.press("open-submit").await;
    let code = ada.reads("big-code").await;
    bea.joins_by_code(&code).await;
    for person in [&ada, &bea] {
        person.press("deposit").await;
    }
    ada.press("roll").await;
    bea.surrenders().await;
    bea.press("accept").await;
    ada.reads_in("headline", "You won 200 gold").await;
    // Bea has less than the house likes its guests to have.
    bea.visit("/me/gold").await;
    bea.reads_in("balance", "1,000").await;
    bea.reads_in("statement", "Daily gift").await;
    let lines = bea.statement().await;
    assert_eq!(amounts(&lines), ["+100", "−100", "+1,000"], "{lines:#?}");
}

/// Rolls to the end; gives back who won and who lost.
async fn duel<'a>(first: &'a Person, second: &'a Person) -> (&'a Person, &'a Person) {
    'rolling: loop {
        for person in [first, second] {
            match person.next_roll().await {
                Next::Mine => person.press("roll").await,
                Next::TheEnd => break 'rolling,
            }
        }
    }
    match first.reads("headline").await.as_str() {
        "You won" => (first, second),
        _ => (second, first),
    }
}

/// The amounts of some lines of a statement.
fn amounts(lines: &[String]) -> Vec<&str> {
    lines.iter().map(|line| line.split('\t').nth(1).unwrap_or_default()).collect()
}

impl Person {
    /// Goes about opening a table of Death Roll for gold.
    async fn wants_a_bet(&self) {
        self.press("open-table").await;
        self.chooses("game-death-roll").await;
        self.reads_in("bet-note", "You have 1,000 gold").await;
        self.chooses("bet").await;
        self.see("bet-terms").await;
    }

    /// From so high that the first roll is not the last.
    async fn wants_a_long_way_down(&self) {
        self.press_by("the rules", ".options summary").await;
        self.types("option-start", "1000000").await;
    }

    /// The lines of the statement that shows, with tabs between their columns.
    async fn statement(&self) -> Vec<String> {
        self.see("statement-line").await;
        let script = "return [...document.querySelectorAll('[data-test=statement-line]')]
            .map(line => [...line.children].map(cell => cell.textContent).join('\\t'))";
        self.ask(script, json!([])).await
    }
}
