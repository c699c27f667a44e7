//! Closing the last round by request, for organizers who do not wait for the server.

use std::time::Duration;

use super::pace::wait_until;
use super::plans::with_plan;
use super::refusal::RoundRefusal;
use crate::access::Client;
use crate::tournaments::access::running;
use crate::tournaments::act::organize;
use crate::tournaments::impartial::Harmless;
use crate::tournaments::read::look::RoundView;
use crate::tournaments::{TournamentRefusal, Tournaments};
use lapidary_model::auth::Identity;
use lapidary_model::tournament::TournamentId;
use lapidary_model::tournaments::round::RoundStatus;

#[boxed]
impl Tournaments {
    /// Closes the last round once all of it is played. Where the server pairs the rounds, it then pairs the
    /// next one or ends the tournament without waiting, except for the date of the next round. Repeating it
    /// changes nothing.
    pub async fn close_round(
        &self,
        id: TournamentId,
        caller: &Identity,
        client: &Client,
    ) -> Result<RoundView, RoundRefusal> {
        with_plan!(plans = self.pairings.turn(caller, client).await? => organize!(self, id, caller, may Harmless::ClosingRound, async |act| -> RoundRefusal {
            running(&act.event.tournament)?;
            self.finish_round(&mut act, Some(caller.player)).await?;
            let last = act.event.last_round().ok_or(TournamentRefusal::NothingPaired)?;
            if last.status != RoundStatus::Closed {
                return Err(RoundRefusal::RoundUnfinished);
            }
            let number = last.number;
            if last.next_round_at.is_some() {
                match act.event.next_date().filter(|&date| date > act.now) {
                    Some(date) => wait_until(&mut act.event, Some(date), Duration::ZERO),
                    None => drop(self.pair_by_itself(&mut act, &plans, Some(caller.player)).await?),
                }
            }
            Ok(RoundView::of(&act.event, number)?)
        }))
    }
}
