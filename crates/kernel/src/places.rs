//! Rankings.

use crate::{MAX_SEATS, Seat, SeatSet};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use std::fmt;

/// The place of every seat at a table, where 1 is the best.
///
/// Equals share a place, and the places they take up stay empty: two winners are followed by the third. As text it is
/// a list as long as the table, for example `[1,3,1,4]`.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Places([u8; MAX_SEATS as usize]);

impl Places {
    /// Ranks seats by their scores, in seat order: the highest is the best.
    ///
    /// # Panics
    /// If there are more scores than [`MAX_SEATS`].
    pub fn by_score<T: Ord>(scores: &[T]) -> Self {
        let mut places = [0; MAX_SEATS as usize];
        for (place, score) in places[..scores.len()].iter_mut().zip(scores) {
            *place = 1 + scores.iter().filter(|other| *other > score).count() as u8;
        }
        Self(places)
    }

    /// The place of `seat`, if there is such a seat.
    pub fn of(&self, seat: Seat) -> Option<u8> {
        self.0.get(seat.index()).copied().filter(|&place| place > 0)
    }

    /// The seats in the first place.
    pub fn first(&self) -> SeatSet {
        self.seats().filter(|&(_, place)| place == 1).map(|(seat, _)| seat).collect()
    }

    /// Whether every seat has the same place.
    pub fn are_level(&self) -> bool {
        self.list().iter().all(|&place| place == 1)
    }

    /// Every seat with its place, in seat order.
    pub fn seats(&self) -> impl Iterator<Item = (Seat, u8)> {
        (0..).map(Seat).zip(self.list().iter().copied())
    }

    fn list(&self) -> &[u8] {
        let seats = self.0.iter().take_while(|&&place| place > 0).count();
        &self.0[..seats]
    }
}

impl fmt::Debug for Places {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Places").field(&self.list()).finish()
    }
}

impl Serialize for Places {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.list().serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Places {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let list = Vec::<u8>::deserialize(deserializer)?;
        if list.len() > usize::from(MAX_SEATS) {
            return Err(de::Error::invalid_length(list.len(), &"the places of at most 16 seats"));
        }
        // The higher score has the lower place.
        let scores: Vec<_> = list.iter().map(|&place| std::cmp::Reverse(place)).collect();
        let places = Self::by_score(&scores);
        if places.list() == list { Ok(places) } else { Err(de::Error::custom("these places are no ranking")) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{from_str, to_string};

    #[test]
    fn equals_share_a_place_and_leave_the_next_empty() {
        let places = Places::by_score(&[30, 10, 30, 5]);
        assert_eq!(to_string(&places).unwrap(), "[1,3,1,4]");
        assert_eq!(places.first().iter().collect::<Vec<_>>(), [Seat(0), Seat(2)]);
        assert_eq!((places.of(Seat(1)), places.of(Seat(4)), places.of(Seat(200))), (Some(3), None, None));
        assert!(!places.are_level());
        assert!(Places::by_score(&[2, 2, 2]).are_level());
    }

    #[test]
    fn only_rankings_are_read() {
        for text in ["[1,3,1,4]", "[1]", "[1,1]", "[2,1]", "[]"] {
            assert_eq!(to_string(&from_str::<Places>(text).unwrap()).unwrap(), text);
        }
        for text in ["[0,1]", "[1,2,1]", "[2,3]", "[1,1,2]", "[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17]"] {
            assert!(from_str::<Places>(text).is_err(), "{text}");
        }
    }
}
