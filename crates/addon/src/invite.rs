//! Wishes for a table, as addons write them and as the house takes them.

use crate::{AddonError, games::game_type};
use parlor_client::{
    OpenInvitation,
    typed::{CHALLENGE, HOPE},
};
use parlor_kernel::{Refusal, Registry, SeatSet};
use parlor_wire::{
    BetWish, HolderWish, Invitation, Pace,
    addon::{AddonFrame, Body, GameType, Setting, talk::Invite},
    http::{OpenTable, SeatWish},
};
use serde_json::{Map, Value, json};

/// A table as an addon wishes for it, and how it is to be played.
///
/// # Errors
/// If the house has no such game, or the settings make another game of it.
pub fn table(registry: &Registry, game: GameType, settings: &[Setting]) -> Result<(OpenTable, Pace), Refusal> {
    let known = registry.game(game.game().id()).ok_or(AddonError::NotInHouse(game))?;
    let (mut preset, mut rated, mut pace, mut options) = (None, false, Pace::Live, Map::new());
    let (mut amount, mut holder) = (None, HolderWish::House);
    for Setting { name, value } in settings {
        match name.as_str() {
            "preset" => preset = Some(value.clone()),
            "rated" => rated = flag(name, value)?,
            "pace" => pace = read_pace(value)?,
            "bet" => amount = Some(value.parse().map_err(|_| AddonError::BadBet)?),
            "holder" => holder = read_holder(value)?,
            _ => drop(options.insert(name.clone(), scalar(value))),
        }
    }
    let usual = if game.is_score() { CHALLENGE } else { HOPE };
    let preset = preset.or_else(|| known.info().presets.iter().any(|one| one.id == usual).then(|| usual.to_owned()));
    let options = Value::Object(options);
    let (config, _) = known.configure(preset.as_deref(), &options, SeatSet::EMPTY)?;
    match game_type(game.game().id(), &config) {
        Some(actual) if actual == game => {}
        Some(actual) => return Err(AddonError::RulesOf(actual).into()),
        None => return Err(AddonError::NotInHouse(game).into()),
    }
    let options = if options.as_object().is_some_and(Map::is_empty) { Value::Null } else { options };
    let bet = amount.map(|amount| BetWish { amount, holder });
    Ok((OpenTable { game: game.game().id().into(), preset, options, rated, bet, ..OpenTable::default() }, pace))
}

/// Refuses what the way to the table would drop: the house finds an opponent by game, preset and rating alone, and only
/// an invitation can ask for a game over days.
///
/// # Errors
/// If anything would be dropped.
pub fn may_come(wanted: &Invite, wish: &OpenTable, pace: Pace) -> Result<(), AddonError> {
    let over_days = pace == Pace::Correspondence;
    match wanted {
        Invite::Player { .. } => Ok(()),
        Invite::Anyone { .. } if over_days || wish.bet.is_some() || !wish.options.is_null() => {
            Err(AddonError::PresetOnly)
        }
        _ if over_days => Err(AddonError::LiveOnly),
        _ => Ok(()),
    }
}

/// What WINV means: a player is invited to a game over days.
///
/// # Errors
/// If no player is named.
pub fn over_days(wanted: Invite) -> Result<Invite, AddonError> {
    let Invite::Player { name, mut settings } = wanted else {
        return Err(AddonError::NoPlayer);
    };
    if !settings.iter().any(|setting| setting.name == "pace") {
        settings.push(Setting::new("pace", "correspondence"));
    }
    Ok(Invite::Player { name, settings })
}

/// Whether what becomes of an invitation is told in HopeAddon's frames for Words.
pub fn is_words_over_days(game: GameType, pace: Pace) -> bool {
    game == GameType::Words && pace == Pace::Correspondence
}

/// The seats of a table with a bot in the second.
pub fn with_bot(wish: OpenTable, level: String) -> OpenTable {
    OpenTable { seats: vec![SeatWish::Person, SeatWish::Bot(level)], ..wish }
}

