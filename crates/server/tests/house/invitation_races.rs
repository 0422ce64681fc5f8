//! Invitations answered in every way at once, over a store that waits, fails and falls: one table or none.

use crate::common::{
    Open, Player,
    api::Asker,
    eventually,
    gated::{Gated, Moment},
    invited::invite,
    settings, wish,
};
use futures_util::future::join_all;
use parlor_client::native::NativeError;
use parlor_server::{House, Settings};
use parlor_store::{InvitationRow, Write};
use parlor_wire::{Command, InvitationEnd, InvitationId, Pace, TableCode, UserId, http::OpenTable};
use proptest::{prelude::*, test_runner::TestCaseError};
use serde_json::{Value, json};
use std::{collections::BTreeMap, sync::Arc};
use tokio::time::{Duration, timeout};

fn hope() -> OpenTable {
    wish("battleship", "hope", vec![])
}

const fn accept(invitation: InvitationId) -> Command {
    Command::AcceptInvitation { invitation }
}

const fn decline(invitation: InvitationId) -> Command {
    Command::DeclineInvitation { invitation }
}

const fn withdraw(invitation: InvitationId) -> Command {
    Command::WithdrawInvitation { invitation }
}

fn accepts(write: &Write) -> bool {
    matches!(write, Write::EndInvitation { end: InvitationEnd::Accepted { .. }, .. })
}

fn ends(write: &Write) -> bool {
    matches!(write, Write::EndInvitation { .. })
}

/// Ada has invited Bea.
async fn invited(settings: Settings) -> (Open, Arc<Gated>, Player, Player, InvitationId) {
    let (open, store) = Open::gated(settings).await;
    let mut ada = open.player("Ada").await;
    let mut bea = open.player("Bea").await;
    ada.invite("Bea", &hope()).await.unwrap();
    let id = bea.invited().await.id;
    (open, store, ada, bea, id)
}

async fn again(open: &Open, player: &Player, name: &str) -> Player {
    open.connect(player.visitor.with(player.visitor.token()), name).await
}

fn code(result: Result<(), NativeError>) -> String {
    result.map_or_else(|error| error.code().unwrap_or("?").to_owned(), |()| "done".into())
}

/// The tables that are saved, with who sits there.
async fn tables(house: &House) -> BTreeMap<TableCode, Vec<String>> {
    let tables = house.store.tables().await.unwrap();
    let seated = |state: String| {
        let state: Value = serde_json::from_str(&state).unwrap();
        let names = state["seats"].as_array().unwrap().iter().map(|seat| &seat["occupant"]["person"]["id"]);
        names.map(|id| id.as_str().unwrap_or_default().to_owned()).collect()
    };
    tables.into_iter().map(|(code, state)| (code, seated(state))).collect()
}

async fn row(house: &House, id: InvitationId) -> InvitationRow {
    house.store.invitation(id).await.unwrap().expect("it is kept")
}

/// Exactly one table, as the invitation says, in the store and in the house.
async fn one_table(house: &House, id: InvitationId) -> TableCode {
    let row = row(house, id).await;
    let Some((InvitationEnd::Accepted { table }, _)) = row.over else { panic!("{row:?}") };
    let seated = vec![row.from.id.to_string(), row.to.id.to_string()];
    assert_eq!(tables(house).await, BTreeMap::from([(table, seated)]));
    assert!(house.directory.find(table).is_some() && house.directory.len() == 1);
    table
}

async fn no_table(house: &House) {
    assert_eq!((tables(house).await.len(), house.directory.len()), (0, 0));
}

