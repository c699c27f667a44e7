//! Analyses of games over HTTP: requesting and reading one, and its curve.

use actix_web::http::header;
use actix_web::{HttpRequest, HttpResponse, web};
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::analysis_body::AnalysisBody;
use crate::Problem;
use crate::contract::describe::{Description, Outcome};
use crate::extract::{Act, LiveViewer, Path, Username, Viewer};
use crate::http::outcome::{As, Picture, SVG, Tagged};
use crate::http::tag::{PRIVATE, tagged_bytes};
use lapidary_analysis::Analysis;
use lapidary_model::analysis::AnalysisStatus;
use lapidary_model::game::GameId;
use lapidary_operation::{operation, query};
use lapidary_picture::{Curve, CurvePoint, Theme, draw_curve};
use lapidary_service::Accounts;
use lapidary_service::games::{AnalysisRefusal, Analyzing, GameAnalysis, PlayerAnalyses, Unanalyzable};

/// The analysis of a game, as far as it is.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = GameAnalysis)]
pub struct GameAnalysisBody {
    game: Uuid,
    /// How far it is: it waits, a server works on it, it is there, or the game cannot be analyzed.
    status: AnalysisStatus,
    /// The choices that were judged.
    #[schema(example = 57)]
    done: u32,
    /// All choices; 0 while the analysis waits.
    #[schema(example = 57)]
    total: u32,
    /// What was found; null until the status is `finished`. It never changes.
    analysis: Option<AnalysisBody>,
}

impl From<&GameAnalysis> for GameAnalysisBody {
    fn from(found: &GameAnalysis) -> Self {
        GameAnalysisBody {
            game: found.game.0,
            status: found.status,
            done: found.done,
            total: found.total,
            analysis: found.analysis.as_ref().map(AnalysisBody::from),
        }
    }
}

impl Outcome for GameAnalysisBody {
    fn describe(description: &mut Description) {
        description.body_response::<GameAnalysisBody>("200", &[]);
        description.body_response::<GameAnalysisBody>("202", &[("Location", "Where it can be read")]);
    }
}

/// Ask for the analysis of a game
///
/// Says what every turn of a finished game was worth, where the game turned, and what was luck; whoever may
/// see the end of the game may ask. Returns 202 until the analysis is there: read it at `Location`, once a
/// second at most. Everybody gets the same analysis, which is computed once and kept; one that has failed is
/// tried again if somebody asks an hour later or more. `not_available` if the
/// game was aborted, is one of Kids, or shares its deal with a game that is not over. An account can wait for
/// ten analyses, and ask for 200 in 24 hours, unless the operator has changed this.
#[operation(post "/v1/games/{id}/analysis", tag = "games", id = "The game that is over",
    "200" = "The analysis is there", "202" = "The analysis waits, or a server works on it")]
pub async fn analyze_game(
    Act(games, caller, id): Act<Analyzing, GameId>,
) -> Result<As<GameAnalysisBody>, Problem> {
    let found = games.request(id, &caller).await?;
    let mut response = match found.status {
        AnalysisStatus::Finished | AnalysisStatus::Failed => HttpResponse::Ok(),
        AnalysisStatus::Queued | AnalysisStatus::Running => HttpResponse::Accepted(),
    };
    response.insert_header((header::LOCATION, format!("/v1/games/{}/analysis", id)));
    Ok(response.json(GameAnalysisBody::from(&found)).into())
}

/// Get the analysis of a game
///
/// Returns the analysis as far as it is: `status` and `done` say how far. A finished one never changes.
/// `not_found` if nobody has asked for it.
#[operation(get "/v1/games/{id}/analysis", tag = "games",
    returns = "The analysis",
    id = "The game that is over")]
pub async fn get_analysis(
    games: web::Data<Analyzing>,
    viewer: Viewer,
    Path(id): Path<GameId>,
) -> Result<Tagged<GameAnalysisBody>, Problem> {
    let found = games.look(id, viewer.0.as_ref()).await?;
    Ok(Tagged(GameAnalysisBody::from(&found)))
}

/// Get what analyses say about a player
///
/// Adds up the analyses of the player's last 100 games that are over: the mean accuracy, and the mistakes
/// with their reasons. Only games whose end the caller may see count, and only those that the present judge
/// has analyzed: ask for an analysis of each of the others.
#[operation(get "/v1/players/{username}/analyses", tag = "games", returns = "What they say together")]
pub async fn get_player_analyses(
    games: web::Data<Analyzing>,
    accounts: web::Data<Accounts>,
    viewer: LiveViewer,
    Path(username): Path<Username>,
) -> Result<web::Json<PlayerAnalyses>, Problem> {
    let player = accounts.find(&username).await?.ok_or_else(|| Problem::no_player(&username))?;
    Ok(web::Json(games.of_player(player.id, viewer.0.as_ref()).await?))
}

/// The options of a curve.
#[query]
pub struct CurveQuery {
    /// The colors.
    #[serde(default)]
    #[param(inline)]
    theme: Theme,
}

/// Get the curve of a game
///
/// Draws what share of the game each seat could expect before every choice, as SVG, with the turning points.
/// `not_found` if nobody has asked for the analysis, `not_available` while it is not finished.
#[operation(get "/v1/games/{id}/analysis.svg", tag = "games", returns = "The picture", id = "The game that is over",
    "image/svg+xml" = "<svg xmlns=\"http://www.w3.org/2000/svg\"/>")]
pub async fn get_analysis_curve(
    request: HttpRequest,
    games: web::Data<Analyzing>,
    viewer: Viewer,
    Path(id): Path<GameId>,
    query: web::Query<CurveQuery>,
) -> Result<As<Picture>, Problem> {
    let found = games.look(id, viewer.0.as_ref()).await?;
    let analysis = found.analysis.as_ref().ok_or(AnalysisRefusal::from(Unanalyzable::Unfinished))?;
    let names: Vec<Option<&str>> =
        found.occupants.iter().map(|occupant| occupant.username.as_deref()).collect();
    let points = points(analysis);
    let curve = Curve { names: &names, points: &points, theme: query.theme };
    Ok(Picture::secured(tagged_bytes(&request, PRIVATE, SVG, draw_curve(&curve))))
}

/// Returns the shares before every choice and those of the result.
fn points(analysis: &Analysis) -> Vec<CurvePoint> {
    let turned: Vec<usize> = analysis.turning_points().iter().map(|point| point.index).collect();
    let list =
        |shares: lapidary_analysis::Shares| analysis.seats.seats().map(|seat| shares.of(seat)).collect();
    let choices = analysis.judgements.iter().enumerate().map(|(index, one)| CurvePoint {
        turn: one.turn,
        shares: list(one.before),
        is_turning_point: turned.contains(&index),
    });
    let last = analysis.judgements.last().map_or(0, |last| last.turn);
    let end = CurvePoint { turn: last, shares: list(analysis.result), is_turning_point: false };
    choices.chain([end]).collect()
}
