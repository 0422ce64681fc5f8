//! What happens in the house, told to the player.

use super::{Purpose, Terminal};
use crate::{games, words};
use parlor_client::{EndedInvitation, Notice, OpenInvitation};
use parlor_kernel::AnyEvent;
use parlor_wire::{InvitationEnd, News, Occupant, Pace, Status};

impl Terminal {
    /// Tells of something and does what follows from it.
    pub(super) fn react(&mut self, notice: Notice<Purpose>) {
        match notice {
            Notice::Hello(_) | Notice::Settled(_) | Notice::Done { .. } => {}
            Notice::Refused { what, message, .. } => self.refused(what, &message),
            Notice::NotFollowed { table, message, .. } => {
                self.lines.say(&message);
                self.at.take_if(|at| *at == table);
            }
            Notice::SeekOver { message, .. } => self.lines.say(&message),
            Notice::Paired(table) => self.bound_for = Some(table),
            Notice::News(news) => {
                let said = news.sentence(words::game_name(&self.games, news.game()));
                let way = match &news {
                    News::YourTurn(at) | News::Over { at, .. } => format!(" Go there with /hope join {}.", at.table),
                    News::Invited { .. } => String::new(),
                };
                self.lines.say(&format!("{said}{way}"));
            }
            Notice::Invited { open, news } => self.invited(&open, news),
            Notice::InvitationOver(ended) => self.invitation_over(&ended),
            Notice::Refreshed(table) if self.at == Some(table) => self.refreshed(),
            Notice::Changed(table) if self.at == Some(table) => self.changed(),
            Notice::Began(table) if self.at == Some(table) => self.began(),
            Notice::Game { table, events } if self.at == Some(table) => self.happened(&events),
            Notice::Ended(table) if self.at == Some(table) => self.ended(),
            Notice::Chat(table, line) if self.at == Some(table) => {
                if !self.muted.contains(&line.from) {
                    self.lines.say(&words::said(&line));
                }
                self.heard = Some(line);
            }
            Notice::Closed(table, reason) if self.at == Some(table) => {
                self.lines.say(&format!("The table is closed: {reason}"));
                self.at = None;
            }
            // Of a table that we have left.
            _ => {}
        }
    }

    fn refused(&mut self, what: Option<Purpose>, message: &str) {
        self.lines.say(message);
        if what == Some(Purpose::Seat) {
            self.describe();
        }
    }

    fn invited(&mut self, open: &OpenInvitation, news: bool) {
        // A new connection hears again of what is still waiting.
        if news {
            let said = words::invited(open, &self.games, &self.invitations_link());
            self.lines.say(&said);
        }
        self.know_people();
    }

    fn invitation_over(&mut self, ended: &EndedInvitation) {
        self.lines.say(&words::invitation_over(ended));
        if let InvitationEnd::Accepted { table } = ended.end {
            // A game over days can wait; a player who is busy is not taken away.
            if (ended.by_us || ended.open.invitation.pace == Pace::Live) && !self.is_busy() {
                self.bound_for = Some(table);
            } else {
                self.lines.say(&format!("Your table is {table}: go there with /hope join {table}."));
            }
        }
        self.know_people();
    }

    /// Whose names can be finished with Tab: those at the table and those of invitations.
    fn know_people(&mut self) {
        let at_table = self.here().map(|model| {
            let people = model.info.seats.iter().filter(|seat| matches!(seat.occupant, Occupant::Person { .. }));
            people.map(|seat| seat.occupant.name()).collect::<Vec<_>>()
        });
        let invitations = self.connection.session().inbox().waiting();
        let mut names: Vec<_> = invitations.iter().map(|open| open.other().to_owned()).collect();
        names.extend(at_table.into_iter().flatten());
        let me = &self.visitor.me().name;
        names.retain(|name| name != me);
        names.sort();
        names.dedup();
        self.people.set(names.into_iter());
    }

