//! The export of a tournament: everything from which anybody can compute its pairings and standings again.

use super::access::{event, visible};
use super::standings::{Line, lines};
use super::{TournamentRefusal, Tournaments};
use crate::auth::Identity;
use crate::model::tournament::TournamentId;
use crate::model::tournaments::event::Event;

/// An exported tournament.
#[derive(Debug, Clone)]
pub struct Exported {
    /// The whole event. Its seed leaves the server only when the tournament is over.
    pub event: Event,
    /// The standings after all rounds.
    pub lines: Vec<Line>,
}

impl Tournaments {
    /// Returns the export of a tournament.
    ///
    /// # Errors
    /// [`TournamentRefusal::NotFound`]; if the database fails.
    pub async fn export(
        &self,
        id: TournamentId,
        caller: Option<&Identity>,
    ) -> Result<Exported, TournamentRefusal> {
        let mut connection = self.pool.get().await?;
        let tournament = visible(&mut connection, id, caller).await?;
        let event = event(&mut connection, tournament).await?;
        let lines = lines(&event, event.rounds.len());
        Ok(Exported { event, lines })
    }
}
