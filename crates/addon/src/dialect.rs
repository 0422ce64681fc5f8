//! What an addon says, and what is done about it.

use crate::{
    AddonError,
    games::{At, Deed, game_type},
    invite,
    place::Place,
};
use parlor_client::Session;
use parlor_kernel::{Code, Refusal, Registry};
use parlor_wire::{
    ClientFrame, Command, EscrowStep, InvitationId, Invitee, Status, TableCode, TableCommand,
    addon::{
        AddonFrame, Body, FrameError, GameId, GameType, Raw,
        talk::{Accept, Chat, Decline, End, Invite, State, Sync},
        words,
    },
    http::OpenTable,
};
use std::collections::{BTreeMap, BTreeSet};

/// One addon's side of the conversation. The owner of the connection feeds it lines and the house's frames, and takes
/// from it what to send to both, and what it [wishes](Wish) for.
pub struct Dialect {
    pub(crate) registry: Registry,
    pub(crate) session: Session<Awaited>,
    /// The tables that the addon hears of.
    pub(crate) places: BTreeMap<TableCode, Place>,
    /// Tables that it is on its way to.
    pub(crate) coming: BTreeMap<TableCode, Coming>,
    /// What it looks for anyone to play.
    pub(crate) seeking: Option<GameType>,
    /// Tables of which the addon is to be told everything: once, however often it has asked since the last answer.
    pub(crate) to_show: BTreeSet<TableCode>,
    /// Tables that must be told before it has heard of every one it sits at, once it has asked for that.
    pub(crate) resuming: Option<BTreeSet<TableCode>>,
    pub(crate) out: Vec<AddonFrame>,
    wishes: Vec<Wish>,
}

/// What a frame was about: an error about it says so again.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct About {
    pub(crate) game: Option<GameType>,
    pub(crate) id: GameId,
    pub(crate) word: &'static str,
}

/// A command that waits for its answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Awaited {
    /// The frame that asked for it.
    pub(crate) about: About,
    pub(crate) then: Then,
}

/// What follows once a command is done.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Then {
    /// Nothing.
    Nothing,
    /// The addon hears of this table from now on.
    Follow(TableCode),
    /// The addon hears of this table no more.
    Leave(TableCode),
}

/// Why an addon comes to a table.
pub struct Coming {
    pub(crate) about: About,
    pub(crate) errand: Errand,
}

/// What an addon comes to a table for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Errand {
    /// To see what goes on.
    Look,
    /// To take a seat, or be ready again in its own.
    Sit,
    /// To hold the bet.
    Hold,
}

/// What only the owner of the connection can do.
#[derive(Debug)]
pub enum Wish {
    /// To open a table, and then [to say so](Dialect::opened).
    Open(About, Box<OpenTable>),
    /// To be told of [every table this user sits at](Dialect::resume).
    Resume,
}

/// Where a frame about a table leads.
type Done = Result<(), Refusal>;

impl Dialect {
    /// A conversation that begins. `name` must be one that no other connection of the user has, ever.
    pub fn new(registry: Registry, name: String) -> Self {
        let mut session = Session::new(registry.clone(), name);
        session.opened();
        Self {
            registry,
            session,
            places: BTreeMap::new(),
            coming: BTreeMap::new(),
            seeking: None,
            to_show: BTreeSet::new(),
            resuming: None,
            out: Vec::new(),
            wishes: Vec::new(),
        }
    }

    /// Takes in a line from the addon. What the house must be told waits in [`Dialect::to_house`].
    ///
    /// # Errors
    /// If it is no frame. The addon has been told so.
    pub fn line(&mut self, line: &str, now_ms: f64) -> Result<(), FrameError> {
        let raw: Raw = line.parse().inspect_err(|error| self.complain(None, GameId::NONE, error))?;
        let frame = AddonFrame::try_from(&raw).inspect_err(|error| self.complain(raw.game, raw.id.clone(), error))?;
        let about = About { game: frame.game, id: frame.id.clone(), word: frame.body.word() };
        if let Err(refused) = self.take(frame, &about, now_ms) {
            self.refuse(&about, refused.code, &refused.message);
        }
        Ok(())
    }

