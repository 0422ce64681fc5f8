//! How fast plays are found, in positions of matches between bots: `cargo bench -p parlor-words`.

#[path = "../tests/game/shelf/mod.rs"]
mod shelf;

use parlor_kernel::{FastDice, Game, GameConfig, Table, Tick, Viewer};
use parlor_words::{Config, Leaves, Prospect, View, Words, moves::Field};
use std::{
    fs,
    hint::black_box,
    ops::ControlFlow,
    sync::{Arc, LazyLock},
    time::Instant,
};

const GAMES: u64 = 60;

fn main() {
    for preset in ["hope", "days"] {
        measure(preset);
    }
}

fn measure(preset: &str) {
    let rules = shelf::rules(Config::preset(preset).expect("a preset"));
    let mut views: Vec<View> = Vec::new();
    for seed in 0..GAMES {
        let mut table = Table::<Words, _>::new(Arc::clone(&rules), FastDice(seed));
        while let Some(seat) = table.game().awaiting().first() {
            let view = table.game().view(Viewer::Seat(seat));
            let prospect = Prospect::new(&rules, &view, Some(Leaves::learnt(&rules.config)));
            let action = prospect.action(&prospect.best().choice);
            table.act(Tick(0), seat, action, &mut ()).expect("a legal choice");
            views.push(view);
        }
    }
    let graph = rules.assets.graph();
    let prepare = seconds(&views, |view| {
        black_box(Field::new(&rules.config, graph, &view.common.board));
    });
    let mut plays = 0_u64;
    let all = seconds(&views, |view| {
        let field = Field::new(&rules.config, graph, &view.common.board);
        let _: ControlFlow<()> = field.each_play(&view.rack(), |found| {
            plays += u64::from(black_box(found).used > 0);
            ControlFlow::Continue(())
        });
    });
    let best = seconds(&views, |view| {
        black_box(Prospect::new(&rules, view, Some(Leaves::learnt(&rules.config))).best());
    });
    let turns = views.len() as f64;
    let per_round = plays as f64 / ROUNDS as f64;
    let micros = |seconds: f64| seconds * 1e6 / turns;
    println!("{preset}: {} positions, {:.0} plays each", views.len(), per_round / turns);
    println!("  preparing a board   {:>7.1} µs", micros(prepare));
    println!("  all plays           {:>7.1} µs, {:.2} million plays a second", micros(all), per_round / all / 1e6);
    println!("  best play by equity {:>7.1} µs", micros(best));
}

const ROUNDS: u32 = 7;

/// The shortest time for going once through all positions.
fn seconds(views: &[View], mut f: impl FnMut(&View)) -> f64 {
    let mut once = || {
        let start = now();
        views.iter().for_each(&mut f);
        now() - start
    };
    (0..ROUNDS).map(|_| once()).fold(f64::INFINITY, f64::min)
}

/// Processor time where the system tells it, since other programs come in between; else the time of day.
fn now() -> f64 {
    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    let processor = fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanoseconds = processor.and_then(|text| text.split(' ').next()?.parse::<f64>().ok());
    nanoseconds.map_or_else(|| START.elapsed().as_secs_f64(), |nanoseconds| nanoseconds / 1e9)
}
