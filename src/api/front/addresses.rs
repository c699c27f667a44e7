//! The addresses of the page: `/`, one for each list, and one for each game, tournament, ladder, club,
//! series, player and puzzle.
//!
//! Programs that follow links have no token. So a preview shows what everybody with the link may see, and
//! these handlers read no token.

use actix_web::{HttpRequest, HttpResponse, web};
use chrono::{TimeDelta, Utc};
use lapidary_model::club::ClubId;
use lapidary_model::game::{GameId, Status};
use lapidary_model::listing::Filter;
use lapidary_model::player::Occupant;
use lapidary_model::puzzle::PuzzleId;
use lapidary_model::rating::known_pool;
use lapidary_model::series::SeriesId;
use lapidary_model::settings::PublicUrl;
use lapidary_model::tournament::TournamentId;
use lapidary_service::clubs::ClubRefusal;
use lapidary_service::games::{GameRefusal, GameView, Reading};
use lapidary_service::puzzles::Puzzles;
use lapidary_service::series::SeriesRefusal;
use lapidary_service::tournaments::TournamentRefusal;
use lapidary_service::{Accounts, Clubs, Ratings, Series, Tournaments};
use serde::Deserialize;

use super::shell::{Board, Preview, SUBJECT, page, unknown};
use crate::Problem;
use crate::extract::hyphenated;

/// The picture in a preview. Few programs with previews support SVG.
const PICTURE: &str = if cfg!(feature = "png") { "board.png" } else { "board.svg" };

/// The number of games among which the last changed one is shown first.
const WATCHED_AMONG: u8 = 12;

/// How long ago the last turn of a game may be for somebody to watch it (web/src/page/watched.ts).
const WATCHED_FOR: TimeDelta = TimeDelta::minutes(10);

/// Opens the page, with a game to watch.
pub async fn start(
    games: web::Data<Reading>,
    public_url: web::Data<PublicUrl>,
) -> Result<HttpResponse, Problem> {
    page(&Preview {
        title: "Lapidary".to_owned(),
        description: SUBJECT.to_owned(),
        address: public_url.of("/"),
        picture: None,
        board: watched(&games).await,
    })
}

/// The lists of the page and its rules: paths, titles, and contents.
pub const LISTS: [(&str, &str, &str); 7] = [
    ("/games", "Games", "Games that are played, wait for players or are over."),
    ("/puzzles", "Puzzles", "Positions in which one turn is clearly the best."),
    ("/tournaments", "Tournaments", "Tournaments of this server, to enter and to watch."),
    ("/clubs", "Clubs", "Clubs of this server."),
    ("/ladders", "Ladders", "The ratings of this server."),
    ("/players", "Players", "The players of this server."),
    ("/rules", "Rules", "The rules of Splendor, its modules and Splendor Kids in short."),
];

/// Opens the page with a list.
pub async fn list(request: HttpRequest, public_url: web::Data<PublicUrl>) -> Result<HttpResponse, Problem> {
    let path = request.path();
    let Some((_, title, description)) = LISTS.iter().find(|(list, ..)| path.starts_with(list)) else {
        return unknown();
    };
    page(&Preview {
        title: format!("{title} · Lapidary"),
        description: (*description).to_owned(),
        address: public_url.of(path),
        picture: None,
        board: None,
    })
}

