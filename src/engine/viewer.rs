//! Who can look at a game. It does not know what is hidden.

use super::seat::Seat;

/// Who looks at a game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Viewer {
    /// The player of a seat: also sees what is hidden from all other seats.
    Seat(Seat),
    /// Any other person.
    Spectator,
    /// Everyone, once the deal is revealed.
    Revealed,
}

impl Viewer {
    /// Whether this viewer may see the hidden information of a seat.
    pub fn sees(self, owner: Seat) -> bool {
        self == Viewer::Revealed || self == Viewer::Seat(owner)
    }
}
