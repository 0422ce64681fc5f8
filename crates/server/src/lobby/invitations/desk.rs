//! The task that does everything that changes an invitation, in order.

use super::{Ask, InvitationCommand, InvitationError, book::Waiting, two};
use crate::{
    chance,
    house::House,
    problem::HouseError,
    rows,
    settings::Times,
    tables::{self, Asker},
};
use parlor_kernel::Refusal;
use parlor_store::{InvitationRow, StoreError, User, Write};
use parlor_table::{CommandName, name_of};
use parlor_wire::{
    CommandId, InvitationEnd, InvitationId, Invitee, Kind, News, Pace, ServerFrame, UserId, http::OpenTable,
};
use std::{
    collections::{HashMap, VecDeque},
    sync::Arc,
    time::Duration,
};
use tokio::{sync::mpsc, time::Instant};

/// How many commands the desk remembers having carried out.
const DONE_KEPT: usize = 1024;
/// How long to wait before something that failed is tried again.
const RETRY: Duration = Duration::from_secs(1);

/// The longest that an invitation may wait, whatever the settings say: a year.
const LONGEST_MS: u64 = 365 * 24 * 3_600_000;

/// How long an invitation waits for an answer.
pub fn patience(times: &Times, pace: Pace) -> Duration {
    let ms = match pace {
        Pace::Live => times.live_invitation_ms,
        Pace::Correspondence => times.correspondence_invitation_ms,
    };
    Duration::from_millis(ms.min(LONGEST_MS))
}

/// Does everything that changes an invitation.
pub struct Desk {
    house: Arc<House>,
    queue: mpsc::Receiver<Ask>,
    /// The latest commands that were carried out: one that is repeated after a drop is not done again.
    done: VecDeque<CommandName>,
    /// Sender and recipient of invitations that were just declined, with the time until which the sender may not ask
    /// again.
    declined: HashMap<[UserId; 2], Instant>,
}

impl Desk {
    pub fn new(house: Arc<House>, queue: mpsc::Receiver<Ask>) -> Self {
        Self { house, queue, done: VecDeque::new(), declined: HashMap::new() }
    }

    pub async fn run(mut self) {
        let closing = self.house.closing.clone();
        loop {
            let due = self.house.invitations.book().next_due();
            let timer = async {
                match due {
                    Some((instant, _)) => tokio::time::sleep_until(instant).await,
                    None => std::future::pending().await,
                }
            };
            tokio::select! {
                ask = self.queue.recv() => match ask {
                    Some(ask) => self.answer(ask).await,
                    None => return,
                },
                () = timer => self.expire().await,
                () = self.house.invitations.loaded() => {}
                () = closing.cancelled() => return,
            }
        }
    }

    async fn answer(&mut self, ask: Ask) {
        match ask {
            Ask::Command { asker, id, wanted } => {
                let outlet = asker.outlet.clone();
                let result = self.command_once(asker, &id, wanted).await;
                outlet.answer(id, result);
            }
            Ask::Forget(gone, done) => {
                self.forget(&gone);
                let _ = done.send(());
            }
        }
    }

    /// Carries a command out, unless that was done before: then it is only answered again.
    async fn command_once(&mut self, asker: Asker, id: &CommandId, wanted: InvitationCommand) -> Result<(), Refusal> {
        let name = name_of(asker.user.id, id);
        let sent_before = |row: &InvitationRow| *row.command == *name;
        let before = self.done.contains(&name) || self.house.invitations.book().sent(asker.user.id).any(sent_before);
        // A repeated acceptance means that the answer was lost: tell again where to go.
        if before && !matches!(wanted, InvitationCommand::Accept(_)) {
            return Ok(());
        }
        match wanted {
            InvitationCommand::Invite { to, wish, pace } => {
                self.invite(&asker.user, name.to_string(), to, *wish, pace).await?
            }
            InvitationCommand::Accept(invitation) => self.accept(&asker, invitation).await?,
            InvitationCommand::Decline(invitation) => {
                self.give_up(&asker.user, invitation, InvitationEnd::Declined).await?;
            }
            InvitationCommand::Withdraw(invitation) => {
                self.give_up(&asker.user, invitation, InvitationEnd::Withdrawn).await?;
            }
        }
        if !before {
            if self.done.len() == DONE_KEPT {
                self.done.pop_front();
            }
            self.done.push_back(name);
        }
        Ok(())
    }

