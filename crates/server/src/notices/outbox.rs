//! What waits to be sent to people who are away. Nothing in the house waits for it: what is too much is dropped.

use super::{
    destination::{BadAddress, Destination, Reach},
    outside::{NoAnswer, Outside},
    push, webhook,
};
use crate::house::House;
use axum::http::{Request, StatusCode};
use parlor_store::{PushRow, StoreError, WebhookRow, Write};
use parlor_wire::{News, UserId, http::NoticeMessage};
use std::{collections::HashMap, io, sync::Arc, time::Duration};
use thiserror::Error;
use tokio::{
    sync::mpsc,
    task::JoinSet,
    time::{Instant, sleep, sleep_until, timeout},
};

/// How much may wait to be taken up.
const WAITING: usize = 1024;
/// How many people may be waited for: each is there only until they have been told, or have rested.
const PEOPLE: usize = 10_000;
/// How much may wait for one person; the oldest gives way.
const OF_ONE: usize = 16;
/// How many people are told at once.
const AT_ONCE: usize = 16;
/// How long telling one person may take in all.
const PATIENCE: Duration = Duration::from_secs(90);
/// How long to wait before each further attempt.
const PAUSES: [Duration; 2] = [Duration::from_secs(1), Duration::from_secs(5)];

/// The way to the outbox.
#[derive(Clone, Debug)]
pub struct Outbox(mpsc::Sender<(UserId, News)>);

/// What is put into the outbox.
pub type Inlet = mpsc::Receiver<(UserId, News)>;

