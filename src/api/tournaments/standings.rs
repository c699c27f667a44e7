//! Standings in JSON.

use actix_web::{HttpRequest, web};
use chrono::{DateTime, Utc};
use serde::Serialize;
use utoipa::ToSchema;

use super::csv;
use super::round::{EntryRef, number, refs};
use crate::Problem;
use crate::extract::{LiveViewer, Path};
use crate::http::outcome::{As, Tagged};
use crate::http::table::{TableFormat, json_or_csv};
use crate::instant;
use lapidary_contest::standings::tie_break::TieBreak;
use lapidary_model::tournament::TournamentId;
use lapidary_model::tournaments::entry::{Entry, EntryStatus};
use lapidary_operation::{operation, query};
use lapidary_service::Tournaments;
use lapidary_service::tournaments::{Cut, Line, Standings};

/// The value of a criterion.
#[derive(Debug, Serialize, ToSchema)]
pub struct TieBreakValue {
    /// The criterion; values may be added.
    tie_break: TieBreak,
    /// Its value in millionths, rounded down. Null for the lot, and where there is nothing to compute it
    /// from: no opponents, or no table whose prestige or cards are known.
    value: Option<i64>,
}

/// A line of the standings.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = TournamentStanding)]
pub struct LineBody {
    /// The place, from 1; equal places are shared.
    #[schema(example = 1)]
    place: u32,
    #[serde(flatten)]
    entry: EntryRef,
    /// Whether the entry takes part now; values may be added. Entries that organizers had removed before the
    /// next round was paired come after all others.
    status: EntryStatus,
    /// The points.
    #[schema(example = 12.5)]
    points: f64,
    /// The points in twelfths, exactly.
    #[schema(example = 150)]
    points_twelfths: i64,
    /// The number of tables played, without those that give no points.
    games: u32,
    /// The number of byes.
    byes: u16,
    /// The criteria in their order.
    values: Vec<TieBreakValue>,
    /// Which criterion separates this line from the one above; null for the first line and for shared places.
    /// Values may be added.
    decided_by: Option<TieBreak>,
    /// The last knock-out round that the entry reached, the winner one more; null without one. It comes
    /// before all criteria.
    knock_out: Option<u16>,
    /// Whether its results count for nobody, because it has left a round robin before half of its games;
    /// absent otherwise.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[schema(required = false)]
    annulled: bool,
    /// Its place in its team, from 1, where teams play matches: the board at which it plays if nobody before
    /// it is absent; absent otherwise.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, example = 1)]
    board: Option<u16>,
}

/// Returns the lines of standings.
pub fn line_bodies(lines: &[Line], entries: &[Entry], tie_breaks: &[TieBreak]) -> Vec<LineBody> {
    let body = |line: &Line| {
        let entry = refs(entries, &[line.entry]).pop()?;
        let status = entries.iter().find(|own| own.id == line.entry)?.status;
        let values = tie_breaks.iter().zip(&line.standing.values);
        Some(LineBody {
            place: line.place,
            entry,
            status,
            points: number(line.points),
            points_twelfths: line.points.twelfths(),
            games: line.games,
            byes: line.byes,
            values: values
                .map(|(tie_break, value)| TieBreakValue { tie_break: *tie_break, value: *value })
                .collect(),
            decided_by: line.standing.decided_by,
            knock_out: line.knock_out,
            annulled: line.annulled,
            board: line.board,
        })
    };
    lines.iter().filter_map(body).collect()
}

/// Standings.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = TournamentStandings)]
pub struct StandingsBody {
    /// The number of rounds that they contain.
    rounds: u16,
    /// Whether all of these rounds are over.
    complete: bool,
    /// The lines, the first place first.
    items: Vec<LineBody>,
    /// Who goes on to the knock-out, once the rounds before it are over; absent before, and without a `cut`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    cut: Option<Cut>,
    /// When an organizer gave up the rating of the running tournament: rounds paired later are not rated.
    /// Absent otherwise.
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "instant::serialize_option")]
    #[schema(nullable = false)]
    rating_ended_at: Option<DateTime<Utc>>,
}

impl From<&Standings> for StandingsBody {
    fn from(standings: &Standings) -> Self {
        let event = &standings.event;
        StandingsBody {
            rounds: standings.rounds,
            complete: standings.complete,
            items: line_bodies(&standings.lines, &event.entries, &event.tournament.settings.tie_breaks),
            cut: standings.cut.clone(),
            rating_ended_at: event.tournament.settings.rating_ended_at,
        }
    }
}

/// After which round, and in which format.
#[query]
pub struct StandingsQuery {
    /// The number of the round; if left out, everything that was played.
    #[param(minimum = 0, maximum = 32767, nullable = false)]
    pub(super) after: Option<u16>,
    /// The format, instead of the header `Accept`.
    #[param(inline, nullable = false)]
    pub(super) format: Option<TableFormat>,
}

/// Get the standings
///
/// Returns the standings of all entries after a round, or after everything that was played. Standings after a
/// round do not change by what follows it, except by corrections: an entry that is removed later keeps its
/// place in them, one that is taken back later stays last, and one that enters later is not among them. As
/// CSV, a line for each entry, with a column for each criterion. Without `format`, the header `Accept`
/// chooses; if it accepts neither, the response is JSON.
#[operation(get "/v1/tournaments/{id}/standings", tag = "tournaments",
    returns = "The standings", "text/csv" = "place,entry,player,status,points")]
pub async fn get_tournament_standings(
    request: HttpRequest,
    tournaments: web::Data<Tournaments>,
    viewer: LiveViewer,
    Path(id): Path<TournamentId>,
    query: web::Query<StandingsQuery>,
) -> Result<As<Tagged<StandingsBody>>, Problem> {
    let standings = tournaments.standings(id, viewer.0.as_ref(), query.after).await?;
    let lines = || csv::standings(&standings.lines, &standings.event);
    json_or_csv(&request, query.format, || StandingsBody::from(&standings), lines)
}
