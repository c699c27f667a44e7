//! Correcting the result of a table in a closed round.

use actix_web::web;
use serde::Serialize;
use utoipa::ToSchema;

use super::arbiter::SetTableResult;
use super::round::{EntryRef, number, refs};
use crate::Problem;
use crate::extract::{Act, Path, TableNumber, Valid};
use lapidary_model::tournament::TournamentId;
use lapidary_operation::{operation, query};
use lapidary_service::Tournaments;
use lapidary_service::tournaments::{Changed, Corrected, Correction};

/// Whether the correction is only tried.
#[query]
pub struct CorrectionQuery {
    /// `true`: the changes are returned, and nothing changes.
    #[param(nullable = false)]
    dry_run: Option<bool>,
}

/// A line of the standings that a correction changes.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = StandingChange)]
pub struct ChangeBody {
    #[serde(flatten)]
    entry: EntryRef,
    /// The place before the correction.
    #[schema(example = 2)]
    place_before: u32,
    /// The place after it.
    #[schema(example = 1)]
    place_after: u32,
    /// The points before it.
    #[schema(example = 4.0)]
    points_before: f64,
    /// The points after it.
    #[schema(example = 8.0)]
    points_after: f64,
}

/// What a correction changes.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Correction)]
pub struct CorrectionBody {
    /// The round of the table.
    #[schema(example = 1)]
    round: u16,
    /// The number of the table.
    #[schema(example = 1)]
    table: u32,
    /// Whether nothing was stored.
    dry_run: bool,
    /// The lines of the current standings that change, the first place first.
    changes: Vec<ChangeBody>,
    /// After a correction in the heats of a tournament whose knock-out has begun: who would have gone on by
    /// it. The knock-out stays as it was paired.
    would_go_on: Vec<EntryRef>,
    /// Who went on from the heats, and would not have gone on by it.
    would_not_go_on: Vec<EntryRef>,
}

impl CorrectionBody {
    fn new(table: u32, dry_run: bool, corrected: &Corrected) -> CorrectionBody {
        let entries = &corrected.entries;
        let change = |changed: &Changed| {
            Some(ChangeBody {
                entry: refs(entries, &[changed.entry]).pop()?,
                place_before: changed.places.0,
                place_after: changed.places.1,
                points_before: number(changed.points.0),
                points_after: number(changed.points.1),
            })
        };
        CorrectionBody {
            round: corrected.round,
            table,
            dry_run,
            changes: corrected.changes.iter().filter_map(change).collect(),
            would_go_on: refs(entries, &corrected.would_go_on),
            would_not_go_on: refs(entries, &corrected.would_not_go_on),
        }
    }
}

/// Correct the result of a table
///
/// For organizers, at a table of a closed round, also of an earlier one; while the tournament runs, and for
/// 14 days after its end. Returns what changes in the standings; with `dry_run=true` nothing is stored.
/// Rounds that were paired stay as they are, and ratings do not change. In a knock-out, a result by which
/// another entry would go on is refused with `next_round_paired` once the next round is paired; before,
/// another game of the match may follow. A table that is `void` is refused with `not_pairable` if one of its
/// entries sits at another table of the round; whoever had a bye loses it.
#[operation(post "/v1/tournaments/{id}/tables/{n}/correct", tag = "tournaments", returns = "What changes")]
pub async fn correct_table(
    Act(tournaments, caller, id): Act<Tournaments, TournamentId>,
    Path(TableNumber(number)): Path<TableNumber>,
    query: web::Query<CorrectionQuery>,
    Valid(body): Valid<SetTableResult>,
) -> Result<web::Json<CorrectionBody>, Problem> {
    let (version, reason) = (body.version, body.reason.clone());
    let (dry_run, result) = (query.dry_run == Some(true), body.into());
    let correction = Correction { table: number, version, result: &result, reason: &reason, dry_run };
    let corrected = Box::pin(tournaments.correct(id, &caller, correction)).await?;
    Ok(web::Json(CorrectionBody::new(number, dry_run, &corrected)))
}