    /// A player invites another to a game.
    async fn invite(
        &self,
        from: &User,
        command: String,
        to: Invitee,
        wish: OpenTable,
        pace: Pace,
    ) -> Result<(), Refusal> {
        let house = &self.house;
        house.rates.invitation(from.id).map_err(InvitationError::TooFast)?;
        let to = self.find(from, to).await?;
        two::table(&house.rules, from, &to, wish.clone(), pace)?;
        if let Some(theirs) = self.mutual(from.id, to.id, &wish, pace) {
            return self.open_table(theirs).await;
        }
        if self.read(house.store.has_muted(to.id, from.id).await)? {
            return Err(InvitationError::Muted(to.name).into());
        }
        self.may_ask_again(from, &to)?;
        self.may_reach(&to, pace)?;
        if pace == Pace::Live {
            self.may_play_now(from, &to)?;
            may_play_now_yourself(house, from.id)?;
        }
        house.may_sit(from.id).await?;
        if pace == Pace::Correspondence {
            house.may_play_over_days(from, &to, &wish.game).await?;
        }
        self.may_send(from, &to, &wish.game)?;
        let patience = patience(&house.settings.times, pace);
        let sent_at = self.house.wall.now_ms();
        let row = InvitationRow {
            id: InvitationId(chance::word()),
            from: from.clone(),
            to,
            wish: rows::wish(&wish),
            pace,
            command,
            sent_at,
            expires_at: sent_at.saturating_add(patience.as_millis() as u64),
            over: None,
        };
        let deadline = Instant::now() + patience;
        if let Err(error) = house.store.write(vec![Write::Invite(row.clone().into())]).await {
            tracing::error!(%error, "an invitation could not be saved");
            self.look(row.id).await?.ok_or(HouseError::Storage)?;
        }
        let waiting = Waiting { row, deadline };
        let pair = [waiting.row.from.id, waiting.row.to.id];
        let frame = ServerFrame::Invited(Box::new(waiting.told()));
        let mut book = house.invitations.book();
        let news = over_days(&waiting.row);
        book.add(waiting);
        house.tell_people(&pair, frame);
        drop(book);
        if let Some(news) = news {
            house.tell_while_away(pair[1], news);
        }
        metrics::counter!("parlor_invitations_total").increment(1);
        Ok(())
    }

    /// Who is meant.
    async fn find(&self, from: &User, to: Invitee) -> Result<User, Refusal> {
        let user = match to {
            Invitee::Id(id) => self.read(self.house.store.user(id).await)?.map(|row| row.user),
            Invitee::Name(name) => {
                let name = name.trim();
                // An account's name goes before guests who use the same one.
                match self.read(self.house.store.user_by_name(name).await)? {
                    Some(row) => Some(row.user),
                    None => self.find_guest(from.id, name).await?,
                }
            }
        };
        let user = user.ok_or(InvitationError::UnknownPerson)?;
        if user.id == from.id {
            return Err(InvitationError::NotYourself.into());
        }
        Ok(user)
    }

    /// The one connected guest of that name. Of two with the same name each may invite the other.
    async fn find_guest(&self, from: UserId, name: &str) -> Result<Option<User>, Refusal> {
        let mut named = self.house.presence.named(name);
        if named.len() > 1 {
            named.retain(|id| *id != from);
        }
        match named[..] {
            [] => Ok(None),
            [one] => Ok(self.read(self.house.store.user(one).await)?.map(|row| row.user)),
            _ => Err(InvitationError::AmbiguousName.into()),
        }
    }

