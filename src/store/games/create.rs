//! Creating a game: its row and its secrets.

use diesel::prelude::*;
use diesel_async::{AsyncPgConnection, RunQueryDsl};

use crate::Failure;
use crate::schema::{game_secrets, games};
use lapidary_engine::deal::{DealId, ServerSeed};
use lapidary_model::auth::PlayerId;
use lapidary_model::delay::SpectatorDelay;
use lapidary_model::game::{GameId, Terms, Visibility};
use lapidary_model::stored::terms::{options_text, seating_name};

/// A game to create.
pub struct NewGame<'a> {
    /// The id.
    pub id: GameId,
    /// The terms.
    pub terms: Terms,
    /// The player who creates it.
    pub creator: PlayerId,
    /// The public name of its deal.
    pub deal_id: DealId,
    /// The secret of its deal.
    pub server_seed: &'a ServerSeed,
    /// The commitment to the secret.
    pub commitment: [u8; 32],
    /// The shared deal that hides it until it is revealed; none for a game with a deal of its own.
    pub shared_deal: Option<DealId>,
}

/// Adds a game that waits for players, and its secrets. The caller must have opened a transaction.
pub async fn insert(connection: &mut AsyncPgConnection, new: &NewGame<'_>) -> Result<(), Failure> {
    let terms = &new.terms;
    let deal_id = uuid::Uuid::from_bytes(new.deal_id.0);
    let (turns, ms) = SpectatorDelay::stored(terms.delay);
    diesel::insert_into(games::table)
        .values((
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
            games::tournament_id.eq(terms.tournament.map(|tournament| tournament.0)),
            games::season_id.eq(terms.season.map(|season| season.0)),
            games::commitment.eq(new.commitment.as_slice()),
            games::shared_deal.eq(new.shared_deal.map(|deal| uuid::Uuid::from_bytes(deal.0))),
            games::creator_id.eq(new.creator.0),
        ))
        .execute(connection)
        .await?;
    diesel::insert_into(game_secrets::table)
        .values((
            game_secrets::game_id.eq(new.id.0),
            game_secrets::deal_id.eq(deal_id),
            game_secrets::server_seed.eq(new.server_seed.reveal().as_slice()),
        ))
        .execute(connection)
        .await?;
    Ok(())
}

/// Gives a game a label, and marks it as organized for others. The caller must just have added it.
pub async fn mark(
    connection: &mut AsyncPgConnection,
    game: GameId,
    label: Option<&str>,
    organized: bool,
) -> Result<(), Failure> {
    diesel::update(games::table.find(game.0))
        .set((games::label.eq(label), games::organized.eq(organized)))
        .execute(connection)
        .await?;
    Ok(())
}

/// Changes who may see a game, which is done only when it starts.
pub async fn set_visibility(
    connection: &mut AsyncPgConnection,
    game: GameId,
    visibility: Visibility,
) -> Result<(), Failure> {
    diesel::update(games::table.find(game.0))
        .set(games::visibility.eq(visibility.name()))
        .execute(connection)
        .await?;
    Ok(())
}
