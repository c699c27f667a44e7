//! What waits for the caller: games with their turn, and invitations.

use super::reading::Reading;
use lapidary_model::auth::Identity;
use lapidary_model::game::{GameId, Status};
use lapidary_model::invitation::Received;
use lapidary_model::listing::{Filter, Listed};
use lapidary_store::{Failure, games, invitations};

/// The number of games that one query loads to find those with a player's turn.
const GAMES_PER_LOOK: u8 = 100;

#[boxed]
impl Reading {
    /// Returns a page of the caller's games that match the filter and wait for the caller's decision, after
    /// `cursor`.
    ///
    /// No index knows for whom a game waits, because then every turn would have to change it. So this reads
    /// all active games of the caller, whose number is limited.
    pub async fn to_move(
        &self,
        filter: Filter,
        caller: &Identity,
        cursor: Option<GameId>,
        limit: u8,
    ) -> Result<Vec<Listed>, Failure> {
        // No other game waits for a decision.
        if filter.status.is_some_and(|status| status != Status::Active) {
            return Ok(Vec::new());
        }
        let player = caller.player;
        let filter = Filter { player: Some(player), status: Some(Status::Active), ..filter };
        let mut connection = self.pool.get().await?;
        let (mut found, mut after) = (Vec::new(), cursor);
        loop {
            let page = games::list(&mut connection, &filter, Some(player), after, GAMES_PER_LOOK).await?;
            let is_last = page.len() < usize::from(GAMES_PER_LOOK);
            after = page.last().map(|last| last.id);
            found.extend(page.into_iter().filter(|game| game.waits_for(player)));
            found.truncate(limit.into());
            if is_last || found.len() == usize::from(limit) {
                self.add_presence(Some(player), &mut found);
                return Ok(found);
            }
        }
    }

    /// Returns a page of the games and challenges to which the caller is invited without having a seat, the
    /// newest first, after `cursor`, and the cursor of the next page. Those of players whom the caller has
    /// blocked are left out.
    pub async fn received_invitations(
        &self,
        caller: &Identity,
        cursor: Option<GameId>,
        limit: u8,
    ) -> Result<(Vec<Received>, Option<GameId>), Failure> {
        let filter = Filter { invited: Some(caller.player), ..Filter::default() };
        let mut connection = self.pool.get().await?;
        // One more than requested shows whether there is a next page.
        let mut page =
            games::list(&mut connection, &filter, Some(caller.player), cursor, limit.saturating_add(1))
                .await?;
        let more = page.len() > usize::from(limit);
        page.truncate(limit.into());
        self.add_presence(Some(caller.player), &mut page);
        let next = page.last().filter(|_| more).map(|last| last.id);
        let ids: Vec<GameId> = page.iter().map(|game| game.id).collect();
        let details = invitations::received(&mut connection, caller.player, &ids).await?;
        // An invitation withdrawn between the two statements is left out.
        let received =
            |game: Listed| details.get(&game.id).map(|&(to, invited_at)| Received { to, invited_at, game });
        Ok((page.into_iter().filter_map(received).collect(), next))
    }
}
