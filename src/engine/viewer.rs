//! Knows who can look at a game. Knows nothing of what there is to hide.

use super::seat::Seat;

/// Who looks at a game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Viewer {
    /// The player of a seat: sees what is hidden from all but this seat.
    Seat(Seat),
    /// Anybody else.
    Spectator,
    /// Everybody, once the deal is revealed.
    Revealed,
}

impl Viewer {
    /// Whether this viewer may see the secrets of a seat.
    pub fn sees(self, owner: Seat) -> bool {
        self == Viewer::Revealed || self == Viewer::Seat(owner)
    }
}
