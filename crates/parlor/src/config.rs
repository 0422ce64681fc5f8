//! Settings: defaults, then `parlor.toml`, then the environment, then flags.

use crate::cli::{MOVE_TO, ServeFlags, TOKEN};
use anyhow::{Context, Result, anyhow, bail};
use parlor_server::{Settings, StoreUrl};
use std::{env, fs, path::Path};
use toml::{Table, Value};

const FILE: &str = "parlor.toml";
const PREFIX: &str = "PARLOR_";
/// Settings that need no value.
const OPTIONAL: [&str; 7] = ["public_url", "store", "hub", "tls_certificate", "tls_key", "otlp", "notices.contact"];

/// The effective settings.
///
/// # Errors
/// If a source names a setting that does not exist or gives it a value it cannot have.
pub fn load(flags: &ServeFlags) -> Result<Settings> {
    let mut environment = Vec::new();
    for (name, value) in env::vars_os() {
        // What is not text is none of ours, unless it is called as ours.
        let setting = name.to_str().filter(|name| ![TOKEN, MOVE_TO].contains(name));
        let Some(setting) = setting.and_then(|name| name.strip_prefix(PREFIX)) else {
            continue;
        };
        let Some(value) = value.to_str() else { bail!("{PREFIX}{setting} is not text") };
        environment.push((setting.to_owned(), value.to_owned()));
    }
    combine(flags, environment.into_iter())
}

/// Whether the house can be found nearby depends by default on where it listens: on loopback no neighbour can find it.
/// So everything is read once to know that, and once with the default that follows.
fn combine(flags: &ServeFlags, environment: impl Iterator<Item = (String, String)> + Clone) -> Result<Settings> {
    let first = read(Settings::default(), flags, environment.clone())?;
    let nearby = !first.listen.ip().is_loopback();
    read(Settings { nearby, ..Settings::default() }, flags, environment)
}

fn read(
    defaults: Settings,
    flags: &ServeFlags,
    environment: impl Iterator<Item = (String, String)>,
) -> Result<Settings> {
    let mut settings = Table::try_from(defaults)?;
    // An absent option is no key in TOML, but it can be set all the same.
    for (section, optional) in OPTIONAL.map(placed) {
        let section = section_of(&mut settings, section).context("every section has its defaults")?;
        section.entry(optional).or_insert_with(|| Value::String(String::new()));
    }
    let file = flags.config.as_deref().unwrap_or(Path::new(FILE));
    if flags.config.is_some() || file.exists() {
        let text = fs::read_to_string(file).with_context(|| format!("cannot read {}", file.display()))?;
        let from_file: Table = text.parse().map_err(|error: toml::de::Error| {
            let before = error.span().and_then(|span| text.get(..span.start)).unwrap_or_default();
            let line = before.matches('\n').count() + 1;
            anyhow!("{} is not valid TOML: line {line}: {}", file.display(), error.message())
        })?;
        overlay(&mut settings, from_file, "").with_context(|| format!("in {}", file.display()))?;
    }
    for (name, value) in environment {
        set_from_environment(&mut settings, &name, &value)?;
    }
    if let Some(listen) = flags.listen {
        settings.insert("listen".into(), Value::String(listen.to_string()));
    }
    if let Some(data_dir) = &flags.data_dir {
        settings.insert("data_dir".into(), Value::String(data_dir.display().to_string()));
    }
    if let Some(url) = &flags.public_url {
        settings.insert("public_url".into(), Value::String(url.to_string()));
    }
    if flags.no_nearby {
        settings.insert("nearby".into(), Value::Boolean(false));
    }
    if let Some(StoreUrl(url)) = &flags.store {
        settings.insert("store".into(), Value::String(url.clone()));
    }
    if let Some(StoreUrl(url)) = &flags.hub {
        settings.insert("hub".into(), Value::String(url.clone()));
    }
    if let Some(url) = &flags.otlp {
        settings.insert("otlp".into(), Value::String(url.clone()));
    }
    for (section, optional) in OPTIONAL.map(placed) {
        // What stands there instead of a section is refused below.
        let Some(section) = section_of(&mut settings, section) else { continue };
        if section.get(optional).and_then(Value::as_str) == Some("") {
            section.remove(optional);
        }
    }
    settings.try_into().map_err(|error: toml::de::Error| {
        anyhow!("the settings do not fit together: {}", error.to_string().trim_end().replace('\n', " "))
    })
}

