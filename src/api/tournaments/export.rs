//! The export of a tournament: JSON, CSV, and for tables of two a tournament report file.

use std::fmt::Write;

use actix_web::http::header::{self, HeaderValue};
use actix_web::{HttpRequest, HttpResponse, get, web};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::body::{EntryBody, TournamentItem, seed_text};
use super::round::{RoundBody, number};
use super::standings::{LineBody, line_bodies};
use crate::Problem;
use crate::extract::{LiveViewer, TournamentPath};
use crate::games::terms::not_available;
use crate::http::accept;
use crate::http::tag::{PRIVATE, tagged, tagged_bytes};
use crate::ladders::body::RatingBody;
use lapidary_contest::event::round::PlayedTable;
use lapidary_contest::export::trf::{ReportedPlayer, report};
use lapidary_contest::pairing::request::TableSeats;
use lapidary_model::tournament::TournamentId;
use lapidary_model::tournaments::entry::Entry;
use lapidary_model::tournaments::round::{DecidedBy, Round, Table};
use lapidary_model::tournaments::settings::Format;
use lapidary_service::Tournaments;
use lapidary_service::tournaments::{Exported, RatedEntry};

/// The name of the JSON format. Fields may be added.
const FORMAT: &str = "lapidary-tournament-1";
/// The media type of tournament report files.
const TRF: &str = "application/vnd.fide.trf";
/// The formats in the order of [`ExportFormat`].
const MEDIA_TYPES: [&str; 3] = ["application/json", "text/csv", TRF];

/// An exported tournament: everything from which its standings, and after its end its pairings, can be computed again. Those
/// of an arena depend on who waited at each moment.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = TournamentExport)]
pub struct ExportBody {
    /// `lapidary-tournament-1`
    #[schema(example = "lapidary-tournament-1")]
    format: &'static str,
    tournament: TournamentItem,
    /// The seed of lots and pairings in hexadecimal; null until the tournament is over.
    seed: Option<String>,
    /// All entries.
    entries: Vec<EntryBody>,
    /// All rounds.
    rounds: Vec<RoundBody>,
    /// Points that organizers gave or took.
    adjustments: Vec<AdjustmentBody>,
    /// The standings after all rounds.
    standings: Vec<LineBody>,
    /// What the rated games of the tournament have changed, for each entry that has played one, and for each pool.
    ratings: Vec<RatedEntryBody>,
}

/// The rating of an entry in a pool, before and after the rated games of the tournament. Annulled games do not count.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = RatedEntry)]
pub struct RatedEntryBody {
    /// The number of the entry.
    entry: u32,
    #[schema(example = "splendor.duel.live.human")]
    pool: String,
    /// The number of rated games.
    games: u32,
    /// Before the first of them.
    before: RatingBody,
    /// After the last of them.
    after: RatingBody,
    /// The sum of the changes by these games. Other games may have changed the rating meanwhile.
    change: i64,
}

impl From<&RatedEntry> for RatedEntryBody {
    fn from(rated: &RatedEntry) -> Self {
        RatedEntryBody {
            entry: rated.entry.0,
            pool: rated.pool.clone(),
            games: rated.games,
            before: rated.before.into(),
            after: rated.after.into(),
            change: rated.change,
        }
    }
}

/// Points that an organizer gave or took.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = PointsAdjustment)]
pub struct AdjustmentBody {
    /// The number of the entry.
    entry: u32,
    /// The round from which on it counts.
    round: u16,
    points: f64,
    points_twelfths: i64,
    reason: String,
}

impl From<&Exported> for ExportBody {
    fn from(export: &Exported) -> Self {
        let event = &export.event;
        let tournament = &event.tournament;
        let points = &tournament.settings.points;
        let adjustments = event.adjustments.iter().map(|adjustment| AdjustmentBody {
            entry: adjustment.entry.0,
            round: adjustment.round,
            points: number(adjustment.points),
            points_twelfths: adjustment.points.twelfths(),
            reason: adjustment.reason.clone(),
        });
        ExportBody {
            format: FORMAT,
            tournament: TournamentItem::new(
                tournament,
                event.entries.len() as u32,
                event.rounds.len() as u16,
            ),
            seed: tournament.status.is_over().then(|| seed_text(&event.seed)),
            entries: event.entries.iter().map(EntryBody::from).collect(),
            rounds: event.rounds.iter().map(|round| RoundBody::new(round, &event.entries, points)).collect(),
            adjustments: adjustments.collect(),
            standings: line_bodies(&export.lines, &event.entries, &tournament.settings.tie_breaks),
            ratings: export.rated.iter().map(RatedEntryBody::from).collect(),
        }
    }
}

/// Returns the results as comma-separated values, one line for each seat.
fn csv(export: &Exported) -> String {
    let mut text =
        "round,table,match,status,seat,entry,player,place,points,prestige,cards,tokens,decided_by,game,forfeit\r\n"
            .to_owned();
    for round in &export.event.rounds {
        for table in &round.tables {
            for index in 0..table.seats.len() {
                csv_line(&mut text, export, round, table, index);
            }
        }
    }
    text
}

