//! The export of a tournament: everything needed to recompute its pairings and standings.

use super::team_standings::team_lines;
use crate::tournaments::access::{load_event, load_visible};
use crate::tournaments::ranking::ratings::{EventGame, RatedEntry, rated};
use crate::tournaments::ranking::standings::{Line, lines};
use crate::tournaments::{TournamentRefusal, Tournaments};
use lapidary_contest::standings::teams::TeamStanding;
use lapidary_model::auth::Identity;
use lapidary_model::player::Occupant;
use lapidary_model::tournament::TournamentId;
use lapidary_model::tournaments::event::Event;
use lapidary_store::tournaments::members::{self, Role};

/// An exported tournament.
#[derive(Debug, Clone)]
pub struct Exported {
    /// The whole event. Its seed leaves the server only when the tournament is over.
    pub event: Event,
    /// The standings after all rounds.
    pub lines: Vec<Line>,
    /// The standings of teams after all rounds; none without teams.
    pub team_lines: Vec<TeamStanding>,
    /// All games that were made for its tables, in the order of making.
    pub games: Vec<EventGame>,
    /// The organizers besides its creator.
    pub organizers: Vec<Occupant>,
    /// The changes by its rated games.
    pub rated: Vec<RatedEntry>,
}

#[boxed]
impl Tournaments {
    /// Returns the export of a tournament, all read at one moment: tables may end and rounds may be paired
    /// meanwhile.
    pub async fn export(
        &self,
        id: TournamentId,
        caller: Option<&Identity>,
    ) -> Result<Exported, TournamentRefusal> {
        let mut connection = self.pool.get().await?;
        connection
            .build_transaction()
            .read_only()
            .repeatable_read()
            .run(async |connection| {
                let tournament = load_visible(connection, id, caller).await?;
                let event = load_event(connection, tournament).await?;
                let (games, rated) = rated(connection, &event).await?;
                let organizers = members::load(connection, id, Role::Organizer).await?;
                let rounds = event.rounds.len();
                let lines = lines(&event, rounds);
                let team_lines = team_lines(&event, rounds, &lines);
                Ok(Exported { event, lines, team_lines, games, organizers, rated })
            })
            .await
    }
}
