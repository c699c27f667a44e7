//! Sending mail with links to this server, and limits on the mails to an address.

use std::time::{Duration, Instant};

use quick_cache::sync::Cache;

use super::letter::Letter;
use super::mailer::{MailFailure, Mailer};
use lapidary_model::settings::PublicUrl;

/// The maximum number of mails to one address in an hour without the consent of its reader, whichever
/// accounts name it.
const MAILS_PER_ADDRESS_AND_HOUR: u32 = 3;
/// The maximum number of addresses whose mails are counted.
const ADDRESSES_COUNTED_MAX: usize = 10_000;

const HOUR: Duration = Duration::from_secs(3600);

/// What sending mail needs.
pub struct Post {
    mailer: Mailer,
    server: PublicUrl,
    counted: Cache<String, MailCount>,
}

/// The mails to one address in the hour after the first of them.
#[derive(Clone, Copy)]
struct MailCount {
    since: Instant,
    mails: u32,
}

#[boxed]
impl Post {
    /// Returns a post that sends mail through this server, with links to this address.
    pub fn new(mailer: Mailer, server: PublicUrl) -> Post {
        Post { mailer, server, counted: Cache::new(ADDRESSES_COUNTED_MAX) }
    }

    /// Returns the address of this server, for links.
    pub fn server(&self) -> &PublicUrl {
        &self.server
    }

    /// Counts a mail to an address. Returns false if the address gets no more mails in this hour.
    pub fn may_send_to(&self, address: &str) -> bool {
        let (now, address) = (Instant::now(), address.to_lowercase());
        let known = self.counted.get(&address).filter(|count| now - count.since < HOUR);
        let count = known.unwrap_or(MailCount { since: now, mails: 0 });
        let may = count.mails < MAILS_PER_ADDRESS_AND_HOUR;
        if may {
            self.counted.insert(address, MailCount { mails: count.mails + 1, ..count });
        }
        may
    }

    /// Makes one attempt to send a letter.
    pub async fn send(&self, letter: &Letter) -> Result<(), MailFailure> {
        self.mailer.send(letter).await
    }

    /// Makes one attempt to send a letter that must not be sent twice.
    pub async fn send_at_most_once(&self, letter: &Letter) -> Result<(), MailFailure> {
        self.mailer.send_at_most_once(letter).await
    }
}
