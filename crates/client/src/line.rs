//! When a connection is asked whether it lives, when it counts as lost, and when it is set up again.
//!
//! A [`Line`] does no I/O and reads no clock. The owner of a connection tells it what happens, with the time in
//! milliseconds of any clock that does not go back, and carries out the [`Duty`] that it is given.

use crate::Backoff;

/// The state of the way to the house.
#[derive(Clone, Debug)]
pub struct Line {
    state: State,
    /// Names the latest attempt to connect.
    attempt: Attempt,
    /// Whether it was lost since it was last up.
    lost: bool,
    /// When something last arrived over it, or it was last set up.
    heard_ms: f64,
    backoff: Backoff,
}

#[derive(Clone, Copy, PartialEq, Debug)]
enum State {
    Idle,
    Connecting { since_ms: f64 },
    Up { pinged_ms: Option<f64> },
    Lost { again_ms: f64 },
}

/// One attempt to connect. What an earlier attempt reports is no longer about this line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Attempt(u64);

/// What the owner of the connection has to do now.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Duty {
    /// Connect, and report under this name.
    Connect(Attempt),
    /// Ask the house whether it is there: any frame answers.
    Ping,
    /// Drop the connection, or the attempt to make one: nothing comes through it.
    Drop,
}

/// What people are shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LineStatus {
    /// Nothing needs it.
    Idle,
    /// It is being set up for the first time.
    Connecting,
    /// It works.
    Up,
    /// It was lost, and is being set up again.
    Lost,
}

impl Line {
    /// A line that was silent for this long is asked whether it lives.
    pub const QUIET_MS: f64 = 2_000.0;
    /// A line that lives answers within this time. Together with [`Self::QUIET_MS`] it is less than five seconds, even
    /// if the owner looks only every 250 ms.
    pub const ANSWER_MS: f64 = 2_400.0;
    /// An attempt to connect takes no longer than this.
    pub const CONNECT_MS: f64 = 10_000.0;

    /// A line that nothing needs yet; `seed` tells clients apart.
    pub const fn new(seed: u64) -> Self {
        Self { state: State::Idle, attempt: Attempt(0), lost: false, heard_ms: 0.0, backoff: Backoff::new(seed) }
    }

    /// A line that is up already.
    pub const fn up(seed: u64, now_ms: f64) -> Self {
        Self { state: State::Up { pinged_ms: None }, heard_ms: now_ms, ..Self::new(seed) }
    }

    /// The latest attempt to connect.
    pub const fn attempt(&self) -> Attempt {
        self.attempt
    }

    /// What people are shown.
    pub const fn status(&self) -> LineStatus {
        match self.state {
            State::Idle => LineStatus::Idle,
            State::Up { .. } => LineStatus::Up,
            State::Connecting { .. } if !self.lost => LineStatus::Connecting,
            State::Connecting { .. } | State::Lost { .. } => LineStatus::Lost,
        }
    }

    /// Whether it works.
    pub const fn is_up(&self) -> bool {
        matches!(self.state, State::Up { .. })
    }

    /// When something last arrived over it, or it was last set up.
    pub const fn heard_ms(&self) -> f64 {
        self.heard_ms
    }

    /// Whether `attempt` is the latest one.
    pub fn is_current(&self, attempt: Attempt) -> bool {
        self.attempt == attempt
    }

    /// When [`Self::tick`] next has something to do.
    pub fn due_ms(&self) -> Option<f64> {
        match self.state {
            State::Idle => None,
            State::Connecting { since_ms } => Some(since_ms + Self::CONNECT_MS),
            State::Up { pinged_ms: Some(pinged_ms) } => Some(pinged_ms + Self::ANSWER_MS),
            State::Up { pinged_ms: None } => Some(self.heard_ms + Self::QUIET_MS),
            State::Lost { again_ms } => Some(again_ms).filter(|again_ms| again_ms.is_finite()),
        }
    }

    /// Time has passed.
    ///
    /// Silence alone never loses a line: a browser may let a page look only once a minute. It is asked first, and lost if
    /// it does not answer.
    pub fn tick(&mut self, now_ms: f64) -> Option<Duty> {
        if self.due_ms().is_none_or(|due_ms| now_ms < due_ms) {
            return None;
        }
        match self.state {
            State::Idle => None,
            State::Connecting { .. } | State::Up { pinged_ms: Some(_) } => self.lose(now_ms),
            State::Up { pinged_ms: None } => {
                self.state = State::Up { pinged_ms: Some(now_ms) };
                Some(Duty::Ping)
            }
            State::Lost { .. } => Some(self.connect(now_ms)),
        }
    }

    /// Something needs the line.
    pub fn wanted(&mut self, now_ms: f64) -> Option<Duty> {
        (self.state == State::Idle).then(|| self.connect(now_ms))
    }

