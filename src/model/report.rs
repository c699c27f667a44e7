//! What players report to administrators: texts that others see, and accounts.

use std::time::Duration;

use chrono::{DateTime, Utc};

use crate::id::id;
use crate::player::Occupant;
use crate::text_target::TextTarget;
use lapidary_words::words;

/// The maximum number of open reports of one account.
pub const REPORTS_MAX: i64 = 10;
/// The maximum number of accounts whose reports of one target are kept.
pub const REPORTERS_MAX: i64 = 10_000;
/// The maximum number of characters of the texts of one target: the last ones, if it has changed often.
pub const SHOWN_MAX: i32 = 4_000;
/// The maximum number of reasons that administrators see of one target: the first half of them and the last
/// ones.
pub const REASONS_MAX: i64 = 10;
/// How long a decided report is listed.
pub const DECIDED_KEPT: Duration = Duration::from_secs(90 * 86_400);

id! {
    /// The id of the open reports of one target.
    ReportId
}

words! {
    /// What has become of a report.
    ReportOutcome:
    /// Nothing was to be done.
    Dismissed = "dismissed",
    /// An administrator has done something.
    Acted = "acted",
}

/// How a report was decided.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReportDecision {
    pub outcome: ReportOutcome,
    pub reason: String,
    pub decided_at: DateTime<Utc>,
}

/// The reports of one target, as administrators see them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlayerReport {
    pub id: ReportId,
    pub target: TextTarget,
    /// The texts that stood there at the reports; none for an account, a text that was taken down, and
    /// after the decision.
    pub shown: Option<String>,
    /// Whose account it is, or who answers for the text.
    pub player: Occupant,
    /// How many have reported it.
    pub reporters: u32,
    /// Why some of them have; none after the decision.
    pub reasons: Vec<String>,
    pub reported_at: DateTime<Utc>,
    /// How it was decided; none while it is open.
    pub decision: Option<ReportDecision>,
}
