//! Logs with a single change, made as cleverly as it can be done without the house.

use parlor_kernel::{Entry, Footer, Format, Game, Header, Input, Library, Mismatch, Record, Replay, SeatLabel, Tick};
use serde_json::Value;
use std::collections::BTreeMap;

/// How often each kind of change was tried.
pub type Tampered = BTreeMap<&'static str, u32>;

/// Tampers with an honest log of the newest format: with the tick, the seat, the action, the place and the digest of
/// every entry, and whether it is there at all; with every name, bot and option in the header; with the dice and the
/// end. The numbers of the entries are always made to fit.
///
/// Every change must be refused, with the tick where the log stops being true: not before the change, and not after the
/// next digest.
///
/// # Errors
/// A change that passes, or that is blamed on another tick.
pub fn tamper<G: Game>(record: &Record, library: &Library) -> Result<Tampered, String> {
    verdict::<G>(record.clone(), library).map_err(|mismatch| format!("the log is not honest: {mismatch}"))?;
    if record.header.format != Format::NEWEST {
        return Err(format!("{:?} proves less", record.header.format));
    }
    let mut tally = Tampered::new();
    let actions = actions(record);
    for index in 0..record.entries.len() {
        for (what, change) in entry_changes(record, index, &actions) {
            let mut forged = record.clone();
            change(&mut forged.entries);
            (1..).zip(&mut forged.entries).for_each(|(seq, entry)| entry.seq = seq);
            if forged.entries != record.entries {
                refused_there::<G>(record, forged, index, library)
                    .map_err(|why| format!("{what} of entry {index}: {why}"))?;
                *tally.entry(what).or_default() += 1;
            }
        }
    }
    for (what, change) in header_changes(&record.header) {
        let mut forged = record.clone();
        change(&mut forged.header);
        refused::<G>(forged, library).map_err(|why| format!("{what}: {why}"))?;
        *tally.entry(what).or_default() += 1;
    }
    for (what, change) in footer_changes() {
        let mut forged = record.clone();
        forged.footer.iter_mut().for_each(change);
        refused::<G>(forged, library).map_err(|why| format!("{what}: {why}"))?;
        *tally.entry(what).or_default() += 1;
    }
    other_dice::<G>(record, library)?;
    Ok(tally)
}

type EntryChange<'a> = Box<dyn Fn(&mut Vec<Entry>) + 'a>;

fn entry_changes<'a>(record: &'a Record, index: usize, actions: &'a [&Value]) -> Vec<(&'static str, EntryChange<'a>)> {
    let entry = &record.entries[index];
    let other = actions.iter().find(|&&other| action(entry).is_some_and(|this| this != other));
    vec![
        ("later", Box::new(move |entries| entries[index].tick = entry.tick + 1)),
        ("earlier", Box::new(move |entries| entries[index].tick = Tick(entry.tick.0.saturating_sub(1)))),
        ("seat", Box::new(move |entries| other_seat(&mut entries[index].input))),
        (
            "action",
            Box::new(move |entries| {
                if let (Input::Act { action, .. }, Some(&other)) = (&mut entries[index].input, other) {
                    *action = other.clone();
                }
            }),
        ),
        ("dropped", Box::new(move |entries| drop(entries.remove(index)))),
        (
            "swapped",
            Box::new(move |entries| {
                if let [one, other, ..] = &mut entries[index..] {
                    std::mem::swap(&mut one.input, &mut other.input);
                }
            }),
        ),
        ("digest", Box::new(move |entries| entries[index].digest.iter_mut().for_each(|digest| digest.0[3] ^= 1))),
    ]
}

type HeaderChange = Box<dyn Fn(&mut Header)>;

fn header_changes(header: &Header) -> Vec<(&'static str, HeaderChange)> {
    let mut changes: Vec<(&'static str, HeaderChange)> = vec![
        ("format", Box::new(|header| header.format = Format::First)),
        ("game", Box::new(|header| header.game.push('x'))),
        ("rules", Box::new(|header| header.rules += 1)),
        ("commitment", Box::new(|header| header.commitment.0[5] ^= 1)),
        ("seats", Box::new(|header| drop(header.seats.pop()))),
        ("seats", Box::new(|header| header.seats.push(SeatLabel { name: "Zoe".into(), bot: None }))),
    ];
    for index in 0..header.seats.len() {
        changes.push(("name", Box::new(move |header| header.seats[index].name.push('x'))));
        changes.push((
            "bot",
            Box::new(move |header| {
                let bot = &mut header.seats[index].bot;
                *bot = if bot.is_some() { None } else { Some("hard".into()) };
            }),
        ));
        changes.push((
            "bot",
            Box::new(move |header| {
                let bot = &mut header.seats[index].bot;
                bot.get_or_insert_default().push('x');
            }),
        ));
        if index > 0 && header.seats[index] != header.seats[0] {
            changes.push(("swapped names", Box::new(move |header| header.seats.swap(0, index))));
        }
    }
    let mut pointers = Vec::new();
    leaves(&header.config, &mut String::new(), &mut pointers);
    changes.extend(pointers.into_iter().map(|pointer| -> (&'static str, HeaderChange) {
        ("config", Box::new(move |header| header.config.pointer_mut(&pointer).into_iter().for_each(other_value)))
    }));
    changes
}

