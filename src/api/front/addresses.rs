//! The addresses at which the page opens: `/` and one for each game, tournament, ladder and player.
//!
//! A program that follows a link has no token. So a preview shows what everybody with the link may see, and
//! these handlers read no token.

use actix_web::{HttpResponse, web};
use lapidary_model::game::{GameId, Status};
use lapidary_model::player::Occupant;
use lapidary_model::settings::PublicUrl;
use lapidary_model::tournament::TournamentId;
use lapidary_service::games::{GameRefusal, GameView, Reading};
use lapidary_service::tournaments::TournamentRefusal;
use lapidary_service::{Accounts, Ratings, Tournaments};
use serde::Deserialize;

use super::shell::{Preview, SUBJECT, page, unknown};
use crate::Problem;
use crate::extract::hyphenated;

/// The picture in a preview. Few programs that show previews draw SVG.
const PICTURE: &str = if cfg!(feature = "png") { "board.png" } else { "board.svg" };

/// Opens the page.
///
/// # Errors
/// `internal_error` if the page cannot be rendered.
pub async fn start(public_url: web::Data<PublicUrl>) -> Result<HttpResponse, Problem> {
    page(&Preview {
        title: "Lapidary".to_owned(),
        description: SUBJECT.to_owned(),
        address: public_url.of("/"),
        picture: None,
    })
}

/// The query of the address of a game.
#[derive(Deserialize)]
pub struct Moment {
    /// The version to show. What is no version is ignored, as is everything else in the query of a page.
    at: Option<String>,
}

impl Moment {
    /// Returns the query of the picture of this moment.
    fn query(&self) -> String {
        let version = self.at.as_ref().and_then(|at| at.parse::<u32>().ok());
        version.map_or_else(String::new, |version| format!("?at={version}"))
    }
}

/// Opens the page with a game, and with the version of `?at=`.
///
/// # Errors
/// `unavailable` if the database fails.
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
    let names: Vec<&str> = game.occupants.iter().map(name_of).collect();
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
        title: format!("{} · {what} · Lapidary", names.join(" – ")),
        description: format!("A game of {} that {state}.", game.terms.ruleset.id()),
        address: public_url.of(&path),
        picture: game.view.is_some().then(|| public_url.of(&picture)),
    }
}

fn name_of(occupant: &Occupant) -> &str {
    occupant.username.as_deref().unwrap_or("a former player")
}

/// Opens the page with a tournament.
///
/// # Errors
/// `unavailable` if the database fails.
pub async fn tournament(
    tournaments: web::Data<Tournaments>,
    public_url: web::Data<PublicUrl>,
    id: web::Path<String>,
) -> Result<HttpResponse, Problem> {
    let Some(id) = hyphenated(&id) else { return unknown() };
    match tournaments.look(TournamentId(id), None).await {
        Ok(view) => page(&Preview {
            title: format!("{} · Lapidary", view.listed.tournament.settings.name),
            description: format!("A tournament with {} entries.", view.listed.entries),
            address: public_url.of(&format!("/t/{id}")),
            picture: None,
        }),
        Err(TournamentRefusal::NotFound) => unknown(),
        Err(refusal) => Err(refusal.into()),
    }
}

/// Opens the page with a ladder.
///
/// # Errors
/// `unavailable` if the database fails.
pub async fn ladder(
    ratings: web::Data<Ratings>,
    public_url: web::Data<PublicUrl>,
    pool: web::Path<String>,
) -> Result<HttpResponse, Problem> {
    let ladders = ratings.ladders().await?;
    let Some(ladder) = ladders.iter().find(|ladder| ladder.pool == *pool) else { return unknown() };
    page(&Preview {
        title: format!("Ladder {} · Lapidary", ladder.pool),
        description: format!("{} players, {} rated games.", ladder.players, ladder.games),
        address: public_url.of(&format!("/l/{}", ladder.pool)),
        picture: None,
    })
}

/// Opens the page with a player.
///
/// # Errors
/// `unavailable` if the database fails.
pub async fn player(
    accounts: web::Data<Accounts>,
    public_url: web::Data<PublicUrl>,
    username: web::Path<String>,
) -> Result<HttpResponse, Problem> {
    // PostgreSQL has no text with this character.
    if username.contains('\0') {
        return unknown();
    }
    let Some(player) = accounts.find(&username).await? else { return unknown() };
    let Some(name) = player.username else { return unknown() };
    page(&Preview {
        title: format!("{name} · Lapidary"),
        description: format!("Games and ratings of {name}."),
        address: public_url.of(&format!("/p/{name}")),
        picture: None,
    })
}