/// Everybody answers while an acceptance is on its way to the disk.
#[tokio::test]
async fn what_comes_while_an_acceptance_is_saved_comes_too_late() {
    let (open, store, mut ada, mut bea, id) = invited(settings()).await;
    let (mut tab, mut other) = (again(&open, &bea, "tab").await, again(&open, &bea, "other").await);
    let mut ada_too = again(&open, &ada, "ada-too").await;
    let gate = store.hold(1, |moment| moment.writes(accepts));
    let first = async {
        let accepted = code(bea.command(accept(id)).await);
        (accepted, bea.seated_by(id).await)
    };
    let rest = async {
        gate.reached().await;
        let (opened, wanted) = (async { gate.open() }, hope());
        let (withdrawn, declined, twice, mutual, ()) = tokio::join!(
            ada.command(withdraw(id)),
            tab.command(decline(id)),
            other.command(accept(id)),
            ada_too.invite("Bea", &wanted),
            opened
        );
        [withdrawn, declined, twice, mutual].map(code)
    };
    let ((accepted, table), [withdrawn, declined, twice, again]) = tokio::join!(first, rest);
    assert_eq!((accepted.as_str(), twice.as_str()), ("done", "done"));
    assert_eq!((withdrawn.as_str(), declined.as_str()), ("accepted", "accepted"));
    assert_eq!(again, "done", "no player is busy before the match begins, so that is a new one");
    assert_eq!(one_table(&open.house, id).await, table);
    for player in [&mut ada, &mut ada_too, &mut tab, &mut other] {
        assert_eq!(player.over(id).await, InvitationEnd::Accepted { table });
    }
}

#[tokio::test]
async fn time_that_runs_out_while_an_acceptance_is_saved_does_not_count() {
    let mut short = settings();
    short.times.live_invitation_ms = 3_000;
    let (open, store, mut ada, mut bea, id) = invited(short).await;
    let gate = store.hold(1, |moment| moment.writes(accepts));
    let late = async {
        gate.reached().await;
        tokio::time::sleep(Duration::from_millis(3_100)).await;
        gate.open();
    };
    let (accepted, ()) = tokio::join!(bea.command(accept(id)), late);
    accepted.unwrap();
    let table = ada.seated_by(id).await;
    assert_eq!(one_table(&open.house, id).await, table);
    // And the other way round: an acceptance that comes while its end is saved.
    ada.invite("Bea", &wish("death-roll", "hope", vec![])).await.unwrap();
    let id = bea.invited().await.id;
    let gate = store.hold(1, |moment| moment.writes(ends));
    gate.reached().await;
    let (accepted, ()) = tokio::join!(bea.refused(accept(id)), async { gate.open() });
    assert_eq!(accepted, "expired");
    assert_eq!(bea.over(id).await, InvitationEnd::Expired);
    assert_eq!(open.house.directory.len(), 1);
}

#[tokio::test]
async fn an_acceptance_that_cannot_be_saved_has_not_happened() {
    let (open, store, mut ada, mut bea, id) = invited(settings()).await;
    store.fail(|moment| moment.writes(accepts));
    assert_eq!(bea.refused(accept(id)).await, "storage");
    no_table(&open.house).await;
    assert_eq!(row(&open.house, id).await.over, None);
    bea.command(accept(id)).await.unwrap();
    assert_eq!(one_table(&open.house, id).await, ada.seated_by(id).await);
}

#[tokio::test]
async fn an_acceptance_that_was_saved_after_all_has_happened() {
    let (open, store, mut ada, mut bea, id) = invited(settings()).await;
    store.fail(|moment| moment.wrote(accepts));
    bea.command(accept(id)).await.unwrap();
    let table = one_table(&open.house, id).await;
    assert_eq!((ada.seated_by(id).await, bea.seated_by(id).await), (table, table));
    ada.follow(table).await;
    bea.follow(table).await;
    ada.deploy().await;
}

#[tokio::test]
async fn the_same_holds_for_sending_and_taking_back() {
    let (open, store, mut ada, mut bea, id) = invited(settings()).await;
    store.fail(|moment| moment.writes(ends));
    assert_eq!(ada.refused(withdraw(id)).await, "storage");
    store.fail(|moment| moment.wrote(ends));
    ada.command(withdraw(id)).await.unwrap();
    assert_eq!(bea.over(id).await, InvitationEnd::Withdrawn);
    let sends = |write: &Write| matches!(write, Write::Invite(_));
    store.fail(move |moment| moment.writes(sends));
    assert_eq!(ada.invite_refused("Bea", &hope()).await, "storage");
    assert!(open.house.store.invitations().await.unwrap().is_empty());
    store.fail(move |moment| moment.wrote(sends));
    ada.invite("Bea", &hope()).await.unwrap();
    let id = bea.invited().await.id;
    bea.command(accept(id)).await.unwrap();
    one_table(&open.house, id).await;
}

