//! The proof that a match is what it claims to be, in words and in numbers.

use crate::ui::{Icon, icon};
use leptos::prelude::*;
use parlor_kernel::{Commitment, Record, Registry};

/// Checks a finished match from its log alone, whose dice were `promised` to the viewer, and tells it move by move.
///
/// # Errors
/// What is wrong with the log.
pub fn examine(registry: &Registry, record: Record, promised: Commitment) -> Result<String, String> {
    let game = registry.game(&record.header.game).ok_or("It is of a game this page does not know.")?;
    if record.header.commitment != promised {
        return Err("Its dice are not the ones that were promised here when the match began.".into());
    }
    game.narrate(record).map_err(|mismatch| mismatch.to_string())
}

/// What can be said about a log's honesty.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fairness {
    promise: String,
    key: Option<String>,
    hash: Option<String>,
    verdict: Result<(), String>,
}

impl Fairness {
    /// Judges a log, given what replaying it said.
    pub fn of(record: &Record, verdict: Result<(), String>) -> Self {
        let key = record.footer.as_ref().map(|footer| &footer.key);
        Self {
            promise: record.header.commitment.to_string(),
            key: key.map(|key| key.0.iter().map(|byte| format!("{byte:02x}")).collect()),
            hash: key.map(|key| key.commitment().to_string()),
            verdict,
        }
    }

    /// Shows the proof.
    pub fn panel(self) -> impl IntoView {
        let Self { promise, key, hash, verdict } = self;
        let kept = hash.as_ref() == Some(&promise);
        let holds = verdict.is_ok();
        let sentence = match verdict {
            Ok(()) => {
                "Verified: every move, everything left to chance and the result replay exactly as recorded.".to_owned()
            }
            Err(why) => format!("This log does not hold. {why}"),
        };
        let matches = match (&hash, kept) {
            (None, _) => "The key is published when the match ends.",
            (Some(_), true) => "The hash of the key matches the promise: chance was fixed before the first move.",
            (Some(_), false) => "The hash of the key does NOT match the promise: chance may have been meddled with.",
        };
        view! {
            <details class="proof" class:broken=!(kept && holds) data-test="fairness" open=!(kept && holds)>
                <summary data-test="fairness-verdict">{icon(Icon::Shield)} <span>{sentence}</span></summary>
                <dl>
                    <dt>"Promised before the first move"</dt>
                    <dd><code>{promise}</code></dd>
                    <dt>"Key, published at the end"</dt>
                    <dd><code>{key.unwrap_or_else(|| "not yet".into())}</code></dd>
                    <dt>"SHA-256 of the key"</dt>
                    <dd><code>{hash.unwrap_or_else(|| "–".into())}</code></dd>
                </dl>
                <p>{matches}</p>
                <p>"Do not take our word for it: download the log and run " <code>"parlor verify FILE"</code> " on any machine."</p>
            </details>
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use parlor_kernel::{Digest, Key, Outcome, Reason, Seat};

    #[test]
    fn nothing_but_the_promised_match_is_told() {
        let text = include_str!("../../../games/death-roll/tests/replays/hope-2.log");
        let honest = Record::from_text(text).unwrap();
        let (registry, promised) = (parlor_catalog::registry(), honest.header.commitment);
        let story = examine(&registry, honest.clone(), promised).unwrap();
        assert!(story.starts_with("Death Roll: Ada – Ben"), "{story}");
        let other = examine(&registry, honest.clone(), Key([7; 32]).commitment()).unwrap_err();
        assert!(other.contains("promised here"), "{other}");
        let forged = |forge: fn(&mut Record)| {
            let mut record = honest.clone();
            forge(&mut record);
            examine(&registry, record, promised)
        };
        let loser = |record: &mut Record| {
            record.footer.as_mut().unwrap().outcome = Outcome::won(Seat(0), Reason::Completed);
        };
        assert!(forged(loser).unwrap_err().contains("the match ended with"));
        assert!(forged(|record| record.footer.as_mut().unwrap().digest = Digest([0; 16])).is_err());
        assert!(forged(|record| record.entries.iter_mut().for_each(|entry| entry.digest = None)).is_err());
    }
}
