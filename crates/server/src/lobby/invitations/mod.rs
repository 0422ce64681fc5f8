//! Invitations: one person asks another to a game, through whatever door.
//!
//! One task, the [`Desk`], does everything that changes an invitation, in order and durably: of an acceptance, a
//! refusal, a withdrawal and the end of its time exactly one counts, and an acceptance opens its table in the same
//! write. What waits for an answer stands in the [`Book`], which anybody may look at.

mod book;
mod desk;
mod error;
mod two;

use crate::{
    house::House,
    rows,
    tables::{Asker, Outlet},
};
use book::Book;
use desk::Desk;
pub use error::InvitationError;
use parlor_store::{StoreError, User};
use parlor_wire::{
    CommandId, Invitation, InvitationEnd, InvitationId, Invitee, Pace, ServerFrame, UserId,
    http::{MyInvitations, OpenTable, PastInvitation},
};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::{Notify, mpsc, oneshot};

/// How many requests may wait before senders are told to try again.
const QUEUE: usize = 1024;
/// How many finished invitations a player is shown.
const SHOWN: u32 = 50;

/// A request about an invitation.
#[derive(Debug)]
pub enum InvitationCommand {
    /// To send one.
    Invite {
        /// To whom.
        to: Invitee,
        /// What to play.
        wish: Box<OpenTable>,
        /// Face to face or over days.
        pace: Pace,
    },
    /// To accept one.
    Accept(InvitationId),
    /// To decline one.
    Decline(InvitationId),
    /// To take one's own back.
    Withdraw(InvitationId),
}

/// What the desk can be asked.
enum Ask {
    /// To carry out a command.
    Command {
        /// Who asks.
        asker: Asker,
        /// Their name for it.
        id: CommandId,
        /// What they want.
        wanted: InvitationCommand,
    },
    /// People have been deleted.
    Forget(Arc<[User]>, oneshot::Sender<()>),
}

/// The way to the desk, and what waits there for an answer.
pub struct Invitations {
    asks: mpsc::Sender<Ask>,
    book: Mutex<Book>,
    loaded: Notify,
}

/// The invitations that wait for an answer, as they are stored.
async fn stored(house: &House) -> Result<Book, StoreError> {
    let mut book = Book::default();
    let now = (house.wall.now_ms(), tokio::time::Instant::now());
    for row in house.store.invitations().await? {
        let longest = desk::patience(&house.settings.times, row.pace);
        book.restore(row, now, longest);
    }
    Ok(book)
}

/// What the desk works on: to be handed to [`Invitations::open`].
pub struct Queue(mpsc::Receiver<Ask>);

impl Invitations {
    /// An empty book; answers come once the desk runs.
    pub fn new() -> (Self, Queue) {
        let (asks, queue) = mpsc::channel(QUEUE);
        (Self { asks, book: Mutex::default(), loaded: Notify::new() }, Queue(queue))
    }

    /// Opens the desk.
    pub fn open(house: &Arc<House>, Queue(queue): Queue) {
        house.tasks.spawn(Desk::new(Arc::clone(house), queue).run());
    }

    /// What waited for an answer when the house closed, or fell, waits on.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub async fn load(house: &House) -> Result<(), StoreError> {
        let stored = stored(house).await?;
        *house.invitations.book() = stored;
        house.invitations.loaded.notify_one();
        Ok(())
    }

    /// Another node looks after what waits for an answer.
    pub fn unload(&self) {
        *self.book() = Book::default();
    }

    /// Resolves when other invitations wait than before.
    async fn loaded(&self) {
        self.loaded.notified().await;
    }

    /// The invitations that wait for an answer of a player, or that they sent.
    pub fn waiting_for(&self, user: UserId) -> Vec<Invitation> {
        self.book().of(user).collect()
    }

    fn book(&self) -> MutexGuard<'_, Book> {
        // Every change is complete before anything can panic.
        self.book.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Asks for something; the answer goes to the asker's outlet.
    ///
    /// # Errors
    /// If there is too much to do.
    pub fn ask(&self, asker: Asker, id: CommandId, wanted: InvitationCommand) -> Result<(), InvitationError> {
        self.asks.try_send(Ask::Command { asker, id, wanted }).map_err(|_| InvitationError::HouseBusy)
    }

    /// Tells a new connection what waits for an answer. From then on it hears of the rest as one of its person's
    /// outlets: the book does not change meanwhile, so nothing comes in the wrong order.
    pub fn greet(&self, user: UserId, outlet: &Outlet) {
        let book = self.book();
        for invitation in book.of(user) {
            outlet.send(ServerFrame::Invited(Box::new(invitation)));
        }
    }

    /// Updates a person whose name or kind has changed.
    pub fn became(&self, user: &User) {
        self.book().became(user);
    }

    /// Ends the invitations of people who have been deleted, in both directions.
    pub async fn forget(&self, gone: Arc<[User]>) {
        let (done, forgotten) = oneshot::channel();
        if self.asks.send(Ask::Forget(gone, done)).await.is_ok() {
            // A house that closes has forgotten them in its store.
            let _ = forgotten.await;
        }
    }
}

impl House {
    /// A player's invitations in both directions: those that wait for an answer, and the latest that are over.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub async fn invitations_of(&self, user: UserId) -> Result<MyInvitations, StoreError> {
        let over = self.store.past_invitations(user, SHOWN).await?;
        let mut past = Vec::new();
        for row in over {
            let Some((end, ended_at)) = row.over else { continue };
            let open = match end {
                InvitationEnd::Accepted { table } => self.is_open(table).await?,
                InvitationEnd::Declined | InvitationEnd::Withdrawn | InvitationEnd::Expired => false,
            };
            past.push(PastInvitation {
                id: row.id,
                from: row.from.into(),
                to: row.to.into(),
                wish: rows::open_table(row.wish),
                pace: row.pace,
                end,
                ended_at,
                open,
            });
        }
        let is_elsewhere = self.cluster.as_ref().is_some_and(|cluster| cluster.lobby_elsewhere().is_some());
        let mut pending: Vec<Invitation> =
            if is_elsewhere { stored(self).await?.of(user).collect() } else { self.invitations.waiting_for(user) };
        pending.reverse();
        Ok(MyInvitations { pending, over: past })
    }
}
