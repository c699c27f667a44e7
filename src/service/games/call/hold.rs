//! Which bots this server asks. Each bot belongs to one server until that server stops or dies.

use std::collections::hash_map::Entry;

use tokio_util::sync::CancellationToken;

use super::calling::Calling;
use lapidary_model::auth::PlayerId;
use lapidary_model::bot_endpoint::HeldEndpoint;
use lapidary_store::{Failure, bot_endpoints, games};

/// A bot that this server begins to ask.
pub struct Assignment {
    pub(super) endpoint: HeldEndpoint,
    /// Cancelled when this server no longer asks the bot.
    pub(super) ends: CancellationToken,
}

#[boxed]
impl Calling {
    /// Takes bots that no server asks, renews its own, and ends those without an endpoint. Returns the new
    /// bots, each of which must be attended.
    ///
    /// Another server takes a bot whose server has not renewed it for a while. If both ask, the version of
    /// the game lets only one of them play.
    pub async fn hold(&self) -> Result<Vec<Assignment>, Failure> {
        let mut connection = self.pool.get().await?;
        let now = games::now(&connection).await?;
        let all = bot_endpoints::hold(&mut connection, self.server, now).await?;
        let mut held = self.held();
        let is_same = |player: &PlayerId, session| {
            all.iter().any(|endpoint| endpoint.bot.player == *player && endpoint.bot.session == session)
        };
        held.retain(|player, (session, ends)| {
            let stays = is_same(player, *session) && !ends.is_cancelled();
            if !stays {
                ends.cancel();
            }
            stays
        });
        let mut begun = Vec::new();
        for endpoint in all {
            if let Entry::Vacant(free) = held.entry(endpoint.bot.player) {
                let ends = CancellationToken::new();
                free.insert((endpoint.bot.session, ends.clone()));
                begun.push(Assignment { endpoint, ends });
            }
        }
        Ok(begun)
    }

    /// Lets other servers ask the bots of this one at once. If this fails, they take them after a while.
    pub async fn release(&self) -> Result<(), Failure> {
        self.held().drain().for_each(|(_, (_, ends))| ends.cancel());
        bot_endpoints::release(&mut *self.pool.get().await?, self.server).await
    }
}