    /// Tells the addon that something was refused, without saying what.
    pub fn object(&mut self, code: &str, sentence: &str) {
        self.out.push(AddonFrame::error(None, GameId::NONE, (code, sentence), None));
    }

    /// A frame that belongs to no table.
    pub fn greet(&mut self, state: State) {
        self.out.push(AddonFrame::house(Body::State(state)));
    }

    fn complain(&mut self, game: Option<GameType>, id: GameId, error: &FrameError) {
        self.out.push(AddonFrame::error(game, id, (error.code(), &error.to_string()), None));
    }

    pub(crate) fn refuse(&mut self, about: &About, code: &str, sentence: &str) {
        let About { game, id, word } = about.clone();
        self.out.push(AddonFrame::error(game, id, (code, sentence), Some(word)));
    }

    /// What to send to the addon now.
    pub fn to_addon(&mut self, now_ms: f64) -> Vec<AddonFrame> {
        for code in std::mem::take(&mut self.to_show) {
            self.show(code, now_ms);
        }
        if self.resuming.take_if(|left| left.is_empty()).is_some() {
            self.out.push(AddonFrame::house(Body::Sync(Sync::End)));
        }
        std::mem::take(&mut self.out)
    }

    /// What to pass on to the house now.
    pub fn to_house(&mut self) -> Vec<ClientFrame> {
        self.session.outgoing()
    }

    /// What else is to be done now.
    pub fn wishes(&mut self) -> Vec<Wish> {
        std::mem::take(&mut self.wishes)
    }

    /// A table was opened as wished, or not.
    pub fn opened(&mut self, about: About, opened: Result<TableCode, Refusal>) {
        match opened {
            Ok(table) => {
                let accepted = Body::Accept(Accept { invitation: None });
                self.out.push(AddonFrame { game: about.game, id: table.into(), body: accepted });
                self.come(table, about, Errand::Look);
            }
            Err(refused) => self.refuse(&about, refused.code, &refused.message),
        }
    }

    /// Tells of these tables, at which this user sits, and follows them.
    pub fn resume(&mut self, tables: impl Iterator<Item = TableCode>) {
        let mut left = self.resuming.take().unwrap_or_default();
        for table in tables {
            if !self.sync(table, About { game: None, id: table.into(), word: "GSYNC" }) {
                left.insert(table);
            }
        }
        self.resuming = Some(left);
    }

    /// Whether a real-time match has to be shown again and again: see [`Dialect::beat`].
    pub fn is_live(&self) -> bool {
        let live = |code| self.session.table(code).and_then(|table| table.game.as_ref());
        self.places.keys().any(|&code| live(code).is_some_and(|game| game.ahead.is_some() && game.ended.is_none()))
    }

    /// Shows every real-time match as it is now.
    pub fn beat(&mut self, now_ms: f64) {
        for (&code, place) in &mut self.places {
            let Some(table) = self.session.table(code) else { continue };
            let Some(game) = table.game.as_ref().filter(|game| game.ahead.is_some() && game.ended.is_none()) else {
                continue;
            };
            let bodies = place.tongue.picture(&At { table, game, now_ms });
            self.out.extend(bodies.into_iter().map(|body| place.frame(table, body)));
        }
    }

