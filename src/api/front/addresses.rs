//! The addresses of the page, and the title and text of each in the preview of a link.
//!
//! Programs that follow links have no token. So a preview shows what everybody with the link may see, and
//! these handlers read no token.

use actix_web::http::header::HOST;
use actix_web::{HttpRequest, HttpResponse, web};
use chrono::{TimeDelta, Utc};
use lapidary_model::club::ClubId;
use lapidary_model::game::{GameId, Status};
use lapidary_model::listing::Filter;
use lapidary_model::player::Occupant;
use lapidary_model::puzzle::PuzzleId;
use lapidary_model::rating::known_pool;
use lapidary_model::series::SeriesId;
use lapidary_model::settings::{PublicUrl, PublicUrls, public_url};
use lapidary_model::tournament::TournamentId;
use lapidary_service::games::{GameView, Reading};
use lapidary_service::puzzles::Puzzles;
use lapidary_service::{Accounts, Clubs, Ratings, Series, Tournaments};
use serde::Deserialize;

use super::shell::{Board, Preview, SUBJECT, page, unknown};
use crate::extract::hyphenated;
use crate::{Code, Problem};

/// The picture in a preview. Few programs with previews support SVG.
const PICTURE: &str = if cfg!(feature = "png") { "board.png" } else { "board.svg" };

/// The number of games among which the last changed one is shown first.
const WATCHED_AMONG: u8 = 12;

/// How long ago the last turn of a game may be for somebody to watch it (web/src/page/watched.ts).
const WATCHED_FOR: TimeDelta = TimeDelta::minutes(10);

/// Opens the page, with a game to watch.
pub async fn start(request: HttpRequest, games: web::Data<Reading>) -> Result<HttpResponse, Problem> {
    page(&Preview {
        title: "Lapidary".to_owned(),
        description: SUBJECT.to_owned(),
        address: address_of(&request, "/"),
        picture: None,
        board: watched(&games).await,
    })
}

/// Returns the full address of a path: on the configured server, or else on the one that the client has
/// named.
fn address_of(request: &HttpRequest, path: &str) -> String {
    let named = || {
        let host = request.headers().get(HOST).and_then(|host| host.to_str().ok());
        // HTTP/2 has the host in the request's address.
        let host = host.or_else(|| request.uri().authority().map(|authority| authority.as_str()))?;
        let scheme = if request.app_config().secure() { "https" } else { "http" };
        public_url(&format!("{scheme}://{host}")).ok()
    };
    let known = request.app_data::<web::Data<PublicUrl>>().map(|url| url.get_ref());
    let urls = request.app_data::<web::Data<PublicUrls>>().map_or(&[][..], |urls| urls.0.as_slice());
    // Of several configured addresses, that for players is preferred.
    let configured = urls.iter().find(|url| known == Some(url)).or(urls.first()).cloned();
    let url = configured.or_else(named).or_else(|| known.cloned());
    url.map_or_else(|| path.to_owned(), |url| url.of(path))
}

/// Opens the page with what was found. What is missing or private looks like what does not exist.
fn opened(found: Result<Preview, impl Into<Problem>>) -> Result<HttpResponse, Problem> {
    match found.map_err(Into::<Problem>::into) {
        Ok(preview) => page(&preview),
        Err(problem) if problem.code() == Code::NotFound => unknown(),
        Err(problem) => Err(problem),
    }
}

/// The lists of the page and its rules: paths, titles, and contents.
pub const LISTS: [(&str, &str, &str); 8] = [
    ("/games", "Games", "Games that are played, wait for players or are over."),
    ("/puzzles", "Puzzles", "Positions in which one turn is clearly the best."),
    ("/tournaments", "Tournaments", "Tournaments of this server, to enter and to watch."),
    ("/clubs", "Clubs", "Clubs of this server."),
    ("/ladders", "Ladders", "The ratings of this server."),
    ("/players", "Players", "The players of this server."),
    ("/moderate", "Reports", "What players have reported, for administrators."),
    ("/rules", "Rules", "The rules of Splendor, its modules and Splendor Kids in short."),
];

/// Opens the page with a list.
pub async fn list(request: HttpRequest) -> Result<HttpResponse, Problem> {
    let path = request.path();
    let Some((_, title, description)) = LISTS.iter().find(|(list, ..)| path.starts_with(list)) else {
        return unknown();
    };
    page(&Preview::plain(title, (*description).to_owned(), address_of(&request, path)))
}

/// Opens the page with a puzzle.
pub async fn puzzle(
    request: HttpRequest,
    puzzles: web::Data<Puzzles>,
    id: web::Path<String>,
) -> Result<HttpResponse, Problem> {
    match hyphenated(&id).map(|id| puzzles.find(PuzzleId(id))) {
        Some(Ok(_)) => list(request).await,
        _ => unknown(),
    }
}

/// Returns the live game that moved last. None if nobody plays now or the database fails, because the page
/// looks again.
async fn watched(games: &Reading) -> Option<Board> {
    let filter = Filter { status: Some(Status::Active), ..Filter::default() };
    let listed = games.list(&filter, None, None, WATCHED_AMONG).await.ok()?;
    let game = listed.into_iter().max_by_key(|game| game.updated_at)?;
    (Utc::now() - game.updated_at < WATCHED_FOR).then(|| Board {
        game: game.id.0.to_string(),
        status: Status::Active.name(),
        moment: String::new(),
        alt: names(&game.occupants),
    })
}

