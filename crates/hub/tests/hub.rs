//! Hubs: one in memory, and one over a Redis server that is started for these tests.

use parlor_hub::{Hub, HubError, Kept, Letters, Mail, MemoryHub, Post, RedisHub, Version};
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

fn kept(name: &str, epoch: u64, number: u64, value: &str) -> Kept {
    let value = Some(value.as_bytes().to_vec()).filter(|value| !value.is_empty());
    Kept { name: name.into(), version: Version { epoch, number }, value, lasting: PATIENCE }
}

async fn found(hub: &Arc<dyn Hub>, names: &[&str]) -> Vec<Option<String>> {
    let names: Vec<_> = names.iter().map(|name| (*name).to_owned()).collect();
    let found = hub.find(&names).await.unwrap();
    found.into_iter().map(|value| value.map(|value| String::from_utf8(value).unwrap())).collect()
}

async fn what_is_kept_is_found_until_something_newer_or_its_end(hubs: [Arc<dyn Hub>; 2]) {
    let [one, two] = hubs;
    assert_eq!(found(&one, &[]).await, []);
    one.keep(&[kept("a", 2, 9, "old"), kept("b", 1, 1, "b")]).await.unwrap();
    assert_eq!(found(&two, &["b", "none", "a"]).await, [Some("b".into()), None, Some("old".into())]);
    // Each of a batch stands for itself: an ex-owner neither replaces nor takes away, a new one does.
    two.keep(&[kept("a", 10, 1, "new"), kept("b", 0, 99, "ex")]).await.unwrap();
    assert_eq!(found(&one, &["a", "b"]).await, [Some("new".into()), Some("b".into())]);
    for late in [kept("a", 9, 99, "ex"), kept("a", 9, 99, ""), kept("a", 10, 0, "late")] {
        one.keep(&[late]).await.unwrap();
        assert_eq!(found(&two, &["a"]).await, [Some("new".into())]);
    }
    one.keep(&[kept("a", 10, 2, "newer")]).await.unwrap();
    assert_eq!(found(&two, &["a"]).await, [Some("newer".into())]);
    one.keep(&[kept("a", 10, 3, ""), kept("none", 1, 1, "")]).await.unwrap();
    assert_eq!(found(&two, &["a"]).await, [None]);
    one.keep(&[Kept { lasting: Duration::from_millis(1), ..kept("b", 1, 2, "short") }]).await.unwrap();
    sleep(Duration::from_millis(20)).await;
    assert_eq!(found(&two, &["b"]).await, [None], "its time is up");
    one.keep(&[kept("b", 0, 0, "anew")]).await.unwrap();
    assert_eq!(found(&two, &["b"]).await, [Some("anew".into())], "what has expired is older than anything");
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
    what_is_kept_is_found_until_something_newer_or_its_end(in_memory()).await;
}

#[tokio::test]
async fn redis() {
    let redis = Redis::start();
    messages_arrive_in_order(over(&redis).await).await;
    counts_are_shared_and_forgotten(over(&redis).await).await;
    what_is_kept_is_found_until_something_newer_or_its_end(over(&redis).await).await;
}

#[tokio::test]
async fn what_a_server_keeps_expires_there_and_garbage_is_not_believed() {
    let redis = Redis::start();
    let [hub, _] = over(&redis).await;
    let hour = Duration::from_secs(3600);
    let left = || redis.say(&["ttl", "parlor:hot:a"]).parse::<u64>().unwrap();
    hub.keep(&[Kept { lasting: hour, ..kept("a", 1, 1, "first") }]).await.unwrap();
    assert!((3590..=3600).contains(&left()));
    redis.say(&["expire", "parlor:hot:a", "60"]);
    hub.keep(&[Kept { lasting: hour, ..kept("a", 1, 2, "second") }]).await.unwrap();
    assert!((3590..=3600).contains(&left()), "it lasts anew with each write");

    redis.say(&["set", "parlor:hot:text", "nonsense that is longer than any version is"]);
    redis.say(&["set", "parlor:hot:short", "9"]);
    redis.say(&["set", "parlor:hot:empty", ""]);
    redis.say(&["rpush", "parlor:hot:list", "a", "b"]);
    let garbage = ["text", "short", "empty", "list"];
    assert_eq!(found(&hub, &garbage).await, [const { None }; 4]);
    hub.keep(&garbage.map(|name| kept(name, 0, 0, name))).await.unwrap();
    assert_eq!(found(&hub, &garbage).await, garbage.map(|name| Some(name.to_owned())), "it is replaced");

    redis.flush();
    // The connection went with it, and comes back.
    let again = async {
        while hub.keep(&[kept("a", 0, 1, "again")]).await.is_err() {
            sleep(Duration::from_millis(20)).await;
        }
    };
    timeout(PATIENCE, again).await.expect("the server is there");
    assert_eq!(found(&hub, &["a", "list"]).await, [Some("again".into()), None]);
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
    async fn open_inbox(&self, node: u64) -> Result<parlor_hub::Inbox, HubError> {
        self.hub.open_inbox(node).await
    }

    async fn send(&self, messages: &[(u64, Vec<u8>)]) -> Result<Vec<bool>, HubError> {
        if self.loses.load(std::sync::atomic::Ordering::SeqCst) {
            // Nobody is told, as when a server dies after it has answered.
            return Ok(vec![true; messages.len()]);
        }
        self.hub.send(messages).await
    }

    async fn count(&self, key: &str, add: u64, lasting: Duration) -> Result<u64, HubError> {
        self.hub.count(key, add, lasting).await
    }

    async fn forget(&self, keys: &[String]) -> Result<(), HubError> {
        self.hub.forget(keys).await
    }

    async fn keep(&self, kept: &[Kept]) -> Result<(), HubError> {
        self.hub.keep(kept).await
    }

    async fn find(&self, names: &[String]) -> Result<Vec<Option<Vec<u8>>>, HubError> {
        self.hub.find(names).await
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
