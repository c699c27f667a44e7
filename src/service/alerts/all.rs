//! The type `Alerts`, with everything that its use cases need, and their refusals.

use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use chrono::{DateTime, Utc};

use crate::digests::Digests;
use crate::games::Reading;
use crate::refusal::refusals;
use crate::stream::Watchers;
use lapidary_model::alerts::Summary;
use lapidary_model::auth::PlayerId;
use lapidary_model::settings::AlertSettings;
use lapidary_store::{Failure, Pool};

/// The use cases of alerts: telling players what waits for them.
pub struct Alerts {
    pub(super) pool: Pool,
    pub(super) watchers: Watchers,
    pub(super) read: Arc<Reading>,
    pub(super) digests: Arc<Digests>,
    pub(super) settings: AlertSettings,
    /// Writes the body of a push message.
    pub(super) write_push: fn(PlayerId, &[Summary]) -> String,
    /// How long challenges wait. Reading their rows needs it.
    pub(super) waiting_expiry: Duration,
    pub(super) learned: Mutex<Learned>,
    /// When this server started, by the time of the database; none until it is known.
    pub(super) started_at: Mutex<Option<DateTime<Utc>>>,
}

/// What this server knows about the players who get alerts.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Learned {
    /// When the newest of them began to get alerts.
    pub newest: Option<DateTime<Utc>>,
    /// When all of them were read.
    pub all_at: Option<Instant>,
    /// When the clocks of their time zones were last read.
    pub clocks_at: Option<Instant>,
}

impl Alerts {
    /// Returns the alerts of this database. `write_push` writes the body of a push message.
    pub fn new(
        pool: Pool,
        watchers: Watchers,
        read: Arc<Reading>,
        digests: Arc<Digests>,
        settings: AlertSettings,
        waiting_expiry: Duration,
        write_push: fn(PlayerId, &[Summary]) -> String,
    ) -> Alerts {
        let (learned, started_at) = Default::default();
        Alerts { pool, watchers, read, digests, settings, write_push, waiting_expiry, learned, started_at }
    }
}

refusals! {
    /// Why a request about quiet hours is refused.
    pub enum HoursRefusal {
        UnknownZone = ValidationFailed at "/hours/time_zone",
            "must be a name of the IANA time zone database, such as `Europe/Berlin`";
    } from sessions { SessionEnded } contains {
        Storage(Failure),
    } through Failure: diesel::result::Error;
}
