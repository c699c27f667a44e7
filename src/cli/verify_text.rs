//! Checks a finished game in text format. It knows the seats and where turns begin. The other checks are the
//! same as for JSON.

use super::findings::findings;
use lapidary_api::play::events::EffectBody;
use lapidary_engine::game::Game;
use lapidary_engine::kids::sides::Sides;
use lapidary_engine::replay::Replay;
use lapidary_engine::transcript::Transcript;
use lapidary_exported::{Difference, ExportedText, equal};

/// The number of the first turn.
const FIRST_TURN: u16 = 1;

/// Checks a text and returns a list of what was confirmed.
pub fn check(text: &str, sides: &Sides) -> Result<Vec<String>, Difference> {
    let export = ExportedText::parse(text)?;
    let (transcript, players) = (&export.transcript, &export.players);
    let opening = export.parts.deal(export.ruleset, sides, None)?;
    for (seat, place) in opening.seats.iter().enumerate() {
        let name = format!("seat {seat}");
        equal(&name, players.get(*place as usize), transcript.value(&name))?;
    }
    let game = replay(transcript, opening.game)?;
    export.check_result(game.outcome().as_ref())?;
    Ok(findings(players.len(), &format!("{} entries", transcript.entries.len()), &game))
}

/// Replays every entry.
fn replay(transcript: &Transcript, opening: Game) -> Result<Game, Difference> {
    let mut replay = Replay::new(opening);
    let mut now = FIRST_TURN;
    for (turn, written) in &transcript.entries {
        let at = format!("turn {turn}");
        equal(&at, now, turn)?;
        let entry = replay.read(written).map_err(|error| Difference::new(at, error))?;
        let mut began = entry.effects.iter().filter_map(|&effect| EffectBody::from(effect).turn_began());
        now = began.next_back().unwrap_or(now);
    }
    match replay.due() {
        Some(_) => Err(Difference::new("last turn", "the rules require another entry")),
        None => Ok(replay.game().clone()),
    }
}