    fn read<T>(&self, result: Result<T, StoreError>) -> Result<T, Refusal> {
        result.map_err(|error| {
            tracing::error!(%error, "an invitation could not be looked up");
            HouseError::Storage.into()
        })
    }

    /// An invitation of `from` by `to` to the very same game.
    fn mutual(&self, from: UserId, to: UserId, wish: &OpenTable, pace: Pace) -> Option<Waiting> {
        let book = self.house.invitations.book();
        let alike = |row: &&InvitationRow| {
            row.to.id == from
                && row.pace == pace
                && two::is_same(&self.house.registry, &rows::open_table(row.wish.clone()), wish)
        };
        let id = book.sent(to).find(alike)?.id;
        book.find(id).filter(|waiting| waiting.deadline > Instant::now()).cloned()
    }

    /// Whether the recipient has not just declined the sender.
    fn may_ask_again(&self, from: &User, to: &User) -> Result<(), InvitationError> {
        let until = self.declined.get(&[from.id, to.id]);
        let left = until.map(|until| until.saturating_duration_since(Instant::now())).filter(|left| !left.is_zero());
        left.map_or(Ok(()), |left| {
            let seconds = left.as_millis().div_ceil(1000);
            Err(InvitationError::DeclinedJustNow { name: to.name.clone(), seconds })
        })
    }

    /// Remembers that the recipient declined: the sender may not ask again at once.
    fn leave_in_peace(&mut self, row: &InvitationRow) {
        let now = Instant::now();
        self.declined.retain(|_, until| *until > now);
        let pause = Duration::from_millis(self.house.settings.times.declined_ms.min(LONGEST_MS));
        self.declined.insert([row.from.id, row.to.id], now + pause);
    }

    /// Whether an invitation comes to its goal.
    fn may_reach(&self, to: &User, pace: Pace) -> Result<(), InvitationError> {
        let waits = pace == Pace::Correspondence && to.kind != Kind::Guest;
        if waits || self.house.presence.is_listening(to.id) {
            return Ok(());
        }
        let name = to.name.clone();
        Err(match to.kind {
            Kind::Guest => InvitationError::GuestOffline(name),
            Kind::Account | Kind::Bot => InvitationError::Offline(name),
        })
    }

    fn may_play_now(&self, user: &User, other: &User) -> Result<(), InvitationError> {
        if self.house.directory.are_engaged(user.id, other.id) {
            return Err(InvitationError::PlaysYou(other.name.clone()));
        }
        if self.house.directory.is_engaged(other.id) {
            return Err(InvitationError::PlaysAnother(other.name.clone()));
        }
        Ok(())
    }

    /// Whether one more invitation is not too many.
    fn may_send(&self, from: &User, to: &User, game: &str) -> Result<(), InvitationError> {
        let limits = &self.house.settings.limits;
        let book = self.house.invitations.book();
        if book.sent(from.id).any(|row| row.to.id == to.id && row.wish.game == game) {
            return Err(InvitationError::AlreadyInvited(to.name.clone()));
        }
        if book.sent(from.id).count() >= limits.invitations_sent {
            return Err(InvitationError::TooManyInvitations(limits.invitations_sent));
        }
        if book.received(to.id).count() >= limits.invitations_received {
            return Err(InvitationError::TooManyReceived(to.name.clone()));
        }
        Ok(())
    }

    /// A player accepts an invitation.
    async fn accept(&self, asker: &Asker, id: InvitationId) -> Result<(), Refusal> {
        let mine = |row: &InvitationRow| row.to.id == asker.user.id;
        let Some(waiting) = self.waiting(id, mine).await? else {
            return match self.ended(&asker.user, id).await? {
                // In another window, or before the connection dropped: this one learns where to go.
                end @ InvitationEnd::Accepted { .. } => {
                    asker.outlet.send(ServerFrame::InvitationOver { invitation: id, end });
                    Ok(())
                }
                end => Err(InvitationError::from(end).into()),
            };
        };
        self.open_table(waiting).await
    }

