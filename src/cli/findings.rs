//! The common parts of checking a JSON or text export: the commitment, and the sentences for a successful
//! check.

use lapidary_engine::game::Game;

/// What a check without errors confirms.
pub fn findings(players: usize, read: &str, game: &Game) -> Vec<String> {
    vec![
        "the secret is the one that the server committed to".to_owned(),
        format!("seats and opening follow from it and {players} contributions"),
        format!("{read} follow the rules"),
        match game.outcome() {
            Some(outcome) => {
                format!("the game ended by {} with the ranks {:?}", outcome.reason.name(), outcome.ranks)
            }
            None => "the game was aborted before its end".to_owned(),
        },
    ]
}
