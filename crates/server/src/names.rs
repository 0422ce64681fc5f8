//! Names for people who have not chosen one.

use parlor_kernel::Rng;

const MOODS: [&str; 24] = [
    "Amber", "Bold", "Brisk", "Calm", "Clever", "Cosy", "Daring", "Gentle", "Golden", "Jolly", "Keen", "Lucky",
    "Merry", "Misty", "Nimble", "Patient", "Quiet", "Rusty", "Silver", "Sly", "Sunny", "Swift", "Velvet", "Wry",
];

const BEINGS: [&str; 24] = [
    "Badger", "Beetle", "Crane", "Fox", "Gull", "Hare", "Heron", "Lark", "Lynx", "Magpie", "Marten", "Mole", "Moth",
    "Newt", "Otter", "Owl", "Pike", "Puffin", "Raven", "Seal", "Stoat", "Swan", "Toad", "Wren",
];

/// A friendly name like "Lucky Otter 42".
pub fn suggest(rng: &mut Rng) -> String {
    let mood = MOODS[rng.below(MOODS.len() as u32) as usize];
    let being = BEINGS[rng.below(BEINGS.len() as u32) as usize];
    format!("{mood} {being} {}", 2 + rng.below(98))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn suggestions_are_valid_names() {
        let mut rng = Rng::new(1);
        for _ in 0..1000 {
            let name = suggest(&mut rng);
            assert_eq!(parlor_wire::display_name(&name), Ok(name.clone()));
        }
    }
}
