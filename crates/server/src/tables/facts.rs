//! What a table must be told of the house with a command.

use crate::{house::House, problem::HouseError};
use parlor_kernel::Refusal;
use parlor_store::{StoreError, User};
use parlor_table::{Facts, Needs};
use parlor_wire::UserId;

impl House {
    /// Finds out what a table needs to know for a command of `user`. What it may be refused for is counted.
    ///
    /// # Errors
    /// If it cannot be found out.
    pub(super) async fn facts(&self, user: &User, needs: Needs) -> Result<Facts, Refusal> {
        if needs == Needs::default() {
            return Ok(Facts::default());
        }
        let allowed = self.allows(user.id, &needs).await;
        let is_known = !needs.purse && needs.trust.is_none() && needs.log.is_none();
        if allowed.is_err() || is_known {
            return Ok(Facts { allowed, ..Facts::default() });
        }
        Box::pin(self.look_up(user, needs)).await.map_err(|error| {
            tracing::error!(%error, "what a table needs to know could not be read");
            HouseError::Storage.into()
        })
    }

    /// Finds out what a table needs to know to do what is due.
    ///
    /// # Errors
    /// If it cannot be found out.
    pub(super) async fn facts_by_time(&self, needs: Needs) -> Result<Facts, StoreError> {
        let log = match needs.log {
            Some(id) => self.log_of(id).await?,
            None => None,
        };
        Ok(Facts { log, ..Facts::default() })
    }

    async fn look_up(&self, user: &User, needs: Needs) -> Result<Facts, StoreError> {
        let purse = if needs.purse { self.give_grants(user).await?.balance } else { 0 };
        let trust = match needs.trust {
            Some(holder) => self.store.trust(holder).await?.into(),
            None => Default::default(),
        };
        Ok(Facts { purse, trust, ..self.facts_by_time(needs).await? })
    }

    /// Whether the house allows what a user asks of a table; the first objection if not.
    async fn allows(&self, user: UserId, needs: &Needs) -> Result<(), Refusal> {
        if needs.seat {
            Box::pin(self.may_sit(user)).await?;
        }
        if let Some(bytes) = needs.bytes {
            self.may_keep(user, bytes)?;
        }
        if needs.bet {
            self.rates.bet(user).map_err(HouseError::TooFast)?;
        }
        Ok(())
    }
}