    fn take(&mut self, frame: AddonFrame, about: &About, now_ms: f64) -> Done {
        let AddonFrame { mut game, id, body } = frame;
        if body.is_for_words() {
            if game.is_some_and(|game| game != GameType::Words) {
                return Err(AddonError::WordsOnly.into());
            }
            game = Some(GameType::Words);
        }
        match body {
            Body::Sync(Sync::Ask) | Body::WordsSync(_) if id.is_none() => {
                if !self.wishes.iter().any(|wish| matches!(wish, Wish::Resume)) {
                    self.wishes.push(Wish::Resume);
                }
                return Ok(());
            }
            Body::Decline(Decline::Withdraw) | Body::WordsDecline(Decline::Withdraw) if id.is_none() => {
                return self.withdraw_all(game, about);
            }
            _ => {}
        }
        let game = game.ok_or(AddonError::NoGameType)?;
        if self.registry.game(game.game().id()).is_none() {
            return Err(AddonError::NotInHouse(game).into());
        }
        match body {
            Body::Invite(wanted) => self.invite(game, wanted, about),
            Body::WordsInvite(wanted) => self.invite(game, invite::over_days(wanted)?, about),
            Body::Accept(_) | Body::WordsAccept(_) => self.accept(&id, about),
            Body::Decline(answer) | Body::WordsDecline(answer) => self.decline(game, &id, &answer, about),
            Body::Sync(Sync::Ask) => {
                self.sync(code(&id)?, about.clone());
                Ok(())
            }
            Body::State(state) => self.state(game, code(&id)?, state, about, now_ms),
            Body::Move(wanted) => self.act(game, code(&id)?, &Deed::Move(wanted), about, now_ms),
            Body::Chat(Chat { name: None, text }) => {
                let table = code(&id)?;
                self.command(about, TableCommand::Chat { text, room: None }.at(table));
                Ok(())
            }
            Body::Chat(_) => Err(AddonError::ChatField.into()),
            Body::End(End::Leave) => {
                self.leave(code(&id)?, about);
                Ok(())
            }
            // How a game ended is not for a client to say.
            Body::End(_) => {
                tracing::debug!(table = %id, "a claimed result is ignored");
                Ok(())
            }
            Body::Sync(_) => Err(AddonError::HouseSays.into()),
            Body::WordsSync(claim) => {
                let code = code(&id)?;
                if claim != words::Sync::Ask && self.places.contains_key(&code) {
                    self.act(game, code, &Deed::Claim(claim), about, now_ms)?;
                }
                self.sync(code, about.clone());
                Ok(())
            }
        }
    }

    pub(crate) fn command(&mut self, about: &About, command: Command) {
        self.ask(about, Then::Nothing, command);
    }

    fn ask(&mut self, about: &About, then: Then, command: Command) {
        self.session.ask(Awaited { about: about.clone(), then }, command);
    }

    fn invite(&mut self, game: GameType, wanted: Invite, about: &About) -> Done {
        let settings = match &wanted {
            Invite::Bare => &[][..],
            Invite::Private { settings }
            | Invite::Open { settings }
            | Invite::Bot { settings, .. }
            | Invite::Player { settings, .. }
            | Invite::Anyone { settings } => settings,
            Invite::From { .. } | Invite::Sent { .. } => return Err(AddonError::HouseSays.into()),
        };
        let (wish, pace) = invite::table(&self.registry, game, settings)?;
        invite::may_come(&wanted, &wish, pace)?;
        let open = match wanted {
            Invite::Player { name, .. } => {
                let to = Invitee::Name(name);
                self.command(about, Command::Invite { to, wish, pace });
                return Ok(());
            }
            Invite::Anyone { .. } => {
                let OpenTable { game: id, preset, rated, .. } = wish;
                self.seeking = Some(game);
                self.command(about, Command::Seek { game: id, preset, rated });
                return Ok(());
            }
            Invite::Bot { level, .. } => invite::with_bot(wish, level),
            Invite::Open { .. } => OpenTable { public: true, ..wish },
            _ => wish,
        };
        self.wishes.push(Wish::Open(about.clone(), Box::new(open)));
        Ok(())
    }

    /// To an invitation, or to an open seat at a table.
    fn accept(&mut self, id: &GameId, about: &About) -> Done {
        if let Ok(invitation) = id.as_str().parse() {
            self.command(about, Command::AcceptInvitation { invitation });
            return Ok(());
        }
        self.come(code(id)?, about.clone(), Errand::Sit);
        Ok(())
    }

    fn decline(&mut self, game: GameType, id: &GameId, answer: &Decline, about: &About) -> Done {
        let invitations = if id.is_none() { self.received(game) } else { vec![invitation(id)?] };
        match answer {
            Decline::No if invitations.is_empty() => Err(AddonError::NotInvited.into()),
            Decline::No => {
                for invitation in invitations {
                    self.command(about, Command::DeclineInvitation { invitation });
                }
                Ok(())
            }
            Decline::Withdraw => {
                self.command(about, Command::WithdrawInvitation { invitation: invitation(id)? });
                Ok(())
            }
            Decline::Declined | Decline::Withdrawn | Decline::Expired => Err(AddonError::HouseSays.into()),
        }
    }