/// In which section a setting is, if it is in one, and what it is called there.
fn placed(name: &str) -> (Option<&str>, &str) {
    name.split_once('.').map_or((None, name), |(section, name)| (Some(section), name))
}

/// The whole table, or a section of it.
fn section_of<'a>(settings: &'a mut Table, section: Option<&str>) -> Option<&'a mut Table> {
    match section {
        Some(section) => settings.get_mut(section)?.as_table_mut(),
        None => Some(settings),
    }
}

fn overlay(base: &mut Table, changes: Table, path: &str) -> Result<()> {
    for (key, value) in changes {
        match (base.get_mut(&key), value) {
            (Some(Value::Table(inner)), Value::Table(changes)) => overlay(inner, changes, &format!("{path}{key}."))?,
            (Some(place), value) => *place = value,
            (None, _) => bail!("there is no setting called {path}{key}"),
        }
    }
    Ok(())
}

/// `PARLOR_LISTEN` sets `listen`, `PARLOR_TIMES__GRACE_MS` sets `times.grace_ms`.
fn set_from_environment(settings: &mut Table, name: &str, value: &str) -> Result<()> {
    let unknown = || format!("{PREFIX}{name} names no setting");
    let path: Vec<_> = name.split("__").map(str::to_lowercase).collect();
    let (last, sections) = path.split_last().with_context(unknown)?;
    let mut table = settings;
    for section in sections {
        table = table.get_mut(section).and_then(Value::as_table_mut).with_context(unknown)?;
    }
    let place = table.get_mut(last).with_context(unknown)?;
    *place = match place {
        Value::String(_) => Value::String(value.to_owned()),
        Value::Integer(_) => Value::Integer(value.parse().with_context(|| format!("{PREFIX}{name} must be a number"))?),
        Value::Boolean(_) => {
            Value::Boolean(value.parse().with_context(|| format!("{PREFIX}{name} must be true or false"))?)
        }
        _ => bail!(unknown()),
    };
    Ok(())
}

