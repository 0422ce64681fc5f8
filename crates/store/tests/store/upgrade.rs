//! Data folders of older versions open, with everything still there.

use crate::common;

use crate::common::{footer, row};
use parlor_kernel::{Digest, Entry, Input, Outcome, Reason, Seat, Tick};
use parlor_store::{
    Board, Counterparty, InvitationRow, Invitations, LeaderOrder, Ledger, Line, Logs, MatchStatus, Matches, Moderation,
    People, PlayedFor, RatingPoint, ReportReason, Reports, Results, Scopes, SeatResult, Sessions, SqliteStore,
    StoreError, Tables, TrustRow, User, Why, Wish, Write, Writes,
};
use parlor_wire::{EscrowId, InvitationEnd, InvitationId, Kind, LineId, MatchId, Pace, Room, TableCode, UserId};
use sqlx::{SqlitePool, sqlite::SqliteConnectOptions};
use std::path::Path;

fn code() -> TableCode {
    "ABC234".parse().unwrap()
}

/// A database as it was after so many migrations.
async fn old(path: &Path, migrations: usize) -> SqlitePool {
    let options = SqliteConnectOptions::new().filename(path).create_if_missing(true);
    let pool = SqlitePool::connect_with(options).await.unwrap();
    common::migrate(&pool, migrations).await;
    pool
}

async fn run(pool: &SqlitePool, statements: impl IntoIterator<Item = String>) {
    for statement in statements {
        sqlx::query(sqlx::AssertSqlSafe(statement.clone()))
            .execute(pool)
            .await
            .unwrap_or_else(|error| panic!("{error}: {statement}"));
    }
}

/// A house that was set up before there were accounts.
#[tokio::test]
async fn a_folder_of_the_first_version() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("house.db");
    let pool = old(&path, 1).await;
    let header = serde_json::to_string(&row(4).header).unwrap();
    let footer = serde_json::to_string(&footer(&row(4), Outcome::won(Seat(1), Reason::Abandoned(Seat(0))))).unwrap();
    // Reasons named no seat then.
    let footer = footer.replace(r#"{"abandoned":0}"#, r#""abandoned""#);
    let statements = [
        "INSERT INTO users VALUES (7, 'Ada', 1)".to_owned(),
        format!("INSERT INTO sessions VALUES (x'{}', 7, 1)", "09".repeat(32)),
        format!("INSERT INTO matches VALUES (4, '{header}', x'{}', 0, 4, 9, '{footer}')", "04".repeat(32)),
        "INSERT INTO players VALUES (4, 0, 7), (4, 1, NULL)".to_owned(),
        "INSERT INTO tables VALUES ('ABC234', '{}')".to_owned(),
        r#"INSERT INTO chat VALUES ('ABC234', '{"from":"0000000000000007","name":"Ada","seated":true,"text":"hi"}')"#
            .to_owned(),
    ];
    run(&pool, statements).await;
    pool.close().await;
    let store = SqliteStore::open(&path).await.unwrap();
    let session = store.session([9; 32], 0).await.unwrap().unwrap();
    assert_eq!((session.user.name.as_str(), session.user.kind), ("Ada", Kind::Guest));
    assert!(session.scopes.is_owner() && session.id.0 != 0);
    let record = &store.matches_of(session.user.id, Some("toy"), None, 10).await.unwrap()[0];
    assert_eq!((record.status, record.seats[0].user.as_ref()), (MatchStatus::Abandoned, Some(&session.user)));
    let said = store.chat(code(), 9).await.unwrap();
    assert_eq!(said, [common::line(1, &session.user, Room::Table, "hi")]);
    assert_ne!(said[0].id, LineId(0), "it can be named");
}

const ADA: UserId = UserId(0xfedc_ba98_7654_3210);
const BEA: UserId = UserId(2);

