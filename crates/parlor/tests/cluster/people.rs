//! People on different nodes find each other, and play, as if there were one.

use crate::{ALONE, nodes::Nodes, trial::PATIENCE};
use parlor_client::native::{Connection, Visitor};
use parlor_death_roll::{Action, DeathRoll};
use parlor_wire::{
    Command, InvitationEnd, Invitee, Pace, ServerFrame, TableCode, TableCommand, TableInfo,
    http::{HereNow, MyInvitations, OpenTable, TableList},
};
use serde_json::value::to_raw_value;
use tokio::time::{sleep, timeout};
use tokio_tungstenite::tungstenite::Message;

/// A visitor of one node, who is connected.
pub struct Guest {
    pub visitor: Visitor,
    connection: Connection,
}

impl Guest {
    pub async fn new(nodes: &Nodes, node: usize, name: &str) -> Self {
        let visitor = Visitor::enter(&nodes.nodes[node].house.base, name).await.unwrap();
        let connection = visitor.connect(parlor_catalog::registry(), name).await.unwrap();
        Self { visitor, connection }
    }

    pub async fn say(&mut self, command: Command) {
        timeout(PATIENCE, self.connection.command(command)).await.expect("an answer").unwrap();
    }

    /// Connects anew, as often as that takes.
    async fn come_back(&mut self) {
        let coming = async {
            loop {
                self.connection.drop_connection();
                if self.connection.reconnect().await.is_ok() && self.connection.command(Command::Ping).await.is_ok() {
                    return;
                }
                sleep(std::time::Duration::from_millis(100)).await;
            }
        };
        timeout(PATIENCE, coming).await.expect("the node lives");
    }

    /// Takes in frames until one is as wanted.
    async fn hears<T>(&mut self, mut wanted: impl FnMut(ServerFrame) -> Option<T>) -> T {
        let hearing = async {
            loop {
                let (text, _) = self.connection.next().await.expect("the connection holds");
                if let Some(found) = wanted(serde_json::from_str(&text).unwrap()) {
                    return found;
                }
            }
        };
        timeout(PATIENCE, hearing).await.expect("it is heard")
    }

    pub async fn follow(&mut self, table: TableCode) {
        timeout(PATIENCE, self.connection.follow(table)).await.expect("the table").unwrap();
    }

    /// Waits until this player is to roll, and rolls.
    pub async fn roll(&mut self, table: TableCode) -> bool {
        let seat = self.connection.session().table(table).unwrap().seat.unwrap();
        let turn = self.connection.until(|session| {
            let view = session.table(table)?.game.as_ref()?.view_of::<DeathRoll>()?;
            (view.outcome.is_some() || view.turn == seat).then_some(view.outcome.is_none())
        });
        let mine = timeout(PATIENCE, turn).await.expect("a turn").unwrap();
        if mine {
            self.say(TableCommand::Act { action: to_raw_value(&Action::Roll).unwrap(), at: None }.at(table)).await;
        }
        mine
    }
}

/// Asks until the answer is as wanted: what other nodes know comes a moment later.
pub async fn eventually<T: serde::de::DeserializeOwned>(
    visitor: &Visitor,
    path: &str,
    wanted: impl Fn(&T) -> bool,
) -> T {
    let asking = async {
        loop {
            if let Ok(answer) = visitor.get::<T>(path).await
                && wanted(&answer)
            {
                return answer;
            }
            sleep(std::time::Duration::from_millis(50)).await;
        }
    };
    timeout(PATIENCE, asking).await.unwrap_or_else(|_| panic!("{path} comes to be so"))
}

/// An address does not have its wrong tries once for each node.
#[tokio::test(flavor = "multi_thread")]
async fn wrong_passwords_are_counted_together() {
    let _alone = ALONE.lock().await;
    let nodes = Nodes::start(3).await;
    let http = reqwest::Client::new();
    let body = serde_json::json!({"name": "Stranger", "password": "incorrect horse battery"});
    let mut statuses = Vec::new();
    // Four at each node: none of them alone would mind.
    for (try_, node) in (0..4).flat_map(|try_| (0..3).map(move |node| (try_, node))) {
        let url = format!("{}/api/login", nodes.nodes[node].house.base);
        let answer = http.post(url).json(&body).send().await.unwrap();
        statuses.push((try_, answer.status().as_u16(), answer.text().await.unwrap()));
    }
    let locked = statuses.iter().filter(|(_, _, text)| text.contains("locked_out")).count();
    assert_eq!(locked, 2, "ten of twelve: {statuses:?}");
}

/// A connection may ask for something at a table of another node without following it, and goes on.
#[tokio::test(flavor = "multi_thread")]
async fn a_table_of_another_node_answers_those_who_only_ask() {
    let _alone = ALONE.lock().await;
    let nodes = Nodes::start(2).await;
    let mut ada = Guest::new(&nodes, 0, "Ada").await;
    let mut bea = Guest::new(&nodes, 1, "Bea").await;
    let wish = OpenTable { game: "death-roll".into(), ..OpenTable::default() };
    let table = ada.visitor.open_table(&wish).await.unwrap().code;
    ada.follow(table).await;
    for text in ["Is a seat free?", "Then I shall come."] {
        bea.say(TableCommand::Chat { text: text.into(), room: None }.at(table)).await;
    }
    let refused = bea.connection.command(TableCommand::Stand.at(table)).await.unwrap_err();
    assert_eq!(refused.code(), Some("not_seated"));
    bea.say(Command::Ping).await;

    // What is refused there is refused here, and is no fault of the house.
    let about = serde_json::json!({"line": "00000000000000ab"});
    let report = serde_json::json!({"table": table, "about": about, "reason": "abuse"});
    let url = format!("{}/api/reports", nodes.nodes[1].house.base);
    let answer = reqwest::Client::new().post(url).bearer_auth(bea.visitor.token()).json(&report).send().await.unwrap();
    let (status, text) = (answer.status().as_u16(), answer.text().await.unwrap());
    assert!(status == 422 && text.contains("no_such_line"), "{status}: {text}");
}

