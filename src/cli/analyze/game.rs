//! An exported game with its analysis.

use std::io::{self, Write};

use serde::Serialize;
use uuid::Uuid;

use crate::cli::puzzles::choices;
use lapidary_analysis::{Analysis, Analyst, Effort};
use lapidary_api::games::analysis_body::AnalysisBody;
use lapidary_engine::kids::sides::Sides;
use lapidary_engine::ruleset::Ruleset;
use lapidary_engine::seat::Seat;
use lapidary_exported::{Difference, Exported};

/// A game with its analysis.
pub struct AnalyzedGame {
    id: Uuid,
    /// The names of the players, in seat order. None for an erased account.
    players: Vec<Option<String>>,
    pub analysis: Analysis,
}

#[derive(Serialize)]
struct GameLine<'a> {
    game: Uuid,
    players: &'a [Option<String>],
    analysis: AnalysisBody,
}

impl AnalyzedGame {
    /// Replays an export, as JSON, and judges every choice in it.
    pub fn new(json: &str, sides: &Sides, effort: Effort) -> Result<AnalyzedGame, Difference> {
        let export = Exported::parse(json)?;
        if let Ruleset::Kids(_) = export.game.ruleset()? {
            return Err(Difference::new("game/ruleset", "games of Kids cannot be analyzed"));
        }
        let line = choices(&export, sides)?;
        let mut analyst = Analyst::new(effort);
        let judgements = line.choices.iter().map(|choice| analyst.judge(choice)).collect();
        Ok(AnalyzedGame {
            id: export.game.id.parse().map_err(|error| Difference::new("game/id", error))?,
            players: export.game.seats.into_iter().map(|seated| seated.player.username).collect(),
            analysis: Analysis::new(line.seats, judgements, &line.outcome),
        })
    }

    /// The name of the player in a seat.
    pub fn player(&self, seat: Seat) -> &str {
        self.players.get(seat.index()).and_then(Option::as_deref).unwrap_or("(erased)")
    }

    /// Writes the game as a line of JSON.
    pub fn write_json(&self, out: &mut impl Write) -> io::Result<()> {
        let line = GameLine { game: self.id, players: &self.players, analysis: (&self.analysis).into() };
        serde_json::to_writer(&mut *out, &line)?;
        writeln!(out)
    }
}