    /// An attempt has succeeded. Returns whether it was the latest one.
    pub fn opened(&mut self, attempt: Attempt, now_ms: f64) -> bool {
        let current = self.is_current(attempt) && matches!(self.state, State::Connecting { .. });
        if current {
            (self.state, self.lost, self.heard_ms) = (State::Up { pinged_ms: None }, false, now_ms);
        }
        current
    }

    /// Something arrived over it. A house that lets clients in only to close on them is not stormed: only this starts the
    /// `Backoff` over.
    pub fn heard(&mut self, now_ms: f64) {
        if self.is_up() {
            (self.state, self.heard_ms) = (State::Up { pinged_ms: None }, now_ms);
            self.backoff.reset();
        }
    }

    /// A connection was closed, or an attempt failed. Returns whether it was the latest one.
    pub fn closed(&mut self, attempt: Attempt, now_ms: f64) -> bool {
        let current = self.is_current(attempt) && matches!(self.state, State::Connecting { .. } | State::Up { .. });
        if current {
            self.lose(now_ms);
        }
        current
    }

    /// The network is gone, as far as the machine can tell. The house may be on this very machine, so attempts go on.
    pub fn offline(&mut self, now_ms: f64) -> Option<Duty> {
        match self.state {
            State::Connecting { .. } | State::Up { .. } => self.lose(now_ms),
            State::Idle | State::Lost { .. } => None,
        }
    }

    /// There is reason to look at once: the network is back, or the page is looked at again.
    pub fn hopeful(&mut self, now_ms: f64) -> Option<Duty> {
        match self.state {
            State::Lost { .. } => Some(self.connect(now_ms)),
            State::Up { pinged_ms: None } if now_ms > self.heard_ms => {
                self.state = State::Up { pinged_ms: Some(now_ms) };
                Some(Duty::Ping)
            }
            State::Idle | State::Connecting { .. } | State::Up { .. } => None,
        }
    }

    /// The page is put away: no attempt is made until it is shown again and there is [reason](Self::hopeful) to.
    pub const fn put_away(&mut self) {
        if !matches!(self.state, State::Idle) {
            (self.state, self.lost) = (State::Lost { again_ms: f64::INFINITY }, true);
            self.attempt.0 += 1;
        }
    }

    /// Nothing needs it any more.
    pub const fn hang_up(&mut self) {
        (self.state, self.lost) = (State::Idle, false);
        self.attempt.0 += 1;
    }

    fn connect(&mut self, now_ms: f64) -> Duty {
        self.state = State::Connecting { since_ms: now_ms };
        self.attempt.0 += 1;
        Duty::Connect(self.attempt)
    }