/// Opens the page with a puzzle.
pub async fn puzzle(
    request: HttpRequest,
    puzzles: web::Data<Puzzles>,
    public_url: web::Data<PublicUrl>,
    id: web::Path<String>,
) -> Result<HttpResponse, Problem> {
    match hyphenated(&id).map(|id| puzzles.find(PuzzleId(id))) {
        Some(Ok(_)) => list(request, public_url).await,
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
    games: web::Data<Reading>,
    public_url: web::Data<PublicUrl>,
    id: web::Path<String>,
    moment: Result<web::Query<Moment>, actix_web::Error>,
) -> Result<HttpResponse, Problem> {
    let Some(id) = hyphenated(&id) else { return unknown() };
    let query = moment.map(|moment| moment.query()).unwrap_or_default();
    let found = async {
        let sight = games.see(GameId(id), None).await?;
        games.view(&sight, None).await
    };
    match found.await {
        Ok(game) => page(&preview_of_game(&game, &public_url, &query)),
        Err(GameRefusal::NotFound) => unknown(),
        Err(refusal) => Err(refusal.into()),
    }
}

fn preview_of_game(game: &GameView, public_url: &PublicUrl, query: &str) -> Preview {
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
        address: public_url.of(&path),
        picture: game.view.is_some().then(|| public_url.of(&picture)),
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
    tournaments: web::Data<Tournaments>,
    public_url: web::Data<PublicUrl>,
    id: web::Path<String>,
) -> Result<HttpResponse, Problem> {
    let Some(id) = hyphenated(&id) else { return unknown() };
    match tournaments.look(TournamentId(id), None).await {
        Ok(view) => page(&Preview {
            title: format!("{} · Lapidary", view.listed.tournament.settings.name),
            description: format!("A tournament with {}.", counted(view.listed.entries, "entry", "entries")),
            address: public_url.of(&format!("/t/{id}")),
            picture: None,
            board: None,
        }),
        Err(TournamentRefusal::NotFound) => unknown(),
        Err(refusal) => Err(refusal.into()),
    }
}

/// Opens the page with a ladder.
pub async fn ladder(
    ratings: web::Data<Ratings>,
    public_url: web::Data<PublicUrl>,
    pool: web::Path<String>,
) -> Result<HttpResponse, Problem> {
    let Some(pool) = known_pool(&pool) else { return unknown() };
    let Some(ladder) = ratings.ladder(&pool).await? else { return unknown() };
    page(&Preview {
        title: format!("Ladder {} · Lapidary", ladder.pool),
        description: format!(
            "{}, {}.",
            counted(ladder.players, "player", "players"),
            counted(ladder.games, "rated game", "rated games")
        ),
        address: public_url.of(&format!("/l/{}", ladder.pool)),
        picture: None,
        board: None,
    })
}

/// Opens the page with a club.
pub async fn club(
    clubs: web::Data<Clubs>,
    public_url: web::Data<PublicUrl>,
    id: web::Path<String>,
) -> Result<HttpResponse, Problem> {
    let Some(id) = hyphenated(&id) else { return unknown() };
    match clubs.look(ClubId(id), None).await {
        Ok(view) => page(&Preview {
            title: format!("{} · Lapidary", view.club.settings.name),
            description: format!("A club with {}.", counted(view.club.member_count, "member", "members")),
            address: public_url.of(&format!("/c/{id}")),
            picture: None,
            board: None,
        }),
        Err(ClubRefusal::NotFound) => unknown(),
        Err(refusal) => Err(refusal.into()),
    }
}

/// Opens the page with a series.
pub async fn series(
    series: web::Data<Series>,
    public_url: web::Data<PublicUrl>,
    id: web::Path<String>,
) -> Result<HttpResponse, Problem> {
    let Some(id) = hyphenated(&id) else { return unknown() };
    match series.look(SeriesId(id), None).await {
        Ok(view) => page(&Preview {
            title: format!("{} · Lapidary", view.series.settings.name),
            description: match view.series.settings.groups.len() {
                0 => {
                    format!("A series of {}.", counted(view.events.len() as u64, "tournament", "tournaments"))
                }
                groups => format!("A league of {}.", counted(groups as u64, "group", "groups")),
            },
            address: public_url.of(&format!("/s/{id}")),
            picture: None,
            board: None,
        }),
        Err(SeriesRefusal::NotFound) => unknown(),
        Err(refusal) => Err(refusal.into()),
    }
}

/// Opens the page with a player.
pub async fn player(
    accounts: web::Data<Accounts>,
    public_url: web::Data<PublicUrl>,
    username: web::Path<String>,
) -> Result<HttpResponse, Problem> {
    let Some(player) = accounts.find(&username).await? else { return unknown() };
    let Some(name) = player.username else { return unknown() };
    page(&Preview {
        title: format!("{name} · Lapidary"),
        description: format!("Games and ratings of {name}."),
        address: public_url.of(&format!("/p/{name}")),
        picture: None,
        board: None,
    })
}
