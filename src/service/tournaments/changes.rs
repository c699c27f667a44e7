//! Who has to be told of a change after its commit.

use std::collections::BTreeSet;

use diesel_async::{AsyncConnection, AsyncPgConnection};

use super::{TournamentRefusal, Tournaments};
use lapidary_model::auth::PlayerId;
use lapidary_model::game::{GameId, Version};
use lapidary_model::tournament::TournamentId;
use lapidary_model::tournaments::event::Event;
use lapidary_store::Failure;
use lapidary_store::tournaments::members::{self, Role};

/// What has changed for whom, to be told after the commit.
#[derive(Debug, Default)]
pub(super) struct Changes {
    /// The games that have started.
    pub games: Vec<GameId>,
    /// The games that have changed, with their versions.
    pub changed: Vec<(GameId, Version)>,
    /// The players for whom something has changed.
    pub players: BTreeSet<PlayerId>,
}

impl Changes {
    /// Adds all players of an event.
    pub fn everybody(&mut self, event: &Event) {
        self.players.extend(event.entries.iter().map(|entry| entry.player.player));
    }

    /// Adds the players who are invited to enter a tournament.
    pub async fn invited(
        &mut self,
        connection: &mut AsyncPgConnection,
        id: TournamentId,
    ) -> Result<(), Failure> {
        let invited = members::load(connection, id, Role::Invited).await?;
        self.players.extend(invited.into_iter().map(|player| player.player));
        Ok(())
    }

    /// Adds all organizers of an event.
    pub fn organizers(&mut self, event: &Event) {
        self.players.insert(event.tournament.creator.player);
        self.players.extend(event.organizers.iter().copied());
    }
}

/// What is done in one transaction, and adds whom to tell of it.
pub(super) trait Act<'r, R>:
    AsyncFnOnce(&'r mut AsyncPgConnection, &'r mut Changes) -> Result<R, TournamentRefusal>
    + FnOnce(&'r mut AsyncPgConnection, &'r mut Changes) -> <Self as Act<'r, R>>::Done
{
    /// What the act returns at once.
    type Done: Future<Output = Result<R, TournamentRefusal>>;
}

impl<'r, R, A, Done> Act<'r, R> for A
where
    A: AsyncFnOnce(&'r mut AsyncPgConnection, &'r mut Changes) -> Result<R, TournamentRefusal>
        + FnOnce(&'r mut AsyncPgConnection, &'r mut Changes) -> Done,
    Done: Future<Output = Result<R, TournamentRefusal>>,
{
    type Done = Done;
}

impl Tournaments {
    /// Does something in one transaction, and tells everybody of it after the commit.
    ///
    /// # Errors
    /// Why the act is refused; then nothing has changed.
    pub(super) async fn act<R, A>(&self, act: A) -> Result<R, TournamentRefusal>
    where
        R: Send,
        for<'r> A: Act<'r, R, Done: Send> + Send,
    {
        let mut changes = Changes::default();
        let mut connection = self.pool.get().await?;
        let done = connection.transaction(async |connection| act(connection, &mut changes).await).await?;
        drop(connection);
        self.tell(&changes);
        Ok(done)
    }

    /// Tells everybody of a change. Call it after the commit.
    pub(super) fn tell(&self, changes: &Changes) {
        let players: Vec<PlayerId> = changes.players.iter().copied().collect();
        self.games.announce_changed(&changes.changed);
        self.games.announce_started(&changes.games, &players);
    }
}
