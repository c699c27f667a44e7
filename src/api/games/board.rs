//! Pictures of a game over HTTP, as SVG and as PNG.

use actix_web::{HttpRequest, web};

use super::png::Pngs;
use crate::extract::{Path, QueuedViewer};
use crate::http::caching::NAMES_KEPT;
use crate::http::outcome::{As, Picture, SVG};
use crate::http::tag::{self, PRIVATE};
use crate::play::rulesets::Catalogues;
use crate::{Code, Problem};
use lapidary_engine::seat::Seat;
use lapidary_model::game::{GameId, Version};
use lapidary_operation::{operation, query};
use lapidary_picture::{
    Arrangement, BoardMaps, Language, Last, Table, Theme, WaitingTable, draw, draw_waiting,
};
use lapidary_service::games::{GameRefusal, Pictured, Reading};

/// The options of a picture.
#[query]
pub struct BoardQuery {
    /// Shows the game at this version, from 1, instead of the current one.
    #[param(minimum = 1, nullable = false)]
    at: Option<u32>,
    /// Shows the game from this seat: its panel comes first, and what it could not see is hidden, even after
    /// the end. By default a game is shown from the caller's seat while it hides something, otherwise from
    /// seat 0.
    #[param(minimum = 0, maximum = 3, nullable = false)]
    seat: Option<u8>,
    /// The colors.
    #[serde(default)]
    #[param(inline)]
    theme: Theme,
    /// The language of the texts: English, German, French or Spanish.
    #[serde(default)]
    #[param(inline)]
    lang: Language,
    /// The arrangement: `portrait` is for a narrow screen. A game that waits for players has one arrangement.
    #[serde(default)]
    #[param(inline)]
    layout: Arrangement,
}

/// Get a picture of a game
///
/// Returns the game as the caller may see it, as SVG: exactly what the view shows, and the last action
/// marked. Every piece has an id, so that a front end makes it clickable and moves it; the guide to pictures
/// lists them. A game that waits for players shows who has joined.
#[operation(get "/v1/games/{id}/board.svg", tag = "games", returns = "The picture",
    "image/svg+xml" = "<svg xmlns=\"http://www.w3.org/2000/svg\"/>")]
pub async fn get_board(
    request: HttpRequest,
    games: web::Data<Reading>,
    catalogues: web::Data<Catalogues>,
    viewer: QueuedViewer,
    Path(id): Path<GameId>,
    query: web::Query<BoardQuery>,
) -> Result<As<Picture>, Problem> {
    let pictured = pictured(&games, &viewer, id, &query).await?;
    let svg = drawn(&pictured, &query, catalogues.maps());
    let response = tag::tagged_bytes(&request, lifetime(&pictured), SVG, svg);
    Ok(Picture::secured(response))
}

/// Get a picture of a game as PNG
///
/// Returns the same picture as PNG, 1200 pixels wide, for previews of links. `not_available` means that this
/// server draws no PNG: it was built without, or its system has no fonts.
#[operation(get "/v1/games/{id}/board.png", tag = "games", returns = "The picture", "image/png" = "")]
pub async fn get_board_as_png(
    request: HttpRequest,
    games: web::Data<Reading>,
    catalogues: web::Data<Catalogues>,
    pngs: web::Data<Pngs>,
    viewer: QueuedViewer,
    Path(id): Path<GameId>,
    query: web::Query<BoardQuery>,
) -> Result<As<Picture>, Problem> {
    let pictured = pictured(&games, &viewer, id, &query).await?;
    let (svg, lifetime) = (drawn(&pictured, &query, catalogues.maps()), lifetime(&pictured));
    // The tag is that of the drawing, so a picture that the client has is not drawn again.
    let tag = tag::tag_of(svg.as_bytes());
    let response = match tag::unchanged(&request, &tag, lifetime) {
        Some(unchanged) => unchanged,
        None => {
            let png = pngs.of(&viewer.0, &tag, svg).await?;
            tag::answer(&request, tag, lifetime, "image/png", png)
        }
    };
    Ok(Picture::secured(response))
}

/// Returns the caller's view of the game.
async fn pictured(
    games: &Reading,
    viewer: &QueuedViewer,
    id: GameId,
    query: &BoardQuery,
) -> Result<Pictured, Problem> {
    let no_seat = |seats: usize| {
        let detail =
            format!("The query parameter `seat` must be less than {seats}, the number of seats of the game.");
        Problem::new(Code::Malformed, detail)
    };
    let seat = match query.seat.map(|seat| Seat::new(seat).ok_or(seat)) {
        None => None,
        Some(Ok(seat)) => Some(seat),
        Some(Err(_)) => return Err(no_seat(lapidary_engine::seat::SEATS_MAX)),
    };
    let found = Box::pin(games.pictured(id, &viewer.0, query.at.map(Version), seat)).await;
    found.map_err(|refusal| match refusal {
        GameRefusal::NoSuchSeat { seats } => no_seat(seats.get()),
        other => other.into(),
    })
}

fn drawn(pictured: &Pictured, query: &BoardQuery, maps: &BoardMaps) -> String {
    let names: Vec<Option<&str>> =
        pictured.occupants.iter().map(|occupant| occupant.username.as_deref()).collect();
    let (language, theme) = (query.lang, query.theme);
    match &pictured.position {
        Some(position) => draw(&Table {
            view: &position.view,
            names: &names,
            first: position.first,
            last: position.last.as_ref().map(|(seat, effects)| Last { seat: *seat, effects }),
            language,
            theme,
            arrangement: query.layout,
            maps,
        }),
        None => draw_waiting(&WaitingTable {
            ruleset: pictured.terms.ruleset,
            names: &names,
            seats: pictured.terms.seats.get(),
            language,
            theme,
        }),
    }
}

/// Returns how long caches may keep the picture.
fn lifetime(pictured: &Pictured) -> &'static str {
    if pictured.lasting { NAMES_KEPT } else { PRIVATE }
}
