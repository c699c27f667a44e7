//! Arguments that this version does not have any more.

/// Arguments of earlier versions: what they set, the server decides itself.
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
