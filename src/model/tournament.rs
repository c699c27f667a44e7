//! Tournaments: the values that games and tournaments share.

use crate::id::id;

id! {
    /// The id of a tournament.
    TournamentId
}
