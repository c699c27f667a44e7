//! A player as a game names them.

pub use lapidary_model::player::PlayerRef;
