//! Creating a game: its row and its secrets.

use diesel::prelude::*;
use futures_util::future::try_join;

use crate::run::Run;
use crate::schema::{game_log, game_secrets, games};
use crate::{Failure, Postgres};
use lapidary_engine::deal::{DealId, ServerSeed};
use lapidary_engine::game::Game;
use lapidary_model::auth::PlayerId;
use lapidary_model::delay::SpectatorDelay;
use lapidary_model::game::{GameId, Status, Terms};
use lapidary_model::log::{Author, EntryKind};
use lapidary_model::stored::terms::{options_text, seating_name};

/// A game to create.
pub struct NewGame<'a> {
    pub id: GameId,
    pub terms: Terms,
    /// The player who creates it.
    pub creator: PlayerId,
    /// The name that its creator gives to it.
    pub label: Option<&'a str>,
    /// Whether its creator organizes it for others.
    pub organized: bool,
    /// The public name of its deal.
    pub deal_id: DealId,
    /// The secret of its deal.
    pub server_seed: &'a ServerSeed,
    /// The commitment to the secret.
    pub commitment: [u8; 32],
    /// The shared deal that hides it until it is revealed; none for a game with a deal of its own.
    pub shared_deal: Option<DealId>,
    /// The game as dealt, if it starts at once; none for a game that waits for players.
    pub dealt: Option<&'a Game>,
}

/// Adds games, and their secrets. Of a game that starts at once, the caller adds seats, log and clocks too.
/// The caller must have opened a transaction.
pub async fn insert(connection: &Postgres, new: &[NewGame<'_>]) -> Result<(), Failure> {
    let row = |new: &NewGame<'_>| {
        let terms = &new.terms;
        let (turns, ms) = SpectatorDelay::stored(terms.delay);
        let status = if new.dealt.is_some() { Status::Active } else { Status::Waiting };
        (
            games::id.eq(new.id.0),
            games::ruleset.eq(terms.ruleset.deal_name()),
            games::options.eq(options_text(terms.ruleset)),
            games::seats.eq(terms.seats.get() as i16),
            games::visibility.eq(terms.visibility.name()),
            games::seating.eq(seating_name(terms.seating)),
            games::clock.eq(terms.clock.to_string()),
            games::spectator_turns.eq(turns),
            games::spectator_ms.eq(ms),
            games::rated.eq(terms.rated),
            games::ladder.eq(terms.ladder),
            games::tournament_id.eq(terms.tournament.map(|tournament| tournament.0)),
            games::season_id.eq(terms.season.map(|season| season.0)),
            games::commitment.eq(new.commitment.to_vec()),
            games::shared_deal.eq(new.shared_deal.map(|deal| uuid::Uuid::from_bytes(deal.0))),
            games::creator_id.eq(new.creator.0),
            games::label.eq(new.label.map(str::to_owned)),
            games::organized.eq(new.organized),
            games::status.eq(status.name()),
            games::version.eq(i32::from(new.dealt.is_some())),
            games::snapshot.eq(new.dealt.map(Game::encode)),
        )
    };
    let secret = |new: &NewGame<'_>| {
        (
            game_secrets::game_id.eq(new.id.0),
            game_secrets::deal_id.eq(uuid::Uuid::from_bytes(new.deal_id.0)),
            game_secrets::server_seed.eq(new.server_seed.reveal().to_vec()),
            game_secrets::opening.eq(new.dealt.map(Game::encode)),
        )
    };
    let (rows, secrets): (Vec<_>, Vec<_>) = new.iter().map(|new| (row(new), secret(new))).unzip();
    let is_one = new.len() == 1;
    let games = diesel::insert_into(games::table).values(rows).prepared_if(is_one).run(connection);
    let secrets =
        diesel::insert_into(game_secrets::table).values(secrets).prepared_if(is_one).run(connection);
    try_join(games, secrets).await.map(|_| ())
}

/// Adds the first entry of the logs of games that start at once.
pub async fn log_starts(connection: &Postgres, games: &[GameId]) -> Result<(), Failure> {
    let row = |game: &GameId| {
        (
            game_log::game_id.eq(game.0),
            game_log::seq.eq(1),
            game_log::by.eq(Author::Engine.name()),
            game_log::kind.eq(EntryKind::Started.name()),
        )
    };
    let rows: Vec<_> = games.iter().map(row).collect();
    let is_one = rows.len() == 1;
    diesel::insert_into(game_log::table).values(rows).prepared_if(is_one).run(connection).await
}
