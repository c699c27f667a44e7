//! The cursors of lists of ratings, and the names of pools in requests.

use serde::{Deserialize, Deserializer, de::Error};

use crate::Problem;
use crate::extract::hyphenated;
use lapidary_contest::rating::pool::Pool;
use lapidary_model::auth::PlayerId;
use lapidary_model::rating::{StandingKey, known_pool};
use lapidary_operation::query;

/// The maximum number of a game in a pool, far beyond any real one. Cursors have no larger numbers.
const NUMBER_MAX: u64 = i64::MAX as u64;

/// Returns the pool of a path.
pub fn pool(name: &str) -> Result<Pool, Problem> {
    known_pool(name).ok_or_else(Problem::not_found)
}

/// Reads a cursor that is the number of a game in its pool.
pub fn number<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<u64>, D::Error> {
    let text = String::deserialize(deserializer)?;
    let digits = text.bytes().all(|byte| byte.is_ascii_digit());
    let number = text.parse().ok().filter(|&number| digits && number <= NUMBER_MAX);
    number.map(Some).ok_or_else(|| D::Error::custom("not a cursor"))
}

/// Which page of a list whose cursors are numbers.
#[query]
pub struct NumberedPage {
    /// The most items, 1 to 100.
    #[param(minimum = 1, maximum = 100, nullable = false)]
    pub limit: Option<u8>,
    /// The `next_cursor` of the previous page.
    #[serde(default, deserialize_with = "number")]
    #[param(value_type = Option<String>, nullable = false)]
    pub cursor: Option<u64>,
}

/// Where a page of a leaderboard begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StandingCursor {
    /// The last player of the page before.
    pub key: StandingKey,
    /// Their place.
    pub place: u64,
    /// The number of players up to them.
    pub listed: u64,
}

impl StandingCursor {
    /// Returns the text of the cursor.
    pub fn text(&self) -> String {
        format!("{}_{}_{}_{}", self.key.order, self.key.player, self.place, self.listed)
    }

    /// Returns the cursor with this text.
    pub fn parse(text: &str) -> Option<StandingCursor> {
        let [order, player, place, listed] = text.split('_').collect::<Vec<_>>()[..] else { return None };
        let count = |text: &str| text.parse::<u64>().ok().filter(|&count| (1..=NUMBER_MAX).contains(&count));
        let key = StandingKey { order: order.parse().ok()?, player: PlayerId(hyphenated(player)?) };
        Some(StandingCursor { key, place: count(place)?, listed: count(listed)? })
    }
}

/// Reads a cursor of a leaderboard.
pub fn standing<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<StandingCursor>, D::Error> {
    let text = String::deserialize(deserializer)?;
    StandingCursor::parse(&text).map(Some).ok_or_else(|| D::Error::custom("not a cursor"))
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::*;

    #[test]
    fn a_cursor_is_read_back_and_no_other_text_is_one() {
        let key = StandingKey { order: -1_500_000, player: PlayerId(Uuid::from_u128(7)) };
        let cursor = StandingCursor { key, place: 3, listed: 50 };
        assert_eq!(StandingCursor::parse(&cursor.text()), Some(cursor));
        for wrong in
            ["", "1", "1_2_3_4", &format!("{}_1", cursor.text()), &cursor.text().replace("_3_", "_0_")]
        {
            assert_eq!(StandingCursor::parse(wrong), None, "{wrong}");
        }
    }
}
