use super::*;
use crate::tables::Asker;
use async_trait::async_trait;
use parlor_hub::{Mail, MemoryHub};
use parlor_store::{Beat, StoreError, Taken};
use parlor_wire::{Kind, Pace, Status};

const OTHER: NodeId = NodeId(2);

/// Of what is tested here none asks the store.
struct NoOwners;

#[async_trait]
impl Owners for NoOwners {
    async fn latest_clock(&self) -> Result<u64, StoreError> {
        unreachable!()
    }

    async fn beat(&self, _: NodeId, _: u64) -> Result<Beat, StoreError> {
        unreachable!()
    }

    async fn take(&self, _: TableCode, _: NodeId, _: u64, _: bool) -> Result<Taken, StoreError> {
        unreachable!()
    }

    async fn orphans(&self, _: u32) -> Result<Vec<TableCode>, StoreError> {
        unreachable!()
    }

    async fn owned(&self, _: NodeId) -> Result<Vec<(TableCode, u64)>, StoreError> {
        unreachable!()
    }

    async fn part(&self, _: NodeId) -> Result<(), StoreError> {
        unreachable!()
    }
}

/// A node, and another that hears what it says as long as there is its post.
async fn node() -> (Cluster, Post, Letters) {
    let hub: Arc<dyn Hub> = Arc::new(MemoryHub::default());
    let (post, letters) = Post::open(Arc::clone(&hub), OTHER.0).await.unwrap();
    let (cluster, _) = Cluster::join(Membership { owners: Arc::new(NoOwners), hub }).await.unwrap();
    cluster.state().others.insert(OTHER);
    (cluster, post, letters)
}

fn table(number: usize) -> Arc<TableInfo> {
    let info = TableInfo {
        code: format!("{number:06}").parse().unwrap(),
        game: "toy".into(),
        preset: "standard".into(),
        config: None,
        public: true,
        rated: false,
        pace: Pace::Live,
        days: None,
        host: UserId(1),
        status: Status::Waiting,
        seats: Vec::new(),
        spectators: 0,
        match_id: None,
        held: None,
        bet: None,
    };
    info.into()
}

/// While it is greeted again and again, as after breaks, another node hears of tables that come and go.
#[tokio::test(flavor = "multi_thread")]
async fn a_table_that_is_gone_is_not_told_of_again() {
    // A greeting takes a while when many tables stay.
    const STAYING: usize = 200;
    const COMING: usize = 5_000;
    const GREETINGS: usize = 200;
    let (cluster, _post, mut letters) = node().await;
    (0..STAYING).for_each(|number| cluster.list(&table(number)));
    std::thread::scope(|scope| {
        let greeting = scope.spawn(|| {
            for _ in 0..GREETINGS {
                cluster.state().greeted.clear();
                cluster.greet();
            }
        });
        for table in (STAYING..STAYING + COMING).map(table) {
            cluster.list(&table);
            cluster.disown(table.code);
            if greeting.is_finished() {
                break;
            }
        }
    });
    cluster.send(OTHER, &Message::Bye);
    let (mut gone, mut greetings) = (BTreeSet::new(), 0);
    loop {
        let Some(Mail::Message { message, .. }) = letters.next().await else { panic!("all of it comes") };
        match serde_json::from_slice(&message).unwrap() {
            Message::Anew(tables, _) => {
                greetings += 1;
                assert!(tables.iter().all(|table| !gone.contains(&table.code)), "{tables:?}");
            }
            Message::Listed(table) => assert!(!gone.contains(&table.code), "{table:?}"),
            Message::Unlisted(code) => assert!(gone.insert(code)),
            Message::Bye => break,
            _ => panic!("nothing else is said"),
        }
    }
    assert_eq!(greetings, GREETINGS);
}

#[tokio::test]
async fn a_connection_that_has_ended_depends_on_nobody() {
    let (cluster, ..) = node().await;
    let user = User { id: UserId(7), name: "Ada".into(), kind: Kind::Guest };
    let over = CancellationToken::new();
    let (outlet, _queue) = Outlet::alone(over.clone());
    let asker = Asker { user: user.into(), connection: ConnectionId(7), outlet };
    assert!(cluster.depend(&asker, OTHER));
    assert!(cluster.state().locals.remove(&asker.connection).is_some());
    // What it asked last is passed on when it is gone already: nothing would take it out again.
    over.cancel();
    assert!(!cluster.depend(&asker, OTHER));
    assert!(cluster.state().locals.is_empty());
}