/// A window that leaves a table of another node and comes back to it at once is there.
#[tokio::test(flavor = "multi_thread")]
async fn who_comes_back_at_once_is_not_taken_for_gone() {
    let _alone = ALONE.lock().await;
    let nodes = Nodes::start(2).await;
    let mut ada = Guest::new(&nodes, 0, "Ada").await;
    let mut bea = Guest::new(&nodes, 1, "Bea").await;
    let wish = OpenTable { game: "death-roll".into(), ..OpenTable::default() };
    let table = ada.visitor.open_table(&wish).await.unwrap().code;
    ada.follow(table).await;
    bea.follow(table).await;
    bea.say(TableCommand::Sit { seat: None }.at(table)).await;
    for round in 0..50 {
        let id = format!("back-{round}");
        let leave = serde_json::json!({"id": format!("leave-{round}"), "do": {"unwatch": {"table": table}}});
        let watch = serde_json::json!({"id": id, "do": {"watch": {"table": table}}});
        for frame in [leave, watch] {
            bea.connection.send_raw(Message::text(frame.to_string())).await.unwrap();
        }
        bea.hears(|frame| matches!(frame, ServerFrame::Done { id: done } if done.as_str() == id).then_some(())).await;
        let shown: TableInfo = ada.visitor.get(&format!("/api/tables/{table}")).await.unwrap();
        assert!(shown.seats[1].connected, "round {round}: {:?}", shown.seats);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn people_on_different_nodes_find_each_other() {
    let _alone = ALONE.lock().await;
    let mut nodes = Nodes::start(3).await;
    let mut ada = Guest::new(&nodes, 1, "Ada").await;
    let mut bea = Guest::new(&nodes, 2, "Bea").await;

    // Who is here.
    for (guest, other) in [(&ada, "Bea"), (&bea, "Ada")] {
        let both = |here: &HereNow| here.count == 2 && here.people.iter().any(|here| here.person.name == other);
        eventually(&guest.visitor, "/api/here", both).await;
    }

    // A public table of one node is listed by another, which knows who sits there.
    let wish = OpenTable { game: "death-roll".into(), public: true, ..OpenTable::default() };
    let table = ada.visitor.open_table(&wish).await.unwrap().code;
    let is_listed = |list: &TableList| list.tables.iter().any(|info| info.code == table);
    eventually(&bea.visitor, "/api/tables", is_listed).await;
    let shown: TableInfo = bea.visitor.get(&format!("/api/tables/{table}")).await.unwrap();
    assert_eq!(shown.seats[0].occupant.person(), Some(ada.visitor.me().id));
    ada.follow(table).await;
    bea.follow(table).await;
    bea.say(TableCommand::Sit { seat: None }.at(table)).await;
    while ada.roll(table).await && bea.roll(table).await {}
    for guest in [&mut ada, &mut bea] {
        guest.say(TableCommand::Stand.at(table)).await;
    }

    // Quick match.
    let seek = || Command::Seek { game: "death-roll".into(), preset: None, rated: false };
    ada.say(seek()).await;
    bea.say(seek()).await;
    let paired = |frame| match frame {
        ServerFrame::Paired { table } => Some(table),
        _ => None,
    };
    let table = ada.hears(paired).await;
    assert_eq!(bea.hears(paired).await, table);
    ada.follow(table).await;
    bea.follow(table).await;
    while ada.roll(table).await && bea.roll(table).await {}
    for guest in [&mut ada, &mut bea] {
        guest.say(TableCommand::Stand.at(table)).await;
    }

    // An invitation by name, which waits though the node that keeps it dies, and is accepted.
    let wish = OpenTable { game: "death-roll".into(), ..OpenTable::default() };
    let pace = Pace::Live;
    ada.say(Command::Invite { to: Invitee::Name("Bea".into()), wish, pace }).await;
    let invited = |frame| match frame {
        ServerFrame::Invited(invitation) => Some(invitation.id),
        _ => None,
    };
    let invitation = bea.hears(invited).await;
    nodes.kill(0);
    let waits = |mine: &MyInvitations| mine.pending.iter().any(|waiting| waiting.id == invitation);
    eventually(&bea.visitor, "/api/invitations", waits).await;
    // The connections depended on that node: they come back.
    for guest in [&mut ada, &mut bea] {
        guest.come_back().await;
    }
    let accept = async {
        while bea.connection.command(Command::AcceptInvitation { invitation }).await.is_err() {
            bea.come_back().await;
        }
    };
    timeout(PATIENCE, accept).await.expect("another node keeps the invitations");
    let accepted = |frame| match frame {
        ServerFrame::InvitationOver { end: InvitationEnd::Accepted { table }, .. } => Some(table),
        _ => None,
    };
    let table = ada.hears(accepted).await;
    ada.follow(table).await;
    bea.follow(table).await;
    assert!(ada.roll(table).await || bea.roll(table).await);
}