/// What has changed behind the desk's back does not keep it from what others want of it.
#[tokio::test]
async fn an_invitation_that_is_over_already_or_gone_runs_out_like_any_other() {
    let mut short = settings();
    short.times.live_invitation_ms = 1_000;
    let (open, _, mut ada, mut bea, id) = invited(short).await;
    let end = InvitationEnd::Withdrawn;
    open.house.store.write(vec![Write::EndInvitation { id, end, at: 1 }]).await.unwrap();
    assert_eq!(bea.over(id).await, end, "as it is stored");
    ada.invite("Bea", &hope()).await.unwrap();
    let id = bea.invited().await.id;
    let ada = ada.visitor.me().id;
    open.house.store.write(vec![Write::DeleteUser { user: ada, at: 2 }]).await.unwrap();
    assert!(open.house.store.invitation(id).await.unwrap().is_none());
    assert_eq!(bea.over(id).await, InvitationEnd::Expired);
    assert_eq!(bea.refused(decline(id)).await, "unknown_invitation", "and the desk has time for others");
}

/// A house that falls before an acceptance is saved forgets it whole; one that falls afterwards has its table.
#[tokio::test]
async fn a_house_that_falls_has_one_table_or_none() {
    for saved in [false, true] {
        let (open, store, ada, mut bea, id) = invited(settings()).await;
        let gate = store.hold(1, move |moment| match moment {
            Moment::Writing(writes) => !saved && writes.iter().any(accepts),
            Moment::Written(writes) => saved && writes.iter().any(accepts),
            _ => false,
        });
        bea.session().command(accept(id));
        tokio::select! {
            next = async { loop { bea.next().await.unwrap() } } => next,
            () = gate.reached() => {}
        }
        let (ada, bea) = (ada.visitor, bea.visitor);
        let open = open.fall(settings()).await;
        let mut ada = open.connect(ada.at(&open.base), "ada").await;
        let mut bea = open.connect(bea.at(&open.base), "bea").await;
        if !saved {
            no_table(&open.house).await;
            assert_eq!(ada.invited().await.id, bea.invited().await.id);
        }
        // Repeated, as every client repeats what was not answered: done, and done once.
        bea.command(accept(id)).await.unwrap();
        let table = one_table(&open.house, id).await;
        assert_eq!(bea.seated_by(id).await, table);
        ada.follow(table).await;
        bea.follow(table).await;
        ada.deploy().await;
    }
}

#[tokio::test]
async fn an_acceptance_whose_answer_is_lost_leads_to_its_table_all_the_same() {
    let (open, store, mut ada, mut bea, id) = invited(settings()).await;
    let gate = store.hold(1, |moment| moment.writes(accepts));
    bea.session().command(accept(id));
    tokio::select! {
        next = async { loop { bea.next().await.unwrap() } } => next,
        () = gate.reached() => {}
    }
    bea.connection.drop_connection();
    gate.open();
    // Once Ada has been told, Bea is not told separately.
    let table = ada.seated_by(id).await;
    bea.frames.clear();
    bea.connection.reconnect().await.unwrap();
    bea.until(|session| (!session.is_waiting()).then_some(())).await;
    assert_eq!(bea.overs(), [(id, InvitationEnd::Accepted { table })], "{:?}", bea.frames);
    assert_eq!(one_table(&open.house, id).await, table);
}