    /// A player declines an invitation, or takes their own back.
    async fn give_up(&mut self, user: &User, id: InvitationId, end: InvitationEnd) -> Result<(), Refusal> {
        let mine = |row: &InvitationRow| {
            let side = if end == InvitationEnd::Declined { &row.to } else { &row.from };
            side.id == user.id
        };
        if let Some(Waiting { row, .. }) = self.waiting(id, mine).await? {
            self.end(id, end).await?;
            if end == InvitationEnd::Declined {
                self.leave_in_peace(&row);
            }
            return Ok(());
        }
        match self.ended(user, id).await? {
            before if before == end => Ok(()),
            before => Err(InvitationError::from(before).into()),
        }
    }

    /// An open invitation, if it is this player's to answer.
    ///
    /// # Errors
    /// If its time is up.
    async fn waiting(
        &self,
        id: InvitationId,
        mine: impl Fn(&InvitationRow) -> bool,
    ) -> Result<Option<Waiting>, Refusal> {
        let waiting = self.house.invitations.book().find(id).filter(|waiting| mine(&waiting.row)).cloned();
        if waiting.as_ref().is_some_and(|waiting| waiting.deadline <= Instant::now()) {
            // It is over, whether that can be saved now or only later.
            let _ = self.end(id, InvitationEnd::Expired).await;
            return Err(InvitationError::Expired.into());
        }
        Ok(waiting)
    }

    /// How an invitation ended that waits no longer.
    async fn ended(&self, user: &User, id: InvitationId) -> Result<InvitationEnd, Refusal> {
        let row = self.read(self.house.store.invitation(id).await)?;
        let row = row.filter(|row| [row.from.id, row.to.id].contains(&user.id));
        let row = row.ok_or(InvitationError::UnknownInvitation)?;
        let (end, _) = row.over.ok_or(InvitationError::NotYours)?;
        Ok(end)
    }

    /// Opens the table of an invitation, for both of them, with the end of the invitation in the same write.
    async fn open_table(&self, Waiting { row, .. }: Waiting) -> Result<(), Refusal> {
        let house = &self.house;
        let InvitationRow { id, wish, pace, .. } = row;
        let (from, to) = (self.known(row.from.id).await?, self.known(row.to.id).await?);
        house.may_sit(to.id).await?;
        if !house.has_seat_left(from.id).await? {
            return Err(InvitationError::SenderSitsElsewhere(from.name).into());
        }
        let pair = [from.id, to.id];
        let mut ends = Vec::new();
        if pace == Pace::Live {
            self.may_reach(&from, pace)?;
            self.may_play_now(&to, &from)?;
            may_play_now_yourself(house, to.id)?;
            // A match has begun: both players' other invitations are withdrawn.
            let others = house.invitations.book().live_of(pair, id);
            ends.extend(others.into_iter().map(|other| (other, InvitationEnd::Withdrawn)));
        }
        if pace == Pace::Correspondence {
            house.may_play_over_days(&to, &from, &wish.game).await?;
        }
        let saved = two::table(&house.rules, &from, &to, rows::open_table(wish), pace)?;
        house.may_keep(to.id, saved.weight())?;
        let (_, entry) = house.new_entry().await?;
        let code = entry.code();
        let accepted = InvitationEnd::Accepted { table: code };
        ends.push((id, accepted));
        let at = self.house.wall.now_ms();
        let writes = ends.iter().map(|&(id, end)| Write::EndInvitation { id, end, at }).collect();
        if let Err(error) = tables::open(house, entry, saved, None, writes).await {
            tracing::error!(%error, "an accepted invitation could not be saved");
            if self.look(id).await?.and_then(|row| row.over).is_none_or(|(end, _)| end != accepted) {
                return Err(HouseError::Storage.into());
            }
            let state = self.read(house.store.table(code).await)?.ok_or(HouseError::Storage)?;
            // The bet's escrow is still empty.
            tables::recover(house, code, &state, &mut HashMap::new()).await.map_err(|error| {
                tracing::error!(%error, %code, "the table of an accepted invitation could not be opened");
                HouseError::Storage
            })?;
        }
        for (id, end) in ends {
            self.close(id, end);
        }
        Ok(())
    }

