//! The inputs of a deal, which are its secret and the players' contributions, and the game as dealt.
//!
//! Secrets must not leave the server before the game is over; `service` decides when it is.

use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use super::schema::{game_contributions, game_seats, game_secrets};
use super::{Failure, Postgres, unreadable};
use crate::run::Run;
use lapidary_engine::deal::{DealId, Entropy, ServerSeed};
use lapidary_engine::game::Game;
use lapidary_engine::ruleset::Ruleset;
use lapidary_engine::seat::SEATS_MAX;
use lapidary_model::auth::PlayerId;
use lapidary_model::deal::{Contribution, Timing};
use lapidary_model::game::GameId;

/// The secret of a deal.
#[derive(Clone)]
pub struct Secret {
    /// The public name of the deal.
    pub deal_id: DealId,
    /// The seed.
    pub server_seed: ServerSeed,
    /// The game as dealt, as stored; none before the start.
    opening: Option<Vec<u8>>,
    /// The position of another game with which this one begins, as stored; only in a fork.
    position: Option<Vec<u8>>,
}

impl Secret {
    /// Returns the game as dealt; none before the start.
    pub fn opening(&self, ruleset: Ruleset) -> Result<Option<Game>, Failure> {
        decoded(ruleset, self.opening.as_ref())
    }

    /// Returns the position of another game with which this one begins; none if it begins from the start.
    /// What is hidden in it is dealt anew later.
    pub fn position(&self, ruleset: Ruleset) -> Result<Option<Game>, Failure> {
        decoded(ruleset, self.position.as_ref())
    }
}

fn decoded(ruleset: Ruleset, stored: Option<&Vec<u8>>) -> Result<Option<Game>, Failure> {
    let decoded = stored.map(|bytes| Game::decode(ruleset, bytes));
    decoded.transpose().map_err(|_| unreadable("an opening"))
}

/// A stored secret: the deal, its seed, the opening, and the position of a fork.
type SecretRow = (Uuid, Vec<u8>, Option<Vec<u8>>, Option<Vec<u8>>);

/// The secret of a game.
pub async fn secret(mut connection: &Postgres, game: GameId) -> Result<Secret, Failure> {
    let (deal_id, seed, opening, position): SecretRow = game_secrets::table
        .find(game.0)
        .select((
            game_secrets::deal_id,
            game_secrets::server_seed,
            game_secrets::opening,
            game_secrets::position,
        ))
        .first(&mut connection)
        .await?;
    let seed = seed.try_into().map_err(|_| unreadable("a seed"))?;
    Ok(Secret {
        deal_id: DealId(deal_id.into_bytes()),
        server_seed: ServerSeed::new(seed),
        opening,
        position,
    })
}

/// Stores the game as dealt.
pub async fn keep_opening(connection: &Postgres, game: GameId, opening: &Game) -> Result<(), Failure> {
    diesel::update(game_secrets::table.find(game.0))
        .set(game_secrets::opening.eq(opening.encode()))
        .run(connection)
        .await
}

/// Stores a contribution, and replaces an earlier one of the same player.
pub async fn contribute(
    connection: &Postgres,
    game: GameId,
    contribution: &Contribution,
) -> Result<(), Failure> {
    let entropy = contribution.entropy.as_bytes();
    let after = contribution.timing == Timing::AfterCommitment;
    diesel::insert_into(game_contributions::table)
        .values((
            game_contributions::game_id.eq(game.0),
            game_contributions::player_id.eq(contribution.player.0),
            game_contributions::entropy.eq(entropy),
            game_contributions::after_commitment.eq(after),
        ))
        .on_conflict((game_contributions::game_id, game_contributions::player_id))
        .do_update()
        .set((game_contributions::entropy.eq(entropy), game_contributions::after_commitment.eq(after)))
        .run(connection)
        .await
}

/// Stores the contributions to games that start at once.
pub async fn contribute_all(
    connection: &Postgres,
    given: &[(GameId, PlayerId, &(Entropy, Timing))],
) -> Result<(), Failure> {
    if given.is_empty() {
        return Ok(());
    }
    let row = |(game, player, (entropy, timing)): &(GameId, PlayerId, &(Entropy, Timing))| {
        (
            game_contributions::game_id.eq(game.0),
            game_contributions::player_id.eq(player.0),
            game_contributions::entropy.eq(entropy.as_bytes().to_vec()),
            game_contributions::after_commitment.eq(*timing == Timing::AfterCommitment),
        )
    };
    let rows: Vec<_> = given.iter().map(row).collect();
    let is_one_table = rows.len() <= SEATS_MAX;
    diesel::insert_into(game_contributions::table)
        .values(rows)
        .prepared_if(is_one_table)
        .run(connection)
        .await
}

/// Deletes the contribution of a player.
pub async fn withdraw(connection: &mut Postgres, game: GameId, player: PlayerId) -> Result<(), Failure> {
    diesel::delete(game_contributions::table.find((game.0, player.0))).run(connection).await
}

/// A seated player with what they contribute to the deal; empty for a player who contributed nothing.
pub struct SeatedContribution {
    /// The place in the order of joining.
    pub place: i16,
    pub given: Contribution,
}

/// A place, its player, and what they contributed: the entropy, and whether it was after the commitment.
type SeatedRow = (i16, Uuid, Option<Vec<u8>>, Option<bool>);

/// Returns the seated players with their contributions, in the order in which they joined.
pub async fn contributions(
    mut connection: &Postgres,
    game: GameId,
) -> Result<Vec<SeatedContribution>, Failure> {
    let given =
        game_contributions::game_id.eq(game.0).and(game_contributions::player_id.eq(game_seats::player_id));
    let rows: Vec<SeatedRow> = game_seats::table
        .left_join(game_contributions::table.on(given))
        .filter(game_seats::game_id.eq(game.0))
        .order(game_seats::join_order)
        .limit(SEATS_MAX as i64)
        .select((
            game_seats::join_order,
            game_seats::player_id,
            game_contributions::entropy.nullable(),
            game_contributions::after_commitment.nullable(),
        ))
        .load(&mut connection)
        .await?;
    rows.into_iter().map(seated).collect()
}

fn seated((place, player, entropy, after): SeatedRow) -> Result<SeatedContribution, Failure> {
    let entropy = Entropy::try_from(entropy.unwrap_or_default()).map_err(|_| unreadable("a contribution"))?;
    let timing = if after.unwrap_or_default() { Timing::AfterCommitment } else { Timing::BeforeCommitment };
    Ok(SeatedContribution { place, given: Contribution { player: PlayerId(player), entropy, timing } })
}
