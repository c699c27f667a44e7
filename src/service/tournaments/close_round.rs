//! Closing the last round by call, for organizers who do not wait until the server does it.

use std::time::Duration;

use super::access::{lock_organized, running};
use super::look::RoundView;
use super::{TournamentRefusal, Tournaments};
use lapidary_model::auth::Identity;
use lapidary_model::tournament::TournamentId;
use lapidary_model::tournaments::round::RoundStatus;
use lapidary_store::games;
use lapidary_store::tournaments::rounds::{self, NextPairing};

impl Tournaments {
    /// Closes the last round once everything of it is played. Where the server pairs the rounds, it does not
    /// wait any more: it pairs the next one or ends the tournament. It waits for the date of the next round,
    /// if that has one. Repeating it changes nothing.
    ///
    /// # Errors
    /// [`TournamentRefusal::RoundUnfinished`]; [`TournamentRefusal::NothingPaired`] before the first round;
    /// why the caller cannot close it.
    pub async fn close_round(
        &self,
        id: TournamentId,
        caller: &Identity,
    ) -> Result<RoundView, TournamentRefusal> {
        let number = self
            .act(async |connection, changes| {
                let mut event = lock_organized(connection, id, caller).await?;
                running(&event.tournament)?;
                self.finish_round(connection, &mut event, Some(caller.player), changes).await?;
                let last = event.last_round().ok_or(TournamentRefusal::NothingPaired)?;
                if last.status != RoundStatus::Closed {
                    return Err(TournamentRefusal::RoundUnfinished);
                }
                let number = last.number;
                if last.next_round_at.is_some() {
                    match event.next_date() {
                        Some(date) if date > games::now(connection).await? => {
                            let next = NextPairing { after: Duration::ZERO, not_before: Some(date) };
                            rounds::change_wait(connection, id, number, next).await?;
                        }
                        _ => {
                            self.pair_by_itself(connection, &mut event, Some(caller.player), changes).await?;
                        }
                    }
                }
                Ok(number)
            })
            .await?;
        self.round(id, Some(caller), number).await
    }
}
