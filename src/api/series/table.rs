//! The table of a series in JSON and as comma-separated values.

use actix_web::{HttpRequest, web};
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::body::{SeriesEventBody, best_of, place_points};
use crate::Problem;
use crate::accounts::player_ref::PlayerRef;
use crate::extract::Path;
use crate::http::csv::Csv;
use crate::http::outcome::{As, Tagged};
use crate::http::table::{TableFormat, json_or_csv};
use crate::tournaments::round::number;
use lapidary_contest::series::table::{SeriesLine, SeriesResult};
use lapidary_contest::series::tie_break::SeriesTieBreak;
use lapidary_model::series::SeriesId;
use lapidary_operation::{operation, query};
use lapidary_service::Series;
use lapidary_service::series::{SeriesContestant, SeriesTable};

/// The columns before those of the events. New columns may follow those of the events.
const COLUMNS: [&str; 8] =
    ["place", "player", "points", "points_twelfths", "wins", "event_count", "head_to_head", "decided_by"];

/// A result of somebody in an event of a series.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = SeriesResult)]
pub struct ResultBody {
    /// The id of the tournament.
    tournament: Uuid,
    /// The place in the event.
    #[schema(example = 2)]
    place: u32,
    /// The points in the series.
    #[schema(example = 18.0)]
    points: f64,
    /// The points in twelfths, exactly.
    #[schema(example = 216)]
    points_twelfths: i64,
    /// Whether it is one of the best ones, which count.
    counts: bool,
}

/// A line of the table of a series.
#[derive(Debug, Serialize, ToSchema)]
pub struct SeriesStanding {
    /// The place, from 1; equal places are shared.
    #[schema(example = 1)]
    place: u32,
    /// The player. A guest has the id of the last entry, and no name here.
    player: PlayerRef,
    /// The name of a guest, who has no account: guests of several events with the same name are the same.
    /// Absent for a player with an account.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, example = "Ada L.")]
    guest: Option<String>,
    /// `true` for a guest whom organizers have entered by the name of an account, which has entered no event
    /// of the series itself: all such entries are this line, whatever other guests are called. Absent
    /// otherwise.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[schema(required = false)]
    by_username: bool,
    /// The sum of the results that count.
    #[schema(example = 43.0)]
    points: f64,
    /// The sum in twelfths, exactly.
    #[schema(example = 516)]
    points_twelfths: i64,
    /// The number of first places among the results that count, shared ones included.
    wins: u32,
    /// The number of events with a result.
    event_count: u32,
    /// Better minus worse places in events with those who are level by all other criteria; 0 for others.
    head_to_head: i64,
    /// Which criterion separates this line from the one above; null for the first line and for shared places.
    /// Values may be added.
    decided_by: Option<SeriesTieBreak>,
    /// The results in the order of `events`.
    results: Vec<ResultBody>,
}

/// The table of a series.
#[derive(Debug, Serialize, ToSchema)]
pub struct SeriesStandings {
    /// The points for places in events, the first place first; null if the points of the events are added.
    points: Option<Vec<u32>>,
    /// How many results of everybody count; null for all.
    best_of: Option<u16>,
    /// The events that are finished, in the order in which they ended.
    events: Vec<SeriesEventBody>,
    /// The lines, the first place first.
    items: Vec<SeriesStanding>,
}

impl From<&SeriesTable> for SeriesStandings {
    fn from(table: &SeriesTable) -> Self {
        let result = |result: &SeriesResult| {
            Some(ResultBody {
                tournament: table.events.get(result.event)?.tournament.0,
                place: result.place,
                points: number(result.points),
                points_twelfths: result.points.twelfths(),
                counts: result.counts,
            })
        };
        let line = |line: &SeriesLine| {
            let contestant = table.contestants.get(line.who)?;
            Some(SeriesStanding {
                place: line.place,
                player: (&contestant.player).into(),
                guest: contestant.guest.clone(),
                by_username: contestant.by_username,
                points: number(line.points),
                points_twelfths: line.points.twelfths(),
                wins: line.wins,
                event_count: line.results.len() as u32,
                head_to_head: line.head_to_head,
                decided_by: line.decided_by,
                results: line.results.iter().filter_map(result).collect(),
            })
        };
        SeriesStandings {
            points: place_points(&table.series.settings),
            best_of: best_of(&table.series.settings),
            events: table.events.iter().map(SeriesEventBody::from).collect(),
            items: table.lines.iter().filter_map(line).collect(),
        }
    }
}

/// Returns the table with three columns for each event: place, points, and whether they count.
fn csv(table: &SeriesTable) -> String {
    let columns = |number: usize| ["place", "points", "counts"].map(|name| format!("event_{number}_{name}"));
    let of_events: Vec<String> = (1..=table.events.len()).flat_map(columns).collect();
    let mut csv = Csv::new(COLUMNS.into_iter().chain(of_events.iter().map(String::as_str)));
    for line in &table.lines {
        let Some(contestant) = table.contestants.get(line.who) else { continue };
        csv.word(line.place)
            .text(name(contestant))
            .word(number(line.points))
            .word(line.points.twelfths())
            .word(line.wins)
            .word(line.results.len())
            .word(line.head_to_head)
            .optional(line.decided_by.map(SeriesTieBreak::name));
        for event in 0..table.events.len() {
            match line.results.iter().find(|result| result.event == event) {
                Some(result) => {
                    let counts = if result.counts { "yes" } else { "no" };
                    csv.word(result.place).word(number(result.points)).word(counts);
                }
                None => {
                    csv.empty(3);
                }
            }
        }
        csv.end();
    }
    csv.finish()
}

fn name(contestant: &SeriesContestant) -> &str {
    let name = contestant.guest.as_deref().or(contestant.player.username.as_deref());
    name.unwrap_or_default()
}

/// In which format.
#[query]
pub struct SeriesStandingsQuery {
    /// The format, instead of the header `Accept`.
    #[param(inline, nullable = false)]
    format: Option<TableFormat>,
}

/// Get the table of a series
///
/// Returns the table of the events that are finished: who has which points, which results count, and what
/// separates those who are level. It is computed from the standings of the events, so it follows their
/// corrections. As CSV, a line for each player, with three columns for each event. Without `format`, the
/// header `Accept` chooses; if it accepts neither, the response is JSON.
#[operation(get "/v1/series/{id}/standings", tag = "series",
    returns = "The table", "text/csv" = "place,player,points,points_twelfths,wins")]
pub async fn get_series_standings(
    request: HttpRequest,
    series: web::Data<Series>,
    Path(id): Path<SeriesId>,
    query: web::Query<SeriesStandingsQuery>,
) -> Result<As<Tagged<SeriesStandings>>, Problem> {
    let table = series.table(id).await?;
    json_or_csv(&request, query.format, || SeriesStandings::from(&table), || csv(&table))
}
