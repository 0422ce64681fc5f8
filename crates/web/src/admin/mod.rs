//! The page of those who look after the house.

mod audit;
mod deed;
mod people;
mod reports;
mod tables;

use crate::{
    house::{House, ask, http::admin},
    place::href_of,
    ui::{Header, thousands},
};
use audit::Audit;
use deed::{Deed, DeedDialog};
use leptos::prelude::*;
use leptos_router::hooks::use_query_map;
use parlor_wire::http::{HouseFigures, Role};
use people::People;
use reports::Reports;
use std::time::Duration;
use tables::Tables;

/// How often the figures are looked at anew.
const LOOK_EVERY: Duration = Duration::from_secs(5);

/// What the page shows.
const TABS: [(&str, &str); 4] =
    [("people", "People"), ("tables", "Tables"), ("reports", "Reports"), ("audit", "Audit log")];

/// What all parts of the page share.
#[derive(Clone, Copy)]
struct Desk {
    /// What we may do.
    role: Signal<Option<Role>>,
    /// What we are about to do.
    deed: RwSignal<Option<Deed>>,
    /// Notified when something was done.
    changed: RwSignal<()>,
}

/// The page; for those with a role.
#[component]
pub fn AdminPage() -> impl IntoView {
    let figures = ask(admin::figures);
    let timer = set_interval_with_handle(move || figures.again(), LOOK_EVERY).ok();
    on_cleanup(move || timer.iter().for_each(IntervalHandle::clear));
    let role = Memo::new(move |_| figures.reply().with(|reply| Some(reply.as_ref()?.as_ref().ok()?.role)));
    let refused =
        Memo::new(move |_| figures.reply().with(|reply| Some(reply.as_ref()?.as_ref().err()?.detail.clone())));
    let desk = Desk { role: role.into(), deed: RwSignal::new(None), changed: RwSignal::new(()) };
    provide_context(desk);
    Effect::new(move |_| {
        desk.changed.track();
        figures.again();
    });
    let told = move || figures.reply().get().and_then(Result::ok).map(|figures| view! { <Figures figures /> });
    view! {
        <Header />
        <main class="page admin" data-test="admin">
            <h1>"Looking after the house"</h1>
            {move || refused.get().map(|why| view! { <p class="trouble" role="alert" data-test="admin-refused">{why}</p> })}
            {told}
            {move || role.get().is_some().then(|| view! { <Rooms /> <DeedDialog /> })}
        </main>
    }
}

/// Live figures.
#[component]
fn Figures(figures: HouseFigures) -> impl IntoView {
    let HouseFigures { tables, playing, asleep, people, connections, reports, open_s, version, .. } = figures;
    let rows = [
        ("People here", thousands(people)),
        ("Connections", thousands(connections)),
        ("Tables", thousands(tables)),
        ("Matches being played", thousands(playing)),
        ("Tables that sleep", thousands(asleep)),
        ("Open reports", thousands(reports)),
        ("Open for", stretch(open_s)),
        ("Version", version),
    ];
    view! {
        <dl class="admin-figures figures" data-test="admin-figures">
            {rows.map(|(name, value)| view! { <div><dt class="muted small">{name}</dt><dd>{value}</dd></div> }).collect_view()}
        </dl>
    }
}

fn stretch(seconds: u64) -> String {
    match (seconds / 86_400, seconds / 3_600 % 24, seconds / 60 % 60) {
        (0, 0, minutes) => format!("{minutes} min"),
        (0, hours, minutes) => format!("{hours} h {minutes} min"),
        (days, hours, _) => format!("{days} d {hours} h"),
    }
}

/// One of the lists, by what the address says.
#[component]
fn Rooms() -> impl IntoView {
    let query = use_query_map();
    let tab = Memo::new(move |_| {
        let wanted = query.read().get("tab").unwrap_or_default();
        TABS.into_iter().map(|(id, _)| id).find(|id| *id == wanted).unwrap_or(TABS[0].0)
    });
    let links = TABS.map(|(id, name)| {
        view! {
            <a
                class="tab"
                href=href_of(&format!("/admin?tab={id}"))
                aria-current=move || (tab.get() == id).then_some("page")
                data-test=format!("admin-{id}")
            >
                {name}
            </a>
        }
    });
    view! {
        <nav class="tabs" aria-label="What to look after">{links.collect_view()}</nav>
        {move || match tab.get() {
            "tables" => view! { <Tables /> }.into_any(),
            "reports" => view! { <Reports /> }.into_any(),
            "audit" => view! { <Audit /> }.into_any(),
            _ => view! { <People /> }.into_any(),
        }}
    }
}

impl Desk {
    fn expect() -> Self {
        expect_context()
    }

    fn is_admin(self) -> bool {
        self.role.get() == Some(Role::Admin)
    }

    /// Tells that something was done.
    fn done(self, house: House, words: String) {
        house.toast.say(words);
        self.changed.notify();
    }
}
