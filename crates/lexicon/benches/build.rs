//! How long it takes to build and to open the default lexicon, and how large it is: `cargo bench -p parlor-lexicon`.

use parlor_lexicon::{Graph, WordList, build};
use std::{
    fs,
    hint::black_box,
    path::Path,
    time::{Duration, Instant},
};

fn main() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data/lexicons");
    let [english, azeroth] = ["english.txt", "azeroth.txt"].map(|name| fs::read_to_string(folder.join(name)).unwrap());
    let list = || WordList::parse(&english).unwrap().union(&WordList::parse(&azeroth).unwrap());
    let (parsed, words) = best(list);
    let (built, bytes) = best(|| build(&words).unwrap());
    let (opened, graph) = best(|| Graph::read(&bytes).unwrap());
    println!("{} words, {:.2} MB", graph.words(), bytes.len() as f64 / 1e6);
    println!("read the list  {parsed:>10.2?}\nbuild          {built:>10.2?}\nopen           {opened:>10.2?}");
}

/// The shortest of ten tries, and what came out.
fn best<T>(mut f: impl FnMut() -> T) -> (Duration, T) {
    let mut tries = (0..10).map(|_| {
        let start = Instant::now();
        let made = black_box(f());
        (start.elapsed(), made)
    });
    let first = tries.next().expect("ten tries");
    tries.fold(first, |best, next| if next.0 < best.0 { next } else { best })
}