/// What is to be played, by its rules; `None` if it has no words here.
pub fn wished_type(registry: &Registry, wish: &OpenTable) -> Option<GameType> {
    let known = registry.game(&wish.game)?;
    let (config, _) = known.configure(wish.preset.as_deref(), &wish.options, SeatSet::EMPTY).ok()?;
    game_type(&wish.game, &config)
}

/// An invitation as the addon that got it, or sent it, is told of it. Rules that are too long to be written out are only
/// said to be others.
pub fn invitation(registry: &Registry, open: &OpenInvitation) -> Option<AddonFrame> {
    let Invitation { id, from, to, wish, pace, expires_in_ms, .. } = &open.invitation;
    let (known, game) = (registry.game(&wish.game)?, wished_type(registry, wish)?);
    let preset = wish.preset.clone().unwrap_or_else(|| known.default_preset().to_owned());
    let mut settings = vec![Setting::new("preset", preset)];
    if *pace == Pace::Correspondence {
        settings.push(Setting::new("pace", "correspondence"));
    }
    if wish.rated {
        settings.push(Setting::new("rated", "1"));
    }
    if let Some(BetWish { amount, holder }) = wish.bet {
        settings.push(Setting::new("bet", amount.to_string()));
        if holder == HolderWish::Person {
            settings.push(Setting::new("holder", "person"));
        }
    }
    let options = wish.options.as_object().into_iter().flatten().map(|(name, value)| {
        let value = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        Setting::new(name, value)
    });
    let seconds = expires_in_ms.div_ceil(1000);
    let told = |settings| {
        if open.incoming {
            Invite::From { name: from.name.clone(), seconds, settings }
        } else {
            Invite::Sent { name: to.name.clone(), seconds, settings }
        }
    };
    let body = if is_words_over_days(game, *pace) { Body::WordsInvite } else { Body::Invite };
    let frame = |settings| AddonFrame::new(game, (*id).into(), body(told(settings)));
    let whole = frame(settings.iter().cloned().chain(options).collect());
    if whole.fits() {
        return Some(whole);
    }
    settings.push(Setting::new("rules", "other"));
    Some(frame(settings))
}

fn flag(name: &str, value: &str) -> Result<bool, AddonError> {
    match value {
        "1" => Ok(true),
        "0" => Ok(false),
        _ => Err(AddonError::BadFlag(name.into())),
    }
}

fn read_pace(value: &str) -> Result<Pace, AddonError> {
    match value {
        "live" => Ok(Pace::Live),
        "correspondence" => Ok(Pace::Correspondence),
        _ => Err(AddonError::BadPace),
    }
}

fn read_holder(value: &str) -> Result<HolderWish, AddonError> {
    match value {
        "house" => Ok(HolderWish::House),
        "person" => Ok(HolderWish::Person),
        _ => Err(AddonError::BadHolder),
    }
}

