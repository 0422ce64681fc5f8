//! Telling people what they should know while they are away: whose turn it is in games over days, how those ended, and
//! invitations. Through open connections, by push services, and to addresses of people's own (see ADR 29).

mod bulletin;
mod destination;
mod outbox;
mod outside;
mod push;
mod webhook;

pub use bulletin::{Bulletin, outcome};
pub use outbox::{Outbox, run};
pub use push::PushKey;

use crate::{
    chance,
    house::House,
    people::accounts::AccountError,
    problem::{HttpError, Refused},
};
use axum::http::StatusCode;
use base64::{Engine, prelude::BASE64_URL_SAFE_NO_PAD};
use destination::{BadAddress, Destination};
use parlor_store::{PushRow, Session, StoreError, WebhookRow, Write};
use parlor_wire::{
    Kind, News, ServerFrame, UserId,
    http::{NoticeSettings, NoticesKept, PushSubscription, SetWebhook, Webhook},
};
use strum::{IntoStaticStr, VariantNames};
use thiserror::Error;
use tokio::sync::OnceCell;

/// Why the house does not send messages to where a user wants them.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error, IntoStaticStr, VariantNames)]
#[strum(serialize_all = "snake_case")]
pub enum NoticeError {
    /// The house sends none to browsers.
    #[error("This house sends no messages to browsers.")]
    NoPushHere,
    /// The keys of a subscription are none.
    #[error("Those are no keys of a browser: send what it says about its subscription.")]
    BadSubscription,
    /// The house sends none to other addresses.
    #[error("This house sends no messages to other addresses.")]
    NoWebhooksHere,
    /// The house does not talk to the address.
    #[error(transparent)]
    BadAddress(#[from] BadAddress),
}

impl HttpError for NoticeError {
    fn status(&self) -> StatusCode {
        StatusCode::UNPROCESSABLE_ENTITY
    }
}

/// What tells people.
#[derive(Debug)]
pub struct Notices {
    outbox: Outbox,
    /// The key that push services know this house by, once it is needed.
    key: OnceCell<PushKey>,
}

impl Notices {
    /// Nothing has been told yet.
    pub fn new(outbox: Outbox) -> Self {
        Self { outbox, key: OnceCell::new() }
    }
}

impl House {
    /// Tells a user something, wherever they are: through the connections they have, and where they wished to be told
    /// while they are away. Never waits.
    pub fn tell_news(&self, user: UserId, news: News) {
        self.tell_people(&[user], ServerFrame::News(news.clone()));
        self.notices.outbox.put(user, news);
    }

    /// Tells a user something where they wished to be told while they are away. Their connections know it already.
    pub fn tell_while_away(&self, user: UserId, news: News) {
        self.notices.outbox.put(user, news);
    }

    /// The key that push services know this house by. It is made once and kept.
    ///
    /// # Errors
    /// If the store cannot be read or written.
    pub async fn push_key(&self) -> Result<&PushKey, StoreError> {
        let make = async || {
            if let Some(key) = self.store.push_key().await? {
                return PushKey::read(&key);
            }
            self.store.write(vec![Write::SetPushKey(PushKey::random().secret())]).await?;
            let kept = self.store.push_key().await?;
            PushKey::read(&kept.ok_or_else(|| StoreError::Corrupt("no key for push services".into()))?)
        };
        self.notices.key.get_or_try_init(make).await
    }

    /// How a user is told.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub async fn notice_settings(&self, session: &Session) -> Result<NoticeSettings, StoreError> {
        let settings = &self.settings.notices;
        let pushes = self.store.pushes(session.user.id).await?;
        let webhook = self.store.webhook(session.user.id).await?;
        Ok(NoticeSettings {
            push_key: if settings.push { Some(self.push_key().await?.public()) } else { None },
            here: pushes.iter().any(|push| push.session == session.id),
            browsers: pushes.len() as u32,
            webhooks: settings.webhooks && session.user.kind != Kind::Guest,
            webhook: webhook.map(|WebhookRow { url, secret }| Webhook { url, secret }),
        })
    }

    /// Where a user is told, for their export.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub async fn notices_kept(&self, user: UserId) -> Result<NoticesKept, StoreError> {
        let browsers = self.store.pushes(user).await?.into_iter().map(|push| push.endpoint).collect();
        let webhook = self.store.webhook(user).await?.map(|WebhookRow { url, secret }| Webhook { url, secret });
        Ok(NoticesKept { browsers, webhook })
    }

    /// The browser of a session takes messages from now on.
    ///
    /// # Errors
    /// If that is no subscription, or the house sends none.
    pub async fn subscribe(&self, session: &Session, wanted: &PushSubscription) -> Result<(), Refused> {
        if !self.settings.notices.push {
            return Err(NoticeError::NoPushHere.into());
        }
        let endpoint = self.destination(&wanted.endpoint)?;
        let bytes = |text: &str| BASE64_URL_SAFE_NO_PAD.decode(text.trim_end_matches('=')).ok();
        let key = bytes(&wanted.keys.p256dh).filter(|key| push::is_public_key(key));
        let auth = bytes(&wanted.keys.auth).and_then(|auth| auth.try_into().ok());
        let (p256dh, auth) = key.zip(auth).ok_or(NoticeError::BadSubscription)?;
        let push = PushRow {
            session: session.id,
            endpoint: endpoint.to_string(),
            p256dh,
            auth,
            created_at: self.wall.now_ms(),
        };
        Ok(self.store.write(vec![Write::SetPush { user: session.user.id, push }]).await?)
    }

    /// The browser of a session takes no more messages.
    ///
    /// # Errors
    /// If that cannot be saved.
    pub async fn unsubscribe(&self, session: &Session) -> Result<(), Refused> {
        Ok(self.store.write(vec![Write::DropPush { session: session.id, endpoint: None }]).await?)
    }

    /// An address of a user's own is told from now on, and signed with a new secret.
    ///
    /// # Errors
    /// If it is none, or the house tells none.
    pub async fn set_webhook(&self, session: &Session, wanted: &SetWebhook) -> Result<Webhook, Refused> {
        if session.user.kind == Kind::Guest {
            return Err(AccountError::AccountNeeded.into());
        }
        if !self.settings.notices.webhooks {
            return Err(NoticeError::NoWebhooksHere.into());
        }
        let url = self.destination(&wanted.url)?.to_string();
        let (secret, _) = chance::token("");
        let webhook = Some(WebhookRow { url: url.clone(), secret: secret.clone() });
        self.store.write(vec![Write::SetWebhook { user: session.user.id, webhook }]).await?;
        Ok(Webhook { url, secret })
    }

    /// No address of a user's own is told any more.
    ///
    /// # Errors
    /// If that cannot be saved.
    pub async fn drop_webhook(&self, user: UserId) -> Result<(), Refused> {
        Ok(self.store.write(vec![Write::SetWebhook { user, webhook: None }]).await?)
    }

    fn destination(&self, address: &str) -> Result<Destination, NoticeError> {
        let reach = destination::Reach::of(&self.settings.notices);
        Ok(Destination::parse(address, reach)?)
    }
}
