//! The standings after any round, with the cut.

use crate::tournaments::access::load_seen;
use crate::tournaments::ranking::cut::{Cut, cut};
use crate::tournaments::ranking::standings::{Line, lines};
use crate::tournaments::{TournamentRefusal, Tournaments};
use lapidary_model::auth::Identity;
use lapidary_model::tournament::TournamentId;
use lapidary_model::tournaments::event::Event;
use lapidary_model::tournaments::round::RoundStatus;

/// The standings after some rounds.
#[derive(Debug, Clone)]
pub struct Standings {
    /// The whole event.
    pub event: Event,
    /// The number of rounds that they include.
    pub rounds: u16,
    /// Whether all of these rounds are over.
    pub complete: bool,
    /// The lines, the first place first.
    pub lines: Vec<Line>,
    /// Who goes on to the knock-out, once the rounds before it are over.
    pub cut: Option<Cut>,
}

#[boxed]
impl Tournaments {
    /// Returns the standings after a round, or after everything played so far.
    pub async fn standings(
        &self,
        id: TournamentId,
        caller: Option<&Identity>,
        after: Option<u16>,
    ) -> Result<Standings, TournamentRefusal> {
        let event = load_seen(&mut *self.pool.get().await?, id, caller).await?;
        let rounds = after.map_or(event.rounds.len(), usize::from);
        if rounds > event.rounds.len() {
            let (round, rounds) = (after.unwrap_or_default().into(), event.rounds.len());
            return Err(TournamentRefusal::NoRound { round, rounds });
        }
        Ok(Standings {
            lines: lines(&event, rounds),
            cut: cut(&event).filter(|cut| rounds >= cut.after),
            rounds: rounds as u16,
            complete: event.rounds.iter().take(rounds).all(|round| round.status == RoundStatus::Closed),
            event,
        })
    }
}