    /// All is known about our table (again).
    fn refreshed(&mut self) {
        if self.here().is_some_and(|model| model.seat.is_some()) {
            self.arriving = false;
        } else if self.sits_down() {
            // It is told from our seat.
            return;
        }
        self.describe();
    }

    /// Our table, from the beginning.
    fn describe(&mut self) {
        let (games, link) = (self.games.clone(), self.link());
        let Some(model) = self.here() else { return };
        let (info, chat) = (model.info.clone(), model.chat.clone());
        let mut lines = words::table(model, &games);
        if info.status == Status::Playing {
            lines.extend(games::introduction(model, &games, &link));
        }
        // What was said since the last line that was shown.
        let from = chat.iter().rposition(|line| Some(line) == self.heard.as_ref()).map_or(0, |place| place + 1);
        lines.extend(chat[from..].iter().filter(|line| !self.muted.contains(&line.from)).map(words::said));
        lines.iter().for_each(|line| self.lines.say(line));
        self.heard = chat.last().cloned().or(self.heard.take());
        self.told = Some(info);
        self.know_people();
        self.show();
    }

    fn changed(&mut self) {
        let me = self.me();
        let Some(after) = self.here().map(|model| model.info.clone()) else { return };
        if let Some(before) = self.told.replace(after.clone()) {
            words::changes(&before, &after, Some(me)).iter().for_each(|line| self.lines.say(line));
        }
        self.know_people();
        self.advise();
    }

    fn began(&mut self) {
        let (games, link) = (self.games.clone(), self.link());
        let Some(model) = self.here() else { return };
        let promise = model.game.as_ref().map(|game| game.commitment);
        let introduction = games::introduction(model, &games, &link);
        self.advised = None;
        self.lines.say("The match begins.");
        if let Some(promise) = promise {
            self.lines.say(&format!("The dice are promised: {promise}"));
        }
        introduction.into_iter().for_each(|line| self.lines.say(&line));
        self.show();
    }

    /// Things happened in the game: in the game's own words, then how it stands.
    fn happened(&mut self, events: &[AnyEvent]) {
        let Some(model) = self.here() else { return };
        let names = words::names(&model.info);
        let Some(rules) = &model.rules else { return };
        let told = events.iter().filter_map(|event| rules.tell(event, &names).ok());
        let told: Vec<_> = told.filter(|line| !line.is_empty()).collect();
        told.iter().for_each(|line| self.lines.say(line));
        self.show();
    }

    /// How the match stands and what to do.
    fn show(&mut self) {
        let now_ms = self.connection.now_ms();
        let Some(model) = self.here() else { return };
        let picture = games::picture(model, &words::names(&model.info));
        let prompt = games::prompt(model, now_ms);
        if picture != self.pictured {
            picture.iter().for_each(|line| self.lines.say(line));
            self.pictured = picture;
        }
        prompt.iter().for_each(|line| self.lines.say(line));
        self.advise();
    }

    fn ended(&mut self) {
        let base = self.base.clone();
        let Some(model) = self.here() else { return };
        let outcome = model.game.as_ref().and_then(|game| game.ended.as_ref()).map(|ended| ended.outcome);
        let verdict = outcome.and_then(|outcome| words::verdict(&outcome, model.seat));
        let proof = model.game.as_ref().and_then(|game| words::proof(game, &base)).unwrap_or_default();
        verdict.into_iter().for_each(|line| self.lines.say(line));
        proof.iter().for_each(|line| self.lines.say(line));
        self.advise();
    }

    /// What to do while no match is being played, when that is another thing than before.
    fn advise(&mut self) {
        let (games, link) = (self.games.clone(), self.link());
        let advice = self.here().and_then(|model| words::waiting(model, &games, &link));
        if advice != self.advised {
            advice.iter().for_each(|line| self.lines.say(line));
            self.advised = advice;
        }
    }
}
