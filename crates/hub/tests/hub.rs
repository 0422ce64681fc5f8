//! Hubs: one in memory, and one over a Redis server that is started for these tests.

use parlor_hub::{Hub, Letters, Mail, MemoryHub, Post, RedisHub};
use parlor_testdb::Redis;
use std::{sync::Arc, time::Duration};
use tokio::time::{sleep, timeout};

const PATIENCE: Duration = Duration::from_secs(30);

async fn next(letters: &mut Letters) -> Mail {
    timeout(PATIENCE, letters.next()).await.expect("mail").expect("the post is open")
}

fn message(from: u64, text: &str) -> Mail {
    Mail::Message { from, message: text.into() }
}

/// Two nodes, each over a hub of its own as in two processes.
async fn two(one: Arc<dyn Hub>, two: Arc<dyn Hub>) -> [(Post, Letters); 2] {
    let nodes = [Post::open(one, 1).await.unwrap(), Post::open(two, 2).await.unwrap()];
    nodes[0].0.keep_in_touch(vec![2]);
    nodes[1].0.keep_in_touch(vec![1]);
    nodes
}

async fn messages_arrive_in_order(hubs: [Arc<dyn Hub>; 2]) {
    let [first, second] = hubs;
    let [(one, mut to_one), (two, mut to_two)] = two(first, second).await;
    for number in 0..1000 {
        one.send(2, format!("{number}").into());
    }
    two.send(1, b"hello".to_vec());
    assert_eq!(next(&mut to_one).await, message(2, "hello"));
    for number in 0..1000 {
        assert_eq!(next(&mut to_two).await, message(1, &number.to_string()));
    }
}

async fn counts_are_shared_and_forgotten(hubs: [Arc<dyn Hub>; 2]) {
    let [one, two] = hubs;
    assert_eq!(one.count("a", 2, PATIENCE).await, Ok(2));
    assert_eq!(two.count("a", 3, PATIENCE).await, Ok(5));
    assert_eq!(two.count("b", 1, Duration::from_millis(1)).await, Ok(1));
    sleep(Duration::from_millis(20)).await;
    assert_eq!(one.count("b", 1, PATIENCE).await, Ok(1), "its time was up");
    one.forget(&["a".into(), "c".into()]).await.unwrap();
    assert_eq!(two.count("a", 1, PATIENCE).await, Ok(1));
}

fn in_memory() -> [Arc<dyn Hub>; 2] {
    let hub: Arc<dyn Hub> = Arc::new(MemoryHub::default());
    [Arc::clone(&hub), hub]
}

async fn over(redis: &Redis) -> [Arc<dyn Hub>; 2] {
    [Arc::new(RedisHub::open(&redis.url()).await.unwrap()), Arc::new(RedisHub::open(&redis.url()).await.unwrap())]
}

#[tokio::test]
async fn memory() {
    messages_arrive_in_order(in_memory()).await;
    counts_are_shared_and_forgotten(in_memory()).await;
}

#[tokio::test]
async fn redis() {
    let redis = Redis::start();
    messages_arrive_in_order(over(&redis).await).await;
    counts_are_shared_and_forgotten(over(&redis).await).await;
}

/// Sends until it gets through. Everything that arrives before is older, and nothing is missing but what was announced as lost.
async fn goes_on(from: (u64, &Post), to: (u64, &mut Letters)) {
    let attempts = async {
        for attempt in 0.. {
            from.1.send(to.0, format!("again {attempt}").into());
            sleep(Duration::from_millis(50)).await;
        }
    };
    let arrival = async {
        loop {
            if matches!(next(to.1).await, Mail::Message { message, .. } if message.starts_with(b"again")) {
                return;
            }
        }
    };
    tokio::select! {
        () = attempts => {}
        () = arrival => {}
    }
}

#[tokio::test]
async fn a_server_that_restarts_breaks_the_mail_on_both_sides_and_it_goes_on() {
    let mut redis = Redis::start();
    let [first, second] = over(&redis).await;
    let [(one, mut to_one), (two, mut to_two)] = two(first, second).await;
    one.send(2, b"before".to_vec());
    two.send(1, b"before".to_vec());
    assert_eq!((next(&mut to_one).await, next(&mut to_two).await), (message(2, "before"), message(1, "before")));
    redis.stop();
    one.send(2, b"lost".to_vec());
    assert_eq!(next(&mut to_one).await, Mail::Broken { with: 2 }, "its sender knows");
    redis.restart();
    assert_eq!(next(&mut to_two).await, Mail::Broken { with: 1 }, "and so does the other");
    goes_on((1, &one), (2, &mut to_two)).await;
    goes_on((2, &two), (1, &mut to_one)).await;
    redis.flush();
    goes_on((1, &one), (2, &mut to_two)).await;
    goes_on((2, &two), (1, &mut to_one)).await;
}

/// A hub that loses what its test says.
struct Lossy {
    hub: MemoryHub,
    loses: std::sync::atomic::AtomicBool,
}

#[async_trait::async_trait]
impl Hub for Lossy {
    async fn open_inbox(&self, node: u64) -> Result<parlor_hub::Inbox, parlor_hub::HubError> {
        self.hub.open_inbox(node).await
    }

    async fn send(&self, messages: &[(u64, Vec<u8>)]) -> Result<Vec<bool>, parlor_hub::HubError> {
        if self.loses.load(std::sync::atomic::Ordering::SeqCst) {
            // Nobody is told, as when a server dies after it has answered.
            return Ok(vec![true; messages.len()]);
        }
        self.hub.send(messages).await
    }

    async fn count(&self, key: &str, add: u64, lasting: Duration) -> Result<u64, parlor_hub::HubError> {
        self.hub.count(key, add, lasting).await
    }

    async fn forget(&self, keys: &[String]) -> Result<(), parlor_hub::HubError> {
        self.hub.forget(keys).await
    }
}

#[tokio::test]
async fn a_loss_that_no_sender_hears_of_is_noticed_on_both_sides() {
    let hub = Arc::new(Lossy { hub: MemoryHub::default(), loses: false.into() });
    let [(one, mut to_one), (_two, mut to_two)] = two(Arc::clone(&hub) as _, Arc::clone(&hub) as _).await;
    one.send(2, b"first".to_vec());
    assert_eq!(next(&mut to_two).await, message(1, "first"));
    hub.loses.store(true, std::sync::atomic::Ordering::SeqCst);
    one.send(2, b"lost".to_vec());
    sleep(Duration::from_millis(100)).await;
    hub.loses.store(false, std::sync::atomic::Ordering::SeqCst);
    // Nothing more is sent: the beats tell.
    assert_eq!(next(&mut to_two).await, Mail::Broken { with: 1 });
    assert_eq!(next(&mut to_one).await, Mail::Broken { with: 2 });
    one.send(2, b"again".to_vec());
    assert_eq!(next(&mut to_two).await, message(1, "again"));
}