    /// A person as they are now: the name or kind may have changed.
    async fn known(&self, user: UserId) -> Result<User, Refusal> {
        let row = self.read(self.house.store.user(user).await)?;
        Ok(row.map(|row| row.user).ok_or(InvitationError::UnknownInvitation)?)
    }

    /// What runs out first has run out.
    async fn expire(&self) {
        let due = self.house.invitations.book().next_due();
        let Some((_, id)) = due.filter(|(deadline, _)| *deadline <= Instant::now()) else { return };
        match self.ends(id, InvitationEnd::Expired).await {
            // In whatever way it is over, it is not due any more.
            Ok(Some(end)) => self.close(id, end),
            // It stays due: do not spin while the database is away.
            Ok(None) | Err(_) => tokio::time::sleep(RETRY).await,
        }
    }

    /// Ends an invitation without a table.
    async fn end(&self, id: InvitationId, end: InvitationEnd) -> Result<(), Refusal> {
        if self.ends(id, end).await? != Some(end) {
            return Err(HouseError::Storage.into());
        }
        self.close(id, end);
        Ok(())
    }

    /// Saves how an invitation ends, and tells how it is over then: in another way, if it was already. One whose row is gone
    /// is over as it was to be. None says that it waits on.
    async fn ends(&self, id: InvitationId, end: InvitationEnd) -> Result<Option<InvitationEnd>, Refusal> {
        let write = Write::EndInvitation { id, end, at: self.house.wall.now_ms() };
        let Err(error) = self.house.store.write(vec![write]).await else { return Ok(Some(end)) };
        tracing::error!(%error, "the end of an invitation could not be saved");
        Ok(match self.look(id).await? {
            Some(row) => row.over.map(|(before, _)| before),
            None => Some(end),
        })
    }

    /// People have been deleted, and with them in the store all that they sent and got.
    fn forget(&self, gone: &[User]) {
        for user in gone {
            let theirs: Vec<_> = {
                let book = self.house.invitations.book();
                let sent = book.sent(user.id).map(|row| (row.id, InvitationEnd::Withdrawn));
                sent.chain(book.received(user.id).map(|row| (row.id, InvitationEnd::Declined))).collect()
            };
            for (id, end) in theirs {
                self.close(id, end);
            }
        }
    }

    /// An invitation is over, and that is saved: both sides hear of it.
    fn close(&self, id: InvitationId, end: InvitationEnd) {
        let mut book = self.house.invitations.book();
        let Some(Waiting { row, .. }) = book.remove(id) else { return };
        self.house.tell_people(&[row.from.id, row.to.id], ServerFrame::InvitationOver { invitation: id, end });
    }

    /// What the store says of an invitation, after a write that may or may not have got through. Until that is known
    /// nothing else is done: a table could be opened twice.
    ///
    /// # Errors
    /// If the house closes before it is known.
    async fn look(&self, id: InvitationId) -> Result<Option<InvitationRow>, Refusal> {
        loop {
            match self.house.store.invitation(id).await {
                Ok(row) => return Ok(row),
                Err(error) => tracing::error!(%error, "an invitation could not be looked up"),
            }
            tokio::select! {
                () = tokio::time::sleep(RETRY) => {}
                () = self.house.closing.cancelled() => return Err(HouseError::Storage.into()),
            }
        }
    }
}

fn may_play_now_yourself(house: &House, user: UserId) -> Result<(), InvitationError> {
    if house.directory.is_engaged(user) {
        return Err(InvitationError::YouPlay);
    }
    Ok(())
}

/// What the invited player is told while away, if the game is over days.
fn over_days(row: &InvitationRow) -> Option<News> {
    let news = || News::Invited { invitation: row.id, game: row.wish.game.clone(), from: row.from.name.clone() };
    (row.pace == Pace::Correspondence).then(news)
}
