//! Tickets for event streams.

use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use sha2::{Digest, Sha256};

/// The digest of a ticket, which is the only part that is stored.
pub type TicketDigest = [u8; 32];

/// A ticket for one stream. It has no `Debug`, so that no log shows it.
#[derive(Clone, PartialEq, Eq)]
pub struct Ticket([u8; 32]);

impl Ticket {
    /// Returns a new ticket.
    pub fn generate() -> Result<Self, getrandom::Error> {
        let mut bytes = [0; 32];
        getrandom::fill(&mut bytes)?;
        Ok(Ticket(bytes))
    }

    /// Parses a presented ticket; returns `None` if the text is not a ticket.
    pub fn parse(text: &str) -> Option<Self> {
        let bytes = BASE64_URL_SAFE_NO_PAD.decode(text).ok()?;
        Some(Ticket(bytes.try_into().ok()?))
    }

    /// Returns the ticket as text for a query.
    pub fn to_text(&self) -> String {
        BASE64_URL_SAFE_NO_PAD.encode(self.0)
    }

    /// Returns the digest.
    pub fn digest(&self) -> TicketDigest {
        Sha256::digest(self.0).into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ticket_is_parsed_from_its_written_form() {
        let ticket = Ticket::generate().unwrap();
        assert_eq!(ticket.to_text().len(), 43);
        assert!(Ticket::parse(&ticket.to_text()) == Some(ticket));
        for garbage in ["", "short", &"A".repeat(44), "!".repeat(43).as_str()] {
            assert!(Ticket::parse(garbage).is_none(), "{garbage}");
        }
    }
}