/// Prints the effective settings as a `parlor.toml`.
///
/// # Errors
/// As [`load`].
pub fn print(flags: &ServeFlags) -> Result<()> {
    let mut settings = load(flags)?;
    // For people to read: without a password.
    settings.store = settings.store.map(|url| StoreUrl(url.public()));
    settings.hub = settings.hub.map(|url| StoreUrl(url.public()));
    println!("# Effective settings: defaults < {FILE} < {PREFIX}… variables < flags.");
    println!("# In the environment listen is {PREFIX}LISTEN and times.grace_ms is {PREFIX}TIMES__GRACE_MS.\n");
    print!("{}", toml::to_string_pretty(&settings)?);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn flags(text: &str) -> (tempfile::TempDir, ServeFlags) {
        let dir = tempfile::tempdir().unwrap();
        let file = dir.path().join("p.toml");
        fs::write(&file, text).unwrap();
        let flags = ServeFlags { config: Some(file), ..ServeFlags::default() };
        (dir, flags)
    }

    fn env(pairs: &[(&str, &str)]) -> impl Iterator<Item = (String, String)> + Clone {
        pairs.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect::<Vec<_>>().into_iter()
    }

    #[test]
    fn the_hosting_guide_lists_every_setting_with_its_default() {
        const GUIDE: &str = include_str!("../../../docs/hosting.md");
        let check = |name: String, value: &Value| {
            let shown = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
            let row = GUIDE.lines().find(|line| line.starts_with(&format!("| `{name}` |")));
            let row = row.unwrap_or_else(|| panic!("{name} is missing"));
            let plain = !matches!(value, Value::Array(_)) && !shown.is_empty();
            assert!(
                !plain || row.split('|').nth(2).is_some_and(|cell| cell.contains(&shown)),
                "{name} is {shown}: {row}"
            );
        };
        for (name, value) in Table::try_from(Settings::default()).unwrap() {
            match value {
                Value::Table(inner) => inner.iter().for_each(|(key, value)| check(format!("{name}.{key}"), value)),
                value => check(name, &value),
            }
        }
    }

    #[test]
    fn later_sources_win() {
        let (_dir, mut flags) = flags("listen = \"127.0.0.1:1\"\n[times]\ngrace_ms = 5\nping_ms = 7");
        let settings = combine(&flags, env(&[("TIMES__GRACE_MS", "6"), ("LISTEN", "127.0.0.1:2")])).unwrap();
        assert_eq!((settings.times.grace_ms, settings.times.ping_ms), (6, 7));
        assert_eq!(settings.listen.port(), 2);
        flags.listen = Some("127.0.0.1:3".parse().unwrap());
        assert_eq!(combine(&flags, env(&[])).unwrap().listen.port(), 3);
        assert_eq!(combine(&flags, env(&[])).unwrap().limits, Settings::default().limits);
    }

    #[test]
    fn what_needs_no_value_can_be_set_wherever_it_stands() {
        let contact = |text: &str, pairs: &[(&str, &str)]| {
            let (_dir, flags) = flags(text);
            combine(&flags, env(pairs)).unwrap().notices.contact
        };
        let in_file = "[notices]\ncontact = \"mailto:host@example.org\"";
        assert_eq!(contact("", &[]), None);
        assert_eq!(contact(in_file, &[]).as_deref(), Some("mailto:host@example.org"));
        let later = [("NOTICES__CONTACT", "https://club.example/host")];
        for text in ["", in_file] {
            assert_eq!(contact(text, &later).as_deref(), Some("https://club.example/host"));
        }
        assert_eq!(contact(in_file, &[("NOTICES__CONTACT", "")]), None, "taken back");
        let (_dir, flags) = flags("notices = 5");
        assert!(combine(&flags, env(&[])).is_err(), "a section is none other");
    }

    #[test]
    fn a_house_is_found_nearby_where_others_can_reach_it() {
        let nearby = |listen: &str, text: &str, pairs: &[(&str, &str)], no_nearby| {
            let (_dir, mut flags) = flags(text);
            flags.listen = Some(listen.parse().unwrap());
            flags.no_nearby = no_nearby;
            combine(&flags, env(pairs)).unwrap().nearby
        };
        assert!(!nearby("127.0.0.1:1", "", &[], false));
        assert!(!nearby("[::1]:1", "", &[], false));
        assert!(nearby("0.0.0.0:1", "", &[], false));
        assert!(nearby("192.168.1.5:1", "", &[], false));
        assert!(!nearby("0.0.0.0:1", "nearby = false", &[], false));
        assert!(!nearby("0.0.0.0:1", "", &[("NEARBY", "false")], false));
        assert!(nearby("127.0.0.1:1", "nearby = false", &[("NEARBY", "true")], false), "who asks gets it");
        assert!(!nearby("0.0.0.0:1", "nearby = true", &[("NEARBY", "true")], true), "a flag is the last word");
        let (_dir, flags) = flags("listen = \"0.0.0.0:1\"");
        assert!(combine(&flags, env(&[])).unwrap().nearby, "wherever it was said where to listen");
    }

    #[test]
    fn mistakes_are_named() {
        let (_dir, flags) = flags("[times]\ngrace = 5");
        let error = format!("{:#}", combine(&flags, env(&[])).unwrap_err());
        assert!(error.contains("times.grace"), "{error}");
        let refused = |name: &str, value: &str| {
            let none = ServeFlags { config: None, ..ServeFlags::default() };
            format!("{:#}", combine(&none, env(&[(name, value)])).unwrap_err())
        };
        for (name, value) in [("NOPE", "1"), ("TIMES__GRACE_MS", "soon"), ("TIMES", "1")] {
            let error = refused(name, value);
            assert!(error.contains(name), "{error}");
        }
        for (url, why) in [("/games", "has to look like"), ("https://club.example/../x", "the path may have")] {
            let error = refused("PUBLIC_URL", url);
            assert!(error.contains(why), "{error}");
        }
    }

    #[test]
    fn the_printed_form_reads_back() {
        let mut settings =
            Settings { public_url: Some("https://club.example/games".parse().unwrap()), ..Settings::default() };
        settings.notices.contact = Some("mailto:host@example.org".into());
        let text = toml::to_string_pretty(&settings).unwrap();
        let (_dir, flags) = flags(&text);
        assert_eq!(combine(&flags, env(&[])).unwrap(), settings);
    }
}