/// A value as people write it: a number, true, false, null, or a text.
fn scalar(value: &str) -> Value {
    match value {
        "true" => Value::Bool(true),
        "false" => Value::Bool(false),
        "null" => Value::Null,
        text => text.parse::<i64>().map_or_else(|_| json!(text), Value::from),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Dialect;
    use parlor_wire::{InvitationId, Kind, Person, UserId};

    fn wish(game: GameType, settings: &[(&str, &str)]) -> Result<OpenTable, &'static str> {
        let settings: Vec<_> = settings.iter().map(|&(name, value)| Setting::new(name, value)).collect();
        table(&parlor_catalog::registry(), game, &settings).map(|(wish, _)| wish).map_err(|refusal| refusal.code)
    }

    #[test]
    fn presets_are_the_seed_s_unless_one_is_named() {
        let preset = |game, settings: &[_]| wish(game, settings).unwrap().preset.unwrap();
        assert_eq!(preset(GameType::Battleship, &[]), "hope");
        assert_eq!(preset(GameType::ScoreTetris, &[]), "challenge");
        assert_eq!(preset(GameType::ScorePong, &[]), "challenge");
        assert_eq!(preset(GameType::ScoreTetris, &[("preset", "blitz")]), "blitz");
    }

    #[test]
    fn settings_arrive_as_what_they_are() {
        let open =
            wish(GameType::Battleship, &[("width", "8"), ("timers.turn", "null"), ("spacing", "apart")]).unwrap();
        assert_eq!(open.options, json!({"width": 8, "timers.turn": null, "spacing": "apart"}));
        let open = wish(GameType::DeathRoll, &[("bet", "50"), ("holder", "person")]).unwrap();
        assert_eq!(open.bet, Some(BetWish { amount: 50, holder: HolderWish::Person }));
        assert_eq!(open.options, Value::Null);
    }

    #[test]
    fn rules_too_long_for_a_frame_are_only_said_to_be_others() {
        let person = |id, name: &str| Person { id: UserId(id), name: name.into(), kind: Kind::Guest };
        let cells: Vec<_> = (0..7).flat_map(|x| (0..7).map(move |y| [x, y])).collect();
        let told = |patterns: usize| {
            let patterns: Vec<_> = (0..patterns)
                .map(|n| json!({"id": format!("p{n}"), "name": format!("Pattern {n}"), "cells": cells, "uses": null}))
                .collect();
            let options = json!({ "patterns": patterns });
            let wish = OpenTable { game: "battleship".into(), options, ..OpenTable::default() };
            let (from, to, pace) = (person(1, "Ada"), person(2, "Bea"), Pace::Live);
            let invited = Invitation { id: InvitationId(7), from, to, wish, pace, expires_in_ms: 60_000 };
            let open = OpenInvitation { invitation: invited, until_ms: 60_000.0, incoming: true };
            let frame = invitation(&parlor_catalog::registry(), &open).expect("an invitation");
            assert_eq!(frame.to_string().parse::<AddonFrame>(), Ok(frame.clone()));
            frame.to_string()
        };
        assert!(told(1).contains("|patterns="));
        let long = told(16);
        assert!(long.contains("|rules=other") && !long.contains("|patterns="), "{long}");
    }

    #[test]
    fn what_a_way_to_a_table_would_drop_is_refused() {
        let refused = |invite: &str| {
            let mut dialect = Dialect::new(parlor_catalog::registry(), "a".into());
            dialect.line(&format!("GINV:1:{invite}"), 0.0).unwrap();
            let told: Vec<_> = dialect.to_addon(0.0).iter().map(ToString::to_string).collect();
            let asked = dialect.to_house().len() + dialect.wishes().len();
            assert_eq!(told.len() + asked, 1, "{invite}: {told:?}");
            told.first().is_some_and(|told| told.contains("bad_options"))
        };
        for invite in [
            "DEATH_ROLL::ANYONE|bet=50",
            "DEATH_ROLL::ANYONE|start=50",
            "DEATH_ROLL::ANYONE|pace=correspondence",
            "WORDS::OPEN|pace=correspondence|preset=days",
            "WORDS::PRIVATE|pace=correspondence|preset=days",
            "WORDS::BOT|easy|pace=correspondence|preset=days",
        ] {
            assert!(refused(invite), "{invite}");
        }
        for invite in [
            "DEATH_ROLL::ANYONE|rated=1|pace=live",
            "DEATH_ROLL::OPEN|bet=50",
            "WORDS::BOT|easy|pace=live",
            "WORDS::PLAYER|Bea|pace=correspondence|preset=days",
        ] {
            assert!(!refused(invite), "{invite}");
        }
    }

    #[test]
    fn what_is_another_game_or_none_is_refused() {
        assert_eq!(wish(GameType::Tetris, &[("preset", "challenge")]).unwrap_err(), "other_game");
        assert_eq!(wish(GameType::ScorePong, &[("preset", "hope")]).unwrap_err(), "other_game");
        assert_eq!(wish(GameType::Codenames, &[]).unwrap_err(), "not_in_house");
        assert_eq!(wish(GameType::DeathRoll, &[("bet", "all")]).unwrap_err(), "bad_options");
        assert_eq!(wish(GameType::DeathRoll, &[("pace", "slow")]).unwrap_err(), "bad_options");
    }
}
