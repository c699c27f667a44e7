//! Standings in JSON.

use actix_web::http::header::{self, HeaderValue};
use actix_web::{HttpRequest, HttpResponse, get, web};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::csv;
use super::round::{EntryRef, number, refs};
use crate::Problem;
use crate::extract::{LiveViewer, Path};
use crate::http::accept;
use crate::http::csv::CSV;
use crate::http::tag::{PRIVATE, tagged, tagged_bytes};
use crate::instant;
use lapidary_contest::standings::tie_break::TieBreak;
use lapidary_model::tournament::TournamentId;
use lapidary_model::tournaments::entry::{Entry, EntryStatus};
use lapidary_operation::query;
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
        })
    };
    lines.iter().filter_map(body).collect()
}

/// Who goes on to the knock-out from the rounds for everybody.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = TournamentCut)]
pub struct CutBody {
    /// Whether the first knock-out round is paired. Until then, the next one moves up if somebody leaves.
    paired: bool,
    /// The numbers of those who go on, the first seed first. They stay as they were paired, whatever is
    /// corrected later.
    #[schema(max_items = 2048)]
    entries: Vec<u32>,
    /// The best of the others who take part; null if there is none, and if a correction has put somebody else
    /// before the last one who went on.
    first_out: Option<u32>,
    /// What separates that one from the last one who goes on: a tie-break, or `lot` also for those who share
    /// a place; null without `first_out`. Values may be added.
    #[schema(example = "buchholz_average")]
    decided_by: Option<&'static str>,
}

impl From<&Cut> for CutBody {
    fn from(cut: &Cut) -> Self {
        CutBody {
            paired: cut.paired,
            entries: cut.entries.iter().map(|entry| entry.0).collect(),
            first_out: cut.first_out.map(|entry| entry.0),
            decided_by: cut.decided_by,
        }
    }
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
    cut: Option<CutBody>,
    /// When an organizer gave up the rating of the running tournament: games that started later are not rated.
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
            cut: standings.cut.as_ref().map(CutBody::from),
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
    pub(super) format: Option<StandingsFormat>,
}

/// The format of standings, and of a round.
#[derive(Debug, Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum StandingsFormat {
    Json,
    Csv,
}

/// The formats in the order of [`StandingsFormat`].
pub(crate) const MEDIA_TYPES: [&str; 2] = ["application/json", "text/csv"];

/// Get the standings
///
/// Returns the standings of all entries after a round, or after everything that was played. Standings after a
/// round do not change by what follows it, except by corrections: an entry that is removed later keeps its
/// place in them, one that is taken back later stays last, and one that enters later is not among them. As
/// CSV, a line for each entry, with a column for each criterion. Without `format`, the header `Accept`
/// chooses; if it accepts neither, the response is JSON.
#[utoipa::path(tag = "tournaments",
    params(Path<TournamentId>, StandingsQuery,
        ("If-None-Match" = Option<String>, Header, description = "The `ETag` of the response that the client has")), responses(
    (status = 200, description = "The standings", content(
        (StandingsBody = "application/json"),
        (String = "text/csv", example = "place,entry,player,status,points")
    ), headers(("ETag" = String, description = "The tag of this response"))),
    (status = 304, description = "Not modified")
))]
#[get("/v1/tournaments/{id}/standings")]
pub async fn get_tournament_standings(
    request: HttpRequest,
    tournaments: web::Data<Tournaments>,
    viewer: LiveViewer,
    Path(id): Path<TournamentId>,
    query: web::Query<StandingsQuery>,
) -> Result<HttpResponse, Problem> {
    let form = match query.format {
        Some(format) => format as usize,
        // There was no other format than JSON once, whatever a client accepted.
        None => accept::choose(&request, &MEDIA_TYPES).unwrap_or_default(),
    };
    let standings = tournaments.standings(id, viewer.0.as_ref(), query.after).await?;
    let mut answer = match form {
        1 => tagged_bytes(&request, PRIVATE, CSV, csv::standings(&standings.lines, &standings.event)),
        _ => tagged(&request, &StandingsBody::from(&standings))?,
    };
    answer.headers_mut().insert(header::VARY, HeaderValue::from_static("accept"));
    Ok(answer)
}
