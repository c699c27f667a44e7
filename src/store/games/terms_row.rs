//! The terms of a game, as columns of its row.

use uuid::Uuid;

use crate::by_hand::columns;
use lapidary_engine::seat::SeatCount;
use lapidary_model::delay::SpectatorDelay;
use lapidary_model::game::{Terms, Visibility};
use lapidary_model::season::SeasonId;
use lapidary_model::stored::terms::{ruleset_named, seating_named};
use lapidary_model::tournament::TournamentId;

columns! {
    /// The terms of the game `g`.
    pub(crate) struct TermsRow {
        pub(crate) ruleset: String = "g.ruleset",
        pub(crate) options: String = "g.options",
        pub(crate) seats: i16 = "g.seats",
        pub(crate) visibility: String = "g.visibility",
        pub(crate) seating: String = "g.seating",
        pub(crate) clock: String = "g.clock",
        pub(crate) spectator_turns: i16 = "g.spectator_turns",
        pub(crate) spectator_ms: i64 = "g.spectator_ms",
        pub(crate) rated: bool = "g.rated",
        pub(crate) ladder: bool = "g.ladder",
        pub(crate) tournament_id: Option<Uuid> = "g.tournament_id",
        pub(crate) season_id: Option<Uuid> = "g.season_id",
    }
}

/// Returns the terms, read from their columns.
pub(crate) fn read_terms(row: TermsRow) -> Option<Terms> {
    Some(Terms {
        ruleset: ruleset_named(&row.ruleset, &row.options)?,
        seats: SeatCount::new(row.seats.try_into().ok()?)?,
        visibility: Visibility::named(&row.visibility)?,
        seating: seating_named(&row.seating)?,
        clock: row.clock.parse().ok()?,
        delay: SpectatorDelay::read((row.spectator_turns, row.spectator_ms)),
        rated: row.rated,
        ladder: row.ladder,
        tournament: row.tournament_id.map(TournamentId),
        season: row.season_id.map(SeasonId),
    })
}
