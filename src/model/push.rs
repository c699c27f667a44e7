//! Web Push: the browsers that tell a player what waits for them.

use std::time::Duration;

use chrono::{DateTime, Utc};
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::auth::push_encryption::BrowserKeys;
use crate::id::id;
use crate::instant;
use crate::outbox::Receiver;

/// The maximum number of subscriptions of one account.
pub const SUBSCRIPTIONS_MAX: i64 = 20;
/// The maximum number of items in one message.
pub const ITEMS_MAX: usize = 8;
/// How long a push service keeps a message for a disconnected browser, and how long this server tries to send
/// it.
pub const USEFUL_FOR: Duration = Duration::from_secs(24 * 60 * 60);
/// After this long without an accepted message, a subscription is deleted when a message fails.
pub const DEAD_AFTER: Duration = Duration::from_secs(7 * 24 * 60 * 60);

/// A subscription is deleted after this many refusals in a row: its push service refuses all messages.
pub const REFUSALS_MAX: i32 = 10;

/// The pauses between the attempts to send a message, in seconds: five attempts in three hours.
pub const PAUSES: [u64; 4] = [5, 60, 30 * 60, 2 * 60 * 60];

id! {
    /// The id of a subscription.
    SubscriptionId
}

/// A push subscription, without its keys.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = Push)]
pub struct Subscription {
    pub id: SubscriptionId,
    /// The address at the browser's push service, by which a browser recognizes its subscription.
    #[schema(example = "https://push.example.org/send/c29tZSBicm93c2Vy")]
    pub endpoint: String,
    /// Whether the session of this request has made it. It ends with that session.
    pub is_own_session: bool,
    #[serde(serialize_with = "instant::serialize")]
    pub created_at: DateTime<Utc>,
    /// When its push service last accepted a message; null if it never did.
    #[serde(serialize_with = "instant::serialize_option")]
    pub last_accepted_at: Option<DateTime<Utc>>,
}

/// A message to send now, with everything needed for it. It has no `Debug`, because it contains secrets.
pub struct DuePush {
    pub id: Uuid,
    /// The subscription.
    pub receiver: Receiver,
    pub keys: BrowserKeys,
    pub body: String,
    pub topic: Option<String>,
    pub tries: i16,
    /// The time of the database.
    pub now: DateTime<Utc>,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::outbox::pause_after;

    #[test]
    fn a_message_is_tried_five_times_while_it_is_useful() {
        let pauses: Vec<Duration> = (1..).map_while(|tried| pause_after(&PAUSES, tried)).collect();
        assert_eq!(pauses.len(), 4);
        assert!(pauses.iter().sum::<Duration>() < USEFUL_FOR);
    }
}
