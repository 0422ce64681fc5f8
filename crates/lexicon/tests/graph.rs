//! What a graph says is what its list said, and no bytes make it panic.

use parlor_lexicon::{Graph, Malformed, SEPARATOR, WordList, build, letters};

const WORDS: &str = "care\ncares\ncar\ncat\nscare\nscar\nscars\narc\nae\nzax\nzaxes\nabracadabra";

fn graph(text: &str) -> Graph {
    Graph::read(&build(&WordList::parse(text).unwrap()).unwrap()).unwrap()
}

/// Words without pattern, of all lengths.
fn many(count: u64) -> String {
    let mut state = 1_u64;
    let mut next = move || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        state >> 33
    };
    let mut text = String::new();
    for _ in 0..count {
        for _ in 0..2 + next() % 14 {
            text.push(char::from(b"abcdefghijklmnopqrstuvwxyz"[(next() % 26) as usize]));
        }
        text.push('\n');
    }
    text
}

fn listed(graph: &Graph) -> Vec<String> {
    let mut words = Vec::new();
    graph.each_word(|word| words.push(word.iter().map(|letter| char::from(letter + b'a' - 1)).collect()));
    words
}

#[test]
fn a_graph_has_the_words_of_its_list_and_no_others() {
    for text in [WORDS.to_owned(), many(3_000)] {
        let graph = graph(&text);
        let mut words: Vec<_> = text.lines().map(str::to_owned).collect();
        words.sort();
        words.dedup();
        assert_eq!(listed(&graph), words);
        assert_eq!(graph.words() as usize, words.len());
        for word in &words {
            assert!(graph.contains_text(word), "{word}");
            let longer = format!("{word}q");
            assert_eq!(graph.contains_text(&longer), words.contains(&longer));
            let shorter = &word[..word.len() - 1];
            assert_eq!(graph.contains_text(shorter), words.iter().any(|other| other == shorter));
        }
    }
    assert!(!graph(WORDS).contains(&[]) && !graph(WORDS).contains(&[0]) && !graph(WORDS).contains(&[27, 255]));
}

/// Whether `word` is found by reading it outwards from its letter number `from`.
fn found_from(graph: &Graph, word: &[u8], from: usize) -> bool {
    let (before, after) = word.split_at(from + 1);
    let separator: &[u8] = if after.is_empty() { &[] } else { &[SEPARATOR] };
    let path: Vec<_> = before.iter().rev().chain(separator).chain(after).copied().collect();
    path.iter()
        .try_fold(graph.outwards(), |node, &letter| graph.follow(node, letter))
        .is_some_and(|node| node.accepts())
}

#[test]
fn every_word_is_found_outwards_from_each_of_its_letters() {
    let text = many(500) + WORDS;
    let graph = graph(&text);
    for word in text.lines() {
        let word = letters(word).unwrap();
        for from in 0..word.len() {
            assert!(found_from(&graph, &word, from), "{word:?} from {from}");
            let mut wrong = word.clone();
            wrong[from] = wrong[from] % 26 + 1;
            assert_eq!(found_from(&graph, &wrong, from), graph.contains(&wrong), "{wrong:?} from {from}");
        }
    }
}

#[test]
fn equal_lists_have_equal_bytes_and_an_empty_one_has_a_graph() {
    let reversed: Vec<_> = WORDS.lines().rev().collect();
    let bytes = |text: &str| build(&WordList::parse(text).unwrap()).unwrap();
    assert_eq!(bytes(WORDS), bytes(&reversed.join("\n")));
    assert!(!graph("").contains_text("cat"));
}

#[test]
fn bytes_that_are_no_graph_are_refused() {
    let bytes = build(&WordList::parse(WORDS).unwrap()).unwrap();
    assert_eq!(Graph::read(b"hello"), Err(Malformed::Header));
    for length in 8..bytes.len() {
        assert_eq!(Graph::read(&bytes[..length]), Err(Malformed::Length), "{length}");
    }
    let longer = [&*bytes, &[0; 4]].concat();
    assert_eq!(Graph::read(&longer), Err(Malformed::Length));
    let nodes = (bytes.len() - 16) / 4;
    for node in 0..nodes {
        let with = |change: fn(u32) -> u32| {
            let mut bytes = bytes.clone();
            let place = 16 + node * 4;
            let value = u32::from_le_bytes(bytes[place..place + 4].try_into().unwrap());
            bytes[place..place + 4].copy_from_slice(&change(value).to_le_bytes());
            Graph::read(&bytes)
        };
        let wrong = Err(Malformed::Node(node as u32));
        assert_eq!(with(|value| value | 0x003F_FFFF), wrong, "an arc leads out of the graph");
        assert_eq!(with(|value| value | 27 << 24), wrong, "no such letter");
        if node + 1 == nodes {
            assert_eq!(with(|value| value & !(1 << 22)), wrong, "a list without an end");
        }
    }
}

#[test]
fn no_change_of_a_byte_makes_a_walk_panic_or_endless() {
    let bytes = build(&WordList::parse("at\ncat\ncats").unwrap()).unwrap();
    let mut read = 0;
    for place in 16..bytes.len() {
        for value in 0..=255 {
            let mut changed = bytes.clone();
            changed[place] = value;
            let Ok(graph) = Graph::read(&changed) else { continue };
            read += 1;
            assert!(!graph.contains(&[0; 30]));
            for word in ["cat", "cats", "at", "zzzzzzzzzzzzzzz"] {
                graph.contains_text(word);
                found_from(&graph, &letters(word).unwrap(), 1);
            }
        }
    }
    assert!(read > 1_000, "{read}");
}