#[tokio::test]
async fn an_invitation_that_is_repeated_is_sent_once() {
    let (open, store) = Open::gated(settings()).await;
    let mut ada = open.player("Ada").await;
    let mut bea = open.player("Bea").await;
    let gate = store.hold(1, |moment| moment.wrote(|write| matches!(write, Write::Invite(_))));
    ada.session().command(invite("Bea", &hope(), Pace::Live));
    tokio::select! {
        next = async { loop { ada.next().await.unwrap() } } => next,
        () = gate.reached() => {}
    }
    // The connection drops before the answer; the session says it again over the next.
    ada.connection.drop_connection();
    gate.open();
    ada.connection.reconnect().await.unwrap();
    ada.until(|session| (!session.is_waiting()).then_some(())).await;
    let id = bea.invited().await.id;
    assert_eq!(ada.invited().await.id, id);
    let refused = ada.frames.iter().any(|text| text.contains("refused"));
    assert!(!refused, "{:?}", ada.frames);
    assert_eq!(open.house.store.invitations().await.unwrap().len(), 1);
    // So does one whose house falls meanwhile.
    let row = row(&open.house, id).await;
    assert!(row.command.starts_with(&ada.visitor.me().id.to_string()));
}

#[tokio::test]
async fn two_who_invite_each_other_at_once_get_one_table() {
    for _ in 0..10 {
        let open = Open::new(settings()).await;
        let mut ada = open.player("Ada").await;
        let mut bea = open.player("Bea").await;
        let wanted = hope();
        let (one, other) = tokio::join!(ada.invite("Bea", &wanted), bea.invite("Ada", &wanted));
        one.unwrap();
        other.unwrap();
        let id = loop {
            match ada.overs().first() {
                Some((id, _)) => break *id,
                None => ada.next().await.unwrap(),
            }
        };
        assert_eq!(bea.seated_by(id).await, one_table(&open.house, id).await);
        assert!(open.house.store.invitations().await.unwrap().is_empty());
    }
}

#[tokio::test]
async fn nobody_sits_down_with_somebody_who_is_being_deleted() {
    let (open, store, ada, mut bea, id) = invited(settings()).await;
    let gate = store.hold(1, |moment| moment.writes(accepts));
    let asker = Asker::stranger(&open).with(ada.visitor.token());
    let deleted = async {
        gate.reached().await;
        let store = Arc::clone(&open.house.store);
        let deletion = asker.ask(reqwest::Method::DELETE, "/api/me", Some(json!({})));
        let opened = async {
            // Once they are gone from the store the acceptance goes on.
            while store.user(ada.visitor.me().id).await.unwrap().is_some() {
                tokio::task::yield_now().await;
            }
            gate.open();
        };
        let (answer, ()) = tokio::join!(deletion, opened);
        answer.is(204);
    };
    let (accepted, ()) = timeout(Duration::from_secs(20), async { tokio::join!(bea.refused(accept(id)), deleted) })
        .await
        .expect("nothing waits for ever");
    assert_eq!(accepted, "storage");
    no_table(&open.house).await;
    assert_eq!(bea.over(id).await, InvitationEnd::Withdrawn);
}

/// Something a player does through one of their windows.
#[derive(Clone, Copy, Debug)]
enum Deed {
    Invite { whom: usize, game: usize, over_days: bool },
    Accept(usize),
    Decline(usize),
    Withdraw(usize),
}

fn deed() -> impl Strategy<Value = Deed> {
    prop_oneof![
        3 => (0..PEOPLE, 0..2usize, any::<bool>())
            .prop_map(|(whom, game, over_days)| Deed::Invite { whom, game, over_days }),
        3 => any::<usize>().prop_map(Deed::Accept),
        1 => any::<usize>().prop_map(Deed::Decline),
        1 => any::<usize>().prop_map(Deed::Withdraw),
    ]
}

const PEOPLE: usize = 3;
const WINDOWS: usize = 2;

/// What every window does in each round; all of them at once.
type Rounds = Vec<Vec<Vec<Deed>>>;

fn rounds() -> impl Strategy<Value = Rounds> {
    let window = prop::collection::vec(deed(), 0..3);
    prop::collection::vec(prop::collection::vec(window, PEOPLE * WINDOWS), 1..5)
}

