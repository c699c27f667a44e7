//! Arguments that this version no longer has.

/// Arguments of earlier versions. The server now decides their values itself.
pub(super) const REMOVED: [&str; 15] = [
    "batch-reads-max",
    "batch-turns-max",
    "bot-match-interval",
    "database-silence",
    "endpoint-interval",
    "expiry-interval",
    "fold-interval",
    "idle-transaction-timeout",
    "lock-timeout",
    "outage-after",
    "pairing-interval",
    "rematch-wait",
    "statistics-interval",
    "time-out-interval",
    "tournament-interval",
];