fn csv_line(text: &mut String, export: &Exported, round: &Round, table: &Table, index: usize) {
    let Some(entry) = table.seats.get(index).and_then(|&id| export.event.entry(id)) else { return };
    let played = table.played();
    let points = &export.event.tournament.settings.points;
    let of_seat = |played: &PlayedTable| Some(played.seats.get(index)?.points(&played.places(), points));
    let seat = played.as_ref().and_then(|played| played.seats.get(index));
    let column = |value: Option<u16>| value.map(|value| value.to_string()).unwrap_or_default();
    // Names of players have no commas and no quotes. Writing to a string cannot fail.
    let _ = write!(
        text,
        "{},{},{},{},{index},{},{},{},{},{},{},{},{},{},{}\r\n",
        round.number,
        table.number,
        table.match_number,
        table.status.name(),
        entry.id,
        entry.player.username.as_deref().unwrap_or_default(),
        column(seat.map(|seat| seat.place.into())),
        played.as_ref().and_then(of_seat).map(|points| number(points).to_string()).unwrap_or_default(),
        column(seat.and_then(|seat| seat.prestige)),
        column(seat.and_then(|seat| seat.cards)),
        column(seat.and_then(|seat| seat.tokens)),
        table.decided_by.map_or("", DecidedBy::name),
        table.game.map(|game| game.to_string()).unwrap_or_default(),
        if seat.is_some_and(|seat| seat.forfeit) { "yes" } else { "" },
    );
}

/// Whether a tournament report file can say it all: everybody has at most one opponent in a round.
fn is_chess_like(export: &Exported) -> bool {
    let settings = &export.event.tournament.settings;
    settings.seats == TableSeats::Two && settings.format != Format::Arena
}

/// Returns the event as a tournament report file.
fn trf(export: &Exported) -> String {
    let event = &export.event;
    let place =
        |entry: &Entry| export.lines.iter().find(|line| line.entry == entry.id).map_or(0, |line| line.place);
    let players: Vec<ReportedPlayer> = event
        .entries
        .iter()
        .map(|entry| ReportedPlayer {
            id: entry.id,
            name: entry.player.username.clone().unwrap_or_default(),
            rating: entry.rating,
            place: place(entry),
        })
        .collect();
    let planned = event.tournament.settings.rounds.map_or(event.rounds.len(), usize::from);
    report(&event.tournament.settings.name, &players, &event.played(event.rounds.len()), planned)
}

/// The format of an export.
#[derive(Debug, Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ExportFormat {
    Json,
    Csv,
    Trf,
}

/// In which format.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct ExportQuery {
    /// The format, instead of the header `Accept`.
    #[param(inline, nullable = false)]
    format: Option<ExportFormat>,
}

/// Export a tournament
///
/// As JSON, everything from which its standings can be computed again, and after its end its pairings too, except those of an arena.
/// As CSV, the results, one
/// line for each seat. For tables of two, except in an arena, also as a tournament report file (TRF16), which chess programs read;
/// other events refuse it with `not_available`.
#[utoipa::path(tag = "tournaments",
    params(("id" = Uuid, Path, description = "The tournament"), ExportQuery,
        ("If-None-Match" = Option<String>, Header, description = "The `ETag` of the export that the client has")), responses(
    (status = 200, description = "The tournament", content(
        (ExportBody = "application/json"),
        (String = "text/csv", example = "round,table,match,status,seat,entry,player,place,points"),
        (String = "application/vnd.fide.trf", example = "012 Friday Swiss")
    ), headers(("ETag" = String, description = "The tag of this response"))),
    (status = 304, description = "Not modified")
))]
#[get("/v1/tournaments/{id}/export")]
pub async fn export_tournament(
    request: HttpRequest,
    tournaments: web::Data<Tournaments>,
    viewer: LiveViewer,
    id: TournamentPath,
    query: web::Query<ExportQuery>,
) -> Result<HttpResponse, Problem> {
    let form = match query.format {
        Some(format) => format as usize,
        None => accept::choose(&request, &MEDIA_TYPES)?,
    };
    let export = tournaments.export(TournamentId(*id), viewer.0.as_ref()).await?;
    let mut answer = match form {
        0 => tagged(&request, &ExportBody::from(&export))?,
        1 => tagged_bytes(&request, PRIVATE, "text/csv; charset=utf-8", csv(&export)),
        _ if is_chess_like(&export) => tagged_bytes(&request, PRIVATE, TRF, trf(&export)),
        _ => return Err(not_available("Only tournaments in rounds at tables of two have this format.")),
    };
    answer.headers_mut().insert(header::VARY, HeaderValue::from_static("accept"));
    Ok(answer)
}
