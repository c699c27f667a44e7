//! Writing a mail about the turns that wait for a player.

use super::all::Digests;
use super::letters;
use lapidary_model::auth::PlayerId;
use lapidary_model::digest::{GAMES_LISTED_MAX, slow_turns, untold};
use lapidary_model::own::Waiting;
use lapidary_store::{Failure, Postgres, digests};

impl Digests {
    /// Returns whether a player gets mails from this server.
    pub(crate) async fn reach(&self, connection: &mut Postgres, player: PlayerId) -> Result<bool, Failure> {
        Ok(self.is_available() && digests::is_on(connection, player).await?)
    }

    /// Notes that a mail may be written to a player, if a slow game waits for them.
    pub(crate) async fn note(
        &self,
        connection: &mut Postgres,
        player: PlayerId,
        waiting: &Waiting,
    ) -> Result<(), Failure> {
        match slow_turns(waiting).is_empty() {
            true => Ok(()),
            false => digests::note(connection, player, self.wait).await,
        }
    }

    /// Writes a mail to a claimed player about the turns that no mail has told them yet. `waiting` has all
    /// their games that are not over.
    pub(crate) async fn write(
        &self,
        connection: &mut Postgres,
        player: PlayerId,
        waiting: &Waiting,
    ) -> Result<(), Failure> {
        let Some(post) = self.post.as_ref().filter(|_| !waiting.games.is_empty()) else {
            return digests::put_off(connection, player, None).await;
        };
        digests::forget_others(connection, player, waiting.games.keys().copied()).await?;
        let turns = untold(slow_turns(waiting), &digests::told(connection, player).await?);
        digests::put_off(connection, player, None).await?;
        if turns.is_empty() || !digests::is_on(connection, player).await? {
            return Ok(());
        }
        let listed = turns.iter().take(GAMES_LISTED_MAX);
        let lines: Vec<String> = listed.map(|turn| letters::line(post.server(), turn.game)).collect();
        if !digests::write(connection, player, &turns, &lines).await? {
            // The previous mail is still being sent.
            digests::note(connection, player, self.wait).await?;
        }
        Ok(())
    }
}