    fn lose(&mut self, now_ms: f64) -> Option<Duty> {
        let delay_ms = f64::from(self.backoff.next_delay_ms());
        (self.state, self.lost) = (State::Lost { again_ms: now_ms + delay_ms }, true);
        // What the connection reports while it is dropped is old news.
        self.attempt.0 += 1;
        Some(Duty::Drop)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// How often a browser looks after its line.
    const LOOK_MS: f64 = 250.0;

    fn attempt(duty: Option<Duty>) -> Attempt {
        match duty {
            Some(Duty::Connect(attempt)) => attempt,
            other => panic!("{other:?}"),
        }
    }

    /// A line that came up at `now_ms`.
    fn up(now_ms: f64) -> Line {
        let mut line = Line::new(1);
        let attempt = attempt(line.wanted(now_ms));
        assert_eq!(line.status(), LineStatus::Connecting);
        assert!(line.opened(attempt, now_ms));
        line.heard(now_ms);
        line
    }

    #[test]
    fn a_line_that_falls_silent_is_lost_within_five_seconds() {
        for phase in 0..25 {
            let mut line = up(0.0);
            let mut now_ms = f64::from(phase) * 10.0;
            let mut pings = 0;
            while line.is_up() {
                now_ms += LOOK_MS;
                match line.tick(now_ms) {
                    Some(Duty::Ping) => pings += 1,
                    Some(Duty::Drop) | None => {}
                    Some(Duty::Connect(_)) => panic!("it is up"),
                }
            }
            assert!(now_ms <= 5_000.0, "noticed after {now_ms} ms");
            assert_eq!((pings, line.status(), line.heard_ms()), (1, LineStatus::Lost, 0.0));
        }
    }

    #[test]
    fn a_line_that_answers_stays_up() {
        let mut line = up(0.0);
        let mut pings = 0;
        for look in 1..4_000 {
            let now_ms = f64::from(look) * LOOK_MS;
            if line.tick(now_ms) == Some(Duty::Ping) {
                pings += 1;
                line.heard(now_ms + Line::ANSWER_MS - 1.0);
            }
            assert!(line.is_up(), "{now_ms}");
        }
        assert!(pings > 100);
    }

    #[test]
    fn a_page_that_may_look_only_once_a_minute_does_not_lose_its_line() {
        let mut line = up(0.0);
        for minute in 1..60 {
            let now_ms = f64::from(minute) * 60_000.0;
            assert_eq!(line.tick(now_ms), Some(Duty::Ping), "silence alone proves nothing");
            line.heard(now_ms + 50.0);
        }
        assert!(line.is_up());
    }

    #[test]
    fn a_line_is_due_when_it_has_something_to_do() {
        let mut line = up(100.0);
        assert_eq!(line.due_ms(), Some(100.0 + Line::QUIET_MS));
        assert_eq!(line.tick(100.0 + Line::QUIET_MS - 1.0), None);
        assert_eq!(line.tick(100.0 + Line::QUIET_MS), Some(Duty::Ping));
        assert_eq!(line.due_ms(), Some(100.0 + Line::QUIET_MS + Line::ANSWER_MS));
        assert_eq!(line.tick(100.0 + Line::QUIET_MS + Line::ANSWER_MS), Some(Duty::Drop));
        let again_ms = line.due_ms().unwrap();
        assert!(again_ms > 100.0 + Line::QUIET_MS + Line::ANSWER_MS);
        assert_eq!(line.tick(again_ms - 1.0), None);
        let attempt = attempt(line.tick(again_ms));
        assert_eq!(line.due_ms(), Some(again_ms + Line::CONNECT_MS), "an attempt does not hang for ever");
        assert_eq!(line.tick(again_ms + Line::CONNECT_MS), Some(Duty::Drop));
        assert!(!line.opened(attempt, again_ms + Line::CONNECT_MS + 1.0), "too late");
    }

    #[test]
    fn the_browser_s_own_word_counts_at_once() {
        let mut line = up(0.0);
        assert_eq!(line.offline(10.0), Some(Duty::Drop));
        assert_eq!((line.status(), line.offline(11.0)), (LineStatus::Lost, None));
        let first = attempt(line.hopeful(20.0));
        assert_eq!(line.status(), LineStatus::Lost, "people see that it is lost until it is back");
        assert_eq!(line.hopeful(21.0), None, "one attempt at a time");
        assert_eq!(line.offline(22.0), Some(Duty::Drop), "gone again while connecting");
        assert!(!line.closed(first, 23.0), "what the first attempt says is old news");
        let second = attempt(line.hopeful(30.0));
        assert!(line.opened(second, 40.0));
        assert_eq!(line.status(), LineStatus::Up);
    }

    #[test]
    fn a_page_that_is_looked_at_again_asks_at_once() {
        let mut line = up(0.0);
        assert_eq!(line.hopeful(600.0), Some(Duty::Ping));
        assert_eq!(line.hopeful(601.0), None, "one question at a time");
        assert_eq!(line.tick(600.0 + Line::ANSWER_MS), Some(Duty::Drop));
    }

    #[test]
    fn a_page_that_is_put_away_makes_no_attempts() {
        let mut line = up(0.0);
        line.put_away();
        assert_eq!((line.due_ms(), line.tick(1e9)), (None, None));
        assert!(matches!(line.hopeful(1e9), Some(Duty::Connect(_))));
        let mut idle = Line::new(1);
        idle.put_away();
        assert_eq!(idle.status(), LineStatus::Idle);
    }

    #[test]
    fn attempts_come_less_often_until_the_house_speaks() {
        let mut line = Line::new(7);
        let mut now_ms = 0.0;
        let mut current = attempt(line.wanted(now_ms));
        let mut last_delay = 0.0;
        for _ in 0..12 {
            // It lets us in, says nothing and closes.
            assert!(line.opened(current, now_ms));
            assert!(line.closed(current, now_ms));
            last_delay = line.due_ms().unwrap() - now_ms;
            now_ms += last_delay;
            current = attempt(line.tick(now_ms));
        }
        assert!(last_delay >= 2_500.0, "{last_delay}");
        assert!(line.opened(current, now_ms));
        line.heard(now_ms);
        assert!(line.closed(current, now_ms));
        assert!(line.due_ms().unwrap() - now_ms <= 250.0, "it spoke: start over");
    }

    #[test]
    fn a_line_that_is_not_needed_does_nothing() {
        let mut line = up(0.0);
        line.hang_up();
        assert_eq!((line.status(), line.due_ms(), line.tick(1e9)), (LineStatus::Idle, None, None));
        assert_eq!((line.hopeful(1e9), line.offline(1e9)), (None, None));
        assert!(matches!(line.wanted(1e9), Some(Duty::Connect(_))));
        assert_eq!(line.status(), LineStatus::Connecting);
    }
}