/// The query of the address of a game.
#[derive(Deserialize)]
pub struct Moment {
    /// The version to show. Other values are ignored, like the rest of a page's query.
    at: Option<String>,
}

impl Moment {
    /// Returns the query for the picture at this version.
    fn query(&self) -> String {
        let version = self.at.as_ref().and_then(|at| at.parse::<u32>().ok());
        version.map_or_else(String::new, |version| format!("?at={version}"))
    }
}

/// Opens the page with a game, and with the version of `?at=`.
pub async fn game(
    request: HttpRequest,
    games: web::Data<Reading>,
    id: web::Path<String>,
    moment: Result<web::Query<Moment>, actix_web::Error>,
) -> Result<HttpResponse, Problem> {
    let Some(id) = hyphenated(&id) else { return unknown() };
    let query = moment.map(|moment| moment.query()).unwrap_or_default();
    let found = async {
        let sight = games.see(GameId(id), None).await?;
        games.view(&sight, None).await
    };
    opened(found.await.map(|game| preview_of_game(&game, &request, &query)))
}

fn preview_of_game(game: &GameView, request: &HttpRequest, query: &str) -> Preview {
    let names = names(&game.occupants);
    let what = game.label.clone().unwrap_or_else(|| game.terms.ruleset.deal_name().replace('+', " + "));
    let state = match game.status {
        Status::Waiting => "waits for players",
        Status::Active => "is being played",
        Status::Finished => "is over",
        Status::Aborted => "was aborted",
        Status::Frozen => "is frozen",
    };
    let path = format!("/g/{}{query}", game.id.0);
    let picture = format!("/v1/games/{}/{PICTURE}{query}", game.id.0);
    Preview {
        title: format!("{names} · {what} · Lapidary"),
        description: format!("A game of {} that {state}.", game.terms.ruleset.id()),
        address: address_of(request, &path),
        picture: game.view.is_some().then(|| address_of(request, &picture)),
        board: game.view.is_some().then(|| Board {
            game: game.id.0.to_string(),
            status: game.status.name(),
            moment: query.replace('?', "&"),
            alt: names,
        }),
    }
}

/// The names of players in a title.
fn names(occupants: &[Occupant]) -> String {
    occupants.iter().map(name_of).collect::<Vec<_>>().join(" – ")
}

fn name_of(occupant: &Occupant) -> &str {
    occupant.username.as_deref().unwrap_or("a former player")
}

/// A number of things in words.
fn counted(count: impl Into<u64>, one: &str, many: &str) -> String {
    let count = count.into();
    format!("{count} {}", if count == 1 { one } else { many })
}

/// Opens the page with a tournament.
pub async fn tournament(
    request: HttpRequest,
    tournaments: web::Data<Tournaments>,
    id: web::Path<String>,
) -> Result<HttpResponse, Problem> {
    let Some(id) = hyphenated(&id) else { return unknown() };
    let found = tournaments.look(TournamentId(id), None).await;
    opened(found.map(|view| {
        let description = format!("A tournament with {}.", counted(view.listed.entries, "entry", "entries"));
        let name = view.listed.tournament.settings.name;
        Preview::plain(&name, description, address_of(&request, &format!("/t/{id}")))
    }))
}

/// Opens the page with a ladder.
pub async fn ladder(
    request: HttpRequest,
    ratings: web::Data<Ratings>,
    pool: web::Path<String>,
) -> Result<HttpResponse, Problem> {
    let Some(pool) = known_pool(&pool) else { return unknown() };
    let Some(ladder) = ratings.ladder(&pool).await? else { return unknown() };
    let players = counted(ladder.players, "player", "players");
    let games = counted(ladder.games, "rated game", "rated games");
    let address = address_of(&request, &format!("/l/{}", ladder.pool));
    page(&Preview::plain(&format!("Ladder {}", ladder.pool), format!("{players}, {games}."), address))
}

/// Opens the page with a club.
pub async fn club(
    request: HttpRequest,
    clubs: web::Data<Clubs>,
    id: web::Path<String>,
) -> Result<HttpResponse, Problem> {
    let Some(id) = hyphenated(&id) else { return unknown() };
    let found = clubs.look(ClubId(id), None).await;
    opened(found.map(|view| {
        let description = format!("A club with {}.", counted(view.club.member_count, "member", "members"));
        Preview::plain(&view.club.settings.name, description, address_of(&request, &format!("/c/{id}")))
    }))
}

/// Opens the page with a series.
pub async fn series(
    request: HttpRequest,
    series: web::Data<Series>,
    id: web::Path<String>,
) -> Result<HttpResponse, Problem> {
    let Some(id) = hyphenated(&id) else { return unknown() };
    let found = series.look(SeriesId(id), None).await;
    opened(found.map(|view| {
        let events = view.events.len() as u64;
        let description = match view.series.settings.groups.len() {
            0 => format!("A series of {}.", counted(events, "tournament", "tournaments")),
            groups => format!("A league of {}.", counted(groups as u64, "group", "groups")),
        };
        Preview::plain(&view.series.settings.name, description, address_of(&request, &format!("/s/{id}")))
    }))
}

/// Opens the page with a player.
pub async fn player(
    request: HttpRequest,
    accounts: web::Data<Accounts>,
    username: web::Path<String>,
) -> Result<HttpResponse, Problem> {
    let Some(player) = accounts.find(&username).await? else { return unknown() };
    let Some(name) = player.username else { return unknown() };
    let address = address_of(&request, &format!("/p/{name}"));
    page(&Preview::plain(&name, format!("Games and ratings of {name}."), address))
}
