//! What can be written, and the lines of a match's log.

use crate::{
    Ban, Closing, Counts, Ending, Grant, InvitationRow, Line, MatchRow, NewAudit, NewEntry, NewReport, NewResult,
    NewSession, NodeId, Player, PushRow, Role, RunRow, SessionId, Sleep, Title, Transfer, User, WebhookRow,
};
use parlor_kernel::Footer;
use parlor_wire::{EscrowId, InvitationEnd, InvitationId, MatchId, RunId, TableCode, UserId};

/// A change to the store.
#[derive(Clone, Debug)]
pub enum Write {
    /// The house's clock has come this far.
    Clock(u64),
    /// A new person.
    AddUser {
        /// Who.
        user: User,
        /// Whose program it is.
        owner: Option<UserId>,
        /// When, on the wall clock in milliseconds.
        at: u64,
    },
    /// A person gets an account. Their name becomes theirs alone.
    AddAccount {
        /// Who.
        user: UserId,
        /// The password's hash in PHC text form.
        password: Secret,
        /// Their e-mail address.
        email: Option<String>,
    },
    /// A person is deleted. Matches stay, without their name; their gold goes back to the bank.
    DeleteUser {
        /// Who.
        user: UserId,
        /// When, on the wall clock in milliseconds.
        at: u64,
    },
    /// A person has another password.
    SetPassword {
        /// Who.
        user: UserId,
        /// The new password's hash in PHC text form.
        password: Secret,
    },
    /// A person has another e-mail address, or shows it or not.
    SetEmail {
        /// Who.
        user: UserId,
        /// The address.
        email: Option<String>,
        /// Whether the winner's address may be shown at the Socket.IO door.
        show: bool,
    },
    /// A new session.
    AddSession {
        /// Whose.
        user: UserId,
        /// The session.
        session: NewSession,
    },
    /// Sessions end.
    EndSessions {
        /// Whose.
        user: UserId,
        /// Which.
        ending: Ending,
    },
    /// A person has another name now.
    Rename {
        /// Who.
        user: UserId,
        /// Their new name.
        name: String,
    },
    /// Nothing is written together with this unless the table is still its owner's: it is refused as
    /// [`Fenced`](crate::StoreError::Fenced) otherwise. For nodes that share a database.
    Owned {
        /// Which table.
        code: TableCode,
        /// What the owner owns it by.
        title: Title,
    },
    /// A new table takes its code and is this node's, by its [first title](Title::first). Refused if another table has the code.
    TakeCode {
        /// Which.
        code: TableCode,
        /// Whose it is.
        node: NodeId,
    },
    /// A table's owner gives it up.
    Release {
        /// Which.
        code: TableCode,
        /// What the table's clock shows.
        clock_ms: u64,
    },
    /// A table is new or has changed. It is awake.
    SaveTable {
        /// Which.
        code: TableCode,
        /// All about it that must survive, as its owner writes it.
        state: String,
    },
    /// A table falls asleep: a restart does not open it.
    SleepTable {
        /// Which.
        code: TableCode,
        /// All about it that must survive, as its owner writes it.
        state: String,
        /// What is found of it meanwhile.
        sleep: Sleep,
    },
    /// A table is gone, with what was said there. Its matches stay.
    DropTable {
        /// Which.
        code: TableCode,
    },
    /// A table has carried out a command, together with what it changed. The last [`DONE_KEPT`](crate::DONE_KEPT) are kept:
    /// a command that is repeated after a crash is recognised and answered, not done again. Moves need none of this, the
    /// log has them.
    Done {
        /// Which table.
        code: TableCode,
        /// Who commanded it and their name for the command: sixteen hexadecimal digits, a colon, the name.
        command: String,
    },
    /// A line was said at a table.
    Chat {
        /// Where.
        code: TableCode,
        /// What.
        line: Line,
    },
    /// A person's lines at a table are not kept any more.
    ForgetChat {
        /// Where.
        code: TableCode,
        /// Who.
        user: UserId,
    },
    /// A player invites another to a game.
    Invite(Box<InvitationRow>),
    /// An invitation is over. Fails, with all that is written together with it, if it was over before.
    EndInvitation {
        /// Which.
        id: InvitationId,
        /// How.
        end: InvitationEnd,
        /// When, on the wall clock in milliseconds.
        at: u64,
    },
    /// A person mutes another. There may be [`MUTES`](crate::MUTES) of them.
    Mute {
        /// Who.
        user: UserId,
        /// Whom.
        muted: UserId,
        /// When, on the wall clock in milliseconds.
        at: u64,
    },
    /// A person unmutes another.
    Unmute {
        /// Who.
        user: UserId,
        /// Whom.
        muted: UserId,
    },
    /// A user's browser takes messages from now on; what its session had before gives way.
    SetPush {
        /// Whose.
        user: UserId,
        /// Which, and where.
        push: PushRow,
    },
    /// A user's browser takes no more messages.
    DropPush {
        /// The session of the browser.
        session: SessionId,
        /// The address that is gone; whatever the session has, if none is named.
        endpoint: Option<String>,
    },
    /// A user has another address of their own that is told, or none.
    SetWebhook {
        /// Who.
        user: UserId,
        /// The address.
        webhook: Option<WebhookRow>,
    },
    /// Push services know this house by a key. The first one stays.
    SetPushKey(Secret),
    /// A person makes a report. Only [so many](crate::OPEN_REPORTS_BY_ONE) of one person may be open, and [so
    /// many](crate::OPEN_REPORTS) of all. A repeated report waits once.
    Report(Box<NewReport>),
    /// The keeper of the house has read a report.
    CloseReport {
        /// Which.
        id: u64,
        /// When, on the wall clock in milliseconds.
        at: u64,
    },
    /// A person has this role from now on.
    SetRole {
        /// Who.
        user: UserId,
        /// Which, if any.
        role: Option<Role>,
    },
    /// A person is kept out, or may come in again.
    SetBan {
        /// Who.
        user: UserId,
        /// Why and until when; none if they may come in.
        ban: Option<Ban>,
    },
    /// A line for the audit log.
    Audit(Box<NewAudit>),
    /// A table is to be closed by the house that runs it.
    OrderClosing {
        /// Which, and why.
        closing: Closing,
        /// When it was asked for, on the wall clock in milliseconds.
        at: u64,
    },
    /// A table that was to be closed is gone.
    HasClosed {
        /// Which.
        code: TableCode,
    },
    /// Deletes what has no use any more: people's sessions that began before `since`, guests who are older than that
    /// and have no session left, and what was counted for leaderboards before today. Only `most` of each are, so that no
    /// commit takes long; the rest goes next time.
    Prune {
        /// From when on a session holds, on the wall clock in milliseconds.
        since: u64,
        /// Now, on the wall clock in milliseconds.
        at: u64,
        /// How many of each at most.
        most: u32,
        /// What else is not kept any more.
        old: Old,
    },
    /// A match begins.
    BeginMatch {
        /// The match.
        row: Box<MatchRow>,
        /// Who plays, by seat.
        players: Vec<Player>,
    },
    /// Something happened in a match.
    Append {
        /// Which match.
        id: MatchId,
        /// What.
        entry: NewEntry,
    },
    /// A match is over.
    EndMatch {
        /// Which match.
        id: MatchId,
        /// How it ended.
        footer: Footer,
        /// When, on the wall clock in milliseconds.
        at: u64,
        /// How many turns were taken.
        turns: u64,
        /// How it went, by seat: it is counted for the person who sat there.
        results: Vec<NewResult>,
        /// What it counts for.
        counts: Counts,
    },
    /// A user begins a run alone. One that they began before can no longer be counted.
    BeginRun {
        /// Who.
        user: UserId,
        /// The run.
        run: RunRow,
    },
    /// A run is counted, and kept if it is the user's best. Fails, with all that is written together with it, if it was
    /// counted before or another has taken its place.
    EndRun {
        /// Whose.
        user: UserId,
        /// Which run.
        id: RunId,
        /// What it is worth: the more, the better.
        worth: i64,
        /// When, on the wall clock in milliseconds.
        at: u64,
        /// The match that its log is kept as.
        played: Option<MatchId>,
    },
    /// Gold is moved. If there is not enough, nothing of what is written with it happens.
    Transfer(Transfer),
    /// The bank makes a person a present, unless they have had it.
    Grant(Grant),
    /// What the escrow of a bet still holds goes back to those who put it in.
    ReturnEscrow {
        /// Which bet.
        bet: EscrowId,
        /// When, on the wall clock in milliseconds.
        at: u64,
    },
    /// A person has held a bet to its end, or left it while it was disputed.
    Held {
        /// Which bet.
        bet: EscrowId,
        /// Who.
        holder: UserId,
        /// Whether it was disputed.
        disputed: bool,
        /// Whether their ruling went against what the log proves.
        overturned: bool,
    },
}

/// Before when something is not kept any more, on the wall clock in milliseconds; none if it is kept for ever.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Old {
    /// Matches that ended before, with their logs. What they count for stays counted.
    pub matches: Option<u64>,
    /// Reports that were closed before, with what was said.
    pub reports: Option<u64>,
    /// Lines of the audit log.
    pub audit: Option<u64>,
}

/// A text that is not printed by accident.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret(pub String);
impl std::fmt::Debug for Secret {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Secret(hidden)")
    }
}
