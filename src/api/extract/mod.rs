//! The extractors: parts of a request that are parsed before the handler runs.

mod act;
mod address;
mod caller;
mod check;
mod client_kind;
mod form;
pub mod json;
mod optional;
mod path;
pub mod patterns;
mod query;
mod schema;
mod searched_name;
mod valid;
pub mod wording;

pub use act::Act;
pub use address::{ClientAddress, TrustedProxies};
pub use caller::{Caller, LiveCaller, LiveViewer, QueuedViewer, Viewer};
pub use client_kind::ClientKind;
pub use form::Form;
pub use optional::Optional;
pub use path::{
    BotName, ChallengeId, CountedRuleset, EventOfSeries, GameOfClub, InPath, Path, PoolName, ProblemCode,
    RoundNumber, RulesetId, TableNumber, Username, hyphenated, path_config,
};
pub use query::query_config;
pub use searched_name::SearchedName;
pub use valid::{
    BODY_BYTES_MAX, READ_LATER, Valid, arrived, arrived_within, declared_bytes, head_is_acceptable,
    read_body, read_list, read_value, refuse,
};
