//! The origin of a fork, in two columns.

use uuid::Uuid;

use crate::game::{GameId, Origin, Version};

/// Returns the origin of a fork, if the columns are valid. None for a game from the start.
pub fn read_origin(row: (Option<Uuid>, Option<i32>)) -> Option<Option<Origin>> {
    match row {
        (Some(game), Some(at)) => Some(Some(Origin { game: GameId(game), at: Version(at.try_into().ok()?) })),
        (None, None) => Some(None),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_origin_is_a_game_and_a_version_or_neither() {
        let game = Uuid::from_u128(7);
        let both = read_origin((Some(game), Some(3))).flatten().unwrap();
        assert_eq!((both.game.0, both.at.0), (game, 3));
        assert!(read_origin((None, None)).is_some_and(|origin| origin.is_none()));
        // The database does not refuse such rows.
        for broken in [(Some(game), None), (None, Some(3)), (Some(game), Some(-1))] {
            assert!(read_origin(broken).is_none(), "{broken:?}");
        }
    }
}
