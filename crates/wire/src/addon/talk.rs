//! What any game needs: invitations, what goes on at a table, ends, chat and syncs.

use super::{
    Setting,
    field::{Field, Reader, Writer, payload},
};
use parlor_kernel::Seat;
#[cfg(test)]
use proptest::{prelude::*, strategy::BoxedStrategy};

payload! {
    /// GINV: a player wants to play.
    pub enum Invite {
        /// At a table that only those find who know its code. HopeAddon's bare `GINV:1:TETRIS::`.
        "" => Bare,
        /// The same, with wishes.
        "PRIVATE" => Private {
            /// How the table is to be.
            settings: Vec<Setting>,
        },
        /// At a table in the public list.
        "OPEN" => Open {
            /// How the table is to be.
            settings: Vec<Setting>,
        },
        /// With a bot of the house.
        "BOT" => Bot {
            /// How well it plays.
            level: String,
            /// How the table is to be.
            settings: Vec<Setting>,
        },
        /// With a certain person.
        "PLAYER" => Player {
            /// Who.
            name: String,
            /// How the table is to be.
            settings: Vec<Setting>,
        },
        /// With any player who wants the same.
        "ANYONE" => Anyone {
            /// How the table is to be.
            settings: Vec<Setting>,
        },
        /// From the house: a player invites you.
        "FROM" => From {
            /// Who.
            name: String,
            /// How long the invitation lasts.
            seconds: u64,
            /// How the table will be.
            settings: Vec<Setting>,
        },
        /// From the house: your own invitation is on its way.
        "SENT" => Sent {
            /// To whom.
            name: String,
            /// How long the invitation lasts.
            seconds: u64,
            /// How the table will be.
            settings: Vec<Setting>,
        },
    }
}

payload! {
    /// GACC: an invitation is accepted, or a seat is taken at the table of that code.
    pub struct Accept {
        /// From the house: which invitation led to this table.
        invitation: Option<String>,
    }
}

payload! {
    /// GDEC: an invitation comes to nothing.
    pub enum Decline {
        /// No, thank you. Without a GAMEID, to every invitation to that game.
        "" => No,
        /// An invitation that you sent, or the search for anyone, is taken back.
        "WITHDRAW" => Withdraw,
        /// From the house: it was declined.
        "DECLINED" => Declined,
        /// From the house: it was taken back.
        "WITHDRAWN" => Withdrawn,
        /// From the house: it was not answered in time.
        "EXPIRED" => Expired,
    }
}

payload! {
    /// GSTA: what goes on.
    pub enum State {
        /// Ready: the fleet lies, or another match may begin. From the house: who is.
        "READY" => Ready {
            /// Whose fleet lies; only from the house.
            seat: Option<Seat>,
        },
        /// Not ready for another match yet.
        "NOT_READY" => NotReady,
        /// Asks for a pause, or agrees to one.
        "PAUSE" => Pause,
        /// Ends a pause, or no longer asks for one.
        "RESUME" => Resume,
        /// The bot need not pretend to think.
        "HURRY" => Hurry,
        /// As host: a bot for an empty seat; without a level, it goes.
        "BOT" => Bot {
            /// Which seat.
            seat: Seat,
            /// How well it plays.
            level: Option<String>,
        },
        /// As host: a player is sent away from their seat.
        "KICK" => Kick {
            /// Which seat.
            seat: Seat,
        },
        /// About a bet, as a player: puts in the gold, which is the consent to it and being ready.
        "DEPOSIT" => Deposit,
        /// About a bet, before the first move: everyone gets back what they put in.
        "CALL_OFF" => CallOff,
        /// About a bet, after the match: the result is not disputed.
        "AGREE" => Agree,
        /// About a bet, after the match: the holder is to decide.
        "DISPUTE" => Dispute {
            /// Why.
            reason: String,
        },
        /// About a disputed bet, as its holder: it goes to a seat.
        "AWARD" => Award {
            /// Which.
            seat: Seat,
        },
        /// About a disputed bet, as its holder: everyone gets back what they put in.
        "REFUND" => Refund,
        /// About a bet: takes the holder's seat.
        "HOLD" => Hold,
        /// About a bet: gives the holder's seat up.
        "UNHOLD" => Unhold,
        /// From the house: the bet.
        "STAKE" => Stake {
            /// INVITED, DEPOSITING, FUNDED, PLAYING, SETTLING, DISPUTED, PAID or REFUNDED.
            state: String,
            /// What everyone puts in.
            amount: u32,
            /// What has been put in and not paid out.
            in_escrow: u64,
            /// How many seconds are left until it moves on by itself.
            seconds: Option<u64>,
            /// Who has put in their bet, by seat.
            deposits: Vec<bool>,
        },
        /// From the house: who holds the bet.
        "HOLDER" => Holder {
            /// Who; the house if it is not said.
            name: Option<String>,
            /// How many bets they have held to the end.
            held: Option<u32>,
            /// How many of these were disputed.
            disputed: Option<u32>,
            /// How many of their rulings the log proved wrong.
            overturned: Option<u32>,
        },
        /// From the house: the bet needs a holder.
        "HOLDER_WANTED" => HolderWanted,
        /// From the house: a player disputes the result.
        "DISPUTED" => Disputed {
            /// Who.
            seat: Seat,
            /// Why.
            reason: String,
        },
        /// From the house: the bet is paid out.
        "PAID" => Paid {
            /// To whom.
            seats: Vec<Seat>,
        },
        /// From the house: everyone has got back what they had put in.
        "REFUNDED" => Refunded {
            /// Why: late, not_begun, cancelled, no_winner, ruled or closed.
            reason: String,
        },
        /// From the house, first of all: who you are.
        "HELLO" => Hello {
            /// Your name.
            name: String,
            /// Your id.
            id: String,
            /// The house's version.
            version: String,
        },
        /// From the house, to a new guest: the secret by which you come back.
        "TOKEN" => Token {
            /// The secret.
            token: String,
        },
        /// From the house: there is no such table any more.
        "IDLE" => Idle {
            /// Why.
            reason: String,
        },
        /// From the house: a player is missing, or not ready.
        "WAITING" => Waiting {
            /// Your seat; none if you only watch.
            seat: Option<Seat>,
            /// Who is in the other seat. For those who watch: the first seat's player, a slash and the second's.
            opponent: Option<String>,
        },
        /// From the house: a match is being played.
        "PLAYING" => Playing {
            /// Your seat; none if you only watch.
            seat: Option<Seat>,
            /// Who is in the other seat.
            opponent: Option<String>,
        },
        /// From the house: everything stands still.
        "PAUSED" => Paused,
        /// From the house: a player asks for a pause.
        "PAUSE_ASKED" => PauseAsked {
            /// Who.
            seat: Seat,
        },
        /// From the house: it begins or goes on in so many seconds.
        "COUNTDOWN" => Countdown {
            /// Seconds, rounded up.
            seconds: u64,
        },
        /// From the house: fleets are laid out.
        "PLACEMENT" => Placement {
            /// For how many seconds more; for ever if there are none.
            seconds: Option<u64>,
        },
        /// From the house: your fleet lies, the other does not.
        "WAITING_OPPONENT" => WaitingOpponent,
        /// From the house: who is to move.
        "TURN" => Turn {
            /// Who.
            seat: Seat,
            /// For how many seconds; for ever if there are none.
            seconds: Option<u64>,
        },
        /// From the house: a player has lost their connection.
        "GONE" => Gone {
            /// Which.
            seat: Seat,
            /// How many seconds they have to come back.
            seconds: Option<u64>,
        },
        /// From the house: and is back.
        "BACK" => Back {
            /// Which.
            seat: Seat,
        },
        /// From the house: a player has finished their part and waits for the other.
        "FINISHED" => Finished {
            /// Which.
            seat: Seat,
            /// With how many points.
            score: i64,
        },
        /// From the house, before the first move: the promise about the dice.
        "COMMITMENT" => Commitment {
            /// A hash.
            hash: String,
        },
        /// From the house, after the last move: the secret of the dice.
        "KEY" => Key {
            /// What was hashed.
            key: String,
        },
        /// From the house: the match is over and another can begin.
        "ENDED" => Ended,
        /// From the house: something was refused and nothing changed.
        "ERROR" => Error {
            /// Stable code.
            code: String,
            /// A sentence for people.
            sentence: String,
            /// The first word of what was refused.
            about: Option<String>,
        },
    }
}