/// Everything that a house could hold before rows were the store's own: the fifth migration.
async fn full(path: &Path) {
    let pool = old(path, 5).await;
    let (ada, bea) = (ADA.0.cast_signed(), BEA.0.cast_signed());
    let header = serde_json::to_string(&row(4).header).unwrap();
    let footer = serde_json::to_string(&footer(&row(4), Outcome::won(Seat(0), Reason::Completed))).unwrap();
    let (key, token, robot_token) = ("04".repeat(32), "09".repeat(32), "08".repeat(32));
    let line = |id: &str, room: &str, from: UserId, name: &str, text: &str| {
        format!(r#"{{"id":"{id}","room":{room},"from":"{from}","name":"{name}","seated":true,"text":"{text}"}}"#)
    };
    let at_table = line("f00000000000000a", r#""table""#, ADA, "Ada", "it''s me");
    let in_team = line("000000000000000b", r#"{"team":3}"#, BEA, "Bea", "psst");
    let in_gallery = line("000000000000000c", r#""gallery""#, BEA, "Bea", "ooh");
    let wish = r#"{"game":"toy","preset":"fast","options":{"n":2},"public":true,"rated":true,"seats":[]}"#;
    let bet = r#"{"game":"toy","preset":null,"options":null,"public":false,"rated":false,"seats":[],"bet":{"amount":50,"holder":"person"}}"#;
    let statements = [
        "UPDATE clock SET ms = 4321".to_owned(),
        format!(
            "INSERT INTO users (id, name, created_at, kind, folded, owner) VALUES ({ada}, 'Ada', 1, 'account', 'ada', NULL),
            ({bea}, 'Bea', 2, 'guest', NULL, NULL), (3, 'Robot', 3, 'bot', 'robot', {ada})"
        ),
        format!("INSERT INTO accounts VALUES ({ada}, '$argon2id$', 'Ada@Example.org', 'ada@example.org', 1)"),
        format!(
            "INSERT INTO sessions VALUES (x'{token}', {ada}, 5, 11, 'Firefox', 128), (x'{robot_token}', 3, 6, 12, 'bot', 3)"
        ),
        format!(
            "INSERT INTO matches VALUES (4, '{header}', x'{key}', 100, 5, 9, '{footer}', 'toy', 'COMPLETED', 1, 17),
            (5, '{header}', x'{key}', 200, 6, NULL, NULL, 'toy', 'IN_PROGRESS', 0, NULL)"
        ),
        format!(
            "INSERT INTO players VALUES (4, 0, {ada}, 5, 'won', 9, '{{\"shots\":41}}', 1500.0, 1662.3),
            (4, 1, {bea}, 5, 'lost', 3, '{{}}', 1500.0, 1337.7), (5, 0, {ada}, 6, NULL, NULL, NULL, NULL, NULL)"
        ),
        format!(
            "INSERT INTO entries VALUES (4, 1, 40, '{{\"act\":{{\"seat\":0,\"action\":7}}}}', '{}', '{ADA}:a1')",
            "07".repeat(16)
        ),
        "INSERT INTO tables VALUES ('ABC234', '{\"n\":1}')".to_owned(),
        format!(
            "INSERT INTO chat (code, line, sender, room) VALUES ('ABC234', '{at_table}', '{ADA}', '\"table\"'),
            ('ABC234', '{in_team}', '{BEA}', '{{\"team\":3}}'), ('ABC234', '{in_gallery}', '{BEA}', '\"gallery\"')"
        ),
        format!(
            "INSERT INTO standings VALUES ({ada}, 'toy', 'people', 5, 3, 1, 1, 2, 3, '{{\"shots\":200,\"left\":9}}', '{{\"shots\":41}}'),
            ({ada}, 'toy', 'bots', 1, 0, 1, 0, -1, 0, '{{}}', '{{}}'), ({bea}, 'toy', 'people', 5, 1, 3, 1, 0, 1, '{{}}', '{{}}')"
        ),
        format!("INSERT INTO ratings VALUES ({ada}, 'toy', 1662.3, 90.5, 0.06, 12), ({bea}, 'toy', 1337.7, 290.3, 0.06, 1)"),
        format!("INSERT INTO rivals VALUES ({ada}, {bea}, 3, 1, 1, 77)"),
        format!(
            "INSERT INTO ledger_accounts (id, kind, owner, code) VALUES (2, 'purse', {ada}, NULL), (3, 'box', -5, 'ABC234')"
        ),
        "INSERT INTO ledger_transfers VALUES (1, 'welcome:2', 'welcome', 5), (2, 'bet:1', 'deposit', 6)".to_owned(),
        "INSERT INTO ledger_postings VALUES (1, 0, 1, -1000, -1000), (1, 1, 2, 1000, 1000), (2, 0, 2, -70, 930),
            (2, 1, 3, 70, 70)"
            .to_owned(),
        "UPDATE ledger_accounts SET balance = CASE id WHEN 1 THEN -1000 WHEN 2 THEN 930 ELSE 70 END".to_owned(),
        format!("INSERT INTO held_bets VALUES (8, {ada}, 1, 0)"),
        format!(
            "INSERT INTO invitations VALUES (-1, {ada}, {bea}, '{wish}', '\"correspondence\"', '{ADA}:i1', 5, 900, NULL, NULL),
            (21, {bea}, {ada}, '{bet}', '\"live\"', '{BEA}:i2', 6, 7, '{{\"accepted\":{{\"table\":\"ABC234\"}}}}', 8),
            (22, {bea}, {ada}, '{bet}', '\"live\"', '{BEA}:i3', 7, 8, '\"declined\"', 9)"
        ),
        format!("INSERT INTO mutes VALUES ({bea}, {ada}, 5)"),
        format!(
            "INSERT INTO reports (id, reporter, about, about_name, code, line, reason, note, at, closed_at) VALUES
            (7, {bea}, {ada}, 'Adah', 'ABC234', 'f00000000000000a', 'abuse', 'hm', 5, NULL),
            (9, {bea}, {ada}, 'Adah', '', NULL, 'name', '', 6, 8)"
        ),
        format!("INSERT INTO report_lines VALUES (7, 0, {ada}, '{at_table}'), (7, 1, {bea}, '{in_team}')"),
    ];
    run(&pool, statements).await;
    pool.close().await;
}

fn ada() -> User {
    User { id: ADA, name: "Ada".into(), kind: Kind::Account }
}

fn bea() -> User {
    User { id: BEA, name: "Bea".into(), kind: Kind::Guest }
}

fn line(id: u64, room: Room, from: &User, text: &str) -> Line {
    Line { id: LineId(id), room, from: from.id, name: from.name.clone(), seated: true, text: text.into() }
}

#[tokio::test]
async fn a_folder_with_rows_of_the_wire() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("house.db");
    full(&path).await;
    let store = SqliteStore::open(&path).await.unwrap();

    // People.
    assert_eq!(store.clock().await.unwrap(), 4321);
    let session = store.session([9; 32], 0).await.unwrap().unwrap();
    assert_eq!((session.user, session.scopes), (ada(), Scopes::OWNER));
    assert_eq!(store.sessions(UserId(3)).await.unwrap()[0].scopes.to_list().len(), 2);
    let account = store.account_by_login("ADA@example.ORG").await.unwrap().unwrap();
    assert_eq!((account.user, account.email.as_deref(), account.show_email), (ada(), Some("Ada@Example.org"), true));
    assert_eq!(store.user(UserId(3)).await.unwrap().unwrap().owner, Some(ADA));
    let alike = User { id: UserId(9), name: "R0bot".into(), kind: Kind::Guest };
    let taken = store.write(vec![Write::AddUser { user: alike, owner: None, at: 9 }]).await;
    assert!(matches!(taken, Err(StoreError::NameTaken)), "names of that time are not imitated either");

    // Tables and talk.
    assert_eq!(store.tables().await.unwrap(), [(code(), "{\"n\":1}".to_owned())]);
    let me = line(0xf000_0000_0000_000a, Room::Table, &ada(), "it's me");
    let psst = line(11, Room::Team(3), &bea(), "psst");
    let ooh = line(12, Room::Gallery, &bea(), "ooh");
    assert_eq!(store.chat(code(), 9).await.unwrap(), [me.clone(), psst.clone(), ooh]);
    assert_eq!(store.said(ADA).await.unwrap(), std::slice::from_ref(&me));
    assert!(store.done(code()).await.unwrap().is_empty());

    // Matches.
    let record = store.match_record(MatchId(4)).await.unwrap().unwrap();
    assert_eq!((record.status, record.turns, record.row.rated), (MatchStatus::Completed, Some(17), true));
    let [first, second] = &record.seats[..] else { panic!("two seats") };
    assert_eq!((first.result, first.place, first.score), (Some(SeatResult::Won), Some(1), Some(9)));
    assert_eq!((first.stats["shots"], first.rating), (41, Some((1500.0, 1662.3))));
    assert_eq!((second.result, second.place, second.user.as_ref()), (Some(SeatResult::Lost), Some(2), Some(&bea())));
    let stored = &store.entries(MatchId(4)).await.unwrap()[0];
    let input = Input::Act { seat: Seat(0), action: serde_json::json!(7) };
    assert_eq!(stored.entry, Entry { seq: 1, tick: Tick(40), input, digest: Some(Digest([7; 16])) });
    assert_eq!(stored.command.as_deref(), Some(format!("{ADA}:a1").as_str()));
    let history = store.matches_of(ADA, None, None, 9).await.unwrap();
    assert_eq!(history.iter().map(|record| record.row.id.0).collect::<Vec<_>>(), [5, 4]);
    assert_eq!(store.finished(None, 9).await.unwrap(), [MatchId(4)]);

    results_are_there(&store).await;
    gold_is_there(&store).await;
    invitations_are_there(&store).await;

    // Moderation.
    assert_eq!(store.mutes(BEA).await.unwrap(), [ada()]);
    let reports = store.reports(Reports::All).await.unwrap();
    assert_eq!(
        reports.iter().map(|report| (report.id, report.closed_at)).collect::<Vec<_>>(),
        [(7, None), (9, Some(8))]
    );
    assert_eq!((reports[0].code, reports[0].line, reports[0].reason), (Some(code()), Some(me.id), ReportReason::Abuse));
    assert_eq!((reports[0].about_name.as_str(), &reports[0].lines), ("Adah", &vec![me, psst]));
    assert_eq!((reports[1].code, reports[1].line, reports[1].reason), (None, None, ReportReason::Name));

    goes_on(&store).await;
    store.close().await;
    assert!(parlor_store::check_file(&path).await.unwrap().is_empty(), "the file is sound");
}

async fn results_are_there(store: &SqliteStore) {
    let standing = &store.standings(ADA).await.unwrap()[0];
    let people = &standing.people;
    assert_eq!((people.played, people.won, people.lost, people.drawn), (5, 3, 1, 1));
    assert_eq!((people.streak, people.best_streak), (2, 3));
    assert_eq!((people.totals["shots"], people.totals["left"], people.bests["shots"]), (200, 9, 41));
    assert_eq!((people.bests.len(), standing.bots.streak), (1, -1));
    assert_eq!(standing.rating.unwrap().matches, 12);
    assert_eq!(store.rating_curve(ADA, "toy", 9).await.unwrap(), [RatingPoint { at: 9, value: 1662.3 }]);
    let rival = &store.rivals(ADA, 9).await.unwrap()[0];
    assert_eq!((rival.user.id, rival.won, rival.last_at), (BEA, 3, 77));
    for order in [LeaderOrder::Wins, LeaderOrder::Rating] {
        let board = Board { game: "toy", order, kind: Kind::Account };
        let leaders = store.leaders(board, None, 9).await.unwrap();
        assert_eq!(leaders.len(), 1, "guests are on no leaderboard");
        assert_eq!((leaders[0].user.id, leaders[0].climbed, leaders[0].rank), (ADA, 3, 1), "what was won, weighs");
    }
}

async fn gold_is_there(store: &SqliteStore) {
    let purse = store.purse(ADA, 3).await.unwrap();
    assert_eq!((purse.balance, purse.in_escrow, purse.welcomed, purse.given_today), (930, 70, true, false));
    let bet = EscrowId((-5i64).cast_unsigned());
    assert_eq!(store.escrows().await.unwrap()[0].bet, bet);
    let lines = store.statement(ADA, None, 9).await.unwrap();
    assert_eq!((lines[0].why, lines[0].amount, lines[1].why), (Why::Deposit, -70, Why::Welcome));
    assert_eq!(lines[0].counterparty, Counterparty::Bet { id: bet, table: code(), open: true, with: vec![] });
    assert_eq!(store.trust(ADA).await.unwrap(), TrustRow { held: 1, disputed: 1, overturned: 0 });
    let audit = store.audit().await.unwrap();
    assert_eq!((audit.out, audit.in_escrow, &audit.faults), (1_000, 70, &Vec::new()));
}

async fn invitations_are_there(store: &SqliteStore) {
    let wish = Wish {
        game: "toy".into(),
        preset: Some("fast".into()),
        options: r#"{"n":2}"#.into(),
        public: true,
        played_for: PlayedFor::Rating,
        days: None,
    };
    let waiting = InvitationRow {
        id: InvitationId(u64::MAX),
        from: ada(),
        to: bea(),
        wish,
        pace: Pace::Correspondence,
        command: format!("{ADA}:i1"),
        sent_at: 5,
        expires_at: 900,
        over: None,
    };
    assert_eq!(store.invitations().await.unwrap(), [waiting]);
    let past = store.past_invitations(ADA, 9).await.unwrap();
    let ends: Vec<_> = past.iter().map(|row| row.over.unwrap()).collect();
    assert_eq!(ends, [(InvitationEnd::Declined, 9), (InvitationEnd::Accepted { table: code() }, 8)]);
    assert_eq!((past[0].pace, past[0].wish.options.as_str(), &past[0].wish.preset), (Pace::Live, "null", &None));
    assert_eq!(past[0].wish.played_for, PlayedFor::Bet { amount: 50, held_by_house: false });
}

/// It can be written on, and numbers go on where they were.
async fn goes_on(store: &SqliteStore) {
    let report = parlor_store::NewReport {
        reporter: ADA,
        about: BEA,
        about_name: "Bea".into(),
        code: None,
        line: None,
        reason: ReportReason::Other,
        note: String::new(),
        at: 9,
        lines: Vec::new(),
    };
    store.write(vec![Write::Report(Box::new(report))]).await.unwrap();
    assert_eq!(store.reports(Reports::By(ADA)).await.unwrap()[0].id, 10, "numbers are not used twice");
    let end = Write::EndInvitation { id: InvitationId(21), end: InvitationEnd::Declined, at: 10 };
    assert!(matches!(store.write(vec![end]).await, Err(StoreError::InvitationOver)));
    store.write(vec![Write::ReturnEscrow { bet: EscrowId((-5i64).cast_unsigned()), at: 9 }]).await.unwrap();
    assert_eq!(store.purse(ADA, 3).await.unwrap().balance, 1_000);
    store.write(vec![Write::DropTable { code: code() }, Write::DeleteUser { user: ADA, at: 9 }]).await.unwrap();
    assert!(store.chat(code(), 9).await.unwrap().is_empty() && store.audit().await.unwrap().faults.is_empty());
}