/// Why something could not be sent.
#[derive(Debug, Error)]
enum NotSent {
    #[error(transparent)]
    Address(#[from] BadAddress),
    #[error(transparent)]
    NoAnswer(#[from] NoAnswer),
    #[error("it answers with status {0}")]
    Status(StatusCode),
    #[error("it cannot be encrypted: {0}")]
    Push(#[from] web_push_native::Error),
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl NotSent {
    /// Whether the address is gone for good.
    fn is_gone(&self) -> bool {
        matches!(self, Self::Status(StatusCode::NOT_FOUND | StatusCode::GONE))
    }

    /// Whether another attempt may do better.
    fn may_pass(&self) -> bool {
        match self {
            Self::NoAnswer(_) => true,
            Self::Status(status) => *status == StatusCode::TOO_MANY_REQUESTS || status.is_server_error(),
            Self::Address(_) | Self::Push(_) | Self::Store(_) => false,
        }
    }
}

impl Outbox {
    /// An outbox, and what it is emptied from.
    pub fn new() -> (Self, Inlet) {
        let (outbox, inlet) = mpsc::channel(WAITING);
        (Self(outbox), inlet)
    }

    /// Puts something in. If there is too much already it is lost: people see it when they come.
    pub fn put(&self, user: UserId, news: News) {
        if self.0.try_send((user, news)).is_err() {
            metrics::counter!("parlor_notices_dropped_total").increment(1);
        }
    }
}

/// A user who is to be told.
#[derive(Default)]
struct Addressee {
    /// What of, and what; the oldest first.
    waiting: Vec<(String, News)>,
    is_being_told: bool,
    rests_until: Option<Instant>,
}

impl Addressee {
    /// Later news of the same thing take the place of earlier ones.
    fn add(&mut self, news: News) {
        let tag = tag(&news);
        self.waiting.retain(|(known, _)| *known != tag);
        if self.waiting.len() == OF_ONE {
            self.waiting.remove(0);
        }
        self.waiting.push((tag, news));
    }

    fn due(&self) -> Option<Instant> {
        let waits = !self.is_being_told && (!self.waiting.is_empty() || self.rests_until.is_some());
        waits.then(|| self.rests_until.unwrap_or_else(Instant::now))
    }
}

/// What news are about. It is a topic of push services, too: at most 32 letters, digits and dashes.
fn tag(news: &News) -> String {
    match news {
        News::YourTurn(at) | News::Over { at, .. } => format!("table-{}", at.table),
        News::Invited { invitation, .. } => format!("invitation-{invitation}"),
    }
}

/// Empties the outbox until the house closes.
pub async fn run(house: Arc<House>, mut inlet: Inlet) {
    let mut people: HashMap<UserId, Addressee> = HashMap::new();
    let mut telling = JoinSet::new();
    let gap = Duration::from_millis(house.settings.notices.gap_ms);
    let sender = Arc::new(Sender { house: Arc::clone(&house), outside: tokio::sync::OnceCell::new() });
    loop {
        let next = people.iter().filter_map(|(user, person)| Some((person.due()?, *user))).min();
        let next = next.filter(|_| telling.len() < AT_ONCE);
        let timer = async {
            match next {
                Some((due, user)) => {
                    sleep_until(due).await;
                    user
                }
                None => std::future::pending().await,
            }
        };
        tokio::select! {
            () = house.closing.cancelled() => return,
            put = inlet.recv() => {
                let Some((user, news)) = put else { return };
                if people.len() < PEOPLE || people.contains_key(&user) {
                    people.entry(user).or_default().add(news);
                }
            }
            user = timer => {
                let Some(person) = people.get_mut(&user) else { continue };
                person.rests_until = None;
                let waiting = std::mem::take(&mut person.waiting);
                if waiting.is_empty() {
                    people.remove(&user);
                    continue;
                }
                person.is_being_told = true;
                let sender = Arc::clone(&sender);
                telling.spawn(async move {
                    // What takes longer is given up.
                    let _ = timeout(PATIENCE, sender.tell(user, waiting)).await;
                    user
                });
            }
            Some(told) = telling.join_next() => {
                // A task that panics has been logged.
                let Ok(user) = told else { continue };
                if let Some(person) = people.get_mut(&user) {
                    person.is_being_told = false;
                    person.rests_until = Some(Instant::now() + gap);
                }
            }
        }
    }
}

/// Sends to the places where people wished to be told.
struct Sender {
    house: Arc<House>,
    /// Made when it is first needed: it reads the machine's certificates.
    outside: tokio::sync::OnceCell<Outside>,
}

impl Sender {
    async fn tell(&self, user: UserId, waiting: Vec<(String, News)>) {
        let found = async {
            let store = &self.house.store;
            Ok::<_, StoreError>((store.pushes(user).await?, store.webhook(user).await?))
        };
        let (pushes, webhook) = match found.await {
            Ok(found) => found,
            Err(error) => return tracing::error!(%error, "it could not be read where a user is told"),
        };
        for (tag, news) in waiting {
            let message = self.message(&tag, news);
            let text = serde_json::to_vec(&message).expect("messages are JSON");
            for row in &pushes {
                self.push(row, &tag, &text).await;
            }
            if let Some(webhook) = &webhook {
                self.webhook(webhook, &text).await;
            }
        }
    }

    fn message(&self, tag: &str, news: News) -> NoticeMessage {
        let name = self.house.registry.game(news.game()).map_or("a game", |game| game.spec().name);
        NoticeMessage {
            text: news.sentence(name),
            path: news.path(),
            tag: tag.to_owned(),
            at: self.house.wall.now_ms(),
            news,
        }
    }

    /// Sends to a browser, and forgets one that is gone.
    async fn push(&self, row: &PushRow, topic: &str, text: &[u8]) {
        if !self.house.settings.notices.push {
            return;
        }
        match self.push_once(row, topic, text).await {
            Ok(()) => metrics::counter!("parlor_notices_total", "by" => "push").increment(1),
            Err(error) if error.is_gone() => {
                let (session, endpoint) = (row.session, Some(row.endpoint.clone()));
                if let Err(error) = self.house.store.write(vec![Write::DropPush { session, endpoint }]).await {
                    tracing::warn!(%error, "a browser that takes no more messages could not be forgotten");
                }
            }
            // The address is its owner's secret.
            Err(error) => tracing::debug!(%error, "a browser could not be told"),
        }
    }

    async fn push_once(&self, row: &PushRow, topic: &str, text: &[u8]) -> Result<(), NotSent> {
        let to = self.destination(&row.endpoint)?;
        let (contact, now_s) = (self.contact(), self.house.wall.now_ms() / 1000);
        let message = push::Message { text: text.to_vec(), topic, contact: contact.as_deref(), now_s };
        let request = push::request(self.house.push_key().await?, &to, row, message)?;
        self.persist(&to, &request).await
    }

    async fn webhook(&self, row: &WebhookRow, text: &[u8]) {
        if !self.house.settings.notices.webhooks {
            return;
        }
        let sent = async {
            let to = self.destination(&row.url)?;
            self.persist(&to, &webhook::request(&row.secret, text.to_vec())).await
        };
        match sent.await {
            Ok(()) => metrics::counter!("parlor_notices_total", "by" => "webhook").increment(1),
            Err(error) => tracing::debug!(%error, "an address of a person's own could not be told"),
        }
    }

    /// How push services reach the keeper of the house.
    fn contact(&self) -> Option<String> {
        let settings = &self.house.settings;
        let address = settings.public_url.as_ref().filter(|url| url.is_https()).map(ToString::to_string);
        settings.notices.contact.clone().or(address)
    }

    /// Where an address leads that was kept: what is allowed may have changed since.
    fn destination(&self, address: &str) -> Result<Destination, BadAddress> {
        Destination::parse(address, Reach::of(&self.house.settings.notices))
    }

    /// Sends a request, again if that may help.
    async fn persist(&self, to: &Destination, request: &Request<Vec<u8>>) -> Result<(), NotSent> {
        let mut pauses = PAUSES.into_iter();
        loop {
            let Err(error) = self.once(to, request.clone()).await else { return Ok(()) };
            match pauses.next().filter(|_| error.may_pass()) {
                Some(pause) => sleep(pause).await,
                None => return Err(error),
            }
        }
    }

    async fn once(&self, to: &Destination, request: Request<Vec<u8>>) -> Result<(), NotSent> {
        let make = async || Outside::new(Reach::of(&self.house.settings.notices));
        let outside = self.outside.get_or_try_init(make).await.map_err(|error: io::Error| {
            tracing::error!(%error, "this machine trusts no authority: no message can be sent");
            NoAnswer::NoTrust(error)
        })?;
        let status = outside.call(to, request).await?;
        if status.is_success() { Ok(()) } else { Err(NotSent::Status(status)) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use parlor_wire::{InvitationId, news::TableNews};

    fn turn(code: &str) -> News {
        News::YourTurn(TableNews { table: code.parse().unwrap(), game: "words".into(), with: Vec::new() })
    }

    #[test]
    fn news_of_one_table_collapse_and_the_oldest_give_way() {
        let mut person = Addressee::default();
        let code = |n: usize| format!("AAAA{}{}", char::from(b'A' + (n / 8) as u8), n % 8 + 2);
        for n in 0..OF_ONE {
            person.add(turn(&code(n)));
        }
        person.add(turn(&code(0)));
        assert_eq!((person.waiting.len(), &person.waiting[OF_ONE - 1].1), (OF_ONE, &turn(&code(0))));
        person.add(News::Invited { invitation: InvitationId(7), game: "words".into(), from: "Ben".into() });
        assert_eq!((person.waiting.len(), &person.waiting[0].1), (OF_ONE, &turn(&code(2))));
    }

    #[test]
    fn tags_are_topics_of_push_services() {
        let invited = News::Invited { invitation: InvitationId(u64::MAX), game: String::new(), from: String::new() };
        for tag in [tag(&turn("K7QX2M")), tag(&invited)] {
            assert!(tag.len() <= 32 && tag.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-'), "{tag}");
        }
    }
}