payload! {
    /// GEND: how a game ended for the player who reads it.
    pub enum End {
        /// Won.
        "WIN" => Win {
            /// Your points.
            score: i64,
            /// Why it ended: completed, surrender, timeout, abandoned, void.
            reason: Option<String>,
            /// The other's points.
            theirs: Option<i64>,
        },
        /// Lost. HopeAddon's `LOSS|1250`.
        "LOSS" => Loss {
            /// Your points.
            score: i64,
            /// Why it ended.
            reason: Option<String>,
            /// The other's points.
            theirs: Option<i64>,
        },
        /// Neither was better.
        "DRAW" => Draw {
            /// Your points.
            score: i64,
            /// Why it ended.
            reason: Option<String>,
            /// The other's points.
            theirs: Option<i64>,
        },
        /// It does not count.
        "VOID" => Void {
            /// Your points.
            score: i64,
            /// Why it ended.
            reason: Option<String>,
            /// The other's points.
            theirs: Option<i64>,
        },
        /// For those who only watched.
        "OVER" => Over {
            /// Who won, if anyone.
            winner: Option<Seat>,
            /// Why it ended.
            reason: String,
            /// Points by seat.
            scores: Vec<i64>,
        },
        /// From a client: leaves the table. During a match that is giving it up.
        "LEAVE" => Leave,
    }
}

/// GCHAT: something is said; with a name when it comes from the house.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Chat {
    /// Who said it.
    pub name: Option<String>,
    /// What.
    pub text: String,
}

impl Field for Chat {
    fn read(fields: &mut Reader<'_>) -> Result<Self, super::FrameError> {
        let name = if fields.left() > 1 { Some(String::read(fields)?) } else { None };
        Ok(Self { name, text: String::read(fields)? })
    }

    fn write(&self, out: &mut Writer) {
        if let Some(name) = &self.name {
            out.put(name.as_str());
        }
        out.put(self.text.as_str());
    }

    #[cfg(test)]
    fn any() -> BoxedStrategy<Self> {
        (Field::any(), Field::any()).prop_map(|(name, text)| Self { name, text }).boxed()
    }
}

payload! {
    /// GSYNC: all that is to be known about a game.
    pub enum Sync {
        /// From a client: tell it. Without a GAMEID: of every table one sits at.
        "" => Ask,
        /// From the house: forget what you knew, here it comes.
        "BEGIN" => Begin {
            /// The table's preset.
            preset: String,
        },
        /// From the house: that was all.
        "END" => End,
    }
}

payload! {
    /// Anything, written as its client likes.
    pub struct Saved {
        /// The fields as they are.
        fields: Vec<String>,
    }
}
