//! Tickets for event streams: a session issues them, and each opens one path.

use super::Sessions;
use crate::refusal::refusals;
use crate::transaction::act;
use lapidary_model::auth::Identity;
use lapidary_model::auth::SecretToken;
use lapidary_model::ticket::TicketTimes;
use lapidary_store::{Failure, stream_tickets};

/// A ticket that was issued. The server does not keep the ticket itself.
pub struct IssuedTicket {
    pub ticket: SecretToken,
    pub times: TicketTimes,
}

refusals! {
    /// Why no ticket is issued.
    pub enum TicketRefusal {
    } from sessions { SessionEnded } contains {
        Randomness(getrandom::Error),
        Storage(Failure),
    } through Failure: diesel::result::Error;
}

#[boxed]
impl Sessions {
    /// Issues a ticket with which the caller can read this path. It does not reveal whether there is anything
    /// to read.
    pub async fn issue_ticket(&self, caller: &Identity, path: &str) -> Result<IssuedTicket, TicketRefusal> {
        let ticket = SecretToken::generate()?;
        let issued = act!(self.pool, caller, async |connection| {
            Ok::<_, TicketRefusal>(
                stream_tickets::insert(connection, caller.session, path, &ticket.digest()).await?,
            )
        })?;
        Ok(IssuedTicket { ticket, times: issued })
    }
}