    /// Those that others have sent.
    fn received(&self, game: GameType) -> Vec<InvitationId> {
        self.pending(Some(game), false)
    }

    fn pending(&self, game: Option<GameType>, own: bool) -> Vec<InvitationId> {
        let open = self.session.inbox().waiting().iter().filter(|open| open.incoming != own);
        let open = open.map(|open| &open.invitation);
        let wished = |wish| invite::wished_type(&self.registry, wish);
        open.filter(|open| game.is_none_or(|game| wished(&open.wish) == Some(game))).map(|open| open.id).collect()
    }

    /// Takes back every invitation to a game, or to any, and stops looking for anyone.
    fn withdraw_all(&mut self, game: Option<GameType>, about: &About) -> Done {
        let own = self.pending(game, true);
        let seeks = self.seeking.is_some_and(|seeking| game.is_none_or(|game| game == seeking));
        if own.is_empty() && !seeks {
            return Err(AddonError::NoneSent.into());
        }
        for invitation in own {
            self.command(about, Command::WithdrawInvitation { invitation });
        }
        if seeks {
            self.seeking = None;
            self.command(about, Command::Unseek);
        }
        Ok(())
    }

    /// On the way to a table. An addon that is leaving it comes back after that.
    pub(crate) fn come(&mut self, table: TableCode, about: About, errand: Errand) {
        self.coming.insert(table, Coming { about, errand });
        if self.is_leaving(table) {
            return;
        }
        if self.session.table(table).is_some() {
            self.arrive(table);
        } else {
            self.session.watch(table);
        }
    }

    /// Whether the addon has said that it leaves a table, and the house has not answered.
    pub(crate) fn is_leaving(&self, code: TableCode) -> bool {
        self.session.waiting().any(|asked| asked.then == Then::Leave(code))
    }

    /// A table is known now: does there what the addon came for. If that is refused, the addon hears no more of it.
    pub(crate) fn arrive(&mut self, code: TableCode) {
        if self.is_leaving(code) {
            return;
        }
        let Some(Coming { about, errand }) = self.coming.remove(&code) else { return };
        let Some(table) = self.session.table(code) else { return };
        let game = table.info.config.as_deref().and_then(|config| game_type(&table.info.game, config));
        if game.is_none_or(|game| about.game.is_some_and(|wanted| wanted != game)) {
            let what = game.map_or_else(|| table.info.game.clone(), |game| game.name().into());
            let refused = Refusal::from(AddonError::TableOf(what));
            self.refuse(&about, refused.code, &refused.message);
            return self.unfollow(code);
        }
        match (errand, table.seat, table.info.status) {
            (Errand::Hold, ..) => {
                self.ask(&about, Then::Follow(code), TableCommand::Escrow { step: EscrowStep::Hold }.at(code));
            }
            (Errand::Sit, None, _) => self.ask(&about, Then::Follow(code), TableCommand::Sit { seat: None }.at(code)),
            (Errand::Sit, Some(_), Status::Waiting | Status::Ended) => {
                self.follow(code);
                self.command(&about, TableCommand::Ready { ready: true }.at(code));
            }
            (Errand::Sit, Some(_), Status::Playing) | (Errand::Look, ..) => self.follow(code),
        }
    }

    /// The addon hears of a table from now on.
    pub(crate) fn follow(&mut self, code: TableCode) {
        if !self.places.contains_key(&code)
            && let Some(place) = self.session.table(code).and_then(Place::new)
        {
            self.places.insert(code, place);
            self.to_show.insert(code);
        }
    }

    /// Stops listening to a table that the addon came to in vain, unless it heard of it before.
    pub(crate) fn unfollow(&mut self, code: TableCode) {
        if !self.places.contains_key(&code) {
            self.session.unwatch(code);
        }
    }

