//! The games from which a fork descends. Their decisions lead to its first position.

use super::replay::is_of_the_engine;
use crate::games::GameRefusal;
use lapidary_engine::deal::{DealId, Entropy, ServerSeed, commitment};
use lapidary_model::game::{GameId, Origin, Version};
use lapidary_model::log::NewEntry;
use lapidary_store::Postgres;
use lapidary_store::games::{self, GameRecord};
use lapidary_store::{deals, log};

/// A game from which a fork descends, as far as a verifier needs it.
pub struct Ancestor {
    pub game: GameId,
    /// The version whose position begins the next game.
    pub at: Version,
    pub deal_id: DealId,
    pub server_seed: ServerSeed,
    pub commitment: [u8; 32],
    /// The entropy that the players contributed to the deal, in the order of joining.
    pub entropies: Vec<Entropy>,
    /// The entries between the start and the position.
    pub decisions: Vec<NewEntry>,
}

/// Returns the games from which a fork descends, the first one first; none for other games. All of them are
/// over, so nothing in them is secret.
pub(super) async fn ancestors(
    connection: &mut Postgres,
    record: &GameRecord,
) -> Result<Vec<Ancestor>, GameRefusal> {
    let (mut origin, mut all) = (record.origin, Vec::new());
    while let Some(Origin { game, at }) = origin {
        let secret = deals::secret(connection, game).await?;
        let given = deals::contributions(connection, game).await?;
        let log = log::read(connection, game).await?;
        let decisions = log.into_iter().filter(|stored| stored.seq <= at).map(|stored| stored.entry);
        all.push(Ancestor {
            game,
            at,
            deal_id: secret.deal_id,
            commitment: commitment(secret.deal_id, &secret.server_seed),
            server_seed: secret.server_seed,
            entropies: given.into_iter().map(|seated| seated.given.entropy).collect(),
            decisions: decisions.filter(is_of_the_engine).collect(),
        });
        origin = games::origin(connection, game).await?;
    }
    all.reverse();
    Ok(all)
}
