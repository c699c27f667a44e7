//! Why the server, or a command of the operator, cannot start.

use std::net::SocketAddr;

use crate::maps::MapsError;
use lapidary_analysis::puzzles::PuzzleTextError;
use lapidary_database::encryption::TrustError;
use lapidary_database::sharding::ShardingError;
use lapidary_database::{Failure, migrations, needs, source};
use lapidary_service::access::AccessError;
use lapidary_service::accounts::RepeatFailure;
use lapidary_service::broker::UnusableBroker;
use lapidary_service::mail::UnusableMail;
use lapidary_service::outbox::UnusableWebhooks;
use lapidary_service::push::UnusablePush;

/// Why the server cannot start.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// No database is available.
    #[error("{0}")]
    Source(#[from] source::SourceError),
    /// The encryption of the database cannot be set up.
    #[error("{0}")]
    Trust(#[from] TrustError),
    /// The database lacks what the program needs.
    #[error("{0}")]
    Needs(#[from] needs::NeedError),
    /// The migrations failed.
    #[error("{0}")]
    Migrations(#[from] migrations::MigrationError),
    /// Migrations are pending, and the server may not run them.
    #[error(
        "the database lacks {} migrations of this version ({}), and LAPIDARY_MIGRATE is off: run `lapidary migrate` first",
        .0.len(), .0.join(", ")
    )]
    MigrationsPending(Vec<String>),
    /// The games are distributed over a cluster only in part.
    #[error("{0}")]
    Sharding(#[from] ShardingError),
    /// A database call failed.
    #[error("{0}")]
    Database(#[from] Failure),
    /// The keys or password hashing cannot be set up.
    #[error("{0}")]
    Access(#[from] AccessError),
    /// The settings for mail cannot be used.
    #[error("{0}")]
    Mail(#[from] UnusableMail),
    /// The settings for webhooks cannot be used.
    #[error("{0}")]
    Webhooks(#[from] UnusableWebhooks),
    /// The settings for Web Push cannot be used.
    #[error("{0}")]
    Push(#[from] UnusablePush),
    /// The settings for the message broker cannot be used.
    #[error("{0}")]
    Broker(#[from] UnusableBroker),
    /// Erased accounts cannot be kept erased.
    #[error("{0}")]
    Erased(#[from] RepeatFailure),
    /// The system gives no threads for built-in opponents.
    #[error("the threads of the built-in opponents cannot start: {0}")]
    Threads(std::io::Error),
    /// The operator's boards are not valid.
    #[error("{0}")]
    Boards(#[from] MapsError),
    /// The puzzles of the program are damaged.
    #[error("the puzzles of the program cannot be read: {0}")]
    Puzzles(#[from] PuzzleTextError),
    /// The port cannot be bound.
    #[error("cannot listen on {address}: {cause}")]
    Listen {
        /// The configured address.
        address: SocketAddr,
        cause: std::io::Error,
    },
}