    /// The whole state of a table, from what is known or by asking for it; whether it is known.
    fn sync(&mut self, code: TableCode, about: About) -> bool {
        let known = self.places.contains_key(&code) && self.session.table(code).is_some();
        if known {
            self.to_show.insert(code);
        } else {
            self.come(code, about, Errand::Look);
        }
        known
    }

    /// Stands up, or stops following a table where the addon only watches.
    fn leave(&mut self, table: TableCode, about: &About) {
        if self.places.contains_key(&table) && self.session.table(table).is_some_and(|model| model.seat.is_none()) {
            self.left(table);
        } else {
            self.ask(about, Then::Leave(table), TableCommand::Stand.at(table));
        }
    }

    /// Tells all that is to be known about a table.
    fn show(&mut self, code: TableCode, now_ms: f64) {
        let (Some(place), Some(table)) = (self.places.get_mut(&code), self.session.table(code)) else { return };
        let bodies = place.sync(table, now_ms);
        self.out.extend(bodies.into_iter().map(|body| place.frame(table, body)));
    }

    fn state(&mut self, game: GameType, table: TableCode, state: State, about: &About, now_ms: f64) -> Done {
        let command = match state {
            State::Ready { .. } => {
                let playing = self.session.table(table).is_some_and(|model| model.info.status == Status::Playing);
                if playing {
                    return self.act(game, table, &Deed::Ready, about, now_ms);
                }
                TableCommand::Ready { ready: true }.at(table)
            }
            State::NotReady => TableCommand::Ready { ready: false }.at(table),
            State::Pause => return self.act(game, table, &Deed::Pause, about, now_ms),
            State::Resume => return self.act(game, table, &Deed::Resume, about, now_ms),
            State::Hurry => TableCommand::Hurry.at(table),
            State::Bot { seat, level } => TableCommand::SeatBot { seat, level }.at(table),
            State::Kick { seat } => TableCommand::Kick { seat }.at(table),
            State::Deposit => TableCommand::Escrow { step: EscrowStep::Deposit }.at(table),
            State::CallOff => TableCommand::Escrow { step: EscrowStep::Cancel }.at(table),
            State::Agree => TableCommand::Escrow { step: EscrowStep::Accept }.at(table),
            State::Dispute { reason } => TableCommand::Escrow { step: EscrowStep::Dispute { reason } }.at(table),
            State::Award { seat } => TableCommand::Escrow { step: EscrowStep::Award { seat } }.at(table),
            State::Refund => TableCommand::Escrow { step: EscrowStep::Refund }.at(table),
            State::Hold => {
                // The holder of a bet sees what becomes of it.
                self.come(table, about.clone(), Errand::Hold);
                return Ok(());
            }
            State::Unhold => TableCommand::Escrow { step: EscrowStep::Unhold }.at(table),
            _ => return Err(AddonError::HouseSays.into()),
        };
        self.command(about, command);
        Ok(())
    }

    fn act(&mut self, game: GameType, code: TableCode, deed: &Deed, about: &About, now_ms: f64) -> Done {
        let place = self.places.get_mut(&code).ok_or(AddonError::NotHere)?;
        let table = self.session.table(code).ok_or(AddonError::NotHere)?;
        if place.game != game {
            return Err(AddonError::TableOf(place.game.name().into()).into());
        }
        let model = table.game.as_ref().ok_or(AddonError::NoMatch)?;
        let at = At { table, game: model, now_ms };
        let Some(action) = place.tongue.act(&at, deed)? else { return Ok(()) };
        let real_time = model.ahead.is_some() && model.ended.is_none() && table.seat.is_some();
        let asked = Awaited { about: about.clone(), then: Then::Nothing };
        if !real_time || self.session.input(asked.clone(), code, action.clone(), now_ms).is_none() {
            self.session.ask(asked, TableCommand::Act { action, at: None }.at(code));
        }
        Ok(())
    }
}

fn code(id: &GameId) -> Result<TableCode, AddonError> {
    if id.is_none() {
        return Err(AddonError::NoTableCode);
    }
    id.as_str().parse().map_err(|_| AddonError::BadTableCode)
}

fn invitation(id: &GameId) -> Result<InvitationId, AddonError> {
    id.as_str().parse().map_err(|_| AddonError::BadInvitationId)
}
