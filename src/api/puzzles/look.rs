//! Reading puzzles: the caller's next one, the one of the day, one by its id, and their pictures.

use actix_web::{HttpRequest, web};
use chrono::Utc;

use super::body::{DailyPuzzleBody, PuzzleBody, PuzzleRecordBody};
use crate::extract::{LiveCaller, LiveViewer, Path};
use crate::http::outcome::{As, Picture, SVG, Tagged};
use crate::http::tag::{PRIVATE, tagged_bytes};
use crate::{Code, Problem};
use lapidary_analysis::puzzles::Theme;
use lapidary_engine::game::Game;
use lapidary_engine::seat::{SEATS_MAX, Seat};
use lapidary_engine::viewer::Viewer;
use lapidary_model::puzzle::PuzzleId;
use lapidary_operation::{operation, query};
use lapidary_picture::{Arrangement, BoardMaps, Language, Table, draw};
use lapidary_service::puzzles::Puzzles;

/// The names in a picture, instead of the players': the solver, and the others in the order of play.
const SOLVER: &str = "?";
const OTHERS: [&str; SEATS_MAX] = ["A", "B", "C", "D"];

/// Which puzzle is next.
#[query]
pub struct NextPuzzleQuery {
    /// What the puzzle is about: `race` to the end, `block` another seat by a reserve, a `noble` at once or
    /// with the next card, the `return` of tokens, or a module in play: `orient`, `strongholds`,
    /// `trading_posts`, `cities`.
    #[param(nullable = false, example = "race")]
    theme: Option<String>,
    /// How many puzzles to skip, beginning with the one that is closest in rating. Without a token, nothing
    /// is skipped.
    #[serde(default)]
    #[param(maximum = 255)]
    skip: u8,
}

/// Get the next puzzle
///
/// Returns a puzzle that the caller has not answered, with the rating closest to theirs: the same one until
/// they answer, or ask with a larger `skip`. Without a token, returns a random one. `not_found` if none is
/// left.
#[operation(get "/v1/puzzles/next", tag = "puzzles", returns = "The puzzle")]
pub async fn get_next_puzzle(
    puzzles: web::Data<Puzzles>,
    viewer: LiveViewer,
    query: web::Query<NextPuzzleQuery>,
) -> Result<Tagged<PuzzleBody>, Problem> {
    let theme = query.theme.as_deref().map(theme).transpose()?;
    let view = puzzles.next(viewer.0.as_ref(), theme, query.skip).await?;
    Ok(Tagged(PuzzleBody::from(&view)))
}

/// Returns the theme with this name.
fn theme(name: &str) -> Result<Theme, Problem> {
    Theme::named(name).ok_or_else(|| {
        let known = Theme::ALL.map(|theme| format!("`{}`", theme.name())).join(", ");
        Problem::new(Code::Malformed, format!("The query parameter `theme` must be one of {known}."))
    })
}

/// Get the puzzle of the day
///
/// Returns the puzzle of this day by UTC, which is the same for everybody.
#[operation(get "/v1/puzzles/daily", tag = "puzzles", returns = "The puzzle and its day")]
pub async fn get_daily_puzzle(
    puzzles: web::Data<Puzzles>,
    viewer: LiveViewer,
) -> Result<Tagged<DailyPuzzleBody>, Problem> {
    let (date, view) = puzzles.daily(viewer.0.as_ref(), Utc::now()).await?;
    Ok(Tagged(DailyPuzzleBody { date, puzzle: PuzzleBody::from(&view) }))
}

/// Get a puzzle
///
/// Returns the position as the seat to move sees it. The solution is part of it once the caller has answered.
#[operation(get "/v1/puzzles/{id}", tag = "puzzles", returns = "The puzzle")]
pub async fn get_puzzle(
    puzzles: web::Data<Puzzles>,
    viewer: LiveViewer,
    Path(id): Path<PuzzleId>,
) -> Result<Tagged<PuzzleBody>, Problem> {
    let view = puzzles.look(id, viewer.0.as_ref()).await?;
    Ok(Tagged(PuzzleBody::from(&view)))
}

/// The options of the picture of a puzzle.
#[query]
pub struct PuzzleBoardQuery {
    /// The colors.
    #[serde(default)]
    #[param(inline)]
    theme: lapidary_picture::Theme,
    /// The language of the texts: English, German, French or Spanish. The header `Accept-Language` is not
    /// read.
    #[serde(default)]
    #[param(inline)]
    lang: Language,
    /// The arrangement: `portrait` is for a narrow screen.
    #[serde(default)]
    #[param(inline)]
    layout: Arrangement,
}

/// Get a picture of a puzzle
///
/// Returns the position as SVG, as the seat to move sees it. The panel of this seat comes first, and is named
/// `?`.
#[operation(get "/v1/puzzles/{id}/board.svg", tag = "puzzles", returns = "The picture",
    "image/svg+xml" = "<svg xmlns=\"http://www.w3.org/2000/svg\"/>")]
pub async fn get_puzzle_board(
    request: HttpRequest,
    puzzles: web::Data<Puzzles>,
    Path(id): Path<PuzzleId>,
    query: web::Query<PuzzleBoardQuery>,
) -> Result<As<Picture>, Problem> {
    let puzzle = puzzles.find(id)?;
    let seats = puzzle.position.seat_count().seats();
    let name = |seat: Seat| match seat == puzzle.seat {
        true => Some(SOLVER),
        false => OTHERS.get(seat.index()).copied(),
    };
    let names: Vec<Option<&str>> = seats.map(name).collect();
    let svg = draw(&Table {
        view: &Game::Splendor(puzzle.position).view(Viewer::Seat(puzzle.seat)),
        names: &names,
        first: puzzle.seat,
        last: None,
        language: query.lang,
        theme: query.theme,
        arrangement: query.layout,
        maps: &BoardMaps::default(),
    });
    Ok(Picture::secured(tagged_bytes(&request, PRIVATE, SVG, svg)))
}

/// Get my record with puzzles
///
/// Returns the rating of the caller in the pool of puzzles, which has nothing to do with those of games, and
/// how many puzzles they have answered.
#[operation(get "/v1/me/puzzles", tag = "puzzles", returns = "The record")]
pub async fn get_my_puzzles(
    puzzles: web::Data<Puzzles>,
    caller: LiveCaller,
) -> Result<web::Json<PuzzleRecordBody>, Problem> {
    let record = puzzles.record(caller.player).await?;
    Ok(web::Json(PuzzleRecordBody::from(record)))
}
