//! The export of a tournament: JSON, CSV, and a tournament report file for tables of two.

use actix_web::http::header::{self, HeaderValue};
use actix_web::{HttpRequest, web};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use super::body::{TournamentItem, seed_text};
use super::csv;
use super::round::{RoundBody, number};
use super::standings::{LineBody, line_bodies};
use super::team_standings::{TeamLineBody, team_line_bodies};
use crate::extract::{LiveViewer, Path};
use crate::http::accept;
use crate::http::csv::CSV;
use crate::http::outcome::{As, Tagged};
use crate::http::tag::{PRIVATE, tagged, tagged_bytes};
use crate::ladders::body::RatingBody;
use crate::{Code, Problem};
use lapidary_contest::export::trf::ReportError;
use lapidary_contest::rating::conditions::Unrated;
use lapidary_model::game::Status;
use lapidary_model::tournament::TournamentId;
use lapidary_model::tournaments::entry::Entry;
use lapidary_model::tournaments::event::Event;
use lapidary_model::tournaments::team::Team;
use lapidary_operation::{operation, query};
use lapidary_service::Tournaments;
use lapidary_service::tournaments::{EventGame, Exported, NotReportable, RatedEntry};

/// The name of the JSON format. Fields may be added.
const FORMAT: &str = "lapidary-tournament-1";
/// The media type of tournament report files.
const TRF: &str = "application/vnd.fide.trf";
/// The formats in the order of [`ExportFormat`].
const MEDIA_TYPES: [&str; 3] = ["application/json", "text/csv", TRF];

/// An exported tournament: everything from which its standings, and after its end its pairings, can be
/// computed again. Those of an arena depend on who waited at each moment.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = TournamentExport)]
pub struct ExportBody {
    /// `lapidary-tournament-1`
    #[schema(example = "lapidary-tournament-1")]
    format: &'static str,
    tournament: TournamentItem,
    /// The seed of lots and pairings in hexadecimal; null until the tournament is over. It stays public if
    /// the tournament is reopened.
    seed: Option<String>,
    /// All entries.
    entries: Vec<Entry>,
    /// All rounds.
    rounds: Vec<RoundBody>,
    /// Points that organizers gave or took.
    adjustments: Vec<AdjustmentBody>,
    /// The standings after all rounds.
    standings: Vec<LineBody>,
    /// The teams; absent if there are none. Entries say to which one they belong.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    teams: Vec<ExportedTeam>,
    /// The standings of teams after all rounds; absent if there are none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    team_standings: Vec<TeamLineBody>,
    /// All games that were made for its tables, in the order in which they were made: also those that another
    /// game has replaced.
    games: Vec<GameBody>,
    /// What the rated games of the tournament have changed, for each entry that has played one, and for each
    /// pool.
    ratings: Vec<RatedEntryBody>,
}

/// The rating of an entry in a pool, before and after the rated games of the tournament. Annulled games do
/// not count.
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

/// A team.
#[derive(Debug, Serialize, ToSchema)]
pub struct ExportedTeam {
    /// The number of the team.
    #[schema(example = 1)]
    team: u32,
    /// The name.
    #[schema(example = "Rubies")]
    name: String,
    /// The number of the entry that leads it; null without members.
    #[schema(example = 1)]
    captain: Option<u32>,
    /// The numbers of its members in the order of boards; absent unless teams play matches.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    members: Vec<u32>,
}

impl ExportedTeam {
    fn new(team: &Team, event: &Event) -> ExportedTeam {
        let captain = team.captain(&event.entries);
        let members = team.ordered(&event.entries).into_iter().map(|entry| entry.id.0);
        ExportedTeam {
            team: team.id.0,
            name: team.name.clone(),
            captain: captain.map(|captain| captain.id.0),
            members: members.filter(|_| event.tournament.settings.boards().is_some()).collect(),
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
            seed: tournament.is_seed_public().then(|| seed_text(&event.seed)),
            entries: event.entries.clone(),
            rounds: event.rounds.iter().map(|round| RoundBody::new(round, &event.entries, points)).collect(),
            adjustments: adjustments.collect(),
            standings: line_bodies(&export.lines, &event.entries, &tournament.settings.tie_breaks),
            teams: event.teams.iter().map(|team| ExportedTeam::new(team, event)).collect(),
            team_standings: team_line_bodies(&export.team_lines, event),
            games: export.games.iter().map(GameBody::from).collect(),
            ratings: export.rated.iter().map(RatedEntryBody::from).collect(),
        }
    }
}