/// JSON pointers to every value in `value` that has no parts.
fn leaves(value: &Value, path: &mut String, found: &mut Vec<String>) {
    let mut below = |key: &str, part: &Value| {
        let length = path.len();
        path.push('/');
        path.push_str(&key.replace('~', "~0").replace('/', "~1"));
        leaves(part, path, found);
        path.truncate(length);
    };
    match value {
        Value::Object(parts) => parts.iter().for_each(|(key, part)| below(key, part)),
        Value::Array(parts) => parts.iter().enumerate().for_each(|(index, part)| below(&index.to_string(), part)),
        _ => found.push(path.clone()),
    }
}

fn other_value(value: &mut Value) {
    *value = match value {
        Value::Bool(known) => (!*known).into(),
        Value::Number(known) => known.as_i64().map_or(Value::Null, |number| (number + 1).into()),
        Value::String(known) => format!("{known}x").into(),
        _ => 7.into(),
    };
}

/// A change to a footer, and what it is called.
type FooterChange = (&'static str, fn(&mut Footer));

fn footer_changes() -> [FooterChange; 3] {
    [
        ("later end", |end| end.tick = end.tick + 1),
        ("earlier end", |end| end.tick = Tick(end.tick.0.saturating_sub(1))),
        ("last digest", |end| end.digest.0[9] ^= 1),
    ]
}

/// Every action in the log, once in a row.
fn actions(record: &Record) -> Vec<&Value> {
    let mut actions: Vec<_> = record.entries.iter().filter_map(action).collect();
    actions.dedup();
    actions
}

fn verdict<G: Game>(record: Record, library: &Library) -> Result<(), Mismatch> {
    Replay::<G>::new(record, library).and_then(|mut replay| replay.verify())
}

fn refused<G: Game>(forged: Record, library: &Library) -> Result<(), String> {
    if verdict::<G>(forged, library).is_err() { Ok(()) } else { Err("it passes".into()) }
}

/// A changed entry must be refused between the one before it and the next digest.
fn refused_there<G: Game>(record: &Record, forged: Record, index: usize, library: &Library) -> Result<(), String> {
    let previous = index.checked_sub(1).map_or(Tick::ZERO, |before| record.entries[before].tick);
    let from = forged.entries.get(index).map_or(previous, |changed| changed.tick.min(previous));
    let to = next_digest(&forged, index);
    match verdict::<G>(forged, library) {
        Ok(()) => Err("it passes".into()),
        Err(mismatch) => match mismatch.tick() {
            Some(tick) if (from..=to).contains(&tick) => Ok(()),
            _ => Err(format!("until {to:?}: {mismatch}")),
        },
    }
}

const fn action(entry: &Entry) -> Option<&Value> {
    match &entry.input {
        Input::Act { action, .. } => Some(action),
        _ => None,
    }
}

fn other_seat(input: &mut Input<Value>) {
    if let Input::Act { seat, .. } | Input::Leave { seat } = input {
        seat.0 ^= 1;
    }
}

/// When the position is next compared with what was recorded.
fn next_digest(record: &Record, index: usize) -> Tick {
    // A change also reaches the entry after it.
    let later = record.entries.iter().skip(index).filter(|entry| entry.digest.is_some());
    let end = record.footer.as_ref().map_or(Tick::ZERO, |end| end.tick);
    later.map(|entry| entry.tick).next().unwrap_or(end)
}

/// Another key is not the promised one. With another promise as well, the header is not the one that was bound.
fn other_dice<G: Game>(record: &Record, library: &Library) -> Result<(), String> {
    let mut forged = record.clone();
    let end = forged.footer.as_mut().ok_or("the match is not over")?;
    end.key.0[0] ^= 1;
    let commitment = end.key.commitment();
    match verdict::<G>(forged.clone(), library) {
        Err(Mismatch::Commitment { .. }) => {}
        other => return Err(format!("another key: {other:?}")),
    }
    forged.header.commitment = commitment;
    match verdict::<G>(forged, library) {
        Err(mismatch) if mismatch.tick().is_some() => Ok(()),
        other => Err(format!("another seed: {other:?}")),
    }
}
