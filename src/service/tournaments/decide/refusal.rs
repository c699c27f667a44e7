//! Why a decision of an organizer is refused.

use crate::games::{ClockRefusal, GameRefusal};
use crate::refusal::{Code, Explain, Explanation, refusals};
use crate::tournaments::TournamentRefusal;
use crate::tournaments::entries::refusal::EntryRefusal;
use crate::tournaments::manage::refusal::ManageRefusal;
use crate::tournaments::rounds::refusal::RoundRefusal;
use crate::tournaments::teams::refusal::TeamRefusal;
use lapidary_contest::event::entry::EntryId;
use lapidary_model::game::Version;
use lapidary_model::tournaments::round::TableName;
use lapidary_store::Failure;
use lapidary_store::sessions::{FreshLoginNeeded, SessionEnded};

refusals! {
    /// Why a decision of an organizer is refused.
    pub enum DecideRefusal {
        /// The table has changed since the caller saw it: `now` is its current content.
        TableChanged { version: u32, now: String } => Explanation {
            version: Some(Version(*version)),
            ..Explanation::new(Code::TableChanged, format!("The table has version {version}: {now}. Look again before you decide."))
        };
        /// The faults of a list, each with its field.
        Fields(faults: Vec<(String, &'static str)>) => Explanation {
            faults: faults.clone(),
            ..Explanation::new(Code::ValidationFailed, "Results of the list are impossible.")
        };
        /// A table refuses its result in a list. Nothing of the list is stored.
        Listed { table: TableName, refusal: Box<DecideRefusal> } => listed(*table, refusal);
        EndedLongAgo = TournamentState,
            "The tournament ended more than 14 days ago, so it stays as it is.";
        StaysCancelled = TournamentState,
            "A tournament that was cancelled after its start stays cancelled, because its games were aborted. \
             Create another one.";
        Erased(entry: EntryId) = NotFound,
            "The account of entry {} is erased, so it cannot come back.", entry.0;
        GoesOn = NextRoundPaired,
            "By this result another entry would go on, but what follows the round is paired or over. If nothing was played in a later \
             round, take it back with `rounds/{{n}}/unpair` first.";
        OverTheBoard = NotAvailable,
            "This tournament is played over the board: its tables have no clock on the server.";
    } contains {
        Tournament(TournamentRefusal),
        Manage(ManageRefusal),
        Round(RoundRefusal),
        Entry(EntryRefusal),
    } through EntryRefusal: TeamRefusal;
    through TournamentRefusal: Failure, diesel::result::Error, getrandom::Error, SessionEnded, FreshLoginNeeded, GameRefusal, ClockRefusal;
}

/// Returns why a table refuses its result.
fn listed(table: TableName, refusal: &DecideRefusal) -> Explanation<'_> {
    let told = refusal.explain();
    let named = match table {
        TableName::Number(number) => format!("table {number}"),
        TableName::InRound(number) => format!("the table with `number_in_round` {number}"),
    };
    let detail = format!("Nothing of the list is stored because of {named}. {}", told.detail);
    Explanation { detail: detail.into(), ..told }
}