fn command(deed: Deed, known: &[InvitationId]) -> Option<Command> {
    let pick = |number: usize| (!known.is_empty()).then(|| known[number % known.len()]);
    Some(match deed {
        Deed::Invite { whom, game, over_days } => {
            let wanted = [hope(), wish("pebbles", "duel", vec![])][game].clone();
            let pace = if over_days { Pace::Correspondence } else { Pace::Live };
            invite(&format!("Player-{whom}"), &wanted, pace)
        }
        Deed::Accept(number) => accept(pick(number)?),
        Deed::Decline(number) => decline(pick(number)?),
        Deed::Withdraw(number) => withdraw(pick(number)?),
    })
}

async fn play(rounds: Rounds, live_ms: u64) -> Result<(), TestCaseError> {
    let mut settings = settings();
    settings.times.live_invitation_ms = live_ms;
    let open = Open::new(settings).await;
    let mut windows = Vec::new();
    for person in 0..PEOPLE {
        let first = open.player(&format!("Player-{person}")).await;
        let second = again(&open, &first, &format!("second-{person}")).await;
        windows.extend([first, second]);
    }
    let mut known: Vec<InvitationId> = Vec::new();
    for round in rounds {
        let ids = known.clone();
        join_all(windows.iter_mut().zip(round).map(|(window, deeds)| {
            let ids = &ids;
            async move {
                for command in deeds.into_iter().filter_map(|deed| command(deed, ids)) {
                    // Refusals are fine; answers that do not come are not.
                    match window.command(command).await {
                        Ok(()) | Err(NativeError::Refused { .. }) => {}
                        Err(error) => panic!("{error}"),
                    }
                }
            }
        }))
        .await;
        let waiting = open.house.store.invitations().await.unwrap();
        known.extend(waiting.iter().map(|row| row.id).filter(|id| !ids.contains(id)).collect::<Vec<_>>());
    }
    let is_live = |row: &InvitationRow| row.pace == Pace::Live;
    if live_ms < 1_000 {
        eventually(async || !open.house.store.invitations().await.unwrap().iter().any(is_live)).await;
    }
    check(&open.house, &mut windows).await
}

/// Everybody agrees about everything.
async fn check(house: &House, windows: &mut [Player]) -> Result<(), TestCaseError> {
    let mut accepted = BTreeMap::new();
    let mut told: BTreeMap<(UserId, InvitationId), Vec<InvitationEnd>> = BTreeMap::new();
    for window in windows.iter_mut() {
        // The desk answers in order: whatever was told before has arrived.
        window.refused(decline(InvitationId(0))).await;
        for (id, end) in window.overs() {
            let row = row(house, id).await;
            prop_assert_eq!(row.over.map(|(end, _)| end), Some(end), "what was told is what is kept");
            told.entry((window.visitor.me().id, id)).or_default().push(end);
            if let InvitationEnd::Accepted { table } = end {
                let seated = vec![row.from.id.to_string(), row.to.id.to_string()];
                accepted.insert(table, seated);
            }
        }
        let lists = house.invitations_of(window.visitor.me().id).await.unwrap();
        for past in &lists.over {
            prop_assert!(told.contains_key(&(window.visitor.me().id, past.id)), "whatever is over was told");
        }
    }
    for ends in told.values() {
        prop_assert!(ends.windows(2).all(|pair| pair[0] == pair[1]), "one end each: {:?}", ends);
    }
    prop_assert_eq!(&tables(house).await, &accepted, "one table for every acceptance, and no other");
    prop_assert_eq!(house.directory.len(), accepted.len());
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, max_shrink_iters: 64, failure_persistence: None, ..ProptestConfig::default() })]

    /// Three people with two windows each do whatever they like at once; some of it runs out meanwhile.
    #[test]
    fn whatever_happens_at_once_everybody_agrees(rounds in rounds(), live_ms in prop_oneof![Just(5u64), Just(60_000)]) {
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
        runtime.block_on(play(rounds, live_ms))?;
    }
}
