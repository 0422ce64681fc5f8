//! Admission: who may come in. Doors pass on the credentials they get; this module decides.

use crate::{
    house::House,
    people::{auth::AuthError, presence::Connected},
    problem::{HouseError, Refused},
};
use parlor_store::Session;
use parlor_wire::http::Welcome;
use std::{net::IpAddr, sync::Arc};

/// The credentials shown at a door.
pub struct Papers {
    /// A token; an empty one counts as missing.
    pub token: Option<String>,
    /// How to come in without a token, where guests are welcome.
    pub guest: Option<Guest>,
}

/// A guest who has not been here before.
pub struct Guest {
    /// What they want to be called; a name is suggested if it is empty.
    pub name: String,
    /// What their session is called.
    pub agent: &'static str,
}

/// A client that was let in.
pub struct Arrival {
    /// Through which session.
    pub session: Session,
    /// Counts the connection for as long as it is kept.
    pub connected: Connected,
    /// What a new guest is told.
    pub welcome: Option<Welcome>,
}

impl House {
    /// Admits a client that wants to stay connected.
    ///
    /// # Errors
    /// If they come too often, show no valid credentials, or there are too many.
    pub async fn admit(self: &Arc<Self>, from: IpAddr, papers: Papers) -> Result<Arrival, Refused> {
        // First of all, so that endless reconnects do not each cost a look into the store.
        self.rates.request(from).map_err(HouseError::TooFast)?;
        let endings = self.presence.endings();
        let (session, welcome) = match (papers.token.filter(|token| !token.is_empty()), papers.guest) {
            (Some(token), _) => (self.recognise(&token).await?.ok_or(AuthError::UnknownToken)?, None),
            (None, Some(guest)) => self.welcome_guest(from, guest).await?,
            (None, None) => return Err(AuthError::NotSignedIn.into()),
        };
        let connected = self.connect(&session, from, endings).await?;
        Ok(Arrival { session, connected, welcome })
    }

    async fn welcome_guest(&self, from: IpAddr, guest: Guest) -> Result<(Session, Option<Welcome>), Refused> {
        let name = Some(guest.name).filter(|name| !name.is_empty());
        let (session, token) = self.welcome(from, name.as_deref(), guest.agent.into()).await?;
        let me = session.user.clone().into();
        Ok((session, Some(Welcome { me, token })))
    }
}
