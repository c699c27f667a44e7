//! The position with which a fork begins: the games from which it descends, dealt and replayed again.

use serde::Deserialize;

use crate::deal::{DealParts, entropy, fixed};
use crate::difference::{Difference, equal};

use lapidary_engine::deal::{Contributions, DealId, Entropy, Seating, ServerSeed, commitment};
use lapidary_engine::game::Game;
use lapidary_engine::kids::board::Board;
use lapidary_engine::kids::sides::Sides;
use lapidary_engine::record::By;
use lapidary_engine::replay::{Replay, Written, as_written};
use lapidary_engine::ruleset::Ruleset;
use lapidary_engine::seat::Seat;

/// A game from which a fork descends.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ancestor {
    /// Its id. The position does not depend on it.
    pub game: String,
    /// The version whose position the next game begins with.
    at: u32,
    deal_id: String,
    commitment: String,
    server_seed: String,
    entropies: Vec<String>,
    decisions: Vec<AncestorDecision>,
}

/// A decision in it.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct AncestorDecision {
    seat: u8,
    by: String,
    notation: String,
}

/// Returns the position before what is hidden in it is dealt anew.
pub fn position(
    ancestors: &[Ancestor],
    ruleset: Ruleset,
    sides: Option<&Sides>,
    board: Option<Board>,
) -> Result<Game, Difference> {
    let mut position: Option<Game> = None;
    for (place, ancestor) in ancestors.iter().enumerate() {
        let at = format!("ancestors/{place}");
        let parts = parts(&at, ancestor)?;
        let opening = match position {
            Some(before) => parts.fork(&before)?,
            None => parts.deal(ruleset, sides, board)?,
        };
        position = Some(replay(&at, ancestor, opening.game)?);
    }
    position.ok_or_else(|| Difference::new("ancestors", "a fork descends from a game"))
}

/// Returns the decoded input of the deal, checked against the commitment. Its seats do not matter.
fn parts(at: &str, ancestor: &Ancestor) -> Result<DealParts, Difference> {
    let entropies: Vec<Entropy> = (0..)
        .zip(&ancestor.entropies)
        .map(|(place, text): (usize, _)| entropy(&format!("{at}/entropies/{place}"), text))
        .collect::<Result<_, _>>()?;
    let parts = DealParts {
        deal_id: DealId(fixed(&format!("{at}/deal_id"), &ancestor.deal_id)?),
        server_seed: ServerSeed::new(fixed(&format!("{at}/server_seed"), &ancestor.server_seed)?),
        contributions: Contributions::try_from(entropies)
            .map_err(|error| Difference::new(format!("{at}/entropies"), error))?,
        beacon: Entropy::default(),
        seating: Seating::JoinOrder,
    };
    let committed = hex::encode(commitment(parts.deal_id, &parts.server_seed));
    equal(&format!("{at}/commitment"), committed, &ancestor.commitment)?;
    Ok(parts)
}

/// Replays the decisions, which must include every decision of the engine that is due (T2).
fn replay(at: &str, ancestor: &Ancestor, opening: Game) -> Result<Game, Difference> {
    equal(&format!("{at}/at"), ancestor.decisions.len() + 1, ancestor.at)?;
    let mut replay = Replay::new(opening);
    for (place, decision) in ancestor.decisions.iter().enumerate() {
        let at = format!("{at}/decisions/{place}");
        let written = written(decision).ok_or_else(|| Difference::new(&at, "is not a decision"))?;
        let entry = replay.read(&written).map_err(|error| Difference::new(&at, error))?;
        if as_written(&entry) != written {
            return Err(Difference::new(format!("{at}/notation"), "is not canonical"));
        }
    }
    match replay.due().is_none() && replay.game().to_act().is_some() {
        true => Ok(replay.into_game()),
        false => Err(Difference::new(format!("{at}/at"), "no player decides at this version")),
    }
}

fn written(decision: &AncestorDecision) -> Option<Written> {
    let by = match decision.by.as_str() {
        "player" => By::Player,
        "engine" => By::Engine,
        _ => return None,
    };
    Some(Written::Decision { seat: Seat::new(decision.seat)?, by, action: decision.notation.clone() })
}