/// A game that was made for a table.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = TournamentGame)]
pub struct GameBody {
    game: Uuid,
    /// The number of the table whose game it is; null if another game has replaced it there.
    #[schema(example = 1)]
    table: Option<u32>,
    /// Its status; values may be added.
    status: Status,
    /// Whether its result was to change ratings, as in the game itself.
    rated: bool,
    /// Whether it has changed ratings. A game that was aborted has changed none, and an annulled one changes
    /// none any more.
    changed_ratings: bool,
    /// Whether an administrator has annulled it.
    annulled: bool,
    /// Why it changed no rating, although it was to be rated and was played to its end; otherwise left out.
    /// Values may be added.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    unrated_because: Option<Unrated>,
}

impl From<&EventGame> for GameBody {
    fn from(game: &EventGame) -> Self {
        GameBody {
            game: game.made.id.0,
            table: game.table,
            status: game.made.status,
            rated: game.made.rated,
            changed_ratings: game.was_rated && !game.annulled,
            annulled: game.annulled,
            unrated_because: game.unrated,
        }
    }
}

/// Returns the refusal of an event that does not fit into a tournament report file.
fn no_report(why: NotReportable) -> Problem {
    let why = match why {
        NotReportable::Arena => "it knows one opponent for each round, and this is an arena".to_owned(),
        NotReportable::Seats(seats) => {
            format!("it knows games of two players, and this tournament has tables of {seats}")
        }
        NotReportable::Table { table, round, seats } => {
            format!("it knows games of two players, and table {table} of round {round} has {seats} seats")
        }
        NotReportable::Number(ReportError::Points) => "it has no room for 100 points or more".to_owned(),
        NotReportable::Number(ReportError::Players) => "it has no room for so many players".to_owned(),
    };
    let detail =
        format!("A tournament report file cannot have this event: {why}. Export it as `json` or `csv`.");
    Problem::new(Code::NotAvailable, detail)
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
#[query]
pub struct ExportQuery {
    /// The format, instead of the header `Accept`.
    #[param(inline, nullable = false)]
    format: Option<ExportFormat>,
}

/// Export a tournament
///
/// As JSON, everything from which its standings can be computed again, and after its end its pairings too,
/// except those of an arena. As CSV, the results: a line for each seat, each bye and each adjustment of
/// points. The points of an entry's lines add up to those of its standing. As a tournament report file
/// (TRF16), which chess programs read, the rounds that are over. It knows two players at a table: arenas and
/// events with tables of three or four refuse it with `not_available`.
#[operation(get "/v1/tournaments/{id}/export", tag = "tournaments", returns = "The tournament",
    "text/csv" = "round,table,match,status,seat,entry,player,place,points",
    "application/vnd.fide.trf" = "012 Friday Swiss")]
pub async fn export_tournament(
    request: HttpRequest,
    tournaments: web::Data<Tournaments>,
    viewer: LiveViewer,
    Path(id): Path<TournamentId>,
    query: web::Query<ExportQuery>,
) -> Result<As<Tagged<ExportBody>>, Problem> {
    let form = match query.format {
        Some(format) => format as usize,
        None => accept::choose(&request, &MEDIA_TYPES)?,
    };
    let export = tournaments.export(id, viewer.0.as_ref()).await?;
    let mut answer = match form {
        0 => tagged(&request, &ExportBody::from(&export))?,
        1 => tagged_bytes(&request, PRIVATE, CSV, csv::results(&export.event)),
        _ => tagged_bytes(&request, PRIVATE, TRF, export.report().map_err(no_report)?),
    };
    answer.headers_mut().insert(header::VARY, HeaderValue::from_static("accept"));
    Ok(answer.into())
}
